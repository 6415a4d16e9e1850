//! A pose as text: bones by their names, with their local transforms. It is copied from one model and pasted onto another, in this castview or in
//! another one.
//!
//! In: the shown pose; or text, which may be anything. Out: text; or changes of the bones that have those names. Text that is no pose changes
//! nothing, and a sentence says why.

use super::frames::{frames_of, poses_mut, selected};
use super::mirror;
use super::posed_bones::bones_of;
use super::poses::is_sane;
use crate::{Change, Effect, Notice, Placed, Selected, Session};
use castview_base::core::{BoneIndex, Transform};
use castview_motion::animation::change_between;
use castview_picture::PlacedKey;
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

/// Longer text is not read: a pose of as many bones as a file may have is shorter.
const MOST_BYTES: usize = 32 << 20;
/// The beginning of every such text.
const BEGINS: &str = "{\"castview_pose\":";
/// The version that this castview writes and reads.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PoseText {
    castview_pose: u32,
    bones: Vec<BoneInText>,
}

/// Relative to the parent bone.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BoneInText {
    name: String,
    translation: [f32; 3],
    /// x, y, z, w.
    rotation: [f32; 4],
    scale: [f32; 3],
}

/// Whether pasted text means to be a pose.
pub(crate) fn is_pose(text: &str) -> bool {
    text.trim_start().starts_with(BEGINS)
}

/// Whether there is a bone to copy.
pub(crate) fn can_copy(session: &Session) -> bool {
    !copied(session).is_empty()
}

/// The selected bones as they are shown, all bones of a selected model, chain and goal of a selected IK handle.
pub(super) fn copy(session: &Session) -> Vec<Effect> {
    let mut bones = Vec::new();
    for (placed, bone) in copied(session) {
        let local = placed.pose().local[bone.get()];
        bones.push(BoneInText {
            name: placed.model().skeleton.name(bone).to_owned(),
            translation: local.translation.to_array(),
            rotation: local.rotation.to_array(),
            scale: local.scale.to_array(),
        });
    }
    let count = bones.len();
    let text = PoseText {
        castview_pose: VERSION,
        bones,
    };
    match serde_json::to_string(&text) {
        Ok(text) if count > 0 => vec![
            Effect::CopyText(text),
            Effect::Notify(Notice::info(format!("Copied the pose of {}.", counted(count)))),
        ],
        _ => Vec::new(),
    }
}

fn copied(session: &Session) -> Vec<(&Placed, BoneIndex)> {
    let mut bones = Vec::new();
    for item in selected(session) {
        let placed = item.placed().and_then(|key| session.stage.placed(key));
        match (item, placed) {
            (Selected::Bone(_, bone), Some(placed)) if bone.get() < placed.pose().local.len() => {
                bones.push((placed, bone));
            }
            (Selected::Handle(_, handle), Some(placed)) => {
                bones.extend(bones_of(placed, handle).into_iter().map(|bone| (placed, bone)));
            }
            (Selected::Model(_), Some(placed)) => {
                bones.extend(placed.model().skeleton.bones().map(|bone| (placed, bone)));
            }
            _ => {}
        }
    }
    bones
}

/// Poses the bones of those names on the model that is selected, or the first one, so that they stand as in `text` at the frame that is shown;
/// `mirrored`: those of the other side, so that they stand as in `text` seen in a mirror.
pub(crate) fn paste(session: &mut Session, text: &str, mirrored: bool) -> Vec<Effect> {
    match pasted(session, text, mirrored) {
        Ok(told) => vec![Effect::Notify(Notice::info(told))],
        Err(why) => vec![Effect::Notify(Notice::warning(format!("No pose was pasted: {why}.")))],
    }
}

fn pasted(session: &mut Session, text: &str, is_mirrored: bool) -> Result<String, String> {
    if !is_pose(text) {
        return Err("the clipboard holds none; copy the pose of selected bones first".to_owned());
    }
    let wanted = read(text)?;
    let selected = session.edits.selected.and_then(Selected::placed);
    let chosen = selected.and_then(|key| session.stage.placed(key));
    let Some(placed) = chosen.or(session.stage.models().first()) else {
        return Err("no model is open".to_owned());
    };
    let (key, skeleton) = (placed.key, &placed.model().skeleton);
    let mut by_name: HashMap<&str, BoneIndex> = HashMap::new();
    for bone in skeleton.bones() {
        by_name.entry(skeleton.name(bone)).or_insert(bone);
    }
    let count = wanted.len();
    let found = wanted.into_iter();
    let found: BTreeMap<(PlacedKey, BoneIndex), Transform> = found
        .filter_map(|(name, local)| Some(((key, *by_name.get(&*name)?), local)))
        .collect();
    if found.is_empty() {
        return Err(format!("{} has no bone of these names", placed.model().name));
    }
    let found = match is_mirrored {
        true => mirror::seen(placed, &found)?,
        false => found,
    };
    let bones: Vec<_> = found.keys().copied().collect();
    let frames = frames_of(session, &bones).into_iter();
    let changes = frames.filter_map(|(bone, frame, _)| Some((bone, change_between(&frame.local, found.get(&bone)?)?)));
    let changes: Vec<_> = changes.filter(|(_, change)| is_sane(change)).collect();
    let posed = changes.len();
    let poses = poses_mut(session);
    for (bone, change) in changes {
        poses.set(bone, Some(change));
    }
    session.note(Change::POSES);
    Ok(match count - posed {
        0 => format!("Pasted the pose of {}.", counted(posed)),
        left => format!(
            "Pasted the pose of {}; {} of the text found no bone to pose.",
            counted(posed),
            left
        ),
    })
}

/// Names and transforms; of a name that comes twice the first one.
fn read(text: &str) -> Result<BTreeMap<String, Transform>, String> {
    if text.len() > MOST_BYTES {
        return Err("the text is longer than any pose".to_owned());
    }
    let read: PoseText = serde_json::from_str(text).map_err(|error| format!("the text is broken, {error}"))?;
    if read.castview_pose != VERSION {
        let version = read.castview_pose;
        return Err(format!(
            "it is of version {version}, and this castview reads version {VERSION}"
        ));
    }
    let mut bones = BTreeMap::new();
    for BoneInText {
        name,
        translation,
        rotation,
        scale,
    } in read.bones
    {
        let local = Transform {
            translation: Vec3::from(translation),
            rotation: Quat::from_array(rotation).normalize(),
            scale: Vec3::from(scale),
        };
        let is_finite = local.translation.is_finite() && local.rotation.is_finite() && local.scale.is_finite();
        if !is_finite {
            let name: String = name.chars().take(MOST_NAMED).collect();
            return Err(format!("{name} stands nowhere there"));
        }
        bones.entry(name).or_insert(local);
    }
    Ok(bones)
}

/// Letters of a name in a sentence.
const MOST_NAMED: usize = 40;

fn counted(bones: usize) -> String {
    match bones {
        1 => "1 bone".to_owned(),
        _ => format!("{bones} bones"),
    }
}
