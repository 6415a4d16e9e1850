//! Broken glTF files: no panic, no runaway, whatever the bytes; a scene that comes out keeps its laws.

use crate::assets::shared_assets;
use crate::writer::{Gltf, glb};
use crate::{opened, pose_at};
use castview::animation::rest_pose;
use castview::core::MeshIndex;
use castview::deform::deform_vertex;
use castview::scene::Scene;
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// SplitMix64 (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit.max(1) as u64) as usize
    }
}

/// Something of everything: skin, morph, sparse, clip, material, camera, light, instances.
fn everything() -> Gltf {
    let mut file = Gltf::new();
    let mut attributes = file.triangle();
    attributes["JOINTS_0"] = file.joints(&[[0, 1, 0, 0]; 3]).into();
    attributes["WEIGHTS_0"] = file.floats(&[[0.5, 0.5, 0.0, 0.0]; 3]).into();
    attributes["TEXCOORD_0"] = file.floats(&[[0.5, 0.5]; 3]).into();
    attributes["COLOR_0"] = file.floats(&[[0.5, 0.5, 1.0]; 3]).into();
    let delta = file.floats(&[[0.0, 0.5, 0.0]; 3]);
    let indices = file.indices(&[0, 1, 2]);
    let plain = file.triangle();
    file.add(
        "meshes",
        json!({"primitives": [{"attributes": attributes, "indices": indices, "material": 0,
        "targets": [{"POSITION": delta}]}], "weights": [0.5], "extras": {"targetNames": ["up"]}}),
    );
    file.add(
        "meshes",
        json!({"primitives": [{"attributes": {"POSITION": plain["POSITION"]}, "mode": 5}]}),
    );
    let matrices = file.floats(&[glam::Mat4::IDENTITY.to_cols_array(); 2]);
    file.json["scenes"] = json!([{"nodes": [0]}, {"nodes": [2]}]);
    file.add(
        "nodes",
        json!({"name": "a", "children": [1, 2, 3], "rotation": [0, 0, 0, 1], "camera": 0}),
    );
    file.add(
        "nodes",
        json!({"name": "b", "matrix": [1,0,0,0, 0,1,0,0, 0,0,1,0, 1,2,3,1]}),
    );
    file.add(
        "nodes",
        json!({"mesh": 0, "skin": 0, "weights": [0.2], "extensions": {"KHR_lights_punctual": {"light": 0}}}),
    );
    file.add(
        "nodes",
        json!({"mesh": 1, "extensions": {
        "EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": delta}}, "KHR_node_visibility": {"visible": false}}}),
    );
    file.add("skins", json!({"joints": [0, 1], "inverseBindMatrices": matrices}));
    file.add("cameras", json!({"perspective": {"yfov": 1, "znear": 0.1}}));
    file.json["extensions"] = json!({"KHR_lights_punctual": {"lights": [{"type": "point"}]}});
    file.add(
        "materials",
        json!({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}, "alphaMode": "MASK"}),
    );
    file.add("textures", json!({"source": 0, "sampler": 0}));
    file.add("samplers", json!({"wrapS": 33071}));
    let view = file.view(b"pixels", None);
    file.add("images", json!({"bufferView": view}));
    let input = file.scalars(&[0.0, 0.5, 1.0]);
    let moves = file.floats(&[[0.0; 3], [1.0; 3], [2.0; 3]]);
    let turns = file.floats(&[[0.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]]);
    let cubic = file.scalars(&[0.0, 0.5, 0.0, 0.0, 1.0, 0.0, 0.0, 0.2, 0.0]);
    file.animation(0, "translation", "LINEAR", input, moves);
    file.animation(1, "rotation", "STEP", input, turns);
    file.animation(2, "weights", "CUBICSPLINE", input, cubic);
    let stamp = file.view(&[1, 0], None);
    let values = file.view(&1.5f32.to_le_bytes().repeat(6), None);
    file.json["accessors"][0]["sparse"] =
        json!({"count": 1, "indices": {"bufferView": stamp, "componentType": 5121}, "values": {"bufferView": values}});
    file
}

