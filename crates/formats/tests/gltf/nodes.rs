//! Nodes, scenes, matrices, cameras, lights, visibility: docs/formats/gltf.md §3 and §8 rows 10, 12, 25 to 27.

use crate::writer::{Gltf, U8};
use crate::{at_rest, lowered, model, near, opened_with, pose_at};
use castview_base::core::{MeshIndex, Options};
use castview_base::scene::{BoneKind, FixtureKind, Lens, LightShape, Model};
use castview_motion::animation::rest_pose;
use glam::{Mat4, Vec3};
use serde_json::json;

fn names(model: &Model) -> Vec<String> {
    let skeleton = &model.skeleton;
    (0..skeleton.len())
        .filter_map(|i| skeleton.from_file(i))
        .map(|bone| match skeleton.parent(bone) {
            Some(parent) => format!("{} < {}", skeleton.name(bone), skeleton.name(parent)),
            None => skeleton.name(bone).to_owned(),
        })
        .collect()
}

/// gltf.md row 12.
#[test]
fn rings_and_second_parents_are_cut() {
    let mut file = Gltf::new();
    file.json["scenes"] = json!([{"nodes": [0, 3]}]);
    file.add("nodes", json!({"name": "a", "children": [1, 0, 99]}));
    file.add("nodes", json!({"name": "b", "children": [2]}));
    file.add("nodes", json!({"name": "c"}));
    file.add("nodes", json!({"name": "d", "children": [4, 2]}));
    file.add("nodes", json!({"name": "e", "children": [3]}));
    let (model, ids) = model(&file);
    assert_eq!(names(&model), ["a", "b < a", "c < b", "d", "e < d"]);
    assert_eq!(ids, ["G12", "G10"]);
}

#[test]
fn the_shown_scene_is_the_files_or_the_users() {
    let mut file = Gltf::new();
    file.json["scenes"] = json!([{"nodes": [0], "name": "day"}, {"nodes": [1, 2], "name": "night"}]);
    file.json["scene"] = json!(1);
    for name in ["sun", "moon", "moon"] {
        file.add("nodes", json!({"name": name}));
    }
    let (shown, ids) = model(&file);
    assert_eq!(
        (shown.name.as_str(), names(&shown)),
        ("night", vec!["moon".into(), "moon (2)".into()])
    );
    assert!(ids.is_empty());
    let mut options = Options::default();
    options.set("scene", "0");
    let import = opened_with(file.glb(), &options).expect("it opens");
    assert_eq!(names(&import.scene.models[0]), ["sun"]);
    let choice = &import.choices[0];
    assert_eq!(
        (choice.key, choice.chosen.as_str(), choice.outcome.as_str()),
        ("scene", "0", "day")
    );
    // Neither a scene that is not there nor none at all hides everything.
    file.json["scene"] = json!(4_294_967_296u64);
    let (shown, ids) = model(&file);
    assert_eq!((names(&shown), ids), (vec!["sun".into()], vec!["G10"]));
    file.json["scenes"] = json!([]);
    let (shown, ids) = model(&file);
    assert_eq!((names(&shown).len(), ids), (3, vec!["G10", "G-scenes"][1..].to_vec()));
}

/// gltf.md rows 26 and 27: matrices are shown as they are, rotations without length are none.
#[test]
fn local_transforms_are_kept() {
    let mut file = Gltf::new();
    let sheared = Mat4::from_cols_array(&[
        1.0, 0.0, 0.0, 0.0, 0.5, 2.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 4.0, 5.0, 6.0, 1.0,
    ]);
    let attributes = file.triangle();
    let mesh = file.mesh(attributes);
    file.add("nodes", json!({"matrix": sheared.to_cols_array(), "mesh": mesh}));
    let (shown, ids) = model(&file);
    assert_eq!(ids, ["G27"]);
    near(at_rest(&shown, 0, 2), sheared.transform_point3(Vec3::Y).to_array());
    file.json["nodes"][0] =
        json!({"mesh": mesh, "rotation": [0, 0, 0, 0], "scale": [1, 2, 3], "translation": [1, 1, 1]});
    let (shown, ids) = model(&file);
    assert_eq!(ids, ["G26"]);
    near(at_rest(&shown, 0, 2), [1.0, 3.0, 1.0]);
    file.json["nodes"][0] = json!({"mesh": mesh, "matrix": sheared.to_cols_array(), "scale": [9, 9, 9]});
    assert_eq!(lowered(&file).1, ["G-matrix", "G27"]);
    file.json["nodes"][0] = json!({"mesh": mesh, "scale": [1, 2], "translation": [1e300, 0, 0]});
    let (shown, ids) = model(&file);
    assert_eq!(ids, ["G19"]);
    near(at_rest(&shown, 0, 2), [0.0, 1.0, 0.0]);
}

/// gltf.md row 10.
#[test]
fn references_that_lead_nowhere_are_dropped() {
    let mut file = Gltf::new();
    let attributes = file.triangle();
    let mesh = file.mesh(attributes);
    file.json["meshes"][mesh]["primitives"][0]["material"] = json!(3);
    file.json["scenes"] = json!([{"nodes": [0, 1, 77]}]);
    file.add("nodes", json!({"mesh": mesh, "skin": 5, "camera": 6}));
    file.add("nodes", json!({"mesh": -1}));
    let (shown, ids) = model(&file);
    assert_eq!(
        (shown.meshes.len(), shown.materials[0].name.as_str(), ids),
        (1, "default", vec!["G10"])
    );
}

