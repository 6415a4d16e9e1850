//! Framing of the selection.
//!
//! A bone is framed with its skinned vertices, or, without any, with its children. The eye stays at least twice the bone's
//! length away and outside of the model's meshes.

use super::framed::{Framed, points_of};
use super::surface::Ray;
use crate::selection::bone_numbers::upright_from_bone;
use crate::stage::placing::instance_bounds;
use crate::stage::up_axis;
use crate::view::camera::framed::framed_and_roamed;
use crate::view::camera::surface;
use crate::view::covered::{ABOVE_BOUNDS, ABOVE_CLIP, ABOVE_POINTS};
use crate::view::ground::world_bounds;
use crate::view::state::Frames;
use crate::{BodyPart, BoneLength, Placed, Selected, Session};
use castview_base::core::{BoneIndex, Bounds, Camera, MeshIndex, Projection, mean_scale};
use castview_motion::deform::{self, Deformed, Rest};
use glam::{Affine3A, Vec3};

/// A vertex counts as skinned by a bone that has this much of its weight. If a bone has so much of no vertex's weight, all its vertices
/// count.
const COUNTS: f32 = 0.1;
/// Vertices of a mesh that are posed to frame it, beyond which its box stands for them; and vertices of a bone that are posed one by one.
const MOST_VERTICES: usize = 50_000;

/// The share of the picture's sides within which all of a clip stays.
const CLIP_FILL: f32 = 0.95;
/// The camera stands back for a clip by so many times its distance, at most. A model that walks farther would be too small to see: the clip
/// is left out of account.
const MOST_BACK: f32 = 1.7;

/// Where framing puts the camera.
struct Frame {
    /// Points that are to be seen, in world space; none: all of the bounds.
    points: Vec<Vec3>,
    /// In world space.
    bounds: Bounds,
    /// The least distance of the eye from the middle.
    nearest: f32,
    /// The eye stays outside of the meshes of the selected model.
    is_inside: bool,
}

/// Moves `camera` so that it sees the selection, or the whole stage if nothing is selected.
pub(super) fn frame_selected(session: &mut Session, mut camera: Camera) -> Camera {
    let Some(frame) = selected_frame(session) else {
        let framed = framed_and_roamed(session);
        frame_stage(session, &mut camera, &framed);
        return camera;
    };
    let slack = if frame.points.is_empty() {
        ABOVE_BOUNDS
    } else {
        ABOVE_POINTS
    };
    session
        .view
        .frame_for_room(&mut camera, slack, |camera, aspect| match frame.points.is_empty() {
            true => camera.frame(&frame.bounds, aspect),
            false => camera.frame_points(&frame.points, &frame.bounds, aspect),
        });
    camera.distance = camera.distance.max(frame.nearest);
    // An orthographic camera draws what is behind its eye: it cannot be inside of anything.
    if frame.is_inside && camera.projection == Projection::Perspective {
        let placed = session.edits.selected.and_then(|selected| selected.placed());
        if let Some(placed) = placed.and_then(|key| session.stage.placed(key)) {
            // Beside the middle: many models are mirrored there and have edges in the plane of the mirror.
            let beside = (camera.right() * 0.71 + camera.up() * 0.29) * (camera.distance * 1e-3);
            let way = surface::way_out(session, placed, &Ray::new(camera.eye() + beside, -camera.forward()));
            camera.distance += way;
        }
    }
    session.view.move_into_room(&mut camera, slack);
    camera
}

/// `camera`, placed to see a part of the selected model, else of the first model with such a part; `None`: no model has any.
pub(super) fn frame_part(session: &Session, part: BodyPart, mut camera: Camera) -> Option<Camera> {
    let world_from_stage = up_axis::world_from_stage(session);
    let selected = session.edits.selected.and_then(|selected| selected.placed());
    let selected = selected.and_then(|key| session.stage.placed(key));
    let bounds = selected.into_iter().chain(session.stage.models()).find_map(|placed| {
        let bones = placed.bones_of_part(part);
        let world_from_model = world_from_stage * placed.first_stage_from_model();
        let skinned = skinned_bounds(placed, bones, world_from_model);
        let meshes = placed.model().meshes.iter().enumerate();
        let held = meshes.filter(|(_, mesh)| mesh.node.is_some_and(|bone| bones.contains(&bone)));
        let bounds = held.fold(skinned, |bounds, (at, _)| {
            bounds.union(mesh_bounds(placed, MeshIndex::new(at)).transformed(world_from_model))
        });
        (!bounds.is_empty()).then_some(bounds)
    })?;
    session
        .view
        .frame_for_room(&mut camera, ABOVE_BOUNDS, |camera, aspect| {
            camera.frame(&bounds, aspect)
        });
    session.view.move_into_room(&mut camera, ABOVE_BOUNDS);
    Some(camera)
}

