//! Clips over clips: what each layer makes of those below, and one clock for all. Numbers computed by hand.

use castview_base::core::Transform;
use castview_base::scene::{BlendShape, Clip, CurveMode, Model, Notification, Property};
use castview_motion::animation::{self, BoneMask, Layer, Motion, Pose, bind};
use castview_session::playback;
use castview_session::{
    Action, ClipKey, CompositionAction, EventKey, LayerChange, ModeScope, PlayAs, PlaybackAction, Seek, Session, Switch,
};
use castview_testkit::rigs::{bone, clip, model, rotation_track, scalar_track, switch_track};
use castview_testkit::sessions::staged::{clip_key, paused};
use glam::{Quat, Vec3};
use std::f32::consts::FRAC_PI_2;

use CurveMode::{Absolute, Additive, Relative};
use Property::{BlendWeight, ScaleX, TranslationX, TranslationY};

/// root (rest x = 1) → arm (rest x = 2, scale 2) → hand.
fn chain() -> Model {
    let at = |x: f32, scale: f32| Transform {
        translation: Vec3::new(x, 0.0, 0.0),
        scale: Vec3::splat(scale),
        ..Transform::IDENTITY
    };
    let mut model = model(vec![
        bone("root", None, at(1.0, 1.0)),
        bone("arm", Some(0), at(2.0, 2.0)),
        bone("hand", Some(1), at(1.0, 1.0)),
    ]);
    model.blend_shapes = vec![BlendShape {
        name: "smile".into(),
        mesh: castview_base::core::MeshIndex::new(0),
        max_weight: 1.0,
        vertices: vec![],
        deltas: vec![],
        rest_weight: 0.0,
        normal_deltas: Vec::new(),
        tangent_deltas: Vec::new(),
        source: None,
    }]
    .into();
    model.meshes = vec![castview_base::scene::Mesh {
        name: "body".into(),
        ..castview_base::scene::Mesh::default()
    }];
    model
}

/// One layer of the stack under test: clip, weight, root of the mask.
type Stacked<'a> = (&'a Clip, f32, Option<&'a str>);

fn stacked(model: &Model, stack: &[Stacked], frame: f64) -> Pose {
    let bindings: Vec<_> = stack.iter().map(|(clip, ..)| bind(clip, model)).collect();
    let skeleton = &model.skeleton;
    let masks: Vec<Option<BoneMask>> = stack
        .iter()
        .map(|(.., root)| root.map(|root| BoneMask::subtree(skeleton, skeleton.find(root).expect("a bone"))))
        .collect();
    let layers: Vec<Layer> = stack
        .iter()
        .zip(&bindings)
        .zip(&masks)
        .map(|(((clip, weight, _), binding), mask)| Layer {
            weight: *weight,
            mask: mask.as_ref(),
            ..Layer::new(clip, binding, frame)
        })
        .collect();
    let mut pose = Pose::default();
    animation::evaluate(
        model,
        Motion {
            layers: &layers,
            ..Motion::default()
        },
        &mut pose,
    );
    pose
}

fn constant(target: &str, property: Property, mode: CurveMode, ab: f32, value: f32) -> castview_base::scene::Track {
    scalar_track(target, property, mode, ab, &[(0, value)])
}

#[test]
fn a_layer_goes_its_weights_share_of_the_way() {
    let model = chain();
    let base = clip(vec![constant("arm", TranslationX, Absolute, 1.0, 10.0)]);
    let over = clip(vec![
        constant("arm", TranslationX, Absolute, 1.0, 20.0),
        constant("arm", TranslationY, Relative, 1.0, 4.0),
        constant("arm", ScaleX, Additive, 1.0, 3.0),
    ]);
    for (weight, wanted, scale) in [
        (0.0, [10.0, 0.0], 2.0),
        (0.25, [12.5, 1.0], 3.0),
        (1.0, [20.0, 4.0], 6.0),
    ] {
        let pose = stacked(&model, &[(&base, 1.0, None), (&over, weight, None)], 0.0);
        let arm = pose.local[1];
        assert_eq!([arm.translation.x, arm.translation.y], wanted, "{weight}");
        assert_eq!(arm.scale.x, scale, "{weight}");
        assert_eq!(pose.local[0], model.skeleton.rest()[0], "other bones stay");
    }
}

