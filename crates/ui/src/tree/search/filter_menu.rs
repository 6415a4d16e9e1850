//! The small menu beside the search: what the tree lists, and in which order.

use super::filter::{FILTERS, Filter, SORTS, Sort, TreeWish};
use crate::kit::control;
use crate::kit::theme::{self, size};
use egui::accesskit::Role;
use egui::containers::menu::MenuButton;
use egui::{Button, Ui, Vec2, WidgetInfo};
use egui_material_icons::icons;

const NAME: &str = "Filter and sort";

/// `has_clip`: whether there is a clip to ask. `has_b`: whether there is a B to differ from.
pub fn show(ui: &mut Ui, wish: &mut TreeWish, (has_clip, has_b): (bool, bool)) {
    let theme = theme::of(ui);
    let is_on = *wish != TreeWish::default();
    let color = if is_on { theme.accent } else { theme.dim };
    let button = Button::new(control::icon(icons::ICON_FILTER_LIST).color(color))
        .frame_when_inactive(is_on)
        .min_size(Vec2::splat(size::ROW));
    ui.spacing_mut().button_padding = egui::vec2(theme::space::XS - 1.0, 0.0);
    let (response, _) = MenuButton::from_button(button)
        .config(control::menu_config())
        .ui(ui, |ui| {
            control::menu_column(ui, |ui| {
                for (filter, title) in FILTERS {
                    let asks_clip = matches!(filter, Filter::Driven | Filter::Silent | Filter::Missing);
                    let enabled = has_clip || !asks_clip || wish.has(filter);
                    if control::tick(ui, title, enabled, wish.has(filter)) {
                        wish.toggle(filter);
                    }
                }
                ui.separator();
                for (sort, title) in SORTS {
                    let asks_clip = matches!(sort, Sort::Movement | Sort::GreatestDifference);
                    let can = (has_clip || !asks_clip) && (has_b || sort.over_clip_of_b().is_none());
                    let enabled = can || wish.sort == sort;
                    if control::tick(ui, title, enabled, wish.sort == sort) {
                        wish.sort = sort;
                    }
                }
                ui.separator();
                if control::entry(ui, "Show everything", "", *wish != TreeWish::default(), None) {
                    *wish = TreeWish::default();
                }
            });
        });
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_on, NAME));
    response.on_hover_text(NAME).accessible_name(NAME);
}
