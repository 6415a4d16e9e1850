//! Drawn aids: trails, ghosts, camera paths, pictures of the filmstrip.

use crate::apply::quiet;
use crate::{AidsAction, Effect, Session};

pub mod action;
pub mod camera_paths;
pub mod filmstrip;
pub mod ghosts;
pub mod pose_at;
pub mod state;
pub mod thumbnail;
pub mod trails;

impl Session {
    pub(crate) fn apply_aids(&mut self, action: AidsAction) -> Vec<Effect> {
        match action {
            AidsAction::ClearTrails => quiet(|| self.aids.clear_trails()),
            AidsAction::SetGhosts(choice) => quiet(|| self.preferences.ghosts = choice.checked()),
        }
    }
}
