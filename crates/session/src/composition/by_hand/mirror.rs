//! Poses by hand seen in a mirror.
//!
//! In: changes of bones, or places of bones that were copied. Out: those of the bones of the other side ([`PoseMirror`]). All are told from the rest
//! pose: the mirror of a change does not depend on the clip below it.

use super::frames::{poses_mut, selected};
use super::posed_bones::target_of;
use crate::{Change, Effect, Notice, Placed, Selected, Session};
use castview_base::core::{BoneIndex, Transform};
use castview_motion::animation::{PoseMirror, change_between, over};
use castview_picture::PlacedKey;
use std::collections::{BTreeMap, BTreeSet};

/// Bones by their models.
type Meant = BTreeMap<PlacedKey, BTreeSet<BoneIndex>>;

/// Exchanges the changes of the bones that are meant with those of the other side.
pub(super) fn mirror(session: &mut Session) -> Vec<Effect> {
    let (mut changes, mut told) = (Vec::new(), Vec::new());
    for (model, mut bones) in meant(session) {
        let Some(placed) = session.stage.placed(model) else {
            continue;
        };
        let mirror = match mirror_of(placed) {
            Ok(mirror) => mirror,
            Err(why) => {
                told.push(Notice::warning(format!("Nothing was mirrored: {why}.")));
                continue;
            }
        };
        let twins: Vec<BoneIndex> = bones.iter().map(|bone| mirror.twin(*bone)).collect();
        bones.extend(twins);
        for bone in bones {
            let change = session.edits.hand_poses.change(model, bone);
            let seen = match change {
                Some(change) => mirror.change(bone, change),
                None => Some(Transform::IDENTITY),
            };
            changes.extend(seen.map(|seen| ((model, mirror.twin(bone)), seen)));
        }
    }
    let is_posed = |(bone, seen): &((PlacedKey, BoneIndex), Transform)| {
        *seen != Transform::IDENTITY || session.edits.hand_poses.change(bone.0, bone.1).is_some()
    };
    if told.is_empty() && !changes.iter().any(is_posed) {
        let text = "Nothing was mirrored: neither the selected bones nor those of the other side are posed by hand.";
        told.push(Notice::info(text));
    }
    let poses = poses_mut(session);
    for (bone, seen) in changes {
        poses.set(bone, Some(seen));
    }
    session.note(Change::POSES);
    told.into_iter().map(Effect::Notify).collect()
}

/// Selected bones, bones of selected models, and goals of selected IK handles, that are there; all bones posed by hand where neither is selected.
fn meant(session: &Session) -> Meant {
    let mut meant = Meant::new();
    let items = selected(session);
    for item in &items {
        let placed = item.placed().and_then(|key| session.stage.placed(key));
        match (*item, placed) {
            (Selected::Bone(model, bone), Some(placed)) if bone.get() < placed.model().skeleton.len() => {
                meant.entry(model).or_default().insert(bone);
            }
            (Selected::Handle(model, handle), Some(placed)) => {
                meant.entry(model).or_default().extend(target_of(placed, handle));
            }
            (Selected::Model(model), Some(_)) => {
                let posed = session.edits.hand_poses.of(model).into_iter().flatten();
                meant.entry(model).or_default().extend(posed.map(|(bone, _)| *bone));
            }
            _ => {}
        }
    }
    if meant.is_empty() {
        for ((model, bone), _) in session.edits.hand_poses.iter() {
            meant.entry(model).or_default().insert(bone);
        }
    }
    meant
}

/// Local transforms of bones of `placed` as the bones of the other side have them in the mirror. Bones that are flat at rest are left out.
pub(super) fn seen(
    placed: &Placed,
    wanted: &BTreeMap<(PlacedKey, BoneIndex), Transform>,
) -> Result<BTreeMap<(PlacedKey, BoneIndex), Transform>, String> {
    let mirror = mirror_of(placed)?;
    let rest = placed.model().skeleton.rest();
    let one = |((model, bone), local): (&(PlacedKey, BoneIndex), &Transform)| {
        let change = change_between(&rest[bone.get()], local)?;
        let twin = mirror.twin(*bone);
        let seen = mirror.change(*bone, &change)?;
        Some(((*model, twin), over(&rest[twin.get()], &seen)))
    };
    Ok(wanted.iter().filter_map(one).collect())
}

/// The error is a part of a sentence.
fn mirror_of(placed: &Placed) -> Result<PoseMirror, String> {
    let name = &placed.model().name;
    PoseMirror::of(&placed.model().skeleton)
        .ok_or_else(|| format!("no two bones of {name} have names of left and right"))
}