#[test]
fn an_additive_layer_builds_on_the_layers_below_and_alone_on_the_rest() {
    let model = chain();
    let base = clip(vec![
        constant("arm", TranslationX, Absolute, 1.0, 10.0),
        rotation_track("arm", Absolute, 1.0, &[(0, Quat::from_rotation_x(FRAC_PI_2))]),
    ]);
    let turn = rotation_track("arm", Additive, 0.5, &[(0, Quat::from_rotation_z(1.0))]);
    let add = clip(vec![constant("arm", TranslationX, Additive, 0.5, 6.0), turn]);
    // x: cur + weight · ab · v; rotation: slerp(cur, slerp(cur, cur ⊗ v, ab), weight) = cur ⊗ v^(ab · weight).
    for (weight, x, angle) in [(1.0, 3.0, 0.5), (0.5, 1.5, 0.25)] {
        let over = stacked(&model, &[(&base, 1.0, None), (&add, weight, None)], 0.0);
        assert_eq!(over.local[1].translation.x, 10.0 + x);
        let wanted = Quat::from_rotation_x(FRAC_PI_2) * Quat::from_rotation_z(angle);
        assert!(
            over.local[1].rotation.abs_diff_eq(wanted, 1e-6),
            "{:?}",
            over.local[1].rotation
        );
        let alone = stacked(&model, &[(&add, weight, None)], 0.0);
        assert_eq!(alone.local[1].translation.x, 2.0 + x, "rest lies below (A14)");
        assert!(alone.local[1].rotation.abs_diff_eq(Quat::from_rotation_z(angle), 1e-6));
    }
    // The same clip twice adds twice.
    let twice = stacked(&model, &[(&base, 1.0, None), (&add, 1.0, None), (&add, 1.0, None)], 0.0);
    assert_eq!(twice.local[1].translation.x, 16.0);
}

#[test]
fn a_mask_keeps_a_layer_to_one_subtree() {
    let mut model = chain();
    model.meshes[0].name = "body".into();
    let over = clip(vec![
        constant("root", TranslationX, Absolute, 1.0, 100.0),
        constant("arm", TranslationX, Absolute, 1.0, 100.0),
        constant("hand", TranslationX, Absolute, 1.0, 100.0),
        constant("smile", BlendWeight, Absolute, 1.0, 1.0),
        switch_track("body", &[(0, false)]),
    ]);
    let x = |pose: &Pose| -> Vec<f32> { pose.local.iter().map(|bone| bone.translation.x).collect() };
    let masked = stacked(&model, &[(&over, 1.0, Some("arm"))], 0.0);
    assert_eq!(x(&masked), [1.0, 100.0, 100.0]);
    assert_eq!(
        (masked.shape_weights[0], masked.mesh_visible[0]),
        (0.0, true),
        "no bone's"
    );
    let whole = stacked(&model, &[(&over, 1.0, None)], 0.0);
    assert_eq!(x(&whole), [100.0; 3]);
    assert_eq!((whole.shape_weights[0], whole.mesh_visible[0]), (1.0, false));
}

#[test]
fn switches_turn_at_half_weight_and_shapes_mix() {
    let model = chain();
    let base = clip(vec![constant("smile", BlendWeight, Absolute, 1.0, 0.2)]);
    let over = clip(vec![
        constant("smile", BlendWeight, Absolute, 1.0, 1.0),
        switch_track("body", &[(0, false)]),
    ]);
    for (weight, smile, visible) in [(0.25, 0.4, true), (0.5, 0.6, false), (1.0, 1.0, false)] {
        let pose = stacked(&model, &[(&base, 1.0, None), (&over, weight, None)], 0.0);
        assert!((pose.shape_weights[0] - smile).abs() < 1e-6, "{weight}");
        assert_eq!(pose.mesh_visible[0], visible, "{weight}");
    }
}

// The session: one clock, who is audible, what happens over time.

/// A clip that moves `bone` along x from 0 at its first frame to `to` at `frames`.
fn ramp(name: &str, bone: &str, rate: f64, frames: u32, to: f32) -> Clip {
    let mut clip = clip(vec![scalar_track(
        bone,
        TranslationX,
        Absolute,
        1.0,
        &[(0, 0.0), (frames, to)],
    )]);
    clip.name = name.into();
    clip.frames_per_second = rate;
    clip
}

fn session(clips: Vec<Clip>) -> (Session, Vec<ClipKey>) {
    let keys = (0..clips.len()).map(clip_key).collect();
    let mut model = chain();
    // Bones are all these tests look at.
    (model.meshes, model.blend_shapes) = (Vec::new(), Vec::new().into());
    (paused(vec![model], clips), keys)
}

