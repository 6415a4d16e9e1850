//! The bones that an action is about, where the clips put them, and their changes.

use super::posed_bones::posed_bone;
use super::poses::HandPoses;
use super::spaces::BoneFrame;
use crate::composition::stack::motion_layers;
use crate::stage::up_axis::world_from_stage;
use crate::{Placed, Selected, Session};
use castview_base::core::{BoneIndex, Transform};
use castview_motion::animation::{self, LayerPart, Pose, PoseStop};
use castview_picture::PlacedKey;
use std::sync::Arc;

/// Where the clips put a bone; `None`: the model has no such bone. Cheap for bones that are shown posed by hand.
pub(super) fn bone_frame(session: &Session, placed: &Placed, bone: BoneIndex) -> Option<BoneFrame> {
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
    let world_from_model = world_from_stage(session) * placed.first_stage_from_model();
    BoneFrame {
        local,
        world_from_parent: world_from_model * placed.pose().model_from_parent(parent),
    }
}

/// The pose that the clips make now, without hand and rig.
fn clip_pose(session: &Session, placed: &Placed) -> Pose {
    let mut layers = Vec::new();
    motion_layers(
        session,
        placed,
        session.playback.transport().playhead_secs(),
        &mut layers,
    );
    let motion = session.composition.motion(&session.edits, placed, &layers);
    let stop = PoseStop::Layer {
        at: layers.len(),
        part: LayerPart::Whole,
    };
    let mut pose = Pose::default();
    animation::evaluate_until(placed.model(), motion, stop, &mut pose);
    pose
}

/// Where the clips put each of `bones`, and its change. Bones that are not there are left out.
pub(super) fn frames_of(
    session: &Session,
    bones: &[(PlacedKey, BoneIndex)],
) -> Vec<((PlacedKey, BoneIndex), BoneFrame, Transform)> {
    let mut clip: Option<(PlacedKey, Pose)> = None;
    let mut frames = Vec::new();
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
        let change = session.edits.hand_poses.change(*model, *bone);
        frames.push((
            (*model, *bone),
            frame_around(session, placed, *bone, *local),
            change.copied().unwrap_or(Transform::IDENTITY),
        ));
    }
    frames
}

/// `bone`, and the other selected bones if it is one of those. The goal of a selected IK handle is one.
pub(super) fn bones_with(session: &Session, model: PlacedKey, bone: BoneIndex) -> Vec<(PlacedKey, BoneIndex)> {
    let all: Vec<_> = (selected(session).into_iter())
        .filter_map(|item| posed_bone(session, item))
        .collect();
    match all.contains(&(model, bone)) {
        true => all,
        false => vec![(model, bone)],
    }
}

pub(super) fn selected(session: &Session) -> Vec<Selected> {
    let edits = &session.edits;
    edits
        .selected
        .into_iter()
        .chain(edits.also_selected.iter().copied())
        .collect()
}

pub(super) fn poses_mut(session: &mut Session) -> &mut HandPoses {
    Arc::make_mut(&mut session.edits.hand_poses)
}
