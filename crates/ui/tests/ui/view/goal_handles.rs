//! The goal of an IK handle, dragged.

use crate::panels::*;
use castview_base::core::IkHandleIndex;
use castview_session::{SelectionAction, hand_pose_words};

const BALL: &str = "Goal of IK handle leg_le";

/// The walker with its leg that reaches for the other knee; the handle is selected.
fn with_handle() -> Panels {
    let mut session = fixture::opened(vec![fixture::rigged_walker()]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    let handle = Selected::Handle(session.stage().models()[0].key, IkHandleIndex::new(0));
    session.apply(Action::Selection(SelectionAction::Select(Some(handle))));
    let mut harness = build(builder(vec2(1280.0, 720.0)), session);
    harness.run_steps(3);
    harness
}

fn is_posed(harness: &Panels) -> bool {
    hand_pose_words(session_of(harness)).is_some()
}

#[test]
fn a_goal_is_dragged_and_one_undo_takes_it_back() {
    let mut harness = with_handle();
    let camera = session_of(&harness).view().camera();
    let ball = harness.get_by_label(BALL).rect().center();
    drag(&mut harness, ball, ball + vec2(30.0, -24.0));
    assert!(is_posed(&harness) && session_of(&harness).composition().rig());
    assert!(harness.query_by_label("Posed by hand: 1 bone").is_some());
    assert_eq!(session_of(&harness).view().camera(), camera, "the view was not turned");
    // The ball went along with the pointer.
    let now = harness.get_by_label(BALL).rect().center();
    assert!(now.distance(ball + vec2(30.0, -24.0)) < 1.5, "{now}");
    act(&mut harness, Action::Undo);
    assert!(!is_posed(&harness), "one step");
    // Escape while the button is held takes the drag back; the handle stays selected.
    press(&mut harness, ball);
    harness.hover_at(ball + vec2(24.0, 30.0));
    harness.run_steps(2);
    assert!(is_posed(&harness));
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    assert!(!is_posed(&harness));
    harness.drop_at(ball + vec2(24.0, 30.0));
    harness.run_steps(2);
    assert!(harness.query_by_label(BALL).is_some());
}

#[test]
fn the_tools_and_the_numbers_of_bones_are_about_the_goal() {
    let mut harness = with_handle();
    harness.key_press(Key::Q);
    harness.run_steps(3);
    let arrows = harness.query_all_by_label_contains("Move bone along").count();
    assert!((2..=3).contains(&arrows), "{arrows}");
    assert!(harness.query_by_label("effector to goal").is_some());
    harness.get_by_label("Pose the goal by hand").click();
    harness.run_steps(3);
    assert!(harness.query_by_label("Pose in world space").is_some());
}
