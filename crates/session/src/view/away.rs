//! Where the selected bone, or everything that is open, is while the picture does not show it.

use crate::composition::attach::camera_travel;
use crate::stage::hidden::is_shown;
use crate::stage::up_axis;
use crate::view::bones::labels;
use crate::{Placed, Selected, Session};
use castview_base::core::{Bounds, Camera};
use castview_motion::deform::corners;
use glam::{BVec3, Vec2, Vec3, Vec4};

/// A thing that is outside of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Away<'a> {
    /// The bone or the only model.
    pub name: &'a str,
    /// The direction in the picture in which it lies: x to the right, y down, unit length.
    pub toward: Vec2,
    /// The name of the command that shows it.
    pub command: &'static str,
}

/// The selected bone while the picture does not show it, else all models while it shows none of them.
pub fn away(session: &Session) -> Option<Away<'_>> {
    let mut camera = session.view.seen_camera();
    camera.target += camera_travel(session);
    bone_away(session, &camera).or_else(|| all_away(session, &camera))
}

fn bone_away<'a>(session: &'a Session, camera: &Camera) -> Option<Away<'a>> {
    let selected = session.edits.selected?;
    let mut models = session.stage.models().iter().filter(|placed| {
        placed.pose().model_visible && placed.instances().is_none() && !session.stage.is_missing(placed)
    });
    let (placed, bone) = models.find_map(|placed| match placed.shown_as(selected) {
        Selected::Bone(key, bone) if key == placed.key => Some((placed, bone)),
        _ => None,
    })?;
    let head = labels::head(session, placed, bone)?;
    let clip = camera.clip_from_world(session.view.viewport_aspect()) * head.extend(1.0);
    let is_seen = clip.w > 0.0 && clip.x.abs() <= clip.w && clip.y.abs() <= clip.w;
    (!is_seen).then(|| Away {
        name: placed.model().skeleton.name(bone),
        toward: toward(camera, head),
        command: "frame_selection",
    })
}

/// A clip that plays would take a pose that is framed out of the picture again: the whole clip is framed.
fn all_away<'a>(session: &'a Session, camera: &Camera) -> Option<Away<'a>> {
    let clip_from_world = camera.clip_from_world(session.view.viewport_aspect());
    let world_from_clip = clip_from_world.inverse();
    let of_picture = corners(&PICTURE).map(|corner| world_from_clip.project_point3(corner));
    let world_from_stage = up_axis::world_from_stage(session);
    let (mut name, mut bounds) = (None, Bounds::EMPTY);
    for placed in session
        .stage
        .models()
        .iter()
        .filter(|placed| is_to_be_seen(session, placed))
    {
        let around = placed.bounds().transformed(world_from_stage);
        let is_beside = is_beside(corners(&around).map(|corner| clip_from_world * corner.extend(1.0)));
        if !is_beside && !is_beyond(&around, &of_picture) {
            return None;
        }
        bounds = bounds.union(around);
        name = Some(name.map_or(&*placed.model().name, |_| "Everything"));
    }
    let name = match name? {
        "" => "The model",
        name => name,
    };
    Some(Away {
        name,
        toward: toward(camera, bounds.center()),
        command: match session.playback.transport().playing {
            true => "frame_clip",
            false => "frame_all",
        },
    })
}

/// Whether it would be seen if the camera looked there.
fn is_to_be_seen(session: &Session, placed: &Placed) -> bool {
    let model = placed.model();
    let has_shown_mesh = model.meshes.is_empty() || is_shown(session, Selected::Model(placed.key));
    placed.pose().model_visible && has_shown_mesh && !placed.bounds().is_empty()
}

/// Around all that the picture shows, in normalized device coordinates.
const PICTURE: Bounds = Bounds {
    min: Vec3::new(-1.0, -1.0, 0.0),
    max: Vec3::ONE,
};

/// Whether all `corners` of a box, in clip space, lie beyond one and the same side of the picture, or behind the eye.
fn is_beside(corners: [Vec4; 8]) -> bool {
    let beyond: [fn(Vec4) -> bool; 5] = [
        |at| at.x > at.w,
        |at| -at.x > at.w,
        |at| at.y > at.w,
        |at| -at.y > at.w,
        |at| at.w <= 0.0,
    ];
    beyond.iter().any(|is_beyond| corners.iter().all(|at| is_beyond(*at)))
}

/// Whether all `corners` of the space that the picture shows lie beyond one and the same side of `bounds`.
fn is_beyond(bounds: &Bounds, corners: &[Vec3; 8]) -> bool {
    let all = |test: &dyn Fn(Vec3) -> BVec3| {
        corners
            .iter()
            .fold(BVec3::TRUE, |all, corner| all & test(*corner))
            .any()
    };
    all(&|corner| corner.cmpgt(bounds.max)) || all(&|corner| corner.cmplt(bounds.min))
}

/// Straight behind the eye either way around is as long.
fn toward(camera: &Camera, point: Vec3) -> Vec2 {
    let seen = camera.view_from_world().transform_point3(point);
    Vec2::new(seen.x, -seen.y).try_normalize().unwrap_or(Vec2::Y)
}
