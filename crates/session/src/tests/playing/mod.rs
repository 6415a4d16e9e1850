//! Time: seeking, packing ahead, ghosts, and that nothing changes while nothing happens.

mod notifications;

use super::camera::{box_mesh, opened, rig};
use super::*;
use crate::aids::filmstrip;
use crate::composition::evaluate;
use crate::playback::played;
use crate::saved::saved_view;
use crate::saved::show_saved;

#[test]
fn steps_land_on_whole_frames_and_wrap() {
    let mut session = with_pilot(vec![clip("run", "hip", None)]);
    for (seek, wanted) in [
        (Seek::Frame(3.5), 3.5),
        (Seek::Step(1.0), 4.0),
        (Seek::Step(1.0), 5.0),
        (Seek::Frame(3.5), 3.5),
        (Seek::Step(-1.0), 3.0),
        (Seek::End, 10.0),
        (Seek::Step(1.0), 0.0),
        (Seek::Step(-1.0), 10.0),
        (Seek::PreviousKey, 0.0),
        (Seek::NextKey, 10.0),
        (Seek::Frame(99.0), 10.0),
    ] {
        session.apply(Action::Playback(PlaybackAction::Seek(seek)));
        assert_eq!(session.frame(), Some(wanted), "{seek:?}");
    }
}

/// Nothing is drawn again and again for a pose; the next clip plays on.
#[test]
fn a_clip_of_one_frame_plays_and_nothing_moves() {
    let mut pose = clip("pose", "hip", None);
    pose.tracks[0].keys = Keys::Whole(vec![0].into());
    pose.tracks[0].values = Values::Scalar(vec![4.0].into());
    pose.range.end = 0.0;
    let mut session = with_pilot(vec![pose, clip("run", "hip", None)]);
    assert!(session.is_playing() && !evaluate::is_moving(&session));
    assert_eq!(hip_x(&session), 4.0);
    session.apply(Action::Playback(PlaybackAction::StepClip(ClipStep::Next)));
    assert!(session.is_playing() && evaluate::is_moving(&session));
    session.apply(Action::Playback(PlaybackAction::Pause));
    assert!(!evaluate::is_moving(&session));
    // All clips in turn: its turn ends.
    session.apply(Action::Playback(PlaybackAction::StepClip(ClipStep::Previous)));
    session.apply(command("play_all").action());
    for _ in 0..3 {
        assert!(evaluate::is_moving(&session) || session.frame() != Some(0.0));
        session.advance(0.1);
    }
    assert_ne!(session.frame(), Some(0.0), "it has gone on");
}

/// A clip that stands still for more than a second at its beginning is told when it is chosen, and one click begins at its first key.
#[test]
fn still_frames_before_the_first_key_are_told_and_left_out_by_one_click() {
    let late = |name: &str, frames: [u32; 2]| {
        let mut clip = clip(name, "hip", None);
        clip.tracks[0].keys = Keys::Whole(frames.to_vec().into());
        clip.range.end = frames[1].into();
        clip
    };
    let clips = vec![late("soon", [10, 45]), late("bite", [40, 45])];
    let mut session = Session::default();
    let opened = open(
        &mut session,
        vec![file(1, vec![model("fish")], clips)],
        Placement::Replace,
    );
    assert_eq!(notices(&opened), [] as [&str; 0], "a second is no wait");
    let effects = session.apply(Action::Playback(PlaybackAction::StepClip(ClipStep::Next)));
    let Some(Effect::Notify(notice)) = effects.first() else {
        panic!("it is told: {effects:?}");
    };
    assert_eq!(notice.text, "bite: 40 still frames before the first key.");
    assert_eq!(played::play_range(&session), None, "all of it plays");
    let [button] = &notice.actions[..] else {
        panic!("one button");
    };
    assert_eq!(button.label, "Start there");
    session.apply((*button.action).clone());
    let begun = FrameRange { start: 40.0, end: 45.0 };
    assert_eq!(played::play_range(&session), Some(begun));
    session.apply(Action::Undo);
    assert_eq!(played::play_range(&session), None);
}

