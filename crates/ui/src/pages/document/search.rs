//! The search field of the page, and the ways from one match to the next.

use super::state::DocumentPage;
use crate::kit::control;
use crate::kit::keyboard::field::{self, Left};
use crate::kit::theme::{self, size};
use crate::kit::words;
use egui::{Align2, RichText, TextEdit, Ui, vec2};
use egui_material_icons::icons;

/// Characters that can be typed.
const LONGEST: usize = 200;
/// Room for the count and the buttons.
const BESIDE: f32 = 150.0;

pub fn show(ui: &mut Ui, memory: &mut DocumentPage) {
    let theme = theme::of(ui);
    let search = &mut memory.search;
    let typed = TextEdit::singleline(&mut search.text)
        .id(control::stable_id("document search"))
        .hint_text("Search names, texts and hashes")
        .char_limit(LONGEST)
        .prefix(control::icon(icons::ICON_SEARCH).color(theme.dim))
        .desired_width((ui.available_width() - BESIDE).max(BESIDE))
        .min_size(vec2(0.0, size::ROW))
        .align(Align2::LEFT_CENTER);
    let response = ui.add(typed).accessible_name("Search the document");
    let is_entered = field::left(&response) == Some(Left::Entered);
    if is_entered {
        response.request_focus();
    }
    let count = search.found.len();
    let told = match (search.of.is_empty(), count) {
        (true, _) => String::new(),
        (false, 0) if search.next.is_some() => "…".to_owned(),
        (false, 0) => "none".to_owned(),
        (false, _) => format!(
            "{} of {}{}",
            search.at + 1,
            words::grouped(count as u64),
            if search.next.is_some() { "+" } else { "" }
        ),
    };
    let step = |ui: &mut Ui, glyph, name: &str| control::icon_button(ui, glyph, name, name, count > 0).clicked();
    let back = step(ui, icons::ICON_ARROW_UPWARD, "Previous match (Shift+Enter)");
    let on = step(ui, icons::ICON_ARROW_DOWNWARD, "Next match (Enter)");
    ui.label(RichText::new(told).color(theme.dim).text_style(theme::dense()));
    let search = &mut memory.search;
    if count > 0 && (back || on || is_entered) {
        let is_back = back || is_entered && ui.input(|input| input.modifiers.shift);
        let by = if is_back { count - 1 } else { 1 };
        search.at = (search.at + by) % count;
        let id = search.found[search.at];
        memory.go(id);
    }
}
