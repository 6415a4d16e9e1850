//! Undo and redo.

use super::entry::Menu::Edit;
use super::entry::{Chord, Command, ctrl, entry};
use crate::session::{Action, Session};

pub(super) const COMMANDS: &[Command] = &[
    entry("undo", "Undo", Edit, &[ctrl("Z")], || Action::Undo, Session::can_undo),
    entry(
        "redo",
        "Redo",
        Edit,
        &[
            Chord {
                ctrl: true,
                shift: true,
                alt: false,
                key: "Z",
            },
            ctrl("Y"),
        ],
        || Action::Redo,
        Session::can_redo,
    ),
];
