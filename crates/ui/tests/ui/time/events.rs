//! Notifications and markers: rows, flashes, list.

use crate::panels::*;
use castview_session::playback;
use castview_session::{EventKey, Message, StageAction, Switch, WindowAction};

#[test]
fn a_click_on_a_notification_goes_to_its_frame() {
    let mut harness = window(paused());
    for name in ["footstep_le at 71", "footstep_ri at 41"] {
        harness.get_by_label(name).click();
        harness.run_steps(3);
        let frame = name.rsplit(' ').next().and_then(|frame| frame.parse().ok());
        assert_eq!(session_of(&harness).frame(), frame, "{name}");
    }
    act(&mut harness, Switch::NOTIFICATION_ROWS.toggle());
    harness.get_by_label("footstep_le at 12").click();
    harness.run_steps(3);
    assert_eq!(session_of(&harness).frame(), Some(12.0), "in one row too");
}

/// A file with one clip that has `tracks` notifications of `frames` frames each.
fn noisy(tracks: usize, frames: usize) -> OpenedFile {
    let walker = fixture::walker();
    let clip = Clip {
        notifications: (0..tracks)
            .map(|track| Notification {
                name: format!("notification_{track}"),
                frames: (0..frames).map(|frame| frame as f64 * 118.0 / frames as f64).collect(),
            })
            .collect(),
        ..walker.scene.clips[0].clone()
    };
    let scene = Scene {
        models: walker.scene.models.clone(),
        clips: vec![clip],
        ..Scene::default()
    };
    OpenedFile {
        scene: Arc::new(scene),
        textures: Vec::new(),
        ..walker
    }
}

#[test]
fn many_notifications_take_no_more_room_than_a_few() {
    let mut session = fixture::opened(vec![noisy(300, 5000)]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    let mut harness = window(session);
    let marks = |harness: &Panels| harness.query_all_by_label_contains("notification_").count();
    // Four rows of at most a mark a point, and a row at the edge.
    assert!(marks(&harness) <= 6 * 1280, "{}", marks(&harness));
    assert!(harness.get_by_label("Playhead").rect().height() < 120.0);
    act(&mut harness, Switch::NOTIFICATION_ROWS.toggle());
    assert!(marks(&harness) <= 1280);
    assert!(harness.get_by_label("Playhead").rect().height() < 60.0);
}

#[test]
fn what_fires_is_counted_once_a_pass() {
    let mut session = paused();
    session.apply(Action::Playback(PlaybackAction::Play));
    let mut names = Vec::new();
    // Two passes of 118 frames, a frame short of the third.
    for _ in 0..235 {
        names.extend(session.advance(1.0 / 30.0));
    }
    let le = names.iter().filter(|name| *name == "footstep_le").count();
    assert_eq!((le, names.len()), (4, 8), "{names:?}");
    let fired = session
        .playback()
        .fired()
        .get(&EventKey { layer: None, index: 0 })
        .expect("it fired");
    assert_eq!((fired.count, fired.frame), (4, 71.0));
}

#[test]
fn markers_are_set_named_moved_and_taken_away() {
    let mut harness = window(paused());
    act(&mut harness, Action::Playback(PlaybackAction::Seek(Seek::Frame(30.0))));
    harness.key_press(Key::M);
    harness.run_steps(2);
    let marker = |frame: f64, name: &str| Marker {
        frame,
        name: name.into(),
    };
    assert_eq!(playback::markers(session_of(&harness)), [marker(30.0, "Marker 1")]);

    // A double click renames.
    let node = harness.get_by_label("Marker 1 at 30");
    let at = node.rect().center();
    for _ in 0..2 {
        harness.drag_at(at);
        harness.drop_at(at);
    }
    harness.run_steps(3);
    let field = harness.get_by_role_and_label(Role::TextInput, "Marker name");
    assert!(field.is_focused());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.event(egui::Event::Text("contact".into()));
    harness.run_steps(1);
    harness.key_press(Key::Enter);
    harness.run_steps(2);
    assert_eq!(playback::markers(session_of(&harness)), [marker(30.0, "contact")]);

    // A drag moves; Escape leaves it where it was.
    let node = harness.get_by_label("contact at 30").rect().center();
    let to = pos2(on_ruler(&harness, 80.0).x, node.y);
    drag(&mut harness, node, to);
    assert_eq!(playback::markers(session_of(&harness)), [marker(80.0, "contact")]);
    let node = harness.get_by_label("contact at 80").rect().center();
    press(&mut harness, node);
    harness.hover_at(pos2(on_ruler(&harness, 10.0).x, node.y));
    harness.run_steps(2);
    harness.key_press(Key::Escape);
    harness.run_steps(1);
    harness.drop_at(pos2(on_ruler(&harness, 10.0).x, node.y));
    harness.run_steps(2);
    assert_eq!(playback::markers(session_of(&harness)), [marker(80.0, "contact")]);

    // Keys go from one to the next; undo brings back what was taken away.
    act(&mut harness, Action::Playback(PlaybackAction::Seek(Seek::Start)));
    harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowUp);
    harness.run_steps(2);
    assert_eq!(session_of(&harness).frame(), Some(80.0));
    harness.key_press(Key::M);
    harness.run_steps(2);
    assert_eq!(playback::markers(session_of(&harness)), []);
    act(&mut harness, Action::Undo);
    assert_eq!(playback::markers(session_of(&harness)), [marker(80.0, "contact")]);
}

