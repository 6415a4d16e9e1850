//! Drawn aids: trails, ghosts, camera paths, pictures of the filmstrip.

use crate::apply::quiet;
use crate::{AidsAction, Effect, GhostChoice, Preferences, Session};

pub mod action;
pub mod camera_paths;
pub mod filmstrip;
pub mod ghosts;
pub mod pose_at;
pub mod state;
pub mod timed_pose;
pub mod trails;

impl Session {
    pub(crate) fn apply_aids(&mut self, action: AidsAction) -> Vec<Effect> {
        match action {
            AidsAction::ClearTrails => quiet(|| self.aids.clear_trails()),
            AidsAction::SetGhosts(choice) => quiet(|| self.preferences.ghosts = choice.checked()),
            AidsAction::SetGhostCount(count) => self.preferences.choose_ghosts(|choice| choice.count = count),
            AidsAction::SetGhostOpacity(percent) => self.preferences.choose_ghosts(|choice| choice.percent = percent),
            AidsAction::SetGhostStep(step) => self.preferences.choose_ghosts(|choice| choice.step = step),
        }
    }
}

impl Preferences {
    fn choose_ghosts(&mut self, change: impl FnOnce(&mut GhostChoice)) -> Vec<Effect> {
        let mut choice = self.ghosts;
        change(&mut choice);
        quiet(|| self.ghosts = choice.checked())
    }
}