/// Frames all that is posed now, or all that the clip makes of it. A camera that framed the pose while the clip played stands back, and
/// beside, until every frame of the clip is in sight, if that is not far.
pub(super) fn frame_stage(session: &Session, camera: &mut Camera, framed: &Framed) {
    let mut slack = ABOVE_POINTS;
    let over_clip = &session.view.outermost;
    if session.view.frames == Frames::Clip && !over_clip.is_empty() {
        let points: Vec<Vec3> = framed.points.iter().chain(over_clip).copied().collect();
        let bounds = points.iter().copied().collect();
        session.view.frame_for_room(camera, slack, |camera, aspect| {
            camera.frame_points(&points, &bounds, aspect);
        });
    } else {
        session.view.frame_for_room(camera, slack, |camera, aspect| {
            camera.frame_points(&framed.points, &framed.bounds, aspect);
        });
        if session.view.frames == Frames::PoseInClip || session.playback.transport().playing {
            let points: Vec<Vec3> = framed.points.iter().chain(over_clip).copied().collect();
            let bounds = points.iter().copied().collect();
            session.view.frame_for_room(camera, ABOVE_CLIP, |camera, aspect| {
                // Room on one side alone (a jump) is no room on the other: the middle of the clip is in the middle of the picture.
                let mut back = *camera;
                back.frame_points(&points, &bounds, aspect);
                back.distance = back.distance_to_see(&points, CLIP_FILL, aspect);
                if back.distance > camera.distance && back.distance <= camera.distance * MOST_BACK {
                    (*camera, slack) = (back, ABOVE_CLIP);
                }
            });
        }
    }
    session.view.move_into_room(camera, slack);
}

/// The middle of the selection in world space; of a bone its head.
pub(super) fn selected_point(session: &mut Session) -> Option<Vec3> {
    let selected = session.edits.selected?;
    let placed = selected.placed().and_then(|key| session.stage.placed(key));
    if let Some(placed) = placed
        && let Selected::Bone(_, bone) = placed.shown_as(selected)
        && bone.get() < placed.model().skeleton.len()
    {
        return Some(upright_from_bone(session, placed, bone).translation.into());
    }
    selected_frame(session).map(|frame| frame.bounds.center())
}

fn selected_frame(session: &mut Session) -> Option<Frame> {
    let simply = |bounds: Bounds| Frame {
        points: Vec::new(),
        bounds,
        nearest: 0.0,
        is_inside: false,
    };
    let selected = session.edits.selected?;
    if let Selected::Instance(file, instance) = selected {
        let bounds = instance_bounds(session, file, instance);
        return (!bounds.is_empty()).then_some(simply(bounds));
    }
    let world_from_stage = up_axis::world_from_stage(session);
    let placed = session.stage.placed(selected.placed()?)?;
    let world_from_model = world_from_stage * placed.first_stage_from_model();
    match placed.shown_as(selected) {
        Selected::Bone(_, bone) if bone.get() < placed.model().skeleton.len() => {
            Some(bone_frame(session, placed, bone, world_from_model))
        }
        Selected::Mesh(_, mesh) => {
            placed.model().meshes.get(mesh.get())?;
            let bounds = mesh_bounds(placed, mesh).transformed(world_from_model);
            (!bounds.is_empty()).then(|| simply(bounds))
        }
        _ => {
            let key = placed.key;
            let placed = session.stage.models_mut().iter_mut().find(|placed| placed.key == key)?;
            let bounds = placed.tight_bounds().transformed(world_from_stage);
            Some(Frame {
                points: match placed.model().has_surface() {
                    true => points_of(placed, world_from_stage),
                    false => Vec::new(),
                },
                ..simply(bounds)
            })
        }
    }
}