fn x(session: &Session, bone: usize) -> f32 {
    session.stage().models()[0].pose().local[bone].translation.x
}

fn seek(session: &mut Session, frame: f64) {
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
}

fn top(session: &Session) -> castview_session::LayerKey {
    session.edits().layers().last().expect("a layer").key
}

#[test]
fn clips_of_different_rates_share_one_clock() {
    // Both last one second.
    let (mut session, keys) = session(vec![
        ramp("slow", "root", 10.0, 10, 10.0),
        ramp("fast", "arm", 60.0, 60, 60.0),
    ]);
    session.apply(Action::Composition(CompositionAction::AddLayer {
        clip: keys[1],
        model: None,
    }));
    seek(&mut session, 2.5);
    assert_eq!((x(&session, 0), x(&session, 1)), (2.5, 15.0));
    let layer = top(&session);
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        layer,
        LayerChange::Speed(0.5),
    )));
    assert_eq!((x(&session, 0), x(&session, 1)), (2.5, 7.5));
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        layer,
        LayerChange::OffsetSecs(0.1),
    )));
    assert_eq!((x(&session, 0), x(&session, 1)), (2.5, 4.5));
    // The layer now ends 2.1 s in: the timeline reaches that far, and the shorter clip starts over meanwhile.
    let timeline = session.timeline().expect("a clip");
    assert!((timeline.range.end - 21.0).abs() < 1e-9, "{:?}", timeline.range);
    seek(&mut session, 12.5);
    assert_eq!(x(&session, 0), 2.5);
    session.apply(Switch::LOOP.toggle());
    seek(&mut session, 13.0);
    assert_eq!(x(&session, 0), 10.0, "held when nothing loops");
}

#[test]
fn mute_and_solo_choose_who_is_audible() {
    let (mut session, keys) = session(vec![
        ramp("base", "root", 10.0, 10, 10.0),
        ramp("over", "arm", 10.0, 10, 20.0),
        ramp("top", "hand", 10.0, 10, 30.0),
    ]);
    for clip in [keys[1], keys[2]] {
        session.apply(Action::Composition(CompositionAction::AddLayer { clip, model: None }));
    }
    seek(&mut session, 10.0);
    let all = |session: &Session| [x(session, 0), x(session, 1), x(session, 2)];
    assert_eq!(all(&session), [10.0, 20.0, 30.0]);
    let first = session.edits().layers()[0].key;
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        first,
        LayerChange::Mute(true),
    )));
    assert_eq!(all(&session), [10.0, 2.0, 30.0]);
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        first,
        LayerChange::Mute(false),
    )));
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        first,
        LayerChange::Solo(true),
    )));
    assert_eq!(all(&session), [1.0, 20.0, 1.0]);
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        first,
        LayerChange::Solo(false),
    )));
    session.apply(Action::Composition(CompositionAction::ChangeBase(LayerChange::Mute(
        true,
    ))));
    assert_eq!(all(&session), [1.0, 20.0, 30.0]);
    session.apply(Action::Composition(CompositionAction::ChangeBase(LayerChange::Mute(
        false,
    ))));
    session.apply(Action::Composition(CompositionAction::ChangeBase(LayerChange::Mask(
        Some("arm".into()),
    ))));
    assert_eq!(all(&session), [1.0, 20.0, 30.0], "the base has nothing below arm");
}

#[test]
fn order_decides_and_undo_takes_back() {
    let (mut session, keys) = session(vec![
        ramp("base", "root", 10.0, 10, 10.0),
        ramp("a", "root", 10.0, 10, 20.0),
        ramp("b", "root", 10.0, 10, 30.0),
    ]);
    seek(&mut session, 10.0);
    for clip in [keys[1], keys[2]] {
        session.apply(Action::Composition(CompositionAction::AddLayer { clip, model: None }));
    }
    assert_eq!(x(&session, 0), 30.0);
    let b = top(&session);
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        b,
        LayerChange::Move { up: false },
    )));
    assert_eq!(x(&session, 0), 20.0);
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        b,
        LayerChange::Move { up: false },
    )));
    assert_eq!(x(&session, 0), 20.0, "it is at the bottom already");
    session.apply(Action::Undo);
    assert_eq!(x(&session, 0), 30.0);
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        b,
        LayerChange::Weight(0.5),
    )));
    assert_eq!(x(&session, 0), 25.0);
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        b,
        LayerChange::Weight(7.0),
    )));
    assert_eq!(x(&session, 0), 30.0, "a weight ends at 1");
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        b,
        LayerChange::Remove,
    )));
    assert_eq!(x(&session, 0), 20.0);
    session.apply(Action::Composition(CompositionAction::ClearLayers));
    assert_eq!(x(&session, 0), 10.0);
    session.apply(Action::Undo);
    assert_eq!(x(&session, 0), 20.0);
}

