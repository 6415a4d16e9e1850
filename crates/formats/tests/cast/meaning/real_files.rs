//! Every real and authored file of the shared folder imports, with the counts its stored structure promises.
//! Skips, loudly, where that folder is absent.

use castview_base::core::SharedBytes;
use castview_base::scene::Scene;
use castview_formats::{self as formats, Import};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Calls `look` with the name, the import and the stored structure of every file of the shared folder.
pub fn for_each_file(mut look: impl FnMut(&str, &Import, &Value)) {
    let Some(assets) = castview_testkit::assets::shared_assets() else {
        return;
    };
    let structure = std::fs::read_to_string(assets.join("structure.json")).expect("readable");
    let structure: BTreeMap<String, Value> = serde_json::from_str(&structure).expect("a JSON object");
    assert!(structure.len() > 70, "only {} files are listed", structure.len());
    for (file, stored) in &structure {
        let bytes = std::fs::read(assets.join(file)).expect("the folder lists this file");
        let stem = Path::new(file).file_stem().expect("a file name").to_string_lossy();
        let import = formats::import(SharedBytes::from(bytes), &formats::Request::alone(&stem))
            .unwrap_or_else(|error| panic!("{file}: {error}"));
        look(file, &import, stored);
    }
}

/// Content of a file, counted the same way in the stored structure and in the scene.
#[derive(Debug, Default, PartialEq)]
struct Counts {
    models: usize,
    meshes: usize,
    vertices: usize,
    triangles: usize,
    uv_layers: usize,
    bones: usize,
    handles: usize,
    constraints: usize,
    shapes: usize,
    hairs: usize,
    materials: usize,
    clips: usize,
    tracks: usize,
    keys: usize,
    overrides: usize,
    notifications: usize,
    instances: usize,
}

impl Counts {
    /// `nodes` as `structure.json` lists them: depth, id, hash, properties (name, type, count, checksum).
    fn stored(nodes: &[Value]) -> Self {
        let mut counts = Self::default();
        let mut in_clip = false;
        for node in nodes {
            let property = |name: &str| {
                let properties = node[3].as_array().expect("a list of properties");
                let found = properties.iter().find(|property| property[0] == name);
                found.map_or(0, |property| property[2].as_u64().expect("a count") as usize)
            };
            let id = u32::from_str_radix(node[1].as_str().expect("an id"), 16).expect("a hexadecimal id");
            match &id.to_le_bytes() {
                b"modl" => {
                    counts.models += 1;
                    in_clip = false;
                }
                b"mesh" => {
                    counts.meshes += 1;
                    counts.vertices += property("vp");
                    counts.triangles += property("f") / 3;
                    counts.uv_layers += (0..8).filter(|layer| property(&format!("u{layer}")) > 0).count();
                }
                b"bone" if !in_clip => counts.bones += 1,
                b"ikhd" => counts.handles += 1,
                b"cnst" => counts.constraints += 1,
                b"blsh" => counts.shapes += 1,
                b"hair" => counts.hairs += 1,
                b"matl" => counts.materials += 1,
                b"anim" => {
                    counts.clips += 1;
                    in_clip = true;
                }
                b"curv" => {
                    counts.tracks += 1;
                    counts.keys += property("kb");
                }
                b"CMOV" => counts.overrides += 1,
                b"ntif" => counts.notifications += 1,
                b"inst" => counts.instances += 1,
                _ => {}
            }
        }
        counts
    }

    fn lowered(scene: &Scene) -> Self {
        let mut counts = Self {
            models: scene.models.len(),
            instances: scene.instances.len(),
            ..Self::default()
        };
        for model in &scene.models {
            counts.meshes += model.meshes.len();
            for mesh in &model.meshes {
                counts.vertices += mesh.vertex_count();
                counts.triangles += mesh.triangle_count();
                counts.uv_layers += mesh.uvs.len();
            }
            counts.bones += model.skeleton.len();
            counts.handles += model.rig.handles.len();
            counts.constraints += model.rig.constraints.len();
            counts.shapes += model.blend_shapes.len();
            counts.hairs += model.hairs.len();
            counts.materials += model.materials.len();
        }
        counts.clips = scene.clips.len();
        for clip in &scene.clips {
            counts.tracks += clip.tracks.len();
            counts.keys += clip.tracks.iter().map(|track| track.keys.len()).sum::<usize>();
            counts.overrides += clip.overrides.len();
            counts.notifications += clip.notifications.len();
        }
        counts
    }
}

#[test]
fn every_file_holds_what_its_structure_promises() {
    let mut wrong = Vec::new();
    for_each_file(|file, import, stored| {
        let mut promised = Counts::stored(stored["nodes"].as_array().expect("nodes"));
        // Two of its faces are degenerate on purpose.
        promised.triangles -= if file == "authored/odd.cast" { 2 } else { 0 };
        let lowered = Counts::lowered(&import.scene);
        if lowered != promised {
            wrong.push(format!("{file}: promised {promised:#?}, got {lowered:#?}"));
        }
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
