//! Where the side panels stand: columns beside the viewport, or drawers over it in a narrow window.

use super::tabs;
use crate::UiState;
use crate::browser;
use crate::clips;
use crate::inspector::panel;
use crate::kit::control;
use crate::kit::keyboard::splitter::Splitter;
use crate::kit::keyboard::walk::FocusPlace;
use crate::kit::theme::{self, size};
use crate::tree::node_tree;
use crate::view::widths::Widths;
use castview_session::{Action, LeftTab, Session, Switch, WindowAction};
use egui::{Context, Frame, Key, Margin, Order, Panel, Rect, Ui, UiBuilder};

/// The tree and the inspector as columns.
pub fn columns(ui: &mut Ui, session: &Session, state: &mut UiState, widths: Widths, actions: &mut Vec<Action>) {
    if widths.narrow || session.window().panels_hidden() {
        return;
    }
    let preferences = session.preferences();
    if preferences.window.tree_open {
        let width = preferences.window.tree_width.min(widths.tree_max);
        state.walk.at(ui.ctx(), FocusPlace::Left);
        let edge = Splitter::of(ui, "tree", [Key::ArrowLeft, Key::ArrowRight]);
        let shown = Panel::left("tree")
            .default_size(width)
            .size_range(size::PANEL_MIN..=widths.tree_max)
            .frame(panel_frame(ui))
            .show(ui, |ui| {
                ui.take_available_space();
                tree(ui, session, state, actions);
            });
        edge.name(ui, "Resize the left panel");
        if let Some(width) = dragged_to(ui, shown.response.rect, width, &edge) {
            actions.push(Action::Window(WindowAction::SetTreeWidth(width)));
        }
    }
    if preferences.window.inspector_open {
        let width = preferences.window.inspector_width.min(widths.inspector_max);
        state.walk.at(ui.ctx(), FocusPlace::Right);
        let edge = Splitter::of(ui, "inspector", [Key::ArrowRight, Key::ArrowLeft]);
        let shown = Panel::right("inspector")
            .default_size(width)
            .size_range(size::PANEL_MIN..=widths.inspector_max)
            .frame(panel_frame(ui))
            .show(ui, |ui| {
                ui.take_available_space();
                panel::show(
                    ui,
                    session,
                    (
                        &mut state.inspected,
                        &mut state.library,
                        &mut state.texture_pictures.small,
                    ),
                    actions,
                );
            });
        edge.name(ui, "Resize the inspector");
        if let Some(width) = dragged_to(ui, shown.response.rect, width, &edge) {
            actions.push(Action::Window(WindowAction::SetInspectorWidth(width)));
        }
    }
}

/// The width the user has just given a column. Asked at the release of the pointer and at keys alone: a window that grows or shrinks changes widths
/// too, and that is nobody's wish.
fn dragged_to(ui: &Ui, column: Rect, before: f32, edge: &Splitter) -> Option<f32> {
    let released = edge.is_moved || ui.input(|input| input.pointer.any_released());
    let width = column.width().max(size::PANEL_MIN);
    (released && (width - before.max(size::PANEL_MIN)).abs() > 2.0).then_some(width)
}

/// The same two over the viewport's edges, while they are out.
pub fn drawers(
    ctx: &Context,
    session: &Session,
    state: &mut UiState,
    widths: Widths,
    viewport: Rect,
    actions: &mut Vec<Action>,
) {
    let out = state.drawer;
    if let Some(rect) = out.tree_over(session, widths, viewport) {
        state.walk.at(ctx, FocusPlace::Left);
        drawer(ctx, "tree drawer", rect, |ui| tree(ui, session, state, actions));
    }
    if let Some(rect) = out.inspector_over(session, widths, viewport) {
        state.walk.at(ctx, FocusPlace::Right);
        drawer(ctx, "inspector drawer", rect, |ui| {
            panel::show(
                ui,
                session,
                (
                    &mut state.inspected,
                    &mut state.library,
                    &mut state.texture_pictures.small,
                ),
                actions,
            )
        });
    }
}

