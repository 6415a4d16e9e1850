//! Clips → poses: names, modes, overrides, interpolation, visibility, hierarchy, transport. Numbers computed by hand.

use castview_base::core::{MeshIndex, Transform};
use castview_base::scene::{BlendShape, Clip, CurveMode, Keys, Mesh, Model, Property, Track, Values};
use castview_motion::animation::{Binding, Layer, Motion, Pose, bind, evaluate, rest_pose};
use castview_testkit::rigs::{self, bone, clip, model, override_from, rotation_track, scalar_track, switch_track};
use glam::{Quat, Vec3};
use std::f32::consts::{FRAC_1_SQRT_2, FRAC_PI_2, PI};

use CurveMode::{Absolute, Additive, Relative};
use Property::{BlendWeight, ScaleX, ScaleY, ScaleZ, TranslationX, TranslationY, TranslationZ};

fn pose_at(model: &Model, clip: &Clip, frame: f64) -> Pose {
    let binding = bind(clip, model);
    let mut pose = Pose::default();
    evaluate(
        model,
        Motion {
            layers: &[Layer::new(clip, &binding, frame)],
            ..Motion::default()
        },
        &mut pose,
    );
    pose
}

/// Rest t = (1, 2, 3), r = 90° about X, s = (2, 4, 0.5).
fn one_bone() -> Model {
    model(vec![bone(
        "arm",
        None,
        Transform {
            translation: Vec3::new(1.0, 2.0, 3.0),
            rotation: Quat::from_rotation_x(FRAC_PI_2),
            scale: Vec3::new(2.0, 4.0, 0.5),
        },
    )])
}

