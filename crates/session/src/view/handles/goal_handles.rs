//! The goals of IK handles, by which chains are pulled in the view: where they are seen, and how far a drag takes them.
//!
//! In: what is selected, the tool and the camera; two points of the picture. Out: pixels of the viewport, and a way in stage space. Nothing is
//! kept here.

use super::move_handles::{on_plane, sight};
use crate::view::bones::picking::pixel_of;
use crate::{Placed, Selected, Session};
use castview_base::core::IkHandleIndex;
use castview_picture::PlacedKey;
use glam::{Vec2, Vec3};

/// Goals that are seen at one time.
const MOST_SEEN: usize = 16;

/// Where the goal of an IK handle is seen.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalHandle {
    pub model: PlacedKey,
    pub handle: IkHandleIndex,
    /// The file's own name of the handle; may be empty.
    pub name: String,
    /// Pixels of the viewport.
    pub pixel: Vec2,
    /// In stage space.
    pub goal: Vec3,
}

/// The goal of the selected handle; while a tool poses bones, also those of the handles that the selected bone belongs to.
pub fn goal_handles(session: &Session) -> Vec<GoalHandle> {
    let is_free = session.view.flight.is_none() && session.view.look_through.is_none();
    let Some(item) = session.edits.selected.filter(|_| is_free) else {
        return Vec::new();
    };
    let Some(placed) = item.placed().and_then(|key| session.stage.placed(key)) else {
        return Vec::new();
    };
    if !placed.pose().model_visible || session.stage.is_missing(placed) {
        return Vec::new();
    }
    let mut handles = Vec::new();
    match item {
        Selected::Handle(_, handle) => handles.push(handle),
        Selected::Bone(_, bone) if session.composition.hand_tool().handles.is_some() => {
            for part in placed.rig_parts().of_bone(bone) {
                match part.item {
                    Selected::Handle(_, handle) if !handles.contains(&handle) && handles.len() < MOST_SEEN => {
                        handles.push(handle);
                    }
                    _ => {}
                }
            }
        }
        _ => {}
    }
    let seen = |handle| goal_handle(session, placed, handle);
    handles.into_iter().filter_map(seen).collect()
}

/// The way of a goal between two pixels, across the line of sight; `None` where the pixels say nothing.
pub fn goal_way(session: &Session, goal: Vec3, [from, to]: [Vec2; 2]) -> Option<Vec3> {
    let (_, ahead) = sight(session, from)?;
    let way = on_plane(session, goal, ahead, to)? - on_plane(session, goal, ahead, from)?;
    way.is_finite().then_some(way)
}

/// How far the end of a chain is from its goal as both are shown, in stage space; `None` for a handle that the model does not have.
pub fn goal_distance(placed: &Placed, handle: IkHandleIndex) -> Option<f32> {
    let goal = goal_of(placed, handle)?;
    let end = placed.model().rig.handles.get(handle.get())?.end;
    let stage_from_bone = placed.first_stage_from_model() * *placed.pose().model_from_bone.get(end.get())?;
    Some(Vec3::from(stage_from_bone.translation).distance(goal))
}

fn goal_handle(session: &Session, placed: &Placed, handle: IkHandleIndex) -> Option<GoalHandle> {
    let goal = goal_of(placed, handle)?;
    Some(GoalHandle {
        model: placed.key,
        handle,
        name: placed.model().rig.handles.get(handle.get())?.name.clone(),
        pixel: pixel_of(session, goal)?,
        goal,
    })
}

/// In stage space.
fn goal_of(placed: &Placed, handle: IkHandleIndex) -> Option<Vec3> {
    let handle = placed.model().rig.handles.get(handle.get())?;
    let stage_from_bone = placed.first_stage_from_model() * *placed.pose().model_from_bone.get(handle.target.get())?;
    let goal = stage_from_bone.transform_point3(handle.target_offset);
    goal.is_finite().then_some(goal)
}
