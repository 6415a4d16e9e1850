//! Clips as they move one model: names settled.

use super::layer::BoundLayer;
use super::source_ghost::SourceGhost;
use super::standing::Carrier;
use crate::LayerKey;
use castview_motion::animation::{Binding, BoneMask};
use std::sync::Arc;

/// The clips that act on a model, bound by [`crate::composition`].
#[derive(Clone, Debug, Default)]
pub(crate) struct BoundClips {
    /// How the active clip drives this model.
    pub binding: Option<Arc<Binding>>,
    /// The bones that the active clip is limited to.
    pub base_mask: Option<Arc<BoneMask>>,
    /// Layers of the stack that act on this model, in the order of the stack.
    pub layers: Vec<BoundLayer>,
    /// The active clip's source, if the clip is retargeted.
    pub source_ghost: Option<Arc<SourceGhost>>,
    /// The bone by which the active clip, or the model's own, takes it along the ground.
    pub carrier: Option<Carrier>,
}

impl BoundClips {
    /// How the layer of that key acts on the model.
    pub(crate) fn layer(&self, key: LayerKey) -> Option<&BoundLayer> {
        self.layers.iter().find(|bound| bound.key == key)
    }

    /// Whether the active clip has a curve that drives a part of the model.
    pub(crate) fn is_matched(&self) -> bool {
        self.binding.as_ref().is_some_and(|binding| binding.matched > 0)
    }
}
