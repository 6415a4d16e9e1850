//! Primitives, attributes, morph targets, compression: docs/formats/gltf.md §4 and §8 rows 11, 19, 32, 34, 36.

use crate::writer::{F32, Gltf, I8, I16, U8, U16};
use crate::{at_rest, lowered, model, near};
use castview_base::scene::ColorLayer;
use glam::Vec3;
use serde_json::{Value, json};

/// A strip of six points with normals, drawn in `mode` by `indices`.
fn drawn(mode: u32, indices: Option<&[u16]>) -> Gltf {
    let mut file = Gltf::new();
    let positions: Vec<[f32; 3]> = (0..6).map(|i| [i as f32, (i % 2) as f32, 0.0]).collect();
    let positions = file.floats(&positions);
    let normals = file.floats(&[[0.0, 0.0, 1.0]; 6]);
    let mut primitive = json!({"attributes": {"POSITION": positions, "NORMAL": normals}, "mode": mode});
    if let Some(indices) = indices {
        primitive["indices"] = file.indices(indices).into();
    }
    let mesh = file.add("meshes", json!({"primitives": [primitive]}));
    file.add("nodes", json!({"mesh": mesh}));
    file
}

#[test]
fn modes_draw_points_lines_and_triangles() {
    for (mode, indices, triangles, lines, ids) in [
        (0, None, &[][..], &[][..], &[][..]),
        (1, None, &[], &[0, 1, 2, 3, 4, 5], &[]),
        (2, Some(&[0, 1, 2][..]), &[], &[0, 1, 1, 2, 2, 0], &[]),
        (3, Some(&[0, 1, 2]), &[], &[0, 1, 1, 2], &[]),
        (4, Some(&[0, 1, 2, 3]), &[0, 1, 2], &[], &["G32"]),
        (4, Some(&[0, 1, 2, 3, 4, 6]), &[0, 1, 2], &[], &["G11"]),
        (4, Some(&[0, 1, 2, 3, 4, 65535]), &[0, 1, 2], &[], &["G11"]),
        (5, Some(&[0, 1, 2, 3]), &[0, 1, 2, 1, 3, 2], &[], &[]),
        (6, Some(&[0, 1, 2, 3]), &[1, 2, 0, 2, 3, 0], &[], &[]),
        (9, Some(&[0, 1, 2]), &[0, 1, 2], &[], &["G34"]),
    ] {
        let (shown, found) = model(&drawn(mode, indices));
        let mesh = &shown.meshes[0];
        assert_eq!(mesh.triangles.iter().collect::<Vec<_>>(), triangles, "{mode}");
        assert_eq!(mesh.lines.iter().collect::<Vec<_>>(), lines, "{mode}");
        assert_eq!((mesh.vertex_count(), found.as_slice()), (6, ids), "{mode}");
    }
    // Points that an index names, and no others.
    assert_eq!(
        model(&drawn(0, Some(&[4, 2]))).0.meshes[0].positions.to_vec(),
        [[4.0, 0.0, 0.0], [2.0, 0.0, 0.0]]
    );
}

/// Arrays that need no repair stay where they lie in the file.
#[test]
fn arrays_stay_in_the_file() {
    let import = crate::opened(drawn(4, Some(&[0, 1, 2])).glb()).expect("it opens");
    let mesh = &import.scene.models[0].meshes[0];
    assert!(mesh.positions.raw_bytes().is_some() && mesh.normals.raw_bytes().is_some());
    assert!(matches!(&mesh.triangles, castview_base::core::UintStream::U16(stream) if stream.raw_bytes().is_some()));
}

