//! Rows that several inspectors share: links, dim lines, transforms.

use crate::kit::control;
use crate::kit::theme::{self, size, space};
use crate::kit::words;
use castview_base::core::{Transform, json_number};
use castview_session::{Action, Selected, SelectionAction, Session, WindowAction, command};
use egui::accesskit::Role;
use egui::{Align2, FontId, Label, Rect, Response, RichText, Sense, TextStyle, Ui, WidgetInfo, pos2, vec2};
use egui_material_icons::icons;
use glam::{EulerRot, Vec3};

/// Translation, rotation (as a quaternion and as degrees) and scale, one line each, columns aligned.
pub fn transform_table(ui: &mut Ui, transform: &Transform, unit: &str) {
    let (x, y, z) = transform.rotation.to_euler(EulerRot::ZYX);
    let degrees = Vec3::new(z, y, x).to_array().map(f32::to_degrees);
    table_head(ui, unit);
    table_row(
        ui,
        "T",
        &format!("Translation, in {unit}"),
        &transform.translation.to_array(),
    );
    table_row(ui, "R", "Rotation as a quaternion", &transform.rotation.to_array());
    table_row(ui, "deg", "Rotation in degrees, around x, then y, then z", &degrees);
    table_row(ui, "S", "Scale", &transform.scale.to_array());
}

pub fn column_right(rect: egui::Rect, column: usize) -> f32 {
    let left = rect.left() + space::XL + space::XS;
    let width = (rect.right() - space::S - left) / 4.0;
    left + width * (column + 1) as f32
}

/// The letters of the columns, and the unit of the translations below.
pub fn table_head(ui: &mut Ui, unit: &str) {
    let theme = theme::of(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), size::ROW - space::S), Sense::hover());
    let font = FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
    let at = pos2(rect.left() + space::L, rect.center().y);
    let dense = FontId::new(size::SMALL, TextStyle::Body.resolve(ui.style()).family);
    let said = format!("T in {unit}");
    ui.painter().text(at, Align2::LEFT_CENTER, said, dense, theme.dim);
    for (column, letter) in ["x", "y", "z", "w"].into_iter().enumerate() {
        let at = pos2(column_right(rect, column), rect.center().y);
        ui.painter()
            .text(at, Align2::RIGHT_CENTER, letter, font.clone(), theme.axes[column]);
    }
}

pub fn table_row(ui: &mut Ui, letter: &str, what: &str, values: &[f32]) {
    let theme = theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), size::ROW - space::XS), Sense::hover());
    let number = FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
    let label = theme::dense().resolve(ui.style());
    let painter = ui.painter();
    painter.text(
        pos2(rect.left() + space::L, rect.center().y),
        Align2::LEFT_CENTER,
        letter,
        label,
        theme.dim,
    );
    let words = words::row(values);
    for (column, word) in words.iter().enumerate() {
        let at = pos2(column_right(rect, column), rect.center().y);
        painter.text(at, Align2::RIGHT_CENTER, word, number.clone(), theme.text);
    }
    let spoken = words.join(", ");
    response.widget_info(|| egui::WidgetInfo::labeled(Role::Cell, true, format!("{what}: {spoken}")));
    response.on_hover_text(what);
}

