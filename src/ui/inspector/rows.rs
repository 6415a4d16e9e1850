//! Rows that several inspectors share: links, dim lines, transforms.

use crate::core::Transform;
use crate::session::{Action, Selected, SelectionAction};
use crate::ui::kit::control;
use crate::ui::kit::theme::{self, size, space};
use crate::ui::kit::words;
use egui::accesskit::Role;
use egui::{Align2, FontId, Label, RichText, Sense, TextStyle, Ui, pos2, vec2};
use glam::{EulerRot, Vec3};

/// Translation, rotation (as a quaternion and as degrees) and scale, one line each, columns aligned.
pub fn transform_table(ui: &mut Ui, transform: &Transform) {
    let (x, y, z) = transform.rotation.to_euler(EulerRot::ZYX);
    let degrees = Vec3::new(z, y, x).to_array().map(f32::to_degrees);
    table_head(ui);
    table_row(
        ui,
        "T",
        "Translation, in the file's units",
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

pub fn table_head(ui: &mut Ui) {
    let theme = theme::of(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), size::ROW - space::S), Sense::hover());
    let font = FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
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

/// A fact that leads to another thing.
pub fn link(ui: &mut Ui, label: &str, name: &str, to: Selected, actions: &mut Vec<Action>) {
    control::fact_with(ui, label, |ui| {
        let text = RichText::new(name)
            .text_style(TextStyle::Monospace)
            .color(theme::of(ui).accent);
        let response = ui.add(egui::Button::new(text).frame(false).truncate());
        if response.on_hover_text(format!("Go to {name}")).clicked() {
            actions.push(Action::Selection(SelectionAction::Select(Some(to))));
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
