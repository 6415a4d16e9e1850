//! Items of a picture that one seer of depth sees.

use super::batches::Batch;
use super::fit::Seer;
use crate::cost::Extent;

pub struct SeenBy {
    pub seer: Seer,
    /// Items that are drawn one by one or found by numbers.
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
