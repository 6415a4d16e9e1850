//! The window around the view: panels, pages, the keyboard, and what only the window can do.

use crate::effect::quiet;
use crate::{Action, Change, Effect, Notice, Preferences, Session, WindowAction};

pub(crate) mod action;
pub(crate) mod binding;
pub(crate) mod colors;
pub(crate) mod motion;
pub(crate) mod preferences;
pub(crate) mod readout;
pub(crate) mod state;
pub(crate) mod switches;
pub(crate) mod timeline;

pub use colors::is_light;
pub use motion::may_glide;

/// Asks whether the file at `place` may be replaced by a picture: its name got the ending after it was chosen.
pub(crate) fn picture_is_there(place: String) -> Effect {
    let name = place.rsplit(['/', '\\']).next().unwrap_or(&place);
    let ask = |action| Action::Window(action);
    let notice = Notice::warning(format!("Not saved yet: {name} is there already."))
        .with_action("Replace", ask(WindowAction::ReplacePicture(place)))
        .with_action("Choose another name", ask(WindowAction::SavePicture));
    Effect::Notify(notice)
}

/// Changes a setting that has a range. One that is no number becomes the usual one: a settings file could not be read with it.
pub(crate) fn prefer(session: &mut Session, change: impl FnOnce(&mut Preferences)) -> Vec<Effect> {
    change(&mut session.preferences);
    session.preferences = std::mem::take(&mut session.preferences).checked();
    Vec::new()
}

pub(crate) fn apply_window(session: &mut Session, action: WindowAction) -> Vec<Effect> {
    match action {
        WindowAction::SavePicture => vec![Effect::SavePicture],
        WindowAction::ReplacePicture(place) => vec![Effect::SavePictureOver(place)],
        WindowAction::CopyPicture => vec![Effect::CopyPicture],
        WindowAction::SaveDiagnostics => vec![Effect::SaveDiagnostics],
        WindowAction::CopyView => vec![match session.view_command() {
            Some(command) => Effect::CopyView(Box::new(command.at_rest())),
            None => Effect::Notify(Notice::warning(
                "Not copied: standard input has no path that a command could name.",
            )),
        }],
        WindowAction::Copy(text) => vec![Effect::CopyText(text)],
        WindowAction::Paste(text) => vec![Effect::OpenText(text)],
        WindowAction::SetReadout(readout) => quiet(|| session.preferences.bones.readout = readout.checked()),
        WindowAction::DropHint { hint, onto } => quiet(|| session.window.hint_drop(hint, onto)),
        WindowAction::Quit => vec![Effect::Quit],
        WindowAction::FocusFrame => vec![Effect::FocusFrame],
        WindowAction::SetTreeWidth(width) => prefer(session, |all| all.window.tree_width = width),
        WindowAction::SetInspectorWidth(width) => prefer(session, |all| all.window.inspector_width = width),
        WindowAction::SetUvLayoutWidth(width) => prefer(session, |all| all.window.uv_layout_width = width),
        WindowAction::FitCurves { all } => vec![Effect::FitCurves { all }],
        WindowAction::FocusCurves => vec![Effect::FocusCurves],
        WindowAction::SetDockHeight(height) => prefer(session, |all| all.timeline.dock_height = height),
        WindowAction::ShowTab(tab) => quiet(|| session.preferences.timeline.show_tabs(&[tab])),
        WindowAction::CloseDock => quiet(|| session.preferences.timeline.show_tabs(&[])),
        WindowAction::SetMotion(motion) => quiet(|| session.preferences.window.motion = motion),
        WindowAction::SetUnit(unit) => session.look(|s| s.preferences.look.unit = unit),
        WindowAction::SetPictureMemory(megabytes) => {
            prefer(session, |all| all.memory.picture_memory_mb = megabytes);
            session.note(Change::PICTURE);
            session.follow_budget();
            session.view.budget_notice().into_iter().collect()
        }
        WindowAction::BindKeys(name, keys) => quiet(|| {
            match keys {
                Some(keys) => session.preferences.window.keys.insert(name.to_owned(), keys),
                None => session.preferences.window.keys.remove(name),
            };
        }),
        WindowAction::PreferAdapter(name) => vec![Effect::PreferAdapter(name)],
        WindowAction::TogglePage(page) => quiet(|| session.window.toggle_page(page)),
        WindowAction::TellNeed(name) => session.need_notice(name).into_iter().collect(),
        WindowAction::ShowInFile(place) => quiet(|| session.window.show_in_file(place)),
        WindowAction::ToggleFile => quiet(|| session.window.toggle_file(session.edits.selected)),
        WindowAction::TellSwitched(name, before) => session.switched_notice(name, &before).into_iter().collect(),
        WindowAction::NoteCommand(name) => quiet(|| session.preferences.window.note_command(name)),
        WindowAction::FocusPanel { forward } => vec![Effect::FocusPanel { forward }],
        WindowAction::FocusMenuBar => vec![Effect::FocusMenuBar],
        WindowAction::FocusSearch => vec![Effect::FocusSearch],
    }
}
