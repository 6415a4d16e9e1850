//! The one table that feeds menus, keys, help and tests: every named thing a user can ask for.
//!
//! One file a menu; `commands` lists them in menu order.

mod edit;
mod file;
mod help;
mod layer;
mod play;
mod skeleton;
mod view;

use super::{Action, Session};

/// One named command. Names are stable; titles are what people read.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    pub name: &'static str,
    /// Sentence case, as in menus.
    pub title: &'static str,
    pub menu: Menu,
    /// Any of these.
    pub keys: &'static [Chord],
    action: fn() -> Action,
    enabled: fn(&Session) -> bool,
    checked: Option<fn(&Session) -> bool>,
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

/// The command of that name. Panics on a name that is not in the table: names are ours.
pub fn command(name: &str) -> &'static Command {
    commands()
        .find(|command| command.name == name)
        .unwrap_or_else(|| panic!("no command is named {name}"))
}

impl Chord {
    /// As people read it: `Ctrl+Shift+Z`.
    pub fn label(&self) -> String {
        let mut out = String::new();
        for (held, word) in [(self.ctrl, "Ctrl+"), (self.alt, "Alt+"), (self.shift, "Shift+")] {
            if held {
                out.push_str(word);
            }
        }
        out.push_str(match self.key {
            "ArrowLeft" => "←",
            "ArrowRight" => "→",
            "ArrowUp" => "↑",
            "ArrowDown" => "↓",
            "PageUp" => "Page Up",
            "PageDown" => "Page Down",
            "Escape" => "Esc",
            "OpenBracket" => "[",
            "CloseBracket" => "]",
            "Backslash" => "\\",
            "Minus" => "-",
            "Equals" => "=",
            "Slash" => "/",
            "Period" => ".",
            other => other.strip_prefix("Num").unwrap_or(other),
        });
        out
    }
}

/// All of them, in menu order.
pub fn commands() -> impl DoubleEndedIterator<Item = &'static Command> + Clone {
    [
        file::COMMANDS,
        edit::COMMANDS,
        view::COMMANDS,
        play::COMMANDS,
        layer::COMMANDS,
        skeleton::COMMANDS,
        help::COMMANDS,
    ]
    .into_iter()
    .flatten()
}

const fn key(key: &'static str) -> Chord {
    Chord {
        ctrl: false,
        shift: false,
        alt: false,
        key,
    }
}

const fn ctrl(name: &'static str) -> Chord {
    Chord {
        ctrl: true,
        ..key(name)
    }
}

const fn shift(name: &'static str) -> Chord {
    Chord {
        shift: true,
        ..key(name)
    }
}

const fn alt(name: &'static str) -> Chord {
    Chord { alt: true, ..key(name) }
}

const fn alt_shift(name: &'static str) -> Chord {
    Chord {
        shift: true,
        ..alt(name)
    }
}

fn always(_: &Session) -> bool {
    true
}

fn has_files(session: &Session) -> bool {
    !session.stage.is_empty()
}

fn has_clip(session: &Session) -> bool {
    session.playback.active_clip.is_some()
}

fn has_markers(session: &Session) -> bool {
    !session.markers().is_empty()
}

fn has_clips(session: &Session) -> bool {
    !session.stage.clips.is_empty()
}

fn has_bone(session: &Session) -> bool {
    matches!(session.edits.selected, Some(super::Selected::Bone(..)))
}

fn has_selection(session: &Session) -> bool {
    session.edits.selected.is_some()
}

const fn entry(
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
        action,
        enabled,
        checked: None,
    }
}

const fn switch(
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_and_keys_are_unique() {
        let mut names = HashSet::new();
        let mut keys = HashSet::new();
        for command in commands() {
            assert!(names.insert(command.name), "{} twice", command.name);
            for chord in command.keys {
                assert!(keys.insert(chord), "{} twice", chord.label());
            }
        }
    }

    #[test]
    fn chords_read_like_on_a_keyboard() {
        for (chord, wanted) in [
            (ctrl("O"), "Ctrl+O"),
            (shift("ArrowLeft"), "Shift+←"),
            (key("Num7"), "7"),
        ] {
            assert_eq!(chord.label(), wanted);
        }
    }
}
