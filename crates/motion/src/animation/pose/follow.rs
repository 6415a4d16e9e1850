//! One skeleton moves with the same-named bones of another: body, head and gloves from separate files as one.
//!
//! In: a pose, and the model-space bones of a leader. Out: the pose, its bones moved. Never here: which model leads which.

use super::palette::build_palettes;
use crate::animation::Pose;
use crate::animation::bind::names::NameTable;
use castview_base::core::{BoneIndex, counted_from};
use castview_base::scene::{Model, Skeleton};
use glam::Vec3;

/// For each bone of `follower` the bone of `leader` it goes with, found as curves find theirs (cast.md A25).
pub fn leading_bones(follower: &Skeleton, leader: &Skeleton) -> Vec<Option<BoneIndex>> {
    let in_file_order = (0..leader.len()).filter_map(|index| leader.from_file(index));
    let names = NameTable::new(in_file_order.map(|bone| (leader.name(bone), bone)));
    follower.bones().map(|bone| names.find(follower.name(bone))).collect()
}

/// The bone that a curve of that name would drive (cast.md A25).
pub fn bone_named(skeleton: &Skeleton, name: &str) -> Option<BoneIndex> {
    let in_file_order = (0..skeleton.len()).filter_map(|index| skeleton.from_file(index));
    NameTable::new(in_file_order.map(|bone| (skeleton.name(bone), bone))).find(name)
}

/// Moves every bone with a leader to the leader; the others keep their place relative to their parent.
///
/// `leading` has one entry per bone of `model`, `leader` is the leader's pose. Local transforms stay what the
/// model's own clips made of them.
pub fn follow(model: &Model, leading: &[Option<BoneIndex>], leader: &Pose, pose: &mut Pose) {
    let skeleton = &model.skeleton;
    let between = pose.origin - leader.origin;
    for bone in skeleton.bones() {
        let stands = match (leading[bone.get()], skeleton.parent(bone)) {
            (Some(lead), _) => counted_from(leader.model_from_bone[lead.get()], Vec3::ZERO, between),
            (None, Some(parent)) => pose.model_from_bone[parent.get()] * skeleton.joint(&pose.local, bone),
            (None, None) => continue,
        };
        if stands.is_finite() {
            pose.model_from_bone[bone.get()] = stands;
        }
    }
    build_palettes(model, pose);
}
