//! The row of a switch: all that menus, keys, palette, help, settings, commands and pages say of it.

use crate::command::{Chord, Command, Menu};
use crate::{Action, Change, Effect, Session};

/// Titles of submenus.
pub(super) const GRID_AND_AIDS: &str = "Grid, axes and aids";
pub(super) const OVER_THE_TIMELINE: &str = "Over the timeline";

/// Titles in `castview render --help`.
pub(super) const OVERLAY_FLAGS: &str = "Drawn over the model";
pub(super) const SURFACE_FLAGS: &str = "Surfaces";
pub(super) const LIGHT_FLAGS: &str = "Light and background";
pub(super) const MODEL_FLAGS: &str = "Models";

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

/// The flag of a switch for `castview render`.
#[derive(Clone, Copy, Debug)]
pub struct SwitchFlag {
    /// Behind two dashes; empty: the name of the switch, with a dash for each low line.
    pub name: &'static str,
    /// For `--help`; empty: the title.
    pub about: &'static str,
    /// Title in `--help` below which it stands.
    pub heading: &'static str,
    /// The word behind it is always written: `--shadows off`.
    pub takes_word: bool,
}

/// Whether a switch has a flag of its own.
#[derive(Clone, Copy, Debug)]
pub(super) enum Flagged {
    /// If it changes the picture.
    ByItself,
    So(SwitchFlag),
    /// Another option says it.
    Elsewhere,
}

/// One switch. Rows are made by `row` and the methods below it, so that a row says only what is not usual.
#[derive(Clone, Copy, Debug)]
pub struct SwitchRow {
    /// Stable: settings keep keys by it.
    pub name: &'static str,
    /// Sentence case, as in menus.
    pub title: &'static str,
    pub menu: Menu,
    /// The submenu of that menu in which it stands, and its place there; `None`: it stands in the menu itself.
    pub under: Option<(&'static str, u8)>,
    /// Its place among the overlays that the view and the tools over it offer; `None`: it is none of them.
    pub overlay: Option<u8>,
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
    flag: Flagged,
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

/// One of the drawn aids of the view: how it is read, and how it is shown.
macro_rules! overlay {
    ($overlay:ident) => {
        (
            |session: &crate::Session| session.view.overlays().$overlay,
            |session: &mut crate::Session, on: bool| {
                session.view.overlays_mut().$overlay = on;
                Vec::new()
            },
        )
    };
}
pub(super) use overlay;

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
        under: None,
        overlay: None,
        keys: &[],
        words: "",
        kept: Kept::Run,
        is_on_at_first: false,
        get: |_| false,
        set: |_, _| Vec::new(),
        changes: Change::NOTHING,
        flag: Flagged::ByItself,
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

    /// It stands in the submenu `title` of its menu, behind those with a lower `place`.
    pub(super) const fn under(self, title: &'static str, place: u8) -> Self {
        Self {
            under: Some((title, place)),
            ..self
        }
    }

    /// It is one of the overlays, behind those with a lower `place`.
    pub(super) const fn overlay(self, place: u8) -> Self {
        Self {
            overlay: Some(place),
            ..self
        }
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

    /// Its flag is called so and stands below `heading`; an empty name is its own.
    pub(super) const fn flag(self, name: &'static str, heading: &'static str, about: &'static str) -> Self {
        let takes_word = false;
        let flag = SwitchFlag {
            name,
            about,
            heading,
            takes_word,
        };
        Self {
            flag: Flagged::So(flag),
            ..self
        }
    }

    /// A flag that always has its word: the switch is on at first in pictures, too.
    pub(super) const fn word_flag(self, heading: &'static str, about: &'static str) -> Self {
        let flag = SwitchFlag {
            name: "",
            about,
            heading,
            takes_word: true,
        };
        Self {
            flag: Flagged::So(flag),
            ..self
        }
    }

    /// Another option of `castview render` says the same.
    pub(super) const fn flagged_elsewhere(self) -> Self {
        Self {
            flag: Flagged::Elsewhere,
            ..self
        }
    }

    /// The flag of `castview render`: each switch that changes the picture has one, unless another option says it.
    pub fn flag_of_render(&self) -> Option<SwitchFlag> {
        match self.flag {
            Flagged::So(flag) => Some(flag),
            Flagged::ByItself if self.changes_the_picture() => Some(SwitchFlag {
                name: "",
                about: "",
                heading: OVERLAY_FLAGS,
                takes_word: false,
            }),
            Flagged::ByItself | Flagged::Elsewhere => None,
        }
    }

    /// Whether it changes the picture by itself.
    pub fn changes_the_picture(&self) -> bool {
        self.changes.has(Change::PICTURE)
    }

    pub fn is_enabled(&self, session: &Session) -> bool {
        (self.enabled)(session)
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