/// What later rooms take for granted.
fn keeps_its_laws(scene: &Scene) {
    let model = &scene.models[0];
    for (index, mesh) in model.meshes.iter().enumerate() {
        let count = mesh.vertex_count();
        assert!(mesh.positions.iter().flatten().all(f32::is_finite));
        assert!(mesh.normals.is_empty() || mesh.normals.len() == count);
        assert!(mesh.normals.iter().all(|n| n.iter().map(|c| c * c).sum::<f32>() > 0.0));
        assert!(
            mesh.uvs
                .iter()
                .all(|layer| layer.len() == count && layer.iter().flatten().all(f32::is_finite))
        );
        assert!(mesh.triangles.len().is_multiple_of(3) && mesh.lines.len().is_multiple_of(2));
        assert!(mesh.triangles.is_empty() || mesh.lines.is_empty());
        assert!(
            mesh.triangles
                .iter()
                .chain(mesh.lines.iter())
                .all(|v| (v as usize) < count)
        );
        let skin = &model.skins[mesh.skin.expect("on a node at least").get()];
        assert_eq!(mesh.influences.weights.len(), count * mesh.influences.stride as usize);
        assert_eq!(skin.bones.len(), skin.bone_from_mesh.len());
        for vertex in 0..count {
            let own: Vec<_> = mesh.influences.of_vertex(vertex).collect();
            let sum: f32 = own.iter().map(|(_, weight)| weight).sum();
            assert!((sum - 1.0).abs() < 1e-5 && own.iter().all(|(slot, _)| *slot < skin.bones.len()));
        }
        let pose = rest_pose(model);
        if count > 0 {
            deform_vertex(model, MeshIndex::new(index), &pose, count - 1);
        }
        assert!(
            mesh.material
                .is_none_or(|material| material.get() < model.materials.len())
        );
    }
    for shape in &model.blend_shapes {
        let count = model.meshes[shape.mesh.get()].vertex_count();
        assert_eq!(shape.vertices.len(), shape.deltas.len());
        assert!(shape.normal_deltas.is_empty() || shape.normal_deltas.len() == shape.deltas.len());
        assert!(shape.vertices.is_sorted_by(|a, b| a < b) && shape.vertices.iter().all(|v| (*v as usize) < count));
        assert!(shape.deltas.as_flattened().iter().all(|v| v.is_finite()) && shape.rest_weight.is_finite());
    }
    for (index, clip) in scene.clips.iter().enumerate() {
        for track in &clip.tracks {
            assert!(!track.keys.is_empty());
            assert!((1..track.keys.len()).all(|key| track.keys.frame(key - 1) < track.keys.frame(key)));
        }
        pose_at(scene, index, 0.4);
    }
}

