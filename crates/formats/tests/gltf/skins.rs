//! Skins to the letter of docs/formats/gltf.md §2; §8 rows 13 to 18.

use crate::writer::{Gltf, I8, I16, U8, U16, moved};
use crate::{at_rest, lowered, model, near, pose_at};
use castview_base::scene::Model;
use glam::Mat4;
use serde_json::{Value, json};

/// A triangle of one vertex position, skinned with these attributes.
fn skinned(file: &mut Gltf, position: [f32; 3], joints: &[[u8; 4]], weights: &[[f32; 4]]) -> Value {
    let positions = file.floats(&[position; 3]);
    let normals = file.floats(&[[0.0, 0.0, 1.0]; 3]);
    let mut attributes = json!({"POSITION": positions, "NORMAL": normals});
    for (set, (joints, weights)) in joints.iter().zip(weights).enumerate() {
        attributes[format!("JOINTS_{set}")] = file.joints(&[*joints; 3]).into();
        attributes[format!("WEIGHTS_{set}")] = file.floats(&[*weights; 3]).into();
    }
    attributes
}

/// The standard's own example: what moves joints counts, what moves the mesh node does not.
fn worked_example() -> Gltf {
    let mut file = Gltf::new();
    file.json["scenes"] = json!([{"nodes": [0, 3]}]);
    let attributes = skinned(&mut file, [2.0, 0.0, 0.0], &[[0, 0, 0, 0]], &[[1.0, 0.0, 0.0, 0.0]]);
    let mesh = file.mesh(attributes);
    file.add("nodes", json!({"translation": [0, 1, 0], "children": [1]}));
    file.add("nodes", json!({"scale": [0.5, 0.5, 0.5], "children": [2]}));
    file.add("nodes", json!({}));
    file.add("nodes", json!({"translation": [1, 0, 0], "children": [4]}));
    file.add("nodes", json!({"rotation": [0, 1, 0, 0], "mesh": mesh, "skin": 0}));
    file.add("skins", json!({"joints": [1, 2]}));
    file
}

#[test]
fn the_mesh_nodes_own_transform_does_not_count() {
    let (shown, ids) = model(&worked_example());
    assert!(ids.is_empty());
    near(at_rest(&shown, 0, 0), [1.0, 1.0, 0.0]);
}

/// A plain mesh below a skinned one follows the skinned node all the same.
#[test]
fn a_sword_below_the_skinned_node_follows_that_node() {
    let mut file = worked_example();
    let attributes = file.triangle();
    let sword = file.mesh(attributes);
    let node = file.add("nodes", json!({"mesh": sword}));
    file.json["nodes"][4]["children"] = json!([node]);
    let (shown, _) = model(&file);
    near(at_rest(&shown, 0, 0), [1.0, 1.0, 0.0]);
    near(at_rest(&shown, 1, 1), [0.0, 0.0, 0.0]);
    near(at_rest(&shown, 1, 2), [1.0, 1.0, 0.0]);
}

fn with_matrices(count: usize) -> Gltf {
    let mut file = worked_example();
    let matrices: Vec<[f32; 16]> = (0..count).map(|i| moved(4.0 + i as f32, 0.0, 0.0)).collect();
    let matrices = file.floats(&matrices);
    file.json["skins"][0]["inverseBindMatrices"] = matrices.into();
    file
}

#[test]
fn there_may_be_more_inverse_bind_matrices_than_joints_but_not_fewer() {
    for count in [2, 5] {
        let (shown, ids) = model(&with_matrices(count));
        assert!(ids.is_empty(), "{count}: {ids:?}");
        near(at_rest(&shown, 0, 0), [3.0, 1.0, 0.0]);
        assert_eq!(shown.skins.iter().map(|skin| skin.bones.len()).max(), Some(2));
    }
    let mut file = with_matrices(1);
    file.json["skins"][0]["joints"] = json!([2, 1]);
    let (shown, ids) = model(&file);
    assert_eq!(ids, ["G13"]);
    near(at_rest(&shown, 0, 0), [3.0, 1.0, 0.0]);
    let mut file = with_matrices(2);
    let last = file.json["accessors"].as_array().expect("a list").len() - 1;
    file.json["accessors"][last]["type"] = json!("VEC4");
    assert_eq!(lowered(&file).1, ["G13"]);
    let mut file = worked_example();
    let matrices = file.floats(&[[f32::NAN; 16], moved(0.0, 0.0, 0.0)]);
    file.json["skins"][0]["inverseBindMatrices"] = matrices.into();
    let (shown, ids) = model(&file);
    assert_eq!(ids, ["G19"]);
    near(at_rest(&shown, 0, 0), [1.0, 1.0, 0.0]);
}

