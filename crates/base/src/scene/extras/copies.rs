//! One model at many places (EXT_mesh_gpu_instancing).

use crate::core::{BoneIndex, ModelIndex, Transform};
use std::sync::Arc;

/// Where a model stands that another one of its scene carries along.
#[derive(Clone, Debug)]
pub struct Copies {
    /// A model further up in the scene, which has no copies itself.
    pub leader: ModelIndex,
    /// A bone of the leader.
    pub bone: BoneIndex,
    /// `bone_from_model`, one per copy.
    pub places: Arc<Vec<Transform>>,
}
