//! Offers of open files to look at instead (scenes, variants), picked in the toolbar: one menu for each kind.
//!
//! A pick reads the file again; camera, clip and playhead stay.

use crate::kit::control;
use crate::kit::theme::{self, size};
use castview_base::core::Choice;
use castview_session::{Action, OpenFile, Session, StageAction};
use egui::{TextStyle, Ui};

/// Characters of a name in the toolbar; the menu and the tooltip have it whole.
const SHOWN: usize = 20;

/// The menus, or nothing.
pub fn menus(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let all: Vec<(&OpenFile, &Choice)> = offers(session).collect();
    let mut keys: Vec<&str> = Vec::new();
    for (_, first) in &all {
        if keys.contains(&first.key) {
            continue;
        }
        keys.push(first.key);
        let same: Vec<_> = all.iter().filter(|(_, choice)| choice.key == first.key).collect();
        let (text, tip) = match &same[..] {
            [(_, only)] => (
                format!("{}: {}", only.title, cut(&only.outcome)),
                format!("{} of the file that is shown: {}", only.title, only.outcome),
            ),
            several => (
                first.title.to_owned(),
                format!("{}, of each of {} files", first.title, several.len()),
            ),
        };
        control::menu(ui, &text, first.title, &tip, |ui| {
            for (file, choice) in &same {
                if same.len() > 1 {
                    heading(ui, &file.name);
                }
                values(ui, file, choice, actions);
            }
        });
    }
}

/// Whether there is anything to pick.
pub fn any(session: &Session) -> bool {
    offers(session).next().is_some()
}

fn offers(session: &Session) -> impl Iterator<Item = (&OpenFile, &Choice)> {
    session.stage().files().iter().flat_map(|file| {
        let offers = file.decided.choices.iter().filter(|choice| choice.is_offer);
        offers.map(move |choice| (file, choice))
    })
}

fn values(ui: &mut Ui, file: &OpenFile, choice: &Choice, actions: &mut Vec<Action>) {
    for (value, words) in &choice.values {
        let is_chosen = *value == choice.chosen;
        if control::entry(ui, words, "", true, Some(is_chosen)) && !is_chosen {
            actions.push(Action::Stage(StageAction::Decide {
                file: file.key,
                key: choice.key.to_owned(),
                value: value.clone(),
            }));
        }
    }
}

fn heading(ui: &mut Ui, name: &str) {
    let font = TextStyle::Body.resolve(ui.style());
    let galley = control::cut_name(ui, name, font, theme::of(ui).dim, size::NOTICE);
    ui.label(galley);
}

fn cut(name: &str) -> String {
    let mut characters = name.chars();
    let shown: String = characters.by_ref().take(SHOWN).collect();
    match characters.next() {
        Some(_) => format!("{shown}…"),
        None => shown,
    }
}