#[test]
fn every_mode_of_every_scalar_channel() {
    // (what, tracks as (property, mode, ab, value), wanted translation, wanted scale); docs/formats/cast.md §3.9.
    type Row = (
        &'static str,
        &'static [(Property, CurveMode, f32, f32)],
        [f32; 3],
        [f32; 3],
    );
    let rows: &[Row] = &[
        ("no track", &[], [1.0, 2.0, 3.0], [2.0, 4.0, 0.5]),
        (
            "absolute tx",
            &[(TranslationX, Absolute, 1.0, 10.0)],
            [10.0, 2.0, 3.0],
            [2.0, 4.0, 0.5],
        ),
        (
            "relative tx",
            &[(TranslationX, Relative, 1.0, 10.0)],
            [11.0, 2.0, 3.0],
            [2.0, 4.0, 0.5],
        ),
        (
            "additive tx",
            &[(TranslationX, Additive, 1.0, 10.0)],
            [11.0, 2.0, 3.0],
            [2.0, 4.0, 0.5],
        ),
        (
            "additive tx, half",
            &[(TranslationX, Additive, 0.5, 10.0)],
            [6.0, 2.0, 3.0],
            [2.0, 4.0, 0.5],
        ),
        (
            "additive tx, none",
            &[(TranslationX, Additive, 0.0, 10.0)],
            [1.0, 2.0, 3.0],
            [2.0, 4.0, 0.5],
        ),
        (
            "additive tx, double",
            &[(TranslationX, Additive, 2.0, 10.0)],
            [21.0, 2.0, 3.0],
            [2.0, 4.0, 0.5],
        ),
        (
            "A15: ab does nothing to absolute",
            &[(TranslationX, Absolute, 0.5, 10.0)],
            [10.0, 2.0, 3.0],
            [2.0, 4.0, 0.5],
        ),
        (
            "A15: ab does nothing to relative",
            &[(TranslationX, Relative, 0.5, 10.0)],
            [11.0, 2.0, 3.0],
            [2.0, 4.0, 0.5],
        ),
        (
            "A18: each axis has its own mode, a missing one rests",
            &[(TranslationX, Relative, 1.0, 10.0), (TranslationZ, Absolute, 1.0, 10.0)],
            [11.0, 2.0, 10.0],
            [2.0, 4.0, 0.5],
        ),
        (
            "relative ty",
            &[(TranslationY, Relative, 1.0, -3.0)],
            [1.0, -1.0, 3.0],
            [2.0, 4.0, 0.5],
        ),
        (
            "absolute sx",
            &[(ScaleX, Absolute, 1.0, 3.0)],
            [1.0, 2.0, 3.0],
            [3.0, 4.0, 0.5],
        ),
        (
            "A12: relative sx multiplies",
            &[(ScaleX, Relative, 1.0, 3.0)],
            [1.0, 2.0, 3.0],
            [6.0, 4.0, 0.5],
        ),
        (
            "A12: additive sy multiplies",
            &[(ScaleY, Additive, 1.0, 3.0)],
            [1.0, 2.0, 3.0],
            [2.0, 12.0, 0.5],
        ),
        (
            "additive sx, half: 2 → halfway to 6",
            &[(ScaleX, Additive, 0.5, 3.0)],
            [1.0, 2.0, 3.0],
            [4.0, 4.0, 0.5],
        ),
        (
            "additive sx, none",
            &[(ScaleX, Additive, 0.0, 3.0)],
            [1.0, 2.0, 3.0],
            [2.0, 4.0, 0.5],
        ),
        (
            "additive sx, −1: away from 6",
            &[(ScaleX, Additive, -1.0, 3.0)],
            [1.0, 2.0, 3.0],
            [-2.0, 4.0, 0.5],
        ),
        (
            "absolute sz",
            &[(ScaleZ, Absolute, 1.0, -1.5)],
            [1.0, 2.0, 3.0],
            [2.0, 4.0, -1.5],
        ),
        (
            "of two absolute ones the last in the file",
            &[(TranslationX, Absolute, 1.0, 10.0), (TranslationX, Absolute, 1.0, 20.0)],
            [20.0, 2.0, 3.0],
            [2.0, 4.0, 0.5],
        ),
        (
            "absolute, then relative: the last",
            &[(TranslationX, Absolute, 1.0, 10.0), (TranslationX, Relative, 1.0, 20.0)],
            [21.0, 2.0, 3.0],
            [2.0, 4.0, 0.5],
        ),
        (
            "additive ones stack on rest",
            &[(TranslationX, Additive, 1.0, 10.0), (TranslationX, Additive, 0.5, 20.0)],
            [21.0, 2.0, 3.0],
            [2.0, 4.0, 0.5],
        ),
        (
            "additive ones stack on the last absolute one",
            &[
                (TranslationX, Absolute, 1.0, 100.0),
                (TranslationX, Additive, 1.0, 10.0),
                (TranslationX, Absolute, 1.0, 200.0),
                (TranslationX, Additive, 0.5, 20.0),
            ],
            [220.0, 2.0, 3.0],
            [2.0, 4.0, 0.5],
        ),
        (
            "additive scales stack in file order: 2 → 4 (half of 3×) → 10 (half of 4×)",
            &[(ScaleX, Additive, 0.5, 3.0), (ScaleX, Additive, 0.5, 4.0)],
            [1.0, 2.0, 3.0],
            [10.0, 4.0, 0.5],
        ),
    ];
    for (what, tracks, translation, scale) in rows {
        let model = one_bone();
        let tracks = tracks
            .iter()
            .map(|&(p, mode, ab, v)| scalar_track("arm", p, mode, ab, &[(0, v)]));
        let pose = pose_at(&model, &clip(tracks.collect()), 0.0);
        assert_eq!(pose.local[0].translation, Vec3::from_array(*translation), "{what}");
        assert_eq!(pose.local[0].scale, Vec3::from_array(*scale), "{what}");
        assert_eq!(pose.local[0].rotation, model.skeleton.rest()[0].rotation, "{what}");
    }
}

/// Same rotation, whatever the sign.
fn assert_turn(got: Quat, wanted: [f32; 4], what: &str) {
    let wanted = Quat::from_array(wanted);
    assert!(
        got.dot(wanted).abs() > 1.0 - 1e-6,
        "{what}: {got:?} instead of {wanted:?}"
    );
    assert!((got.length() - 1.0).abs() < 1e-6, "{what}: {got:?} has no unit length");
}

