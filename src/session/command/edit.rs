//! Undo and redo, and the settings.

use super::entry::Menu::Edit;
use super::entry::{Chord, Command, ctrl, entry, switch};
use crate::session::{Action, Page, Session, WindowAction};

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
    switch(
        "settings",
        "Settings…",
        Edit,
        &[ctrl("Comma")],
        || Action::Window(WindowAction::TogglePage(Page::Settings)),
        |s| s.window.page == Some(Page::Settings),
    ),
];
