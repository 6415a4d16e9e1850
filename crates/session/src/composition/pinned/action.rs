//! Actions about what is pinned as B.

use super::ways::Along;

/// Actions that pin the models as B and compare later poses with them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PinnedAction {
    /// Pins all models as they are shown now, in place of what was pinned before, and shows them as ghosts.
    Pin,
    /// Shows B in place of A, or A again. Time goes on below.
    Flip,
    /// Shows B as ghosts behind A, or no longer.
    ToggleGhosts,
    /// A line divides the picture: B is left of it, A right of it; or no longer.
    ToggleWipe,
    /// Moves the line between B and A to a share of the width, 0…1.
    WipeAt(f32),
    /// B plays the clip that played when it was pinned along with A; or stands still.
    Along(Option<Along>),
    /// Looks through the clip for the frames at which each bone is farthest from B and turned most, in the background.
    Sweep,
    /// Lists the bones in the tree by how much they differ from B: over the clip, or now.
    List {
        over_clip: bool,
    },
    Forget,
}