/// Three joints along x, one vertex at the origin.
fn three_joints(attributes: impl FnOnce(&mut Gltf) -> Value) -> Gltf {
    let mut file = Gltf::new();
    let attributes = attributes(&mut file);
    let mesh = file.mesh(attributes);
    file.json["scenes"] = json!([{"nodes": [0, 1, 2, 3]}]);
    for x in [1.0, 10.0, 100.0] {
        file.add("nodes", json!({"translation": [x, 0, 0]}));
    }
    file.add("nodes", json!({"mesh": mesh, "skin": 0}));
    file.add("skins", json!({"joints": [0, 1, 2]}));
    file
}

/// Where the vertex lies, and the reports.
fn placed(joints: &[[u8; 4]], weights: &[[f32; 4]]) -> (f32, Vec<&'static str>) {
    let (shown, ids) = model(&three_joints(|file| skinned(file, [0.0; 3], joints, weights)));
    (at_rest(&shown, 0, 0).x, ids)
}

#[test]
fn weights_of_all_sets_count_and_sum_to_one() {
    let none: Vec<&str> = Vec::new();
    assert_eq!(placed(&[[0, 1, 0, 0]], &[[0.5, 0.5, 0.0, 0.0]]), (5.5, none.clone()));
    assert_eq!(
        placed(
            &[[0, 1, 0, 0], [2, 0, 0, 0]],
            &[[0.25, 0.25, 0.0, 0.0], [0.5, 0.0, 0.0, 0.0]]
        ),
        (52.75, none.clone())
    );
    // Twelve influences, one joint in every set.
    let thirds = [1.0 / 6.0, 1.0 / 6.0, 0.0, 0.0];
    let (x, ids) = placed(&[[0, 1, 0, 0], [0, 1, 0, 0], [0, 2, 0, 0]], &[thirds; 3]);
    assert!((x - 20.5).abs() < 1e-4 && ids.is_empty(), "{x} {ids:?}");
    // gltf.md rows 14 and 16.
    assert_eq!(placed(&[[1, 7, 0, 0]], &[[0.25, 0.75, 0.0, 0.0]]), (10.0, vec!["G14"]));
    assert_eq!(placed(&[[1, 2, 0, 0]], &[[1.0, 1.0, 0.0, 0.0]]), (55.0, vec!["G16"]));
    assert_eq!(placed(&[[1, 2, 0, 0]], &[[0.0; 4]]), (1.0, vec!["G16"]));
    assert_eq!(
        placed(&[[1, 2, 0, 0]], &[[1.0, -0.5, f32::NAN, 0.0]]),
        (10.0, vec!["G16"])
    );
}

/// Two sets of normalised 16-bit weights, joints as 16-bit numbers with a stride between.
#[test]
fn weights_may_be_normalised_integers() {
    let file = three_joints(|file| {
        let mut attributes = skinned(file, [0.0; 3], &[], &[]);
        let weights =
            |pairs: [u16; 4]| -> Vec<u8> { [pairs; 3].as_flattened().iter().flat_map(|v| v.to_le_bytes()).collect() };
        let mut spaced = Vec::new();
        for _ in 0..3 {
            spaced.extend([0u16, 2, 0, 0, 77, 77].iter().flat_map(|v| v.to_le_bytes()));
        }
        let view = file.view(&spaced, Some(12));
        let joints = file.add(
            "accessors",
            json!({"bufferView": view, "componentType": U16, "type": "VEC4", "count": 3}),
        );
        attributes["JOINTS_0"] = joints.into();
        attributes["WEIGHTS_0"] = file
            .accessor(&weights([13107, 13107, 0, 0]), U16, "VEC4", 3, true)
            .into();
        attributes["JOINTS_1"] = file.joints(&[[1, 0, 0, 0]; 3]).into();
        attributes["WEIGHTS_1"] = file.accessor(&[153, 0, 0, 0].repeat(3), U8, "VEC4", 3, true).into();
        attributes
    });
    let (shown, ids) = model(&file);
    assert!(ids.is_empty(), "{ids:?}");
    let x = at_rest(&shown, 0, 0).x;
    assert!((x - 26.2).abs() < 1e-3, "{x}");
}

