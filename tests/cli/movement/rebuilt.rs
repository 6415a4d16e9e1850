//! The kinds of the reports that were always read right, made in code: they stay so wherever the files of the reports are not at hand.

use super::Wanted::{self, Axis, Bone, Vertex};
use super::check;
use castview::formats::cast::{NodeDraft, NodeKind};
use castview::offline::{Arrangement, PoseTime};
use castview_testkit::gltf::{Gltf, U16, moved};
use castview_testkit::program::{Folder, bone};
use serde_json::{Value, json};

fn triangle(file: &mut Gltf, corners: [[f32; 3]; 3]) -> Value {
    json!({"POSITION": file.floats(&corners)})
}

/// Saves `file`, and holds its pose at `secs` against what is `wanted`. `has_clip`: its clip plays.
fn holds(file: &Gltf, secs: f64, has_clip: bool, wanted: &[Wanted]) {
    let folder = Folder::new();
    folder.put("it.glb", &file.glb());
    let arrangement = Arrangement {
        clip: (!has_clip).then(|| "rest".into()),
        ..Arrangement::default()
    };
    check(&[folder.at("it.glb")], &arrangement, PoseTime::Seconds(secs), wanted);
}

/// Vertices bound to a turned child of a bone with uneven scale are sheared.
#[test]
fn uneven_scale_shears_what_a_turned_child_carries() {
    let mut file = Gltf::new();
    file.json["scenes"] = json!([{"nodes": [0, 2]}]);
    let mut attributes = triangle(&mut file, [[-0.2; 3], [0.2, 1.4, 0.2], [0.0, 1.0, 0.0]]);
    attributes["JOINTS_0"] = file.joints(&[[0; 4], [1, 0, 0, 0], [1, 0, 0, 0]]).into();
    attributes["WEIGHTS_0"] = file.floats(&[[1.0, 0.0, 0.0, 0.0]; 3]).into();
    let mesh = file.mesh(attributes);
    file.add("nodes", json!({"name": "upper", "scale": [3, 1, 1], "children": [1]}));
    file.add("nodes", json!({"name": "lower", "translation": [0, 1, 0]}));
    file.add("nodes", json!({"name": "mesh", "mesh": mesh, "skin": 0}));
    let inverse = file.floats(&[moved(0.0, 0.0, 0.0), moved(0.0, -1.0, 0.0)]);
    file.add("skins", json!({"joints": [0, 1], "inverseBindMatrices": inverse}));
    let input = file.scalars(&[0.0, 1.0]);
    let half = 25f32.to_radians();
    let output = file.floats(&[[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, half.sin(), half.cos()]]);
    file.animation(1, "rotation", "LINEAR", input, output);
    let (sin, cos) = 50f32.to_radians().sin_cos();
    let bent = [3.0 * (0.2 * cos - 0.4 * sin), 1.0 + 0.2 * sin + 0.4 * cos, 0.2];
    let wanted = [Vertex(0, 0, 0, [-0.6, -0.2, -0.2]), Vertex(0, 0, 1, bent)];
    holds(&file, 1.0, true, &wanted);
}

/// An accessor without a buffer view is zeros: that shape moves nothing, the one beside it does.
#[test]
fn a_shape_without_bytes_moves_nothing() {
    let mut file = Gltf::new();
    let first = triangle(&mut file, [[-0.2; 3], [0.2, 0.0, 0.0], [0.0, 0.2, 0.0]]);
    let second = triangle(&mut file, [[1.8, -0.2, -0.2], [2.2, 0.0, 0.0], [2.0, 0.2, 0.0]]);
    let up = file.floats(&[[0.0, 2.0, 0.0]; 3]);
    let nothing = file.add("accessors", json!({"componentType": 5126, "type": "VEC3", "count": 3}));
    let primitive =
        |attributes: Value, target: usize| json!({"attributes": attributes, "targets": [{"POSITION": target}]});
    let primitives = [primitive(first, up), primitive(second, nothing)];
    let mesh = file.add("meshes", json!({"primitives": primitives, "weights": [0]}));
    file.add("nodes", json!({"mesh": mesh}));
    let (input, output) = (file.scalars(&[0.0, 1.0]), file.scalars(&[0.0, 1.0]));
    file.animation(0, "weights", "LINEAR", input, output);
    let wanted = [Vertex(0, 0, 0, [-0.2, 1.8, -0.2]), Vertex(0, 1, 0, [1.8, -0.2, -0.2])];
    holds(&file, 1.0, true, &wanted);
}

