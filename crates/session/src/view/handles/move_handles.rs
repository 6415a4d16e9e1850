//! The handles by which a model is moved and turned in the view: where they are seen, and what a drag of one means.
//!
//! In: the selected model and the camera; two points of the picture. Out: pixels of the viewport, and the move that follows. Distances are
//! those of the model's origin, so the model follows the pointer. Nothing is kept here: a drag remembers the move before it.

use crate::composition::attach::camera_travel;
use crate::stage::up_axis::up_axis;
use crate::stage::up_axis::world_from_stage;
use crate::view::bones::picking::pixel_of;
use crate::{Moved, Placed, Selected, Session};
use castview_picture::PlacedKey;
use glam::{Affine3A, Quat, Vec2, Vec3};

/// An axis that points nearer to the eye than this has no handle: a drag along it would throw the model far away.
pub(super) const LEAST_SEEN: f32 = 0.25;
/// The same of the ground, seen from its edge.
pub(super) const LEAST_OPEN: f32 = 0.12;
/// Points of the ring.
const RING: usize = 48;

/// Part of a model's move that a drag changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MovePart {
    /// Along the stage's x, y or z axis.
    Axis(usize),
    /// On the ground, or across the view where that is seen from its edge.
    Ground,
    /// About the axis that points up.
    Turn,
}

/// Where the handles are seen, in pixels of the viewport.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveHandles {
    pub model: PlacedKey,
    /// The model's origin.
    pub center: Vec2,
    /// Tips of the stage's x, y and z axes; `None`: it points at the eye.
    pub tips: [Option<Vec2>; 3],
    /// Closed; empty where it would be a line.
    pub ring: Vec<Vec2>,
    /// Knob of the ring, where it is taken hold of.
    pub knob: Option<Vec2>,
}

/// Handles of the selected model, each `reach` pixels long; `None` unless it alone is selected and can be moved.
pub fn move_handles(session: &Session, reach: f32) -> Option<MoveHandles> {
    let placed = movable(session)?;
    let origin = origin_of(placed);
    let center = pixel_of(session, origin)?;
    let length = reach / pixels_per_unit(session, origin)?;
    let tip = |axis: usize| {
        let tip = pixel_of(session, origin + Vec3::AXES[axis] * length)?;
        ((tip - center).length() >= reach * LEAST_SEEN).then_some(tip)
    };
    let up = up_axis(session).vector();
    let (right, _) = flat_axes(session);
    let is_open = self::sight(session, center).is_some_and(|(_, sight)| sight.dot(up).abs() >= LEAST_OPEN);
    let at = |share: f32| {
        let turn = Quat::from_axis_angle(up, share * std::f32::consts::TAU);
        pixel_of(session, origin + turn * right * (length * 0.75))
    };
    let ring: Option<Vec<Vec2>> = (0..RING).map(|point| at(point as f32 / RING as f32)).collect();
    Some(MoveHandles {
        model: placed.key,
        center,
        tips: [0, 1, 2].map(tip),
        ring: ring.filter(|_| is_open).unwrap_or_default(),
        knob: at(0.0).filter(|_| is_open),
    })
}

/// The move `before` after `part` was dragged from one pixel to another; `None` where the pixels say nothing.
pub fn dragged_move(
    session: &Session,
    model: PlacedKey,
    part: MovePart,
    before: Moved,
    [from, to]: [Vec2; 2],
) -> Option<Moved> {
    let placed = session.stage.placed(model)?;
    // Where the model stood when the drag began.
    let now = session.edits.moved.get(&model).copied().unwrap_or_default();
    let origin = (before.affine() * now.affine().inverse()).transform_point3(origin_of(placed));
    let moved = match part {
        MovePart::Axis(axis) => {
            let along = |pixel| self::along(session, origin, Vec3::AXES[axis], pixel);
            let offset = Vec3::AXES[axis] * (along(to)? - along(from)?);
            Moved {
                offset: before.offset + offset,
                ..before
            }
        }
        MovePart::Ground => {
            let normal = open_normal(session, from);
            let on = |pixel| on_plane(session, origin, normal, pixel);
            Moved {
                offset: before.offset + on(to)? - on(from)?,
                ..before
            }
        }
        MovePart::Turn => {
            let up = up_axis(session).vector();
            let (right, ahead) = flat_axes(session);
            let angle = |pixel| {
                let arm = on_plane(session, origin, up, pixel)? - origin;
                (arm.length() > 0.0).then(|| arm.dot(ahead).atan2(arm.dot(right)))
            };
            turned(before, origin, Quat::from_axis_angle(up, angle(to)? - angle(from)?))
        }
    };
    moved.is_sane().then_some(moved)
}

