//! Random skeletons with IK handles and constraints, away from what no solver can decide: flat matrices, chains without length.

use crate::rigs::{Dice, bone};
use castview_base::core::{BoneIndex, Transform};
use castview_base::scene::{Constraint, ConstraintKind, IkHandle, Rig, Skeleton};
use glam::{Quat, Vec3};
use std::ops::Range;

/// Scales that keep every matrix well away from flat.
pub const SCALES: &[f32] = &[0.5, 0.8, 1.0, 1.0, 1.0, 1.25, 2.0];

/// Bones of random rest, mostly in chains, at least four deep.
pub fn random_skeleton(dice: &mut Dice, bones: usize, scaled: Scaled) -> Vec<castview_base::scene::Bone> {
    (0..bones)
        .map(|i| {
            let parent = match i {
                0 => None,
                1..=3 => Some(i - 1),
                _ if dice.chance(0.1) => None,
                _ if dice.chance(0.6) => Some(i - 1),
                _ => Some(dice.below(i)),
            };
            let rest = random_transform(dice, scaled);
            let mut bone = bone(&format!("bone {i}"), parent, rest);
            bone.compensates_scale = dice.chance(0.6);
            bone
        })
        .collect()
}

#[derive(Clone, Copy, PartialEq)]
pub enum Scaled {
    /// Each bone by one number, mirrors included: nothing is sheared.
    Alike,
    /// Each axis by its own.
    Freely,
}

pub fn random_transform(dice: &mut Dice, scaled: Scaled) -> Transform {
    let scale = match scaled {
        Scaled::Alike => Vec3::splat(SCALES[dice.below(SCALES.len())] * if dice.chance(0.05) { -1.0 } else { 1.0 }),
        Scaled::Freely => Vec3::from_array([0; 3].map(|_| SCALES[dice.below(SCALES.len())])),
    };
    let translation = dice.vec3(1.0);
    Transform {
        // A chain whose bones have no length is skipped; here none is short.
        translation: translation + translation.normalize_or(Vec3::X) * 0.2,
        rotation: dice.rotation(),
        scale,
    }
}

pub fn any_bone(dice: &mut Dice, skeleton: &Skeleton) -> BoneIndex {
    BoneIndex::new(dice.below(skeleton.len()))
}

/// A handle whose effector is `above` steps below its first bone.
pub fn random_handle(dice: &mut Dice, skeleton: &Skeleton, above: usize) -> IkHandle {
    let deep: Vec<[BoneIndex; 2]> = skeleton
        .bones()
        .filter_map(|end| Some([skeleton.ancestors_and_self(end).nth(above)?, end]))
        .collect();
    let [start, end] = deep[dice.below(deep.len())];
    let mut sometimes = |probability| dice.chance(probability).then(|| any_bone(dice, skeleton));
    let (pole_vector, pole_twist) = (sometimes(0.6), sometimes(0.4));
    IkHandle {
        name: String::new(),
        start,
        end,
        target: any_bone(dice, skeleton),
        // Never nothing: a target in the first bone itself would leave no line to turn about.
        target_offset: dice.vec3(0.5),
        pole_vector,
        pole_twist,
        takes_target_rotation: dice.chance(0.4),
    }
}

pub fn random_constraint(dice: &mut Dice, skeleton: &Skeleton) -> Constraint {
    let own_offset = dice.chance(0.5);
    let kind = match dice.below(3) {
        0 => ConstraintKind::Point {
            offset: if own_offset { dice.vec3(0.5) } else { Vec3::ZERO },
        },
        1 => ConstraintKind::Orient {
            offset: if own_offset { dice.rotation() } else { Quat::IDENTITY },
        },
        _ => ConstraintKind::Scale {
            offset: if own_offset {
                Vec3::new(0.5, 2.0, 1.25)
            } else {
                Vec3::ONE
            },
        },
    };
    Constraint {
        name: String::new(),
        kind,
        driven: any_bone(dice, skeleton),
        target: any_bone(dice, skeleton),
        keeps_rest_offset: dice.chance(0.4),
        weight: if dice.chance(0.5) { 1.0 } else { dice.between(0.0, 1.0) },
        skips: [0; 3].map(|_| dice.chance(0.2)),
    }
}

/// Handles over two bones, as many as `handles` says, and fewer than `constraints` constraints.
pub fn random_rig(dice: &mut Dice, skeleton: &Skeleton, handles: Range<usize>, constraints: usize) -> Rig {
    let count = handles.start + dice.below(handles.len());
    let handles = (0..count).map(|_| random_handle(dice, skeleton, 2)).collect();
    let count = dice.below(constraints);
    let constraints = (0..count).map(|_| random_constraint(dice, skeleton)).collect();
    Rig { handles, constraints }
}
