//! `.glb`, `.gltf` with its bytes inside, `.gltf` with a buffer beside it.

use super::gltf::Gltf;
use super::layout::{self, Layout, Need};
use super::{Total, alone, assets, cuts, numbers, opened, told};
use castview_base::core::SharedBytes;
use castview_base::scene::{Mesh, Scene};
use castview_formats::{Import, ImportError, NoSideFiles, SideFiles};
use serde_json::json;
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Six meshes, two of them of two primitives; three clips that move nodes.
fn six_meshes() -> Gltf {
    let mut file = Gltf::new();
    for index in 0..6 {
        let mut primitives = Vec::new();
        for primitive in 0..1 + index % 3 / 2 {
            let count = 12 + 3 * index + primitive;
            let at = |i: usize| [i as f32 * 0.1, (i * i % 7) as f32, (index + 10 * primitive) as f32];
            let positions = file.floats(&(0..count).map(at).collect::<Vec<_>>());
            let normals = file.floats(&vec![[0.0, 0.0, 1.0]; count]);
            let indices: Vec<u16> = (0..count as u16 / 3 * 3).collect();
            let indices = file.indices(&indices);
            primitives.push(json!({"attributes": {"POSITION": positions, "NORMAL": normals}, "indices": indices}));
        }
        let mesh = file.add(
            "meshes",
            json!({"name": format!("mesh {index}"), "primitives": primitives}),
        );
        file.add(
            "nodes",
            json!({"name": format!("node {index}"), "mesh": mesh, "children": []}),
        );
    }
    file.json["scenes"] = json!([{"nodes": [0, 1, 2, 3, 4, 5]}]);
    for clip in 0..3 {
        let times = file.scalars(&[0.0, 0.5, 1.0]);
        let moves = file.floats(&[[0.0, 0.0, 0.0], [1.0, clip as f32, 0.0], [0.0, 0.0, 2.0]]);
        let turns = file.floats(&[[0.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]]);
        file.add(
            "animations",
            json!({
                "name": format!("clip {clip}"),
                "samplers": [{"input": times, "output": moves}, {"input": times, "output": turns}],
                "channels": [
                    {"sampler": 0, "target": {"node": clip, "path": "translation"}},
                    {"sampler": 1, "target": {"node": clip, "path": "rotation"}},
                ],
            }),
        );
    }
    file
}

/// Hash of a mesh's positions and triangles: tells it from others however it is called.
fn key(mesh: &Mesh) -> u64 {
    let mut hasher = DefaultHasher::new();
    for position in mesh.positions.iter() {
        position.map(f32::to_bits).hash(&mut hasher);
    }
    mesh.triangles.iter().for_each(|index| index.hash(&mut hasher));
    hasher.finish()
}

fn keys(scene: &Scene) -> Vec<u64> {
    let meshes = scene.models.iter().flat_map(|model| &model.meshes);
    meshes.map(key).collect()
}

struct Whole {
    layout: Layout,
    /// For each mesh of the file, the keys of its meshes in the scene.
    keys: Vec<BTreeSet<u64>>,
    /// Name and number of tracks.
    clips: Vec<(String, usize)>,
}

impl Whole {
    fn new(bytes: &[u8], import: &Import) -> Self {
        let layout = layout::of(bytes);
        let mut found = keys(&import.scene).into_iter();
        let mut keys = vec![BTreeSet::new(); layout.meshes.len()];
        for node in layout.json["nodes"].as_array().expect("nodes") {
            let Some(mesh) = node["mesh"].as_u64() else { continue };
            let primitives = layout.json["meshes"][mesh as usize]["primitives"].as_array();
            keys[mesh as usize].extend(found.by_ref().take(primitives.expect("a list").len()));
        }
        assert_eq!(found.next(), None, "every mesh of the scene is of one node's");
        let clips = import.scene.clips.iter();
        Self {
            layout,
            keys,
            clips: clips.map(|clip| (clip.name.clone(), clip.tracks.len())).collect(),
        }
    }

