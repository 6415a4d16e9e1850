//! Curves over the ruler.

use crate::panels::*;
use crate::time::dope_sheet::chain_clip;
use castview_session::{Along, CompositionAction, PinnedAction, SelectionAction, Switch, WindowAction};

pub fn with_curves(selected: Option<&str>) -> Session {
    let mut session = paused();
    session.apply(Switch::CURVE_VIEW.toggle());
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
    session.apply(Action::Window(WindowAction::SetDockHeight(300.0)));
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
    session.apply(Switch::CURVE_VIEW.toggle());
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

/// All curves without a selection: how many there are is said, and their areas have edges.
#[test]
fn all_curves_are_counted_though_none_is_a_line() {
    let mut session = fixture::opened(vec![fixture::chain(30), chain_clip(30, 50)]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Switch::CURVE_VIEW.toggle());
    let mut harness = window(session);
    harness.get_by_label("All curves").click();
    // Background work of this harness is done between the passes before the test; this one asks for more.
    harness.run_steps(3);
    assert!(harness.query_by_label("reading").is_some());
    assert!(harness.query_by_label_contains("0\u{a0}curves").is_none());
    harness.state().work();
    harness.run_steps(3);
    let curves = session_of(&harness)
        .active_clip()
        .expect("it plays")
        .clip()
        .tracks
        .len();
    let said = harness
        .query_by_label_contains("as areas")
        .expect("it is said how many there are");
    let said = said
        .accesskit_node()
        .value()
        .or(said.accesskit_node().label())
        .unwrap_or_default();
    assert!(
        curves > 0 && said.contains("curves") && !said.starts_with('0'),
        "{said}"
    );
}

/// The list beside the plot reads as the inspector does, between frames too.
#[test]
fn the_list_says_what_the_inspector_says() {
    let mut harness = window(with_curves(Some("j_hip_le")));
    for frame in [0.0, 3.3, 17.25, 40.9, 77.7, 117.1] {
        act(&mut harness, Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
        for axis in ["x", "y", "z", "w"] {
            let name = format!("Show rq.{axis}");
            let row = harness.get_by_role_and_label(Role::CheckBox, &name);
            let listed = row.accesskit_node().value().expect("a value");
            let label = format!("R {axis} {listed}");
            let shown = harness.query_by_role_and_label(Role::Button, &label);
            assert!(shown.is_some(), "frame {frame}: the inspector does not say {label}");
        }
    }
}

/// Numbers of the value axis stand over the curves, each on a ground, and none is cut.
#[test]
fn numbers_of_the_value_axis_are_not_struck_through() {
    let harness = window(with_curves(Some("j_spine4")));
    let plot = harness.get_by_label("Curve plot").rect();
    let shapes: Vec<&egui::Shape> = harness.output().shapes.iter().map(|clipped| &clipped.shape).collect();
    let is_label = |shape: &egui::Shape| match shape {
        egui::Shape::Text(text) => {
            let at = text.visual_bounding_rect();
            let word = text.galley.text();
            plot.contains_rect(at) && at.left() < plot.left() + 40.0 && word.parse::<f32>().is_ok()
        }
        _ => false,
    };
    let labels: Vec<usize> = (0..shapes.len()).filter(|at| is_label(shapes[*at])).collect();
    assert!(labels.len() >= 2, "the axis has numbers");
    let inside = plot.expand(2.0);
    let is_curve = |shape: &egui::Shape| match shape {
        egui::Shape::Path(path) => path.points.len() > 8 && path.points.iter().all(|point| inside.contains(*point)),
        egui::Shape::Mesh(mesh) => mesh.calc_bounds().width() > 50.0 && inside.contains_rect(mesh.calc_bounds()),
        _ => false,
    };
    let last_curve = (0..shapes.len())
        .rev()
        .find(|at| is_curve(shapes[*at]))
        .expect("curves");
    for at in labels {
        assert!(
            at > last_curve,
            "a curve is drawn over a number: {:?}",
            shapes[last_curve]
        );
        let egui::Shape::Text(text) = shapes[at] else {
            unreachable!("it is a text")
        };
        let ground =
            matches!(shapes[at - 1], egui::Shape::Rect(rect) if rect.rect.contains_rect(text.visual_bounding_rect()));
        assert!(ground, "{} has no ground", text.galley.text());
    }
}

/// A wheel of which one key pops, and every other quaternion is stored with the other sign from the middle on.
#[test]
fn keys_that_stand_out_are_marked() {
    let mut file = fixture::walker();
    let mut scene = Scene::clone(&file.scene);
    let track = &mut scene.clips[0].tracks[4];
    let Values::Rotation(values) = &track.values else {
        panic!("the hip turns");
    };
    let mut values = values.to_vec();
    let count = values.len();
    values[20] = (glam::Quat::from_array(values[20]) * glam::Quat::from_rotation_x(1.5)).to_array();
    for value in &mut values[count - 3..] {
        *value = value.map(|number| -number);
    }
    track.values = Values::Rotation(values.into());
    file.scene = Arc::new(scene);
    let mut session = fixture::opened(vec![file]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Switch::CURVE_VIEW.toggle());
    let hip = bone(&session, "j_hip_le");
    session.apply(Action::Selection(SelectionAction::Select(Some(hip))));
    let harness = window(session);
    let plot = harness.get_by_label("Curve plot");
    let said = plot.accesskit_node().value();
    assert_eq!(said.as_deref(), Some("2 jumps, 1 keys with the other sign"));
}

/// The inspector counts curves. A rotation is one of them, with a line for each of its numbers.
#[test]
fn lines_are_counted_apart_from_curves() {
    let mut harness = window(with_curves(Some("j_spine4")));
    harness.run_steps(3);
    let tracks = {
        let session = session_of(&harness);
        let spine = session.stage().models()[0].model().skeleton.find("j_spine4");
        let binding = session.stage().models()[0].binding().cloned().expect("a clip plays");
        binding.bone_tracks(spine.expect("it is there")).count()
    };
    assert_eq!(tracks, 4, "a place in three numbers and a rotation in four");
    harness.get_by_label("7\u{a0}lines of 4\u{a0}curves");
}

/// The curves of B's clip stand dashed beside those of A, at its own times, until their row is switched off.
#[test]
fn curves_of_b_are_dashed_beside_those_of_a() {
    let mut session = with_curves(Some("j_spine4"));
    session.apply(Action::Window(WindowAction::SetDockHeight(300.0)));
    let pinned = |action| Action::Composition(CompositionAction::Pinned(action));
    let mut harness = window(session);
    let row = "Show B: walk_forward, at frame 0.00";
    assert!(harness.query_by_label(row).is_none());
    act(&mut harness, pinned(PinnedAction::Pin));
    assert!(harness.query_by_label(row).is_some());
    let vertices = |harness: &Panels| {
        let plot = harness.get_by_label("Curve plot").rect().expand(4.0);
        let meshes = harness
            .output()
            .shapes
            .iter()
            .filter_map(|clipped| match &clipped.shape {
                egui::Shape::Mesh(mesh) if plot.contains_rect(mesh.calc_bounds()) => Some(mesh.vertices.len()),
                _ => None,
            });
        meshes.sum::<usize>()
    };
    let with_b = vertices(&harness);
    harness.get_by_label(row).click();
    harness.run_steps(3);
    let without = vertices(&harness);
    assert!(with_b > without, "{with_b} {without}");
    harness.get_by_label(row).click();
    harness.run_steps(3);
    act(&mut harness, pinned(PinnedAction::Along(Some(Along::Seconds))));
    assert!(harness.query_by_label("Show B: walk_forward, by seconds").is_some());
    act(&mut harness, pinned(PinnedAction::Forget));
    assert!(harness.query_by_label_contains("Show B").is_none());
}
