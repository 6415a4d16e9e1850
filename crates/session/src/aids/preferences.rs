//! Settings that outlive a run: ghosts and lines of sight.

use crate::GhostChoice;
use castview_base::core::within;
use serde::{Deserialize, Serialize};

/// How short and how long lines of sight may be.
pub const RAY_LENGTHS: [f32; 2] = [0.1, 20.0];

/// Ghosts and lines of sight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AidPreferences {
    /// Poses before and after the playhead.
    pub ghosts: GhostChoice,
    /// Length of lines of sight, in the units of the models they belong to.
    pub ray_length: f32,
}

impl Default for AidPreferences {
    fn default() -> Self {
        Self {
            ghosts: GhostChoice::default(),
            ray_length: 2.0,
        }
    }
}

impl AidPreferences {
    /// Draws lines of sight so long, within bounds.
    pub(crate) fn cast_rays_to(&mut self, length: f32) {
        self.ray_length = length.clamp(RAY_LENGTHS[0], RAY_LENGTHS[1]);
    }

    /// Each value that is out of range becomes the nearest sensible one.
    pub(crate) fn checked(self) -> Self {
        let usual = Self::default();
        Self {
            ghosts: self.ghosts.checked(),
            ray_length: within(self.ray_length, RAY_LENGTHS, usual.ray_length),
        }
    }
}
