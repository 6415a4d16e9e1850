//! Pages, and the way out.

use super::entry::Menu::Help;
use super::entry::{Command, always, entry, key, switch};
use crate::session::{Action, Page, WindowAction};

pub(super) const COMMANDS: &[Command] = &[
    switch(
        "shortcuts",
        "Keyboard shortcuts",
        Help,
        &[key("F1")],
        || Action::Window(WindowAction::TogglePage(Page::Shortcuts)),
        |s| s.window.page == Some(Page::Shortcuts),
    ),
    switch(
        "diagnostics",
        "Notes and warnings",
        Help,
        &[],
        || Action::Window(WindowAction::TogglePage(Page::Diagnostics)),
        |s| s.window.page == Some(Page::Diagnostics),
    ),
    switch(
        "texture_page",
        "Textures of all files",
        Help,
        &[],
        || Action::Window(WindowAction::TogglePage(Page::Textures)),
        |s| s.window.page == Some(Page::Textures),
    ),
    switch(
        "about",
        "About castview",
        Help,
        &[],
        || Action::Window(WindowAction::TogglePage(Page::About)),
        |s| s.window.page == Some(Page::About),
    ),
    entry(
        "escape",
        "Back out one step",
        Help,
        &[key("Escape")],
        || Action::Escape,
        always,
    ),
];