/// In a narrow window the commands that open a panel pull its drawer instead, and asking for the search or the library shows
/// the panel they are in.
pub fn steer(session: &Session, state: &mut UiState, widths: Widths, actions: &mut Vec<Action>) {
    let opens = |action: &Action| matches!(action, Action::Switch(Switch::TREE | Switch::INSPECTOR, None));
    if session.window().panels_hidden() && actions.iter().any(opens) {
        show_hidden(session, state, widths, actions);
        return;
    }
    if state.tree.wants_search {
        // Each side of the panel has its own search.
        match session.preferences().window.left_tab {
            LeftTab::Clips if !session.stage().clips().is_empty() => {
                (state.tree.wants_search, state.library.wants_search) = (false, true);
            }
            LeftTab::Files if session.browser().folder().is_some() => {
                (state.tree.wants_search, state.browser.wants_search) = (false, true);
            }
            LeftTab::Clips => actions.push(Switch::LIBRARY.toggle()),
            LeftTab::Files => actions.push(Switch::BROWSER.toggle()),
            LeftTab::Nodes => {}
        }
        if session.window().panels_hidden() {
            actions.push(Switch::PANELS.toggle());
        }
        if widths.narrow {
            state.drawer.tree = true;
        } else if !session.preferences().window.tree_open {
            actions.push(Switch::TREE.toggle());
        }
    }
    let shown = session.preferences().window.left_tab;
    let asks = |switch: Switch, tab| actions.contains(&switch.toggle()) && shown != tab;
    let asks_for_tab = asks(Switch::LIBRARY, LeftTab::Clips) || asks(Switch::BROWSER, LeftTab::Files);
    if asks_for_tab && !state.tree.wants_search {
        if session.window().panels_hidden() {
            actions.push(Switch::PANELS.toggle());
        }
        if widths.narrow {
            state.drawer.tree = true;
        } else if !session.preferences().window.tree_open {
            actions.push(Switch::TREE.toggle());
        }
    }
    if !widths.narrow {
        return;
    }
    let escape = actions.iter().position(|action| *action == Action::Escape);
    if let Some(at) = escape.filter(|_| session.window().page().is_none())
        && state.drawer.push_back(session, widths)
    {
        actions.remove(at);
    }
    actions.retain(|action| match action {
        Action::Switch(Switch::TREE, None) => {
            state.drawer.tree = !state.drawer.tree;
            false
        }
        Action::Switch(Switch::INSPECTOR, None) => {
            state.drawer.inspector = !state.drawer.inspector;
            false
        }
        _ => true,
    });
}

/// Who asks for a panel while all are hidden wants to see it, open or not.
fn show_hidden(session: &Session, state: &mut UiState, widths: Widths, actions: &mut Vec<Action>) {
    let preferences = session.preferences();
    actions.retain(|action| match action {
        Action::Switch(Switch::TREE, None) if widths.narrow => {
            state.drawer.tree = true;
            false
        }
        Action::Switch(Switch::INSPECTOR, None) if widths.narrow => {
            state.drawer.inspector = true;
            false
        }
        Action::Switch(Switch::TREE, None) => !preferences.window.tree_open,
        Action::Switch(Switch::INSPECTOR, None) => !preferences.window.inspector_open,
        _ => true,
    });
    actions.push(Switch::PANELS.toggle());
}

fn tree(ui: &mut Ui, session: &Session, state: &mut UiState, actions: &mut Vec<Action>) {
    tabs::show(ui, session, actions);
    match session.preferences().window.left_tab {
        LeftTab::Nodes => node_tree::show(ui, session, &mut state.tree, &state.background, actions),
        LeftTab::Clips => clips::show(ui, session, &mut state.library, &mut state.thumbnails, actions),
        LeftTab::Files => browser::show(ui, session, &mut state.browser, &mut state.thumbnails, actions),
    }
}

fn panel_frame(ui: &Ui) -> Frame {
    Frame::new().fill(theme::of(ui).ground).inner_margin(Margin::same(0))
}

fn drawer(ctx: &Context, name: &'static str, rect: Rect, add: impl FnOnce(&mut Ui)) {
    egui::Area::new(control::stable_id(name))
        .order(Order::Middle)
        .fixed_pos(rect.min)
        .constrain(false)
        .fade_in(false)
        .accessible_name(name)
        .show(ctx, |ui| {
            let theme = theme::of(ui);
            let line = egui::Stroke::new(size::LINE, theme.line);
            ui.painter().rect(rect, 0, theme.ground, line, egui::StrokeKind::Inside);
            let mut inside = ui.new_child(UiBuilder::new().max_rect(rect.shrink(size::LINE)));
            inside.shrink_clip_rect(rect);
            add(&mut inside);
            ui.advance_cursor_after_rect(rect);
        });
}
