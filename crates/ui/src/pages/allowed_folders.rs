//! The folders that files may read outside their own, each with a button that takes the leave back.

use crate::kit::control;
use crate::kit::page;
use crate::kit::theme::{self, size, space};
use castview_picture::opened::Consent;
use castview_session::{Action, OpenFile, Page, Session, StageAction};
use egui::{Align, Context, Label, Layout, RichText, ScrollArea, TextStyle, Ui};
use egui_material_icons::icons;

pub fn show(ctx: &Context, session: &Session, actions: &mut Vec<Action>) {
    page::show(ctx, Page::AllowedFolders, "Allowed folders", actions, |ui, actions| {
        let mut asks = false;
        for file in session.stage().files() {
            asks |= ask(ui, session, file, actions);
        }
        if session.opening().all_consents().is_empty() {
            if asks {
                return;
            }
            let sentence = "Nothing is allowed. Files read their own folder, and what is dropped together with them. Where one \
                            names more, you are asked.";
            control::empty(ui, sentence);
            return;
        }
        let height = ui.available_height();
        let area = ScrollArea::vertical()
            .id_salt("allowed folders")
            .max_height(height)
            .auto_shrink([false, true]);
        area.show(ui, |ui| {
            page::scroll_by_keys(ui);
            for consent in session.opening().all_consents().iter() {
                entry(ui, consent, actions);
                ui.add_space(space::S);
            }
        });
    });
}

/// Shows the paths outside of its folder that `file` names, with the button that allows them: messages leave by themselves. True if there
/// is anything.
fn ask(ui: &mut Ui, session: &Session, file: &OpenFile, actions: &mut Vec<Action>) -> bool {
    let Some((text, allow)) = session.stage().outside_of(&[file.key]) else {
        return false;
    };
    ui.label(text);
    if ui.button("Allow").clicked() {
        actions.push(allow);
    }
    ui.add_space(space::M);
    true
}

fn entry(ui: &mut Ui, consent: &Consent, actions: &mut Vec<Action>) {
    let dim = theme::of(ui).dim;
    ui.horizontal(|ui| {
        let name = format!("Forget {} for {}", consent.real, consent.of);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let tip = "No longer read this folder for those files";
            if control::icon_button(ui, icons::ICON_CLOSE, &name, tip, true).clicked() {
                actions.push(Action::Stage(StageAction::Revoke(consent.clone())));
            }
            ui.with_layout(Layout::top_down(Align::Min), |ui| {
                let folder = RichText::new(&consent.real)
                    .text_style(TextStyle::Monospace)
                    .size(size::BODY);
                ui.add(Label::new(folder).truncate());
                let of = format!("for the files in {}", consent.of);
                ui.add(Label::new(RichText::new(of).color(dim).text_style(theme::dense())).truncate());
            });
        });
    });
}
