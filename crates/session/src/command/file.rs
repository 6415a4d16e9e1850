//! Opening, closing, saving.

use super::dial::rows as dials;
use super::entry::Menu::File;
use super::entry::{Command, always, ctrl, ctrl_shift, entry, has_files, has_walked_file, key, switch};
use super::switch::rows;
use crate::{Action, BrowserAction, ExportAction, Page, StageAction, WindowAction};

pub(super) const COMMANDS: &[&[Command]] = &[
    OPENING,
    dials::FILE_ORDER,
    dials::FILE_FILTER,
    RELOADING,
    rows::WATCHING,
    RESTORING,
    rows::STARTING,
    CLOSING,
];

const OPENING: &[Command] = &[
    entry(
        "open",
        "Open…",
        File,
        &[ctrl("O")],
        || Action::Stage(StageAction::ChooseFiles),
        always,
    ),
    entry(
        "open_folder",
        "Open folder…",
        File,
        &[ctrl_shift("O")],
        || Action::Browser(BrowserAction::ChooseFolder),
        always,
    ),
    entry(
        "next_file",
        "Next file",
        File,
        &[ctrl("PageDown")],
        || Action::Browser(BrowserAction::Step { forward: true }),
        has_walked_file,
    ),
    entry(
        "previous_file",
        "Previous file",
        File,
        &[ctrl("PageUp")],
        || Action::Browser(BrowserAction::Step { forward: false }),
        has_walked_file,
    ),
];

const RELOADING: &[Command] = &[
    entry(
        "reload",
        "Reload",
        File,
        &[key("F5")],
        || Action::Stage(StageAction::Reload),
        has_files,
    ),
    entry(
        "keep_both",
        "Keep both",
        File,
        &[],
        || Action::Stage(StageAction::AddInstead),
        |s| s.history.can_keep_both(),
    ),
];

const RESTORING: &[Command] = &[entry(
    "restore",
    "Open last session",
    File,
    &[],
    || Action::Browser(BrowserAction::Restore),
    |session| session.browser.has_previous(),
)];

const CLOSING: &[Command] = &[
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
        "export_models",
        "Export…",
        File,
        &[],
        || Action::Export(ExportAction::ToggleModels),
        has_files,
    ),
    entry(
        "export_pictures",
        "Export pictures…",
        File,
        &[ctrl_shift("S")],
        || Action::Export(ExportAction::TogglePage),
        has_files,
    ),
    entry(
        "copy_picture",
        "Copy picture",
        File,
        &[ctrl_shift("C")],
        || Action::Window(WindowAction::CopyPicture),
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
        |s| s.window.page() == Some(Page::AllowedFolders),
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
