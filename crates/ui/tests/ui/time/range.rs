//! In and out points, by drag, by handle and by key.

use crate::panels::*;
use castview_session::playback;
use castview_session::{StageAction, Switch};

fn range(start: f64, end: f64) -> Option<FrameRange> {
    Some(FrameRange { start, end })
}

#[test]
fn a_drag_with_shift_sets_the_range_and_playing_stays_inside() {
    let mut harness = window(paused());
    let (from, to) = (on_ruler(&harness, 60.0), on_ruler(&harness, 20.0));
    harness.event(egui::Event::ModifiersChanged(Modifiers::SHIFT));
    drag(&mut harness, from, to);
    harness.event(egui::Event::ModifiersChanged(Modifiers::NONE));
    harness.run_steps(1);
    assert_eq!(playback::play_range(session_of(&harness)), range(20.0, 60.0));
    assert_eq!(session_of(&harness).frame(), Some(0.0), "the playhead stays");
    let session = &mut harness.state_mut().session;
    session.apply(Action::Playback(PlaybackAction::Play));
    let mut seen = Vec::new();
    for _ in 0..400 {
        session.advance(0.05);
        seen.push(session.frame().expect("a clip"));
    }
    assert!(seen.iter().all(|frame| (20.0..60.0).contains(frame)), "{seen:?}");
    assert!(
        seen.windows(2).filter(|pair| pair[1] < pair[0]).count() > 10,
        "it loops"
    );
}

#[test]
fn the_handles_move_one_end_and_escape_puts_it_back() {
    let mut harness = window(paused());
    act(
        &mut harness,
        Action::Playback(PlaybackAction::Range(RangeEdit::Set(FrameRange {
            start: 20.0,
            end: 60.0,
        }))),
    );
    let handle = harness.get_by_label("Out point").rect().center();
    let to = on_ruler(&harness, 80.0);
    drag(&mut harness, handle, pos2(to.x, handle.y));
    assert_eq!(playback::play_range(session_of(&harness)), range(20.0, 80.0));

    let handle = harness.get_by_label("In point").rect().center();
    press(&mut harness, handle);
    harness.hover_at(pos2(on_ruler(&harness, 50.0).x, handle.y));
    harness.run_steps(2);
    assert_eq!(playback::play_range(session_of(&harness)), range(50.0, 80.0));
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    assert_eq!(playback::play_range(session_of(&harness)), range(20.0, 80.0));
    harness.hover_at(pos2(on_ruler(&harness, 70.0).x, handle.y));
    harness.run_steps(2);
    assert_eq!(
        playback::play_range(session_of(&harness)),
        range(20.0, 80.0),
        "the rest of the drag does nothing"
    );
    harness.drop_at(pos2(on_ruler(&harness, 70.0).x, handle.y));
    harness.run_steps(2);

    // By keyboard and by value.
    harness.get_by_label("In point").focus();
    harness.run_steps(1);
    harness.key_press(Key::ArrowRight);
    harness.run_steps(2);
    assert_eq!(playback::play_range(session_of(&harness)), range(21.0, 80.0));
    harness.get_by_label("In point").set_value_accesskit(33.0);
    harness.run_steps(2);
    assert_eq!(playback::play_range(session_of(&harness)), range(33.0, 80.0));
}

#[test]
fn brackets_set_the_range_to_the_playhead_and_a_key_clears_it() {
    let mut harness = window(paused());
    for (frame, key, wanted) in [
        (30.0, Key::OpenBracket, range(30.0, 118.0)),
        (50.0, Key::CloseBracket, range(30.0, 50.0)),
        // Beyond the other end, that one lets go.
        (70.0, Key::OpenBracket, range(70.0, 118.0)),
        (40.0, Key::CloseBracket, range(0.0, 40.0)),
        // A range without length plays nothing.
        (0.0, Key::CloseBracket, range(0.0, 40.0)),
        (10.0, Key::Backslash, None),
    ] {
        act(&mut harness, Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
        harness.key_press(key);
        harness.run_steps(2);
        assert_eq!(playback::play_range(session_of(&harness)), wanted, "{key:?} at {frame}");
    }
}

#[test]
fn each_clip_has_its_own_range() {
    let mut session = paused();
    let [walk, wave] = [0, 1].map(|clip| ClipKey {
        file: FileKey(1),
        clip: ClipIndex::new(clip),
    });
    session.apply(Action::Playback(PlaybackAction::Range(RangeEdit::Set(FrameRange {
        start: 10.0,
        end: 20.0,
    }))));
    session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(wave))));
    assert_eq!(playback::play_range(&session), None);
    session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(walk))));
    assert_eq!(playback::play_range(&session), range(10.0, 20.0));
    assert_eq!(session.frame(), Some(10.0), "it begins where it is played from");
    for (seek, wanted) in [
        (Seek::End, 20.0),
        (Seek::End, 118.0),
        (Seek::Start, 10.0),
        (Seek::Start, 0.0),
        (Seek::Frame(20.0), 20.0),
        // Round, inside the range.
        (Seek::Step(1.0), 10.0),
        (Seek::Step(-1.0), 20.0),
    ] {
        session.apply(Action::Playback(PlaybackAction::Seek(seek)));
        assert_eq!(session.frame(), Some(wanted), "{seek:?}");
    }
    session.apply(Action::Stage(StageAction::CloseAll));
    assert_eq!(playback::play_range(&session), None);
}

/// While the playhead is caught by frames, so are the points that are set where it is.
#[test]
fn points_lie_on_whole_frames_while_those_catch() {
    let mut session = paused();
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(18.1))));
    session.apply(Action::Playback(PlaybackAction::Range(RangeEdit::In)));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(33.96))));
    session.apply(Action::Playback(PlaybackAction::Range(RangeEdit::Out)));
    assert_eq!(playback::play_range(&session), range(18.0, 34.0));
    session.apply(Switch::SNAP.toggle());
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(20.5))));
    session.apply(Action::Playback(PlaybackAction::Range(RangeEdit::In)));
    assert_eq!(playback::play_range(&session), range(20.5, 34.0));
}

/// A notification far behind the last key: the keys are shown, and all of it is one click away.
#[test]
fn a_stray_notification_does_not_stretch_what_is_shown() {
    let mut file = fixture::walker();
    let mut scene = Scene::clone(&file.scene);
    let clip = &mut scene.clips[0];
    clip.notifications.push(Notification {
        name: "stray".into(),
        frames: vec![50_000.0],
    });
    clip.range.end = 50_000.0;
    file.scene = Arc::new(scene);
    let mut session = fixture::opened(vec![file]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Start)));
    session.apply(Switch::DOPE_SHEET.toggle());
    let mut harness = window(session);
    let last = |harness: &Panels| {
        let ruler = harness.get_by_label("Playhead");
        ruler
            .accesskit_node()
            .max_numeric_value()
            .expect("the last frame shown")
    };
    assert_eq!(last(&harness), 118.0);
    harness.get_by_label("All frames").click();
    harness.run_steps(3);
    assert_eq!(last(&harness), 50_000.0);
}