/// Faces without normals have corners of their own, so that each is flat; everything else goes along.
#[test]
fn faces_without_normals_are_flat() {
    let mut file = drawn(4, Some(&[0, 1, 2, 2, 1, 3]));
    let uvs = file.floats(&(0..6).map(|i| [i as f32, 0.5]).collect::<Vec<_>>());
    let delta = file.floats(&[[0.0; 3], [0.0; 3], [0.0, 0.0, 1.0], [0.0; 3], [0.0; 3], [0.0; 3]]);
    let primitive = &mut file.json["meshes"][0]["primitives"][0];
    primitive["attributes"]
        .as_object_mut()
        .expect("an object")
        .remove("NORMAL");
    primitive["attributes"]["TEXCOORD_0"] = uvs.into();
    primitive["targets"] = json!([{"POSITION": delta}]);
    let (shown, ids) = model(&file);
    assert!(ids.is_empty());
    let mesh = &shown.meshes[0];
    assert_eq!((mesh.vertex_count(), mesh.triangle_count()), (6, 2));
    assert_eq!(
        mesh.uvs[0].iter().map(|uv| uv[0]).collect::<Vec<_>>(),
        [0.0, 1.0, 2.0, 2.0, 1.0, 3.0]
    );
    assert_eq!(shown.blend_shapes[0].vertices, [2, 3]);
    let normals = castview_motion::deform::rest_normals(mesh);
    assert!(normals[..3].iter().all(|normal| *normal == normals[0]) && normals[0].length() > 0.99);
}

/// docs/formats/gltf.md §3: tangents are taken as they are, with their deltas; without normals they are ignored.
#[test]
fn tangents_are_those_of_the_file() {
    let given = [[0.0, 2.0, 0.0, -1.0]; 6];
    let bad = [
        [f32::NAN, 0.0, 0.0, 1.0],
        [0.0; 4],
        [1.0, 0.0, 0.0, -3.0],
        [0.0, 1.0, 0.0, 0.0],
        [1.0, 0.0, 0.0, 1.0],
        [0.0, f32::INFINITY, 0.0, -1.0],
    ];
    let file = |tangents: &[[f32; 4]], normals: bool| {
        let mut file = drawn(4, Some(&[0, 1, 2, 3, 4, 5]));
        let tangents = file.floats(tangents);
        let lean = file.floats(&[[0.5, 0.0, 0.0]; 6]);
        let primitive = &mut file.json["meshes"][0]["primitives"][0];
        primitive["attributes"]["TANGENT"] = tangents.into();
        primitive["targets"] = json!([{"TANGENT": lean}]);
        if !normals {
            let attributes = primitive["attributes"].as_object_mut().expect("an object");
            attributes.remove("NORMAL");
        }
        file
    };
    let (shown, ids) = model(&file(&given, true));
    assert_eq!((shown.meshes[0].tangents.to_vec(), ids), (given.to_vec(), vec![]));
    let shape = &shown.blend_shapes[0];
    assert_eq!(
        (&shape.deltas[..], &shape.normal_deltas[..]),
        (&[[0.0; 3]; 6][..], &[][..])
    );
    assert_eq!(shape.tangent_deltas, [[0.5, 0.0, 0.0]; 6]);

    let (shown, ids) = model(&file(&bad, true));
    assert_eq!(ids, ["G19"]);
    let repaired = shown.meshes[0].tangents.to_vec();
    assert_eq!(repaired[2..5], [[1.0, 0.0, 0.0, -1.0], [0.0, 1.0, 0.0, 1.0], bad[4]]);
    for at in [0, 1, 5] {
        let [x, y, z, side] = repaired[at];
        assert!(
            z == 0.0 && Vec3::new(x, y, z).is_normalized(),
            "not in the surface: {at}"
        );
        assert_eq!(side, if at == 5 { -1.0 } else { 1.0 });
    }

    let (shown, ids) = model(&file(&given, false));
    assert!(shown.meshes[0].tangents.is_empty() && ids.is_empty());
    assert!(shown.blend_shapes[0].tangent_deltas.is_empty());

    let (shown, ids) = model(&file(&given[..3], true));
    assert!(shown.meshes[0].tangents.is_empty());
    assert_eq!(ids, ["G9"]);
}

