//! Inverse-kinematics handles and constraints of a skeleton, checked: every bone exists.

use crate::core::BoneIndex;
use glam::{Quat, Vec3};

/// In file order, which is the order of evaluation.
#[derive(Clone, Debug, Default)]
pub struct Rig {
    pub handles: Vec<IkHandle>,
    pub constraints: Vec<Constraint>,
}

#[derive(Clone, Debug)]
pub struct IkHandle {
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

#[derive(Clone, Debug)]
pub struct Constraint {
    pub name: String,
    pub kind: ConstraintKind,
    pub driven: BoneIndex,
    pub target: BoneIndex,
    pub keeps_rest_offset: bool,
    /// 0…1.
    pub weight: f32,
    /// Axes of the driven bone's local channel that are left alone.
    pub skips: [bool; 3],
}

/// What is constrained, with its explicit offset (used unless the rest offset is kept).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ConstraintKind {
    Point { offset: Vec3 },
    Orient { offset: Quat },
    Scale { offset: Vec3 },
}
