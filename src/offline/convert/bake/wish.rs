//! Request to write what is shown, and not what is stored.

use crate::offline::arrange::{Arrangement, PoseTime};
use crate::session::SavedView;

/// Clips or a pose as they are played here: layers, other ways of playing, attachments, solved rigs and edits of a view are in the values.
#[derive(Clone, Copy, Debug)]
pub struct Baking<'a> {
    /// Clips and models that play. Without a clip each clip of the files that is no layer is baked by itself.
    pub arrangement: &'a Arrangement,
    /// The view of a window, with its edits; then its own clip is baked where `arrangement` names none.
    pub view: Option<&'a SavedView>,
    /// Whether it moves.
    pub part: BakedPart,
}

/// Part of what plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BakedPart {
    /// All frames of clips, at an even rate.
    Clips,
    /// One pose, in which the models then rest; `None`: where the view stands, else the first frame of the clip.
    Pose(Option<PoseTime>),
}