/// The model that is selected alone, or the only one of the selected file. A model that hangs on another is left out, as it goes with
/// that model.
fn movable(session: &Session) -> Option<&Placed> {
    let key = match session.edits.selected? {
        Selected::Model(key) => key,
        Selected::File(file) => {
            let mut own = session.stage.models().iter().filter(|placed| placed.file == file);
            own.next().filter(|_| own.next().is_none())?.key
        }
        _ => return None,
    };
    let is_alone =
        session.edits.also_selected.is_empty() && session.view.flight.is_none() && session.view.look_through.is_none();
    let placed = session
        .stage
        .placed(key)
        .filter(|placed| is_alone && session.edits.can_move(placed))?;
    (!session.edits.attachments.contains_key(&key)).then_some(placed)
}

/// In stage space.
fn origin_of(placed: &Placed) -> Vec3 {
    let stage_from_model: Affine3A = placed.first_stage_from_model();
    stage_from_model.translation.into()
}

/// Two axes of the ground, across each other and up.
fn flat_axes(session: &Session) -> (Vec3, Vec3) {
    let up = up_axis(session).vector();
    let right = up.any_orthonormal_vector();
    (right, up.cross(right))
}

/// How many pixels a unit of the stage is long that lies across the view at `point`.
pub(super) fn pixels_per_unit(session: &Session, point: Vec3) -> Option<f32> {
    let across = world_from_stage(session)
        .inverse()
        .transform_vector3(session.view.seen_camera().right());
    // Near the eye a long step would end behind it.
    let step = session.view.seen_camera().distance * 1e-3;
    let pixels = (pixel_of(session, point + across * step)? - pixel_of(session, point)?).length() / step;
    (pixels.is_finite() && pixels > 0.0).then_some(pixels)
}

/// The ray of a pixel in stage space: its origin and unit direction.
pub(super) fn sight(session: &Session, pixel: Vec2) -> Option<(Vec3, Vec3)> {
    let [width, height] = session.view.viewport.map(|side| side as f32);
    let ndc = Vec2::new(2.0 * pixel.x / width - 1.0, 1.0 - 2.0 * pixel.y / height);
    let mut camera = session.view.seen_camera();
    camera.target += camera_travel(session);
    let (from, ray) = camera.ray(ndc, width / height);
    let stage_from_world = world_from_stage(session).inverse();
    let ray = stage_from_world.transform_vector3(ray).try_normalize()?;
    Some((stage_from_world.transform_point3(from), ray))
}

/// How far along `axis` from `origin` the line comes nearest to the ray of `pixel`.
pub(super) fn along(session: &Session, origin: Vec3, axis: Vec3, pixel: Vec2) -> Option<f32> {
    let (from, ray) = sight(session, pixel)?;
    let cosine = ray.dot(axis);
    let apart = 1.0 - cosine * cosine;
    let arm = from - origin;
    (apart > 1e-4).then(|| (arm.dot(axis) - cosine * arm.dot(ray)) / apart)
}

/// Where the ray of `pixel` meets the plane; `None` where it goes past.
pub(super) fn on_plane(session: &Session, origin: Vec3, normal: Vec3, pixel: Vec2) -> Option<Vec3> {
    let (from, ray) = sight(session, pixel)?;
    let slope = ray.dot(normal);
    let far = (origin - from).dot(normal) / slope;
    (slope.abs() > 1e-4 && far.is_finite()).then(|| from + ray * far)
}

/// Up, or towards the eye where the ground is seen from its edge.
fn open_normal(session: &Session, pixel: Vec2) -> Vec3 {
    let up = up_axis(session).vector();
    match self::sight(session, pixel) {
        Some((_, sight)) if sight.dot(up).abs() < LEAST_OPEN => sight,
        _ => up,
    }
}

/// `before`, and then a turn about `pivot`, which stays where it is.
fn turned(before: Moved, pivot: Vec3, turn: Quat) -> Moved {
    let rotation = turn * Quat::from_mat3a(&before.affine().matrix3);
    Moved {
        offset: pivot - turn * (pivot - before.offset),
        ..Moved::turned(rotation)
    }
}