/// Weights as 16-bit integers whose flag says that they are no shares of 1 are taken as shares all the same.
#[test]
fn weights_whose_flag_was_forgotten_are_shares() {
    let mut file = Gltf::new();
    file.json["scenes"] = json!([{"nodes": [0, 1, 2]}]);
    let mut attributes = triangle(&mut file, [[-0.2; 3], [0.2, 0.0, 0.0], [0.0, 0.2, 0.0]]);
    attributes["JOINTS_0"] = file.joints(&[[0, 1, 0, 0]; 3]).into();
    let weights = [16384u16, 49151, 0, 0].repeat(3);
    let weights: Vec<u8> = weights.iter().flat_map(|weight| weight.to_le_bytes()).collect();
    attributes["WEIGHTS_0"] = file.accessor(&weights, U16, "VEC4", 3, false).into();
    let mesh = file.mesh(attributes);
    file.add("nodes", json!({"name": "a"}));
    file.add("nodes", json!({"name": "b", "translation": [4, 0, 0]}));
    file.add("nodes", json!({"name": "mesh", "mesh": mesh, "skin": 0}));
    let inverse = file.floats(&[moved(0.0, 0.0, 0.0); 2]);
    file.add("skins", json!({"joints": [0, 1], "inverseBindMatrices": inverse}));
    holds(&file, 0.0, false, &[Vertex(0, 0, 0, [2.8, -0.2, -0.2])]);
}

/// A cubic curve that goes through a quaternion of no length turns nothing there, and makes no numbers that are none.
#[test]
fn a_cubic_through_a_quaternion_of_no_length_turns_nothing_there() {
    let mut file = Gltf::new();
    let attributes = triangle(&mut file, [[-0.2; 3], [0.2, 0.0, 0.0], [0.0, 0.2, 0.0]]);
    let mesh = file.mesh(attributes);
    file.add("nodes", json!({"name": "n", "mesh": mesh}));
    let input = file.scalars(&[0.0, 1.0]);
    let (still, one, other) = ([0.0; 4], [0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, -1.0]);
    let output = file.floats(&[still, one, still, still, other, still]);
    file.animation(0, "rotation", "CUBICSPLINE", input, output);
    holds(&file, 0.5, true, &[Axis("it", "n", [1.0, 0.0, 0.0])]);
}

/// A model of two hundredths that its clip scales up a hundred times and carries off.
#[test]
fn a_tiny_model_that_its_clip_scales_up_stands_where_it_belongs() {
    let mut file = Gltf::new();
    file.json["scenes"] = json!([{"nodes": [0, 1]}]);
    let mut attributes = triangle(&mut file, [[-0.01; 3], [0.01, 0.0, 0.0], [0.0, 0.01, 0.0]]);
    attributes["JOINTS_0"] = file.joints(&[[0; 4]; 3]).into();
    attributes["WEIGHTS_0"] = file.floats(&[[1.0, 0.0, 0.0, 0.0]; 3]).into();
    let mesh = file.mesh(attributes);
    file.add("nodes", json!({"name": "j"}));
    file.add("nodes", json!({"name": "mesh", "mesh": mesh, "skin": 0}));
    file.add("skins", json!({"joints": [0]}));
    let input = file.scalars(&[0.0, 1.0]);
    let scale = file.floats(&[[100.0; 3]; 2]);
    let way = file.floats(&[[40.0, 0.0, 0.0], [40.0, 2.0, 0.0]]);
    let animation = file.animation(0, "scale", "LINEAR", input, scale);
    let animation = &mut file.json["animations"][animation];
    let sampler = json!({"input": input, "output": way, "interpolation": "LINEAR"});
    animation["samplers"].as_array_mut().expect("a list").push(sampler);
    let channel = json!({"sampler": 1, "target": {"node": 0, "path": "translation"}});
    animation["channels"].as_array_mut().expect("a list").push(channel);
    let wanted = [Bone("it", "j", [40.0, 2.0, 0.0]), Vertex(0, 0, 0, [39.0, 1.0, -1.0])];
    holds(&file, 1.0, true, &wanted);
}

