//! Everything the user or a test can ask of a session, by the part that answers.

use super::aids::action::AidsAction;
use super::browser::action::BrowserAction;
use super::command::{DialValue, Switch};
use super::composition::action::CompositionAction;
use super::edits::Selected;
use super::export::action::ExportAction;
use super::playback::action::PlaybackAction;
use super::probe::action::ProbeAction;
use super::selection::action::SelectionAction;
use super::stage::action::StageAction;
use super::view::action::ViewAction;
use super::window::action::WindowAction;

#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    Stage(StageAction),
    Browser(BrowserAction),
    Playback(PlaybackAction),
    Composition(CompositionAction),
    Selection(SelectionAction),
    Probe(ProbeAction),
    View(ViewAction),
    Aids(AidsAction),
    Window(WindowAction),
    Export(ExportAction),
    /// That switch is turned on or off; `None`: the other way than it is.
    Switch(Switch, Option<bool>),
    /// That value of its dial holds from here on.
    Dial(DialValue),
    Undo,
    Redo,
    /// Back out one step: close the page, cancel a load, stop a slow picture, show all steps, leave a camera, select the active thing alone, drop the
    /// selection, drop the newest pin, leave full screen.
    Escape,
}

impl Action {
    /// Selects `item`.
    pub fn select(item: Selected) -> Self {
        Self::Selection(SelectionAction::Select(Some(item)))
    }
}
