//! The panels above the transport: their places, and their common frame.
//!
//! In: which are open, how high the user made them. Out: painted panels, actions. The viewport keeps its share of the height.

use super::{curve_view, dope_sheet, key_table};
use crate::session::{Action, Session, WindowAction};
use crate::ui::UiState;
use crate::ui::kit::theme::{self, size};
use egui::{Frame, Margin, Panel, Ui};

/// Call it after the transport and before the columns: the panels span the window.
pub fn show(ui: &mut Ui, session: &Session, state: &mut UiState, actions: &mut Vec<Action>) {
    if session.window().panels_hidden {
        return;
    }
    let preferences = session.preferences();
    let open = [preferences.dope_sheet, preferences.curve_view, preferences.key_table];
    let share = match open.iter().filter(|open| **open).count() {
        0 => return,
        1 => size::TIME_PANEL_SHARE,
        count => size::TIME_PANELS_SHARE / count as f32,
    };
    let most = (ui.available_height() * share).max(size::TIME_PANEL_MIN);
    if preferences.curve_view {
        let height = preferences.curve_view_height;
        let dragged = panel(ui, "curve view", height, most, |ui| {
            let (view, time) = (&mut state.curve_view, &mut state.time_view);
            curve_view::show(ui, session, view, time, &state.background, actions);
        });
        actions.extend(dragged.map(|it| Action::Window(WindowAction::SetCurveViewHeight(it))));
    }
    if preferences.dope_sheet {
        let height = preferences.dope_sheet_height;
        let dragged = panel(ui, "dope sheet", height, most, |ui| {
            let (sheet, time) = (&mut state.dope_sheet, &mut state.time_view);
            dope_sheet::show(ui, session, sheet, time, &state.tree.query, actions);
        });
        actions.extend(dragged.map(|it| Action::Window(WindowAction::SetDopeSheetHeight(it))));
    }
    // Above the others, which share the axis of the ruler below them.
    if preferences.key_table {
        let dragged = panel(ui, "table of keys", preferences.key_table_height, most, |ui| {
            key_table::show(ui, session, &mut state.key_table, actions);
        });
        actions.extend(dragged.map(|it| Action::Window(WindowAction::SetKeyTableHeight(it))));
    }
}

/// A panel as high as it was left, at most `most`; its new height when the user has just dragged it.
fn panel(ui: &mut Ui, name: &'static str, height: f32, most: f32, add: impl FnOnce(&mut Ui)) -> Option<f32> {
    let height = height.clamp(size::TIME_PANEL_MIN, most);
    let shown = Panel::bottom(name)
        .default_size(height)
        .size_range(size::TIME_PANEL_MIN..=most)
        .frame(Frame::new().fill(theme::of(ui).ground).inner_margin(Margin::ZERO))
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.take_available_space();
            add(ui);
        });
    // At the release alone, as for the columns: a window that changes its size is nobody's wish.
    let released = ui.input(|input| input.pointer.any_released());
    let now = shown.response.rect.height();
    (released && (now - height).abs() > 2.0).then_some(now)
}
