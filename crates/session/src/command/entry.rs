//! One named command, and the words in which the tables beside are written.
//!
//! A name means the same on every machine and with every file: settings keep keys by it, and help lists it. Choices that only this machine
//! or these files have (one graphics adapter of several, one level of detail of a model) are therefore made in the menu, and are no
//! commands; choices that there always are (the adapter that works best, the level by distance, all levels) are commands.

use crate::browser;
use crate::playback::mark;
use crate::window::binding::label;
use crate::{Action, Session};

/// One named command. Names are stable; titles are what people read.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    pub name: &'static str,
    /// Sentence case, as in menus.
    pub title: &'static str,
    pub menu: Menu,
    /// Any of these.
    pub keys: &'static [Chord],
    /// Names that users of other programs know it by, with commas between them; empty: those of `words`.
    pub(crate) words: &'static str,
    pub(crate) action: fn() -> Action,
    pub(crate) enabled: fn(&Session) -> bool,
    pub(crate) checked: Option<fn(&Session) -> bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Menu {
    File,
    Edit,
    View,
    Play,
    Skeleton,
    Help,
}

/// A key with its modifiers; `key` is spelled as egui names it (`Space`, `ArrowLeft`, `F5`, `A`, `Num1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chord {
    /// Command on a Mac.
    pub ctrl: bool,
    pub shift: bool,
    pub alt: bool,
    pub key: &'static str,
}

impl Command {
    /// Names that users of other programs know it by.
    pub fn words(&self) -> impl Iterator<Item = &'static str> + use<> {
        let words = if self.words.is_empty() {
            super::words::of(self.name)
        } else {
            self.words
        };
        words.split(", ").filter(|word| !word.is_empty())
    }

    /// A sentence about the selection that it waits for; `None`: it waits for none.
    pub fn needs(&self) -> Option<&'static str> {
        super::needs::of(self.name)
    }

    pub fn action(&self) -> Action {
        (self.action)()
    }

    pub fn is_enabled(&self, session: &Session) -> bool {
        (self.enabled)(session)
    }

    /// For commands that switch something: whether it is on.
    pub fn is_checked(&self, session: &Session) -> Option<bool> {
        self.checked.map(|checked| checked(session))
    }
}

impl Chord {
    /// As people read it: `Ctrl+Shift+Z`.
    pub fn label(&self) -> String {
        label([self.ctrl, self.alt, self.shift], self.key)
    }
}

pub(crate) const fn key(key: &'static str) -> Chord {
    Chord {
        ctrl: false,
        shift: false,
        alt: false,
        key,
    }
}

pub(crate) const fn ctrl(name: &'static str) -> Chord {
    Chord {
        ctrl: true,
        ..key(name)
    }
}

pub(crate) const fn ctrl_shift(name: &'static str) -> Chord {
    Chord {
        shift: true,
        ..ctrl(name)
    }
}

pub(crate) const fn shift(name: &'static str) -> Chord {
    Chord {
        shift: true,
        ..key(name)
    }
}

pub(crate) const fn alt(name: &'static str) -> Chord {
    Chord { alt: true, ..key(name) }
}

pub(super) const fn alt_shift(name: &'static str) -> Chord {
    Chord {
        shift: true,
        ..alt(name)
    }
}

pub(super) fn always(_: &Session) -> bool {
    true
}

pub(super) fn has_files(session: &Session) -> bool {
    !session.stage.is_empty()
}

/// A file is open whose folder can be walked through.
pub(super) fn has_walked_file(session: &Session) -> bool {
    browser::walked_location(session).is_some()
}

pub(crate) fn has_clip(session: &Session) -> bool {
    session.playback.active_clip().is_some()
}

pub(super) fn has_markers(session: &Session) -> bool {
    !mark::markers(session).is_empty()
}

pub(super) fn has_clips(session: &Session) -> bool {
    !session.stage.clips().is_empty()
}

pub(crate) fn has_bone(session: &Session) -> bool {
    matches!(session.edits.selected, Some(crate::Selected::Bone(..)))
}

pub(super) fn has_selection(session: &Session) -> bool {
    session.edits.selected.is_some()
}

pub(super) const fn entry(
    name: &'static str,
    title: &'static str,
    menu: Menu,
    keys: &'static [Chord],
    action: fn() -> Action,
    enabled: fn(&Session) -> bool,
) -> Command {
    Command {
        name,
        title,
        menu,
        keys,
        words: "",
        action,
        enabled,
        checked: None,
    }
}

pub(super) const fn switch(
    name: &'static str,
    title: &'static str,
    menu: Menu,
    keys: &'static [Chord],
    action: fn() -> Action,
    checked: fn(&Session) -> bool,
) -> Command {
    Command {
        checked: Some(checked),
        ..entry(name, title, menu, keys, action, always)
    }
}
