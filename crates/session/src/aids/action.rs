//! Actions of the drawn aids.

use super::state::GhostChoice;

/// Trails and ghosts.
#[derive(Clone, Debug, PartialEq)]
pub enum AidsAction {
    ClearTrails,
    SetGhosts(GhostChoice),
}
