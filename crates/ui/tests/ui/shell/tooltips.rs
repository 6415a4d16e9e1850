//! Tooltips and the pages that open over them.

use crate::panels::*;
use castview_session::WindowAction;

/// The pointer rests on the control `at` until its tooltip has had the time to come.
fn rest(harness: &mut Panels, at: Pos2) {
    harness.hover_at(at);
    harness.run_steps(60);
}

fn is_seen(harness: &Panels, tip: &str) -> bool {
    harness.query_all_by_label_contains(tip).next().is_some()
}

/// A page that a key opens, while the pointer rests where it was.
#[test]
fn a_page_hides_the_tooltip_below_it() {
    for (key, page) in [(Key::Comma, Page::Settings), (Key::P, Page::Palette)] {
        let mut harness = window(paused());
        let speed = harness.get_by_label("Speed").rect().center();
        rest(&mut harness, speed);
        assert!(is_seen(&harness, "Speed: drag, type"), "{page:?}: before it");
        harness.key_press_modifiers(Modifiers::COMMAND, key);
        harness.run_steps(3);
        assert_eq!(session_of(&harness).window().page(), Some(page));
        assert!(!is_seen(&harness, "Speed: drag, type"), "{page:?}");
        harness.run_steps(60);
        assert!(!is_seen(&harness, "Speed: drag, type"), "{page:?}: later");
    }
}

#[test]
fn what_is_on_a_page_has_tooltips() {
    let mut harness = window(paused());
    act(&mut harness, Action::Window(WindowAction::TogglePage(Page::Settings)));
    let close = harness.get_by_label("Close").rect().center();
    rest(&mut harness, close);
    assert!(is_seen(&harness, "Close (Esc)"));
}
