//! Recordings as scenes: axes, curves, states, repairs. Held to the formulas of docs/formats/mrtk.md §5 to §8, computed
//! here on their own.

use super::recording::{Curve, Hands, Recording, pose, wave};
use castview_base::core::{BoneIndex, Options, UpAxis};
use castview_base::scene::{BoneKind, FixtureKind, HandSide, Pinch, PlayMode, Property};
use castview_formats::{Import, ImportError, Request, import, mrtk};
use castview_motion::animation::{Layer, Motion, Pose, bind, evaluate, sample_scalar};
use glam::{Mat3, Quat, Vec3, Vec4};

fn read_with(file: &Recording, key: &str, value: &str) -> Import {
    let mut options = Options::default();
    options.set(key, value);
    let request = Request {
        options: &options,
        ..Request::alone("take 1")
    };
    import(file.bytes().into(), &request).expect("a good file")
}

fn opened(file: &Recording) -> Import {
    import(file.bytes().into(), &Request::alone("take 1")).expect("a good file")
}

fn bone(import: &Import, name: &str) -> BoneIndex {
    let skeleton = &import.scene.models[0].skeleton;
    skeleton.find(name).unwrap_or_else(|| panic!("no {name}"))
}

fn pose_at(import: &Import, secs: f64) -> Pose {
    let (model, clip) = (&import.scene.models[0], &import.scene.clips[0]);
    let binding = bind(clip, model);
    assert_eq!(binding.matched, binding.total, "every curve finds its node");
    let mut pose = Pose::default();
    let layers = [Layer::new(clip, &binding, secs * clip.frames_per_second)];
    let motion = Motion {
        layers: &layers,
        ..Motion::default()
    };
    evaluate(model, motion, &mut pose);
    pose
}

/// The head alone.
fn head(curves: Vec<Curve>) -> Recording {
    Recording {
        camera: Some(curves),
        ..Recording::bare()
    }
}

fn ids(import: &Import) -> Vec<&'static str> {
    import.diagnostics.items().iter().map(|d| d.rule.id).collect()
}

#[test]
fn mirrored_z_keeps_what_points_where() {
    let mirror = Mat3::from_diagonal(Vec3::new(1.0, 1.0, -1.0));
    let turn = Quat::from_euler(glam::EulerRot::YXZ, 0.7, -0.4, 0.2);
    let place = Vec3::new(1.0, 2.0, 3.0);
    let import = opened(&head(pose(&[(0.0, place, turn), (1.0, place, turn)])));
    let at = pose_at(&import, 0.5).model_from_bone[bone(&import, "Camera").get()];
    assert!(Vec3::from(at.translation).abs_diff_eq(Vec3::new(1.0, 2.0, -3.0), 1e-6));
    // Unity's camera looks along its +Z, ours along −Z; up stays up, right stays right.
    for (unity, ours) in [(Vec3::Z, Vec3::NEG_Z), (Vec3::Y, Vec3::Y), (Vec3::X, Vec3::X)] {
        assert!((at.transform_vector3(ours)).abs_diff_eq(mirror * (turn * unity), 1e-6));
    }
    assert_eq!(import.scene.metadata.up, Some(UpAxis::Y));
    let fixture = &import.scene.models[0].fixtures[0];
    assert_eq!(fixture.bone, Some(bone(&import, "Camera")));
    assert!(matches!(fixture.kind, FixtureKind::Camera(_)));
}

/// Numbers of a rotation go straight from key to key, are not turned to the same side, and are made a unit afterwards.
#[test]
fn rotations_are_lerped_number_by_number() {
    let (a, b) = (Quat::from_rotation_y(0.3), -Quat::from_rotation_x(1.9));
    let import = opened(&head(pose(&[(0.0, Vec3::ZERO, a), (1.0, Vec3::ZERO, b)])));
    let camera = bone(&import, "Camera").get();
    for along in [0.0, 0.2, 0.8, 1.0] {
        let blended = Vec4::from(a).lerp(Vec4::from(b), along).normalize();
        let wanted = Quat::from_xyzw(-blended.x, -blended.y, blended.z, blended.w);
        let got = pose_at(&import, along.into()).local[camera].rotation;
        assert!(got.dot(wanted).abs() > 1.0 - 1e-6, "{along}: {got}, not {wanted}");
    }
}

