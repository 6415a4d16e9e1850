//! A bone at rest → a Bone node (docs/formats/cast.md §2.7).

use super::draft::{place, text};
use crate::cast::{NodeDraft, NodeKind};
use crate::rules::convert as rule;
use castview_base::core::{BoneIndex, Diagnostics};
use castview_base::scene::Skeleton;

/// `bone` as `skeleton` has it at rest.
pub(super) fn encode(skeleton: &Skeleton, bone: BoneIndex, hash: u64, losses: &mut Diagnostics) -> NodeDraft {
    let rest = &skeleton.rest()[bone.get()];
    let parent = skeleton
        .parent(bone)
        .map_or(u32::MAX, |parent| skeleton.file_index(parent) as u32);
    if skeleton.shear(bone).is_some() {
        losses.report(
            rule::X_LOST,
            || place("bone", skeleton.name(bone)),
            || "Cast bones have no shear; the nearest translation, rotation and scale are written".into(),
        );
    }
    text(NodeDraft::new(NodeKind::Bone).hash(hash), "n", skeleton.name(bone))
        .u32s("p", &[parent])
        .u8s("ssc", &[u8::from(skeleton.compensates_scale()[bone.get()])])
        .vec3s("lp", &[rest.translation.to_array()])
        .vec4s("lr", &[rest.rotation.to_array()])
        .vec3s("s", &[rest.scale.to_array()])
}
