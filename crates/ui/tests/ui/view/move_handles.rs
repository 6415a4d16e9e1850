//! The handles of the selected model, dragged.

use crate::panels::*;
use castview_session::SelectionAction;

fn offset(harness: &Panels) -> Option<[f32; 3]> {
    let moved = &session_of(harness).edits().moved;
    moved.values().next().map(|moved| moved.offset.to_array())
}

fn selected() -> Panels {
    let mut session = paused();
    let key = session.stage().models()[0].key;
    session.apply(Action::Selection(SelectionAction::Select(Some(Selected::Model(key)))));
    let mut harness = window(session);
    harness.run_steps(3);
    harness
}

#[test]
fn a_handle_moves_the_model_and_one_undo_puts_it_back() {
    let mut harness = selected();
    let handle = harness.get_by_label("Move along x").rect().center();
    let middle = harness.get_by_label("Move on the ground").rect().center();
    let to = handle + (handle - middle);
    drag(&mut harness, handle, to);
    let [x, y, z] = offset(&harness).expect("it was moved");
    assert!(x > 0.0 && y == 0.0 && z == 0.0, "{x} {y} {z}");
    let camera = session_of(&harness).view().camera();
    act(&mut harness, Action::Undo);
    assert_eq!(offset(&harness), None, "one step");
    assert_eq!(session_of(&harness).view().camera(), camera, "the view was not turned");

    // Double click: to where the file places it.
    let knob = harness.get_by_label("Turn").rect().center();
    drag(&mut harness, knob, knob + vec2(-30.0, 20.0));
    assert!(offset(&harness).is_some());
    let middle = harness.get_by_label("Move on the ground").rect().center();
    for _ in 0..2 {
        press(&mut harness, middle);
        harness.drop_at(middle);
    }
    harness.run_steps(2);
    assert_eq!(offset(&harness), None);
}

#[test]
fn escape_cancels_a_drag_and_leaves_the_selection() {
    let mut harness = selected();
    let handle = harness.get_by_label("Move on the ground").rect().center();
    press(&mut harness, handle);
    harness.hover_at(handle + vec2(40.0, 30.0));
    harness.run_steps(2);
    assert!(offset(&harness).is_some());
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    assert_eq!(offset(&harness), None);
    harness.hover_at(handle + vec2(80.0, 60.0));
    harness.run_steps(2);
    assert_eq!(offset(&harness), None, "the rest of the drag does nothing");
    harness.drop_at(handle + vec2(80.0, 60.0));
    harness.run_steps(2);
    assert!(session_of(&harness).edits().selected.is_some());
    // Nothing of the drag is left to undo: the step before it was the choice of the model.
    act(&mut harness, Action::Undo);
    assert!(session_of(&harness).edits().selected.is_none());
}
