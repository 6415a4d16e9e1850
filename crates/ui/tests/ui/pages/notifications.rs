//! The page of all notifications, the menu of a mark, and the texts over the view.

use super::document::{drawn, keep};
use crate::panels::*;
use castview_session::{CompositionAction, FilePlace, Switch, playback};

/// The walker, with a notification in its second clip, which is also a layer.
fn waving() -> Session {
    let walker = fixture::walker();
    let mut scene = Scene::clone(&walker.scene);
    scene.clips[1].notifications = vec![Notification {
        name: "hello\u{202e}".into(),
        frames: vec![60.0],
    }];
    let mut session = fixture::opened(vec![OpenedFile {
        scene: Arc::new(scene),
        ..walker
    }]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Start)));
    let clip = session.stage().clips()[1].key;
    session.apply(Action::Composition(CompositionAction::AddLayer { clip, model: None }));
    session
}

fn rows(harness: &Panels) -> Vec<String> {
    let mut found: Vec<(f32, String)> = harness
        .query_all_by_role(Role::Row)
        .filter_map(|node| Some((node.rect().top(), node.accesskit_node().label()?)))
        .filter(|(_, label)| label.contains(", frame "))
        .collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.into_iter().map(|(_, label)| label).collect()
}

fn open(harness: &mut Panels) {
    harness.key_press_modifiers(Modifiers::COMMAND, Key::N);
    harness.run_steps(4);
    assert_eq!(session_of(harness).window().page(), Some(Page::AllNotifications));
}

#[test]
fn all_notifications_are_searched_sorted_and_lead_to_their_clip() {
    for (size, light) in [
        (vec2(1280.0, 720.0), false),
        (vec2(1280.0, 720.0), true),
        (vec2(800.0, 600.0), false),
        (vec2(800.0, 600.0), true),
    ] {
        let mut session = waving();
        if light {
            session.apply(castview_session::command("theme_light").action());
        }
        let mut harness = drawn(size, session);
        open(&mut harness);
        let all = rows(&harness);
        assert_eq!(all.len(), 6, "{all:?}");
        assert!(
            all[0].starts_with("footstep_le, walk_forward, frame 12.00, "),
            "{}",
            all[0]
        );
        assert!(all[4].starts_with("hello\\u{202e}, wave, frame 60.00, "), "{}", all[4]);
        assert!(
            all[5].starts_with("hello\\u{202e}, wave (layer), frame 60.00, "),
            "{}",
            all[5]
        );
        keep(
            &mut harness,
            if light { "notifications_light" } else { "notifications" },
        );
        harness.get_by_label("Sort by frame").click();
        harness.run_steps(3);
        harness.get_by_label("Sort by frame").click();
        harness.run_steps(3);
        assert!(rows(&harness)[0].contains("frame 100.00"), "{:?}", rows(&harness));
        harness.get_by_label("Search notifications").click();
        harness.run_steps(2);
        harness.event(egui::Event::Text("wave".into()));
        harness.run_steps(3);
        assert_eq!(rows(&harness).len(), 2);
        // Enter leads from the search to the first row, and from there to its frame.
        harness.key_press(Key::Enter);
        harness.run_steps(3);
        harness.key_press(Key::Enter);
        harness.run_steps(3);
        let session = session_of(&harness);
        assert_eq!(session.window().page(), None);
        assert_eq!(session.playback().active_clip(), Some(session.stage().clips()[1].key));
        assert!(session.frame().is_some_and(|frame| (60.0..62.0).contains(&frame)));
    }
}

#[test]
fn a_row_of_the_playing_clip_only_seeks_and_its_menu_leads_into_the_file() {
    let mut harness = window(waving());
    open(&mut harness);
    let clip = session_of(&harness).playback().active_clip();
    let row = rows(&harness)[2].clone();
    harness.get_by_label(&row).click();
    harness.run_steps(3);
    assert_eq!(session_of(&harness).frame(), Some(71.0));
    assert_eq!(session_of(&harness).playback().active_clip(), clip);
    assert!(!session_of(&harness).is_playing());
    open(&mut harness);
    harness.get_by_label(&row).click_secondary();
    harness.run_steps(3);
    harness.get_by_label("Show in the file").click();
    harness.run_steps(3);
    let clip = clip.expect("it plays");
    assert_eq!(session_of(&harness).window().in_file(), Some(&FilePlace::Note(clip, 0)));
}

#[test]
fn a_mark_loops_to_the_next_notification() {
    let mut harness = window(waving());
    let menu = |harness: &mut Panels, mark: &str, entry: &str| {
        harness.get_by_label(mark).click_secondary();
        harness.run_steps(3);
        harness.get_by_label(entry).click();
        harness.run_steps(3);
        let range = playback::play_range(session_of(harness)).expect("a part plays");
        (range.start, range.end)
    };
    let next = "Loop from here to the next notification";
    assert_eq!(menu(&mut harness, "footstep_ri at 41", next), (41.0, 60.0));
    assert!(playback::loops(session_of(&harness)));
    let end = menu(&mut harness, "footstep_ri at 100", "Loop from here to the end");
    assert_eq!(end.0, 100.0);
    harness.get_by_label("hello\u{202e} (wave) at 60").click_secondary();
    harness.run_steps(3);
    harness.get_by_label("Show in the file").click();
    harness.run_steps(3);
    let wave = session_of(&harness).stage().clips()[1].key;
    assert_eq!(session_of(&harness).window().in_file(), Some(&FilePlace::Note(wave, 0)));
}

#[test]
fn texts_stand_over_the_view_while_the_playhead_is_on_a_notification() {
    for size in [vec2(1280.0, 720.0), vec2(800.0, 600.0)] {
        let mut harness = drawn(size, waving());
        let text = "Notification hello\\u{202e} (wave) · 60";
        let tells = |harness: &Panels| harness.query_by_label_contains("Notification hello").is_some();
        assert!(!tells(&harness));
        act(&mut harness, Action::Playback(PlaybackAction::Seek(Seek::Frame(60.0))));
        assert!(harness.query_by_label(text).is_some());
        keep(&mut harness, "passing");
        act(&mut harness, Switch::NOTIFICATION_TEXTS.toggle());
        assert!(!tells(&harness));
        act(&mut harness, Switch::NOTIFICATION_TEXTS.toggle());
        act(&mut harness, Action::Playback(PlaybackAction::Seek(Seek::Frame(61.0))));
        assert!(!tells(&harness));
    }
}
