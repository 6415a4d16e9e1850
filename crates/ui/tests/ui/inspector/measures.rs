//! Measures in the inspector: made by a key, told now and over the clip, removed.

use crate::panels::*;
use castview_session::{Measure, MeasurePoint, SelectionAction, Switch, probe};

#[test]
fn a_bone_is_measured_by_a_key_and_its_extremes_lead_to_their_frames() {
    let mut session = paused();
    let selected = bone(&session, "j_spine4");
    session.apply(Action::Selection(SelectionAction::Select(Some(selected))));
    let mut harness = build(builder(vec2(1280.0, 1400.0)), session);
    harness.run_steps(3);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::M);
    harness.run_steps(3);
    let point = MeasurePoint::of(selected).expect("a bone");
    let down = Measure::Distance([point, MeasurePoint::Ground]);
    assert_eq!(session_of(&harness).edits().measures(), [down]);
    let told = |harness: &Panels| {
        let session = session_of(harness);
        let now = probe::measured_now(session, &down).expect("it is there");
        probe::measure_value(session, &down, now.value)
    };
    for words in ["distance", "Δx", "Δy", "Δz", &told(&harness)] {
        let found = harness.query_all_by_label_contains(words).next();
        assert!(found.is_some(), "{words} is told");
    }
    let curve = probe::measure_curve(session_of(&harness), 0)
        .expect("a clip plays")
        .clone();
    let [least, greatest] = curve.extremes().expect("it has points");
    assert!(least.1 < greatest.1, "the spine moves");
    for (word, frame) in [("greatest: ", greatest.0), ("least: ", least.0)] {
        harness.get_by_label_contains(word).click();
        harness.run_steps(3);
        assert_eq!(session_of(&harness).frame(), Some(frame), "{word}");
    }
    let plot = harness.get_by_label("Measure over the clip").rect();
    press(&mut harness, plot.center());
    harness.drop_at(plot.center());
    harness.run_steps(3);
    let middle = session_of(&harness).frame().expect("a clip plays");
    let (first, last) = (curve.points[0].0, curve.points[curve.points.len() - 1].0);
    assert!(
        (middle - (first + last) * 0.5).abs() <= 0.05 * (last - first) + 1.0,
        "{middle}"
    );
    harness.get_by_label_contains("Remove measure").click();
    harness.run_steps(3);
    assert_eq!(session_of(&harness).edits().measures(), []);
}

#[test]
fn the_menu_offers_the_parent_the_ground_and_units() {
    let mut session = paused();
    let selected = bone(&session, "j_spine4");
    session.apply(Action::Selection(SelectionAction::Select(Some(selected))));
    let mut harness = build(builder(vec2(1280.0, 1400.0)), session);
    harness.run_steps(3);
    harness.get_by_label("Measure to").click();
    harness.run_steps(3);
    assert!(harness.query_by_label("j_spine4 – ground").is_some());
    assert!(harness.query_by_label("Unit of measures").is_some());
    harness.get_by_label("j_spine4 – ground").click();
    harness.run_steps(3);
    assert_eq!(session_of(&harness).edits().measures().len(), 1);
}

#[test]
fn the_curve_view_draws_measures_beside_the_keys_until_they_are_switched_off() {
    let mut session = paused();
    let selected = bone(&session, "j_spine4");
    session.apply(Action::Selection(SelectionAction::Select(Some(selected))));
    session.apply(Switch::CURVE_VIEW.toggle());
    let mut harness = window(session);
    let empty_again = "Select a bone, mesh or blend shape";
    harness.key_press_modifiers(Modifiers::COMMAND, Key::M);
    harness.run_steps(3);
    let row = "Show j_spine4 – ground";
    assert!(harness.query_by_label(row).is_some());
    // Nothing is selected any more: the measure stays, and says what it is below the pointer.
    let session = &mut harness.state_mut().session;
    session.apply(Action::Selection(SelectionAction::Select(None)));
    harness.run_steps(3);
    assert!(harness.query_by_label_contains(empty_again).is_none());
    harness.get_by_label(row).click();
    harness.run_steps(3);
    assert!(harness.query_by_label(row).is_some(), "it can be switched on again");
    assert!(harness.query_by_label_contains(empty_again).is_some());
}