/// gltf.md row 15.
#[test]
fn sets_without_counterpart_or_behind_a_gap_are_ignored() {
    for (drop, wanted) in [("WEIGHTS_1", 1.0), ("JOINTS_1", 1.0)] {
        let file = three_joints(|file| {
            let one = [[1.0, 0.0, 0.0, 0.0]; 3];
            let mut attributes = skinned(file, [0.0; 3], &[[0; 4], [1; 4], [2; 4]], &one);
            attributes.as_object_mut().expect("an object").remove(drop);
            attributes
        });
        let (shown, ids) = model(&file);
        assert_eq!((at_rest(&shown, 0, 0).x, ids), (wanted, vec!["G15"]), "{drop}");
    }
}

/// gltf.md row 17 and 2 rule 12.
#[test]
fn skins_that_cannot_be_used_leave_the_mesh_where_its_node_is() {
    let rest = |file: &Gltf| {
        let (shown, ids): (Model, _) = model(file);
        (at_rest(&shown, 0, 0), ids)
    };
    let unskinned = [-1.0, 0.0, 0.0];
    for (joints, id) in [(json!([]), "G17"), (json!([1, 4]), "G17")] {
        let mut file = worked_example();
        file.json["skins"][0]["joints"] = joints;
        let (found, ids) = rest(&file);
        near(found, unskinned);
        assert_eq!(ids, [id]);
    }
    let mut file = worked_example();
    let attributes = &mut file.json["meshes"][0]["primitives"][0]["attributes"];
    attributes
        .as_object_mut()
        .expect("an object")
        .retain(|name, _| !name.ends_with("_0"));
    let (found, ids) = rest(&file);
    near(found, unskinned);
    assert_eq!(ids, ["G-skin"]);
    let mut file = worked_example();
    file.json["nodes"][1]["skin"] = json!(0);
    assert_eq!(lowered(&file).1, ["G-skin"]);
}

/// gltf.md row 18, several skins, shared joints, one mesh with and without a skin.
#[test]
fn joints_are_shared_and_may_lie_in_another_scene() {
    let mut file = worked_example();
    file.json["scenes"] = json!([{"nodes": [3, 5]}, {"nodes": [0]}]);
    file.add("nodes", json!({"mesh": 0, "skin": 1, "children": [6]}));
    file.add("nodes", json!({"mesh": 0, "translation": [0, 0, 9]}));
    let matrices = file.floats(&[moved(0.0, 0.0, 4.0)]);
    file.add(
        "skins",
        json!({"joints": [1], "inverseBindMatrices": matrices, "skeleton": 77}),
    );
    let (shown, ids) = model(&file);
    assert_eq!(ids, ["G18"]);
    near(at_rest(&shown, 0, 0), [1.0, 1.0, 0.0]);
    near(at_rest(&shown, 1, 0), [1.0, 1.0, 2.0]);
    near(at_rest(&shown, 2, 0), [2.0, 0.0, 9.0]);
    // Positions are one array, whoever draws them.
    assert!(shown.meshes[0].positions.same_values(&shown.meshes[2].positions));
}

