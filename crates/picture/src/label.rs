//! Words that stand at a point of the picture.

use super::Picture;
use glam::Vec3;

/// One name beside the point that it belongs to. Drawn over everything, in the font that the program brings along.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// In world space.
    pub anchor: Vec3,
    /// One line; what is longer than about fifty letters is cut in its middle.
    pub text: String,
    /// sRGB bytes.
    pub color: [u8; 3],
    /// Left out beside another label's point: one of a row of names that differ in their number.
    pub is_minor: bool,
}

impl Picture {
    /// Whether anything is written in it.
    pub fn has_words(&self) -> bool {
        !(self.labels.is_empty() && self.grid_labels.is_empty() && self.legends.is_empty())
    }
}
