//! The step after which a model is shown.

use super::layer::LayerKey;
use castview_base::core::MeshIndex;
use castview_motion::animation::{LayerPart, Solver};
use castview_picture::PlacedKey;
use serde::{Deserialize, Serialize};

/// A model that is shown as one of its steps leaves it. All others are shown whole.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stopped {
    /// The model.
    pub model: PlacedKey,
    /// Its last step.
    pub after: StopAfter,
}

/// A step from the rest pose to the skin, named so that it is found again at another frame.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum StopAfter {
    /// The pose in which nothing animates.
    Rest,
    /// A part of a layer, over all below it; `None`: of the active clip.
    Layer(Option<LayerKey>, LayerPart),
    /// Bones posed by hand, over all clips.
    ByHand,
    /// A handle or a constraint, after those before it.
    Rig(Solver),
    /// Blend shapes, before the bones move the meshes.
    Shapes,
    /// One slot of the mesh's skin alone, whatever else moves its vertices.
    Influence(MeshIndex, usize),
}
