//! Time that is no time: clips whose frames or rates are at the ends of what numbers hold, and numbers nobody means, by every
//! action that takes one. Nothing panics, hangs or grows without bound, and the playhead stays a number inside the clip.

use castview_base::core::FrameRange;
use castview_session::playback;
use castview_session::view;
use castview_session::{
    Action, AidsAction, CompositionAction, GhostChoice, GhostStep, LayerChange, LayerStep, MarkerEdit, PlaybackAction,
    Preferences, RangeEdit, Seek, Selected, SelectionAction, Session, Switch,
};
use castview_testkit::sessions::extremes::{clips, walker};
use castview_testkit::sessions::staged::{clip_key, opened};

const NUMBERS: [f64; 15] = [
    0.0,
    -0.0,
    1e-300,
    -1e-9,
    0.5,
    -1.0,
    30.0,
    4_294_967_295.0,
    -4_294_967_296.0,
    1e18,
    -1e18,
    1e300,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// Checks that the visible values of a session are numbers.
fn check(session: &mut Session, what: &str) {
    if let Some(timeline) = session.timeline() {
        assert!(
            timeline.range.start <= timeline.range.end,
            "{what}: {:?}",
            timeline.range
        );
        let frame = session.frame().expect("a timeline has a playhead");
        assert!(
            timeline.range.contains(frame),
            "{what}: {frame} of {:?}",
            timeline.range
        );
        assert!(frame.is_finite(), "{what}: {:?}", timeline.range);
    }
    if let Some(range) = playback::play_range(session) {
        assert!(range.length() > 0.0, "{what}: {range:?}");
    }
    for track in playback::event_tracks(session) {
        assert!(track.frames.len() <= 200_000, "{what}: {} frames", track.frames.len());
    }
    let picture = session.picture([16, 16], 1);
    assert!(picture.models[0].stage_from_model.is_finite(), "{what}");
    let lines = view::bone_lines(session);
    assert!(lines.iter().all(|line| line.from.is_finite()), "{what}");
}

/// Every action that takes a time, with `number`.
fn actions(session: &Session, number: f64) -> Vec<Action> {
    let mut out = vec![
        Action::Playback(PlaybackAction::Seek(Seek::Frame(number))),
        Action::Playback(PlaybackAction::Seek(Seek::Step(number))),
        Action::Playback(PlaybackAction::Range(RangeEdit::Set(FrameRange {
            start: number,
            end: -number,
        }))),
        Action::Playback(PlaybackAction::Range(RangeEdit::In)),
        Action::Playback(PlaybackAction::Seek(Seek::End)),
        Action::Playback(PlaybackAction::Range(RangeEdit::Out)),
        Action::Playback(PlaybackAction::Range(RangeEdit::Set(FrameRange {
            start: 0.0,
            end: number,
        }))),
        Action::Playback(PlaybackAction::Marker(MarkerEdit::ToggleHere)),
        Action::Playback(PlaybackAction::Marker(MarkerEdit::Move {
            from: session.frame().unwrap_or(0.0),
            to: number,
        })),
        Action::Playback(PlaybackAction::Marker(MarkerEdit::Remove { frame: number })),
        Action::Playback(PlaybackAction::Seek(Seek::NextMarker)),
        Action::Playback(PlaybackAction::SetSpeed(number)),
        Action::Composition(CompositionAction::CrossFade {
            to: clip_key(29),
            frames: number,
        }),
        Action::Composition(CompositionAction::StepLayer(LayerStep::Offset(number))),
        Action::Composition(CompositionAction::StepLayer(LayerStep::Weight(number as f32))),
        Action::Playback(PlaybackAction::Seek(Seek::NextKey)),
        Action::Playback(PlaybackAction::Seek(Seek::PreviousNotification)),
        Switch::PING_PONG.toggle(),
        Action::Playback(PlaybackAction::Play),
    ];
    for layer in session.edits().layers() {
        for change in [
            LayerChange::OffsetSecs(number),
            LayerChange::Speed(number),
            LayerChange::FadeInSecs(number),
            LayerChange::Weight(number as f32),
        ] {
            out.push(Action::Composition(CompositionAction::ChangeLayer(layer.key, change)));
        }
        out.push(Action::Composition(CompositionAction::ShowKeys(Some(layer.key))));
    }
    out
}

#[test]
fn no_number_and_no_clip_breaks_the_timeline() {
    let mut session = opened(vec![walker()], clips());
    let hand = Selected::Bone(
        session.stage().models()[0].key,
        session.stage().models()[0]
            .model()
            .skeleton
            .find("hand")
            .expect("a bone"),
    );
    session.apply(Action::Selection(SelectionAction::Select(Some(hand))));
    session.apply(Action::Aids(AidsAction::SetGhosts(GhostChoice {
        shown: true,
        count: u8::MAX,
        step: GhostStep::Keys,
        ..GhostChoice::default()
    })));
    for base in 0..clips().len() {
        // Ways are sampled anew at every change: once a clip is enough.
        session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(clip_key(base)))));
        session.apply(Switch::TRAIL.toggle());
        check(&mut session, &format!("the trail of clip {base}"));
        session.apply(Switch::TRAIL.toggle());
        for over in [(base + 1) % clips().len(), (base + 7) % clips().len()] {
            session.apply(Action::Composition(CompositionAction::ClearLayers));
            session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(clip_key(base)))));
            session.apply(Action::Composition(CompositionAction::AddLayer {
                clip: clip_key(over),
                model: None,
            }));
            for number in NUMBERS {
                for action in actions(&session, number) {
                    let what = format!("clip {base} under {over}, {action:?}");
                    session.apply(action);
                    check(&mut session, &what);
                }
                for step in [number, 0.02, 5.0] {
                    session.advance(step);
                    check(&mut session, &format!("clip {base} under {over}, {step} s later"));
                }
                while session.edits().layers().len() > 2 {
                    session.apply(Action::Composition(CompositionAction::StepLayer(LayerStep::Remove)));
                    let top = session.edits().layers()[session.edits().layers().len() - 1].key;
                    session.apply(Action::Composition(CompositionAction::ChangeLayer(
                        top,
                        LayerChange::Remove,
                    )));
                }
            }
        }
    }
}

#[test]
fn settings_of_any_number_are_usable() {
    for number in ["1e300", "-1e300", "-0.0", "0", "3.5e38", "1e-300"] {
        let text = format!(
            r#"{{"ui_scale":{number},"tree_width":{number},"inspector_width":{number},
                "dock_height":{number}}}"#
        );
        let Ok(read) = serde_json::from_str::<Preferences>(&text) else {
            continue;
        };
        let checked = read.checked();
        assert!((0.5..=4.0).contains(&checked.window.ui_scale), "{number}");
        for size in [
            checked.window.tree_width,
            checked.window.inspector_width,
            checked.timeline.dock_height,
        ] {
            assert!((60.0..=2000.0).contains(&size), "{number}: {size}");
        }
    }
}