#[test]
fn every_mode_of_rotation_with_a_rest_that_does_not_commute() {
    // Rest is 90° about X, the key 90° about Y: rest ⊗ key = ½(1, 1, 1, 1), key ⊗ rest would be ½(1, 1, −1, 1).
    let half = FRAC_1_SQRT_2;
    let (sin, cos) = ((PI / 8.0).sin(), (PI / 8.0).cos());
    let y = Quat::from_rotation_y(FRAC_PI_2);
    for (what, tracks, wanted) in [
        ("absolute", vec![(Absolute, 1.0, y)], [0.0, half, 0.0, half]),
        ("A13: relative", vec![(Relative, 1.0, y)], [0.5, 0.5, 0.5, 0.5]),
        (
            "A15: relative ignores ab",
            vec![(Relative, 0.25, y)],
            [0.5, 0.5, 0.5, 0.5],
        ),
        ("additive", vec![(Additive, 1.0, y)], [0.5, 0.5, 0.5, 0.5]),
        ("additive, none", vec![(Additive, 0.0, y)], [half, 0.0, 0.0, half]),
        (
            "additive, half: rest ⊗ 45° about Y",
            vec![(Additive, 0.5, y)],
            [half * cos, half * sin, half * sin, half * cos],
        ),
        (
            "additive, half, of −q",
            vec![(Additive, 0.5, -y)],
            [half * cos, half * sin, half * sin, half * cos],
        ),
        (
            "A14: additive on an absolute one",
            vec![(Absolute, 1.0, y), (Additive, 1.0, y)],
            [0.0, 1.0, 0.0, 0.0],
        ),
        (
            "the last absolute one",
            vec![(Absolute, 1.0, y), (Absolute, 1.0, Quat::IDENTITY)],
            [0.0, 0.0, 0.0, 1.0],
        ),
    ] {
        let tracks = tracks
            .into_iter()
            .map(|(mode, ab, q)| rotation_track("arm", mode, ab, &[(0, q)]));
        let pose = pose_at(&one_bone(), &clip(tracks.collect()), 0.0);
        assert_turn(pose.local[0].rotation, wanted, what);
    }
}

#[test]
fn blend_weights_may_be_negative_and_are_held_to_their_maximum() {
    type Row = (&'static str, f32, &'static [(CurveMode, f32, f32)], f32);
    let rows: &[Row] = &[
        ("absolute", 1.0, &[(Absolute, 1.0, 0.25)], 0.25),
        ("relative is absolute", 1.0, &[(Relative, 1.0, 0.25)], 0.25),
        ("negative", 1.0, &[(Absolute, 1.0, -0.5)], -0.5),
        ("A11: held below", 1.0, &[(Absolute, 1.0, -3.0)], -1.0),
        ("A11: held above", 1.0, &[(Absolute, 1.0, 3.0)], 1.0),
        (
            "A10: the maximum is a limit, not a divisor",
            2.0,
            &[(Absolute, 1.0, 1.5)],
            1.5,
        ),
        ("A11: held to a larger maximum", 2.0, &[(Absolute, 1.0, 3.0)], 2.0),
        ("a maximum of 0", 0.0, &[(Absolute, 1.0, 3.0)], 0.0),
        ("additive", 1.0, &[(Additive, 0.5, 0.5)], 0.25),
        (
            "additive on absolute",
            1.0,
            &[(Absolute, 1.0, 0.25), (Additive, 0.5, 0.5)],
            0.5,
        ),
        (
            "held after stacking",
            1.0,
            &[(Absolute, 1.0, 3.0), (Additive, 1.0, -2.5)],
            0.5,
        ),
    ];
    for (what, max_weight, tracks, wanted) in rows {
        let mut model = one_bone();
        model.meshes = vec![Mesh::default(), Mesh::default()];
        for (name, mesh) in [("smile", 0), ("smile", 1), ("Smile", 1)] {
            model.blend_shapes.push(BlendShape {
                name: name.into(),
                mesh: MeshIndex::new(mesh),
                max_weight: *max_weight,
                vertices: Vec::new(),
                deltas: Vec::new(),
                rest_weight: 0.0,
                normal_deltas: Vec::new(),
                tangent_deltas: Vec::new(),
                source: None,
            });
        }
        let tracks = tracks
            .iter()
            .map(|&(mode, ab, v)| scalar_track("smile", BlendWeight, mode, ab, &[(0, v)]));
        let pose = pose_at(&model, &clip(tracks.collect()), 0.0);
        // Every shape of exactly that name, no other.
        assert_eq!(pose.shape_weights, [*wanted, *wanted, 0.0], "{what}");
    }
}

#[test]
fn values_between_before_and_after_keys() {
    let model = one_bone();
    let track = scalar_track(
        "arm",
        TranslationX,
        Absolute,
        1.0,
        &[(10, 1.0), (20, 3.0), (24, -1.0), (70_000, 7.0)],
    );
    for (frame, wanted) in [
        (-1e12, 1.0),
        (9.999, 1.0),
        (10.0, 1.0),
        (15.0, 2.0),
        (20.0, 3.0),
        (21.0, 2.0),
        (24.0, -1.0),
        (70_000.0, 7.0),
        (1e12, 7.0),
        (f64::NAN, 1.0),
    ] {
        let pose = pose_at(&model, &clip(vec![track.clone()]), frame);
        assert_eq!(pose.local[0].translation.x, wanted, "frame {frame}");
    }
    let legacy = Track {
        keys: Keys::fractional_frames(vec![0.5, 1.5]),
        values: Values::Scalar(vec![0.0, 8.0].into()),
        ..track
    };
    assert_eq!(pose_at(&model, &clip(vec![legacy]), 0.75).local[0].translation.x, 2.0);
}

