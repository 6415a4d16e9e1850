//! What is known of the weights of models.

use crate::core::ModelIndex;
use crate::scene::{Scene, WeightFacts};
use std::sync::Arc;

/// What was asked for, by what the models are made of: copies of a model have one answer.
#[derive(Debug, Default)]
pub(in crate::session) struct Weights {
    pub(super) of_models: Vec<Weighed>,
    /// Counts what was asked for, so that an answer finds its question.
    pub(super) asked: u64,
}

#[derive(Debug)]
pub(super) struct Weighed {
    pub(super) scene: Arc<Scene>,
    pub(super) model: ModelIndex,
    pub(super) question: u64,
    /// `None`: not yet there.
    pub(super) facts: Option<Arc<WeightFacts>>,
}
