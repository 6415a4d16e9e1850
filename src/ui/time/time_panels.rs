//! The panels that open above the transport and share its time axis: where they stand, and what all of them have.
//!
//! In: which are open, how high the user made them. Out: painted panels, actions. The viewport keeps its share of the height.

use super::time_axis::TimeAxis;
use super::time_view;
use super::{curve_view, dope_sheet};
use crate::session::{Action, Session, WindowAction, command};
use crate::ui::UiState;
use crate::ui::kit::control;
use crate::ui::kit::theme::{self, size, space};
use egui::accesskit::Role;
use egui::{Align, Frame, Label, Layout, Margin, Panel, Rect, RichText, Stroke, Ui, pos2, vec2};
use egui_material_icons::icons;

/// Call it after the transport and before the columns: the panels span the window.
pub fn show(ui: &mut Ui, session: &Session, state: &mut UiState, actions: &mut Vec<Action>) {
    if !time_view::panels_shown(session) {
        return;
    }
    let preferences = session.preferences();
    let both = preferences.dope_sheet && preferences.curve_view;
    let share = if both {
        size::TIME_PANELS_SHARE * 0.5
    } else {
        size::TIME_PANEL_SHARE
    };
    let most = (ui.available_height() * share).max(size::TIME_PANEL_MIN);
    if preferences.curve_view {
        let height = preferences.curve_view_height;
        let dragged = panel(ui, "curve view", height, most, |ui| {
            curve_view::show(ui, session, state, actions);
        });
        actions.extend(dragged.map(|it| Action::Window(WindowAction::SetCurveViewHeight(it))));
    }
    if preferences.dope_sheet {
        let height = preferences.dope_sheet_height;
        let dragged = panel(ui, "dope sheet", height, most, |ui| {
            dope_sheet::show(ui, session, state, actions);
        });
        actions.extend(dragged.map(|it| Action::Window(WindowAction::SetDopeSheetHeight(it))));
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

/// The line at the top of a panel: what it is, then `left` from the left; the close button, then `right` from the right.
pub fn head(
    ui: &mut Ui,
    title: &str,
    closes: &str,
    actions: &mut Vec<Action>,
    left: impl FnOnce(&mut Ui),
    right: impl FnOnce(&mut Ui),
) {
    let width = ui.available_width();
    let layout = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(vec2(width, size::PANEL_HEAD), layout, |ui| {
        ui.set_min_size(vec2(width, size::PANEL_HEAD));
        ui.spacing_mut().item_spacing.x = space::XS;
        ui.add_space(space::S);
        ui.add(Label::new(RichText::new(title).color(theme::of(ui).text)));
        ui.add_space(space::S);
        left(ui);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(space::XS);
            let close = command(closes);
            let tip = format!(
                "Close ({})",
                close.keys.first().map(|key| key.label()).unwrap_or_default()
            );
            let name = format!("Close the {}", title.to_lowercase());
            if control::icon_button(ui, icons::ICON_CLOSE, &name, &tip, true).clicked() {
                actions.push(close.action());
            }
            right(ui);
        });
    });
}

/// Why there is nothing on the time axis, said in the middle of the panel.
pub fn without_clip(ui: &mut Ui, session: &Session) {
    let sentence = if session.stage().clips.is_empty() {
        "No clips. Drop a .cast with an animation."
    } else {
        "The rest pose has no keys. Choose a clip below."
    };
    control::named(ui, Role::Group, "Nothing on the time axis", |ui| {
        control::empty(ui, sentence)
    });
}

/// The playhead over everything a panel shows below its head.
pub fn playhead(ui: &Ui, axis: &TimeAxis, rect: Rect, frame: f64) {
    let x = axis.x(frame);
    if x >= axis.left - size::RING && x <= axis.right + size::RING {
        let stroke = Stroke::new(size::RING, theme::of(ui).accent);
        ui.painter_at(rect)
            .line_segment([pos2(x, rect.top()), pos2(x, rect.bottom())], stroke);
    }
}