/// Opposite keys cancel out halfway: the nearer one is shown, and the report counts it.
#[test]
fn cancelled_rotations_take_the_nearer_key() {
    let (a, b) = (Quat::from_rotation_y(0.3), -Quat::from_rotation_y(0.34));
    let import = opened(&head(pose(&[(0.0, Vec3::ZERO, a), (1.0, Vec3::ZERO, b)])));
    assert_eq!(ids(&import), ["M5.6"]);
    let camera = bone(&import, "Camera").get();
    for (secs, y) in [(0.49, -0.3f32), (0.51, -0.34)] {
        let got = pose_at(&import, secs).local[camera].rotation;
        assert!(got.dot(Quat::from_rotation_y(y)).abs() > 1.0 - 1e-6, "{secs}: {got}");
    }
}

/// Curves of one rotation with keys of their own each (mrtk.md row 21), straight and bent.
#[test]
fn rotations_whose_curves_have_different_keys() {
    let straight = [
        Curve::of(&[(0.0, 0.1), (2.0, 0.5)]),
        Curve::of(&[(0.5, 0.4), (1.0, -0.4), (3.0, 0.2)]),
        Curve::default(),
        Curve::of(&[(1.0, 0.8)]),
    ];
    let bend = |curve: &Curve| {
        let mut bent = curve.clone();
        for (i, (numbers, mode)) in bent.keys.iter_mut().enumerate() {
            numbers[2..].copy_from_slice(&[0.3, -0.2 - i as f32, 0.4, 0.7]);
            *mode = i as i32 % 4;
        }
        bent
    };
    for (full, four) in [(false, straight.clone()), (true, straight.each_ref().map(bend))] {
        let mut curves = pose(&[(0.0, Vec3::ZERO, Quat::IDENTITY)]);
        curves.splice(3.., four.iter().cloned());
        let import = opened(&Recording { full, ..head(curves) });
        let camera = bone(&import, "Camera").get();
        for step in 0..=60 {
            let secs = f64::from(step) * 0.05;
            let [x, y, z, w] = four.each_ref().map(|curve| unity(curve, secs));
            let length = (x * x + y * y + z * z + w * w).sqrt();
            let wanted = glam::DQuat::from_xyzw(-x / length, -y / length, z / length, w / length).as_quat();
            let got = pose_at(&import, secs).local[camera].rotation;
            assert!(
                got.dot(wanted).abs() > 1.0 - 1e-5,
                "{secs}, full {full}: {got}, not {wanted}"
            );
        }
    }
}

/// Unity's curve at a time, straight from docs/formats/mrtk.md §5, by plain bisection.
fn unity(curve: &Curve, t: f64) -> f64 {
    let key = |i: usize| {
        let (numbers, mode) = &curve.keys[i];
        (numbers.map(f64::from), *mode)
    };
    let last = match curve.keys.len() {
        0 => return 0.0,
        count => count - 1,
    };
    if t < key(0).0[0] {
        return key(0).0[1];
    }
    if t >= key(last).0[0] {
        return key(last).0[1];
    }
    let left = (0..last).rev().find(|i| key(*i).0[0] <= t).expect("inside");
    let ([t0, v0, _, m0, _, wo], left_mode) = key(left);
    let ([t1, v1, m1, _, wi, _], right_mode) = key(left + 1);
    let (d, u) = (t1 - t0, (t - t0) / (t1 - t0));
    if left_mode & 2 == 0 && right_mode & 1 == 0 {
        let (u2, u3) = (u * u, u * u * u);
        return (2.0 * u3 - 3.0 * u2 + 1.0) * v0
            + (u3 - 2.0 * u2 + u) * d * m0
            + (3.0 * u2 - 2.0 * u3) * v1
            + (u3 - u2) * d * m1;
    }
    let wo = if left_mode & 2 == 0 { 1.0 / 3.0 } else { wo };
    let wi = if right_mode & 1 == 0 { 1.0 / 3.0 } else { wi };
    let bezier = |p: [f64; 4], s: f64| {
        let r = 1.0 - s;
        r * r * r * p[0] + 3.0 * r * r * s * p[1] + 3.0 * r * s * s * p[2] + s * s * s * p[3]
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if bezier([t0, t0 + wo * d, t1 - wi * d, t1], middle) < t {
            low = middle;
        } else {
            high = middle;
        }
    }
    bezier([v0, v0 + wo * d * m0, v1 - wi * d * m1, v1], low)
}

