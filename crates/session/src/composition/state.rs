//! The state of the composition, beside the edits that can be undone.

use super::by_hand::action::HandTool;
use super::by_hand::poses::HandDrag;
use crate::{ClipKey, ClipLayer, LayerKey, PlayAs, RootMotion};
use castview_base::core::{BoneIndex, Bounds};
use castview_motion::animation::{Pose, Retarget, Unposed};
use castview_picture::PlacedKey;
use castview_picture::opened::FileKey;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How motion is composed, beside the edits.
#[derive(Clone, Debug, Default)]
pub struct Composition {
    /// Whether what a clip makes of the topmost bones is shown.
    pub(super) root_motion: RootMotion,
    /// The model on its way to what it shall hang on, without a pointer.
    pub(super) carried_model: Option<PlacedKey>,
    /// The layer whose keys the user looks at ([`crate::Session::keyed`]).
    pub(super) keyed_layer: Option<LayerKey>,
    /// IK handles and constraints are solved. Off at first (cast.md A30): exporters mostly bake what they do.
    pub(super) rig: bool,
    /// Every curve stays at its last key until the next one (step preview).
    pub(super) stepped: bool,
    /// The pose that is shown in place of what the clips make.
    pub(super) shown_pose: ShownPose,
    /// How bones are posed by hand.
    pub(super) hand_tool: HandTool,
    /// The bones that are dragged, as they were before.
    pub(super) hand_drag: HandDrag,
    /// The number of the layer that was made last.
    next_layer: u64,
    /// The number of the pin or the sweep of B that was made last.
    pub(super) numbers_of_b: u64,
    /// Room for the poses that come next, one per model; a pose that has been replaced leaves its room here.
    pub(super) next_poses: Vec<NextPose>,
}

impl Composition {
    /// Whether what a clip makes of the topmost bones is shown.
    pub fn root_motion(&self) -> RootMotion {
        self.root_motion
    }

    /// Shows what a clip makes of the topmost bones, or leaves it out.
    pub(crate) fn choose_root_motion(&mut self, root_motion: RootMotion) {
        self.root_motion = root_motion;
    }

    /// Whether IK handles and constraints are solved.
    pub fn rig(&self) -> bool {
        self.rig
    }

    /// Solves IK handles and constraints, or leaves them out.
    pub(crate) fn solve_rig(&mut self, solves: bool) {
        self.rig = solves;
    }

    /// Whether every curve stays at its last key until the next one.
    pub fn stepped(&self) -> bool {
        self.stepped
    }

    /// Lets every curve stay at its last key until the next one, or not.
    pub(crate) fn step_keys(&mut self, stepped: bool) {
        self.stepped = stepped;
    }

    /// How far models stand away from a pose that no clip made.
    pub fn shown_pose(&self) -> ShownPose {
        self.shown_pose
    }

    /// How bones are posed by hand.
    pub fn hand_tool(&self) -> HandTool {
        self.hand_tool
    }

    /// Takes the handles of the selected bone away, else the one by which surfaces are pulled; whether there were any.
    pub(crate) fn put_handles_away(&mut self) -> bool {
        self.hand_tool.handles.take().is_some() || std::mem::take(&mut self.hand_tool.pulls_shapes)
    }

    /// The layer whose keys the user looks at.
    pub(crate) fn keyed_layer(&self) -> Option<LayerKey> {
        self.keyed_layer
    }

    /// Looks at the keys of that layer; `None`: at those of the active clip.
    pub(crate) fn look_at_keys(&mut self, layer: Option<LayerKey>) {
        self.keyed_layer = layer;
    }

    /// A key that no layer of this session has had.
    pub(crate) fn new_layer(&mut self) -> LayerKey {
        self.next_layer += 1;
        LayerKey(self.next_layer)
    }

    /// Layers have come with keys of their own: later ones get others.
    pub(crate) fn keep_keys_apart(&mut self, layers: &[ClipLayer]) {
        let next = layers.iter().map(|layer| layer.key.0 + 1).max();
        self.next_layer = self.next_layer.max(next.unwrap_or_default());
    }

    /// Shows a pose in place of what the clips make.
    pub(crate) fn show_pose(&mut self, shown_pose: ShownPose) {
        self.shown_pose = shown_pose;
    }

    /// Forgets the room for the poses that come next, and whatever is known of them.
    pub(crate) fn forget_next_poses(&mut self) {
        self.next_poses.clear();
    }
}

/// How far models stand away from a pose that no clip made, towards what their clips make.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ShownPose {
    /// The pose that no clip made.
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
#[derive(Clone, Debug, Default)]
pub(super) struct NextPose {
    /// The pose that is made, or its room.
    pub(super) pose: Arc<Pose>,
    /// Whether it differs from the pose before. The same pose keeps its place in memory: whoever deforms meshes can tell that nothing
    /// moved.
    pub(super) moved: bool,
    /// Whether any vertex is elsewhere: not so when a clip sets numbers of materials and lights alone.
    pub(super) reshaped: bool,
    /// Bounds of the visible parts of the model in it, in model space; `None` where it has not been looked at.
    pub(super) around: Option<Bounds>,
}
