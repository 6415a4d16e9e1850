//! The menu beside the search: in what order files are listed, and which.

use crate::session::{Action, FileFilter, FileOrder, Session, command};
use crate::ui::kit::theme::{self, size, space};
use crate::ui::kit::{choices, control};
use egui::accesskit::Role;
use egui::containers::menu::MenuButton;
use egui::{Button, Ui, Vec2, WidgetInfo, vec2};
use egui_material_icons::icons;

/// The word of a filter, and the sentence of an empty list.
pub fn title(filter: FileFilter) -> (&'static str, &'static str) {
    match filter {
        FileFilter::All => ("All files", "No models or clips in this folder."),
        FileFilter::Models => ("Models", "No models in this folder."),
        FileFilter::Clips => ("Clips", "No clips in this folder."),
        FileFilter::Fitting => ("Fits the open model", "No clip of this folder fits what is open."),
    }
}

pub fn menu(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    const NAME: &str = "Order and filter of files";
    let theme = theme::of(ui);
    let filter = session.browser().filter;
    let is_on = filter != FileFilter::default() || session.preferences().file_order != FileOrder::default();
    let color = if is_on { theme.accent } else { theme.dim };
    let button = Button::new(control::icon(icons::ICON_FILTER_LIST).color(color))
        .frame_when_inactive(is_on)
        .min_size(Vec2::splat(size::ROW));
    ui.spacing_mut().button_padding = vec2(space::XS - 1.0, 0.0);
    let menu = MenuButton::from_button(button).config(control::menu_config());
    let (response, _) = menu.ui(ui, |ui| {
        control::menu_column(ui, |ui| {
            choices::lines(ui, session, choices::FILE_ORDERS, actions);
            ui.separator();
            choices::lines(ui, session, choices::FILE_FILTERS, actions);
        });
    });
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_on, NAME));
    let is_on = |(name, _): &&(&str, _)| command(name).is_checked(session) == Some(true);
    let order = choices::FILE_ORDERS.iter().find(is_on);
    let order = order.map_or("", |(_, word)| word);
    let tip = format!("{NAME}: {order}, {}", title(filter).0.to_lowercase());
    response.on_hover_text(tip).accessible_name(NAME);
}