#[test]
fn markers_come_back_with_their_file() {
    let mut session = paused();
    for frame in [50.0, 20.0] {
        session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
        session.apply(Action::Playback(PlaybackAction::Marker(MarkerEdit::ToggleHere)));
    }
    let stored = (**session.edits().all_markers()).clone();
    session.apply(Action::Stage(StageAction::CloseAll));
    assert_eq!(playback::markers(&session), []);
    let mut other = playback::with_markers(Session::default(), stored);
    other.apply(Action::Stage(StageAction::Open {
        locations: vec!["walker.cast".into()],
        placement: Placement::Replace,
    }));
    other.receive(Message::Loaded {
        generation: 1,
        files: vec![fixture::walker()],
        placement: Placement::Replace,
    });
    let frames: Vec<f64> = playback::markers(&other).iter().map(|marker| marker.frame).collect();
    assert_eq!(frames, [20.0, 50.0]);
    // The other clip of the file has its own.
    other.apply(Action::Playback(PlaybackAction::StepClip(
        castview_session::ClipStep::Next,
    )));
    assert_eq!(playback::markers(&other), []);
}

#[test]
fn the_list_goes_where_its_lines_say() {
    let mut session = paused();
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(30.0))));
    session.apply(Action::Playback(PlaybackAction::Marker(MarkerEdit::ToggleHere)));
    session.apply(Action::Window(WindowAction::TogglePage(Page::Notifications)));
    let mut harness = window(session);
    let lines: Vec<String> = harness
        .query_all_by_label_contains("Go to ")
        .filter(|node| node.accesskit_node().role() == Role::Button)
        .filter_map(|node| node.accesskit_node().label())
        .collect();
    assert_eq!(
        lines,
        [
            "Go to notification footstep_le at frame 12.00",
            "Go to marker Marker 1 at frame 30.00",
            "Go to notification footstep_ri at frame 41.00",
            "Go to notification footstep_le at frame 71.00",
            "Go to notification footstep_ri at frame 100.00",
        ]
    );
    harness.get_by_label(lines[3].as_str()).click();
    harness.run_steps(2);
    assert_eq!(session_of(&harness).frame(), Some(71.0));
    harness.get_by_label("Remove Marker 1").click();
    harness.run_steps(2);
    assert_eq!(playback::markers(session_of(&harness)), []);
}

/// Rows of notifications that are seen without scrolling: more in higher windows, fewer beside the dock.
#[test]
fn a_low_window_shows_fewer_rows_of_notifications() {
    let walker = fixture::walker();
    let mut scene = Scene::clone(&walker.scene);
    let one = scene.clips[0].notifications[0].clone();
    let more = (0..6).map(|at| Notification {
        name: format!("event {at}"),
        ..one.clone()
    });
    scene.clips[0].notifications.extend(more);
    let session = |dock: bool| {
        let mut session = Session::default();
        session.receive(Message::Loaded {
            generation: 0,
            files: vec![OpenedFile {
                scene: Arc::new(scene.clone()),
                ..fixture::walker()
            }],
            placement: Placement::Replace,
        });
        session.apply(Action::Playback(PlaybackAction::Pause));
        if dock {
            session.apply(Switch::DOPE_SHEET.toggle());
        }
        session
    };
    for (size, alone, beside_dock) in [
        (vec2(400.0, 300.0), 2, 1),
        (vec2(640.0, 360.0), 2, 1),
        (vec2(853.0, 480.0), 3, 1),
        (vec2(1024.0, 576.0), 3, 2),
        (vec2(1280.0, 720.0), 4, 4),
        (vec2(2560.0, 1440.0), 4, 4),
    ] {
        for (dock, wanted) in [(false, alone), (true, beside_dock)] {
            let harness = build(builder(size), session(dock));
            let ruler = harness.get_by_label("Playhead").rect();
            let rows = ((ruler.height() - size::RULER) / size::MARKS).round();
            assert_eq!(rows, wanted as f32, "{size:?}, dock: {dock}");
        }
    }
}
