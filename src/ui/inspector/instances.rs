//! An instance in numbers: the file it stands for, and where it stands.

use super::rows::{dim_line, link, transform_table};
use crate::core::InstanceIndex;
use crate::opened::{FileKey, Placement, Target};
use crate::session::{Action, OpenFile, Selected, Session, StageAction};
use crate::ui::kit::control::{fact, section};
use crate::ui::kit::{theme, words};
use egui::{RichText, Ui};

pub fn show(ui: &mut Ui, session: &Session, file: FileKey, index: InstanceIndex, actions: &mut Vec<Action>) {
    let Some(file) = session.stage().file(file) else {
        return;
    };
    let Some(instance) = file.instance(index) else {
        return;
    };
    let warning = theme::of(ui).warning;
    section(ui, "File", None, |ui| {
        fact(ui, "path", &*instance.path);
        match file.target(index) {
            Some(Target::Found(location)) => {
                fact(ui, "where", location);
                let same = same_path(file, index);
                fact(ui, "placed here", words::counted(same as u64, "time", "times"));
            }
            Some(Target::Missing(reason)) => {
                fact(ui, "where", RichText::new("missing").color(warning));
                dim_line(ui, &format!("A box stands for it: {reason}."));
            }
            None => {}
        }
        link(ui, "in", &file.name, Selected::File(file.key), actions);
    });
    section(ui, "Placement", None, |ui| {
        transform_table(ui, &instance.placement, session.unit_of(file.key))
    });
    if let Some(Target::Found(location)) = file.target(index) {
        ui.add_space(theme::space::S);
        ui.horizontal(|ui| {
            ui.add_space(theme::space::M);
            let button = ui.button("Open that file").on_hover_text(location);
            if button.clicked() {
                actions.push(Action::Stage(StageAction::Open {
                    locations: vec![location.clone()],
                    placement: Placement::Replace,
                }));
            }
        });
    }
}

/// Whether its file is missing.
pub fn is_missing(session: &Session, item: Option<Selected>) -> bool {
    let Some(Selected::Instance(key, index)) = item else {
        return false;
    };
    let file = session.stage().file(key);
    matches!(file.and_then(|file| file.target(index)), Some(Target::Missing(_)))
}

/// Instances of `file` that name the same path as `index`.
fn same_path(file: &OpenFile, index: InstanceIndex) -> usize {
    let targets = &file.instances.target_of;
    let own = targets.get(index.get());
    targets.iter().filter(|target| Some(*target) == own).count()
}
