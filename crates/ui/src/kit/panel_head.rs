//! Tabs of the dock, and the line at the top of a panel.

use crate::kit::control;
use crate::kit::theme::{self, size, space};
use castview_session::{Action, Command, DockTab, Session, command};
use egui::{Align, Label, Layout, RichText, Ui, vec2};
use egui_material_icons::icons;

/// The name of a tab, and its command.
pub fn told(tab: DockTab) -> (&'static str, &'static Command) {
    match tab {
        DockTab::Keys => ("Keys", command("key_table")),
        DockTab::DopeSheet => ("Dope sheet", command("dope_sheet")),
        DockTab::Curves => ("Curves", command("curve_view")),
        DockTab::Notifications => ("Notifications", command("dock_notifications")),
        DockTab::Layers => ("Layers", command("dock_layers")),
    }
}

/// Whether nothing but the tab with this command is open.
fn is_alone(session: &Session, command: &str) -> bool {
    open_tabs(session).map(|tab| told(tab).1.name).eq([command])
}

/// Open ones, from top to bottom.
pub fn open_tabs(session: &Session) -> impl Iterator<Item = DockTab> {
    DockTab::ALL.into_iter().filter(|tab| session.preferences().shows(*tab))
}

/// The line at the top of a panel: its title, then `left` from the left; the close button, then `right` from the right. A panel alone in the dock has
/// neither title nor close button: its tab and the dock have both.
pub fn head(
    ui: &mut Ui,
    title: &str,
    (session, closes): (&Session, &str),
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
        let is_alone = is_alone(session, closes);
        if !is_alone {
            ui.add(Label::new(RichText::new(title).color(theme::of(ui).text)));
            ui.add_space(space::S);
        }
        left(ui);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(space::XS);
            if !is_alone {
                let close = command(closes);
                let tip = match session.preferences().key_label(close) {
                    key if key.is_empty() => "Close".to_owned(),
                    key => format!("Close ({key})"),
                };
                let name = format!("Close the {}", title.to_lowercase());
                if control::icon_button(ui, icons::ICON_CLOSE, &name, &tip, true).clicked() {
                    actions.push(close.action());
                }
            }
            right(ui);
        });
    });
}
