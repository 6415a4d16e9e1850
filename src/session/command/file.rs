//! Opening, closing, saving.

use super::entry::Menu::File;
use super::entry::{Command, always, ctrl, entry, has_files, key, switch};
use crate::session::{Action, Page, StageAction, WindowAction};

pub(super) const COMMANDS: &[Command] = &[
    entry(
        "open",
        "Open…",
        File,
        &[ctrl("O")],
        || Action::Stage(StageAction::ChooseFiles),
        always,
    ),
    entry(
        "reload",
        "Reload",
        File,
        &[key("F5")],
        || Action::Stage(StageAction::Reload),
        has_files,
    ),
    entry(
        "close",
        "Close all",
        File,
        &[ctrl("W")],
        || Action::Stage(StageAction::CloseAll),
        has_files,
    ),
    entry(
        "save_picture",
        "Save picture…",
        File,
        &[ctrl("S")],
        || Action::Window(WindowAction::SavePicture),
        always,
    ),
    entry(
        "copy_view",
        "Copy view as command",
        File,
        &[],
        || Action::Window(WindowAction::CopyView),
        has_files,
    ),
    switch(
        "allowed_folders",
        "Allowed folders",
        File,
        &[],
        || Action::Window(WindowAction::TogglePage(Page::AllowedFolders)),
        |s| s.window.page == Some(Page::AllowedFolders),
    ),
    entry(
        "quit",
        "Quit",
        File,
        &[ctrl("Q")],
        || Action::Window(WindowAction::Quit),
        always,
    ),
];
