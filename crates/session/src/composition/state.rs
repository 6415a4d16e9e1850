//! The state of the composition, beside the edits that can be undone.

use super::by_hand::action::HandTool;
use super::by_hand::poses::HandDrag;
use crate::{ClipKey, LayerKey, PlayAs, RootMotion};
use castview_base::core::{BoneIndex, Bounds};
use castview_motion::animation::{Pose, Retarget, Unposed};
use castview_picture::PlacedKey;
use castview_picture::opened::FileKey;
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Debug, Default)]
pub struct Composition {
    pub root_motion: RootMotion,
    /// The model on its way to what it shall hang on, without a pointer.
    pub(crate) carried_model: Option<PlacedKey>,
    /// The layer whose keys the user looks at ([`crate::Session::keyed`]).
    pub(crate) keyed_layer: Option<LayerKey>,
    /// IK handles and constraints are solved. Off at first (cast.md A30): exporters mostly bake what they do.
    pub rig: bool,
    /// Every curve stays at its last key until the next one (step preview).
    pub stepped: bool,
    pub shown_pose: ShownPose,
    pub hand_tool: HandTool,
    pub(crate) hand_drag: HandDrag,
    pub(crate) next_layer: u64,
    /// Room for the poses that come next, one per model; a pose that has been replaced leaves its room here.
    pub(crate) next_poses: Vec<NextPose>,
}

/// How far models stand away from a pose that no clip made, towards what their clips make.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ShownPose {
    pub unposed: Unposed,
    /// 0: `unposed` itself; 1: what the clips make.
    pub weight: f32,
}

impl Default for ShownPose {
    fn default() -> Self {
        Self {
            unposed: Unposed::Rest,
            weight: 1.0,
        }
    }
}

impl ShownPose {
    /// Whether it is what the clips make.
    pub fn is_posed(&self) -> bool {
        self.weight >= 1.0
    }

    /// Whether `unposed` is shown, or some of it.
    pub fn shows(&self, unposed: Unposed) -> bool {
        !self.is_posed() && self.unposed == unposed
    }
}

/// Factors of the translations of bones, above 0: for the clips of a file, on models of other files. Clips of a file that is not here play
/// as they are.
pub type Scales = BTreeMap<FileKey, f32>;

/// Whose curves play otherwise than their file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum ModeScope {
    /// Whatever clip moves it.
    Bone(PlacedKey, BoneIndex),
    /// On every model, wherever the clip plays.
    Clip(ClipKey),
    /// The clip of that layer, there alone.
    Layer(LayerKey),
}

pub type ModeOverrides = BTreeMap<ModeScope, PlayAs>;

/// How clips are brought to models of other files and other proportions; those that are not here play as they are stored.
pub type Retargets = BTreeMap<(ClipKey, PlacedKey), Retarget>;

/// A model's pose in the making; when it is done, room for the one after it.
#[derive(Debug, Default)]
pub(crate) struct NextPose {
    pub pose: Arc<Pose>,
    /// Whether it differs from the pose before. The same pose keeps its place in memory: whoever deforms meshes can tell that nothing
    /// moved.
    pub moved: bool,
    /// Whether any vertex is elsewhere: not so when a clip sets numbers of materials and lights alone.
    pub reshaped: bool,
    /// Bounds of the visible parts of the model in it, in model space; `None` where it has not been looked at.
    pub around: Option<Bounds>,
}
