//! An instance in numbers: the file it stands for, and where it stands.

use super::rows::{dim_line, link, transform_table};
use crate::kit::control::{fact, section};
use crate::kit::{theme, words};
use castview_base::core::InstanceIndex;
use castview_picture::opened::{FileKey, Placement, Target};
use castview_session::stage;
use castview_session::view;
use castview_session::{Action, OpenFile, Selected, Session, StageAction, folder_told};
use egui::{RichText, Ui};

pub fn show(ui: &mut Ui, session: &Session, file: FileKey, index: InstanceIndex, actions: &mut Vec<Action>) {
    let Some(file) = session.stage().file(file) else {
        return;
    };
    let Some(instance) = file.instance(index) else {
        return;
    };
    let (warning, error) = (theme::of(ui).warning, theme::of(ui).error);
    section(ui, "File", None, |ui| {
        fact(ui, "path", &*instance.path);
        match file.target(index) {
            Some(Target::Found(location)) => {
                fact(ui, "where", location);
                if stage::instance_from_elsewhere(session, file, index).is_some() {
                    fact(ui, "from", RichText::new("elsewhere, chosen by you").color(warning));
                }
                let same = same_path(file, index);
                fact(ui, "placed here", words::counted(same as u64, "time", "times"));
            }
            Some(Target::Missing(reason)) => {
                let said = match stage::offered_instance(session, file, index) {
                    Some(offered) => format!("missing · found in {}", folder_told(offered)),
                    None => "missing".to_owned(),
                };
                fact(ui, "where", RichText::new(said).color(warning));
                dim_line(ui, &format!("A box stands for it: {reason}."));
            }
            Some(Target::Unreadable(location, reason)) => {
                fact(ui, "where", location);
                fact(ui, "state", RichText::new("cannot be read").color(error));
                dim_line(ui, &format!("A box stands for it: {reason}."));
            }
            Some(Target::LeftOut) => {
                fact(ui, "state", "left out");
                dim_line(ui, "It leads back to this file, or is beyond what is followed.");
            }
            None => {}
        }
        link(ui, "in", &file.name, Selected::File(file.key), actions);
    });
    section(ui, "Placement", None, |ui| {
        transform_table(ui, &instance.placement, view::unit_of(session, file.key))
    });
    choice(ui, session, file, index, actions);
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

/// The button that uses what is offered for a missing file, or that takes such a choice back.
fn choice(ui: &mut Ui, session: &Session, file: &OpenFile, index: InstanceIndex, actions: &mut Vec<Action>) {
    let (title, location) = match stage::offered_instance(session, file, index) {
        Some(offered) => ("Use it", Some(offered.to_owned())),
        None if stage::instance_from_elsewhere(session, file, index).is_some() => ("Use its own file", None),
        None => return,
    };
    ui.add_space(theme::space::S);
    ui.horizontal(|ui| {
        ui.add_space(theme::space::M);
        let tip = location.as_deref().unwrap_or("The file that the instance names");
        if ui.button(title).on_hover_text(tip).clicked() {
            actions.push(Action::Stage(StageAction::RelinkInstance {
                file: file.key,
                instance: index,
                location,
            }));
        }
    });
}

/// Instances of `file` that name the same path as `index`.
fn same_path(file: &OpenFile, index: InstanceIndex) -> usize {
    let targets = &file.instances.target_of;
    let own = targets.get(index.get());
    targets.iter().filter(|target| Some(*target) == own).count()
}
