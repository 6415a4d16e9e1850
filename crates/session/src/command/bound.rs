//! Keys of commands as the user has them: those of the table, or others that were chosen instead.

use super::{Chord, Command};
use crate::{Binding, Preferences};

impl From<&Chord> for Binding {
    fn from(chord: &Chord) -> Self {
        Self {
            ctrl: chord.ctrl,
            shift: chord.shift,
            alt: chord.alt,
            key: chord.key.to_owned(),
        }
    }
}

impl Preferences {
    /// The keys of `command`: those that were chosen for it, else those of the table.
    pub fn bound_keys(&self, command: &Command) -> Vec<Binding> {
        match self.window.keys.get(command.name) {
            Some(chosen) => chosen.clone(),
            None => command.keys.iter().map(Binding::from).collect(),
        }
    }

    /// The first key as people read it; empty without one.
    pub fn key_label(&self, command: &Command) -> String {
        self.bound_keys(command).first().map(Binding::label).unwrap_or_default()
    }
}
