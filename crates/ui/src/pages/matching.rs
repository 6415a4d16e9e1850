//! Matches of the active clip on each model: driven and silent bones, missing names with the nearest ones, and the table that helps names
//! find each other.

use crate::kit::control::{self, section};
use crate::kit::page;
use crate::kit::theme::{self, size, space};
use crate::kit::words::{self, counted};
use crate::tree::node::{self, Node};
use castview_base::core::{BoneIndex, UpAxis};
use castview_motion::animation::{self, Binding, Missing, Renames, Report};
use castview_session::{Action, CompositionAction, Page, Placed, Selected, SelectionAction, Session};
use egui::{Align, Context, Label, Layout, RichText, ScrollArea, TextEdit, TextStyle, Ui, vec2};
use egui_material_icons::icons;
use std::sync::Arc;

/// Bones listed by name at most; the rest is a count.
const MOST_BONES: usize = 500;
/// Topmost bones whose keys were turned, listed at most.
const MOST_TURNED: usize = 4;

pub fn show(ctx: &Context, session: &Session, actions: &mut Vec<Action>) {
    page::show(ctx, Page::Matching, "Match names", actions, |ui, actions| {
        let height = ui.available_height();
        ScrollArea::vertical()
            .id_salt("matching")
            .max_height(height)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                page::scroll_by_keys(ui);
                rules(ui, session, actions);
                let bound = session.stage().models().iter().filter(|placed| !placed.is_stand_in);
                let bound: Vec<(&Placed, &Arc<Binding>)> =
                    bound.filter_map(|placed| Some((placed, placed.binding()?))).collect();
                if bound.is_empty() {
                    control::empty(ui, "Play a clip on a model, and what it finds is listed here.");
                }
                for (placed, binding) in bound {
                    ui.push_id(placed.key, |ui| found(ui, session, placed, binding, actions));
                }
            });
    });
}

/// The parts of names that do not count, and the names that stand for others.
fn rules(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let renames = &session.preferences().motion.renames;
    let mut set = |change: &dyn Fn(&mut Renames)| {
        let mut new = renames.clone();
        change(&mut new);
        actions.push(Action::Composition(CompositionAction::SetRenames(new)));
    };
    section(ui, "Rules", None, |ui| {
        let mut ignores = renames.ignores_namespaces;
        if ui
            .checkbox(&mut ignores, "Ignore namespaces")
            .on_hover_text("What stands before the last colon of a name does not count: rig:head is head")
            .changed()
        {
            set(&|new| new.ignores_namespaces = ignores);
        }
        ui.horizontal(|ui| {
            let label = ui.label("Ignore prefixes");
            if let Some(prefixes) = prefix_field(ui, &renames.prefixes, label.id) {
                set(&|new| new.prefixes.clone_from(&prefixes));
            }
        });
        for (label, tip, is_on, turn) in [
            (
                "Try other encodings",
                "A name that is no UTF-8 is read as Shift-JIS, GB18030, EUC-KR and Windows-1252 where that gives a name of the other side",
                !renames.as_stored,
                (|new| new.as_stored = !new.as_stored) as fn(&mut Renames),
            ),
            (
                "First only",
                "Of several bones of one name a curve moves the first alone, not all of them",
                renames.first_only,
                |new| new.first_only = !new.first_only,
            ),
        ] {
            let mut is_on = is_on;
            if ui.checkbox(&mut is_on, label).on_hover_text(tip).changed() {
                set(&turn);
            }
        }
        for (name, instead) in &renames.names {
            ui.horizontal(|ui| {
                ui.set_min_height(size::ROW);
                let tip = "Forget this rule";
                if control::icon_button(ui, icons::ICON_CLOSE, &format!("Forget {name}"), tip, true).clicked() {
                    set(&|new| drop(new.names.remove(name)));
                }
                let text = RichText::new(format!("{name} → {instead}")).text_style(theme::dense());
                ui.add(Label::new(text).truncate());
            });
        }
    });
}

/// Prefixes with `|` between them, because they may end in a space. Returns what was typed, when typing is done.
fn prefix_field(ui: &mut Ui, prefixes: &[String], label: egui::Id) -> Option<Vec<String>> {
    let id = ui.scope_id().with("prefixes");
    let stored = prefixes.join("|");
    let mut text = ui
        .data(|data| data.get_temp::<String>(id))
        .unwrap_or_else(|| stored.clone());
    let field = TextEdit::singleline(&mut text)
        .hint_text("Bip01 |ValveBiped.")
        .desired_width(f32::INFINITY)
        .font(TextStyle::Monospace);
    let response = ui.add(field).labelled_by(label);
    let response =
        response.on_hover_text("Beginnings of names that do not count, with | between them. Enter applies them");
    if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, text.clone()));
        return None;
    }
    ui.data_mut(|data| data.remove::<String>(id));
    (response.lost_focus() && text != stored).then(|| {
        text.split('|')
            .filter(|prefix| !prefix.is_empty())
            .map(str::to_owned)
            .collect()
    })
}

