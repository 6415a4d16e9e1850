//! cast.md rows 64–73, 50 and 51 of keys, and time (3.7–3.9). A15, A22; the other choices about playing live where it is played.

use super::{below, bone, clip_of, lowered, node};
use castview_base::core::FrameRange;
use castview_base::scene::{Clip, CurveMode, Keys, Property, Track, Values};
use castview_formats::cast::{NodeDraft, NodeKind};
use std::f32::consts::FRAC_1_SQRT_2;

fn curve(property: &str, frames: &[u32]) -> NodeDraft {
    node(NodeKind::Curve)
        .string("nn", "arm")
        .string("kp", property)
        .uints("kb", frames)
        .string("m", "absolute")
}

fn tx(frames: &[u32], values: &[f32]) -> NodeDraft {
    curve("tx", frames).floats("kv", values)
}

fn frames(track: &Track) -> Vec<f64> {
    (0..track.keys.len()).map(|key| track.keys.frame(key)).collect()
}

fn scalars(track: &Track) -> Vec<f32> {
    match &track.values {
        Values::Scalar(values) => values.to_vec(),
        other => panic!("{other:?}"),
    }
}

fn rotations(track: &Track) -> Vec<[f32; 4]> {
    match &track.values {
        Values::Rotation(values) => values.to_vec(),
        other => panic!("{other:?}"),
    }
}

/// One scalar curve: its reports, and the keys that stay.
#[track_caller]
fn check(curve: NodeDraft, reports: &[&str], wanted: &[(f64, f32)]) {
    let (clip, found) = clip_of([curve]);
    assert_eq!(found, reports);
    let keys: Vec<(f64, f32)> = clip
        .tracks
        .first()
        .map(|track| frames(track).into_iter().zip(scalars(track)).collect())
        .unwrap_or_default();
    assert_eq!(keys, wanted);
}

#[test]
fn lawful_curves_are_borrowed() {
    let (clip, reports) = clip_of([
        tx(&[0, 10, 300], &[1.0, 2.0, 3.0]),
        curve("rq", &[0]).vec4s("kv", &[[0.0, 0.0, 0.0, 1.0]]),
        curve("vb", &[0, 5, 6]).u8s("kv", &[0, 1, 7]),
        curve("bs", &[0]).u8s("kv", &[1]),
    ]);
    assert_eq!(reports, [""; 0]);
    let properties: Vec<Property> = clip.tracks.iter().map(|track| track.property).collect();
    assert_eq!(
        properties,
        [
            Property::TranslationX,
            Property::Rotation,
            Property::Visibility,
            Property::BlendWeight
        ]
    );
    assert!(matches!(&clip.tracks[0].values, Values::Scalar(values) if values.raw_bytes().is_some()));
    assert!(matches!(&clip.tracks[1].values, Values::Rotation(values) if values.raw_bytes().is_some()));
    assert!(matches!(&clip.tracks[2].values, Values::Switch(values) if values == &[false, true, true]));
    assert_eq!(scalars(&clip.tracks[3]), [1.0]);
    assert_eq!(
        (frames(&clip.tracks[0]), clip.tracks[0].target.as_str()),
        (vec![0.0, 10.0, 300.0], "arm")
    );
}

#[test]
fn row_64_keys_and_values_of_different_length() {
    check(
        tx(&[0, 1, 2], &[5.0, 6.0]),
        &["C64 curve[0]"],
        &[(0.0, 5.0), (1.0, 6.0)],
    );
    check(
        tx(&[0, 1], &[5.0, 6.0, 7.0]),
        &["C64 curve[0]"],
        &[(0.0, 5.0), (1.0, 6.0)],
    );
    check(tx(&[0, 1], &[]), &["C64 curve[0]"], &[]);
    check(tx(&[], &[1.0]), &["C64 curve[0]"], &[]);
    // No keys: no curve, and nothing to say.
    check(tx(&[], &[]), &[], &[]);
}

