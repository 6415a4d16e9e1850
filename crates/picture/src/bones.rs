//! How bones are drawn: which of them, in what shape, size and colour.

use castview_base::core::BoneIndex;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Shape that stands for a bone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BoneShape {
    /// Widest near its head: its direction can be seen.
    #[default]
    Octahedron,
    /// As thick at both ends.
    Stick,
    /// As thin as can be seen.
    Line,
    /// The three axes of each bone, and a line to its children.
    Axes,
}

/// Radius of the ball of a bone that has no length, among others and at the usual thickness, as a part of what is seen. Other balls are smaller.
pub const LARGEST_BALL: f32 = 0.012;

/// The drawing of all bones of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoneStyle {
    /// Shape that stands for a bone.
    pub shape: BoneShape,
    /// Times the thickness that follows from the bones' lengths.
    pub size: f32,
    /// As thick on the screen from near and far.
    pub is_constant: bool,
}

impl Default for BoneStyle {
    fn default() -> Self {
        Self {
            shape: BoneShape::default(),
            size: 1.0,
            is_constant: false,
        }
    }
}

/// Marks that the bones of one model show beside their places.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoneMarks {
    /// One flag per bone; `None`: all are shown while bones are.
    pub shown: Option<Arc<Vec<bool>>>,
    /// sRGB bytes of each bone; `None`: [`super::Colors::bone`] for all.
    pub colors: Option<Arc<Vec<[u8; 3]>>>,
    /// One flag per bone: it moves no vertex and so controls or helps others, as goals of IK chains do. `None`: that is true of none.
    pub helpers: Option<Arc<Vec<bool>>>,
    /// One flag per bone: selected beside [`super::PlacedModel::selection`], drawn whether bones are shown or not. `None`: that is true of
    /// none.
    pub selected: Option<Arc<Vec<bool>>>,
    /// The one under the pointer, drawn whether bones are shown or not.
    pub hovered: Option<BoneIndex>,
}
