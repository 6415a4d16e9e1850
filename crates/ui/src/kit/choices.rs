//! Dials as lines of menus, with the short words of menus whose title says the rest.

use super::control;
use castview_session::{Action, Dial, DialValue, Session, command};
use egui::Ui;

/// A command's name, and its word in the menu.
type Choices = &'static [(&'static str, &'static str)];

/// Switches that stand among the shapes of bones.
pub const BONES_WITH: Choices = &[
    ("bones_constant", "As thick from near and far"),
    ("bones_rig", "With IK handles and constraints"),
];
/// Commands of menus that say more than choices.
const OTHERS: &[&str] = &["up_auto", "adapter_best", "adapters", "reset_lens"];

/// Whether the command of that name stands in a submenu of choices.
pub fn is_one(name: &str) -> bool {
    let is_short = |value: &DialValue| value.row().name == name && !value.row().short.is_empty();
    OTHERS.contains(&name) || BONES_WITH.iter().any(|(own, _)| *own == name) || DialValue::ALL.iter().any(is_short)
}

/// Lines of a menu, one for each value that has a short word.
pub fn dial(ui: &mut Ui, session: &Session, dial: Dial, actions: &mut Vec<Action>) {
    for value in dial.values().filter(|value| !value.row().short.is_empty()) {
        line(ui, session, value.row().name, value.row().short, actions);
    }
}

/// The same under the dial's title.
pub fn submenu(ui: &mut Ui, session: &Session, shown: Dial, actions: &mut Vec<Action>) {
    control::submenu(ui, shown.row().title, |ui| dial(ui, session, shown, actions));
}

/// Lines of a menu.
pub fn lines(ui: &mut Ui, session: &Session, choices: Choices, actions: &mut Vec<Action>) {
    for (name, word) in choices {
        line(ui, session, name, word, actions);
    }
}

/// One of them, in other words than its title.
pub fn line(ui: &mut Ui, session: &Session, name: &str, word: &str, actions: &mut Vec<Action>) {
    let command = command(name);
    let (keys, checked) = (session.preferences().key_label(command), command.is_checked(session));
    if control::entry(ui, word, &keys, command.is_enabled(session), checked) {
        actions.push(command.action());
    }
}

/// The word of the value that holds; empty: one that is no row.
pub fn word(session: &Session, dial: Dial) -> &'static str {
    dial.value(session).map_or("", |value| value.row().short)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Choices of a menu are also in the palette, in the help and among the keys.
    #[test]
    fn every_choice_is_a_command_of_the_table_once() {
        let mut seen = HashSet::new();
        for name in BONES_WITH.iter().map(|(name, _)| *name).chain(OTHERS.iter().copied()) {
            assert!(seen.insert(name) && !command(name).title.is_empty(), "{name}");
        }
    }
}
