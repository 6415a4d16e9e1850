//! How a file was read: each choice its reader made, why, and what else it may be; then what the file says of itself.
//!
//! Another value reads the file again. Texts of a file are shown as they are, and its tree of facts only so deep and long
//! as somebody may want to read.

use super::rows::dim_line;
use crate::kit::control::{self, section};
use crate::kit::theme::{self, space};
use castview_base::core::Choice;
use castview_base::scene::Fact;
use castview_picture::opened::FileKey;
use castview_session::{Action, OpenFile, StageAction};
use egui::{ComboBox, Label, RichText, Ui};

/// Facts inside facts, and rows of one list.
const MOST_DEPTH: usize = 12;
const MOST_ROWS: usize = 500;

pub fn show(ui: &mut Ui, file: &OpenFile, actions: &mut Vec<Action>) {
    let choices = &file.decided.choices;
    if !choices.is_empty() {
        section(ui, "Read as", Some(choices.len()), |ui| {
            for choice in choices {
                one(ui, file.key, choice, actions);
            }
        });
    }
    facts(ui, "Facts", &file.scene.facts);
}

fn one(ui: &mut Ui, file: FileKey, choice: &Choice, actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    let words = choice.values.iter().find(|(value, _)| *value == choice.chosen);
    let words = words.map_or(choice.chosen.as_str(), |(_, words)| words);
    let is_own = choice.values.first().is_some_and(|(value, _)| *value == choice.chosen);
    // Too long for the column of labels: a line of its own.
    ui.horizontal(|ui| {
        ui.add_space(space::L);
        let title = RichText::new(choice.title).color(theme.dim).text_style(theme::dense());
        ui.add(Label::new(title).wrap());
    });
    ui.horizontal(|ui| {
        ui.add_space(space::L);
        let color = if is_own || choice.is_offer {
            theme.text
        } else {
            theme.warning
        };
        let combo = ComboBox::from_id_salt(("choice", choice.key))
            .selected_text(RichText::new(words).color(color))
            .width(ui.available_width() - space::S)
            .truncate();
        let response = combo.show_ui(ui, |ui| {
            for (value, words) in &choice.values {
                let is_chosen = *value == choice.chosen;
                if ui.selectable_label(is_chosen, words).clicked() && !is_chosen {
                    actions.push(Action::Stage(StageAction::Decide {
                        file,
                        key: choice.key.to_owned(),
                        value: value.clone(),
                    }));
                }
            }
        });
        let tip = format!("{}\n--import {}={}", choice.outcome, choice.key, choice.chosen);
        let response = response.response.on_hover_text(tip);
        response.accessible_name(choice.title);
    });
    dim_line(ui, &choice.outcome);
}

/// A tree of facts under a title; nothing where there are none.
pub fn facts(ui: &mut Ui, title: &str, facts: &[Fact]) {
    if !facts.is_empty() {
        section(ui, title, None, |ui| rows(ui, facts, 0));
    }
}

fn rows(ui: &mut Ui, facts: &[Fact], depth: usize) {
    for (index, fact) in facts.iter().take(MOST_ROWS).enumerate() {
        if fact.children.is_empty() {
            control::fact(ui, &fact.name, &fact.value);
        } else if depth < MOST_DEPTH {
            let title = match fact.value.as_str() {
                "" => fact.name.clone(),
                value => format!("{}: {value}", fact.name),
            };
            ui.indent(("fact", depth, index), |ui| {
                egui::CollapsingHeader::new(title)
                    .id_salt(("fact header", depth, index))
                    .default_open(depth == 0 && fact.children.len() <= 12)
                    .show(ui, |ui| rows(ui, &fact.children, depth + 1));
            });
        } else {
            dim_line(ui, &format!("{}: more below, not shown", fact.name));
        }
    }
    if facts.len() > MOST_ROWS {
        dim_line(ui, &format!("and {} more", facts.len() - MOST_ROWS));
    }
}
