//! Carrying out what poses bones by hand.

use super::action::{HandPart, HandPoseAction, HandSpace};
use super::frames::{bone_frame, bones_with, frames_of, poses_mut, selected};
use super::goals;
use super::posed_bones::posed_bone;
use super::spaces::{self, BoneFrame};
use super::{dragged, mirror, text};
use crate::undo::{Dragged, Remembers};
use crate::{Change, Effect, Placed, Selected, Session};
use castview_base::core::{BoneIndex, Transform};
use castview_picture::PlacedKey;
use glam::Vec3;
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
            return goals::solve_selected(session);
        }
        HandPoseAction::TellIn(space) => {
            session.composition.hand_tool.space = space;
            session.note(Change::PICTURE);
        }
        HandPoseAction::ToggleHandles(part) => {
            let tool = &mut session.composition.hand_tool;
            tool.handles = (tool.handles != Some(part)).then_some(part);
            tool.pulls_shapes = false;
            session.note(Change::PICTURE);
        }
        HandPoseAction::ToggleShapes => {
            let tool = &mut session.composition.hand_tool;
            tool.pulls_shapes = !tool.pulls_shapes;
            tool.handles = None;
            session.note(Change::PICTURE);
        }
        HandPoseAction::CopyPose => return text::copy(session),
        HandPoseAction::Paste { mirrored } => return vec![Effect::PastePose { mirrored }],
        HandPoseAction::PasteText { text, mirrored } => return text::paste(session, &text, mirrored),
        HandPoseAction::Mirror => return mirror::mirror(session),
        HandPoseAction::BeginDrag => {
            dragged::begin(session);
            return goals::solve_selected(session);
        }
        HandPoseAction::BeginGoalDrag { model, handle } => return goals::begin(session, model, handle),
        HandPoseAction::DragGoal { way } => dragged::drag_goals(session, way),
        HandPoseAction::Drag { part, axis, way } => dragged::drag(session, part, axis, way),
        HandPoseAction::ResetSelected => {
            for item in selected(session) {
                let posed = posed_bone(session, item);
                match (item, posed) {
                    (Selected::Model(model), _) => poses_mut(session).reset_model(model),
                    (_, Some(bone)) => _ = poses_mut(session).set(bone, None),
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
            Selected::Model(model) => poses.of(*model).is_some(),
            _ => posed_bone(session, *item).is_some_and(|(model, bone)| poses.change(model, bone).is_some()),
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

/// Changes each of `bones` to what `changed` makes of its change in the space in use; `None` leaves it. All see the pose of before.
fn change_each(
    session: &mut Session,
    bones: &[(PlacedKey, BoneIndex)],
    changed: impl Fn(&BoneFrame, &Transform, HandSpace) -> Option<Transform>,
) {
    let space = session.composition.hand_tool.space;
    let frames = frames_of(session, bones).into_iter();
    let changes = frames.filter_map(|(bone, frame, change)| Some((bone, changed(&frame, &change, space)?)));
    let changes: Vec<_> = changes.collect();
    let poses = poses_mut(session);
    for (bone, change) in changes {
        poses.set(bone, Some(change));
    }
}
