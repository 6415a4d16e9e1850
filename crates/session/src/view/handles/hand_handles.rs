//! The handles by which the selected bone is turned and moved in the view: where they are seen, and what a drag of one means.
//!
//! In: the selected bone, the tool and the camera; two points of the picture. Out: pixels of the viewport, and the angle or length between the
//! points. Nothing is kept here: the session keeps the pose before a drag, and the panel how far it went.

use super::move_handles::{LEAST_OPEN, LEAST_SEEN, along, on_plane, pixels_per_unit, sight};
use crate::composition::by_hand::dragged::axes_of;
use crate::composition::by_hand::posed_bones::posed_bone;
use crate::view::bones::picking::pixel_of;
use crate::{HandPart, Placed, Session};
use castview_base::core::BoneIndex;
use castview_picture::PlacedKey;
use glam::{Quat, Vec2, Vec3};

/// Points of a ring.
const RING: usize = 48;

/// Where the handles of a bone are seen, in pixels of the viewport.
#[derive(Clone, Debug, PartialEq)]
pub struct HandHandles {
    pub model: PlacedKey,
    pub bone: BoneIndex,
    /// The part that a drag changes.
    pub part: HandPart,
    /// The bone's origin.
    pub center: Vec2,
    /// Unit axes of the space in use, of the bone where it scales; in stage space.
    pub axes: [Vec3; 3],
    /// The length of a handle, in stage space.
    pub length: f32,
    /// A closed line about each axis for a tool that turns; empty for a ring that is seen from its edge.
    pub rings: [Vec<Vec2>; 3],
    /// The tips of the axes for a tool that moves or scales; `None`: the axis points at the eye.
    pub tips: [Option<Vec2>; 3],
}

/// Handles of the active bone, or of the goal of the active IK handle, each `reach` pixels long; `None` while no tool is on, or no bone is selected that is in view.
pub fn hand_handles(session: &Session, reach: f32) -> Option<HandHandles> {
    let part = session.composition.hand_tool().handles?;
    let (model, bone) = posed_bone(session, session.edits.selected?)?;
    if session.view.flight.is_some() || session.view.look_through.is_some() {
        return None;
    }
    let placed = session.stage.placed(model)?;
    let axes = axes_of(session, placed, bone, part)?;
    let origin = origin_of(placed, bone);
    let center = pixel_of(session, origin)?;
    let length = reach / pixels_per_unit(session, origin)?;
    let (mut rings, mut tips) = (<[Vec<Vec2>; 3]>::default(), [None; 3]);
    for (axis, along) in axes.into_iter().enumerate() {
        match part {
            HandPart::Turn => rings[axis] = ring(session, (origin, center), along, length).unwrap_or_default(),
            HandPart::Shift | HandPart::Scale => {
                let tip = pixel_of(session, origin + along * length);
                tips[axis] = tip.filter(|tip| (*tip - center).length() >= reach * LEAST_SEEN);
            }
        }
    }
    Some(HandHandles {
        model,
        bone,
        part,
        center,
        axes,
        length,
        rings,
        tips,
    })
}

/// The way of a handle along or about `axis` between two pixels: radians of a turn, lengths of a shift, shares of the
/// handle by which a scale grows. `None` where the pixels say nothing.
pub fn hand_way(session: &Session, handles: &HandHandles, axis: usize, [from, to]: [Vec2; 2]) -> Option<f32> {
    let placed = session.stage.placed(handles.model)?;
    if handles.bone.get() >= placed.model().skeleton.len() {
        return None;
    }
    let axis = *handles.axes.get(axis)?;
    let origin = origin_of(placed, handles.bone);
    let way = match handles.part {
        HandPart::Turn => {
            let (right, ahead) = axis.any_orthonormal_pair();
            let angle = |pixel| {
                let arm = on_plane(session, origin, axis, pixel)? - origin;
                (arm.length() > 0.0).then(|| arm.dot(ahead).atan2(arm.dot(right)))
            };
            let turn = angle(to)? - angle(from)?;
            // The short way round.
            (turn + std::f32::consts::PI).rem_euclid(std::f32::consts::TAU) - std::f32::consts::PI
        }
        HandPart::Shift => along(session, origin, axis, to)? - along(session, origin, axis, from)?,
        HandPart::Scale => (along(session, origin, axis, to)? - along(session, origin, axis, from)?) / handles.length,
    };
    way.is_finite().then_some(way)
}

fn ring(session: &Session, (origin, center): (Vec3, Vec2), axis: Vec3, length: f32) -> Option<Vec<Vec2>> {
    let (_, sight) = sight(session, center)?;
    if sight.dot(axis).abs() < LEAST_OPEN {
        return None;
    }
    let arm = axis.any_orthonormal_vector() * length;
    let at = |point: usize| {
        let turn = Quat::from_axis_angle(axis, point as f32 / RING as f32 * std::f32::consts::TAU);
        pixel_of(session, origin + turn * arm)
    };
    (0..RING).map(at).collect()
}

/// In stage space.
fn origin_of(placed: &Placed, bone: BoneIndex) -> Vec3 {
    let stage_from_bone = placed.first_stage_from_model() * placed.pose().model_from_bone[bone.get()];
    stage_from_bone.translation.into()
}
