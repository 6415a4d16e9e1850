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

#[test]
fn a_click_on_a_step_shows_the_model_stopped_there() {
    let mut session = paused();
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(30.0))));
    let selected = bone(&session, "j_hip_le");
    session.apply(Action::Selection(SelectionAction::Select(Some(selected))));
    let mut harness = build(builder(vec2(1280.0, 1400.0)), session);
    let local = |harness: &Panels| session_of(harness).stage().models()[0].pose().local.clone();
    let rest = session_of(&harness).stage().models()[0]
        .model()
        .skeleton
        .rest()
        .to_vec();
    harness.run_steps(3);
    let posed = local(&harness);
    assert_ne!(posed, rest);
    harness.get_by_label("Why is it there?").click();
    harness.run_steps(3);
    harness.get_by_label_contains("rest: at ").click();
    harness.run_steps(3);
    assert_eq!(local(&harness), rest);
    for told in ["Stopped at rest", "Stopped at rest · Show all"] {
        assert!(harness.query_by_label(told).is_some(), "{told}");
    }
    harness.get_by_label_contains("rest: at ").click();
    harness.run_steps(3);
    assert_eq!(local(&harness), posed, "a second click shows all steps");
    assert!(harness.query_by_label("Stopped at rest").is_none());

    harness.get_by_label_contains("rest: at ").click();
    harness.run_steps(3);
    harness.get_by_label("Show all steps").click();
    harness.run_steps(3);
    assert_eq!(local(&harness), posed);
    harness.get_by_label_contains("rest: at ").click();
    harness.run_steps(3);
    harness.key_press(Key::Escape);
    harness.run_steps(3);
    assert_eq!(local(&harness), posed);
    assert!(session_of(&harness).edits().selected.is_some(), "one step back");
}