/// The table of docs/formats/mrtk.md §5.7, through file, scene and sampler.
#[test]
fn reference_values_of_curves() {
    let key = |time: f32, value: f32, tangents: [f32; 2], weights: [f32; 2], mode| {
        ([time, value, tangents[0], tangents[1], weights[0], weights[1]], mode)
    };
    let third = [1.0 / 3.0; 2];
    let rows = [
        (
            [key(0., 0., [0., 2.], [0.; 2], 0), key(1., 1., [-1., 0.], [0.; 2], 0)],
            [0.484375, 0.875, 1.078125],
        ),
        (
            [key(0., 0., [0., 2.], third, 3), key(1., 1., [-1., 0.], third, 3)],
            [0.484375, 0.875, 1.078125],
        ),
        (
            [key(1., 5., [0., 0.5], [0.; 2], 0), key(3., 1., [-2., 0.], [0.; 2], 0)],
            [4.703125, 3.625, 2.234375],
        ),
        (
            [
                key(0., 0., [0., 2.], [0., 0.5], 3),
                key(1., 1., [-1., 0.], [0.25, 0.], 3),
            ],
            [0.473570, 0.861155, 1.077573],
        ),
        (
            [key(0., 0., [0.; 2], [0., 0.8], 2), key(1., 1., [0.; 2], [0.; 2], 0)],
            [0.039709, 0.209426, 0.688670],
        ),
        (
            [key(0., 0., [0.; 2], [0.; 2], 3), key(2., 10., [0.; 2], [0.; 2], 3)],
            [2.5, 5.0, 7.5],
        ),
        // A step: +∞ holds the first value, −∞ gives the second at once (mrtk.md §5.5).
        (
            [
                key(0., 3., [0., f32::INFINITY], [0.; 2], 0),
                key(1., 8., [0.; 2], [0.; 2], 0),
            ],
            [3.0, 3.0, 3.0],
        ),
        (
            [
                key(0., 3., [0.; 2], [0.; 2], 0),
                key(1., 8., [f32::NEG_INFINITY, 0.], [0.; 2], 0),
            ],
            [8.0, 8.0, 8.0],
        ),
    ];
    for (keys, wanted) in rows {
        let mut file = Recording::empty((1, 0));
        let camera = file.camera.as_mut().expect("a camera");
        camera[1].keys = keys.to_vec();
        let import = opened(&file);
        let clip = &import.scene.clips[0];
        let track = clip
            .tracks
            .iter()
            .find(|track| track.property == Property::TranslationY);
        let (start, end) = (f64::from(keys[0].0[0]), f64::from(keys[1].0[0]));
        for (along, wanted) in [0.25, 0.5, 0.75].into_iter().zip(wanted) {
            let frame = (start + (end - start) * along) * clip.frames_per_second;
            let got = sample_scalar(track.expect("a curve"), frame).expect("a scalar");
            assert!(
                (f64::from(got) - wanted).abs() < 1e-6,
                "{keys:?} at {along}: {got}, not {wanted}"
            );
        }
    }
}

/// Mirrored numbers step when the others do (docs/formats/mrtk.md §5.5).
#[test]
fn steps_come_when_they_do_on_every_axis() {
    for (slope, wanted) in [(f32::INFINITY, [1.0, 1.0, 5.0]), (f32::NEG_INFINITY, [1.0, 5.0, 9.0])] {
        let stepped = |scale: f32| Curve {
            keys: [(0.0, 1.0), (1.0, 5.0), (2.0, 9.0)]
                .map(|(time, value)| ([time, value * scale, slope, slope, 0.0, 0.0], 0))
                .into(),
            ..Curve::default()
        };
        let mut curves = vec![stepped(1.0); 7];
        curves[5] = Curve::of(&[(0.0, 0.0)]);
        let import = opened(&Recording {
            full: true,
            ..head(curves)
        });
        let camera = bone(&import, "Camera").get();
        for (secs, wanted) in [0.0, 0.5, 1.5].into_iter().zip(wanted) {
            let local = pose_at(&import, secs).local[camera];
            let Vec3 { x, y, z } = local.translation;
            assert_eq!([x, y, -z], [wanted; 3], "{slope} at {secs}");
            let wanted = Quat::from_xyzw(-wanted, -wanted, 0.0, wanted).normalize();
            assert!(local.rotation.dot(wanted).abs() > 1.0 - 1e-6, "{slope} at {secs}");
        }
    }
}

