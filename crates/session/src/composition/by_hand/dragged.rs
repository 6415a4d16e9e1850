//! A drag of the handles: the poses before it, and what a way along or about an axis makes of them.

use super::action::{HandPart, HandSpace};
use super::frames::{bones_with, frames_of, poses_mut};
use super::posed_bones::posed_bone;
use super::poses::{DraggedBone, HandDrag};
use crate::stage::up_axis;
use crate::undo::{Dragged, Remembers};
use crate::{Placed, Selected, Session};
use castview_base::core::{BoneIndex, Transform};
use castview_picture::PlacedKey;
use glam::{Affine3A, Quat, Vec3};
use std::collections::BTreeSet;

/// Unit axes along and about which `part` of a bone is changed, in stage space. `None` for a bone that the model does not have.
pub(crate) fn axes_of(session: &Session, placed: &Placed, bone: BoneIndex, part: HandPart) -> Option<[Vec3; 3]> {
    let space = match part {
        HandPart::Turn | HandPart::Shift => session.composition.hand_tool.space,
        HandPart::Scale => HandSpace::Local,
    };
    axes_in(session, placed, bone, space)
}

fn axes_in(session: &Session, placed: &Placed, bone: BoneIndex, space: HandSpace) -> Option<[Vec3; 3]> {
    let model_from_bone = &placed.pose().model_from_bone;
    let own = *model_from_bone.get(bone.get())?;
    let parent = placed.model().skeleton.parent(bone);
    let matrix = match space {
        HandSpace::Local => placed.first_stage_from_model() * own,
        HandSpace::Parent => {
            let parent = parent.map_or(Affine3A::IDENTITY, |parent| model_from_bone[parent.get()]);
            placed.first_stage_from_model() * parent
        }
        HandSpace::World => up_axis::world_from_stage(session).inverse(),
    };
    let rotation = Transform::of_affine(matrix).rotation;
    Some(Vec3::AXES.map(|axis| rotation * axis))
}

/// A drag of the selected bones begins. In spaces beyond their own, bones below others that are dragged go along with these alone.
pub(super) fn begin(session: &mut Session) {
    session.composition.hand_drag = HandDrag::default();
    let posed = (session.edits.selected).and_then(|item| posed_bone(session, item));
    let Some((model, bone)) = posed else { return };
    let bones = bones_with(session, model, bone);
    begin_in(session, bones, session.composition.hand_tool.space);
}

/// A drag of `bones` along the axes of `space` begins.
pub(super) fn begin_in(session: &mut Session, mut bones: Vec<(PlacedKey, BoneIndex)>, space: HandSpace) {
    // The mark below the picture comes with the first change: a camera that nobody has moved would make room for it, and the handle would
    // leave the pointer.
    session.view.leave_frame();
    if space != HandSpace::Local {
        leave_outermost(session, &mut bones);
    }
    let drag = frames_of(session, &bones)
        .into_iter()
        .filter_map(|(of, frame, change)| {
            let placed = session.stage.placed(of.0)?;
            let axes = axes_in(session, placed, of.1, space)?;
            Some(DraggedBone {
                of,
                frame,
                change,
                axes,
            })
        });
    session.composition.hand_drag = HandDrag(drag.collect());
}

/// Drops the bones that lie below others of them.
fn leave_outermost(session: &Session, bones: &mut Vec<(PlacedKey, BoneIndex)>) {
    let all: BTreeSet<(PlacedKey, BoneIndex)> = bones.iter().copied().collect();
    let models: BTreeSet<PlacedKey> = all.iter().map(|(model, _)| *model).collect();
    let mut below = BTreeSet::new();
    for placed in models.into_iter().filter_map(|model| session.stage.placed(model)) {
        let skeleton = &placed.model().skeleton;
        let mut carried = vec![false; skeleton.len()];
        for bone in skeleton.bones() {
            // Parents come first.
            let Some(parent) = skeleton.parent(bone) else { continue };
            carried[bone.get()] = carried[parent.get()] || all.contains(&(placed.key, parent));
            if carried[bone.get()] {
                below.insert((placed.key, bone));
            }
        }
    }
    bones.retain(|bone| !below.contains(bone));
}

/// The drag in progress went that far: radians, lengths of the stage, or shares by which a scale grows.
pub(super) fn drag(session: &mut Session, part: HandPart, axis: usize, way: f32) {
    if axis >= 3 || !way.is_finite() {
        return;
    }
    change_each(session, part, |dragged, world_from_stage| {
        let along = world_from_stage.transform_vector3(dragged.axes[axis]);
        let (frame, mut change) = (&dragged.frame, dragged.change);
        match part {
            _ if way == 0.0 => {}
            HandPart::Turn => {
                let turn = frame.turn_from(Quat::from_axis_angle(along, way), HandSpace::World);
                change.rotation = (turn * change.rotation).normalize();
            }
            HandPart::Shift => change.translation += frame.shift_from(along * way, HandSpace::World)?,
            HandPart::Scale => change.scale[axis] *= (1.0 + way).max(LEAST_FACTOR),
        }
        Some(change)
    });
}

/// The goals in hand went that far, in stage space.
pub(super) fn drag_goals(session: &mut Session, way: Vec3) {
    if !way.is_finite() {
        return;
    }
    change_each(session, HandPart::Shift, |dragged, world_from_stage| {
        let mut change = dragged.change;
        if way != Vec3::ZERO {
            let way = world_from_stage.transform_vector3(way);
            change.translation += dragged.frame.shift_from(way, HandSpace::World)?;
        }
        Some(change)
    });
}

/// Changes the bones in hand to what `changed` makes of them, told from the world's place of the stage; `None` leaves a bone as it is.
fn change_each(session: &mut Session, part: HandPart, changed: impl Fn(&DraggedBone, &Affine3A) -> Option<Transform>) {
    let drag = std::mem::take(&mut session.composition.hand_drag);
    let Some(first) = drag.0.first() else { return };
    session
        .changes
        .remember_as(Remembers::Drag(Dragged::ByHand(first.of.0, part)));
    let world_from_stage = up_axis::world_from_stage(session);
    for dragged in &drag.0 {
        let (model, bone) = dragged.of;
        if !session.stage.has(Selected::Bone(model, bone)) {
            continue;
        }
        if let Some(change) = changed(dragged, &world_from_stage) {
            let is_none = change == Transform::IDENTITY;
            poses_mut(session).set(dragged.of, (!is_none).then_some(change));
        }
    }
    session.composition.hand_drag = drag;
}

/// A drag makes no scale of 0 and turns none inside out.
const LEAST_FACTOR: f32 = 0.01;
