//! How the camera answers: to the user, to another size or another cover of the viewport, to another up axis.

use super::history::CameraHistory;
use crate::stage::up_axis::choose_up_axis;
use crate::view::camera::framed::{framed, framed_and_roamed};
use crate::view::camera::framing;
use crate::view::camera::front;
use crate::view::camera::orbit;
use crate::view::camera::viewpoints::put_camera;
use crate::view::ground::find_ground;
use crate::view::ground::world_bounds;
use crate::view::state::Frames;
use crate::{CameraMove, Change, Placed, Session, View};
use castview_base::core::UpAxis;
use castview_base::core::{Bounds, Camera, Projection, StandardView};
use glam::{Vec2, Vec3};
use std::f32::consts::FRAC_PI_2;

pub(crate) fn move_camera(session: &mut Session, movement: CameraMove) {
    match movement {
        CameraMove::FrameAll => session.view.frames = Frames::Pose,
        CameraMove::FrameClip => session.view.frames = Frames::Clip,
        _ => {}
    }
    carry_out_move(session, movement);
}

pub(crate) fn frame_all(session: &mut Session) {
    move_camera(session, CameraMove::FrameAll);
}

/// Frames the stage for another size of the viewport, with the clip or room for it if there was.
pub(crate) fn frame_again(session: &mut Session) {
    carry_out_move(session, CameraMove::FrameAll);
}

fn carry_out_move(session: &mut Session, movement: CameraMove) {
    session.view.stop_looking_through();
    let frames_all = matches!(movement, CameraMove::FrameAll | CameraMove::FrameClip);
    if frames_all
        || matches!(
            movement,
            CameraMove::FrameSelection | CameraMove::FramePart(_) | CameraMove::FrameFar
        )
    {
        session.view.following = None;
    }
    let turns = matches!(movement, CameraMove::View(_) | CameraMove::Look { .. });
    let frames = frames_all || turns && session.view.camera_is_framed;
    let framed = frames.then(|| framed_and_roamed(session));
    let bounds = match &framed {
        Some(framed) => framed.bounds,
        None => world_bounds(session),
    };
    let aim = match movement {
        CameraMove::Zoom { ndc, .. } => orbit::zoom_aim(session, ndc),
        _ => {
            session.view.zoom_aim = None;
            None
        }
    };
    session.view.camera_is_framed &= turns || matches!(movement, CameraMove::ToggleProjection);
    let mut camera = moved_camera(session, &movement, &bounds, aim);
    if let Some(framed) = framed {
        if session.view.frames == Frames::Pose && session.playback.transport().playing {
            session.view.frames = Frames::PoseInClip;
        }
        framing::frame_stage(session, &mut camera, &framed);
        session.view.camera_is_framed = true;
        (session.view.far, session.view.far_bounds) = (framed.far, framed.far_bounds);
    }
    if let CameraMove::Lens { fov_y_rad } = movement
        && fov_y_rad.is_finite()
    {
        session.preferences.camera.fov_y_rad = camera.fov_y_rad;
    }
    if !is_somewhere(&camera) {
        return;
    }
    camera.fit_depth(&bounds);
    session.view.camera = camera;
    session.note(Change::PICTURE);
}

/// The camera after `movement`, before it is framed. `aim`: the point under the pointer while it zooms.
fn moved_camera(session: &mut Session, movement: &CameraMove, bounds: &Bounds, aim: Option<Vec3>) -> Camera {
    let mut camera = session.view.camera;
    match *movement {
        CameraMove::Orbit { yaw, pitch } => {
            camera.turn_about(session.view.pivot.unwrap_or(camera.target), yaw, pitch);
        }
        CameraMove::Pan(by) => {
            let height = camera.half_height() * 2.0;
            camera.target -= (camera.right() * by.x + camera.up() * by.y) * height;
        }
        CameraMove::Zoom { factor, ndc } => {
            if let Some(point) = aim {
                camera.aim_as_deep_as(point);
            }
            zoom(&mut camera, factor, ndc, session.view.viewport_aspect(), bounds);
        }
        CameraMove::View(view) => camera = seen_from(session, camera, view),
        CameraMove::Look { yaw_rad, pitch_rad } if yaw_rad.is_finite() && pitch_rad.is_finite() => {
            camera.yaw_rad = yaw_rad + front::front(session).yaw_rad;
            camera.pitch_rad = pitch_rad.clamp(-FRAC_PI_2, FRAC_PI_2);
            camera.roll_rad = 0.0;
        }
        CameraMove::Place { target, distance } => {
            camera.target = target.filter(|target| target.is_finite()).unwrap_or(camera.target);
            let distance = distance.filter(|distance| distance.is_finite() && *distance > 0.0);
            camera.distance = distance.unwrap_or(camera.distance);
        }
        CameraMove::FrameSelection => camera = framing::frame_selected(session, camera),
        CameraMove::FramePart(part) => {
            let front = seen_from(session, camera, StandardView::Front);
            camera = framing::frame_part(session, part, front).unwrap_or(camera);
        }
        CameraMove::FrameFar => camera = session.view.far_framed(camera),
        CameraMove::Lens { fov_y_rad } if fov_y_rad.is_finite() => camera.set_lens(fov_y_rad),
        CameraMove::ToggleProjection => {
            camera.projection = match camera.projection {
                Projection::Perspective => Projection::Orthographic,
                Projection::Orthographic => Projection::Perspective,
            };
        }
        CameraMove::FrameAll | CameraMove::FrameClip | CameraMove::Look { .. } | CameraMove::Lens { .. } => {}
    }
    camera
}

