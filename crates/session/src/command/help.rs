//! Pages, and the way out.

use super::entry::Menu::Help;
use super::entry::{Command, always, ctrl, entry, has_clip, key, shift, switch};
use crate::{Action, Page, PlaybackAction, Seek, Session, StageAction, WindowAction};

/// Whether findings on the clip are marked on the ruler.
fn has_trouble(session: &Session) -> bool {
    has_clip(session) && !session.aids.trouble().frames().is_empty()
}

pub(super) const COMMANDS: &[Command] = &[
    switch(
        "palette",
        "All commands…",
        Help,
        &[ctrl("P")],
        || Action::Window(WindowAction::TogglePage(Page::Palette)),
        |s| s.window.page() == Some(Page::Palette),
    ),
    switch(
        "shortcuts",
        "Keyboard shortcuts",
        Help,
        &[key("F1")],
        || Action::Window(WindowAction::TogglePage(Page::Shortcuts)),
        |s| s.window.page() == Some(Page::Shortcuts),
    ),
    entry(
        "next_panel",
        "Keyboard to the next panel",
        Help,
        &[key("F6")],
        || Action::Window(WindowAction::FocusPanel { forward: true }),
        always,
    ),
    entry(
        "previous_panel",
        "Keyboard to the panel before",
        Help,
        &[shift("F6")],
        || Action::Window(WindowAction::FocusPanel { forward: false }),
        always,
    ),
    entry(
        "menu_bar",
        "Keyboard to the menu bar",
        Help,
        &[key("F10")],
        || Action::Window(WindowAction::FocusMenuBar),
        |s| s.window.page().is_none(),
    ),
    entry(
        "demo",
        "Show the demo",
        Help,
        &[],
        || Action::Stage(StageAction::ShowDemo),
        always,
    ),
    switch(
        "diagnostics",
        "Notes and warnings",
        Help,
        &[],
        || Action::Window(WindowAction::TogglePage(Page::Diagnostics)),
        |s| s.window.page() == Some(Page::Diagnostics),
    ),
    switch(
        "trouble",
        "Trouble",
        Help,
        &[],
        || Action::Window(WindowAction::TogglePage(Page::Trouble)),
        |s| s.window.page() == Some(Page::Trouble),
    ),
    entry(
        "previous_trouble",
        "Previous trouble on the clip",
        Help,
        &[shift("F8")],
        || Action::Playback(PlaybackAction::Seek(Seek::PreviousTrouble)),
        has_trouble,
    ),
    entry(
        "next_trouble",
        "Next trouble on the clip",
        Help,
        &[key("F8")],
        || Action::Playback(PlaybackAction::Seek(Seek::NextTrouble)),
        has_trouble,
    ),
    switch(
        "document_page",
        "The file itself",
        Help,
        &[ctrl("B")],
        || Action::Window(WindowAction::ToggleFile),
        |s| s.window.page() == Some(Page::Document),
    ),
    switch(
        "vertex_table",
        "Table of vertices",
        Help,
        &[ctrl("T")],
        || Action::Window(WindowAction::TogglePage(Page::Vertices)),
        |s| s.window.page() == Some(Page::Vertices),
    ),
    switch(
        "notices",
        "Notices",
        Help,
        &[],
        || Action::Window(WindowAction::TogglePage(Page::Notices)),
        |s| s.window.page() == Some(Page::Notices),
    ),
    entry(
        "save_diagnostics",
        "Save diagnostics…",
        Help,
        &[],
        || Action::Window(WindowAction::SaveDiagnostics),
        always,
    ),
    switch(
        "about",
        "About castview",
        Help,
        &[],
        || Action::Window(WindowAction::TogglePage(Page::About)),
        |s| s.window.page() == Some(Page::About),
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