fn bone_frame(session: &Session, placed: &Placed, bone: BoneIndex, world_from_model: Affine3A) -> Frame {
    let skeleton = &placed.model().skeleton;
    let at = |bone: BoneIndex| {
        let model_from_bone = placed.pose().model_from_bone[bone.get()];
        world_from_model.transform_point3(model_from_bone.translation.into())
    };
    let head = at(bone);
    let children = skeleton
        .bones()
        .filter(|child| skeleton.parent(*child) == Some(bone))
        .map(at);
    let mut bounds = skinned_bounds(placed, &[bone], world_from_model);
    let skins = !bounds.is_empty();
    if !skins {
        bounds = children.collect();
    }
    bounds.add(head);
    let length = match placed.bone_length(bone) {
        BoneLength::ToChildren { farthest, .. } => farthest,
        BoneLength::FromParent(length, _) => length,
        BoneLength::Unknown => 0.0,
    };
    let scale = mean_scale(world_from_model);
    let length = if (length * scale).is_finite() {
        length * scale
    } else {
        0.0
    };
    // Without vertices and children a bone has only its length; a root without children not even a length.
    let least = length.max(world_bounds(session).diagonal() * 0.01);
    if bounds.diagonal() < least {
        bounds.add(head + Vec3::splat(least * 0.5));
        bounds.add(head - Vec3::splat(least * 0.5));
    }
    Frame {
        points: Vec::new(),
        bounds,
        nearest: length * 2.0,
        is_inside: true,
    }
}

/// Around the posed vertices that `bones` move, in world space; empty if they move none.
pub(crate) fn skinned_bounds(placed: &Placed, bones: &[BoneIndex], world_from_model: Affine3A) -> Bounds {
    let model = placed.model();
    let (mut much, mut any) = (Bounds::EMPTY, Bounds::EMPTY);
    for (index, mesh) in model.meshes.iter().enumerate() {
        let Some(skin) = mesh.skin.map(|skin| &model.skins[skin.get()]) else {
            continue;
        };
        let slots: Vec<bool> = skin.bones.iter().map(|slot| bones.contains(slot)).collect();
        if !slots.contains(&true) {
            continue;
        }
        let weight = |vertex: usize| -> f32 {
            let of_bone = mesh.influences.of_vertex(vertex).filter(|(slot, _)| slots[*slot]);
            of_bone.map(|(_, weight)| weight).sum()
        };
        let moved = (0..mesh.vertex_count()).map(|vertex| (vertex, weight(vertex)));
        let moved: Vec<(usize, f32)> = moved.filter(|(_, weight)| *weight > 0.0).collect();
        // Many are deformed at once.
        let mut all = Deformed::default();
        let index = MeshIndex::new(index);
        if moved.len() > MOST_VERTICES {
            deform::deform(model, index, placed.pose(), Rest::default(), &mut all);
        }
        for (vertex, weight) in moved {
            let posed = all.positions.get(vertex).copied();
            let posed = posed.unwrap_or_else(|| deform::deform_vertex(model, index, placed.pose(), vertex));
            let point = world_from_model.transform_point3(posed);
            if point.is_finite() {
                any.add(point);
                if weight >= COUNTS {
                    much.add(point);
                }
            }
        }
    }
    if much.is_empty() { any } else { much }
}

/// Bounds of the posed mesh in model space; a little larger than the mesh if it has more than [`MOST_VERTICES`].
fn mesh_bounds(placed: &Placed, mesh: MeshIndex) -> Bounds {
    let content = &placed.model().meshes[mesh.get()];
    if content.vertex_count() > MOST_VERTICES {
        return placed.reach().mesh_bounds(placed.model(), placed.pose(), mesh);
    }
    let mut posed = Deformed::default();
    deform::deform(placed.model(), mesh, placed.pose(), Rest::default(), &mut posed);
    posed.positions.into_iter().collect()
}
