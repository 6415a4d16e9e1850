//! Switches, inputs and measurements of the transport.

use crate::panels::*;
use castview_session::{DialValue, SelectionAction, Switch};

#[test]
fn every_switch_of_the_transport_switches() {
    type Check = fn(&Session) -> bool;
    let switches: [(&str, Check); 5] = [
        ("Loop", |s| !s.preferences().playing.loops),
        ("Backwards", |s| s.playback().transport().speed == -1.0),
        ("Ping-pong", |s| {
            s.preferences().playing.ping_pong && s.playback().transport().turns()
        }),
        ("Scrub to whole frames", |s| !s.preferences().timeline.snaps),
        ("A row for each notification", |s| {
            !s.preferences().timeline.notification_rows
        }),
    ];
    for (name, is_on) in switches {
        let mut harness = window(paused());
        let roles = [Role::Button, Role::DisclosureTriangle];
        let node = roles
            .into_iter()
            .find_map(|role| harness.query_by_role_and_label(role, name));
        node.unwrap_or_else(|| panic!("{name} is there")).click();
        harness.run_steps(2);
        assert!(is_on(session_of(&harness)), "{name}");
    }
}

#[test]
fn backwards_and_to_and_fro_play_what_they_say() {
    let mut session = paused();
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(30.0))));
    session.apply(Switch::REVERSE.toggle());
    session.apply(Action::Playback(PlaybackAction::Play));
    session.advance(0.5);
    assert_eq!(session.frame(), Some(15.0));
    session.apply(Action::Playback(PlaybackAction::SetSpeed(20.0)));
    assert_eq!(session.playback().transport().speed, 10.0);
    session.apply(Action::Playback(PlaybackAction::SetSpeed(-1e-9)));
    assert_eq!(session.playback().transport().speed, -0.05);
    session.apply(Action::Playback(PlaybackAction::SetSpeed(1.0)));
    session.apply(Switch::PING_PONG.toggle());
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(113.0))));
    session.advance(0.5);
    assert_eq!(session.frame(), Some(108.0), "5 on to 118, 10 back");
    // Loop again turns it off.
    session.apply(Switch::LOOP.toggle());
    assert!(session.preferences().playing.loops && !session.preferences().playing.ping_pong);
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(113.0))));
    session.advance(0.5);
    assert_eq!(session.frame(), Some(10.0));
}

/// The picture that is made in the turn of the mouse move has the pose of the frame under the cursor, whatever played.
#[test]
fn scrubbing_while_it_plays_shows_the_cursors_pose_at_once() {
    let mut harness = window(fixture::session());
    assert!(session_of(&harness).is_playing());
    harness.state_mut().session.advance(0.37);
    let at = on_ruler(&harness, 20.0);
    harness.hover_at(at);
    harness.run_steps(1);
    harness.drag_at(at);
    harness.run_steps(1);
    for frame in [20.0_f32, 61.0, 7.0, 117.0] {
        // As a turn goes: time passes, then the panels hear of the mouse, then the picture is made.
        harness.state_mut().session.advance(0.016);
        harness.hover_at(on_ruler(&harness, frame));
        harness.run_steps(1);
        let picture = session_of(&harness).picture([64, 64], 1);
        let mut other = paused();
        other.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame.into()))));
        let wanted = other.picture([64, 64], 1);
        assert_eq!(session_of(&harness).frame(), Some(frame.into()));
        assert_eq!(*picture.models[0].pose, *wanted.models[0].pose, "at frame {frame}");
    }
    harness.drop_at(on_ruler(&harness, 117.0));
    harness.run_steps(1);
    assert!(session_of(&harness).is_playing(), "and plays on");
}

#[test]
fn without_snapping_scrubbing_is_free() {
    let mut harness = window(paused());
    let target = on_ruler(&harness, 41.5);
    press(&mut harness, target);
    assert_eq!(session_of(&harness).frame().map(|f| f.fract()), Some(0.0));
    harness.drop_at(target);
    act(&mut harness, Switch::SNAP.toggle());
    press(&mut harness, target);
    let frame = session_of(&harness).frame().expect("a clip");
    assert!((frame - 41.5).abs() < 0.1 && frame.fract() != 0.0, "{frame}");
}

#[test]
fn a_frame_can_be_typed_in_any_unit() {
    for (text, wanted) in [
        ("42", 42.0),
        ("1.4s", 42.0),
        ("00:00:01:12", 42.0),
        ("0:02", 60.0),
        ("999", 118.0),
        ("what", 0.0),
    ] {
        let mut harness = window(paused());
        harness.key_press_modifiers(Modifiers::COMMAND, Key::G);
        harness.run_steps(3);
        harness.event(egui::Event::Text(text.into()));
        harness.run_steps(1);
        harness.key_press(Key::Enter);
        harness.run_steps(3);
        assert_eq!(session_of(&harness).frame(), Some(wanted), "{text}");
    }
}