/// As long as they begin and end together they repeat together, whatever keys are between.
#[test]
fn rotations_of_one_range_repeat_as_one() {
    let loops = |curve: Curve| Curve { wrap: [2; 2], ..curve };
    let mut curves = pose(&[(0.0, Vec3::ZERO, Quat::IDENTITY)]);
    curves[5] = loops(Curve::of(&[(0.0, 0.0), (0.5, 0.6), (1.0, 0.8)]));
    curves[6] = loops(Curve::of(&[(0.0, 1.0), (1.0, 0.6)]));
    let import = opened(&head(curves.clone()));
    assert_eq!(ids(&import), [""; 0]);
    let camera = bone(&import, "Camera").get();
    let turn = |import: &Import, secs| pose_at(import, secs).local[camera].rotation;
    for secs in [0.25, 0.5, 0.9] {
        assert!(
            turn(&import, secs + 1.0).abs_diff_eq(turn(&import, secs), 1e-5),
            "{secs}"
        );
    }
    assert!(!turn(&import, 1.25).abs_diff_eq(turn(&import, 1.0), 1e-2));
    // Over another range each would repeat by itself.
    curves[5].keys.pop();
    assert_eq!(ids(&opened(&head(curves))), ["M21"]);
}

#[test]
fn curves_hold_loop_or_return_outside_their_keys() {
    for (mode, wanted) in [
        (8, [1.0, 5.0]),
        (1, [1.0, 5.0]),
        (0, [1.0, 5.0]),
        (2, [4.0, 2.0]),
        (4, [2.0, 4.0]),
    ] {
        let mut curves = pose(&[(0.0, Vec3::ZERO, Quat::IDENTITY)]);
        curves[0] = Curve {
            wrap: [mode; 2],
            ..Curve::of(&[(1.0, 1.0), (2.0, 5.0)])
        };
        curves[1] = Curve::of(&[(10.0, 0.0)]);
        let import = opened(&head(curves));
        let camera = bone(&import, "Camera").get();
        let got = [0.75, 2.25].map(|secs| pose_at(&import, secs).local[camera].translation.x);
        assert_eq!(got, wanted, "wrap mode {mode}");
    }
}

#[test]
fn hands_are_nodes_with_joints_in_the_world() {
    let import = opened(&wave());
    let model = &import.scene.models[0];
    assert_eq!(model.skeleton.len(), 1 + 2 * (2 + 26) + 1);
    let sides: Vec<_> = model.hands.iter().map(|hand| (hand.side, hand.root)).collect();
    assert_eq!(
        sides,
        [
            (HandSide::Left, bone(&import, "Left hand")),
            (HandSide::Right, bone(&import, "Right hand"))
        ]
    );
    for hand in &model.hands {
        assert_eq!((hand.joints.len(), hand.bones.len()), (26, 25));
        // docs/formats/mrtk.md §9: balls of 5 to 8 mm.
        assert!(hand.joints.iter().all(|joint| (0.005..=0.008).contains(&joint.radius)));
    }
    assert!(
        model.hands[0]
            .bones
            .contains(&["Left Wrist", "Left Palm"].map(|name| bone(&import, name)))
    );
    let pinch = Pinch {
        shown_with: bone(&import, "Right pinch"),
        tips: ["Right ThumbTip", "Right IndexTip"].map(|name| bone(&import, name)),
    };
    assert_eq!(model.hands[1].pinch, Some(pinch));
    let wrist = bone(&import, "Left Wrist");
    assert_eq!(model.skeleton.parent(wrist), Some(bone(&import, "Left hand")));
    assert_eq!(model.skeleton.kind(wrist), BoneKind::Joint);
    assert_eq!(model.skeleton.kind(bone(&import, "Left hand")), BoneKind::Node);
    // Its first key is at 0.5 s; there it stands at rest.
    let at = Vec3::from(pose_at(&import, 0.5).model_from_bone[wrist.get()].translation);
    assert!(at.abs_diff_eq(Vec3::new(-0.2, 1.3, -0.45), 1e-6), "{at}");
    assert!(model.skeleton.rest()[wrist.get()].translation.abs_diff_eq(at, 1e-6));
}