/// A turned child of an unevenly scaled node stands still and is sheared all the same.
#[test]
fn shear_at_rest_is_drawn() {
    let mut file = Gltf::new();
    let attributes = triangle(&mut file, [[-0.2; 3], [0.2, 0.0, 0.0], [0.0, 0.2, 0.0]]);
    let mesh = file.mesh(attributes);
    file.add("nodes", json!({"name": "squash", "scale": [4, 1, 1], "children": [1]}));
    let half = std::f32::consts::FRAC_PI_8;
    let turn = [0.0, 0.0, half.sin(), half.cos()];
    file.add("nodes", json!({"name": "turned", "mesh": mesh, "rotation": turn}));
    let diagonal = std::f32::consts::FRAC_1_SQRT_2;
    let wanted = [
        Axis("it", "turned", [4.0 * diagonal, diagonal, 0.0]),
        Vertex(0, 0, 0, [0.0, -0.4 * diagonal, -0.2]),
    ];
    holds(&file, 0.0, false, &wanted);
}

/// Relative curves, but from one bone down an override says that translations are absolute.
#[test]
fn an_override_of_the_mode_counts_from_its_bone_down() {
    let folder = Folder::new();
    let turned = |degrees: f32| {
        let (sin, cos) = (degrees.to_radians() / 2.0).sin_cos();
        [0.0, 0.0, sin, cos]
    };
    let arm = NodeDraft::new(NodeKind::Bone)
        .string("n", "j_arm")
        .u32s("p", &[0])
        .vec3s("lp", &[[1.0, 2.0, 3.0]])
        .vec4s("lr", &[turned(30.0)]);
    let skeleton = NodeDraft::new(NodeKind::Skeleton).children([
        bone("tag_view", -1, [0.0, 0.0, 10.0]),
        arm,
        bone("j_gun", 1, [5.0, 0.0, 0.0]),
        bone("tag_clip", 2, [0.0, -1.0, 0.0]),
    ]);
    let model = NodeDraft::new(NodeKind::Model).string("n", "view").child(skeleton);
    let curve = |bone: &str, property: &str, mode: &str| {
        NodeDraft::new(NodeKind::Curve)
            .string("nn", bone)
            .string("kp", property)
            .string("m", mode)
            .uints("kb", &[0, 20])
    };
    let mut clip = NodeDraft::new(NodeKind::Animation).floats("fr", &[30.0]);
    for (bone, way) in [
        ("j_arm", [1.0, 1.0, 1.0]),
        ("j_gun", [7.0, 1.0, 0.0]),
        ("tag_clip", [0.0, -4.0, 0.0]),
    ] {
        for (property, value) in ["tx", "ty", "tz"].into_iter().zip(way) {
            clip = clip.child(curve(bone, property, "relative").floats("kv", &[value; 2]));
        }
    }
    let clip = clip
        .child(curve("j_arm", "rq", "absolute").vec4s("kv", &[turned(90.0); 2]))
        .child(
            NodeDraft::new(NodeKind::CurveModeOverride)
                .string("nn", "j_gun")
                .uints("ot", &[1])
                .string("m", "absolute"),
        );
    folder.cast("view.cast", [model]).cast("reload.cast", [clip]);
    let paths = ["view.cast", "reload.cast"].map(|name| folder.at(name));
    check(
        &paths,
        &Arrangement::default(),
        PoseTime::Frame(20.0),
        &[
            Bone("view", "j_arm", [2.0, 3.0, 14.0]),
            Bone("view", "j_gun", [1.0, 10.0, 14.0]),
            Bone("view", "tag_clip", [5.0, 10.0, 14.0]),
        ],
    );
}