#[test]
fn time_reads_as_frame_seconds_and_timecode() {
    let mut session = paused();
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(42.0))));
    let harness = window(session);
    for text in ["00:00:01:12", "1.40 s", "30 fps"] {
        assert!(harness.query_by_label(text).is_some(), "{text} is not shown");
    }
}

/// As `--time` of the commands: frame 20 at 30 a second is at 0.67 s, whatever the clip begins with.
#[test]
fn seconds_count_from_frame_0_of_a_clip_that_starts_later() {
    let mut file = fixture::walker();
    let mut scene = Scene::clone(&file.scene);
    for clip in &mut scene.clips {
        clip.range.start = 20.0;
    }
    file.scene = Arc::new(scene);
    let mut session = fixture::opened(vec![file]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Start)));
    let rate = session.active_clip().expect("it plays").clip().frames_per_second;
    assert_eq!((session.frame(), rate), (Some(20.0), 30.0));
    let mut harness = window(session);
    for text in ["00:00:00:20", "0.67 s"] {
        assert!(harness.query_by_label(text).is_some(), "{text} is not shown");
    }
    harness.key_press_modifiers(Modifiers::COMMAND, Key::G);
    harness.run_steps(3);
    harness.event(egui::Event::Text("1.4s".into()));
    harness.run_steps(1);
    harness.key_press(Key::Enter);
    harness.run_steps(3);
    let clip = session_of(&harness).active_clip().expect("it plays").clip();
    assert_eq!(clip.frame_at(1.4), 42.0, "as the commands have it");
    assert_eq!(session_of(&harness).frame(), Some(42.0));
}

#[test]
fn keys_of_the_selection_are_the_ones_that_count() {
    let mut session = paused();
    let model = &session.stage().models()[0];
    let bone = |name: &str| {
        let found = model.model().skeleton.find(name).expect("the walker has it");
        Some(Selected::Bone(model.key, found))
    };
    let (spine, silent) = (bone("j_spine4"), bone("j_head"));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(3.0))));
    session.apply(Action::Selection(SelectionAction::Select(spine)));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::NextKey)));
    assert_eq!(session.frame(), Some(4.0));
    session.apply(Action::Selection(SelectionAction::Select(silent)));
    let effects = session.apply(Action::Playback(PlaybackAction::Seek(Seek::NextKey)));
    assert_eq!(session.frame(), Some(4.0), "nothing of it to go to");
    assert!(
        matches!(&effects[..], [Effect::Notify(notice)] if notice.text.contains("j_head")),
        "{effects:?}"
    );
    session.apply(Action::Selection(SelectionAction::Select(None)));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::PreviousKey)));
    assert_eq!(session.frame(), Some(2.0));
}

#[test]
fn the_seam_is_measured_where_it_plays() {
    let mut harness = window(paused());
    let whole = session_of(&harness)
        .playback()
        .seam()
        .expect("the clip drives the walker");
    assert!(whole.share > 0.0 && whole.angle_rad > 0.0, "{whole:?}");
    assert_eq!(harness.query_all_by_label_contains(" seam").count(), 1);
    // A single instant closes perfectly, so a short range closes better than the whole.
    act(
        &mut harness,
        Action::Playback(PlaybackAction::Range(RangeEdit::Set(FrameRange {
            start: 30.0,
            end: 30.01,
        }))),
    );
    let part = session_of(&harness).playback().seam().expect("still driven");
    assert!(part.share < whole.share && part.angle_rad < 0.01, "{part:?}");
    assert!(harness.query_by_label("loop seam: good").is_some());
    // Playback that does not begin again has no seam.
    for (action, count) in [
        (Switch::LOOP.toggle(), 0),
        (Switch::LOOP.toggle(), 1),
        (Switch::PING_PONG.toggle(), 0),
        (Switch::PING_PONG.toggle(), 1),
    ] {
        act(&mut harness, action);
        assert_eq!(harness.query_all_by_label_contains(" seam").count(), count);
    }
    act(&mut harness, Action::Playback(PlaybackAction::ChooseClip(None)));
    assert_eq!(session_of(&harness).playback().seam(), None);
}