#[test]
fn rows_65_and_66_frames_out_of_order_and_twice() {
    check(
        tx(&[4, 0, 2], &[4.0, 0.0, 2.0]),
        &["C65 curve[0].kb"],
        &[(0.0, 0.0), (2.0, 2.0), (4.0, 4.0)],
    );
    check(
        tx(&[0, 2, 2, 3], &[0.0, 1.0, 2.0, 3.0]),
        &["C66 curve[0].kb"],
        &[(0.0, 0.0), (2.0, 2.0), (3.0, 3.0)],
    );
    // The last in the file wins, also after sorting.
    check(
        tx(&[5, 0, 5, 0], &[1.0, 2.0, 3.0, 4.0]),
        &["C65 curve[0].kb", "C66 curve[0].kb"],
        &[(0.0, 4.0), (5.0, 3.0)],
    );
}

#[test]
fn row_67_values_of_another_class() {
    check(curve("tx", &[0]).vec4s("kv", &[[0.0; 4]]), &["C67 curve[0].kv"], &[]);
    check(curve("tx", &[0]).string("kv", "0"), &["C67 curve[0].kv"], &[]);
    check(
        curve("tx", &[0, 1]).doubles("kv", &[0.5, 1.5]),
        &[],
        &[(0.0, 0.5), (1.0, 1.5)],
    );
    check(
        curve("tx", &[0, 1]).u16s("kv", &[3, 400]),
        &[],
        &[(0.0, 3.0), (1.0, 400.0)],
    );
    check(curve("rq", &[0]).vec3s("kv", &[[0.0; 3]]), &["C67 curve[0].kv"], &[]);
    check(curve("rq", &[0]).floats("kv", &[0.0; 3]), &["C67 curve[0].kv"], &[]);
    let (clip, reports) = clip_of([curve("rq", &[0, 1]).floats("kv", &[0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0])]);
    assert_eq!(reports, ["C67 curve[0].kv"]);
    assert_eq!(rotations(&clip.tracks[0]), [[0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0]]);
}

#[test]
fn row_68_keys_that_are_not_finite() {
    check(
        tx(&[0, 1, 2], &[1.0, f32::NAN, f32::INFINITY]),
        &["C68 curve[0].kb"],
        &[(0.0, 1.0)],
    );
    check(tx(&[0], &[f32::NAN]), &["C68 curve[0].kb"], &[]);
    let fractional = node(NodeKind::Curve)
        .string("nn", "arm")
        .string("kp", "tx")
        .floats("kv", &[1.0, 2.0, 3.0]);
    check(
        fractional.floats("kb", &[0.5, f32::NAN, 2.25]),
        &["C68 curve[0].kb"],
        &[(0.5, 1.0), (2.25, 3.0)],
    );
}

#[test]
fn legacy_frames_are_floats() {
    let curve = node(NodeKind::Curve)
        .string("nn", "arm")
        .string("kp", "tx")
        .floats("kv", &[1.0, 2.0]);
    let (clip, reports) = clip_of([curve.clone().floats("kb", &[-1.5, 2.25])]);
    assert_eq!(reports, [""; 0]);
    assert!(matches!(&clip.tracks[0].keys, Keys::Float { times, .. } if times.raw_bytes().is_some()));
    assert_eq!(clip.range, FrameRange { start: -1.5, end: 2.25 });
    // Zero and negative zero are one frame.
    check(curve.floats("kb", &[0.0, -0.0]), &["C66 curve[0].kb"], &[(0.0, 2.0)]);
}

#[test]
fn rows_50_and_51_rotation_keys() {
    let turn = [0.0, 0.0, FRAC_1_SQRT_2, FRAC_1_SQRT_2];
    let long = turn.map(|v| v * 3.0);
    let rq = |values: &[[f32; 4]]| {
        let frames: Vec<u32> = (0..values.len() as u32).collect();
        let (clip, reports) = clip_of([curve("rq", &frames).vec4s("kv", values)]);
        (rotations(&clip.tracks[0]), reports)
    };
    let nan = [f32::NAN; 4];
    let (values, reports) = rq(&[nan, turn, [0.0; 4], nan, [1.0, 0.0, 0.0, 0.0]]);
    assert_eq!(reports, ["C50 curve[0].kv"]);
    assert_eq!(values, [[0.0, 0.0, 0.0, 1.0], turn, turn, turn, [1.0, 0.0, 0.0, 0.0]]);
    let (values, reports) = rq(&[turn, long]);
    assert_eq!((values[1], reports), (long, vec!["C51 curve[0].kv".to_owned()]));
    let (values, reports) = rq(&[[0.0, 1e-30, 0.0, 0.0]]);
    assert_eq!((values[0], reports), ([0.0, 1.0, 0.0, 0.0], vec![]));
}