/// `camera` with the direction of `view`, as the models' front has it.
fn seen_from(session: &Session, mut camera: Camera, view: StandardView) -> Camera {
    camera.set_view(view);
    camera.yaw_rad += front::front(session).yaw_rad;
    camera.roll_rad = 0.0;
    camera
}

/// Puts the camera where `step` leads from here.
pub(crate) fn revisit(session: &mut Session, step: fn(&mut CameraHistory, Camera) -> Option<Camera>) {
    let Some(camera) = step(&mut session.view.history, session.view.camera) else {
        return;
    };
    put_camera(session, camera);
}

impl View {
    /// Width over height of the viewport.
    pub(crate) fn viewport_aspect(&self) -> f32 {
        let [width, height] = self.viewport;
        width as f32 / height.max(1) as f32
    }

    /// Whether it counts beside others: a bare skeleton does only while bones are shown.
    pub(super) fn counts(&self, placed: &Placed) -> bool {
        let model = placed.model();
        self.overlays.bones || model.has_surface() || !model.fixtures.is_empty() || !model.hands.is_empty()
    }
}

/// Whether the camera can be drawn from: a drag by no number leads nowhere.
fn is_somewhere(camera: &Camera) -> bool {
    let turns = [camera.yaw_rad, camera.pitch_rad, camera.roll_rad];
    let are_numbers = turns.iter().all(|turn| turn.is_finite()) && camera.target.is_finite();
    are_numbers && camera.distance.is_finite() && camera.distance > 0.0
}

/// Keeps what lies under `ndc` at the target's depth where it is.
fn zoom(camera: &mut castview_base::core::Camera, factor: f32, ndc: Vec2, aspect: f32, bounds: &Bounds) {
    let size = if bounds.diagonal() > 0.0 {
        bounds.diagonal()
    } else {
        1.0
    };
    let distance = (camera.distance * factor).clamp(size * 1e-4, size * 1e3);
    let factor = distance / camera.distance;
    let half = camera.half_height();
    let under_cursor = camera.right() * (ndc.x * half * aspect) + camera.up() * (ndc.y * half);
    camera.target += under_cursor * (1.0 - factor);
    camera.distance = distance;
}

/// Follows a change of the up axis: sizes taken from the stage are taken anew, and a camera that framed all of it frames it again.
pub(crate) fn turned_up(session: &mut Session) {
    let bounds = framed(session).bounds;
    session.view.keep_steady(bounds);
    find_ground(session);
    if session.view.is_framed() {
        frame_all(session);
    }
}

/// For this stage, and for the file whose model stands on it first, whenever that is opened again.
pub(crate) fn turn_up(session: &mut Session, up: Option<UpAxis>) {
    choose_up_axis(session, up);
    turned_up(session);
}

/// Selects what framing left out, and frames it.
pub(crate) fn show_far(session: &mut Session) {
    let Some((first, others)) = session.view.far.split_first() else {
        return;
    };
    let (first, others) = (*first, others.to_vec());
    session.view.history.remember_step(session.view.camera);
    session.edits.select_all(first, others);
    move_camera(session, CameraMove::FrameFar);
}

/// Draws for a viewport of that size. A camera that nobody moved since it framed something frames it anew.
pub(crate) fn resize_viewport(session: &mut Session, size: [u32; 2]) {
    let size = size.map(|side| side.max(1));
    if session.view.viewport == size {
        return;
    }
    session.view.viewport = size;
    session.note(Change::PICTURE);
    if session.view.camera_is_framed {
        frame_again(session);
    }
}

/// Covered parts of the viewport: left, top, right and bottom in pixels. If they leave another room, a camera nobody moved since it
/// framed something frames it anew.
pub(crate) fn cover(session: &mut Session, covered: Vec<[u32; 4]>) {
    if session.view.covered == covered {
        return;
    }
    let has_other_room = session.view.cover_otherwise(|view| view.covered = covered);
    session.note(Change::PICTURE);
    if has_other_room {
        frame_again(session);
    }
}

/// Pixels at the lower edge that framing keeps free. Another room frames anew, as in [`cover`]; not while a tool of the hand is on, as its
/// legend comes in the middle of a drag, and the surface would slip away below the pointer.
pub(crate) fn keep_foot(session: &mut Session, foot: u32) {
    let has_other_room = session.view.cover_otherwise(|view| view.foot = foot);
    let tool = session.composition.hand_tool();
    if has_other_room && tool.handles.is_none() && !tool.pulls_shapes {
        frame_again(session);
    }
}
