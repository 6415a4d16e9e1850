//! Faults found by broken files, each file as small as it can be written.

use crate::check;
use crate::hostile::{CAST, GLTF, IMAGES, LIGHT, MRTK, SHAPE};
use crate::recording::{Curve, Recording, pose};
use crate::shape_file::{self, Node, Switches, samples};
use crate::writer::Gltf;
use castview::core::{Diagnostics, Options};
use castview::formats::cast::{NodeDraft, NodeKind, write};
use castview::formats::shape::{lower, read};
use glam::{Mat4, Quat, Vec3};
use serde_json::json;

/// Its squares overflow; brought to unit length it is a rotation like any other.
const HUGE: [f32; 4] = [1e30, 0.0, 0.0, 1e30];

/// 566 bytes that say 4238 × 10790 pixels take more than their share when they are decoded without asking for room first.
#[test]
fn a_webp_of_one_color_is_measured_before_it_is_decoded() {
    let bytes = include_bytes!("large.webp");
    assert_eq!(castview::images::size(bytes, "large.webp").ok(), Some([4238, 10_790]));
    assert!(!check(IMAGES, &"a large WebP", bytes));
}

/// One pixel that is not black. Squares of the faintest and of the brightest light are no numbers; some between keep a few digits, and
/// made of the lamp's direction one that was not of unit length.
#[test]
fn lamps_too_faint_to_be_squared() {
    let around = 52..72u8;
    for exponent in around.chain([8, 250, 255]) {
        for color in [[255; 3], [0, 0, 255]] {
            let mut bytes = b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 4 +X 8\n".to_vec();
            let start = bytes.len();
            bytes.resize(start + 4 * 32, 0);
            bytes[start + 16..start + 19].copy_from_slice(&color);
            bytes[start + 19] = exponent;
            assert!(check(LIGHT, &format!("{color:?} with exponent {exponent}"), &bytes));
        }
    }
}

#[test]
fn rotations_too_long_to_be_squared() {
    let mut file = Gltf::new();
    file.add("nodes", json!({"name": "turned"}));
    let input = file.scalars(&[0.0, 1.0]);
    let output = file.floats(&[HUGE, [0.0, 0.0, 0.0, 1e-30]]);
    file.animation(0, "rotation", "LINEAR", input, output);
    assert!(check(GLTF, &"huge and tiny rotations", &file.glb()));

    let mut draft = samples::four_layers();
    draft.layers[0].tracks[0].rotations = vec![(0.0, HUGE), (100.0, HUGE)];
    let bytes = shape_file::write(&draft, &Switches::default());
    assert!(check(SHAPE, &"a huge rotation", &bytes));

    let turn = Quat::from_array(HUGE);
    let recording = Recording {
        camera: Some(pose(&[(0.0, Vec3::ZERO, turn), (1.0, Vec3::ONE, turn)])),
        ..Recording::bare()
    };
    assert!(check(MRTK, &"huge rotations", &recording.bytes()));
}

#[test]
fn scales_that_overflow_down_a_chain() {
    let mut file = Gltf::new();
    for child in 1..4 {
        file.add("nodes", json!({"scale": [1e30, 1e30, 1e30], "children": [child]}));
    }
    file.add("nodes", json!({"translation": [1e30, 0, 0]}));
    assert!(check(GLTF, &"scales", &file.glb()));

    let mut draft = samples::minimal();
    for depth in 0..4 {
        let below = std::mem::take(&mut draft.root);
        draft.root = Node {
            name: format!("node {depth}"),
            transformation: Mat4::from_scale(Vec3::splat(1e18)),
            children: vec![below],
            ..Node::default()
        };
    }
    let bytes = shape_file::write(&draft, &Switches::default());
    assert!(check(SHAPE, &"scales", &bytes));
}

/// Columns longer than the numbers in them, and a shear over next to no scale.
#[test]
fn matrices_at_the_end_of_numbers() {
    let mut leaning = Mat4::IDENTITY;
    (leaning.x_axis.x, leaning.y_axis.x) = (1e-11, f32::MAX);
    let long = Mat4::from_cols_array(&[
        3e38, 3e38, 3e38, 0.0, -3e38, 3e38, 0.0, 0.0, 1.0, 1.0, -2.0, 0.0, 0.0, 0.0, 0.0, 1.0,
    ]);
    for transformation in [leaning, long] {
        let mut draft = samples::triangle();
        draft.root.transformation = transformation;
        let bytes = shape_file::write(&draft, &Switches::default());
        assert!(check(SHAPE, &"a matrix", &bytes));
    }
}

