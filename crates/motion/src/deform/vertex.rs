//! A vertex on its way through skinning.

use glam::{Vec3, Vec4};

/// A vertex before or after skinning. Normal and tangent are zero where none is wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Vertex {
    pub position: Vec3,
    pub normal: Vec3,
    /// And its side.
    pub tangent: Vec4,
}

/// The influence rows of one vertex: (slot, weight), at least one, every weight above 0.
pub(super) type Rows<'a> = &'a [(usize, f32)];
