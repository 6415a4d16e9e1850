//! Curves over the ruler.

use super::dope_sheet::chain_clip;
use super::panels::*;
use castview::session::{SelectionAction, WindowAction};

pub fn with_curves(selected: Option<&str>) -> Session {
    let mut session = paused();
    session.apply(Action::Window(WindowAction::ToggleCurveView));
    let selected = selected.map(|name| bone(&session, name));
    session.apply(Action::Selection(SelectionAction::Select(selected)));
    session
}

fn has_curve(harness: &Panels, word: &str) -> bool {
    harness
        .query_by_role_and_label(Role::CheckBox, &format!("Show {word}"))
        .is_some()
}

#[test]
fn the_curve_view_lists_the_channels_of_the_selection_in_every_representation() {
    let mut session = with_curves(Some("j_spine4"));
    session.apply(Action::Window(WindowAction::SetCurveViewHeight(300.0)));
    let mut harness = window(session);
    for word in ["tx", "ty", "tz", "rq.x", "rq.w"] {
        assert!(has_curve(&harness, word), "{word}");
    }
    harness
        .get_by_label("Rotations in degrees around x, then y, then z")
        .click();
    harness.run_steps(3);
    assert!(has_curve(&harness, "r.x °") && has_curve(&harness, "r.z °") && !has_curve(&harness, "rq.w"));
    harness
        .get_by_label("Rotations in degrees away from the rest pose")
        .click();
    harness.run_steps(3);
    assert!(has_curve(&harness, "angle °") && !has_curve(&harness, "r.x °"));
}

#[test]
fn dragging_in_the_curve_view_scrubs() {
    let mut harness = window(with_curves(Some("j_spine4")));
    let y = harness.get_by_label("Curve plot").rect().center().y;
    harness.drag_at(pos2(x_of(&harness, 20.0), y));
    harness.run_steps(1);
    harness.hover_at(pos2(x_of(&harness, 51.0), y + 20.0));
    harness.run_steps(1);
    assert_eq!(harness.state().session.frame(), Some(51.0));
    harness.drop_at(pos2(x_of(&harness, 51.0), y));
    harness.run_steps(2);
    assert_eq!(harness.state().session.frame(), Some(51.0));
}

#[test]
fn ticks_outlive_the_selection_until_they_are_forgotten() {
    let mut harness = window(with_curves(Some("j_spine4")));
    harness.get_by_label("Show tx").click();
    harness.run_steps(2);
    harness.get_by_label("Show tx").click();
    harness.run_steps(2);
    let other = bone(&harness.state().session, "j_hip_le");
    harness
        .state_mut()
        .session
        .apply(Action::Selection(SelectionAction::Select(Some(other))));
    harness.run_steps(3);
    assert!(has_curve(&harness, "tx"), "it was ticked");
    assert!(!has_curve(&harness, "ty"), "it was only selected");
    harness.get_by_label("Forget ticks").click();
    harness.run_steps(3);
    assert!(!has_curve(&harness, "tx") && has_curve(&harness, "rq.x"));
}

#[test]
fn all_curves_of_a_big_clip_come_from_the_background() {
    let mut session = fixture::opened(vec![fixture::chain(3_500), chain_clip(3_500, 50)]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Action::Window(WindowAction::ToggleCurveView));
    let mut harness = window(session);
    harness.get_by_label("All curves").click();
    harness.run_steps(3);
    let rows = harness
        .root()
        .children_recursive()
        .filter(|node| node.accesskit_node().role() == Role::CheckBox)
        .count();
    assert!((3..40).contains(&rows), "{rows} rows are shown");
}
