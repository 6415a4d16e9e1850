//! The rows of a dial and of its values: all that menus, palette, help, settings and pages say of them.

use crate::command::{Command, Kept, Menu};
use crate::{Action, Change, Effect, Session};

/// One dial. Rows are made by `dial` and the methods below it, so that a row says only what is not usual.
#[derive(Clone, Copy, Debug)]
pub struct DialRow {
    /// Sentence case, as the title of a submenu.
    pub title: &'static str,
    pub menu: Menu,
    /// Where its value is kept from one run to the next.
    pub kept: Kept,
    pub(super) changes: Change,
}

/// One value of a dial.
#[derive(Clone, Copy, Debug)]
pub struct ValueRow {
    /// Stable: settings keep keys by it.
    pub name: &'static str,
    /// Sentence case, as in the palette.
    pub title: &'static str,
    /// In a menu whose title says the rest; empty: a menu has the title.
    pub short: &'static str,
    /// Words that people search for, with commas between them.
    pub words: &'static str,
    pub(super) holds: fn(&Session) -> bool,
    pub(super) choose: fn(&mut Session) -> Vec<Effect>,
    pub(super) enabled: fn(&Session) -> bool,
}

/// A field of the session: whether it has a value, and how it gets one.
macro_rules! field {
    ($($field:ident).+) => {
        (
            |session: &crate::Session, value| session.$($field).+ == value,
            |session: &mut crate::Session, value| {
                session.$($field).+ = value;
                Vec::new()
            },
        )
    };
}
pub(super) use field;

/// How a dial of that type is read, and how it is set.
pub(super) type Access<T> = (fn(&Session, T) -> bool, fn(&mut Session, T) -> Vec<Effect>);

/// A dial that is forgotten with the window.
pub(super) const fn dial(title: &'static str, menu: Menu) -> DialRow {
    DialRow {
        title,
        menu,
        kept: Kept::Run,
        changes: Change::NOTHING,
    }
}

/// A value that the menu calls by its title.
pub(super) const fn value(name: &'static str, title: &'static str) -> ValueRow {
    ValueRow {
        name,
        title,
        short: "",
        words: "",
        holds: |_| false,
        choose: |_| Vec::new(),
        enabled: |_| true,
    }
}

impl DialRow {
    pub(super) const fn noting(self, changes: Change) -> Self {
        Self { changes, ..self }
    }

    pub(super) const fn kept(self, kept: Kept) -> Self {
        Self { kept, ..self }
    }
}

impl ValueRow {
    pub(super) const fn short(self, short: &'static str) -> Self {
        Self { short, ..self }
    }

    pub(super) const fn words(self, words: &'static str) -> Self {
        Self { words, ..self }
    }

    pub(super) const fn when(self, enabled: fn(&Session) -> bool) -> Self {
        Self { enabled, ..self }
    }

    /// How it is known to hold, and how it is made to.
    pub(super) const fn with(self, holds: fn(&Session) -> bool, choose: fn(&mut Session) -> Vec<Effect>) -> Self {
        Self { holds, choose, ..self }
    }

    /// Its line in the table of commands.
    pub(super) const fn command(&self, dial: &DialRow, action: fn() -> Action) -> Command {
        Command {
            name: self.name,
            title: self.title,
            menu: dial.menu,
            keys: &[],
            words: self.words,
            action,
            enabled: self.enabled,
            checked: Some(self.holds),
        }
    }
}
