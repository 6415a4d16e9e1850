//! Undo and redo, and the settings.

use super::entry::Menu::Edit;
use super::entry::{Chord, Command, ctrl, entry, has_bone, switch};
use crate::{Action, Page, SelectionAction, WindowAction};

pub(super) const COMMANDS: &[Command] = &[
    entry(
        "undo",
        "Undo",
        Edit,
        &[ctrl("Z")],
        || Action::Undo,
        |s| s.history.can_undo(),
    ),
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
        |s| s.history.can_redo(),
    ),
    entry(
        "copy_transform",
        "Copy the bone's transform",
        Edit,
        &[ctrl("C")],
        || Action::Selection(SelectionAction::CopyTransform),
        has_bone,
    ),
    switch(
        "settings",
        "Settings…",
        Edit,
        &[ctrl("Comma")],
        || Action::Window(WindowAction::TogglePage(Page::Settings)),
        |s| s.window.page() == Some(Page::Settings),
    ),
];
