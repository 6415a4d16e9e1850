//! The window around the view: panels, pages, the keyboard, and what only the window can do.

use crate::effect::quiet;
use crate::{Action, Change, Effect, FilePlace, Notice, Page, Preferences, Session, WindowAction};

pub(crate) mod action;
pub(crate) mod binding;
pub(crate) mod motion;
pub(crate) mod preferences;
pub(crate) mod readout;
pub(crate) mod state;
pub(crate) mod switches;
pub(crate) mod timeline;

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

impl Session {
    pub(crate) fn is_scaled_by(&self, scale: f32) -> bool {
        (self.preferences.window.ui_scale - scale).abs() < 1e-3
    }

    pub(crate) fn apply_window(&mut self, action: WindowAction) -> Vec<Effect> {
        match action {
            WindowAction::SavePicture => vec![Effect::SavePicture],
            WindowAction::ReplacePicture(place) => vec![Effect::SavePictureOver(place)],
            WindowAction::CopyPicture => vec![Effect::CopyPicture],
            WindowAction::SaveDiagnostics => vec![Effect::SaveDiagnostics],
            WindowAction::CopyView => vec![match self.view_command() {
                Some(command) => Effect::CopyView(Box::new(command.at_rest())),
                None => Effect::Notify(Notice::warning(
                    "Not copied: standard input has no path that a command could name.",
                )),
            }],
            WindowAction::Copy(text) => vec![Effect::CopyText(text)],
            WindowAction::Paste(text) => vec![Effect::OpenText(text)],
            WindowAction::SetReadout(readout) => quiet(|| self.preferences.bones.readout = readout.checked()),
            WindowAction::DropHint { hint, onto } => quiet(|| {
                (self.window.drop_hint, self.window.drop_onto) = (hint, onto);
            }),
            WindowAction::Quit => vec![Effect::Quit],
            WindowAction::FocusFrame => vec![Effect::FocusFrame],
            WindowAction::SetTreeWidth(width) => prefer(self, |all| all.window.tree_width = width),
            WindowAction::SetInspectorWidth(width) => prefer(self, |all| all.window.inspector_width = width),
            WindowAction::SetUvLayoutWidth(width) => prefer(self, |all| all.window.uv_layout_width = width),
            WindowAction::FitCurves { all } => vec![Effect::FitCurves { all }],
            WindowAction::FocusCurves => vec![Effect::FocusCurves],
            WindowAction::SetDockHeight(height) => prefer(self, |all| all.timeline.dock_height = height),
            WindowAction::ShowTab(tab) => quiet(|| self.preferences.timeline.show_tabs(&[tab])),
            WindowAction::CloseDock => quiet(|| self.preferences.timeline.show_tabs(&[])),
            WindowAction::SetMotion(motion) => quiet(|| self.preferences.window.motion = motion),
            WindowAction::SetUnit(unit) => self.look(|s| s.preferences.look.unit = unit),
            WindowAction::SetPictureMemory(megabytes) => {
                prefer(self, |all| all.memory.picture_memory_mb = megabytes);
                self.note(Change::PICTURE);
                self.follow_budget();
                self.view.budget_notice().into_iter().collect()
            }
            WindowAction::BindKeys(name, keys) => quiet(|| {
                match keys {
                    Some(keys) => self.preferences.window.keys.insert(name.to_owned(), keys),
                    None => self.preferences.window.keys.remove(name),
                };
            }),
            WindowAction::PreferAdapter(name) => vec![Effect::PreferAdapter(name)],
            WindowAction::TogglePage(page) => quiet(|| self.window.toggle_page(page)),
            WindowAction::TellNeed(name) => self.need_notice(name).into_iter().collect(),
            WindowAction::ShowInFile(place) => quiet(|| self.window.show_in_file(place)),
            WindowAction::ToggleFile => quiet(|| match self.window.page {
                Some(Page::Document) => self.window.toggle_page(Page::Document),
                _ => {
                    self.window.in_file = self.edits.selected.map(FilePlace::Item);
                    self.window.page = Some(Page::Document);
                }
            }),
            WindowAction::TellSwitched(name, before) => self.switched_notice(name, &before).into_iter().collect(),
            WindowAction::NoteCommand(name) => quiet(|| self.preferences.window.note_command(name)),
            WindowAction::FocusPanel { forward } => vec![Effect::FocusPanel { forward }],
            WindowAction::FocusMenuBar => vec![Effect::FocusMenuBar],
            WindowAction::FocusSearch => vec![Effect::FocusSearch],
        }
    }
}
