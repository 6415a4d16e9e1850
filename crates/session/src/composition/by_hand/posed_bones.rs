//! The bones that a selected thing poses by hand: a bone itself, and of an IK handle the one that its chain reaches for.

use crate::{Placed, Selected, Session};
use castview_base::core::{BoneIndex, IkHandleIndex};
use castview_picture::PlacedKey;

/// The bone that `item` poses by hand: itself, or the one that an IK handle reaches for.
pub(crate) fn posed_bone(session: &Session, item: Selected) -> Option<(PlacedKey, BoneIndex)> {
    match item {
        Selected::Bone(model, bone) => Some((model, bone)),
        Selected::Handle(model, handle) => Some((model, target_of(session.stage.placed(model)?, handle)?)),
        _ => None,
    }
}

/// The bone whose position is the goal of that handle.
pub(crate) fn target_of(placed: &Placed, handle: IkHandleIndex) -> Option<BoneIndex> {
    let handle = placed.model().rig.handles.get(handle.get())?;
    Some(handle.target)
}

/// Bones of the chain of `handle`, and the one that it reaches for.
pub(super) fn bones_of(placed: &Placed, handle: IkHandleIndex) -> Vec<BoneIndex> {
    let Some(handle) = placed.model().rig.handles.get(handle.get()) else {
        return Vec::new();
    };
    let mut bones: Vec<BoneIndex> = handle.chain_upwards(&placed.model().skeleton).collect();
    if !bones.contains(&handle.target) {
        bones.push(handle.target);
    }
    bones
}