/// Frames are times of a clip in another unit.
#[test]
fn times_whose_frames_overflow() {
    let mut draft = samples::four_layers();
    for layer in &mut draft.layers {
        (layer.duration_ms, layer.key_frame_ms) = (1e308, 1e-3);
        layer.tracks[0].events = vec![(1e308, "late".into())];
    }
    let bytes = shape_file::write(&draft, &Switches::default());
    assert!(check(SHAPE, &"a long layer", &bytes));
}

/// The material's own factor times an animated strength.
#[test]
fn products_that_overflow() {
    let mut file = Gltf::new();
    file.add("nodes", json!({}));
    file.add(
        "materials",
        json!({"emissiveFactor": [1e30, 1e300, 1], "extensions": {
        "KHR_materials_emissive_strength": {"emissiveStrength": 1e30}}}),
    );
    let input = file.scalars(&[0.0, 1.0]);
    let strengths = file.scalars(&[1e30, 0.0]);
    let target = json!({"path": "pointer", "extensions": {"KHR_animation_pointer": {
        "pointer": "/materials/0/extensions/KHR_materials_emissive_strength/emissiveStrength"}}});
    file.add(
        "animations",
        json!({"samplers": [{"input": input, "output": strengths}],
            "channels": [{"sampler": 0, "target": target}]}),
    );
    assert!(check(GLTF, &"emissive strength", &file.glb()));
}

/// Numbers of lights, cameras and maps as large as they come: laws hold them to be finite.
#[test]
fn fixtures_and_maps_of_huge_numbers() {
    let mut file = Gltf::new();
    let (huge, beyond) = (3e38, 1e300);
    for (list, fixture) in [
        (
            "cameras",
            json!({"type": "perspective", "perspective": {"yfov": 3.1, "znear": beyond, "zfar": beyond, "aspectRatio": beyond}}),
        ),
        (
            "cameras",
            json!({"type": "orthographic", "orthographic": {"xmag": huge, "ymag": -huge, "znear": beyond, "zfar": beyond}}),
        ),
    ] {
        let at = file.add(list, fixture);
        file.add("nodes", json!({"camera": at, "translation": [huge, -huge, huge]}));
    }
    file.add("nodes", json!({"extensions": {"KHR_lights_punctual": {"light": 0}}}));
    file.json["scenes"][0]["nodes"] = json!([0, 1, 2]);
    file.json["extensions"] = json!({"KHR_lights_punctual": {"lights": [
        {"type": "spot", "color": [huge, huge, beyond], "intensity": huge, "range": beyond,
            "spot": {"innerConeAngle": beyond, "outerConeAngle": -huge}}]}});
    let transform =
        json!({"KHR_texture_transform": {"offset": [huge, beyond], "scale": [huge, huge], "rotation": beyond}});
    file.add("images", json!({"uri": "a.png"}));
    file.add("textures", json!({"source": 0}));
    file.add(
        "materials",
        json!({"alphaMode": "MASK", "alphaCutoff": beyond,
            "pbrMetallicRoughness": {"baseColorFactor": [huge, 0, -huge, huge], "baseColorTexture": {"index": 0, "extensions": transform}},
            "normalTexture": {"index": 0, "scale": beyond},
            "extensions": {"KHR_materials_ior": {"ior": beyond}, "KHR_materials_specular": {"specularColorFactor": [huge, huge, huge]}}}),
    );
    assert!(check(GLTF, &"fixtures", &file.glb()));
}

/// A cubic may go beyond its keys, but no further than numbers go.
#[test]
fn weights_of_shapes_that_overflow() {
    let mut file = Gltf::new();
    let attributes = file.triangle();
    let delta = file.floats(&[[0.0, 1.0, 0.0]; 3]);
    file.add(
        "meshes",
        json!({"primitives": [{"attributes": attributes, "targets": [{"POSITION": delta}]}]}),
    );
    file.add("nodes", json!({"mesh": 0}));
    let input = file.scalars(&[0.0, 1.0]);
    let weights = file.scalars(&[0.0, 3e38, 0.0, 0.0, -3e38, 0.0]);
    file.animation(0, "weights", "CUBICSPLINE", input, weights);
    assert!(check(GLTF, &"weights", &file.glb()));
}

