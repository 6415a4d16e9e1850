//! The dock above the transport: tabs of dope sheet, curves, keys, notifications and layers, at one height.
//!
//! In: which tabs are open, how high the user made the dock. Out: painted panels, actions. A click shows one tab alone, with Ctrl beside
//! the others; those share the height from top to bottom. The viewport keeps half of the window's height. `egui_tiles` would let panels be split
//! sideways, too: their time axis is the ruler's, as wide as the window, so there is nothing to split.

use super::{curve_view, dope_sheet, event_rows, key_table, layer_blocks};
use crate::UiState;
use crate::kit::control;
use crate::kit::keyboard::splitter::Splitter;
use crate::kit::panel_head::{open_tabs, told};
use crate::kit::theme::{self, size, space};
use crate::time::event_list;
use crate::time::heights::Heights;
use castview_session::{Action, DockTab, Session, WindowAction};
use egui::accesskit::Role;
use egui::{Align, Button, Frame, Key, Layout, Margin, Panel, Rect, RichText, Ui, UiBuilder, WidgetInfo, vec2};
use egui_material_icons::icons;

/// In a narrower window the tabs move together.
const TIGHT: f32 = 480.0;

/// Call it after the transport and before the columns: the dock spans the window.
pub fn show(ui: &mut Ui, session: &Session, state: &mut UiState, actions: &mut Vec<Action>) {
    let preferences = session.preferences();
    let open: Vec<DockTab> = open_tabs(session).collect();
    if session.window().panels_hidden() || open.is_empty() {
        return;
    }
    let rows = event_rows::height(ui.ctx(), session);
    let most = Heights::of(ui.ctx(), session).dock_max(rows);
    let height = preferences.timeline.dock_height.clamp(size::TIME_PANEL_MIN, most);
    let edge = Splitter::of(ui, "dock", [Key::ArrowDown, Key::ArrowUp]);
    let shown = Panel::bottom("dock")
        .resizable(true)
        .default_size(height)
        .size_range(size::TIME_PANEL_MIN..=most)
        .frame(Frame::new().fill(theme::of(ui).ground).inner_margin(Margin::ZERO))
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.take_available_space();
            tabs(ui, session, &open, actions);
            let rect = ui.available_rect_before_wrap();
            let each = rect.height() / open.len() as f32;
            for (at, tab) in open.iter().enumerate() {
                let top = rect.top() + each * at as f32;
                let part = Rect::from_x_y_ranges(rect.x_range(), top..=top + each);
                let mut inside = ui.new_child(UiBuilder::new().id_salt(*tab).max_rect(part));
                inside.set_clip_rect(part.intersect(ui.clip_rect()));
                panel(&mut inside, session, state, *tab, actions);
            }
        });
    // At the release alone, as for the columns: a window that changes its size is nobody's wish.
    edge.name(ui, "Resize the dock");
    let released = edge.is_moved || ui.input(|input| input.pointer.any_released());
    let now = shown.response.rect.height();
    if released && (now - height).abs() > 2.0 {
        actions.push(Action::Window(WindowAction::SetDockHeight(now)));
    }
}

fn panel(ui: &mut Ui, session: &Session, state: &mut UiState, tab: DockTab, actions: &mut Vec<Action>) {
    let time = &mut state.time_view;
    match tab {
        DockTab::Curves => curve_view::show(ui, session, &mut state.curve_view, time, &state.background, actions),
        DockTab::DopeSheet => dope_sheet::show(ui, session, &mut state.dope_sheet, time, &state.tree.query, actions),
        DockTab::Keys => key_table::show(ui, session, &mut state.key_table, actions),
        DockTab::Notifications => {
            ui.add_space(space::XS);
            control::named(ui, Role::Group, "Notifications and markers in the dock", |ui| {
                event_list::list(ui, session, actions);
            });
        }
        DockTab::Layers => layer_blocks::show(ui, session, time, actions),
    }
}

fn tabs(ui: &mut Ui, session: &Session, open: &[DockTab], actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), size::ROW));
    let line = rect.with_min_y(rect.bottom() - size::LINE);
    ui.painter().rect_filled(line, 0, theme.line);
    let layout = Layout::left_to_right(Align::Center);
    let mut ui = ui.new_child(UiBuilder::new().max_rect(rect).layout(layout));
    ui.spacing_mut().item_spacing.x = 0.0;
    if rect.width() < TIGHT {
        ui.spacing_mut().button_padding.x = 2.0;
    }
    ui.add_space(space::XS);
    for tab in DockTab::ALL {
        let (title, command) = told(tab);
        let is_open = open.contains(&tab);
        let text = RichText::new(title).color(if is_open { theme.text } else { theme.dim });
        let button = Button::new(text.text_style(theme::dense()))
            .frame_when_inactive(is_open)
            .min_size(vec2(0.0, size::ROW));
        let response = ui.add_enabled(command.is_enabled(session), button);
        let name = format!("{title} tab");
        response.widget_info(|| WidgetInfo::selected(Role::Tab, true, is_open, &name));
        if is_open {
            let mark = response.rect.with_min_y(response.rect.bottom() - size::RING);
            ui.painter().rect_filled(mark, 0, theme.accent);
        }
        let tip = format!("{}. Ctrl+click: beside the others", control::tip(session, command));
        let response = response.on_hover_text(tip).accessible_name(name);
        if response.clicked() {
            let beside = crate::kit::click::modifiers(&ui).command;
            actions.push(match (beside, is_open, open.len()) {
                (true, ..) => command.action(),
                (false, true, 1) => continue,
                (false, ..) => Action::Window(WindowAction::ShowTab(tab)),
            });
        }
    }
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add_space(space::XS);
        if control::icon_button(ui, icons::ICON_CLOSE, "Close the dock", "Close all of it", true).clicked() {
            actions.push(Action::Window(WindowAction::CloseDock));
        }
    });
}
