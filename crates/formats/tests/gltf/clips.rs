//! Animations: the modes of docs/formats/gltf.md §3, §8 rows 20 to 26 and 34, pointers.

use crate::writer::{Gltf, I16, U8};
use crate::{lowered, near, pose_at};
use castview_base::core::MeshIndex;
use castview_base::scene::{Property, Scene};
use castview_motion::deform::deform_vertex;
use glam::{DQuat, DVec4, Quat, Vec3};
use serde_json::json;

/// One node called `n`.
fn one_node() -> Gltf {
    let mut file = Gltf::new();
    file.add("nodes", json!({"name": "n"}));
    file
}

fn translation(scene: &Scene, seconds: f64) -> Vec3 {
    pose_at(scene, 0, seconds).local[0].translation
}

#[test]
fn clips_run_from_zero_in_seconds_and_hold_their_ends() {
    let mut file = one_node();
    let (input, output) = (
        file.scalars(&[1.0, 3.0]),
        file.floats(&[[2.0, 0.0, 0.0], [4.0, 0.0, 0.0]]),
    );
    file.animation(0, "translation", "LINEAR", input, output);
    let (scene, ids) = lowered(&file);
    assert!(ids.is_empty());
    let clip = &scene.clips[0];
    assert_eq!((clip.name.as_str(), clip.frames_per_second), ("stem", 30.0));
    assert_eq!((clip.range.start, clip.range.end), (0.0, 90.0));
    for (seconds, wanted) in [(0.0, 2.0), (1.0, 2.0), (1.5, 2.5), (3.0, 4.0), (9.0, 4.0)] {
        near(translation(&scene, seconds), [wanted, 0.0, 0.0]);
    }
}

#[test]
fn keys_before_0_play_and_are_told() {
    let mut file = one_node();
    let (input, output) = (
        file.scalars(&[-0.5, 1.0]),
        file.floats(&[[0.0, 0.0, 0.0], [3.0, 0.0, 0.0]]),
    );
    file.animation(0, "translation", "LINEAR", input, output);
    let (scene, ids) = lowered(&file);
    assert_eq!(ids, ["G-negative"]);
    assert_eq!((scene.clips[0].range.start, scene.clips[0].range.end), (-15.0, 30.0));
    for (seconds, wanted) in [(-9.0, 0.0), (-0.5, 0.0), (0.0, 1.0), (1.0, 3.0)] {
        near(translation(&scene, seconds), [wanted, 0.0, 0.0]);
    }
}

/// docs/formats/gltf.md §3: weights are not clamped, however far tangents take them.
#[test]
fn weights_go_as_far_as_their_tangents_lead() {
    let mut file = Gltf::new();
    let attributes = file.triangle();
    let delta = file.floats(&[[0.0, 1.0, 0.0]; 3]);
    file.add(
        "meshes",
        json!({"primitives": [{"attributes": attributes, "targets": [{"POSITION": delta}]}]}),
    );
    file.add("nodes", json!({"mesh": 0}));
    let input = file.scalars(&[0.0, 2.0]);
    let weights = file.scalars(&[0.0, 0.0, 40.0, -40.0, 0.0, 0.0]);
    file.animation(0, "weights", "CUBICSPLINE", input, weights);
    let (scene, _) = lowered(&file);
    assert_eq!(pose_at(&scene, 0, 1.0).shape_weights, [20.0]);
}

/// Names made up for two nodes with a shape `x` each must not be those of a third.
#[test]
fn weights_of_a_node_move_nothing_of_another() {
    let mut file = Gltf::new();
    let attributes = file.triangle();
    let delta = file.floats(&[[0.0, 1.0, 0.0]; 3]);
    let mut mesh = |names: &[&str]| {
        let targets = vec![json!({"POSITION": delta}); names.len()];
        file.add(
            "meshes",
            json!({"primitives": [{"attributes": attributes, "targets": targets}], "extras": {"targetNames": names}}),
        )
    };
    let (shared, other) = (mesh(&["x", "x"]), mesh(&["A x"]));
    file.add("nodes", json!({"name": "A", "mesh": shared, "children": [1, 2]}));
    file.add("nodes", json!({"name": "B", "mesh": shared}));
    file.add("nodes", json!({"name": "C", "mesh": other, "weights": [0.25]}));
    let input = file.scalars(&[0.0, 1.0]);
    let weights = file.scalars(&[0.0, 0.0, 1.0, 0.5]);
    file.animation(0, "weights", "LINEAR", input, weights);
    let (scene, _) = lowered(&file);
    let names: Vec<&str> = scene.models[0]
        .blend_shapes
        .iter()
        .map(|shape| shape.name.as_str())
        .collect();
    assert_eq!(
        pose_at(&scene, 0, 1.0).shape_weights,
        [1.0, 0.5, 0.0, 0.0, 0.25],
        "{names:?}"
    );
}

