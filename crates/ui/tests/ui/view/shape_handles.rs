//! Blend shapes, set by dragging the surface that they move.

use crate::panels::*;
use castview_session::view;

/// The walker, the tool on, and two places of the view: where a shape moves the surface, and where there is nothing.
fn with_tool() -> (Panels, Pos2, Pos2) {
    let mut harness = window(paused());
    harness.key_press(Key::P);
    harness.run_steps(3);
    assert!(harness.query_by_label_contains("Dragging blend shapes").is_some());
    let rect = harness.state().shown().viewport;
    let is_moved = |at: Pos2| {
        let way = (at - rect.center()) / (rect.size() * 0.5);
        view::shape_under(session_of(&harness), glam::vec2(way.x, -way.y)).is_some()
    };
    let mut places = (0..40).flat_map(|y| (0..40).map(move |x| (x as f32, y as f32)));
    let place = |(x, y): (f32, f32)| rect.shrink(60.0).lerp_inside(vec2(x / 39.0, y / 39.0));
    let moved = places.clone().map(place).find(|at| is_moved(*at));
    let empty = places.find_map(|at| Some(place(at)).filter(|at| !is_moved(*at)));
    let (moved, empty) = (
        moved.expect("the body is in view"),
        empty.expect("it does not fill the view"),
    );
    (harness, moved, empty)
}

fn weight(harness: &Panels) -> Option<f32> {
    session_of(harness).edits().shape_weights.values().next().copied()
}

#[test]
fn a_drag_to_the_right_sets_the_shape_there_and_one_undo_takes_it_back() {
    let (mut harness, surface, empty) = with_tool();
    let camera = session_of(&harness).view().camera();
    press(&mut harness, surface);
    for way in [20.0, 40.0, 60.0] {
        harness.hover_at(surface + vec2(way, 0.0));
        harness.run_steps(2);
    }
    let now = weight(&harness).expect("it is set");
    assert!((now - 0.25).abs() < 0.05, "{now}: a quarter of the way");
    let told = format!("smile {now:.2}");
    assert!(harness.query_by_label(&told).is_some(), "{told} stands at the pointer");
    harness.drop_at(surface + vec2(60.0, 0.0));
    harness.run_steps(2);
    assert_eq!(session_of(&harness).view().camera(), camera, "the view was not turned");
    assert!(harness.query_by_label("Blend shapes set by hand: 1 · Reset").is_some());
    act(&mut harness, Action::Undo);
    assert_eq!(weight(&harness), None, "one step");
    // Where no shape moves anything the camera has the drag.
    drag(&mut harness, empty, empty + vec2(40.0, 0.0));
    assert_eq!(weight(&harness), None);
    assert_ne!(session_of(&harness).view().camera(), camera);
}

#[test]
fn escape_takes_the_drag_back_and_then_ends_the_tool() {
    let (mut harness, surface, _) = with_tool();
    press(&mut harness, surface);
    harness.hover_at(surface + vec2(50.0, 0.0));
    harness.run_steps(2);
    assert!(weight(&harness).is_some());
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    assert_eq!(weight(&harness), None);
    harness.drop_at(surface + vec2(90.0, 0.0));
    harness.run_steps(2);
    assert!(weight(&harness).is_none() && session_of(&harness).composition().hand_tool().pulls_shapes);
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    assert!(!session_of(&harness).composition().hand_tool().pulls_shapes);
}