#[test]
fn a_cross_fade_goes_from_one_clip_to_the_next() {
    let constant = |name: &str, value: f32| {
        let mut clip = ramp(name, "root", 10.0, 10, value);
        clip.tracks[0] = scalar_track("root", TranslationX, Absolute, 1.0, &[(0, value), (10, value)]);
        clip
    };
    let (mut session, keys) = session(vec![constant("a", 4.0), constant("b", 8.0)]);
    session.apply(Action::Composition(CompositionAction::CrossFade {
        to: keys[1],
        frames: 4.0,
    }));
    for (frame, wanted) in [(0.0, 4.0), (6.0, 4.0), (7.0, 5.0), (8.0, 6.0), (10.0, 8.0), (15.0, 8.0)] {
        seek(&mut session, frame);
        assert!(
            (x(&session, 0) - wanted).abs() < 1e-5,
            "frame {frame}: {}",
            x(&session, 0)
        );
    }
    assert_eq!(session.timeline().expect("clips").range.end, 16.0);
}

#[test]
fn a_pose_depends_on_the_time_alone() {
    let (mut session, keys) = session(vec![
        ramp("base", "root", 24.0, 31, 3.0),
        ramp("over", "arm", 59.94, 77, 5.0),
    ]);
    session.apply(Action::Composition(CompositionAction::AddLayer {
        clip: keys[1],
        model: None,
    }));
    let layer = top(&session);
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        layer,
        LayerChange::OffsetSecs(-0.37),
    )));
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        layer,
        LayerChange::Weight(0.3),
    )));
    seek(&mut session, 17.25);
    let straight = session.stage().models()[0].pose().clone();
    session.apply(Action::Playback(PlaybackAction::Play));
    for _ in 0..40 {
        session.advance(0.033);
    }
    session.apply(Action::Playback(PlaybackAction::Pause));
    assert_ne!(session.stage().models()[0].pose(), &straight);
    seek(&mut session, 17.25);
    assert_eq!(session.stage().models()[0].pose(), &straight);
}

/// A clip of one second at `rate` frames a second that moves the arm, with notifications at these of its own frames.
fn noisy(rate: f64, name: &str, frames: &[f64]) -> Clip {
    let last = rate as u32;
    let mut noisy = clip(vec![scalar_track(
        "arm",
        TranslationX,
        Additive,
        1.0,
        &[(0, 0.0), (last, 1.0)],
    )]);
    noisy.frames_per_second = rate;
    noisy.notifications = vec![Notification {
        name: name.into(),
        frames: frames.into(),
    }];
    noisy
}

/// Frames of every notification, by its name.
fn events(session: &Session) -> Vec<(String, Vec<f64>)> {
    let tracks = playback::event_tracks(session);
    tracks
        .map(|track| (track.name.to_owned(), track.frames.to_vec()))
        .collect()
}

#[test]
fn notifications_of_every_audible_clip_fire_at_its_offset_and_speed() {
    // Two seconds of base at 30, a second at 60 over it, twice as fast: half a second that begins at a quarter.
    let mut base = noisy(30.0, "step", &[10.0]);
    base.range.end = 60.0;
    let mut session = paused(vec![chain()], vec![base, noisy(60.0, "wave", &[0.0, 30.0, 60.0])]);
    session.apply(Action::Composition(CompositionAction::AddLayer {
        clip: clip_key(1),
        model: None,
    }));
    let layer = session.edits().layers()[0].key;
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        layer,
        LayerChange::Speed(2.0),
    )));
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        layer,
        LayerChange::OffsetSecs(0.25),
    )));
    // It starts over every 15 frames of the base's clock, from 7.5 on and before; its two ends are one instant.
    let often: Vec<f64> = (0..8).map(|at| f64::from(at) * 7.5).collect();
    assert_eq!(
        events(&session),
        [
            ("step".into(), vec![10.0]),
            ("wave".into(), [&often[..], &[60.0]].concat())
        ]
    );
    session.apply(Action::Playback(PlaybackAction::Play));
    let mut names = Vec::new();
    for _ in 0..20 {
        names.extend(session.advance(0.05));
    }
    // A second: frames 0 to 30.
    assert_eq!(names, ["wave", "wave", "step", "wave", "wave", "wave"]);
    let key = EventKey {
        layer: Some(layer),
        index: 0,
    };
    let fired = session.playback().fired().get(&key).expect("it fired");
    assert_eq!((fired.count, fired.frame), (5, 30.0));

    // Without loops each comes once; a muted layer is silent.
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Switch::LOOP.toggle());
    assert_eq!(events(&session)[1].1, [7.5, 15.0, 22.5]);
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(0.0))));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::NextNotification)));
    assert_eq!(session.frame(), Some(7.5), "the keys go there too");
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        layer,
        LayerChange::Mute(true),
    )));
    assert_eq!(events(&session), [("step".into(), vec![10.0])]);
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        layer,
        LayerChange::Mute(false),
    )));
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        layer,
        LayerChange::Solo(true),
    )));
    assert_eq!(events(&session).len(), 1, "while the layer is solo, the base is silent");
}

