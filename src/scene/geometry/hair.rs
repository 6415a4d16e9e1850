//! Strands of control points.

use crate::core::{MaterialIndex, Stream};
use std::ops::Range;

#[derive(Clone, Debug, Default)]
pub struct Hair {
    pub name: String,
    /// Control points of all strands, in model space; finite.
    pub points: Stream<[f32; 3]>,
    /// One range of `points` per strand that can be drawn; each has at least two points.
    pub strands: Vec<Range<u32>>,
    pub material: Option<MaterialIndex>,
}
