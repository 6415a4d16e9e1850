//! Pages lie over drawers, and Escape closes what lies on top, one thing at a time. A window of 1280 × 720 at scale 2 has 640 × 360 points.

use crate::panels::*;
use castview_session::{DockTab, SelectionAction, WindowAction};
use castview_ui::kit::control;
use egui::{LayerId, Order};

fn small(session: Session) -> Panels {
    build(builder(vec2(640.0, 360.0)), session)
}

fn escape(harness: &mut Panels) {
    harness.key_press(Key::Escape);
    harness.run_steps(4);
}

fn drawer(name: &'static str) -> LayerId {
    LayerId::new(Order::Middle, control::stable_id(name))
}

fn is_out(harness: &Panels, name: &'static str) -> bool {
    harness
        .ctx
        .memory(|memory| memory.areas().visible_layer_ids().contains(&drawer(name)))
}

fn pull(harness: &mut Panels, button: &str) {
    harness.get_by_label(button).click();
    harness.run_steps(4);
}

#[test]
fn a_page_lies_over_drawers_even_over_one_that_is_pulled_later() {
    for page in Page::ALL {
        let mut harness = small(paused());
        act(&mut harness, Action::Window(WindowAction::TogglePage(*page)));
        harness.run_steps(3);
        harness.state().panels().focus_search();
        harness.run_steps(4);
        assert!(is_out(&harness, "tree drawer"), "{page:?}");
        if *page == Page::FileDialog {
            // Nothing has asked for it, so nothing of it is shown.
            continue;
        }
        let at = pos2(120.0, 200.0);
        let top = harness.ctx.layer_id_at(at).expect("something is there");
        assert_ne!(top, drawer("tree drawer"), "{page:?}");
    }
}

#[test]
fn escape_closes_the_palette_the_page_and_the_drawers_in_the_order_in_which_they_lie() {
    let mut harness = small(paused());
    pull(&mut harness, "Node tree");
    pull(&mut harness, "Inspector");
    assert!(is_out(&harness, "tree drawer") && is_out(&harness, "inspector drawer"));
    for page in [Page::Shortcuts, Page::Palette] {
        act(&mut harness, Action::Window(WindowAction::TogglePage(page)));
        harness.run_steps(3);
        escape(&mut harness);
        assert_eq!(session_of(&harness).window().page(), None);
        assert!(is_out(&harness, "tree drawer") && is_out(&harness, "inspector drawer"));
    }
    // A menu over the drawers.
    harness.key_press(Key::F10);
    harness.run_steps(4);
    harness.key_press(Key::Enter);
    harness.run_steps(4);
    assert!(egui::Popup::is_any_open(&harness.ctx));
    escape(&mut harness);
    assert!(!egui::Popup::is_any_open(&harness.ctx));
    assert!(is_out(&harness, "inspector drawer"));
    // The menu's button gives the keyboard back to the view.
    escape(&mut harness);
    escape(&mut harness);
    assert!(!is_out(&harness, "inspector drawer") && is_out(&harness, "tree drawer"));
    escape(&mut harness);
    assert!(!is_out(&harness, "tree drawer"));
}

/// Out of a button of a page, too: it takes one press, not two.
#[test]
fn escape_closes_a_page_whose_button_has_the_focus() {
    let mut harness = small(paused());
    act(&mut harness, Action::Window(WindowAction::TogglePage(Page::About)));
    harness.run_steps(3);
    harness.key_press(Key::Tab);
    harness.run_steps(3);
    assert!(harness.ctx.memory(|memory| memory.focused()).is_some());
    escape(&mut harness);
    assert_eq!(session_of(&harness).window().page(), None);
}

#[test]
fn escape_leaves_the_dock_which_lies_on_nothing() {
    let mut session = paused();
    let spine = bone(&session, "j_spine4");
    session.apply(Action::Selection(SelectionAction::Select(Some(spine))));
    session.apply(Action::Window(WindowAction::ShowTab(DockTab::Curves)));
    let mut harness = window(session);
    let dock = |harness: &Panels| session_of(harness).preferences().shows(DockTab::Curves);
    escape(&mut harness);
    assert_eq!(session_of(&harness).edits().selected, None);
    assert!(dock(&harness));
    escape(&mut harness);
    assert!(dock(&harness));
}
