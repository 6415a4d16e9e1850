//! Point, orient and scale constraints: one bone follows another (docs/formats/cast.md §3.17).
//!
//! In: one prepared constraint and the bones of a pose. Out: one channel of the driven bone. Points and rotations are compared in
//! model space, scales are local (A31). The target is read before the driven bone moves. A target below the driven bone is thus
//! followed once, to its place before.

use super::bones::{Bones, reciprocal};
use super::turn::{euler_xyz, from_euler_xyz};
use crate::animation::sample::slerp;
use castview_base::core::BoneIndex;
use castview_base::scene::{self, ConstraintKind};
use glam::{DQuat, DVec3};

/// A constraint with its offset settled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constraint {
    driven: BoneIndex,
    target: BoneIndex,
    offset: Offset,
    /// How far from the unconstrained value to the constrained one, 0…1 (cast.md A32).
    weight: f64,
    /// Axes of the local channel that stay as they are.
    skips: [bool; 3],
}

/// From the target to the goal.
#[derive(Clone, Copy, Debug)]
enum Offset {
    /// Added, in model space.
    Point(DVec3),
    /// Turns first, in the target's own axes.
    Orient(DQuat),
    /// Multiplied, axis by axis.
    Scale(DVec3),
}

impl Constraint {
    /// `rest` are the bones at rest. `None` for a constraint without effect, and for one whose rest offset is undefined because
    /// axes of its bones are flat.
    pub fn new(constraint: &scene::Constraint, rest: &Bones<'_>) -> Option<Self> {
        let (driven, target) = (constraint.driven, constraint.target);
        // cast.md A33: keeping the rest offset goes before an offset of its own.
        let keeps = constraint.keeps_rest_offset;
        let position = |bone| rest.model_from_bone(bone).translation;
        let offset = match constraint.kind {
            ConstraintKind::Point { .. } if keeps => Offset::Point(position(driven) - position(target)),
            ConstraintKind::Point { offset } => Offset::Point(offset.as_dvec3()),
            ConstraintKind::Orient { .. } if keeps => {
                Offset::Orient(rest.rotation(target)?.conjugate() * rest.rotation(driven)?)
            }
            ConstraintKind::Orient { offset } => Offset::Orient(offset.as_dquat().normalize()),
            ConstraintKind::Scale { .. } if keeps => {
                Offset::Scale(rest.local(driven).scale * reciprocal(rest.local(target).scale))
            }
            ConstraintKind::Scale { offset } => Offset::Scale(offset.as_dvec3()),
        };
        let skips = constraint.skips;
        let weight = f64::from(constraint.weight);
        (weight > 0.0 && skips != [true; 3]).then_some(Self {
            driven,
            target,
            offset,
            weight: weight.min(1.0),
            skips,
        })
    }

    /// Leaves the bone as it is where the goal is not finite or cannot be told in the bone's own axes.
    pub fn apply(&self, bones: &mut Bones<'_>) {
        match self.offset {
            Offset::Point(offset) => self.point(offset, bones),
            Offset::Orient(offset) => self.orient(offset, bones),
            Offset::Scale(offset) => {
                let before = bones.local(self.driven).scale;
                let goal = bones.local(self.target).scale * offset;
                bones.set_scale(self.driven, self.mixed(before, goal));
            }
        }
    }

    fn point(&self, offset: DVec3, bones: &mut Bones<'_>) {
        let goal = bones.model_from_bone(self.target).translation + offset;
        let before = bones.local(self.driven).translation;
        let parent = bones.parent(self.driven).map(|parent| bones.model_from_bone(parent));
        let goal = parent.map_or(goal, |parent| parent.inverse().transform_point3(goal));
        bones.set_translation(self.driven, self.mixed(before, goal));
    }

    fn orient(&self, offset: DQuat, bones: &mut Bones<'_>) {
        let (Some(target), Some(frame)) = (bones.rotation(self.target), bones.socket(self.driven).rotation()) else {
            return;
        };
        let before = bones.local(self.driven).rotation;
        let mut goal = frame.conjugate() * target * offset;
        if self.skips != [false; 3] {
            goal = from_euler_xyz(self.kept(euler_xyz(before), euler_xyz(goal)));
        }
        let goal = goal.normalize();
        let mixed = if self.weight < 1.0 {
            slerp(before, goal, self.weight)
        } else {
            goal
        };
        bones.set_rotation(self.driven, mixed);
    }

    /// `goal` by the weight; skipped axes stay at `before`.
    fn mixed(&self, before: DVec3, goal: DVec3) -> DVec3 {
        let mixed = if self.weight < 1.0 {
            before.lerp(goal, self.weight)
        } else {
            goal
        };
        self.kept(before, mixed)
    }

    /// Skipped axes of `before`, the others of `goal`.
    fn kept(&self, before: DVec3, goal: DVec3) -> DVec3 {
        let axis = |i: usize| if self.skips[i] { before[i] } else { goal[i] };
        DVec3::new(axis(0), axis(1), axis(2))
    }
}
