//! A against B: pinned and flipped by keys, told in the inspector, left by the status line.

use crate::panels::*;
use castview_session::{SelectionAction, divided_at};

#[test]
fn what_is_pinned_is_held_against_what_is_shown() {
    let mut harness = build(builder(vec2(1280.0, 1400.0)), paused());
    harness.key_press_modifiers(Modifiers::SHIFT, Key::A);
    harness.run_steps(3);
    assert!(harness.query_by_label("Against B").is_some());
    act(&mut harness, Action::Playback(PlaybackAction::Seek(Seek::Frame(30.0))));
    let hip = bone(session_of(&harness), "j_hip_le");
    act(&mut harness, Action::Selection(SelectionAction::Select(Some(hip))));
    harness.run_steps(3);
    for told in ["B is", "from B", "turned"] {
        assert!(harness.query_by_label(told).is_some(), "{told}");
    }
    assert!(harness.query_by_label("greatest").is_none());
    let sweep = "Look for the greatest differences from B over the clip";
    harness.get_by_role_and_label(Role::Button, sweep).click();
    harness.run_steps(3);
    assert!(harness.query_by_label("greatest").is_some());
    assert!(
        harness.query_by_role_and_label(Role::Button, sweep).is_none(),
        "it is found"
    );
    // A click on a row selects its bone.
    let row = harness.query_all_by_label_contains(" differs by ").next();
    row.expect("the clip moves bones").click();
    harness.run_steps(3);
    let selected = session_of(&harness).edits().selected;
    assert!(
        matches!(selected, Some(Selected::Bone(..))) && selected != Some(hip),
        "{selected:?}"
    );

    let hint = "Shows B: walk_forward, frame 0.00 · Back to A";
    assert!(harness.query_by_label(hint).is_none());
    harness.key_press(Key::A);
    harness.run_steps(3);
    assert!(harness.query_by_label("B is shown in place of A.").is_some());
    harness.get_by_label(hint).click();
    harness.run_steps(3);
    assert!(harness.query_by_label(hint).is_none());
    harness.get_by_label("Forget B").click();
    harness.run_steps(3);
    assert!(harness.query_by_label("Against B").is_none());
}

/// The line wipes, the arrow keys move it, and B's half answers no click.
#[test]
fn a_line_between_b_and_a_is_dragged_and_only_a_is_asked() {
    let mut harness = build(builder(vec2(1280.0, 800.0)), paused());
    let line = "Where the picture is divided";
    harness.key_press_modifiers(Modifiers::SHIFT, Key::A);
    harness.run_steps(3);
    assert!(harness.query_by_label(line).is_none());
    harness.key_press_modifiers(Modifiers::ALT, Key::W);
    harness.run_steps(3);
    let grip = harness.get_by_label(line).rect();
    assert_eq!(divided_at(session_of(&harness)), Some(0.5));
    drag(&mut harness, grip.center(), grip.center() + vec2(100.0, 0.0));
    let at = divided_at(session_of(&harness)).expect("the line stays");
    assert!(at > 0.55, "{at}");
    assert!(
        session_of(&harness).view().divided().is_none(),
        "surfaces are seen one way"
    );
    for legend in ["B, to the left", "A, to the right"] {
        assert!(harness.query_by_label_contains(legend).is_some(), "{legend}");
    }
}
