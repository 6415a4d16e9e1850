//! Carrying out what poses bones by hand.

use super::action::{HandPart, HandPoseAction, HandSpace};
use super::poses::HandPoses;
use super::spaces::{self, BoneFrame};
use crate::undo::{Dragged, Remembers};
use crate::{Change, Effect, Placed, Selected, Session};
use castview_base::core::{BoneIndex, Transform};
use castview_motion::animation::{self, LayerPart, Pose, PoseStop};
use castview_picture::PlacedKey;
use glam::{Affine3A, Vec3};
use std::sync::Arc;

/// Turns that differ by less are told by the same numbers.
const SAME_TURN_RAD: f32 = 2e-3;

pub(crate) fn apply(session: &mut Session, action: HandPoseAction) -> Vec<Effect> {
    match action {
        HandPoseAction::Set {
            model,
            bone,
            part,
            value,
        } => {
            session
                .changes
                .remember_as(Remembers::Drag(Dragged::ByHand(model, part)));
            let bones = bones_with(session, model, bone);
            change_each(session, &bones, |frame, change, space| {
                frame.with(change, part, space, value)
            });
        }
        HandPoseAction::TellIn(space) => {
            session.composition.hand_tool.space = space;
            session.note(Change::PICTURE);
        }
        HandPoseAction::ResetSelected => {
            let selected = selected(session);
            let poses = poses_mut(session);
            for item in selected {
                match item {
                    Selected::Bone(model, bone) => _ = poses.set((model, bone), None),
                    Selected::Model(model) => poses.reset_model(model),
                    _ => {}
                }
            }
        }
        HandPoseAction::ResetAll => session.edits.hand_poses = Arc::default(),
    }
    Vec::new()
}

/// Whether anything that is selected is posed by hand.
pub(crate) fn selection_is_posed(session: &Session) -> bool {
    let poses = &session.edits.hand_poses;
    !poses.is_empty()
        && selected(session).iter().any(|item| match item {
            Selected::Bone(model, bone) => poses.change(*model, *bone).is_some(),
            Selected::Model(model) => poses.of(*model).is_some(),
            _ => false,
        })
}

/// The turn, the shift and the factors of a bone's change in the space in use. `typed`: degrees that are told as they are for as long as they
/// mean the same turn, of which other angles could tell, too.
pub fn told_change(session: &Session, placed: &Placed, bone: BoneIndex, typed: Option<Vec3>) -> [Vec3; 3] {
    let Some(change) = session.edits.hand_poses.change(placed.key, bone) else {
        return [Vec3::ZERO, Vec3::ZERO, Vec3::ONE];
    };
    let space = session.composition.hand_tool.space;
    let frame = match space {
        HandSpace::Local => None,
        HandSpace::Parent | HandSpace::World => bone_frame(session, placed, bone),
    };
    let frame = frame.unwrap_or_default();
    let told = |part| frame.told(change, part, space);
    let is_same = |typed: &Vec3| {
        let turn = frame.turn_in(change.rotation, space);
        spaces::rotation(*typed).angle_between(turn) < SAME_TURN_RAD
    };
    let turn = typed.filter(is_same).unwrap_or_else(|| told(HandPart::Turn));
    [turn, told(HandPart::Shift), told(HandPart::Scale)]
}

/// Where the clips put a bone; `None`: the model has no such bone. Cheap for bones that are shown posed by hand.
pub(crate) fn bone_frame(session: &Session, placed: &Placed, bone: BoneIndex) -> Option<BoneFrame> {
    let skeleton = &placed.model().skeleton;
    if bone.get() >= skeleton.len() {
        return None;
    }
    let shown = &placed.pose().clip_local;
    let local = match shown.binary_search_by_key(&bone, |(bone, _)| *bone) {
        Ok(at) => shown[at].1,
        Err(_) => clip_pose(session, placed).local[bone.get()],
    };
    Some(frame_around(session, placed, bone, local))
}

/// Panics for a bone that the model does not have.
fn frame_around(session: &Session, placed: &Placed, bone: BoneIndex, local: Transform) -> BoneFrame {
    let parent = placed.model().skeleton.parent(bone);
    let model_from_parent = parent.map(|parent| placed.pose().model_from_bone[parent.get()]);
    let world_from_model = session.world_from_stage() * placed.first_stage_from_model();
    BoneFrame {
        local,
        world_from_parent: world_from_model * model_from_parent.unwrap_or(Affine3A::IDENTITY),
    }
}

/// The pose that the clips make now, without hand and rig.
fn clip_pose(session: &Session, placed: &Placed) -> Pose {
    let mut layers = Vec::new();
    session.motion_layers(placed, session.playback.transport.playhead_secs(), &mut layers);
    let motion = session.composition.motion(&session.edits, placed, &layers);
    let stop = PoseStop::Layer {
        at: layers.len(),
        part: LayerPart::Whole,
    };
    let mut pose = Pose::default();
    animation::evaluate_until(placed.model(), motion, stop, &mut pose);
    pose
}

/// Changes each of `bones` to what `changed` makes of its change in the space in use; `None` leaves it. All see the pose of before.
fn change_each(
    session: &mut Session,
    bones: &[(PlacedKey, BoneIndex)],
    changed: impl Fn(&BoneFrame, &Transform, HandSpace) -> Option<Transform>,
) {
    let space = session.composition.hand_tool.space;
    let mut clip: Option<(PlacedKey, Pose)> = None;
    let mut changes = Vec::new();
    for (model, bone) in bones {
        let Some(placed) = session.stage.placed(*model) else {
            continue;
        };
        let (_, pose) = match clip.take().filter(|(of, _)| of == model) {
            Some(kept) => clip.insert(kept),
            None => clip.insert((*model, clip_pose(session, placed))),
        };
        let Some(local) = pose.local.get(bone.get()) else {
            continue;
        };
        let frame = frame_around(session, placed, *bone, *local);
        let change = session.edits.hand_poses.change(*model, *bone);
        let change = change.copied().unwrap_or(Transform::IDENTITY);
        changes.extend(changed(&frame, &change, space).map(|changed| ((*model, *bone), changed)));
    }
    let poses = poses_mut(session);
    for (bone, change) in changes {
        poses.set(bone, Some(change));
    }
}

/// `bone`, and the other selected bones if it is one of those.
fn bones_with(session: &Session, model: PlacedKey, bone: BoneIndex) -> Vec<(PlacedKey, BoneIndex)> {
    let all: Vec<_> = (selected(session).into_iter())
        .filter_map(|item| match item {
            Selected::Bone(model, bone) => Some((model, bone)),
            _ => None,
        })
        .collect();
    match all.contains(&(model, bone)) {
        true => all,
        false => vec![(model, bone)],
    }
}

fn selected(session: &Session) -> Vec<Selected> {
    let edits = &session.edits;
    edits
        .selected
        .into_iter()
        .chain(edits.also_selected.iter().copied())
        .collect()
}

fn poses_mut(session: &mut Session) -> &mut HandPoses {
    Arc::make_mut(&mut session.edits.hand_poses)
}