/// gltf.md row 19: a normal whose length cannot be squared has a direction all the same, which is kept.
#[test]
fn normals_of_any_length_keep_their_direction() {
    let mut file = drawn(4, Some(&[0, 1, 2, 3, 4, 5]));
    let normals = [
        [0.0, 3e38, 0.0],
        [0.0, -1e-30, 0.0],
        [0.0; 3],
        [f32::NAN; 3],
        [2.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
    ];
    let normals = file.floats(&normals);
    file.json["meshes"][0]["primitives"][0]["attributes"]["NORMAL"] = normals.into();
    let (shown, ids) = model(&file);
    let (up, z) = ([0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
    assert_eq!(
        shown.meshes[0].normals.to_vec(),
        [up, [0.0, -1.0, 0.0], z, z, [2.0, 0.0, 0.0], up]
    );
    assert_eq!(ids, ["G19"]);
}

/// gltf.md row 19.
#[test]
fn nothing_is_drawn_with_positions_that_are_no_numbers() {
    let mut file = drawn(4, Some(&[0, 1, 2, 3, 4, 5]));
    let bad = file.floats(&[
        [0.0; 3],
        [f32::NAN; 3],
        [1.0; 3],
        [2.0; 3],
        [3.0; 3],
        [4.0, f32::INFINITY, 0.0],
    ]);
    file.json["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = bad.into();
    let (shown, ids) = model(&file);
    assert_eq!((shown.meshes[0].triangle_count(), ids), (0, vec!["G19", "G11"]));
    assert!(shown.meshes[0].positions.iter().all(|p| Vec3::from(p).is_finite()));
}

/// gltf.md row 19: the box is that of the other positions, and a cloud has no point there.
#[test]
fn positions_that_are_no_numbers_make_no_bounds_larger_and_are_no_points() {
    let positions = [
        [f32::NAN; 3],
        [5.0, 5.0, 5.0],
        [6.0, 5.0, 5.0],
        [5.0, 7.0, 5.0],
        [5.0, f32::INFINITY, 5.0],
        [6.0, 7.0, 8.0],
    ];
    for (mode, indices, vertices) in [
        (0, None, 4),
        (0, Some(&[0, 1, 2, 3, 4, 5][..]), 4),
        (1, None, 6),
        (4, Some(&[1, 2, 3, 3, 2, 5][..]), 6),
    ] {
        let mut file = drawn(mode, indices);
        let bad = file.floats(&positions);
        file.json["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = bad.into();
        let (shown, ids) = model(&file);
        let mesh = &shown.meshes[0];
        let bounds = [mesh.bounds.min, mesh.bounds.max];
        assert_eq!(bounds, [Vec3::splat(5.0), Vec3::new(6.0, 7.0, 8.0)], "{mode}");
        assert_eq!((mesh.vertex_count(), ids[0]), (vertices, "G19"), "{mode}");
        let is_told = |p: [f32; 3]| positions.contains(&p);
        assert!(mesh.positions.iter().all(is_told), "{mode}: nothing lies at the origin");
    }
}

/// docs/formats/gltf.md §5: the same as with an empty material, colours included.
#[test]
fn primitives_without_material_have_the_default_one() {
    let mut file = Gltf::new();
    let mut attributes = file.triangle();
    attributes["COLOR_0"] = file.floats(&[[1.0, 0.0, 0.0]; 3]).into();
    let part = |material: Value| match material {
        Value::Null => json!({"attributes": attributes}),
        material => json!({"attributes": attributes, "material": material}),
    };
    let primitives = [json!(0), Value::Null, json!(7), Value::Null].map(part);
    file.add("meshes", json!({"primitives": primitives}));
    file.add("materials", json!({"name": "own"}));
    file.add("nodes", json!({"mesh": 0}));
    let (model, ids) = model(&file);
    assert_eq!(ids, ["G10"]);
    let names: Vec<&str> = model.materials.iter().map(|material| material.name.as_str()).collect();
    assert_eq!(names, ["own", "default"]);
    let used: Vec<usize> = model
        .meshes
        .iter()
        .map(|mesh| mesh.material.expect("one").get())
        .collect();
    assert_eq!(used, [0, 1, 1, 1]);
    assert_eq!(model.materials[0].surface, model.materials[1].surface);
    assert!(model.materials[1].surface.vertex_colors);
}

#[test]
fn colours_and_layers_are_read_in_every_form() {
    let mut file = drawn(4, Some(&[0, 1, 2]));
    let packed: Vec<u8> = [255, 128, 0, 51].repeat(6);
    let colors = [
        file.accessor(&packed, U8, "VEC4", 6, true),
        file.floats(&[[0.5, 2.0, -1.0]; 6]),
        file.accessor(&[0u8; 24].map(|_| 255).repeat(2), U16, "VEC4", 6, true),
    ];
    let uvs = [
        file.floats(&[[0.25, 0.75]; 6]),
        file.accessor(&[51, 0, 0, 0].repeat(6)[..12], U8, "VEC2", 6, true),
    ];
    let attributes = &mut file.json["meshes"][0]["primitives"][0]["attributes"];
    for (i, color) in colors.into_iter().enumerate() {
        attributes[format!("COLOR_{i}")] = color.into();
    }
    for (i, uv) in uvs.into_iter().enumerate() {
        attributes[format!("TEXCOORD_{i}")] = uv.into();
    }
    let (shown, ids) = model(&file);
    assert!(ids.is_empty(), "{ids:?}");
    let mesh = &shown.meshes[0];
    assert!(matches!(mesh.colors[0], ColorLayer::Packed(_)));
    assert_eq!(mesh.colors[0].get(5), [1.0, 128.0 / 255.0, 0.0, 0.2]);
    assert_eq!(mesh.colors[1].get(5), [0.5, 1.0, 0.0, 1.0]);
    assert_eq!(mesh.colors[2].get(5), [1.0; 4]);
    assert_eq!((mesh.uvs[0].get(2), mesh.uvs[1].get(2)), ([0.25, 0.75], [0.2, 0.0]));
}

/// KHR_mesh_quantization: signed and normalised positions, 8-bit normals with padding.
#[test]
fn quantised_attributes_are_numbers() {
    let mut file = drawn(4, Some(&[0, 1, 2]));
    let positions: Vec<u8> = [[-32767i16, 32767, -32768, 0]; 6]
        .as_flattened()
        .iter()
        .flat_map(|v| v.to_le_bytes())
        .collect();
    let view = file.view(&positions, Some(8));
    let position = json!({"bufferView": view, "componentType": I16, "type": "VEC3", "count": 6, "normalized": true});
    let position = file.add("accessors", position);
    let view = file.view(&[0, 129, 0, 0].repeat(6), Some(4));
    let normal = json!({"bufferView": view, "componentType": I8, "type": "VEC3", "count": 6, "normalized": true});
    let normal = file.add("accessors", normal);
    file.json["meshes"][0]["primitives"][0]["attributes"] = json!({"POSITION": position, "NORMAL": normal});
    let (shown, ids) = model(&file);
    assert!(ids.is_empty());
    assert_eq!(shown.meshes[0].positions.get(3), [-1.0, 1.0, -1.0]);
    assert_eq!(shown.meshes[0].normals.get(3), [0.0, -1.0, 0.0]);
}

/// Weights: those of the node before those of the mesh; names from the extras; targets of different number (gltf.md row 36).
#[test]
fn morph_targets_have_names_and_weights_of_their_node() {
    let mut file = Gltf::new();
    let attributes = file.triangle();
    let (up, out) = (file.floats(&[[0.0, 1.0, 0.0]; 3]), file.floats(&[[0.0, 0.0, 2.0]; 3]));
    let lean = file.floats(&[[1.0, 0.0, 0.0]; 3]);
    let mesh = file.add(
        "meshes",
        json!({
            "primitives": [
                {"attributes": attributes, "targets": [{"POSITION": up, "NORMAL": lean}, {"POSITION": out}]},
                {"attributes": attributes, "targets": [{"POSITION": up}]},
            ],
            "weights": [0.5, 0.25],
            "extras": {"targetNames": ["up", "out"]},
        }),
    );
    file.json["scenes"] = json!([{"nodes": [0, 1]}]);
    file.add("nodes", json!({"name": "left", "mesh": mesh}));
    file.add("nodes", json!({"name": "right", "mesh": mesh, "weights": [2.0, 0.0]}));
    let (shown, ids) = model(&file);
    assert_eq!(ids, ["G36"]);
    let shapes: Vec<_> = shown
        .blend_shapes
        .iter()
        .map(|s| (s.name.as_str(), s.mesh.get(), s.rest_weight))
        .collect();
    assert_eq!(
        shapes[..4],
        [
            ("left up", 0, 0.5),
            ("left out", 0, 0.25),
            ("left up", 1, 0.5),
            ("left out", 1, 0.25)
        ]
    );
    assert_eq!(
        shapes[4..],
        [
            ("right up", 2, 2.0),
            ("right out", 2, 0.0),
            ("right up", 3, 2.0),
            ("right out", 3, 0.0)
        ]
    );
    assert_eq!(shown.blend_shapes[0].normal_deltas, [[1.0, 0.0, 0.0]; 3]);
    // Attributes of a target that we do not understand are reported.
    let mut painted = file.clone();
    painted.json["meshes"][0]["primitives"][0]["targets"][1]["COLOR_0"] = up.into();
    assert_eq!(model(&painted).1, ["G36", "G-target"]);
    near(at_rest(&shown, 0, 0), [0.0, 0.5, 0.5]);
    near(at_rest(&shown, 2, 0), [0.0, 2.0, 0.0]);
    near(at_rest(&shown, 3, 0), [0.0, 2.0, 0.0]);
}

/// A compressed view stands for its bytes; its plain ones may be missing.
#[test]
fn compressed_views_are_unpacked() {
    // Four elements of 4 bytes that all equal the one before the first: no bit is stored but the header.
    let mut stream = vec![0xa0];
    stream.extend([0; 4]);
    stream.extend([0; 28]);
    stream.extend(2.5f32.to_le_bytes());
    let compressed = |count: usize| {
        let mut file = Gltf::new();
        let source = file.view(&stream, None);
        let offset = file.json["bufferViews"][source]["byteOffset"].clone();
        file.json["buffers"] = json!([{"byteLength": file.bin.len()}, {"byteLength": 16, "extensions": {"EXT_meshopt_compression": {"fallback": true}}}]);
        let view = file.add("bufferViews", json!({
            "buffer": 1, "byteLength": 16, "byteStride": 4,
            "extensions": {"EXT_meshopt_compression": {
                "buffer": 0, "byteOffset": offset, "byteLength": stream.len(), "byteStride": 4, "count": count, "mode": "ATTRIBUTES",
            }},
        }));
        let weights = file.add(
            "accessors",
            json!({"bufferView": view, "componentType": F32, "type": "SCALAR", "count": 4}),
        );
        let file_bytes = file.bin.len();
        let input = file.scalars(&[0.0, 1.0, 2.0, 3.0]);
        file.json["buffers"][0]["byteLength"] = json!(file.bin.len());
        assert!(file.bin.len() > file_bytes);
        let attributes = {
            let positions = file.floats(&[[0.0; 3]; 3]);
            let normals = file.floats(&[[0.0, 0.0, 1.0]; 3]);
            file.json["buffers"][0]["byteLength"] = json!(file.bin.len());
            json!({"POSITION": positions, "NORMAL": normals})
        };
        let mesh = file.mesh(attributes.clone());
        file.json["meshes"][mesh]["primitives"][0]["targets"] = json!([{"POSITION": attributes["NORMAL"]}]);
        file.add("nodes", json!({"mesh": mesh}));
        file.animation(0, "weights", "LINEAR", input, weights);
        file
    };
    let (scene, ids) = lowered(&compressed(4));
    assert!(ids.is_empty(), "{ids:?}");
    let castview_base::scene::Values::Scalar(values) = &scene.clips[0].tracks[0].values else {
        panic!("scalars")
    };
    assert_eq!(values.to_vec(), [2.5; 4]);
    let (scene, ids) = lowered(&compressed(1000));
    assert_eq!((scene.clips[0].tracks.len(), ids), (0, vec!["G9"]));
}

/// 90 000 meshes of three vertices in some kilobytes: as many as there is room for are shown.
#[test]
fn meshes_far_out_of_proportion_are_left_out() {
    let mut file = Gltf::new();
    let attributes = file.triangle();
    let primitives = vec![json!({"attributes": attributes}); 300];
    file.add("meshes", json!({"primitives": primitives}));
    for _ in 0..300 {
        file.add("nodes", json!({"mesh": 0}));
    }
    file.json["scenes"] = json!([{"nodes": (0..300).collect::<Vec<u32>>()}]);
    let (shown, ids) = model(&file);
    assert_eq!(ids, ["G-size"]);
    assert!((300..=65_536).contains(&shown.meshes.len()), "{}", shown.meshes.len());
}
