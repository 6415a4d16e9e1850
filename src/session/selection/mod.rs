//! What is selected, and what hangs below it.

use crate::session::apply::quiet;
use crate::session::{Effect, SelectionAction, Session};

pub mod action;
pub mod bone_picking;
pub mod side;
pub mod state;
pub mod under_bone;

impl Session {
    pub(in crate::session) fn apply_selection(&mut self, action: SelectionAction) -> Vec<Effect> {
        match action {
            SelectionAction::Select(selected) => quiet(|| self.edits.selected = selected),
            SelectionAction::Hover(hovered) if hovered == self.selection.hovered => Vec::new(),
            SelectionAction::Hover(hovered) => self.look(|s| s.selection.hovered = hovered),
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
