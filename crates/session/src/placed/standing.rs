//! Place of a model: its carrier, the model that takes it along, and moves by hand.

use castview_base::core::{BoneIndex, Transform};
use castview_picture::PlacedKey;
use glam::{Affine3A, EulerRot, Quat, Vec3};
use std::collections::BTreeMap;
use std::sync::Arc;

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

/// A turn and an offset from the place that the file gives a model.
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
