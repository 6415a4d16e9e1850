//! The state of the composition, beside the edits that can be undone.

use crate::{ClipKey, LayerKey, PlayAs};
use castview_base::core::{BoneIndex, Bounds, Transform};
use castview_motion::animation::{Pose, Retarget, Unposed};
use castview_picture::PlacedKey;
use castview_picture::opened::FileKey;
use glam::{Affine3A, EulerRot, Quat, Vec3};
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

/// How a model hangs on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Attachment {
    /// Its origin, then its own placement, in the space of that bone.
    Bone { leader: PlacedKey, bone: BoneIndex },
    /// Bones of the same name stand where the leader's stand.
    Follow { leader: PlacedKey },
}

impl Attachment {
    pub fn leader(self) -> PlacedKey {
        match self {
            Self::Bone { leader, .. } | Self::Follow { leader } => leader,
        }
    }
}

/// Treatment of the way that a clip carries a model along the ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum RootMotion {
    #[default]
    AsAuthored,
    /// The model stays where the clip begins; what goes up and down still does.
    InPlace,
    /// The camera goes along.
    FollowWithCamera,
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

/// The bone that carries the model, and where it stands as the clip begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Carrier {
    pub bone: BoneIndex,
    /// Model space.
    pub start: Vec3,
}

/// Bone that carries all places of a model.
#[derive(Clone, Debug)]
pub(crate) struct Carried {
    pub leader: PlacedKey,
    pub bone: BoneIndex,
    /// `stage_from_bone` while nothing animates: the places are for that.
    pub rest: Affine3A,
    /// The places as seen from the bone, where the file has them so.
    pub from_bone: Option<Arc<Vec<Transform>>>,
}

/// A turn and an offset that take a model away from where its file places it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moved {
    /// In stage space.
    pub offset: Vec3,
    /// Degrees about the x, then y, then z axis of the stage, before the offset.
    pub turn: Vec3,
}

/// Models without an entry stand where their file places them.
pub type Moves = BTreeMap<PlacedKey, Moved>;

/// Largest offset and turn of a move.
const FARTHEST: f32 = 1e9;

impl Moved {
    pub fn turned(rotation: Quat) -> Self {
        let (z, y, x) = rotation.to_euler(EulerRot::ZYX);
        // Rounded, so that a quarter turn reads 90 and not 89.99999.
        let degrees = |radians: f32| (radians.to_degrees() * 1000.0).round() / 1000.0 + 0.0;
        Self {
            turn: Vec3::new(degrees(x), degrees(y), degrees(z)),
            ..Self::default()
        }
    }

    /// Finite, and near enough that single precision keeps the model's shape.
    pub(crate) fn is_sane(self) -> bool {
        let reach = self.offset.abs().max_element().max(self.turn.abs().max_element());
        self.offset.is_finite() && self.turn.is_finite() && reach <= FARTHEST
    }

    pub fn affine(self) -> Affine3A {
        let [x, y, z] = self.turn.to_array().map(f32::to_radians);
        Affine3A::from_rotation_translation(Quat::from_euler(EulerRot::ZYX, z, y, x), self.offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_told_in_degrees_and_made_again_of_them() {
        for axes in [Vec3::new(90.0, 0.0, 0.0), Vec3::new(10.0, -20.0, 30.0)] {
            let moved = Moved {
                turn: axes,
                offset: Vec3::ZERO,
            };
            let rotation = Quat::from_mat3a(&moved.affine().matrix3);
            assert!((Moved::turned(rotation).turn - axes).abs().max_element() < 0.01);
        }
        // Around x first: y ends at z, which the turn around z leaves alone.
        let moved = Moved {
            turn: Vec3::new(90.0, 0.0, 90.0),
            offset: Vec3::X,
        };
        let y = moved.affine().transform_point3(Vec3::Y);
        assert!((y - Vec3::new(1.0, 0.0, 1.0)).length() < 1e-6, "{y}");
    }
}