#[test]
fn rows_69_and_73_curves_nobody_can_play() {
    check(curve("ex", &[0]).floats("kv", &[1.0]), &["C69 curve[0].kp"], &[]);
    check(
        node(NodeKind::Curve)
            .string("nn", "arm")
            .uints("kb", &[0])
            .floats("kv", &[1.0]),
        &["C69 curve[0]"],
        &[],
    );
    check(
        node(NodeKind::Curve)
            .string("kp", "tx")
            .uints("kb", &[0])
            .floats("kv", &[1.0]),
        &["C73 curve[0]"],
        &[],
    );
}

#[test]
fn euler_curves_of_older_files_become_one_rotation_track() {
    let (clip, reports) = clip_of([
        tx(&[0], &[1.0]),
        curve("rz", &[0, 10]).floats("kv", &[0.0, 90.0]),
        curve("rx", &[5]).floats("kv", &[0.0]),
        curve("ry", &[0]).floats("kv", &[0.0]),
        curve("rx", &[0]).string("m", "relative").floats("kv", &[1.0]),
    ]);
    // The second mode of the last curve counts (the last of two properties); relative angles are not supported.
    assert_eq!(reports, ["C22 curve[4].m", "C69 curve[4].kp", "C69 curve[1]"]);
    assert_eq!(clip.tracks.len(), 2);
    let track = &clip.tracks[1];
    assert_eq!((track.property, track.mode), (Property::Rotation, CurveMode::Absolute));
    assert_eq!(frames(track), [0.0, 5.0, 10.0]);
    let last = rotations(track)[2];
    assert!(
        (last[2] - FRAC_1_SQRT_2).abs() < 1e-6 && (last[3] - FRAC_1_SQRT_2).abs() < 1e-6,
        "{last:?}"
    );
}

#[test]
fn row_70_modes() {
    let moded = |mode: &str| {
        let curve = node(NodeKind::Curve)
            .string("nn", "arm")
            .string("kp", "tx")
            .uints("kb", &[0])
            .floats("kv", &[1.0]);
        if mode.is_empty() {
            curve
        } else {
            curve.string("m", mode)
        }
    };
    for (word, wanted, reports) in [
        ("absolute", CurveMode::Absolute, vec![]),
        ("relative", CurveMode::Relative, vec![]),
        ("additive", CurveMode::Additive, vec![]),
        ("", CurveMode::Absolute, vec![]),
        ("sideways", CurveMode::Absolute, vec!["C70 curve[0].m".to_owned()]),
    ] {
        let (clip, found) = clip_of([moded(word)]);
        assert_eq!((clip.tracks[0].mode, found), (wanted, reports));
        assert_eq!(clip.tracks[0].additive_weight, 1.0);
    }
    // cast.md A15: kept as stored, used by additive curves alone.
    for (weight, wanted) in [(0.25, 0.25), (0.0, 0.0), (-1.0, -1.0), (f32::NAN, 1.0)] {
        let (clip, reports) = clip_of([moded("additive").floats("ab", &[weight])]);
        assert_eq!(clip.tracks[0].additive_weight, wanted);
        assert_eq!(reports.len(), usize::from(weight.is_nan()));
    }
}

#[test]
fn row_71_huge_frames_are_kept() {
    let (clip, reports) = clip_of([tx(&[0, 2_000_000_000], &[0.0, 1.0])]);
    assert_eq!(reports, ["C71"]);
    assert_eq!(clip.range, FrameRange { start: 0.0, end: 2e9 });
}

