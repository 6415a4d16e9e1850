//! Inverse-kinematics handles and constraints of a skeleton, checked: every bone exists.

use super::super::Skeleton;
use crate::core::BoneIndex;
use glam::{Quat, Vec3};

/// In file order, which is the order of evaluation.
#[derive(Clone, Debug, Default)]
pub struct Rig {
    /// Solved first.
    pub handles: Vec<IkHandle>,
    /// Solved after all handles.
    pub constraints: Vec<Constraint>,
}

/// Turns a chain of bones so that its end reaches a target.
#[derive(Clone, Debug)]
pub struct IkHandle {
    /// The file's own name of it; may be empty.
    pub name: String,
    /// First bone of the chain.
    pub start: BoneIndex,
    /// The effector; a descendant of `start`, with at least one bone between.
    pub end: BoneIndex,
    /// The bone whose position is the goal.
    pub target: BoneIndex,
    /// Added to the goal, in the target's own space.
    pub target_offset: Vec3,
    /// The chain bends towards this bone.
    pub pole_vector: Option<BoneIndex>,
    /// Its twist turns the chain around the line to the goal.
    pub pole_twist: Option<BoneIndex>,
    /// The effector takes the target's rotation too.
    pub takes_target_rotation: bool,
}

/// Makes a bone follow another one in one channel.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// The file's own name of it; may be empty.
    pub name: String,
    /// The channel, with the explicit offset.
    pub kind: ConstraintKind,
    /// The bone that follows.
    pub driven: BoneIndex,
    /// The bone that is followed.
    pub target: BoneIndex,
    /// Whether the offset is the one that both bones have to each other at rest, in place of the explicit one.
    pub keeps_rest_offset: bool,
    /// 0…1.
    pub weight: f32,
    /// Axes of the driven bone's local channel that are left alone.
    pub skips: [bool; 3],
}

/// Kind of constraint, with its explicit offset (used unless the rest offset is kept).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ConstraintKind {
    /// The driven bone takes the target's position.
    Point {
        /// In model space, added to the target's position.
        offset: Vec3,
    },
    /// The driven bone takes the target's rotation.
    Orient {
        /// Applied after the target's rotation.
        offset: Quat,
    },
    /// The driven bone takes the target's scale.
    Scale {
        /// Multiplied with the target's scale.
        offset: Vec3,
    },
}

impl Rig {
    /// Whether there are neither handles nor constraints.
    pub fn is_empty(&self) -> bool {
        self.handles.is_empty() && self.constraints.is_empty()
    }
}

impl IkHandle {
    /// The bones that it turns, from the effector up to the first bone of the chain; as long as the skeleton is deep.
    pub fn chain_upwards<'a>(&self, skeleton: &'a Skeleton) -> impl Iterator<Item = BoneIndex> + use<'a> {
        let mut above = skeleton.ancestors_and_self(self.end);
        let mut last = Some(self.start);
        std::iter::from_fn(move || {
            let bone = above.next().filter(|_| last.is_some())?;
            last = last.filter(|start| *start != bone);
            Some(bone)
        })
    }
}

impl ConstraintKind {
    /// Maya's word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Point { .. } => "point",
            Self::Orient { .. } => "orient",
            Self::Scale { .. } => "scale",
        }
    }
}
