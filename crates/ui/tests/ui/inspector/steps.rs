//! The steps of a bone: folded at first, then from rest to the stage, with the bytes of their keys.

use crate::panels::*;
use castview_session::SelectionAction;

#[test]
fn a_bone_says_step_by_step_why_it_is_there() {
    let mut session = paused();
    let selected = bone(&session, "j_spine4");
    session.apply(Action::Selection(SelectionAction::Select(Some(selected))));
    let mut harness = build(builder(vec2(1280.0, 1400.0)), session);
    harness.run_steps(3);
    let is_told = |harness: &Panels, words: &str| harness.query_all_by_label_contains(words).next().is_some();
    assert!(
        !is_told(&harness, "on the stage"),
        "folded at first: nothing is posed for it"
    );
    harness.get_by_label("Why is it there?").click();
    harness.run_steps(3);
    for words in [
        "clip ",
        ", frame ",
        "ty absolute: ",
        " (frame ",
        "parent at",
        "in the model",
        "on the stage",
    ] {
        assert!(is_told(&harness, words), "{words} is told");
    }
}
