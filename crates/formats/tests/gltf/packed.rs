//! `KHR_draco_mesh_compression` in files: docs/formats/gltf.md §4 and G-draco.

use crate::{lowered, model, opened};
use castview_base::core::ValueSource;
use castview_base::scene::ColorLayer;
use castview_testkit::draco::{STREAMS, stream};
use serde_json::json;

#[test]
fn a_stream_is_a_mesh() {
    for stream in STREAMS {
        let (model, ids) = model(&stream.file());
        assert!(ids.is_empty(), "{}: {ids:?}", stream.name);
        let mesh = &model.meshes[0];
        let has = |name| stream.attributes.iter().any(|(of, _)| *of == name);
        assert_eq!(mesh.triangle_count(), stream.triangles, "{}", stream.name);
        // Without normals faces are flat: each has its own corners.
        let vertices = if has("NORMAL") {
            stream.points
        } else {
            3 * stream.triangles
        };
        assert_eq!(mesh.vertex_count(), vertices, "{}", stream.name);
        assert_eq!(mesh.uvs.len(), usize::from(has("TEXCOORD_0")), "{}", stream.name);
        let radius = mesh.bounds.max.x;
        assert!((2.0..3.1).contains(&radius), "{}: {radius}", stream.name);
    }
}

#[test]
fn a_skinned_stream_is_skinned() {
    let mut file = stream("skinned").file();
    for _ in 0..16 {
        file.add("nodes", json!({}));
    }
    file.json["scenes"][0]["nodes"] = (0..17).collect::<Vec<usize>>().into();
    file.add("skins", json!({"joints": (1..17).collect::<Vec<usize>>()}));
    file.json["nodes"][0]["skin"] = 0.into();
    let (model, ids) = model(&file);
    assert_eq!(ids, Vec::<&str>::new());
    let mesh = &model.meshes[0];
    let influences: Vec<_> = mesh.influences.of_vertex(0).collect();
    assert_eq!(influences.len(), 2);
    assert!((influences[0].1 - 0.75).abs() < 0.01, "{influences:?}");
    assert_eq!(influences[1].0, influences[0].0 + 1);
    assert!(matches!(&mesh.colors[..], [ColorLayer::Packed(_)]));
}

/// One stream is unpacked once, and primitives that name it share its values.
#[test]
fn primitives_share_a_stream() {
    let stream = stream("standard");
    let mut file = stream.file();
    let primitive = stream.primitive(&mut file, 0);
    file.json["meshes"][0]["primitives"]
        .as_array_mut()
        .expect("a list")
        .push(primitive);
    let (model, ids) = model(&file);
    assert!(ids.is_empty());
    let [a, b] = &model.meshes[..] else {
        panic!("two meshes")
    };
    assert!(a.positions.raw_bytes().is_some());
    assert_eq!(a.positions.identity(), b.positions.identity());
}

#[test]
fn a_broken_stream_leaves_its_primitive_out_and_says_why() {
    let stream = stream("standard");
    let mut file = stream.file();
    file.bin[100] ^= 0xff;
    file.bin[101] ^= 0xff;
    let (scene, ids) = lowered(&file);
    assert_eq!((scene.models[0].meshes.len(), ids), (0, vec!["G-draco"]));
    let import = opened(file.glb()).expect("it opens");
    let told = &import.diagnostics.items()[0];
    assert!(told.message.contains("cannot be unpacked"), "{}", told.message);
    assert!(told.message.ends_with("the primitive is left out"), "{}", told.message);
    assert!(
        told.place.node_path.starts_with("meshes[0].primitives[0]"),
        "{}",
        told.place.node_path
    );
    // Data that are there beside it stand for it.
    let plain = file.triangle();
    file.json["meshes"][0]["primitives"][0]["attributes"] = plain;
    file.json["meshes"][0]["primitives"][0]["indices"] = json!(null);
    let (scene, ids) = lowered(&file);
    assert_eq!((scene.models[0].meshes[0].vertex_count(), ids), (3, vec!["G-draco"]));
}

#[test]
fn a_stream_counts_where_the_file_says_otherwise() {
    let stream = stream("standard");
    let mut file = stream.file();
    file.json["accessors"][0]["count"] = 7.into();
    let (scene, ids) = lowered(&file);
    assert_eq!(
        (scene.models[0].meshes[0].vertex_count(), ids),
        (stream.points, vec!["G-draco"])
    );
    // Values that are not there are no zeros.
    let mut file = stream.file();
    file.json["meshes"][0]["primitives"][0]["extensions"]["KHR_draco_mesh_compression"]["attributes"]["NORMAL"] =
        9.into();
    let (scene, ids) = lowered(&file);
    let mesh = &scene.models[0].meshes[0];
    assert_eq!((mesh.vertex_count(), ids), (3 * stream.triangles, vec!["G-draco"]));
    assert!(mesh.normals.is_empty());
}

#[test]
fn a_stream_that_is_cut_off_is_told_in_one_sentence() {
    let whole = stream("standard").file().glb();
    let import = opened(whole[..whole.len() - 50].to_vec()).expect("it opens");
    assert_eq!(import.scene.models[0].meshes.len(), 0);
    let told: Vec<_> = import.diagnostics.items().iter().map(|item| item.rule.id).collect();
    assert_eq!(told, ["G2"]);
    let cut = import.diagnostics.cut().expect("it is cut off");
    assert!(cut.message.contains("0 of 1 mesh"), "{}", cut.message);
}

#[test]
fn values_say_where_they_come_from() {
    let (model, _) = model(&stream("standard").file());
    let Some(ValueSource::Made(from)) = model.meshes[0].positions.source() else {
        panic!("unpacked")
    };
    assert!(from.starts_with("a Draco stream, 652 bytes from 0x"), "{from}");
}
