//! A against B: pinned and flipped by keys, told in the inspector, left by the status line.

use crate::panels::*;
use castview_session::{Message, SelectionAction, divided_at};

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
    assert!(
        harness.query_by_label("All in the tree").is_none(),
        "it is called after its command"
    );
    assert!(harness.query_by_label("List bones by difference from B").is_some());
    for told in ["B is", "from B", "turned"] {
        assert!(harness.query_by_label(told).is_some(), "{told}");
    }
    assert!(harness.query_by_label("greatest").is_none());
    let sweep = "Look for the greatest differences from B over the clip";
    harness.get_by_role_and_label(Role::Button, sweep).click();
    harness.run_steps(3);
    assert!(harness.query_by_label("greatest").is_some() && harness.query_by_label("turned most").is_some());
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

/// A file that was opened after the pin is not in B: the status line and the inspector say so, and a click pins all of it.
#[test]
fn what_b_has_not_is_told_until_it_is_pinned_again() {
    let mut harness = build(builder(vec2(1280.0, 1400.0)), paused());
    harness.key_press_modifiers(Modifiers::SHIFT, Key::A);
    harness.run_steps(3);
    assert!(harness.query_by_label_contains("B is without").is_none());
    let mut other = fixture::walker();
    (other.key, other.name) = (FileKey(7), "other.cast".into());
    let joins = Message::Loaded {
        generation: 1,
        files: vec![other],
        placement: Placement::Add,
    };
    harness.state_mut().session.receive(joins);
    harness.run_steps(3);
    assert!(harness.query_by_label("without").is_some());
    assert!(
        harness
            .query_by_label_contains("What is pinned as B: B: walk_forward, frame 0.00, without 1 model")
            .is_some()
    );
    let hint = harness.query_by_label_contains("B is without 1 model");
    hint.expect("the status line tells it").click();
    harness.run_steps(3);
    assert!(harness.query_by_label_contains("B is without").is_none());
    assert!(harness.query_by_label("without").is_none());
}
