//! What can be asked of the selection.

use crate::session::apply::quiet;
use crate::session::{Effect, Selected, Session};

/// What is selected, shown and hidden.
#[derive(Clone, Debug, PartialEq)]
pub enum SelectionAction {
    Select(Option<Selected>),
    /// Hides all that is drawn at it and below it, or shows all of that again if nothing of it is shown.
    ToggleShown(Selected),
    /// All that is drawn at what is selected and below it.
    HideSelected,
    ShowAll,
}

impl Session {
    pub(in crate::session) fn apply_selection(&mut self, action: SelectionAction) -> Vec<Effect> {
        match action {
            SelectionAction::Select(selected) => quiet(|| self.edits.selected = selected),
            SelectionAction::ToggleShown(part) => quiet(|| self.hide(part, self.is_shown(part))),
            SelectionAction::HideSelected => {
                if let Some(part) = self.edits.selected {
                    self.hide(part, true);
                }
                Vec::new()
            }
            SelectionAction::ShowAll => quiet(|| self.show_all()),
        }
    }
}
