//! Lines that explain the picture.

use glam::Vec3;

/// A straight line in one colour, drawn over everything; a dot where both ends are one point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// In world space.
    pub from: Vec3,
    /// In world space.
    pub to: Vec3,
    /// sRGB bytes.
    pub color: [u8; 3],
    /// 0…1.
    pub opacity: f32,
}
