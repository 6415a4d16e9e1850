//! Opening, closing, saving.

use super::Menu::File;
use super::{Command, always, ctrl, entry, has_files, key, switch};
use crate::session::{Action, Page};

pub(super) const COMMANDS: &[Command] = &[
    entry("open", "Open…", File, &[ctrl("O")], || Action::ChooseFiles, always),
    entry("reload", "Reload", File, &[key("F5")], || Action::Reload, has_files),
    entry("close", "Close all", File, &[ctrl("W")], || Action::CloseAll, has_files),
    entry(
        "save_picture",
        "Save picture…",
        File,
        &[ctrl("S")],
        || Action::SavePicture,
        always,
    ),
    switch(
        "allowed_folders",
        "Allowed folders",
        File,
        &[],
        || Action::TogglePage(Page::AllowedFolders),
        |s| s.live.page == Some(Page::AllowedFolders),
    ),
    entry("quit", "Quit", File, &[ctrl("Q")], || Action::Quit, always),
];