#[test]
fn steps_are_held_and_cubics_are_hermites() {
    let mut file = one_node();
    let input = file.scalars(&[0.5, 2.5, 3.0]);
    let steps = file.floats(&[[1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [5.0, 0.0, 0.0]]);
    file.animation(0, "translation", "STEP", input, steps);
    // Each key: slope before, value, slope after.
    let keys: [[[f32; 3]; 3]; 3] = [
        [[9.0, 9.0, 9.0], [1.0, 0.0, -1.0], [0.5, 1.0, 0.0]],
        [[-1.0, 2.0, 0.0], [2.0, 4.0, 3.0], [7.0, 0.0, 0.0]],
        [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [9.0, 9.0, 9.0]],
    ];
    let cubic = file.floats(keys.as_flattened());
    file.animation(0, "translation", "CUBICSPLINE", input, cubic);
    let (scene, ids) = lowered(&file);
    assert!(ids.is_empty());
    let stepped = |seconds| pose_at(&scene, 0, seconds).local[0].translation.x;
    assert_eq!([0.0, 0.5, 2.49, 2.5, 9.0].map(stepped), [1.0, 1.0, 1.0, 2.0, 5.0]);
    for seconds in [0.5, 0.9, 1.5, 2.2, 2.5] {
        // The standard's formula.
        let (d, t) = (2.0f64, (seconds - 0.5) / 2.0);
        let wanted: [f32; 3] = std::array::from_fn(|axis| {
            let [v0, b0, a1, v1] = [keys[0][1], keys[0][2], keys[1][0], keys[1][1]].map(|v| f64::from(v[axis]));
            let (t2, t3) = (t * t, t * t * t);
            ((2.0 * t3 - 3.0 * t2 + 1.0) * v0
                + d * (t3 - 2.0 * t2 + t) * b0
                + (3.0 * t2 - 2.0 * t3) * v1
                + d * (t3 - t2) * a1) as f32
        });
        near(pose_at(&scene, 1, seconds).local[0].translation, wanted);
    }
}

#[test]
fn rotations_take_the_short_way_and_cubic_ones_are_normalised() {
    let mut file = one_node();
    let input = file.scalars(&[0.0, 1.0]);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let turned = file.floats(&[[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, -half, -half]]);
    file.animation(0, "rotation", "LINEAR", input, turned);
    let keys: [[f32; 4]; 6] = [
        [0.0; 4],
        [0.0, 0.0, 0.0, 1.0],
        [0.5, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, -half, -half],
        [0.0; 4],
    ];
    let cubic = file.floats(&keys);
    file.animation(0, "rotation", "CUBICSPLINE", input, cubic);
    let short: Vec<u8> = [[0i16, 0, 0, 32767], [0, 0, 23170, 23170]]
        .as_flattened()
        .iter()
        .flat_map(|v| v.to_le_bytes())
        .collect();
    let short = file.accessor(&short, I16, "VEC4", 2, true);
    file.animation(0, "rotation", "LINEAR", input, short);
    let (scene, ids) = lowered(&file);
    assert!(ids.is_empty());
    let rotation = |clip, seconds| pose_at(&scene, clip, seconds).local[0].rotation;
    let quarter = Quat::from_rotation_z(std::f32::consts::FRAC_PI_4);
    for clip in [0, 2] {
        assert!(rotation(clip, 0.5).angle_between(quarter) < 2e-3, "{clip}");
    }
    // Componentwise by the formula at t = 1/2, then normalised; no sign is changed.
    let value = |i: usize| DVec4::from_array(keys[i].map(f64::from));
    let wanted = 0.5 * value(1) + 0.125 * value(2) + 0.5 * value(4) - 0.125 * value(3);
    let wanted = DQuat::from_vec4(wanted.normalize()).as_quat();
    assert!(rotation(1, 0.5).dot(wanted).abs() > 1.0 - 1e-6, "{}", rotation(1, 0.5));
}

/// A mesh with two targets and animated weights; weights may leave 0…1.
#[test]
fn weights_are_driven_by_node() {
    let mut file = Gltf::new();
    let attributes = file.triangle();
    let (up, out) = (file.floats(&[[0.0, 1.0, 0.0]; 3]), file.floats(&[[0.0, 0.0, 1.0]; 3]));
    let mesh = file.mesh(attributes);
    file.json["meshes"][mesh]["primitives"][0]["targets"] = json!([{"POSITION": up}, {"POSITION": out}]);
    file.add("nodes", json!({"mesh": mesh}));
    let input = file.scalars(&[0.0, 1.0]);
    let linear = file.scalars(&[0.0, 1.0, 3.0, -1.0]);
    file.animation(0, "weights", "LINEAR", input, linear);
    // Per key: slopes before, values, slopes after, two of each.
    let cubic = file.scalars(&[0.0, 0.0, 0.0, 1.0, 2.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0]);
    file.animation(0, "weights", "CUBICSPLINE", input, cubic);
    let bytes = file.accessor(&[0, 255, 255, 0], U8, "SCALAR", 4, true);
    file.animation(0, "weights", "LINEAR", input, bytes);
    let (scene, ids) = lowered(&file);
    assert!(ids.is_empty());
    let weights = |clip, seconds| pose_at(&scene, clip, seconds).shape_weights;
    assert_eq!(weights(0, 0.5), [1.5, 0.0]);
    assert_eq!(weights(0, 1.0), [3.0, -1.0]);
    assert_eq!(weights(1, 0.5), [0.75, 1.0]);
    assert_eq!(weights(2, 0.5), [0.5, 0.5]);
    let pose = pose_at(&scene, 0, 1.0);
    near(
        deform_vertex(&scene.models[0], MeshIndex::new(0), &pose, 0),
        [0.0, 3.0, -1.0],
    );
}

/// gltf.md rows 20 to 22, 34.
#[test]
fn samplers_are_repaired() {
    let of = |times: &[f32], values: &[[f32; 3]], interpolation: &str| {
        let mut file = one_node();
        let (input, output) = (file.scalars(times), file.floats(values));
        file.animation(0, "translation", interpolation, input, output);
        lowered(&file)
    };
    let x = |x: f32| [x, 0.0, 0.0];
    let (scene, ids) = of(
        &[2.0, 0.0, 1.0, 1.0, f32::NAN],
        &[x(20.0), x(0.0), x(5.0), x(10.0), x(7.0)],
        "LINEAR",
    );
    assert_eq!(ids, ["G20"]);
    for (seconds, wanted) in [(0.0, 0.0), (0.5, 2.5), (1.0, 10.0), (1.5, 15.0), (2.0, 20.0)] {
        near(translation(&scene, seconds), x(wanted));
    }
    let (scene, ids) = of(&[0.0, 1.0, 2.0], &[x(1.0), x(2.0)], "LINEAR");
    assert_eq!((ids, scene.clips[0].range.end), (vec!["G21"], 30.0));
    let (scene, ids) = of(&[0.0, 1.0], &[x(1.0), x(2.0)], "CUBICSPLINE");
    assert_eq!((ids, scene.clips[0].tracks.len()), (vec!["G21"], 0));
    let (scene, ids) = of(&[1.0], &[x(1.0), x(2.0), x(3.0)], "CUBICSPLINE");
    assert_eq!(ids, ["G22"]);
    near(translation(&scene, 0.3), x(2.0));
    let (scene, ids) = of(&[0.0, 1.0], &[x(1.0), x(2.0)], "BOUNCE");
    assert_eq!(ids, ["G34"]);
    near(translation(&scene, 0.5), x(1.5));
    let (scene, ids) = of(&[4.0], &[x(3.0)], "LINEAR");
    assert!(ids.is_empty());
    near(translation(&scene, 0.0), x(3.0));
}

/// gltf.md row 20: a jump stays a jump, and what lies between or before it is never seen.
#[test]
fn two_keys_at_one_time_are_a_jump() {
    let of = |interpolation: &str, times: &[f32], values: &[f32]| {
        let mut file = one_node();
        let rows: Vec<[f32; 3]> = values.iter().map(|x| [*x, 0.0, 0.0]).collect();
        let (input, output) = (file.scalars(times), file.floats(&rows));
        file.animation(0, "translation", interpolation, input, output);
        lowered(&file)
    };
    let cubic = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 8.0, 0.0], [0.0, 9.0, 0.0]].concat();
    for (interpolation, times, values, wanted) in [
        (
            "LINEAR",
            &[0.0, 1.0, 1.0, 2.0][..],
            &[0.0, 1.0, 8.0, 9.0][..],
            &[(0.5, 0.5), (1.0, 8.0), (1.5, 8.5), (2.0, 9.0)][..],
        ),
        (
            "CUBICSPLINE",
            &[0.0, 1.0, 1.0, 2.0],
            &cubic,
            &[(0.5, 0.5), (1.0, 8.0), (1.5, 8.5)],
        ),
        (
            "STEP",
            &[0.0, 1.0, 1.0, 2.0],
            &[0.0, 1.0, 8.0, 9.0],
            &[(0.5, 0.0), (1.0, 8.0), (1.5, 8.0)],
        ),
        (
            "LINEAR",
            &[0.0, 1.0, 1.0, 1.0, 2.0],
            &[0.0, 1.0, 5.0, 8.0, 9.0],
            &[(0.5, 0.5), (1.0, 8.0)],
        ),
        ("LINEAR", &[0.0, 0.0, 1.0], &[7.0, 1.0, 2.0], &[(0.0, 1.0), (0.5, 1.5)]),
    ] {
        let (scene, ids) = of(interpolation, times, values);
        assert_eq!(ids, ["G20"]);
        assert_eq!(scene.clips[0].range.start, 0.0);
        for (seconds, x) in wanted {
            near(translation(&scene, *seconds), [*x, 0.0, 0.0]);
        }
    }
}