#[test]
fn a_layers_notification_at_both_ends_of_a_loop_fires_once_a_pass() {
    let mut base = noisy(30.0, "step", &[]);
    base.range.end = 30.0;
    let mut session = paused(vec![chain()], vec![base, noisy(30.0, "wave", &[0.0, 30.0])]);
    session.apply(Action::Composition(CompositionAction::AddLayer {
        clip: clip_key(1),
        model: None,
    }));
    session.apply(Action::Playback(PlaybackAction::Play));
    let fired: usize = (0..40).map(|_| session.advance(0.1).len()).sum();
    // Four passes, and the end of the last one.
    assert_eq!(fired, 5);
}

#[test]
fn the_keys_of_a_layer_are_looked_at_where_they_lie_on_the_clock() {
    let mut base = noisy(30.0, "step", &[]);
    base.range.end = 60.0;
    let mut session = paused(vec![chain()], vec![base, noisy(60.0, "wave", &[])]);
    session.apply(Action::Composition(CompositionAction::AddLayer {
        clip: clip_key(1),
        model: None,
    }));
    let layer = session.edits().layers()[0].key;
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        layer,
        LayerChange::Speed(2.0),
    )));
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        layer,
        LayerChange::OffsetSecs(0.25),
    )));
    assert_eq!(session.keyed().map(|keyed| keyed.entry.key), Some(clip_key(0)));
    session.apply(Action::Composition(CompositionAction::ShowKeys(Some(layer))));
    let keyed = session.keyed().expect("a clip");
    assert_eq!((keyed.entry.key, keyed.layer), (clip_key(1), Some(layer)));
    assert_eq!([0.0, 60.0].map(|own| keyed.clock_frame(own)), [7.5, 22.5]);
    assert_eq!(keyed.own_frame(15.0), 30.0);
    assert!(keyed.binding(&session.stage().models()[0]).is_some());
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(1.0))));
    for wanted in [7.5, 22.5, 22.5] {
        session.apply(Action::Playback(PlaybackAction::Seek(Seek::NextKey)));
        assert_eq!(session.frame(), Some(wanted));
    }
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        layer,
        LayerChange::Remove,
    )));
    assert_eq!(session.keyed().and_then(|keyed| keyed.layer), None, "back to the base");
}

#[test]
fn the_seam_is_measured_again_when_modes_are_treated_otherwise() {
    // Added with no weight it moves nothing; as the file says it jumps.
    let jump = clip(vec![scalar_track(
        "arm",
        TranslationX,
        Absolute,
        0.0,
        &[(0, 0.0), (30, 5.0)],
    )]);
    let mut session = paused(vec![chain()], vec![jump]);
    let open = format!("{:?}", session.playback().seam().expect("the clip drives the chain"));
    session.apply(Action::Composition(CompositionAction::OverrideMode(
        ModeScope::Clip(clip_key(0)),
        Some(PlayAs::Additive),
    )));
    let closed = format!("{:?}", session.playback().seam().expect("it still does"));
    assert_ne!(open, closed);
    session.apply(Action::Composition(CompositionAction::OverrideMode(
        ModeScope::Clip(clip_key(0)),
        None,
    )));
    assert_eq!(format!("{:?}", session.playback().seam().expect("again")), open);
    session.apply(Action::Undo);
    assert_eq!(format!("{:?}", session.playback().seam().expect("undone")), closed);
}