/// Weights of one bone, named twice by one vertex.
#[test]
fn weights_whose_sum_overflows() {
    let skeleton = NodeDraft::new(NodeKind::Skeleton).child(NodeDraft::new(NodeKind::Bone).string("n", "root"));
    let mesh = NodeDraft::new(NodeKind::Mesh)
        .vec3s("vp", &[[0.0; 3]; 3])
        .u8s("f", &[0, 1, 2])
        .u8s("mi", &[2])
        .u8s("wb", &[0; 6])
        .floats("wv", &[f32::MAX; 6]);
    let model = NodeDraft::new(NodeKind::Model).child(skeleton).child(mesh);
    let bytes = write(&[NodeDraft::new(NodeKind::Root).child(model)]);
    assert!(check(CAST, &"the greatest weights there are", &bytes));
}

/// The same in glTF.
#[test]
fn weights_of_one_joint_whose_sum_overflows() {
    let mut file = Gltf::new();
    let mut attributes = file.triangle();
    attributes["JOINTS_0"] = file.joints(&[[0, 0, 1, 0]; 3]).into();
    attributes["WEIGHTS_0"] = file.floats(&[[3e38, 3e38, 1.0, 0.0]; 3]).into();
    let mesh = file.mesh(attributes);
    file.add("nodes", json!({"mesh": mesh, "skin": 0}));
    file.add("nodes", json!({"name": "hip", "children": [2]}));
    file.add("nodes", json!({"name": "spine"}));
    file.add("skins", json!({"joints": [1, 2]}));
    assert!(check(GLTF, &"one joint twice", &file.glb()));
}

/// Offsets of bones, each made of numbers, after a node of whose scale the same can be said.
#[test]
fn bindings_that_overflow() {
    let huge = Mat4::from_scale(Vec3::splat(1e30));
    let mut draft = samples::skinned_strip();
    draft
        .root
        .children
        .iter_mut()
        .for_each(|node| node.transformation = huge);
    draft.geometries[0].bones.iter_mut().for_each(|bone| bone.offset = huge);
    let bytes = shape_file::write(&draft, &Switches::default());
    assert!(check(SHAPE, &"huge offsets", &bytes));

    let options = Options::parse("skin=with-node").expect("key=value");
    let found = &mut Diagnostics::default();
    let document = read(bytes.into(), &options, found).expect("a whole file");
    let (scene, _) = lower(&document, "huge", &options, found);
    let skins = scene.models.iter().flat_map(|model| &model.skins);
    let matrices: Vec<_> = skins.flat_map(|skin| &skin.bone_from_mesh).flatten().collect();
    assert!(matrices.iter().all(|matrix| matrix.is_finite()), "{matrices:?}");
}

/// All three axes the same way; and longer than a number can tell.
#[test]
fn nodes_that_are_flat_or_longer_than_numbers() {
    for number in [3.5e9, 3e38] {
        let mut draft = samples::minimal();
        draft.root.transformation = Mat4::from_cols_array(&[number; 16]);
        let bytes = shape_file::write(&draft, &Switches::default());
        assert!(check(SHAPE, &"a flat node", &bytes));
    }
}

/// Between two keys the tangents lead a curve beyond what a number can say, where another curve of the rotation has a key.
#[test]
fn tangents_that_lead_beyond_numbers() {
    let mut camera = vec![Curve::default(); 7];
    for at in [3, 4] {
        let steep = |time| ([time, 0.5, f32::MAX, f32::MIN, 0.5, 0.5], 3);
        camera[at].keys = [0.0, 100.0].map(steep).into();
    }
    camera[6] = Curve::of(&[(0.0, 1.0), (50.0, 1.0), (100.0, 1.0)]);
    let recording = Recording {
        full: true,
        camera: Some(camera),
        ..Recording::bare()
    };
    assert!(check(MRTK, &"steep tangents", &recording.bytes()));
}