/// Negative numbers that a signed writer left in an unsigned field, in every width that shows it.
#[test]
fn row_83_frames_before_0() {
    let minus = |frame: i32| frame as u32;
    let plain = || {
        node(NodeKind::Curve)
            .string("nn", "arm")
            .string("kp", "tx")
            .floats("kv", &[1.0, 2.0, 3.0])
    };
    let wanted = &[(-10.0, 1.0), (0.0, 2.0), (20.0, 3.0)];
    let told = &["C83 curve[0].kb"];
    check(plain().u32s("kb", &[minus(-10), 0, 20]), told, wanted);
    check(plain().u64s("kb", &[minus(-10).into(), 0, 20]), told, wanted);
    check(plain().u64s("kb", &[-10i64 as u64, 0, 20]), told, wanted);
    check(plain().u16s("kb", &[-10i16 as u16, 0, 20]), told, wanted);
    // All before 0, and in an order of their own.
    check(
        plain().u32s("kb", &[minus(-1), minus(-3), minus(-2)]),
        &["C83 curve[0].kb", "C65 curve[0].kb"],
        &[(-3.0, 2.0), (-2.0, 3.0), (-1.0, 1.0)],
    );
    // Late frames are late frames where nothing speaks against it.
    let late = &[(0.0, 1.0), (65_526.0, 2.0), (65_530.0, 3.0)];
    check(plain().u16s("kb", &[0, 65_526, 65_530]), &[], late);
    check(plain().u32s("kb", &[0, 65_526, 65_530]), &[], late);
    check(
        plain().u8s("kb", &[200, 210, 5]),
        &["C65 curve[0].kb"],
        &[(5.0, 3.0), (200.0, 1.0), (210.0, 2.0)],
    );
    let (clip, reports) = clip_of([
        tx(&[0, 5], &[0.0; 2]),
        node(NodeKind::NotificationTrack)
            .string("n", "cue")
            .u32s("kb", &[minus(-4), 3]),
    ]);
    assert_eq!(reports, ["C83 notification_track[0].kb"]);
    assert_eq!(clip.range, FrameRange { start: -4.0, end: 5.0 });
    assert_eq!(clip.notifications[0].frames, [-4.0, 3.0]);
}

#[test]
fn row_83_values_below_0() {
    let curve = curve("tx", &[0, 1]).u32s("kv", &[-3i32 as u32, 4]);
    check(curve, &["C83 curve[0].kv"], &[(0.0, -3.0), (1.0, 4.0)]);
}

#[test]
fn row_72_frame_rates() {
    let rated = |draft: NodeDraft| -> (Clip, Vec<String>) {
        let (mut scene, reports) = lowered([draft]);
        (scene.clips.remove(0), below(reports, "animation[0]"))
    };
    let animation = || node(NodeKind::Animation);
    for (draft, wanted, reports) in [
        (animation().floats("fr", &[59.94]), f64::from(59.94f32), vec![]),
        (animation().uints("fr", &[24]), 24.0, vec![]),
        (animation(), 30.0, vec!["C72"]),
        (animation().floats("fr", &[0.0]), 30.0, vec!["C72 fr"]),
        (animation().floats("fr", &[-24.0]), 30.0, vec!["C72 fr"]),
        (animation().floats("fr", &[f32::NAN]), 30.0, vec!["C72 fr"]),
    ] {
        let (clip, found) = rated(draft);
        assert_eq!(
            (clip.frames_per_second, found),
            (wanted, reports.into_iter().map(str::to_owned).collect())
        );
    }
    let (clip, _) = rated(animation().string("n", "walk").uints("fr", &[30]).u8s("lo", &[1]));
    assert_eq!((clip.name.as_str(), clip.looping), ("walk", true));
    let (clip, _) = rated(animation().uints("fr", &[30]));
    assert_eq!((clip.name.as_str(), clip.looping), ("stem", false));
}

