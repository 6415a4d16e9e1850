//! Rows of curves in the inspector: small curves, and the way from them to the curve view.

use crate::panels::*;
use castview_session::{DockTab, SelectionAction};
use egui::Shape;

fn on(name: &str) -> Panels {
    let mut session = paused();
    let selected = bone(&session, name);
    session.apply(Action::Selection(SelectionAction::Select(Some(selected))));
    let mut harness = build(builder(vec2(1280.0, 1400.0)), session);
    harness.run_steps(3);
    harness
}

/// The ticks of the curve view's list that are on.
fn shown(harness: &Panels) -> Vec<String> {
    let plot = harness.get_by_label("Curve plot").rect();
    let ticks = harness.query_all_by_role(Role::CheckBox);
    let ticks = ticks.filter(|node| plot.y_range().contains(node.rect().center().y));
    let named = ticks.filter(|node| node.accesskit_node().toggled() == Some(egui::accesskit::Toggled::True));
    let labels = named.filter_map(|node| node.accesskit_node().label());
    labels
        .filter_map(|label| label.strip_prefix("Show ").map(str::to_owned))
        .collect()
}

#[test]
fn a_click_on_a_curve_of_the_inspector_shows_that_curve_and_fits_it() {
    let mut harness = on("j_spine4");
    assert!(!session_of(&harness).preferences().shows(DockTab::Curves));
    harness.get_by_label("Show curve: translation y").click();
    harness.run_steps(4);
    assert!(session_of(&harness).preferences().shows(DockTab::Curves));
    assert_eq!(shown(&harness), ["ty"]);
    assert_eq!(harness.state().panels().curve_values(), None, "values fit the lines");
    // Another row takes its place, in the dock that is open.
    harness.get_by_label("Show curve: rotation").click();
    harness.run_steps(4);
    assert_eq!(shown(&harness), ["rq.x", "rq.y", "rq.z", "rq.w"]);
}

#[test]
fn a_curve_of_the_inspector_opens_by_the_keyboard_and_fits_what_was_zoomed() {
    let mut harness = on("j_spine4");
    harness.get_by_label("Show curve: translation x").focus();
    harness.run_steps(1);
    harness.key_press(Key::Enter);
    harness.run_steps(4);
    assert_eq!(shown(&harness), ["tx"]);
    let plot = harness.get_by_label("Curve plot").rect().center();
    harness.hover_at(plot);
    harness.run_steps(1);
    harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        source: egui::MouseWheelSource::Wheel,
        delta: vec2(0.0, 200.0),
        phase: egui::TouchPhase::Move,
        modifiers: Modifiers::NONE,
    });
    // The wheel glides.
    harness.run_steps(40);
    assert!(harness.state().panels().curve_values().is_some(), "zoomed");
    harness.get_by_label("Show curve: translation x").focus();
    harness.run_steps(1);
    harness.key_press(Key::Enter);
    harness.run_steps(4);
    assert_eq!(harness.state().panels().curve_values(), None, "fits again");
}

/// Lines of the small curve in the row of `label`, by their points, and where the playhead stands in it.
fn small(harness: &Panels, label: &str) -> (Vec<Vec<Pos2>>, Option<f32>) {
    let row = harness.get_by_label(label).rect();
    let (mut lines, mut playhead) = (Vec::new(), None);
    for clipped in &harness.output().shapes {
        match &clipped.shape {
            Shape::Path(path) if path.points.iter().all(|point| row.contains(*point)) => {
                lines.push(path.points.clone())
            }
            Shape::LineSegment { points: [from, to], .. }
                if row.contains(*from) && row.contains(*to) && from.x == to.x =>
            {
                playhead = Some(from.x);
            }
            _ => {}
        }
    }
    (lines, playhead)
}

#[test]
fn the_row_of_a_curve_has_a_small_curve_with_the_playhead() {
    let mut harness = on("j_spine4");
    let rotation = "Show curve: rotation";
    let (lines, first) = small(&harness, rotation);
    assert_eq!(lines.len(), 4, "a quaternion has four numbers");
    for line in &lines {
        assert!((2..=64).contains(&line.len()), "{} points", line.len());
    }
    let moves = |line: &Vec<Pos2>| line.iter().any(|point| point.y != line[0].y);
    assert!(lines.iter().any(moves), "the bone turns");
    act(&mut harness, Action::Playback(PlaybackAction::Seek(Seek::Frame(59.0))));
    harness.run_steps(2);
    let (after, middle) = small(&harness, rotation);
    assert_eq!(after, lines, "time moves the playhead alone");
    let [first, middle] = [first, middle].map(|x| x.expect("the playhead is in the clip"));
    assert!(middle - first > 20.0, "{first} {middle}");
}

/// A shape, and a mesh that is switched, have their curves, too.
#[test]
fn curves_of_other_things_than_bones_have_rows() {
    let mut harness = window(paused());
    let session = session_of(&harness);
    let placed = &session.stage().models()[0];
    let driven = placed.binding().expect("the walk is bound").channels();
    let item = driven.iter().find_map(|channel| match channel.target {
        castview_motion::animation::Driven::Shape(shape) => Some(Selected::BlendShape(placed.key, shape)),
        _ => None,
    });
    let item = item.expect("the walk drives a shape");
    act(&mut harness, Action::Selection(SelectionAction::Select(Some(item))));
    harness.run_steps(2);
    harness.get_by_label("Show curve: blend weight").click();
    harness.run_steps(4);
    assert_eq!(shown(&harness).len(), 1);
}
