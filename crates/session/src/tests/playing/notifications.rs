//! Notifications: told as they pass, looped between, listed.

use super::*;
use crate::playback::looping;
use crate::playback::played;
use castview_base::scene::Notification;

/// Ten frames a second, so that half a second is five frames.
fn noted(name: &str, notes: &[(&str, &[f64])]) -> Clip {
    Clip {
        notifications: notes
            .iter()
            .map(|(name, frames)| Notification {
                name: (*name).into(),
                frames: frames.to_vec(),
            })
            .collect(),
        range: FrameRange { start: 0.0, end: 20.0 },
        ..clip(name, "hip", None)
    }
}

fn seek(session: &mut Session, frame: f64) {
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
}

fn told(session: &Session) -> Vec<(String, f64)> {
    let lately = &session.playback().lately();
    lately.told().map(|told| (told.text.clone(), told.frame)).collect()
}

fn stepping() -> Session {
    let mut session = with_pilot(vec![noted("walk", &[("step", &[4.0, 12.0]), ("breath", &[12.0])])]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    session
}

#[test]
fn a_notification_is_told_for_half_a_second_of_the_clip_and_while_the_playhead_stands_on_it() {
    let mut session = stepping();
    let step = |frame| ("step".to_owned(), frame);
    seek(&mut session, 12.0);
    assert_eq!(told(&session), [step(12.0), ("breath".to_owned(), 12.0)]);
    seek(&mut session, 12.5);
    assert_eq!(told(&session), []);
    seek(&mut session, 3.0);
    // At half the pace half a second of the clip takes a whole one.
    session.apply(Action::Playback(PlaybackAction::SetSpeed(0.5)));
    session.apply(Action::Playback(PlaybackAction::Play));
    session.advance(0.3);
    assert_eq!(told(&session), [step(4.0)]);
    session.advance(0.9);
    assert_eq!(told(&session), [step(4.0)]);
    // While nothing plays the clip's time stands still, and nothing changes.
    session.apply(Action::Playback(PlaybackAction::Pause));
    let count = session.changes.picture();
    session.advance(9.0);
    assert_eq!((told(&session), session.changes.picture()), (vec![step(4.0)], count));
    session.apply(Action::Playback(PlaybackAction::Play));
    session.advance(0.2);
    assert_eq!(told(&session), []);
    // A seek forgets what was passed.
    seek(&mut session, 3.0);
    session.advance(0.3);
    assert_eq!(told(&session), [step(4.0)]);
    seek(&mut session, 4.7);
    assert_eq!(told(&session), []);
    // Around the end of a loop it stays.
    seek(&mut session, 11.5);
    session.apply(Action::Playback(PlaybackAction::Range(RangeEdit::Set(FrameRange {
        start: 6.0,
        end: 13.0,
    }))));
    session.advance(0.2);
    assert_eq!(told(&session).len(), 2);
    session.advance(0.4);
    assert!(session.frame().is_some_and(|frame| frame < 8.0));
    assert_eq!(told(&session).len(), 2);
}

#[test]
fn few_short_texts_are_told_on_one_line_each() {
    let long = "long\u{202e}\n".repeat(40);
    let many: Vec<String> = (0..30_000).map(|at| format!("{long}{at}")).collect();
    let notes: Vec<(&str, &[f64])> = many.iter().map(|name| (name.as_str(), &[5.0][..])).collect();
    let mut session = with_pilot(vec![noted("walk", &notes)]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    seek(&mut session, 5.0);
    let is_short = |session: &Session| {
        let texts = told(session);
        assert_eq!(texts.len(), 4);
        assert!(session.playback().lately().has_more());
        let is_plain = |text: &str| text.chars().all(|c| !castview_base::core::is_unseen(c));
        texts
            .iter()
            .all(|(text, _)| text.chars().count() < 500 && is_plain(text))
    };
    assert!(is_short(&session));
    seek(&mut session, 4.9);
    session.apply(Action::Playback(PlaybackAction::Play));
    session.advance(0.1);
    assert!(is_short(&session));
}

#[test]
fn a_layer_s_notification_is_told_with_its_clip_until_the_layer_is_silent() {
    let mut session = with_pilot(vec![noted("walk", &[]), noted("wave", &[("hello", &[4.0])])]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    let wave = session.stage().clips()[1].key;
    session.apply(Action::Composition(CompositionAction::AddLayer {
        clip: wave,
        model: None,
    }));
    let layer = session.edits().layers()[0].key;
    seek(&mut session, 3.5);
    session.apply(Action::Playback(PlaybackAction::Play));
    session.advance(0.1);
    session.apply(Action::Playback(PlaybackAction::Pause));
    assert_eq!(told(&session), [("hello (wave)".to_owned(), 4.0)]);
    let mute = LayerChange::Mute(true);
    session.apply(Action::Composition(CompositionAction::ChangeLayer(layer, mute)));
    assert_eq!(told(&session), []);
}

#[test]
fn what_lies_between_two_notifications_loops_and_is_taken_back_by_one_undo() {
    let mut session = stepping();
    let part = |session: &Session| played::play_range(session).map(|range| (range.start, range.end));
    let loop_from = |session: &mut Session, from| {
        let edit = RangeEdit::ToNextNotification(from);
        session.apply(Action::Playback(PlaybackAction::Range(edit)));
    };
    session.apply(Switch::LOOP.toggle());
    assert!(!looping::loops(&session));
    loop_from(&mut session, Some(4.0));
    assert_eq!(part(&session), Some((4.0, 12.0)));
    assert!(looping::loops(&session));
    assert_eq!(session.frame(), Some(4.0), "the playhead is led inside");
    session.apply(Action::Undo);
    assert_eq!(part(&session), None);
    // By the command: from the notification before the playhead, which stays inside.
    seek(&mut session, 7.3);
    session.apply(crate::command("loop_notification").action());
    assert_eq!((part(&session), session.frame()), (Some((4.0, 12.0)), Some(7.3)));
    loop_from(&mut session, Some(12.0));
    assert_eq!(part(&session), Some((12.0, 20.0)), "behind the last one to the end");
    loop_from(&mut session, Some(1.0));
    assert_eq!(part(&session), Some((0.0, 4.0)), "before the first one from the start");
    // At the very end there is nothing to loop.
    loop_from(&mut session, Some(20.0));
    assert_eq!(part(&session), Some((12.0, 20.0)));
    for frame in [f64::NAN, f64::INFINITY] {
        loop_from(&mut session, Some(frame));
        assert!(part(&session).is_some_and(|(start, end)| start < end));
    }
}

#[test]
fn commands_of_notifications_wait_for_some() {
    let mut session = with_pilot(vec![noted("walk", &[("none", &[])])]);
    let names = ["next_notification", "previous_notification", "loop_notification"];
    let enabled = |session: &Session| names.map(|name| crate::command(name).is_enabled(session));
    assert_eq!(enabled(&session), [false; 3]);
    assert!(names.iter().all(|name| crate::command(name).needs().is_some()));
    let mut other = stepping();
    assert_eq!(enabled(&other), [true; 3]);
    other.apply(crate::command("next_notification").action());
    assert_eq!(other.frame(), Some(4.0));
    session.apply(crate::command("loop_notification").action());
    assert_eq!(played::play_range(&session), None);
}

/// Clip, frame and name of the rows in an order.
fn listed(session: &Session, sorted: Option<(NotificationColumn, bool)>, query: &str) -> Vec<(String, f64, String)> {
    let table = NotificationTable::of(session);
    let order = table.order(session, sorted, query);
    let rows = order.into_iter().map(|at| {
        let row = table.rows()[at as usize];
        let of = table.of_row(&row);
        let (clip, name) = of.names(session);
        let layer = if of.layer.is_some() { " layer" } else { "" };
        (format!("{clip}{layer}"), row.frame, name.to_owned())
    });
    rows.collect()
}

#[test]
fn the_table_has_all_clips_and_layers_in_any_order() {
    let walk = noted("walk", &[("step", &[4.0, 12.0]), ("breath", &[9.0])]);
    let mut session = with_pilot(vec![walk, noted("wave", &[("hello", &[6.0])])]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    let row = |clip: &str, frame, name: &str| (clip.to_owned(), frame, name.to_owned());
    let all = [
        row("walk", 4.0, "step"),
        row("walk", 9.0, "breath"),
        row("walk", 12.0, "step"),
        row("wave", 6.0, "hello"),
    ];
    assert_eq!(listed(&session, None, ""), all);
    let before = NotificationTable::of(&session);
    assert!(before.is_of(&session));
    let sorted = |column, descends| {
        let rows = listed(&session, Some((column, descends)), "");
        rows.into_iter().map(|(_, frame, _)| frame).collect::<Vec<_>>()
    };
    assert_eq!(sorted(NotificationColumn::Frame, false), [4.0, 6.0, 9.0, 12.0]);
    assert_eq!(sorted(NotificationColumn::Seconds, true), [12.0, 9.0, 6.0, 4.0]);
    assert_eq!(sorted(NotificationColumn::Name, false), [9.0, 6.0, 4.0, 12.0]);
    assert_eq!(sorted(NotificationColumn::Clip, true), [6.0, 4.0, 9.0, 12.0]);
    assert_eq!(listed(&session, None, " STEP "), [all[0].clone(), all[2].clone()]);
    assert_eq!(listed(&session, None, "wave"), [all[3].clone()]);
    assert_eq!(listed(&session, None, "nothing"), []);
    // A layer has its own rows, at the frames of the clock.
    let wave = session.stage().clips()[1].key;
    session.apply(Action::Composition(CompositionAction::AddLayer {
        clip: wave,
        model: None,
    }));
    let layer = session.edits().layers()[0].key;
    let later = LayerChange::OffsetSecs(0.5);
    session.apply(Action::Composition(CompositionAction::ChangeLayer(layer, later)));
    assert!(!before.is_of(&session), "the layer is new");
    assert_eq!(
        listed(&session, None, "hello"),
        [all[3].clone(), row("wave layer", 11.0, "hello")]
    );
}

#[test]
fn the_table_is_bounded_and_says_what_it_leaves_out() {
    let frames: Vec<f64> = (0..150_000).map(f64::from).collect();
    let clip = noted("run", &[("a", &frames), ("b", &frames), ("c", &frames)]);
    let session = with_pilot(vec![clip]);
    let table = NotificationTable::of(&session);
    assert_eq!((table.rows().len(), table.left_out), (200_000, 250_000));
    assert_eq!(
        table
            .order(&session, Some((NotificationColumn::Frame, true)), "a")
            .len(),
        150_000
    );
}
