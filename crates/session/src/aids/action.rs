//! Actions of the drawn aids.

use super::state::{GhostChoice, GhostStep};

/// Trails and ghosts.
#[derive(Clone, Debug, PartialEq)]
pub enum AidsAction {
    ClearTrails,
    SetGhosts(GhostChoice),
    /// On each side.
    SetGhostCount(u8),
    /// Percent.
    SetGhostOpacity(u8),
    SetGhostStep(GhostStep),
}