/// cast.md A22: from the first to the last key or notification.
#[test]
fn the_range_spans_keys_and_notifications() {
    let note = |frames: &[u32]| {
        node(NodeKind::NotificationTrack)
            .string("n", "step")
            .uints("kb", frames)
    };
    for (nodes, start, end) in [
        (vec![], 0.0, 0.0),
        (vec![tx(&[5, 20], &[0.0; 2])], 5.0, 20.0),
        (vec![tx(&[5, 20], &[0.0; 2]), note(&[2, 30])], 2.0, 30.0),
        (vec![note(&[7])], 7.0, 7.0),
        (
            vec![curve("ex", &[0, 90]).floats("kv", &[0.0; 2]), tx(&[5], &[0.0])],
            5.0,
            5.0,
        ),
    ] {
        let (clip, _) = clip_of(nodes);
        assert_eq!(clip.range, FrameRange { start, end });
    }
}

#[test]
fn notifications_are_sorted_and_kept_once() {
    let (clip, reports) = clip_of([
        node(NodeKind::NotificationTrack)
            .string("n", "step")
            .uints("kb", &[9, 3, 9, 0]),
        node(NodeKind::NotificationTrack)
            .string("n", "cry")
            .floats("kb", &[1.5, f32::NAN]),
    ]);
    assert_eq!(reports, ["C68 notification_track[1].kb"]);
    let found: Vec<(&str, &[f64])> = clip
        .notifications
        .iter()
        .map(|n| (n.name.as_str(), n.frames.as_slice()))
        .collect();
    assert_eq!(found, [("step", &[0.0, 3.0, 9.0][..]), ("cry", &[1.5][..])]);
}

#[test]
fn overrides_keep_their_channels() {
    let (clip, reports) = clip_of([
        node(NodeKind::CurveModeOverride)
            .string("nn", "hand")
            .string("m", "relative")
            .u8s("ot", &[1])
            .u8s("os", &[2]),
        node(NodeKind::CurveModeOverride)
            .string("nn", "hand")
            .string("m", "absolute")
            .u8s("or", &[1]),
        node(NodeKind::CurveModeOverride)
            .string("m", "absolute")
            .u8s("or", &[1]),
    ]);
    assert_eq!(reports, ["C73 curve_mode_override[2]"]);
    let flags: Vec<_> = clip
        .overrides
        .iter()
        .map(|o| (o.mode, o.translation, o.rotation, o.scale))
        .collect();
    assert_eq!(
        flags,
        [
            (CurveMode::Relative, true, false, true),
            (CurveMode::Absolute, false, true, false)
        ]
    );
    assert_eq!(clip.overrides[0].bone, "hand");
}

/// cast.md A26.
#[test]
fn a_clip_may_bring_its_own_skeleton() {
    let skeleton = node(NodeKind::Skeleton).child(bone("hip", -1, [0.0, 1.0, 0.0]));
    let (clip, reports) = clip_of([skeleton.clone(), skeleton]);
    assert_eq!(reports, ["C59 skeleton[1]"]);
    assert_eq!(clip.skeleton.expect("one bone").rest()[0].translation.y, 1.0);
    assert!(clip_of([node(NodeKind::Skeleton)]).0.skeleton.is_none());
}

/// Many curves are lowered in parallel; tracks and reports keep the order of the file.
#[test]
fn many_curves_keep_their_order() {
    let long: Vec<u32> = (0..200).collect();
    let curves = (0..500u32).map(|index| {
        let values = vec![index as f32; if index % 7 == 0 { 199 } else { 200 }];
        node(NodeKind::Curve)
            .string("nn", &format!("b{index}"))
            .string("kp", "ty")
            .uints("kb", &long)
            .floats("kv", &values)
    });
    let (clip, reports) = clip_of(curves);
    let targets: Vec<&str> = clip.tracks.iter().map(|track| track.target.as_str()).collect();
    let wanted: Vec<String> = (0..500).map(|index| format!("b{index}")).collect();
    assert_eq!(targets, wanted);
    let wanted: Vec<String> = (0..32).map(|index| format!("C64 curve[{}]", index * 7)).collect();
    assert_eq!(reports, wanted, "the first of each id are kept");
}
