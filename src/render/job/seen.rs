//! What one seer of depth sees of a picture.

use super::span::Extent;
use crate::render::passes::shadows::batches::Batch;
use crate::render::passes::shadows::fit::Seer;

pub struct SeenBy {
    pub seer: Seer,
    /// What is drawn by itself or found by numbers, by item.
    pub alone: Vec<(usize, Extent)>,
    pub batches: Vec<Batch>,
    /// Some of it is drawn with fewer triangles than surfaces are.
    pub has_sparse: bool,
}

impl SeenBy {
    pub fn nothing(seer: Seer) -> Self {
        Self {
            seer,
            alone: Vec::new(),
            batches: Vec::new(),
            has_sparse: false,
        }
    }
}