/// Nothing of the transport cut or over something else, at every size; pictures to look at where they are asked for.
#[test]
fn every_layout_keeps_the_transport_whole() {
    let folder = std::env::var_os("CASTVIEW_UI_PICTURES").map(std::path::PathBuf::from);
    for (width, height) in [(800.0, 600.0), (1280.0, 720.0), (2560.0, 1440.0)] {
        for scale in [1.0_f32, 2.0] {
            for theme in [Theme::Dark, Theme::Light] {
                let mut session = paused();
                session.apply(DialValue::theme(theme).choose());
                session.apply(Switch::LIBRARY.toggle());
                for frame in [84.0, 42.0] {
                    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
                    session.apply(Action::Playback(PlaybackAction::Marker(MarkerEdit::ToggleHere)));
                }
                session.apply(Action::Playback(PlaybackAction::Range(RangeEdit::Set(FrameRange {
                    start: 20.0,
                    end: 90.0,
                }))));
                let points = vec2(width, height) / scale;
                let mut builder = builder(points).with_pixels_per_point(scale);
                if folder.is_some() {
                    builder = builder.wgpu();
                }
                let mut harness = build(builder, session);
                let what = format!("transport-{width}x{height}-{scale}-{theme:?}").to_lowercase();
                if let Some(folder) = &folder {
                    let picture = harness.render().expect("an adapter draws the picture");
                    picture
                        .save(folder.join(format!("{what}.png")))
                        .expect("the folder can be written");
                }
                check_bar(&harness, points, &what);
            }
        }
    }
}

/// A long clip with a long name: numbers give way before the choice of the clip does, and none lies over it.
#[test]
fn names_and_numbers_of_long_clips_share_the_bar() {
    let mut scene = Scene::clone(&fixture::walker().scene);
    scene.clips[0].name = "a_walk_with_a_name_that_is_as_long_as_names_of_clips_get".into();
    scene.clips[0].range.end = 108_000.0;
    let file = OpenedFile {
        scene: Arc::new(scene),
        ..fixture::walker()
    };
    for (width, least) in [
        (240.0, 2),
        (280.0, 2),
        (320.0, 2),
        (400.0, 3),
        (800.0, 5),
        (1130.0, 4),
        (1600.0, 6),
    ] {
        let mut session = fixture::opened(vec![file.clone()]);
        session.apply(Action::Playback(PlaybackAction::Pause));
        session.apply(Action::Playback(PlaybackAction::Seek(Seek::End)));
        let harness = build(builder(vec2(width, 600.0)), session);
        let frame = harness.get_by_role_and_label(Role::SpinButton, "Frame").rect();
        let is_number = |node: &egui_kittest::Node<'_>| {
            let roles = [Role::Button, Role::SpinButton, Role::ComboBox, Role::Label];
            // Texts of what is scrolled out of view have no place.
            let is_placed = node.accesskit_node().bounding_box().is_some();
            is_placed
                && roles.contains(&node.accesskit_node().role())
                && node.rect().y_range().contains(frame.center().y)
        };
        let inside: Vec<Rect> = harness
            .root()
            .children_recursive()
            .filter(is_number)
            .map(|node| node.rect())
            .collect();
        assert!(inside.len() > least, "{width}: {}", inside.len());
        for (index, rect) in inside.iter().enumerate() {
            assert!(rect.left() >= 0.0 && rect.right() <= width, "{width}: {rect} is cut");
            for over in &inside[index + 1..] {
                let shared = rect.intersect(*over);
                assert!(
                    shared.width() <= 0.5 || shared.height() <= 0.5,
                    "{width}: {rect} lies over {over}"
                );
            }
        }
        let clip = harness.get_by_role_and_label(Role::ComboBox, "Clip").rect();
        assert!(clip.width() >= 80.0, "{width}: the name has {} points", clip.width());
    }
}

/// The controls of the bar lie side by side inside the window.
fn check_bar(harness: &Panels, points: Vec2, what: &str) {
    let bar = harness.get_by_label("Playhead").rect().top();
    let roles = [Role::Button, Role::SpinButton, Role::ComboBox];
    let controls: Vec<(String, egui::Rect)> = harness
        .root()
        .children_recursive()
        .filter(|node| roles.contains(&node.accesskit_node().role()))
        .map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect()))
        .filter(|(_, rect)| rect.bottom() <= bar && rect.top() > bar - 70.0)
        .collect();
    for (index, (name, rect)) in controls.iter().enumerate() {
        assert!(
            rect.left() >= 0.0 && rect.right() <= points.x,
            "{what}: {name} is cut: {rect}"
        );
        for (other, over) in &controls[index + 1..] {
            let shared = rect.intersect(*over);
            assert!(
                shared.width() <= 0.5 || shared.height() <= 0.5,
                "{what}: {name} lies over {other}"
            );
        }
    }
}