#[test]
fn a_layer_that_no_longer_starts_over_stays_at_its_end_at_once() {
    let mut session = with_pilot(vec![clip("run", "hip", None)]);
    let run = session.stage().clips()[0].key;
    for action in [
        Action::Playback(PlaybackAction::Pause),
        Action::Composition(CompositionAction::AddLayer { clip: run, model: None }),
        Action::Composition(CompositionAction::ChangeLayer(
            LayerKey(1),
            LayerChange::OffsetSecs(0.25),
        )),
        Action::Playback(PlaybackAction::Seek(Seek::Frame(0.0))),
    ] {
        session.apply(action);
    }
    let hip = |session: &Session| session.stage().models()[0].pose().local[0].translation.x;
    let wrapped = hip(&session);
    session.apply(Switch::LOOP.toggle());
    assert_ne!(
        hip(&session),
        wrapped,
        "before its begin a layer that starts over is somewhere in its clip"
    );
    session.apply(Switch::LOOP.toggle());
    assert_eq!(hip(&session), wrapped);
}

/// A walk held in place begins at the start of the mix of clips, not at the start of the clip alone.
#[test]
fn a_mask_that_leaves_the_walk_out_puts_the_model_back() {
    let mut walk = clip("walk", "hip", None);
    walk.tracks[0].values = Values::Scalar(vec![5.0, 10.0].into());
    let mut session = with_pilot(vec![walk]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(DialValue::root_motion(RootMotion::InPlace).choose());
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(10.0))));
    let x = |session: &Session| session.stage().models()[0].stage_from_model().translation.x;
    assert_eq!(x(&session), -5.0);
    let mask = LayerChange::Mask(Some("spine".into()));
    session.apply(Action::Composition(CompositionAction::ChangeBase(mask)));
    assert_eq!(x(&session), 0.0);
    session.apply(Action::Undo);
    assert_eq!(x(&session), -5.0);
}

#[test]
fn nothing_changes_while_nothing_happens() {
    let mut session = with_pilot(vec![clip("run", "hip", None)]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    let (revision, pose) = (session.revision(), session.stage().models()[0].pose().clone());
    for _ in 0..100 {
        session.advance(0.1);
        session.apply(Action::View(ViewAction::ResizeViewport(session.view().viewport())));
    }
    assert_eq!(session.revision(), revision);
    assert!(Arc::ptr_eq(&pose, session.stage().models()[0].pose()));
}

#[test]
fn clips_packed_ahead_are_played_from_what_was_packed_and_the_rest_when_they_first_play() {
    let clips = vec![clip("walk", "hip", None), clip("run", "spine", None)];
    let mut opened = file(1, vec![model("man")], clips);
    // The first byte of room is the first clip's.
    let mut room = 1;
    opened.pack_keys(&mut room);
    assert_eq!(
        (opened.keys[0].is_some(), opened.keys[1].is_some(), room),
        (true, false, 0)
    );
    let ahead = opened.keys[0].clone().expect("packed");
    let mut session = Session::default();
    open(&mut session, vec![opened], Placement::Replace);
    let keys = |session: &Session| {
        session
            .stage
            .clips()
            .iter()
            .map(|entry| entry.keys.clone())
            .collect::<Vec<_>>()
    };
    let second = session.stage.clips()[1].key;
    assert!(Arc::ptr_eq(keys(&session)[0].as_ref().expect("kept"), &ahead));
    assert_eq!(keys(&session)[1], None, "it has not played");
    session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(second))));
    assert!(keys(&session).iter().all(Option::is_some), "there is room for both");
}

#[test]
fn what_is_opened_waits_while_it_is_not_to_play_by_itself() {
    for autoplay in [true, false] {
        let mut preferences = Preferences::default();
        preferences.playing.autoplay = autoplay;
        let mut session = Session::with_preferences(preferences);
        session.receive(Message::Loaded {
            generation: 0,
            files: vec![file(1, vec![model("pilot")], vec![clip("run", "hip", None)])],
            placement: Placement::Replace,
        });
        assert!(session.active_clip().is_some());
        assert_eq!(session.playback().transport().playing, autoplay);
    }
}

#[test]
fn steps_follow_the_order_in_which_clips_are_listed() {
    let clips = ["walk", "run", "jump"].map(|name| clip(name, "hip", None));
    let mut session = with_pilot(clips.to_vec());
    let keys: Vec<ClipKey> = session.stage().clips().iter().map(|clip| clip.key).collect();
    let next = |session: &mut Session| {
        session.apply(Action::Playback(PlaybackAction::StepClip(ClipStep::Next)));
        session.active_clip().map(|clip| clip.name.clone())
    };
    assert_eq!(next(&mut session).as_deref(), Some("run"));
    session.apply(Action::Playback(PlaybackAction::ListClips(vec![
        keys[2], keys[1], keys[0],
    ])));
    assert_eq!(next(&mut session).as_deref(), Some("walk"));
    assert_eq!(next(&mut session).as_deref(), Some("jump"));
    // A search lists fewer; one that is not among them is followed by the first.
    session.apply(Action::Playback(PlaybackAction::ListClips(vec![keys[1]])));
    assert_eq!(next(&mut session).as_deref(), Some("run"));
    session.apply(Action::Playback(PlaybackAction::ListClips(Vec::new())));
    assert_eq!(next(&mut session).as_deref(), Some("jump"));
}

