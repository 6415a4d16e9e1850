//! What is known of the meshes of models.

use crate::core::ModelIndex;
use crate::scene::{FaceFacts, Scene, WeightFacts};
use std::sync::Arc;

/// What all weights and triangles of a model had to be looked at for.
#[derive(Debug, PartialEq)]
pub struct MeshFacts {
    pub weights: WeightFacts,
    pub faces: FaceFacts,
}

/// What was asked for, by what the models are made of: copies of a model have one answer.
#[derive(Debug, Default)]
pub(in crate::session) struct MeasuredMeshes {
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
