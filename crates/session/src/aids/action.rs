//! Actions of the drawn aids.

use super::state::{GhostChoice, GhostStep};

/// Trails and ghosts.
#[derive(Clone, Debug, PartialEq)]
pub enum AidsAction {
    /// The way of the selected bone through the clip, or no longer.
    ToggleTrail,
    ClearTrails,
    ToggleGhosts,
    /// Ghosts are silhouettes in front of the models, or whole behind them.
    ToggleGhostOutlines,
    SetGhosts(GhostChoice),
    /// On each side.
    SetGhostCount(u8),
    /// Percent.
    SetGhostOpacity(u8),
    SetGhostStep(GhostStep),
}