/// The body that a fuzzer calls too: opens the bytes, and holds what comes out to its laws.
fn survives(bytes: Vec<u8>) -> bool {
    match opened(bytes) {
        Ok(import) => {
            keeps_its_laws(&import.scene);
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

#[track_caller]
fn check(name: &str, bytes: Vec<u8>) -> bool {
    let kept = bytes.clone();
    catch_unwind(AssertUnwindSafe(|| survives(bytes))).unwrap_or_else(|_| {
        let path = std::env::temp_dir().join("castview-hostile.glb");
        let _ = std::fs::write(&path, kept);
        panic!("{name}: written to {}", path.display())
    })
}

#[test]
fn files_cut_anywhere_are_survived() {
    let file = everything().glb();
    assert!(check("whole", file.clone()));
    for length in 0..file.len() {
        check("cut", file[..length].to_vec());
    }
}

/// Numbers, words and lists of the JSON replaced by what should not be there.
#[test]
fn json_that_lies_is_survived() {
    let whole = everything();
    let wrong = [
        json!(-1),
        json!(0),
        json!(1),
        json!(255),
        json!(4_294_967_295u64),
        json!(u64::MAX),
        json!(1.5),
        json!(1e300),
        json!([]),
        json!({}),
        json!(null),
        json!("LINES"),
        json!(5126),
        json!(5120),
        json!("VEC2"),
        json!([0, 0, 0]),
    ];
    let mut paths = Vec::new();
    collect(&whole.json, String::new(), &mut paths);
    let mut opened = 0;
    for (number, path) in paths.iter().enumerate() {
        for (kind, value) in wrong.iter().enumerate() {
            // Every place gets several wrong values, every wrong value many places.
            if (number + kind) % 3 != 0 {
                continue;
            }
            let mut json = whole.json.clone();
            json["buffers"] = json!([{"byteLength": whole.bin.len()}]);
            *json.pointer_mut(path).expect("a path") = value.clone();
            let mut text = json.to_string().into_bytes();
            text.resize(text.len().next_multiple_of(4), b' ');
            opened += usize::from(check(&format!("{path} = {value}"), glb(&text, &whole.bin)));
        }
    }
    assert!(opened > paths.len(), "most of it is shown all the same: {opened}");
}

fn collect(value: &Value, path: String, out: &mut Vec<String>) {
    match value {
        Value::Object(object) => object
            .iter()
            .for_each(|(name, value)| collect(value, format!("{path}/{name}"), out)),
        Value::Array(list) => list
            .iter()
            .enumerate()
            .for_each(|(i, value)| collect(value, format!("{path}/{i}"), out)),
        _ => {}
    }
    if !path.is_empty() {
        out.push(path);
    }
}

/// Bytes changed at random, in files made here and in real ones.
#[test]
fn changed_bytes_are_survived() {
    let mut files = vec![("everything".to_owned(), everything().glb())];
    if let Some(assets) = shared_assets() {
        for name in ["AnimatedMorphCube.glb", "RiggedSimple.glb", "SimpleSkin.gltf"] {
            files.push((
                name.into(),
                std::fs::read(assets.join("gltf").join(name)).expect("an asset"),
            ));
        }
    }
    for (name, file) in &files {
        for seed in 0..400u64 {
            let mut random = Random(seed);
            let mut bytes = file.clone();
            for _ in 0..=random.below(6) {
                let at = random.below(bytes.len());
                match random.below(4) {
                    0 => bytes[at] ^= 1 << random.below(8),
                    1 => bytes[at] = [0, 0xff, 0x7f, 0x80, b'9', b'"'][random.below(6)],
                    2 => {
                        let end = (at + 1 + random.below(8)).min(bytes.len());
                        bytes[at..end].fill(0xff);
                    }
                    _ => {
                        let from = random.below(bytes.len());
                        let length = random.below(32).min(bytes.len() - at.max(from));
                        bytes.copy_within(from..from + length, at);
                    }
                }
            }
            check(&format!("{name} seed {seed}"), bytes);
        }
    }
}

/// Small files that ask for very much get very little.
#[test]
fn greed_is_refused() {
    let mut file = everything();
    for _ in 0..2000 {
        file.add(
            "accessors",
            json!({"componentType": 5126, "type": "MAT4", "count": 1_000_000}),
        );
    }
    let first = file.json["accessors"].as_array().expect("a list").len() - 2000;
    let primitives: Vec<Value> = (0..2000)
        .map(|i| json!({"attributes": {"POSITION": first + i}}))
        .collect();
    file.add("meshes", json!({"primitives": primitives}));
    for _ in 0..300 {
        let node = file.add("nodes", json!({"mesh": 2}));
        let children = file.json["nodes"][0]["children"].as_array_mut().expect("a list");
        children.push(node.into());
    }
    for accessor in file.json["accessors"]
        .as_array_mut()
        .expect("a list")
        .iter_mut()
        .skip(first)
    {
        accessor["type"] = json!("VEC3");
    }
    let (scene, ids) = crate::lowered(&file);
    assert!(ids.contains(&"G9"), "{ids:?}");
    let bytes: usize = scene.models[0].meshes.iter().map(|mesh| mesh.vertex_count() * 12).sum();
    assert!(bytes < 30 << 30 && scene.models[0].meshes.len() < 1 << 16);
}