#[test]
fn a_late_first_key_is_told() {
    let of = |times: &[f32]| {
        let mut file = one_node();
        let rows: Vec<[f32; 3]> = times.iter().map(|time| [*time, 0.0, 0.0]).collect();
        let (input, output) = (file.scalars(times), file.floats(&rows));
        file.animation(0, "translation", "LINEAR", input, output);
        lowered(&file)
    };
    for (times, told) in [(&[8.0, 9.5][..], &["G-still"][..]), (&[1.0, 3.0], &[]), (&[8.0], &[])] {
        let (scene, ids) = of(times);
        assert_eq!((ids.as_slice(), scene.clips[0].range.start), (told, 0.0), "{times:?}");
    }
}

/// gltf.md rows 10, 23 to 25, and channels without a node.
#[test]
fn channels_that_lead_nowhere_are_left_out() {
    let mut file = Gltf::new();
    file.json["nodes"] = json!([{"name": "n", "matrix": [2,0,0,0, 0,2,0,0, 0,0,2,0, 1,2,3,1]}, {"name": "n"}]);
    file.json["scenes"] = json!([{"nodes": [0, 1]}]);
    let input = file.scalars(&[0.0, 1.0]);
    let (first, second) = (file.floats(&[[1.0; 3]; 2]), file.floats(&[[5.0; 3]; 2]));
    let channel = |sampler: usize, target: serde_json::Value| json!({"sampler": sampler, "target": target});
    file.add("animations", json!({
        "name": "all",
        "samplers": [{"input": input, "output": first}, {"input": input, "output": second}],
        "channels": [
            channel(0, json!({"node": 0, "path": "translation"})),
            channel(1, json!({"node": 0, "path": "translation"})),
            channel(0, json!({"path": "translation"})),
            channel(0, json!({"node": 9, "path": "translation"})),
            channel(7, json!({"node": 0, "path": "scale"})),
            json!({"target": {"node": 1, "path": "translation"}}),
            channel(0, json!({"node": 0, "path": "weights"})),
            channel(0, json!({"node": 0, "path": "colour"})),
            channel(0, json!({"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": "/materials/0/alphaCutoff"}}})),
            channel(0, json!({"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": "/nodes/1/scale"}}})),
        ],
    }));
    let (scene, ids) = lowered(&file);
    assert_eq!(ids, ["G23", "G25", "G10", "G24", "G-pointer", "G-names"]);
    let pose = pose_at(&scene, 0, 0.5);
    assert_eq!(
        (pose.local[0].translation, pose.local[0].scale),
        (Vec3::splat(5.0), Vec3::splat(2.0))
    );
    // The second node of one name is found by its pointer.
    assert_eq!(pose.local[1].scale, Vec3::ONE);
    let targets: Vec<_> = scene.clips[0]
        .tracks
        .iter()
        .map(|t| (t.target.as_str(), t.property))
        .collect();
    assert_eq!(targets[0], ("n", Property::TranslationX));
    assert_eq!(targets[5], ("n (2)", Property::ScaleZ));
}

/// gltf.md row 26.
#[test]
fn rotations_without_length_are_none() {
    let mut file = one_node();
    let (input, output) = (
        file.scalars(&[0.0, 1.0]),
        file.floats(&[[0.0f32; 4], [0.0, 0.0, 0.0, 3.0]]),
    );
    file.animation(0, "rotation", "LINEAR", input, output);
    let (scene, ids) = lowered(&file);
    assert_eq!(ids, ["G26"]);
    assert!(pose_at(&scene, 0, 0.5).local[0].rotation.is_near_identity());
}
