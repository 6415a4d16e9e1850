//! How much of a model's steps is done when it is posed.

use crate::ShownPose;
use crate::placed::stopped::StopAfter;

/// All steps, at first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Posing {
    pub shown: ShownPose,
    /// The last step; `None`: all are done.
    pub stop: Option<StopAfter>,
}
