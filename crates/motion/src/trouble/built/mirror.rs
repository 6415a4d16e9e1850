//! Left and right that do not match at rest.
//!
//! In: a skeleton whose names tell sides. Bones are looked at from their parents: a misplaced bone has no effect on its children. The mirror
//! stands across the axis along which the pairs lie apart.

use crate::animation::{SidedBones, skeleton_size};
use crate::trouble::found::{FoundTrouble, TroubleOf, Troubles};
use crate::trouble::table::{TroubleKind, TroubleKinds};
use castview_base::core::BoneIndex;
use castview_base::scene::Model;
use glam::Vec3;

/// Fewer pairs say nothing of a plane.
pub(super) const FEWEST: usize = 4;
/// A model of which more than this share of the pairs does not match is not meant to be the same on both sides.
pub(super) const OFTEN: f32 = 0.34;

pub(super) fn look(model: &Model, kinds: TroubleKinds, out: &mut Troubles) {
    let sided = SidedBones::of(&model.skeleton);
    if sided.pairs.len() < FEWEST {
        return;
    }
    if kinds.has(TroubleKind::NoTwin) && (sided.alone.len() as f32) < OFTEN * sided.pairs.len() as f32 {
        for bone in &sided.alone {
            out.add(TroubleKind::NoTwin, || FoundTrouble {
                kind: TroubleKind::NoTwin,
                of: TroubleOf::Bone(*bone),
                frame: None,
                range: None,
                value: 0.0,
                message: "no bone has its name with the sides exchanged".into(),
            });
        }
    }
    if kinds.has(TroubleKind::Lopsided) {
        lopsided(model, &sided, out);
    }
}

/// Pairs whose right bone does not stand to its parent as the left one does in a mirror.
fn lopsided(model: &Model, sided: &SidedBones, out: &mut Troubles) {
    let skeleton = &model.skeleton;
    let rest = skeleton.rest_model_from_bone();
    let place = |bone: BoneIndex| Vec3::from(rest[bone.get()].translation);
    let Some(axis) = sided.axis(&rest) else { return };
    let pairs = &sided.pairs;
    let from_parent = |bone: BoneIndex| place(bone) - skeleton.parent(bone).map_or(Vec3::ZERO, place);
    let off = |[left, right]: [BoneIndex; 2]| {
        let mut seen = from_parent(left);
        seen[axis] = -seen[axis];
        seen.distance(from_parent(right))
    };
    let bound = TroubleKind::Lopsided.row().bound * skeleton_size(model);
    let offs = pairs.iter().map(|pair| (*pair, off(*pair)));
    let found: Vec<([BoneIndex; 2], f32)> = offs.filter(|(_, off)| *off > bound).collect();
    if found.len() as f32 > OFTEN * pairs.len() as f32 {
        return;
    }
    for ([left, right], off) in found {
        out.add(TroubleKind::Lopsided, || FoundTrouble {
            kind: TroubleKind::Lopsided,
            of: TroubleOf::Bone(left),
            frame: None,
            range: None,
            value: off,
            message: format!(
                "at rest it is {off:.4} units from where {} is in the mirror",
                skeleton.name(right)
            ),
        });
    }
}
