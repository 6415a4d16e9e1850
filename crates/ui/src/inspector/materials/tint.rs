//! A colour that multiplies the base colour of a material while the user tries it.

use crate::inspector::motion::marked::{self, Ends};
use crate::inspector::rows::dim_line;
use crate::kit::control;
use crate::kit::theme;
use castview_base::core::MaterialIndex;
use castview_picture::PlacedKey;
use castview_session::{Action, CompositionAction, Session, ViewAction, command, hex, tint_words};
use egui::{RichText, Ui};
use egui_material_icons::icons;

const RESET: Ends = Ends {
    text: "Reset",
    tip: "Click to show the colors of the files",
    name: "Remove all tints",
};

pub fn show(ui: &mut Ui, session: &Session, of: (PlacedKey, MaterialIndex), actions: &mut Vec<Action>) {
    let chosen = session.edits().tints.get(&of).copied();
    let set = |color| Action::View(ViewAction::Tint(of.0, of.1, color));
    control::fact_with(ui, "times", |ui| {
        let mut color = chosen.unwrap_or([255; 3]);
        let response = ui.color_edit_button_srgb(&mut color);
        let tip = "A color that multiplies the base color. It is tried in the view alone: no file gets it.";
        let is_changed = response.changed();
        response.accessible_name("Tint of the material").on_hover_text(tip);
        if is_changed {
            actions.push(set(Some(color)));
        } else if chosen.is_some() && ui.input(|input| input.pointer.any_released()) {
            // The next drag is an undo of its own.
            actions.push(Action::Composition(CompositionAction::EndDrag));
        }
        match chosen {
            None => _ = ui.label(RichText::new("as in the file").text_style(theme::dense())),
            Some(color) => {
                ui.monospace(hex(color));
                if ui.button("Reset").on_hover_text("As in the file").clicked() {
                    actions.push(set(None));
                }
            }
        }
    });
    if chosen.is_some() {
        dim_line(ui, "Not the file's color. No export writes it.");
    }
}

/// In the status line: which materials are tinted, and a click that ends it.
pub fn hint(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    if let Some(told) = tint_words(session)
        && marked::hint(ui, (icons::ICON_TEXTURE, &told), RESET)
    {
        actions.push(command("reset_tints").action());
    }
}
