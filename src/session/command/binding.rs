//! Keys of commands as the user has them: those of the table, or others that were chosen instead.

use super::{Chord, Command};
use crate::session::Session;
use serde::{Deserialize, Serialize};

/// A key with its modifiers, as it is stored; `key` is spelled as egui names it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Binding {
    /// Command on a Mac.
    #[serde(default)]
    pub ctrl: bool,
    #[serde(default)]
    pub shift: bool,
    #[serde(default)]
    pub alt: bool,
    pub key: String,
}

/// Characters of a key's name; no key is called longer.
const LONGEST_KEY: usize = 32;

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

impl Binding {
    /// As people read it: `Ctrl+Shift+Z`.
    pub fn label(&self) -> String {
        super::entry::label([self.ctrl, self.alt, self.shift], &self.key)
    }

    /// What a settings file may hold.
    pub(in crate::session) fn is_usable(&self) -> bool {
        !self.key.is_empty() && self.key.chars().count() <= LONGEST_KEY
    }
}

impl Session {
    /// The keys of `command`: those that were chosen for it, else those of the table.
    pub fn bound_keys(&self, command: &Command) -> Vec<Binding> {
        match self.preferences.keys.get(command.name) {
            Some(chosen) => chosen.clone(),
            None => command.keys.iter().map(Binding::from).collect(),
        }
    }

    /// The first key as people read it; empty without one.
    pub fn key_label(&self, command: &Command) -> String {
        self.bound_keys(command).first().map(Binding::label).unwrap_or_default()
    }
}