#[test]
fn a_joint_that_was_never_seen_is_no_bone() {
    let mut file = wave();
    let hands = file.hands.as_mut().expect("hands");
    hands.joints[0][6] = vec![Curve::default(); 7];
    let import = opened(&file);
    let model = &import.scene.models[0];
    let tip = bone(&import, "Left ThumbTip");
    assert_eq!(model.skeleton.kind(tip), BoneKind::Node);
    // Neither the last bone of the thumb nor the pinch.
    let hand = &model.hands[0];
    assert_eq!((hand.joints.len(), hand.bones.len(), hand.pinch), (25, 24, None));
    assert!(hand.bones.iter().all(|ends| !ends.contains(&tip)));
}

#[test]
fn states_show_and_hide_and_are_told() {
    let import = opened(&wave());
    let shown = |name: &str, secs: f64| pose_at(&import, secs).bone_visible[bone(&import, name).get()];
    for (secs, left, right_pinch) in [
        (0.0, false, false),
        (0.499, false, false),
        (0.5, true, false),
        (1.0, true, true),
        (1.999, true, true),
        (2.0, true, false),
        (3.49, true, false),
        (3.5, false, false),
    ] {
        assert_eq!(shown("Left hand", secs), left, "{secs}");
        assert_eq!(shown("Right pinch", secs), right_pinch, "{secs}");
        assert!(shown("Right hand", secs) && !shown("Left pinch", secs));
    }
    let clip = &import.scene.clips[0];
    let told: Vec<(&str, Vec<f64>)> = clip
        .notifications
        .iter()
        .map(|n| (n.name.as_str(), n.frames.iter().map(|frame| frame / 60.0).collect()))
        .collect();
    let wanted = [
        ("left tracked", vec![0.5]),
        ("left lost", vec![3.5]),
        ("right pinch", vec![1.0, 2.5]),
        ("right release", vec![2.0, 3.0]),
        ("take", vec![1.0]),
        ("drop", vec![2.5]),
    ];
    assert_eq!(told, wanted);
    assert_eq!((clip.name.as_str(), clip.looping), ("take 1", false));
    assert_eq!(clip.mode, Some(PlayMode::Playback));
    assert_eq!((clip.range.start, clip.range.end), (0.0, 240.0));
}

/// The direction of the gaze is what the file's three numbers say at any time, not only at keys.
#[test]
fn the_gaze_looks_along_its_minus_z() {
    let (from, to) = (Vec3::new(0.2, -0.3, 1.0), Vec3::new(-2.0, 0.4, -0.5));
    let numbers = |axis: usize| Curve::of(&[(0.0, from[axis]), (1.0, to[axis])]);
    let origin = |axis: usize| Curve::of(&[(0.0, axis as f32), (1.0, 5.0)]);
    let file = Recording {
        gaze: Some(vec![
            origin(0),
            origin(1),
            origin(2),
            numbers(0),
            numbers(1),
            numbers(2),
        ]),
        ..Recording::bare()
    };
    let import = opened(&file);
    let gaze = bone(&import, "Gaze").get();
    for step in 0..=40 {
        let along = step as f32 / 40.0;
        let at = pose_at(&import, along.into()).model_from_bone[gaze];
        let wanted = from.lerp(to, along).normalize() * Vec3::new(1.0, 1.0, -1.0);
        let got = at.transform_vector3(Vec3::NEG_Z);
        assert!(got.dot(wanted) > 1.0 - 1e-5, "{along}: {got}, not {wanted}");
        let origin = Vec3::new(0.0, 1.0, -2.0).lerp(Vec3::new(5.0, 5.0, -5.0), along);
        assert!(Vec3::from(at.translation).abs_diff_eq(origin, 1e-5));
    }
    let kinds = import.scene.models[0].fixtures.iter().map(|fixture| fixture.kind);
    assert!(kinds.into_iter().any(|kind| matches!(kind, FixtureKind::Ray)));
}

/// docs/formats/mrtk.md §5.6: no direction is forward, Unity's +Z.
#[test]
fn a_gaze_without_direction_looks_forward() {
    let file = Recording {
        gaze: Some(vec![Curve::of(&[(0.0, 0.0)]); 6]),
        ..Recording::bare()
    };
    let import = opened(&file);
    let at = pose_at(&import, 0.0).model_from_bone[bone(&import, "Gaze").get()];
    assert!(at.transform_vector3(Vec3::NEG_Z).abs_diff_eq(Vec3::NEG_Z, 1e-6));
}

