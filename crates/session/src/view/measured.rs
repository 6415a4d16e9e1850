//! Known facts about the meshes of models.

use castview_base::core::ModelIndex;
use castview_base::scene::{FaceFacts, Scene, WeightFacts};
use std::sync::Arc;

/// Facts for which all weights and triangles of a model had to be looked at.
#[derive(Debug, PartialEq)]
pub struct MeshFacts {
    pub weights: WeightFacts,
    pub faces: FaceFacts,
}

/// Facts that were asked for, by scene and model: copies of a model have one answer.
#[derive(Debug, Default)]
pub(crate) struct MeasuredMeshes {
    pub(super) of_models: Vec<Measured>,
    /// Counts what was asked for, so that an answer finds its question.
    pub(super) asked: u64,
}

#[derive(Debug)]
pub(super) struct Measured {
    pub(super) scene: Arc<Scene>,
    pub(super) model: ModelIndex,
    pub(super) question: u64,
    /// `None`: not yet there.
    pub(super) facts: Option<Arc<MeshFacts>>,
}