#[test]
fn cameras_and_lights_hang_on_their_nodes() {
    let mut file = Gltf::new();
    file.add(
        "cameras",
        json!({"type": "perspective", "perspective": {"yfov": 0.8, "znear": 0.1}}),
    );
    file.add(
        "cameras",
        json!({"type": "orthographic", "orthographic": {"xmag": 2.0, "ymag": 1.0, "znear": 0.0, "zfar": 9.0}}),
    );
    file.json["extensions"] = json!({"KHR_lights_punctual": {"lights": [
        {"type": "spot", "color": [1, 0.5, 0], "intensity": 20, "range": 7, "spot": {"innerConeAngle": 0.1}},
        {"type": "laser"},
    ]}});
    file.add("nodes", json!({"name": "eye", "camera": 0, "children": [1, 2]}));
    file.add(
        "nodes",
        json!({"camera": 1, "extensions": {"KHR_lights_punctual": {"light": 0}}}),
    );
    file.add("nodes", json!({"extensions": {"KHR_lights_punctual": {"light": 1}}}));
    let (shown, ids) = model(&file);
    assert_eq!(ids, ["G-light"]);
    let [eye, wide, lamp] = &shown.fixtures[..] else {
        panic!("{:?}", shown.fixtures)
    };
    assert!(eye.name == "eye" && eye.bone == shown.skeleton.find("eye"));
    assert!(
        matches!(eye.kind, FixtureKind::Camera(c) if c.lens == Lens::Perspective { fov_y: 0.8 } && c.far.is_none())
    );
    assert!(matches!(wide.kind, FixtureKind::Camera(c) if c.far == Some(9.0)));
    let FixtureKind::Light(light) = lamp.kind else {
        panic!("{lamp:?}")
    };
    let outer = std::f32::consts::FRAC_PI_4;
    assert_eq!(light.shape, LightShape::Spot { inner: 0.1, outer });
    assert_eq!(
        (light.color.to_array(), light.intensity, light.range),
        ([1.0, 0.5, 0.0], 20.0, Some(7.0))
    );
}

#[test]
fn hidden_nodes_hide_what_is_below_until_a_clip_shows_it() {
    let mut file = Gltf::new();
    let attributes = file.triangle();
    let mesh = file.mesh(attributes);
    let visible = |yes: bool| json!({"KHR_node_visibility": {"visible": yes}});
    file.add("nodes", json!({"children": [1], "extensions": visible(false)}));
    file.add("nodes", json!({"mesh": mesh, "extensions": visible(true)}));
    assert!(model(&file).0.meshes[0].hidden);
    let (input, output) = (
        file.scalars(&[0.5, 1.0]),
        file.accessor(&[1, 0], U8, "SCALAR", 2, false),
    );
    let animation = file.animation(0, "pointer", "STEP", input, output);
    file.json["animations"][animation]["channels"][0]["target"] = json!({
        "path": "pointer",
        "extensions": {"KHR_animation_pointer": {"pointer": "/nodes/0/extensions/KHR_node_visibility/visible"}},
    });
    let (scene, ids) = lowered(&file);
    assert!(ids.is_empty() && !scene.models[0].meshes[0].hidden);
    let seen = [0.2, 0.7, 1.2].map(|time| pose_at(&scene, 0, time).mesh_visible[0]);
    assert_eq!(seen, [true, true, false]);
    // Another clip, or none, leaves it as the file has it.
    assert!(!rest_pose(&scene.models[0]).mesh_visible[0]);
    let output = file.floats(&[[0.0; 3], [1.0; 3]]);
    file.animation(0, "translation", "LINEAR", input, output);
    let (scene, _) = lowered(&file);
    assert!(!pose_at(&scene, 1, 0.7).mesh_visible[0]);
}

/// Joints are bones, other nodes only move what hangs on them; a sword goes with the hand.
#[test]
fn meshes_follow_the_nodes_they_hang_on() {
    let mut file = Gltf::new();
    let attributes = file.triangle();
    let mesh = file.mesh(attributes);
    file.add(
        "nodes",
        json!({"name": "hand", "translation": [1, 0, 0], "scale": [-1, 1, 1], "children": [1]}),
    );
    file.add(
        "nodes",
        json!({"name": "sword", "translation": [0, 2, 0], "mesh": mesh}),
    );
    file.add("skins", json!({"joints": [0]}));
    let (shown, _) = model(&file);
    let kinds = ["hand", "sword"].map(|name| shown.skeleton.kind(shown.skeleton.find(name).expect("a bone")));
    assert_eq!(kinds, [BoneKind::Joint, BoneKind::Node]);
    near(at_rest(&shown, 0, 1), [0.0, 2.0, 0.0]);
    let pose = rest_pose(&shown);
    near(
        castview_motion::deform::deform_vertex(&shown, MeshIndex::new(0), &pose, 2),
        [1.0, 3.0, 0.0],
    );
}

#[test]
fn a_camera_without_a_lens_is_left_out() {
    let mut file = Gltf::new();
    file.add("cameras", json!({"perspective": {"yfov": 0, "znear": 0.1}}));
    file.add("nodes", json!({"camera": 0}));
    file.json["scenes"] = json!([{"nodes": [0]}]);
    let (shown, ids) = model(&file);
    assert_eq!((shown.fixtures.len(), ids.as_slice()), (0, &["G-camera"][..]));
}
