//! The inspector of a file: its format, its size and the choices made for it.

use super::{decisions, materials};
use crate::opened::FileKey;
use crate::session::{Action, Session, StageAction};
use crate::ui::kit::control::{fact, section};
use crate::ui::kit::theme::space;
use crate::ui::kit::words;
use egui::Ui;

pub fn show(ui: &mut Ui, session: &Session, key: FileKey, actions: &mut Vec<Action>) {
    let Some(file) = session.stage().file(key) else {
        return;
    };
    section(ui, "File", None, |ui| {
        if !file.location.is_empty() {
            fact(ui, "where", &file.location);
        }
        let metadata = &file.scene.metadata;
        for (label, value) in [("author", &metadata.author), ("software", &metadata.software)] {
            if let Some(value) = value {
                fact(ui, label, value);
            }
        }
        let up = metadata.up_axis_words();
        fact(ui, "up axis", up.unwrap_or_else(|| "not stated".into()));
        for (label, count) in [
            ("models", file.scene.models.len()),
            ("clips", file.scene.clips.len()),
            ("instances", file.scene.instances.len()),
        ] {
            if count > 0 {
                fact(ui, label, words::grouped(count as u64));
            }
        }
        let missing = file.instances.missing_count();
        if missing > 0 {
            fact(ui, "missing", words::counted(missing as u64, "instance", "instances"));
        }
    });
    materials::textures_of(ui, file, actions);
    decisions::show(ui, file, actions);
    ui.add_space(space::S);
    ui.horizontal(|ui| {
        ui.add_space(space::M);
        if ui.button("Close this file").clicked() {
            actions.push(Action::Stage(StageAction::CloseFile(key)));
        }
    });
}