    /// Adds what one cut holds and shows. `there`: bytes of the file, and of the buffer beside it.
    fn compare(&self, result: Result<Import, ImportError>, there: [usize; 2], totals: &mut [Total; 2]) {
        let is_held = |need: &&Need| need.file <= there[0] && need.beside <= there[1];
        let held = |needs: &[Need]| needs.iter().filter(is_held).count();
        let (meshes, clips) = (held(&self.layout.meshes), held(&self.layout.clips));
        let import = match result {
            Ok(import) => import,
            Err(error) => {
                assert_eq!((meshes, clips), (0, 0), "{there:?}: {error}");
                totals[0].add(0, 0);
                totals[1].add(0, 0);
                return;
            }
        };
        let told = told(&import);
        let here: BTreeSet<u64> = keys(&import.scene).into_iter().collect();
        let all = self.keys.iter().flatten().copied().collect();
        assert!(
            here.is_subset(&all),
            "{there:?}: a mesh that the whole file does not have"
        );
        let is_shown = |(need, keys): &(&Need, &BTreeSet<u64>)| is_held(need) && keys.is_subset(&here);
        let shown = self.layout.meshes.iter().zip(&self.keys).filter(is_shown).count();
        totals[0].add(meshes, shown);
        let has = |(name, tracks): &(String, usize)| {
            let clips = &mut import.scene.clips.iter();
            clips.any(|clip| clip.name == *name && clip.tracks.len() == *tracks)
        };
        let of_clips = self.layout.clips.iter().zip(&self.clips);
        let shown = of_clips.filter(|(need, clip)| is_held(need) && has(clip)).count();
        totals[1].add(clips, shown);
        if let Some((said, total)) = numbers(told, &["mesh", "meshes"]) {
            assert_eq!(said, meshes, "{there:?}: {told}");
            assert!(total <= self.layout.meshes.len() && total >= meshes, "{told}");
        }
        if there[0] >= self.layout.json_end && !self.layout.meshes.is_empty() {
            assert!(numbers(told, &["mesh", "meshes"]).is_some(), "{told}");
        }
    }
}

fn check_single(what: &str, bytes: &[u8], steps: usize) {
    let import = alone(bytes).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert!(!import.diagnostics.is_cut(), "{what}");
    let whole = Whole::new(bytes, &import);
    let needs = whole.layout.meshes.iter().chain(&whole.layout.clips);
    let mut boundaries: Vec<usize> = needs
        .map(|need| need.file)
        .take(if steps > 30 { 20 } else { 0 })
        .collect();
    boundaries.extend([12, 20, whole.layout.json_end, whole.layout.json_end + 8, bytes.len()]);
    let mut totals = <[Total; 2]>::default();
    for cut in cuts(bytes.len(), steps, &boundaries) {
        whole.compare(alone(&bytes[..cut]), [cut, 0], &mut totals);
    }
    // Some exporters put the only mesh last.
    if totals[0].held > 0 || !what.ends_with("SimpleSkin.gltf") && !what.ends_with("RiggedSimple.glb") {
        totals[0].check(&format!("meshes of {what}"));
    }
    if !whole.clips.is_empty() && totals[1].held > 0 {
        totals[1].check(&format!("clips of {what}"));
    }
}

#[test]
fn cut_binary_files_show_what_is_whole() {
    check_single("six meshes, .glb", &six_meshes().glb(), 60);
    let Some(folder) = assets::shared_assets() else { return };
    for (name, steps) in [
        ("Fox.glb", 60),
        ("RiggedSimple.glb", 60),
        ("AnimatedMorphCube.glb", 60),
        ("greenman.glb", 60),
        ("Mage.glb", 6),
    ] {
        let bytes = std::fs::read(folder.join("gltf").join(name)).expect("an asset");
        check_single(name, &bytes, steps);
    }
}

#[test]
fn cut_text_with_its_bytes_inside_shows_what_is_whole() {
    let file = six_meshes();
    let uri = format!("data:application/octet-stream;base64,{}", base64(&file.bin));
    check_single("six meshes, .gltf", &file.gltf(&uri), 60);
    // Blender's order: what refers comes before what it refers to, the bytes last.
    let json: serde_json::Value = serde_json::from_slice(&file.gltf(&uri)).expect("JSON");
    let order = [
        "asset",
        "scene",
        "scenes",
        "nodes",
        "animations",
        "meshes",
        "accessors",
        "bufferViews",
        "buffers",
    ];
    let fields: Vec<String> = order.iter().map(|key| format!("\"{key}\": {}", json[key])).collect();
    check_single(
        "six meshes, bytes last",
        format!("{{\n{}\n}}", fields.join(",\n")).as_bytes(),
        60,
    );
    let Some(folder) = assets::shared_assets() else { return };
    let bytes = std::fs::read(folder.join("gltf/SimpleSkin.gltf")).expect("an asset");
    check_single("SimpleSkin.gltf", &bytes, 60);
}