/// Poses between keys are those of the last key, for layers, shapes and the filmstrip as for the clip, and off again nothing has changed.
#[test]
fn step_preview_holds_each_key_and_changes_nothing() {
    let smile = Track {
        property: Property::BlendWeight,
        values: Values::Scalar(vec![0.25, 1.0].into()),
        ..clip("", "smile", None).tracks.remove(0)
    };
    let mut walk = clip("walk", "hip", None);
    walk.tracks.push(smile);
    let mut session = with_pilot(vec![walk]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    let at = |session: &mut Session, frame: f64| {
        session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
        (hip_x(session), session.stage().models()[0].pose().shape_weights[0])
    };
    let frames = [0.0, 4.0, 9.99, 10.0];
    let before = frames.map(|frame| at(&mut session, frame));
    let (film, revision) = (filmstrip::film_key(&session), session.revision());
    let command = command("stepped");
    session.apply(command.action());
    assert_eq!(command.is_checked(&session), Some(true));
    assert!(
        session.revision() > revision && filmstrip::film_key(&session) != film,
        "the filmstrip is drawn anew"
    );
    assert_eq!(
        frames.map(|frame| at(&mut session, frame)),
        [(0.0, 0.25), (0.0, 0.25), (0.0, 0.25), (10.0, 1.0)]
    );
    // A view that is copied says so.
    let mut other = with_pilot(vec![clip("walk", "hip", None)]);
    show_saved(&mut other, &saved_view(&session)).expect("the same file");
    assert!(other.composition().stepped());
    session.apply(command.action());
    assert_eq!(frames.map(|frame| at(&mut session, frame)), before);
}

/// Numbers of the grid stand where nothing of the model comes in the whole clip, and stay there while it plays.
#[test]
fn numbers_of_the_grid_keep_off_the_way_of_the_model() {
    let smile = Track {
        property: Property::BlendWeight,
        values: Values::Scalar(vec![0.0, 1.0].into()),
        ..clip("", "tail", None).tracks.remove(0)
    };
    let mut swinging = model("pilot");
    swinging.blend_shapes = vec![BlendShape {
        name: "tail".into(),
        mesh: MeshIndex::new(0),
        max_weight: 1.0,
        vertices: vec![1],
        deltas: vec![[1.0, 0.0, 0.0]],
        rest_weight: 0.0,
        normal_deltas: Vec::new(),
        tangent_deltas: Vec::new(),
        source: None,
    }]
    .into();
    let swing = Clip {
        tracks: vec![smile],
        ..clip("swing", "tail", None)
    };
    let mut session = Session::default();
    open(
        &mut session,
        vec![file(1, vec![swinging], vec![swing])],
        Placement::Replace,
    );
    session.apply(DialValue::up_axis(Some(castview_base::core::UpAxis::Y)).choose());
    session.apply(Action::Playback(PlaybackAction::Pause));
    let mut seen = Vec::new();
    for frame in [0.0, 5.0, 10.0] {
        session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
        let picture = session.picture([640, 480], 1);
        let right = picture
            .grid_labels
            .iter()
            .map(|label| label.anchor.x)
            .fold(0.0, f32::max);
        assert!(
            right > 2.0,
            "the tail reaches 2, the number stands at {right} at frame {frame}"
        );
        seen.push(right);
    }
    assert!(seen.iter().all(|right| *right == seen[0]), "{seen:?}");
}

/// Ghosts of a model that stands still.
#[test]
fn another_look_of_ghosts_is_drawn_at_once() {
    let cube = box_mesh("cube", Vec3::new(0.0, 1.0, 0.0), Vec3::splat(0.5), 0);
    let mut session = opened(vec![rig(vec![cube])], vec![clip("slide", "hip", None)]);
    let mut is_drawn = |action| session.apply(action).changed.has(Change::PICTURE);
    let chosen = [
        Switch::GHOSTS.toggle(),
        Switch::GHOST_OUTLINES.toggle(),
        DialValue::GHOSTS_OPAQUE_40.choose(),
        Switch::GHOSTS.toggle(),
    ];
    for action in chosen {
        assert!(is_drawn(action.clone()), "{action:?}");
    }
    assert!(!is_drawn(DialValue::GHOSTS_OPAQUE_20.choose()), "no ghost is shown");
}
