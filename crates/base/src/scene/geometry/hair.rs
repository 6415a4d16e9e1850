//! Strands of control points.

use crate::core::{MaterialIndex, Stream};
use std::ops::Range;

/// Strands that hang on the model as a whole, not on bones.
#[derive(Clone, Debug, Default)]
pub struct Hair {
    /// The file's own name of it; may be empty.
    pub name: String,
    /// Control points of all strands, in model space; finite.
    pub points: Stream<[f32; 3]>,
    /// One range of `points` per strand that can be drawn; each has at least two points.
    pub strands: Vec<Range<u32>>,
    /// `None`: the default surface.
    pub material: Option<MaterialIndex>,
}