/// One buffer, which ends early.
struct Beside<'a>(&'a [u8]);

impl SideFiles for Beside<'_> {
    fn read(&self, _: &str, wanted: u64) -> Result<SharedBytes, String> {
        let length = self.0.len().min(usize::try_from(wanted).unwrap_or(usize::MAX));
        Ok(self.0[..length].to_vec().into())
    }
}

fn check_pair(what: &str, text: &[u8], bin: &[u8], steps: usize) {
    let import = opened(text, &Beside(bin)).unwrap_or_else(|error| panic!("{what}: {error}"));
    let whole = Whole::new(text, &import);
    let needs = whole.layout.meshes.iter().chain(&whole.layout.clips);
    let boundaries: Vec<usize> = needs.map(|need| need.beside).take(20).collect();
    let mut totals = <[Total; 2]>::default();
    for cut in cuts(bin.len(), steps, &boundaries) {
        let last = whole
            .layout
            .meshes
            .iter()
            .chain(&whole.layout.clips)
            .map(|need| need.beside);
        if cut < last.max().unwrap_or(0) {
            whole.compare(opened(text, &Beside(&bin[..cut])), [text.len(), cut], &mut totals);
        }
    }
    for cut in cuts(text.len(), steps, &[]) {
        whole.compare(opened(&text[..cut], &Beside(bin)), [cut, bin.len()], &mut totals);
    }
    totals[0].check(&format!("meshes of {what}"));
    // Nothing of the bytes is here: the missing file is the error, as ever.
    let error = opened(text, &NoSideFiles).expect_err("nothing to show");
    assert!(error.details().contains("buffers[0]"), "{error}");
}

#[test]
fn cut_pairs_show_what_is_whole() {
    let file = six_meshes();
    check_pair("six meshes, .gltf and .bin", &file.gltf("six.bin"), &file.bin, 60);
    let Some(folder) = assets::shared_assets() else { return };
    let read = |name: &str| std::fs::read(folder.join("khronos/ToyCar").join(name)).expect("an asset");
    check_pair("ToyCar", &read("ToyCar.gltf"), &read("ToyCar.bin"), 12);
}

/// A skin whose matrices are missing would tear its mesh apart: it stands as it was modelled.
#[test]
fn a_mesh_without_its_matrices_is_not_skinned() {
    let mut file = Gltf::new();
    let mut attributes = file.triangle();
    attributes["JOINTS_0"] = file.joints(&[[0; 4]; 3]).into();
    attributes["WEIGHTS_0"] = file.floats(&[[1.0, 0.0, 0.0, 0.0]; 3]).into();
    let mesh = file.mesh(attributes);
    let matrices = file.floats(&[super::gltf::moved(0.0, -5.0, 0.0)]);
    file.add("skins", json!({"joints": [1], "inverseBindMatrices": matrices}));
    file.add("nodes", json!({"mesh": mesh, "skin": 0, "children": [1]}));
    file.add("nodes", json!({"translation": [0.0, 5.0, 0.0]}));
    let bytes = file.glb();
    let import = alone(&bytes[..bytes.len() - 1]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(numbers(told(&import), &["mesh"]), Some((1, 1)));
    let model = &import.scene.models[0];
    let skin = model.meshes[0].skin.expect("every mesh hangs on something");
    assert_eq!(model.skins[skin.get()].bones.len(), 1);
    assert_eq!(
        model.skins[skin.get()].bone_from_mesh,
        [Some(glam::Affine3A::IDENTITY)],
        "it hangs on its node"
    );
    assert_ne!(
        model.skeleton.file_index(model.skins[skin.get()].bones[0]),
        1,
        "and not on the joint"
    );
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        let digit = |at: usize| char::from(DIGITS[(bits >> (18 - 6 * at)) as usize & 63]);
        out.extend((0..=chunk.len()).map(digit));
        out.extend(std::iter::repeat_n('=', 3 - chunk.len()));
    }
    out
}
