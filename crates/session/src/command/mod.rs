//! The one table that feeds menus, keys, help and tests: every named thing a user can ask for.
//!
//! One file a subject; each row names its menu, and `commands` lists them in menu order.

pub(crate) mod bound;
pub(crate) mod camera;
pub(crate) mod dial;
pub(crate) mod display;
pub(crate) mod edit;
pub(crate) mod entry;
pub(crate) mod file;
pub(crate) mod help;
pub(crate) mod layer;
pub(crate) mod light;
pub(crate) mod look;
mod needs;
pub(crate) mod play;
pub(crate) mod skeleton;
pub(crate) mod switch;
pub(crate) mod view;
pub(crate) mod words;

pub use switch::switched::switches;

pub use dial::{Dial, DialRow, DialValue, ValueRow};
pub use entry::{Chord, Command, Menu};
pub(crate) use entry::{alt, ctrl, ctrl_shift, has_bone, has_clip, key, shift};
pub use switch::{Kept, Switch, SwitchFlag, SwitchRow};

/// The command of that name. Panics on a name that is not in the table: names are ours.
pub fn command(name: &str) -> &'static Command {
    commands()
        .find(|command| command.name == name)
        .unwrap_or_else(|| panic!("no command is named {name}"))
}

/// All of them, in menu order.
pub fn commands() -> impl DoubleEndedIterator<Item = &'static Command> + Clone {
    [
        file::COMMANDS,
        &[edit::COMMANDS],
        view::COMMANDS,
        light::COMMANDS,
        look::COMMANDS,
        display::COMMANDS,
        camera::COMMANDS,
        play::COMMANDS,
        &[layer::COMMANDS],
        skeleton::COMMANDS,
        &[help::COMMANDS],
    ]
    .into_iter()
    .flatten()
    .copied()
    .flatten()
}

#[cfg(test)]
mod tests {
    use super::entry::{ctrl, key, shift};
    use super::*;
    use std::collections::HashSet;

    /// Commands that share their key with another one earlier in the table. The first of them that is enabled takes the key.
    const SHARED: [(&str, Chord); 1] = [("look_through", key("C"))];

    #[test]
    fn names_and_keys_are_unique() {
        let mut names = HashSet::new();
        let mut keys = HashSet::new();
        for command in commands() {
            assert!(names.insert(command.name), "{} twice", command.name);
            for chord in command.keys {
                let is_shared = SHARED.contains(&(command.name, *chord));
                assert!(keys.insert(chord) != is_shared, "{} twice", chord.label());
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