/// Numbers beside each other, right-aligned under [`table_head`]; a click on one copies it, all its digits. Where so many
/// decimals have no room they stand in lines of two, whatever the values are. `beside`: a value that is rounding noise beside it is shown as 0.
/// All the cells as one response.
pub fn copied_row(
    ui: &mut Ui,
    letter: &str,
    what: &str,
    (values, beside): (&[f32], f32),
    decimals: Option<u8>,
    actions: &mut Vec<Action>,
) -> Option<Response> {
    let theme = theme::of(ui);
    let font = FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
    let digit = ui.ctx().fonts_mut(|fonts| fonts.glyph_width(&font, '0'));
    let label = theme::dense().resolve(ui.style());
    let columns = if stands_in_one_line(decimals) { 4 } else { 2 };
    let mut all: Option<Response> = None;
    let largest = words::largest(values).max(beside);
    for (line, values) in values.chunks(columns).enumerate() {
        let (rect, whole) = ui.allocate_exact_size(vec2(ui.available_width(), size::ROW - space::XS), Sense::hover());
        if line == 0 {
            let at = pos2(rect.left() + space::L, rect.center().y);
            ui.painter()
                .text(at, Align2::LEFT_CENTER, letter, label.clone(), theme.dim);
        }
        let left = rect.left() + space::XL + space::XS;
        let width = (rect.right() - space::S - left) / columns as f32;
        let most = (width / digit - 0.5) as usize;
        let mut spoken = Vec::with_capacity(values.len());
        for (column, value) in values.iter().enumerate() {
            let axis = ["x", "y", "z", "w"][line * columns + column];
            let cell = Rect::from_min_max(
                pos2(left + width * column as f32, rect.top()),
                pos2(left + width * (column + 1) as f32, rect.bottom()),
            );
            let word = words::fitting(*value, largest, decimals, most);
            let id = whole.id.with(column);
            let response = ui.interact(cell, id, Sense::click());
            let color = if response.hovered() || response.has_focus() {
                theme.accent
            } else {
                theme.text
            };
            let at = pos2(cell.right(), cell.center().y);
            ui.painter().text(at, Align2::RIGHT_CENTER, &word, font.clone(), color);
            if columns < 4 {
                let at = pos2(cell.left() + space::S, cell.center().y);
                let color = theme.axes[line * columns + column];
                ui.painter().text(at, Align2::LEFT_CENTER, axis, font.clone(), color);
            }
            let exact = json_number(*value);
            response.widget_info(|| egui::WidgetInfo::labeled(Role::Button, true, format!("{letter} {axis} {word}")));
            let response = response.on_hover_text(format!("{what}: {axis}\n{exact}\nClick to copy"));
            if response.clicked() {
                actions.push(Action::Window(WindowAction::Copy(exact)));
            }
            all = Some(match all.take() {
                Some(all) => all | response,
                None => response,
            });
            spoken.push(word);
        }
        let spoken = spoken.join(", ");
        whole.widget_info(|| egui::WidgetInfo::labeled(Role::Cell, true, format!("{what}: {spoken}")));
    }
    all
}

/// Whether the numbers of [`copied_row`] stand under the letters of [`table_head`]; otherwise each has its own letter.
pub fn stands_in_one_line(decimals: Option<u8>) -> bool {
    matches!(decimals, Some(0..=4))
}

/// A fact that leads to another thing.
pub fn link(ui: &mut Ui, label: &str, name: &str, to: Selected, actions: &mut Vec<Action>) {
    control::fact_with(ui, label, |ui| {
        let text = RichText::new(name)
            .text_style(theme::dense())
            .color(theme::of(ui).accent);
        let response = ui.add(egui::Button::new(text).frame(false).truncate());
        if response.on_hover_text(format!("Go to {name}")).clicked() {
            actions.push(Action::Selection(SelectionAction::Select(Some(to))));
        }
    });
}

/// A fact that the view can show: a click on its value switches the command `shows` on or off.
pub fn shown_by(ui: &mut Ui, session: &Session, (label, value, shows): (&str, &str, &str), actions: &mut Vec<Action>) {
    let command = command(shows);
    let is_on = command.is_checked(session) == Some(true);
    control::fact_with(ui, label, |ui| {
        let theme = theme::of(ui);
        let text = RichText::new(value).text_style(TextStyle::Monospace);
        let color = if is_on { theme.accent } else { theme.dim };
        let eye = control::icon(icons::ICON_VISIBILITY).color(color);
        let response = ui.add(egui::Button::new((text, eye)).frame(false).truncate());
        let said = format!("{label}: {value}");
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_on, &said));
        let tip = match is_on {
            true => format!("{value}\nClick to hide: {}", command.title),
            false => format!("{value}\nClick to show: {}", command.title),
        };
        if response.on_hover_text(tip).clicked() {
            actions.push(command.action());
        }
    });
}

pub fn dim_line(ui: &mut Ui, text: &str) {
    let theme = theme::of(ui);
    ui.horizontal(|ui| {
        ui.add_space(space::L);
        let text = RichText::new(text).color(theme.dim).text_style(theme::dense());
        ui.add(Label::new(text).wrap());
    });
}

/// The name of a size: boxes of big models that move may have slack.
pub fn size_label(is_tight: bool) -> &'static str {
    if is_tight { "size now" } else { "size now, at most" }
}