#[test]
fn huge_keys_neither_overflow_between_nor_when_they_add_up() {
    let model = one_bone();
    let keys = [(0, -3e38), (10, 3e38)];
    let between = pose_at(
        &model,
        &clip(vec![scalar_track("arm", TranslationX, Absolute, 1.0, &keys)]),
        5.0,
    );
    assert_eq!(between.local[0].translation.x, 0.0);
    let sum = vec![
        scalar_track("arm", TranslationX, Additive, 1.0, &[(0, 3e38)]),
        scalar_track("arm", TranslationX, Additive, 1.0, &[(0, 3e38)]),
    ];
    assert_eq!(
        pose_at(&model, &clip(sum), 0.0).local[0].translation,
        model.skeleton.rest()[0].translation
    );
    let chain = (0..8).map(|i| {
        let mut bone = bone(&format!("{i}"), (i > 0).then(|| i - 1), Transform::IDENTITY);
        bone.rest.scale = Vec3::splat(1e10);
        bone.compensates_scale = false;
        bone
    });
    assert!(
        rest_pose(&rigs::model(chain.collect()))
            .model_from_bone
            .iter()
            .all(|m| m.is_finite())
    );
}

#[test]
fn rotations_take_the_shorter_arc_whatever_the_sign_of_the_keys() {
    let model = one_bone();
    let (a, b) = (Quat::from_rotation_z(0.2), Quat::from_rotation_z(1.2));
    let close = Quat::from_rotation_z(0.21);
    let long = Quat::from_rotation_z(0.2 + 1.5 * PI);
    for (what, keys, wanted) in [
        ("same side", [a, b], 0.7),
        ("other side", [a, -b], 0.7),
        ("both turned", [-a, -b], 0.7),
        ("close enough for nlerp", [a, close], 0.205),
        ("close, other side", [a, -close], 0.205),
        ("270° is −90° the shorter way", [a, long], 0.2 - 0.25 * PI),
        ("not of unit length", [a * 3.0, b * 1e-3], 0.7),
        ("tiny and huge", [a * 1e-30, b * 1e30], 0.7),
    ] {
        let track = rotation_track("arm", Absolute, 1.0, &[(0, keys[0]), (10, keys[1])]);
        let pose = pose_at(&model, &clip(vec![track]), 5.0);
        assert_turn(pose.local[0].rotation, Quat::from_rotation_z(wanted).to_array(), what);
    }
}

