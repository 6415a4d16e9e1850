//! Rows of a page of choices: a title, and choices beside it.

use crate::kit::theme::{self, size, space};
use egui::{Align, Button, Label, Layout, RichText, Ui, vec2};

/// Width of the titles.
const TITLES: f32 = 120.0;

/// Words that say what is so.
pub fn dim(ui: &mut Ui, words: &str) {
    ui.label(RichText::new(words).color(theme::of(ui).dim));
}

/// The title on the left, choices beside it, in as many lines as they need.
pub fn row(ui: &mut Ui, title: &str, add: impl FnOnce(&mut Ui, &str)) {
    ui.horizontal_top(|ui| {
        let height = size::ROW + space::XS;
        ui.allocate_ui_with_layout(vec2(TITLES, height), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_size(vec2(TITLES, height));
            ui.add(Label::new(title).truncate());
        });
        ui.vertical(|ui| {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = space::XS;
                ui.set_min_height(height);
                add(ui, title);
            });
        });
    });
}

/// One of several choices, by row and word; `why` tells people the reason of a disabled one. True in the turn that chooses it.
pub fn pick(ui: &mut Ui, (title, word): (&str, &str), is_chosen: bool, (can, why): (bool, &str)) -> bool {
    let button = Button::selectable(is_chosen, word).min_size(vec2(0.0, size::ROW));
    let response = ui.add_enabled(can, button).on_disabled_hover_text(why);
    let response = response.accessible_name(format!("{title}: {word}"));
    response.clicked() && !is_chosen
}

/// With a capital and a full stop, as panels say what a command says in a line.
pub fn sentence(line: &str) -> String {
    let mut letters = line.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    let stop = if line.ends_with(['.', '…']) { "" } else { "." };
    format!("{}{}{stop}", first.unwrap_or_default(), letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_command_are_sentences_on_the_page() {
        assert_eq!(sentence("no clip plays"), "No clip plays.");
        assert_eq!(sentence("Done."), "Done.");
        assert_eq!(sentence(""), ".");
    }
}