#[test]
fn hundreds_of_joints_are_no_limit_and_animated_ones_carry_their_vertices() {
    let mut file = Gltf::new();
    let joints: Vec<u8> = [[399u16, 0, 0, 0]; 3]
        .as_flattened()
        .iter()
        .flat_map(|v| v.to_le_bytes())
        .collect();
    let mut attributes = skinned(&mut file, [0.0; 3], &[], &[]);
    attributes["JOINTS_0"] = file.accessor(&joints, U16, "VEC4", 3, false).into();
    attributes["WEIGHTS_0"] = file.floats(&[[1.0, 0.0, 0.0, 0.0]; 3]).into();
    let mesh = file.mesh(attributes);
    for i in 0..400 {
        let children: Vec<i32> = if i < 399 { vec![i + 1] } else { Vec::new() };
        file.add("nodes", json!({"translation": [0.5, 0, 0], "children": children}));
    }
    let node = file.add("nodes", json!({"mesh": mesh, "skin": 0}));
    file.json["scenes"] = json!([{"nodes": [0, node]}]);
    file.add("skins", json!({"joints": (0..400).collect::<Vec<_>>()}));
    let (input, output) = (
        file.scalars(&[0.0, 2.0]),
        file.floats(&[[0.5, 0.0, 0.0], [0.5, 8.0, 0.0]]),
    );
    file.animation(200, "translation", "LINEAR", input, output);
    let (scene, ids) = lowered(&file);
    assert!(ids.is_empty());
    near(at_rest(&scene.models[0], 0, 0), [200.0, 0.0, 0.0]);
    let pose = pose_at(&scene, 0, 1.0);
    near(
        castview_motion::deform::deform_vertex(&scene.models[0], castview_base::core::MeshIndex::new(0), &pose, 0),
        [200.0, 4.0, 0.0],
    );
}

/// Quantised positions of a skinned mesh are brought back by its inverse bind matrices.
#[test]
fn quantised_positions_are_plain_numbers() {
    let mut file = worked_example();
    let positions: Vec<u8> = [[2000i16, -500, 0, 0]; 3]
        .as_flattened()
        .iter()
        .flat_map(|v| v.to_le_bytes())
        .collect();
    let view = file.view(&positions, Some(8));
    let id = file.add(
        "accessors",
        json!({"bufferView": view, "componentType": I16, "type": "VEC3", "count": 3}),
    );
    file.json["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = id.into();
    let scale = Mat4::from_scale(glam::Vec3::splat(0.001)).to_cols_array();
    let matrices = file.floats(&[scale; 2]);
    file.json["skins"][0]["inverseBindMatrices"] = matrices.into();
    let (shown, ids) = model(&file);
    assert!(ids.is_empty());
    near(at_rest(&shown, 0, 0), [1.0, 0.75, 0.0]);
}

/// Writers without unsigned types declare joints and indices with a sign: the numbers are the same, as long as none is below 0.
#[test]
fn joints_and_indices_with_a_sign_are_the_numbers_they_are() {
    let read = |joint: u8, component: u32, corner: u8| {
        let file = three_joints(|file| {
            let mut attributes = skinned(file, [0.0; 3], &[[0; 4]], &[[1.0, 0.0, 0.0, 0.0]]);
            let wide = component == I16;
            let bytes = |values: &[u8]| -> Vec<u8> {
                let wide = |value: u8| (value as i8 as i16).to_le_bytes().to_vec();
                let one = |value: &u8| if component == I16 { wide(*value) } else { vec![*value] };
                values.iter().flat_map(one).collect()
            };
            let stored = bytes(&[joint, 0, 0, 0].repeat(3));
            attributes["JOINTS_0"] = file.accessor(&stored, component, "VEC4", 3, false).into();
            let corners = bytes(&[0, 1, corner]);
            assert_eq!(corners.len(), if wide { 6 } else { 3 });
            let indices = file.accessor(&corners, component, "SCALAR", 3, false);
            attributes["indices"] = indices.into();
            attributes
        });
        let mut file = file;
        let primitive = &mut file.json["meshes"][0]["primitives"][0];
        let indices = primitive["attributes"]
            .as_object_mut()
            .expect("an object")
            .remove("indices");
        primitive["indices"] = indices.expect("it is there");
        file
    };
    for component in [I8, I16] {
        let (shown, ids) = model(&read(2, component, 2));
        assert_eq!((at_rest(&shown, 0, 0).x, ids), (100.0, vec!["G-signed"]));
        let (_, ids) = model(&read(0x81, component, 2));
        assert!(ids.contains(&"G9") && ids.contains(&"G-signed"), "{ids:?}");
    }
}