#[test]
fn overrides_reach_from_the_nearest_named_bone_down() {
    // hip → spine → arm → hand, and leg below hip. Every bone rests at x = 1, its key is 10: 10 absolute, 11 relative.
    type Row = (&'static str, &'static [(&'static str, CurveMode, [bool; 3])], [f32; 5]);
    let rows: &[Row] = &[
        ("none", &[], [10.0; 5]),
        (
            "A16: the named bone too",
            &[("spine", Relative, [true; 3])],
            [10.0, 11.0, 11.0, 11.0, 10.0],
        ),
        ("root", &[("hip", Relative, [true, false, false])], [11.0; 5]),
        ("other channels", &[("hip", Relative, [false, true, true])], [10.0; 5]),
        ("unknown bone", &[("tail", Relative, [true; 3])], [10.0; 5]),
        (
            "A17: the nearest",
            &[("hip", Relative, [true; 3]), ("arm", Absolute, [true; 3])],
            [11.0, 11.0, 10.0, 10.0, 11.0],
        ),
        (
            "A17: the nearest, in any file order",
            &[("arm", Absolute, [true; 3]), ("hip", Relative, [true; 3])],
            [11.0, 11.0, 10.0, 10.0, 11.0],
        ),
        (
            "one without the channel lets the next one through",
            &[("hip", Relative, [true; 3]), ("arm", Absolute, [false, true, false])],
            [11.0; 5],
        ),
        (
            "on one bone the last in the file",
            &[("hip", Relative, [true; 3]), ("hip", Absolute, [true; 3])],
            [10.0; 5],
        ),
        (
            "found without regard to case",
            &[("SPINE", Relative, [true; 3])],
            [10.0, 11.0, 11.0, 11.0, 10.0],
        ),
    ];
    let at_one = Transform {
        translation: Vec3::X,
        ..Transform::IDENTITY
    };
    let names = ["hip", "spine", "arm", "hand", "leg"];
    let parents = [None, Some(0), Some(1), Some(2), Some(0)];
    for (what, overrides, wanted) in rows {
        let bones = names.iter().zip(parents);
        let model = model(bones.map(|(name, parent)| bone(name, parent, at_one)).collect());
        let track = |name: &&str| scalar_track(name, TranslationX, Absolute, 1.0, &[(0, 10.0)]);
        let mut clip = clip(names.iter().map(track).collect());
        clip.overrides = overrides
            .iter()
            .map(|&(name, mode, flags)| override_from(name, mode, flags))
            .collect();
        let pose = pose_at(&model, &clip, 0.0);
        for (name, wanted) in names.iter().zip(wanted) {
            let bone = model.skeleton.find(name).expect("is there");
            assert_eq!(pose.local[bone.get()].translation.x, *wanted, "{what}: {name}");
        }
    }
}

#[test]
fn overrides_replace_modes_channel_by_channel_but_never_of_shapes() {
    let mut model = one_bone();
    model.meshes = vec![Mesh::default()];
    model.blend_shapes = vec![BlendShape {
        name: "arm".into(),
        mesh: MeshIndex::new(0),
        max_weight: 1.0,
        vertices: Vec::new(),
        deltas: Vec::new(),
        rest_weight: 0.0,
        normal_deltas: Vec::new(),
        tangent_deltas: Vec::new(),
        source: None,
    }]
    .into();
    let mut clip = clip(vec![
        rotation_track("arm", Absolute, 1.0, &[(0, Quat::from_rotation_y(FRAC_PI_2))]),
        scalar_track("arm", ScaleX, Absolute, 1.0, &[(0, 3.0)]),
        scalar_track("arm", BlendWeight, Absolute, 0.5, &[(0, 0.5)]),
    ]);
    clip.overrides = vec![
        override_from("arm", Relative, [false, true, false]),
        override_from("arm", Additive, [false, false, true]),
    ];
    let pose = pose_at(&model, &clip, 0.0);
    assert_turn(pose.local[0].rotation, [0.5; 4], "relative");
    assert_eq!(pose.local[0].scale.x, 6.0);
    assert_eq!(pose.shape_weights, [0.5]);
}

#[test]
fn visibility_finds_meshes_then_the_model_then_bones_and_steps() {
    let mut model = one_bone();
    model.name = "prop".into();
    let named = |name: &str| Mesh {
        name: name.into(),
        ..Mesh::default()
    };
    model.meshes = vec![named("body"), named("arm"), named("body"), named("")];
    let keys = [(10, true), (20, false), (30, true)];
    // (name, frame, meshes visible, model visible, bone visible)
    for (name, frame, meshes, whole, glyph) in [
        ("body", 10.0, [true, true, true, true], true, true),
        ("body", 19.999, [true, true, true, true], true, true),
        ("body", 20.0, [false, true, false, true], true, true),
        ("BODY", 29.9, [false, true, false, true], true, true),
        ("body", 30.0, [true, true, true, true], true, true),
        ("A20: a mesh goes before a bone", 0.0, [true; 4], true, true),
        ("arm", 25.0, [true, false, true, true], true, true),
        ("prop", 25.0, [true; 4], false, true),
        ("", 25.0, [true; 4], true, true),
    ] {
        let pose = pose_at(&model, &clip(vec![switch_track(name, &keys)]), frame);
        assert_eq!(pose.mesh_visible, meshes, "{name} at {frame}");
        assert_eq!(
            (pose.model_visible, pose.bone_visible[0]),
            (whole, glyph),
            "{name} at {frame}"
        );
    }
    model.meshes.clear();
    let pose = pose_at(&model, &clip(vec![switch_track("arm", &keys)]), 25.0);
    assert!(pose.model_visible && !pose.bone_visible[0]);
    let two = clip(vec![switch_track("arm", &keys), switch_track("arm", &[(0, true)])]);
    assert!(pose_at(&model, &two, 25.0).bone_visible[0], "the last in the file wins");
}

#[test]
fn binding_counts_what_it_found_and_lists_what_it_missed() {
    let names = ["Arm", "arm", "rig:leg", "arm"];
    let mut model = model(names.iter().map(|name| bone(name, None, Transform::IDENTITY)).collect());
    model.meshes = vec![Mesh::default()];
    let on = |name: &str| scalar_track(name, TranslationX, Absolute, 1.0, &[(0, 5.0)]);
    let tracks = vec![
        on("arm"),
        on("RIG:LEG"),
        on("rig_leg"),
        on("tail"),
        on("ear"),
        on("tail"),
        switch_track("x", &[(0, true)]),
    ];
    let clip = clip(tracks);
    let binding = bind(&clip, &model);
    assert_eq!((binding.matched, binding.total), (3, 7));
    assert_eq!(binding.found, [true, true, true, false, false, false, false]);
    assert_eq!(binding.unmatched, ["tail", "ear", "x"]);
    let mut pose = Pose::default();
    evaluate(
        &model,
        Motion {
            layers: &[Layer::new(&clip, &binding, 0.0)],
            ..Motion::default()
        },
        &mut pose,
    );
    let xs: Vec<f32> = pose.local.iter().map(|local| local.translation.x).collect();
    assert_eq!(xs, [0.0, 5.0, 5.0, 5.0], "every bone of a name");
    assert_eq!(bind(&rigs::clip(Vec::new()), &model), Binding::default());
}

#[test]
fn scale_compensation_follows_the_animated_scale_of_the_parent() {
    // Parent scaled by 2 on X by the clip, child 1 along X: the origin moves to 2 either way (cast.md A3).
    for (compensates_scale, wanted_axis) in [(true, 1.0), (false, 2.0)] {
        let mut child = bone("child", Some(0), Transform::IDENTITY);
        child.rest.translation = Vec3::X;
        child.compensates_scale = compensates_scale;
        let model = model(vec![bone("parent", None, Transform::IDENTITY), child]);
        let clip = clip(vec![scalar_track("parent", ScaleX, Absolute, 1.0, &[(0, 2.0)])]);
        let pose = pose_at(&model, &clip, 0.0);
        assert_eq!(pose.model_from_bone[1].translation.x, 2.0);
        assert_eq!(pose.model_from_bone[1].matrix3.x_axis.x, wanted_axis);
        assert_eq!(pose.palettes[0][1].transform_point3(Vec3::X).x, 2.0);
        assert_eq!(pose.palettes[0][1].transform_point3(Vec3::X * 2.0).x, 2.0 + wanted_axis);
    }
}

#[test]
fn slots_with_a_singular_bind_matrix_move_nothing() {
    let mut flat = bone("flat", None, Transform::IDENTITY);
    flat.rest.scale = Vec3::new(1.0, 0.0, 1.0);
    let model = model(vec![flat]);
    assert_eq!(model.skins[0].bone_from_mesh[0], None);
    let clip = clip(vec![scalar_track("flat", TranslationX, Absolute, 1.0, &[(0, 9.0)])]);
    assert_eq!(pose_at(&model, &clip, 0.0).palettes[0][0], glam::Affine3A::IDENTITY);
}

#[test]
fn evaluating_again_allocates_nothing() {
    let limits = rigs::Limits {
        bones: 60,
        vertices: 30,
        influences: 4,
        shapes: 5,
        scales: &[1.0, 2.0],
        skinning: castview_base::scene::Skinning::DualQuaternion,
    };
    let model = rigs::random_model(7, limits);
    let clip = rigs::random_clip(7, &model, limits.scales);
    let binding = bind(&clip, &model);
    let mut pose = rest_pose(&model);
    let homes = |pose: &Pose| {
        let lists = pose
            .palettes
            .iter()
            .map(|p| p.as_ptr() as usize)
            .chain(pose.motions.iter().map(|m| m.as_ptr() as usize));
        let mut homes: Vec<usize> = lists.collect();
        homes.push(pose.local.as_ptr() as usize);
        homes.push(pose.model_from_bone.as_ptr() as usize);
        homes.push(pose.shape_weights.as_ptr() as usize);
        homes.push(pose.mesh_visible.as_ptr() as usize);
        homes.push(pose.bone_visible.as_ptr() as usize);
        homes
    };
    let before = homes(&pose);
    for frame in 0..50 {
        evaluate(
            &model,
            Motion {
                layers: &[Layer::new(&clip, &binding, f64::from(frame) * 0.9)],
                ..Motion::default()
            },
            &mut pose,
        );
    }
    assert_eq!(homes(&pose), before);
}