fn found(ui: &mut Ui, session: &Session, placed: &Placed, binding: &Arc<Binding>, actions: &mut Vec<Action>) {
    let Some(entry) = session.active_clip() else {
        return;
    };
    let renames = &session.preferences().motion.renames;
    let report = remembered(ui, binding, || {
        animation::report(entry.clip(), placed.model(), binding, renames)
    });
    ui.add_space(space::M);
    let model = node::label(session.stage(), Node::Item(Selected::Model(placed.key)));
    let [matched, total] = [binding.matched, binding.total].map(|count| words::grouped(count as u64));
    ui.label(RichText::new(format!("{} on {model}", entry.name)).text_style(theme::dense()));
    let text = format!("{matched} of {total} curves found their target.");
    ui.label(RichText::new(text).color(theme::of(ui).dim).text_style(theme::dense()));
    for text in told(binding) {
        ui.label(RichText::new(text).color(theme::of(ui).dim).text_style(theme::dense()));
    }
    if let Some(turned) = &binding.turned {
        let names: Vec<&str> = turned
            .bones
            .iter()
            .take(MOST_TURNED)
            .map(|bone| placed.model().skeleton.name(*bone))
            .collect();
        let more = if turned.bones.len() > MOST_TURNED { ", …" } else { "" };
        let [from, to] = [turned.from, turned.to].map(UpAxis::letter);
        let text = format!("Turned from {from} up to {to} up at {}{more}.", names.join(", "));
        ui.label(RichText::new(text).color(theme::of(ui).dim).text_style(theme::dense()));
    }
    section(ui, "Missing", Some(report.missing.len()), |ui| {
        for missing in report.missing.iter().take(MOST_BONES) {
            missing_row(ui, renames, placed, missing, actions);
        }
        more(ui, report.missing.len());
    });
    bones(ui, "Driven", placed, &report.driven, actions);
    bones(ui, "Not driven", placed, &report.silent, actions);
}

/// Sentences about the readings needed to find targets, and about what stands still all the same.
fn told(binding: &Binding) -> Vec<String> {
    let curves = |count: usize| counted(count as u64, "curve", "curves");
    let read = binding.read_as.iter();
    let mut told: Vec<String> = read
        .map(|(encoding, count)| format!("Names of {} are read as {encoding}.", curves(*count)))
        .collect();
    if binding.namesakes > 0 {
        let bones = counted(binding.namesakes as u64, "bone has", "bones have");
        told.push(format!("{bones} the name of a driven one and stand still."));
    }
    told
}

/// The report of the binding that was last looked at: comparing names is too slow for every picture.
fn remembered(ui: &Ui, binding: &Arc<Binding>, make: impl FnOnce() -> Report) -> Arc<Report> {
    type Kept = (Arc<Binding>, Arc<Report>);
    let id = ui.scope_id().with("report");
    let kept = ui.data(|data| data.get_temp::<Kept>(id));
    match kept {
        Some((of, report)) if Arc::ptr_eq(&of, binding) => report,
        _ => {
            let report = Arc::new(make());
            ui.data_mut(|data| data.insert_temp::<Kept>(id, (binding.clone(), report.clone())));
            report
        }
    }
}

/// A name nothing has, and the names that may be meant.
fn missing_row(ui: &mut Ui, renames: &Renames, placed: &Placed, missing: &Missing, actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    ui.horizontal(|ui| {
        ui.set_min_height(size::ROW);
        let width = ui.available_width() * 0.4;
        ui.allocate_ui_with_layout(vec2(width, size::ROW), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(width);
            ui.add(Label::new(RichText::new(&missing.name).text_style(theme::dense())).truncate())
                .on_hover_text(counted(missing.curves as u64, "curve", "curves"));
        });
        if missing.nearest.is_empty() {
            let text = RichText::new("no bone has a name like it").color(theme.dim);
            ui.label(text.text_style(theme::dense()));
        }
        for bone in &missing.nearest {
            let bone = placed.model().skeleton.name(*bone);
            let button = ui.small_button(RichText::new(bone).text_style(theme::dense()));
            if button
                .on_hover_text(format!("From now on {} means {bone}", missing.name))
                .clicked()
            {
                let mut new = renames.clone();
                new.names.insert(missing.name.clone(), bone.to_owned());
                actions.push(Action::Composition(CompositionAction::SetRenames(new)));
            }
        }
    });
}

fn bones(ui: &mut Ui, title: &str, placed: &Placed, bones: &[BoneIndex], actions: &mut Vec<Action>) {
    section(ui, title, Some(bones.len()), |ui| {
        ui.horizontal_wrapped(|ui| {
            for bone in bones.iter().take(MOST_BONES) {
                let name = RichText::new(placed.model().skeleton.name(*bone)).text_style(theme::dense());
                if ui.add(egui::Button::new(name).frame(false)).clicked() {
                    actions.push(Action::Selection(SelectionAction::Select(Some(Selected::Bone(
                        placed.key, *bone,
                    )))));
                }
            }
        });
        more(ui, bones.len());
    });
}

fn more(ui: &mut Ui, count: usize) {
    if let Some(more) = count.checked_sub(MOST_BONES).filter(|more| *more > 0) {
        let text = format!("and {} more", words::grouped(more as u64));
        ui.label(RichText::new(text).color(theme::of(ui).dim));
    }
}
