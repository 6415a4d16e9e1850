//! What can be asked of the drawn aids.

use super::ghosts::GhostChoice;
use crate::session::apply::quiet;
use crate::session::{Effect, Session};

/// Trails and ghosts.
#[derive(Clone, Debug, PartialEq)]
pub enum AidsAction {
    /// The way of the selected bone through the clip, or no longer.
    ToggleTrail,
    ClearTrails,
    ToggleGhosts,
    SetGhosts(GhostChoice),
}

impl Session {
    pub(in crate::session) fn apply_aids(&mut self, action: AidsAction) -> Vec<Effect> {
        match action {
            AidsAction::ToggleTrail => self.toggle_trail(),
            AidsAction::ClearTrails => quiet(|| self.clear_trails()),
            AidsAction::ToggleGhosts => quiet(|| self.preferences.ghosts.shown ^= true),
            AidsAction::SetGhosts(choice) => quiet(|| self.preferences.ghosts = choice.checked()),
        }
    }
}
