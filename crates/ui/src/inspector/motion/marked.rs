//! The line that marks a stopped or hand-made pose: an icon, words, and a button to end it.

use crate::kit::control;
use crate::kit::theme::{self, size, space};
use crate::kit::words;
use egui::{Button, Label, RichText, Ui};
use egui_material_icons::MaterialIcon;

/// The button at the end of a mark: its text, and what it says under the pointer.
#[derive(Clone, Copy)]
pub struct Ends {
    pub text: &'static str,
    pub tip: &'static str,
    pub name: &'static str,
}

/// In the inspector; returns whether the button was clicked.
pub fn line(ui: &mut Ui, (icon, told): (MaterialIcon, &str), ends: Ends) -> bool {
    let theme = theme::of(ui);
    let row = ui.horizontal(|ui| {
        ui.add_space(space::L);
        ui.label(control::icon(icon).color(theme.selected));
        let all = RichText::new(ends.text).text_style(theme::dense());
        let room = ui.available_width() - size::LABEL;
        ui.scope(|ui| {
            ui.set_max_width(room.max(size::LABEL));
            let text = RichText::new(told).text_style(theme::dense()).color(theme.selected);
            ui.add(Label::new(text).wrap());
        });
        let button = ui.button(all).on_hover_text(ends.tip);
        button.accessible_name(ends.name).clicked()
    });
    row.inner
}

/// In the status line, as one button; returns whether it was clicked.
pub fn hint(ui: &mut Ui, (icon, told): (MaterialIcon, &str), ends: Ends) -> bool {
    let icon = control::icon(icon).color(theme::of(ui).selected);
    let text = match ui.available_width() < size::NARROW {
        true => String::new(),
        false => words::shortened(told, 48).to_string(),
    };
    let button = Button::new((icon, RichText::new(text))).frame_when_inactive(false);
    let response = ui.add(button).on_hover_text(format!("{told}. {}", ends.tip));
    let is_clicked = response.accessible_name(format!("{told} · {}", ends.text)).clicked();
    ui.separator();
    is_clicked
}
