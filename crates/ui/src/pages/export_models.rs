//! The page on which models and clips are exported: format, content, and what would be lost.
//!
//! In: the choice, and what was found of it. Out: actions. Every change is kept and checked anew.

use super::rows::{dim, pick, row, sentence};
use crate::kit::page;
use crate::kit::theme::{self, size, space};
use castview_session::{
    Action, Checking, ExportAction, ModelExport, ModelFormat, ModelTextures, Page, Session, hand_pose_words,
    hand_shape_words, stopped_words,
};
use egui::{Button, Context, Label, RichText, ScrollArea, Ui, vec2};

/// Frames of a second that can be chosen; 0: as the clip.
const RATES: [(u32, &str); 5] = [(0, "As the clip"), (24, "24"), (30, "30"), (60, "60"), (120, "120")];
/// Height of the list of losses.
const LOSSES: f32 = 148.0;

fn ask(action: ExportAction) -> Action {
    Action::Export(action)
}

pub fn show(ctx: &Context, session: &Session, actions: &mut Vec<Action>) {
    page::show(ctx, Page::ExportModels, "Export", actions, |ui, actions| {
        let now = session.preferences().export_models;
        let mut choice = now;
        rows(ui, session, &mut choice);
        if choice != now {
            actions.push(ask(ExportAction::ChooseModels(choice)));
        }
        ui.add_space(space::S);
        ui.separator();
        ui.add_space(space::S);
        losses(ui, session);
        ui.add_space(space::M);
        buttons(ui, session, actions);
    });
}

fn rows(ui: &mut Ui, session: &Session, choice: &mut ModelExport) {
    ui.spacing_mut().item_spacing.y = 2.0;
    let clip = session.active_clip();
    let has_clip = clip.is_some();
    row(ui, "Format", |ui, title| {
        for (format, word) in ModelFormat::ALL {
            let can = has_clip || format != ModelFormat::SeAnim;
            if pick(ui, (title, word), choice.format == format, (can, "No clip plays")) {
                choice.format = format;
            }
        }
    });
    let is_pose = choice.is_pose(has_clip);
    row(ui, "Content", |ui, title| {
        let why = match choice.format {
            ModelFormat::Obj => "OBJ holds one pose",
            _ => "No clip plays",
        };
        let can_move = has_clip && choice.format != ModelFormat::Obj;
        if pick(ui, (title, "The clip as it plays"), !is_pose, (can_move, why)) {
            choice.pose = false;
        }
        let can_stand = choice.format != ModelFormat::SeAnim;
        if pick(ui, (title, "This pose"), is_pose, (can_stand, "SEAnim holds a clip")) {
            choice.pose = true;
        }
    });
    row(ui, "Frames a second", |ui, title| {
        for (rate, word) in RATES {
            let is_chosen = !is_pose && choice.per_sec == rate;
            if pick(ui, (title, word), is_chosen, (!is_pose, "A pose has no frames")) {
                choice.per_sec = rate;
            }
        }
    });
    row(ui, "Textures", |ui, title| {
        let chosen = choice.textures_of_format();
        for (textures, word) in ModelTextures::ALL {
            let (can, why) = match (choice.format, textures) {
                (ModelFormat::SeAnim, _) => (false, "SEAnim has no textures"),
                (ModelFormat::Cast | ModelFormat::Obj, ModelTextures::Inside) => {
                    (false, "This format names its textures")
                }
                _ => (true, ""),
            };
            if pick(ui, (title, word), chosen == Some(textures), (can, why)) {
                choice.textures = textures;
            }
        }
    });
    if choice.textures_of_format() == Some(ModelTextures::Copied) {
        row(ui, "", |ui, _| {
            dim(
                ui,
                "Copies get the file's name before their own; no other file is overwritten",
            );
        });
    }
    row(ui, "", |ui, _| match clip {
        Some(entry) if !is_pose => dim(
            ui,
            &format!("{}, with layers, edits and what moves it, frame by frame", entry.name),
        ),
        _ => dim(ui, "The models as they stand in the view"),
    });
}

/// Parts that the format cannot hold.
fn losses(ui: &mut Ui, session: &Session) {
    let theme = theme::of(ui);
    ui.label(RichText::new("What the file will not hold").strong());
    ScrollArea::vertical()
        .id_salt("losses")
        .min_scrolled_height(LOSSES)
        .max_height(LOSSES)
        .auto_shrink([false, false])
        .show(ui, |ui| {
            page::scroll_by_keys(ui);
            match session.export().checking() {
                Checking::Nothing | Checking::UnderWay => dim(ui, "Looking…"),
                Checking::Failed(why) => {
                    ui.add(Label::new(RichText::new(sentence(why)).color(theme.error)).wrap());
                }
                Checking::Done(lost) => {
                    let has_models = session.preferences().export_models.format != ModelFormat::SeAnim;
                    if !has_models {
                        ui.add(Label::new("SEAnim has no models: the clip is written alone.").wrap());
                    } else if lost.is_empty() {
                        dim(ui, "Nothing is lost.");
                    }
                    for line in lost {
                        ui.add(Label::new(sentence(line)).wrap());
                    }
                }
            }
        });
}

fn buttons(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let export = session.export();
    let why = match (export.under_way(), export.checking()) {
        (Some(_), _) => Some("One export is under way: it is in the status line"),
        (None, Checking::Failed(_)) => Some("There is nothing to export"),
        _ => None,
    };
    ui.horizontal(|ui| {
        let button = Button::new("Export…").min_size(vec2(size::NUMBER, size::ROW));
        let response = ui.add_enabled(why.is_none(), button);
        if response.on_disabled_hover_text(why.unwrap_or_default()).clicked() {
            actions.push(ask(ExportAction::BeginModels));
        }
        let tip = "The command writes the same bytes";
        if ui.button("Copy as command").on_hover_text(tip).clicked() {
            actions.push(ask(ExportAction::CopyModelsCommand));
        }
        if let Some(told) = stopped_words(session) {
            dim(ui, &format!("{told} in the view; exports show all steps."));
        }
        for told in [hand_pose_words(session), hand_shape_words(session)]
            .into_iter()
            .flatten()
        {
            dim(ui, &format!("{told} in the view; exported models do not have it."));
        }
    });
}
