//! What this program is.

use crate::session::{Action, Page};
use crate::ui::AppInfo;
use crate::ui::kit::page;
use crate::ui::kit::theme::{self, space};
use egui::{Context, RichText};

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
    });
}