#[test]
fn lost_rotations_are_repaired_unless_the_user_says_no() {
    let turn = |time: f32| Quat::from_axis_angle(Vec3::new(1.0, 2.0, 2.0) / 3.0, 0.4 + time);
    let keys: Vec<_> = (0..20)
        .map(|i| i as f32 / 10.0)
        .map(|t| (t, Vec3::ZERO, turn(t)))
        .collect();
    let mut curves = pose(&keys);
    curves[6].keys.truncate(1);
    let file = head(curves);
    let rotation =
        |import: &Import, secs: f32| pose_at(import, secs.into()).local[bone(import, "Camera").get()].rotation;
    let wanted = |q: Quat| Quat::from_xyzw(-q.x, -q.y, q.z, q.w);
    for (value, repaired) in [(None, true), (Some("on"), true), (Some("off"), false)] {
        let import = match value {
            Some(value) => read_with(&file, mrtk::REPAIR, value),
            None => opened(&file),
        };
        assert_eq!(ids(&import), ["M6.5"]);
        let choice = import.choices.iter().find(|choice| choice.key == mrtk::REPAIR);
        let choice = choice.expect("a choice");
        assert_eq!((choice.title, choice.chosen == "on"), ("Repair rotations", repaired));
        let got = rotation(&import, 1.5);
        let close = got.dot(wanted(turn(1.5))).abs() > 1.0 - 1e-5;
        assert_eq!(close, repaired, "{value:?}: {got}");
        if !repaired {
            // Exactly what the toolkit would play: the first W with the others of the moment.
            let q = turn(1.5);
            let played = Quat::from_xyzw(-q.x, -q.y, q.z, turn(0.0).w).normalize();
            assert!(got.dot(played).abs() > 1.0 - 1e-5, "{got}, not {played}");
        }
    }
    // A whole file has nothing to repair.
    assert!(opened(&wave()).choices.iter().all(|choice| choice.key != mrtk::REPAIR));
}

#[test]
fn rows_20_to_26() {
    // 20: all-zero quaternions and empty rotations are the identity. 22: a place without a rotation.
    for rotation in [Curve::of(&[(0.0, 0.0)]), Curve::default()] {
        let mut curves = vec![rotation; 7];
        curves[0] = Curve::of(&[(0.0, 3.0)]);
        let import = opened(&head(curves));
        let camera = bone(&import, "Camera").get();
        let local = pose_at(&import, 0.0).local[camera];
        assert_eq!((local.rotation, local.translation.x), (Quat::IDENTITY, 3.0));
        // 26: one picture, at 0.
        assert_eq!(import.scene.clips[0].range.length(), 0.0);
        assert_eq!(ids(&import), [] as [&str; 0]);
    }
    // 23: hands that were never tracked are never shown.
    let mut never = wave();
    let hands = never.hands.as_mut().expect("hands");
    hands.states = [
        Curve::of(&[(0.0, 0.0)]),
        Curve::default(),
        Curve::default(),
        Curve::default(),
    ];
    let import = opened(&never);
    assert_eq!(ids(&import), ["M23"]);
    for secs in [0.0, 1.0, 9.0] {
        let shown = pose_at(&import, secs).bone_visible;
        assert!(!shown[bone(&import, "Left hand").get()] && !shown[bone(&import, "Right hand").get()]);
    }
    // 24: an empty scene with a note.
    let import = opened(&Recording::bare());
    assert_eq!(ids(&import), ["M24"]);
    assert!(import.scene.models.is_empty() && import.scene.clips.is_empty());
    // Hands without a single key.
    let hands = Recording {
        hands: Some(Hands::default()),
        ..Recording::bare()
    };
    assert_eq!(opened(&hands).scene.models[0].hands, []);
}

/// Known by its magic, whatever it is called.
#[test]
fn other_files_are_none() {
    let error = import(vec![0; 64].into(), &Request::alone("buffer.bin")).expect_err("no file of ours");
    assert!(!matches!(error, ImportError::Mrtk(_)), "{error}");
    let mut swapped = wave().bytes();
    swapped[..8].reverse();
    let error = import(swapped.into(), &Request::alone("x")).expect_err("big-endian");
    assert!(error.to_string().contains("big-endian"), "{error}");
}
