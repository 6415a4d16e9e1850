//! How to begin: the card while nothing is open, and what is said of a file while nothing is selected.

use crate::panels::*;
use castview_session::window;
use castview_session::{StageAction, Switch};

#[test]
fn an_empty_window_has_one_card_that_begins() {
    for size in [
        vec2(400.0, 272.0),
        vec2(480.0, 320.0),
        vec2(800.0, 600.0),
        vec2(1280.0, 720.0),
    ] {
        let mut harness = build(builder(size), Session::default());
        harness.run();
        let view = harness.state().shown().viewport;
        let open = harness.get_by_label("Open a file").rect();
        let demo = harness.get_by_label("Show the demo").rect();
        for button in [open, demo] {
            assert!(view.contains_rect(button), "{size:?}: {button:?} in {view:?}");
        }
        let middle = (open.left() + demo.right()) * 0.5;
        assert!((middle - view.center().x).abs() < 3.0, "{size:?}: {middle} in {view:?}");
        let hints = harness.query_all_by_label_contains("Drop a").count();
        assert_eq!(hints, 1, "one hint, not several");
        harness.get_by_label("Open a file").click();
        assert_eq!(actions(&mut harness), [Action::Stage(StageAction::ChooseFiles)]);
        harness.get_by_label("Show the demo").click();
        assert_eq!(actions(&mut harness), [Action::Stage(StageAction::ShowDemo)]);
    }
}

#[test]
fn the_card_makes_room_for_what_is_opened() {
    let harness = window(paused());
    assert!(harness.query_by_label("Open a file").is_none());
}

/// The inspector tells the walker's size, its counts, its textures, and the clips that fit.
#[test]
fn without_a_selection_the_inspector_sums_up_what_is_open() {
    let harness = build(builder(vec2(1280.0, 1000.0)), paused());
    let says = |text: &str| {
        let plain = |said: String| said.replace('\u{a0}', " ") == text;
        harness
            .root()
            .children_recursive()
            .any(|node| node.value().is_some_and(plain))
    };
    for text in [
        "size now",
        "bones",
        "triangles",
        "2, 1 missing",
        "fit the models",
        "2 of 2",
    ] {
        assert!(says(text), "{text}");
    }
    assert!(harness.query_by_label("Textures").is_some());
}

#[test]
fn without_motion_everything_is_at_its_place_at_once() {
    let mut harness = window(paused());
    // The harness asks for less motion, as a system may.
    assert_eq!(harness.ctx.style_of(egui::Theme::Dark).animation_time, 0.0);
    assert!(window::may_glide(session_of(&harness)));
    act(&mut harness, Switch::MOTION.toggle());
    assert!(!window::may_glide(session_of(&harness)));
    assert_eq!(harness.ctx.style_of(egui::Theme::Dark).animation_time, 0.0);
}
