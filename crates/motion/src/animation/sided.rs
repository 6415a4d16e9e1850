//! Bones of both sides, and the axis across which they stand.
//!
//! In: a skeleton whose names tell sides. Out: left bones with their right ones. Never here: poses.

use super::side::{Side, mirrored, side_of};
use castview_base::core::BoneIndex;
use castview_base::scene::Skeleton;
use glam::{Affine3A, Vec3};
use std::collections::HashMap;

/// Bones of both sides.
pub(crate) struct SidedBones {
    /// Left ones with their right ones.
    pub pairs: Vec<[BoneIndex; 2]>,
    /// Bones of one side that have none on the other.
    pub alone: Vec<BoneIndex>,
}

impl SidedBones {
    /// By their names.
    pub fn of(skeleton: &Skeleton) -> Self {
        let mut by_name: HashMap<&str, BoneIndex> = HashMap::new();
        for bone in skeleton.bones() {
            by_name.entry(skeleton.name(bone)).or_insert(bone);
        }
        let (mut pairs, mut alone) = (Vec::new(), Vec::new());
        for bone in skeleton.bones() {
            let name = skeleton.name(bone);
            let Some(side) = side_of(name) else { continue };
            match mirrored(name).and_then(|other| by_name.get(other.as_str()).copied()) {
                Some(other) if side == Side::Left => pairs.push([bone, other]),
                Some(_) => {}
                None => alone.push(bone),
            }
        }
        Self { pairs, alone }
    }

    /// The axis of model space (0 to 2) along which the pairs lie apart at `rest`, which has `model_from_bone` of each bone; `None`: there are
    /// no pairs.
    pub fn axis(&self, rest: &[Affine3A]) -> Option<usize> {
        let place = |bone: &BoneIndex| Vec3::from(rest[bone.get()].translation);
        let apart = self.pairs.iter();
        let apart: Vec3 = apart.map(|[left, right]| (place(left) - place(right)).abs()).sum();
        (!self.pairs.is_empty()).then(|| apart.max_position())
    }
}
