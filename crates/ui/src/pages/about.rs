//! Page about this program.

use crate::AppInfo;
use crate::kit::page;
use crate::kit::theme::{self, space};
use castview_session::{Action, Page};
use egui::{Context, Label, RichText, ScrollArea};

pub fn show(ctx: &Context, app: &AppInfo<'_>, actions: &mut Vec<Action>) {
    page::show(ctx, Page::About, "castview", actions, |ui, _| {
        let dim = |text: &str| RichText::new(text).color(theme::of(ui).dim);
        let lines = [
            dim(concat!("Version ", env!("CARGO_PKG_VERSION"))),
            RichText::new("A viewer for Cast models and animations: drop files on the window and watch them move."),
            dim("Free software under the MIT licence or the Apache licence 2.0, as you like."),
            dim(&format!("Drawn by {}.", app.adapter)),
        ];
        for line in lines {
            ui.label(line);
            ui.add_space(space::XS);
        }
        if app.adapter_lacks.is_empty() {
            return;
        }
        ui.add_space(space::S);
        ui.label("What this graphics adapter lacks, and what is done without:");
        ui.add_space(space::XS);
        ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
            page::scroll_by_keys(ui);
            for (ability, without) in app.adapter_lacks {
                let line = RichText::new(format!("{ability}: {without}.")).color(theme::of(ui).dim);
                ui.add(Label::new(line).wrap());
                ui.add_space(space::XS);
            }
        });
    });
}
