//! Play, step and scrub.

use crate::panels::*;
use castview_session::Switch;

#[test]
fn clicking_play_asks_for_it_and_space_too() {
    let mut harness = window(paused());
    harness.get_by_label("Play").click();
    assert_eq!(actions(&mut harness), [Action::Playback(PlaybackAction::TogglePlay)]);
    assert!(harness.state().session.is_playing());
    harness
        .state_mut()
        .session
        .apply(Action::Playback(PlaybackAction::Pause));
    harness.key_press(Key::Space);
    assert_eq!(actions(&mut harness), [Action::Playback(PlaybackAction::TogglePlay)]);
}

#[test]
fn every_button_of_the_transport_does_what_its_name_says() {
    for (name, action) in [
        ("First frame", Action::Playback(PlaybackAction::Seek(Seek::Start))),
        (
            "One frame back",
            Action::Playback(PlaybackAction::Seek(Seek::Step(-1.0))),
        ),
        (
            "One frame forward",
            Action::Playback(PlaybackAction::Seek(Seek::Step(1.0))),
        ),
        ("Last frame", Action::Playback(PlaybackAction::Seek(Seek::End))),
        ("Loop", Switch::LOOP.toggle()),
    ] {
        let mut harness = window(paused());
        harness.get_by_role_and_label(Role::Button, name).click();
        assert_eq!(actions(&mut harness), [action], "{name}");
    }
}

#[test]
fn dragging_the_playhead_seeks_whole_frames_and_play_waits() {
    let mut harness = window(fixture::session());
    assert!(harness.state().session.is_playing());
    harness.drag_at(on_ruler(&harness, 20.0));
    harness.run_steps(1);
    harness.hover_at(on_ruler(&harness, 41.6));
    harness.run_steps(2);
    assert!(!harness.state().session.is_playing(), "it waits while it is held");
    assert_eq!(harness.state().session.frame(), Some(42.0));
    harness.drop_at(on_ruler(&harness, 41.6));
    harness.run_steps(2);
    assert!(harness.state().session.is_playing(), "and goes on when it is let go");
    assert_eq!(harness.state().session.frame(), Some(42.0));
}

#[test]
fn escape_puts_a_dragged_playhead_back() {
    let mut harness = window(paused());
    harness.drag_at(on_ruler(&harness, 20.0));
    harness.run_steps(1);
    harness.hover_at(on_ruler(&harness, 60.0));
    harness.run_steps(1);
    harness.key_press(Key::Escape);
    harness.run_steps(1);
    harness.hover_at(on_ruler(&harness, 70.0));
    harness.run_steps(1);
    harness.drop_at(on_ruler(&harness, 70.0));
    harness.run_steps(2);
    assert_eq!(harness.state().session.frame(), Some(0.0));
}

#[test]
fn a_click_on_the_ruler_seeks() {
    let mut harness = window(paused());
    let at = on_ruler(&harness, 90.0);
    harness.drag_at(at);
    harness.run_steps(1);
    harness.drop_at(at);
    harness.run_steps(2);
    assert_eq!(harness.state().session.frame(), Some(90.0));
}

#[test]
fn the_frame_can_be_set_by_value() {
    let mut harness = window(paused());
    harness.get_by_label("Playhead").set_value_accesskit(30.0);
    assert_eq!(
        actions(&mut harness),
        [Action::Playback(PlaybackAction::Seek(Seek::Frame(30.0)))]
    );
}
