//! The row of a switch: all that menus, keys, palette, help, settings, commands and pages say of it.

use crate::command::{Chord, Command, Menu};
use crate::{Action, Change, Effect, Session};

/// Where the state of a switch is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// Nowhere: it is forgotten with the window.
    Run,
    /// In view files.
    View,
    /// In the settings, and in view files, which hold these.
    Settings,
}

/// One switch. Rows are made by `row` and the methods below it, so that a row says only what is not usual.
#[derive(Clone, Copy, Debug)]
pub struct SwitchRow {
    /// Stable: settings keep keys by it.
    pub name: &'static str,
    /// Sentence case, as in menus.
    pub title: &'static str,
    pub menu: Menu,
    /// Any of these.
    pub keys: &'static [Chord],
    /// Words that people search for, with commas between them.
    pub words: &'static str,
    /// Where it is kept from one run to the next.
    pub kept: Kept,
    /// Whether it is on in a new session.
    pub is_on_at_first: bool,
    pub(super) get: fn(&Session) -> bool,
    /// Is called only with the other value than `get` gives.
    pub(super) set: fn(&mut Session, bool) -> Vec<Effect>,
    pub(super) changes: Change,
    enabled: fn(&Session) -> bool,
}

/// A field of the session: how it is read, and how it is set.
macro_rules! at {
    ($($field:ident).+) => {
        (
            |session: &crate::Session| session.$($field).+,
            |session: &mut crate::Session, on: bool| {
                session.$($field).+ = on;
                Vec::new()
            },
        )
    };
}
pub(super) use at;

/// A field that has one value while the switch is on. Off, it gets the other.
macro_rules! either {
    ($($field:ident).+, $on:expr, $off:expr) => {
        (
            |session: &crate::Session| session.$($field).+ == $on,
            |session: &mut crate::Session, on: bool| {
                session.$($field).+ = if on { $on } else { $off };
                Vec::new()
            },
        )
    };
}
pub(super) use either;

type Field = (fn(&Session) -> bool, fn(&mut Session, bool) -> Vec<Effect>);

/// A switch without keys, off at first, forgotten with the window.
pub(super) const fn row(name: &'static str, title: &'static str, menu: Menu) -> SwitchRow {
    SwitchRow {
        name,
        title,
        menu,
        keys: &[],
        words: "",
        kept: Kept::Run,
        is_on_at_first: false,
        get: |_| false,
        set: |_, _| Vec::new(),
        changes: Change::NOTHING,
        enabled: |_| true,
    }
}

impl SwitchRow {
    pub(super) const fn keys(self, keys: &'static [Chord]) -> Self {
        Self { keys, ..self }
    }

    pub(super) const fn words(self, words: &'static str) -> Self {
        Self { words, ..self }
    }

    /// Its state is that field.
    pub(super) const fn at(self, (get, set): Field) -> Self {
        Self { get, set, ..self }
    }

    /// Its state is more than a field.
    pub(super) const fn turns(self, get: fn(&Session) -> bool, set: fn(&mut Session, bool) -> Vec<Effect>) -> Self {
        Self { get, set, ..self }
    }

    pub(super) const fn noting(self, changes: Change) -> Self {
        Self { changes, ..self }
    }

    pub(super) const fn kept(self, kept: Kept) -> Self {
        Self { kept, ..self }
    }

    pub(super) const fn on_at_first(self) -> Self {
        Self {
            is_on_at_first: true,
            ..self
        }
    }

    pub(super) const fn when(self, enabled: fn(&Session) -> bool) -> Self {
        Self { enabled, ..self }
    }

    /// Its line in the table of commands.
    pub(super) const fn command(&self, action: fn() -> Action) -> Command {
        Command {
            name: self.name,
            title: self.title,
            menu: self.menu,
            keys: self.keys,
            words: self.words,
            action,
            enabled: self.enabled,
            checked: Some(self.get),
        }
    }
}
