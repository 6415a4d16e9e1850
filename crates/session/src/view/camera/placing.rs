//! How the camera answers to the user.

use super::framed::Framed;
use super::history::CameraHistory;
use crate::placed::timed_pose::TimedSteps;
use crate::view::camera::framing;
use crate::view::camera::orbit;
use crate::view::state::Frames;
use crate::{CameraMove, Change, Placed, Session, View};
use castview_base::core::{Bounds, Camera, Projection, StandardView};
use castview_motion::deform::corners;
use glam::{Affine3A, Vec2, Vec3};
use std::f32::consts::FRAC_PI_2;

/// Times of a clip at which is looked where something roams; and how many models are followed.
const ROAMING_STEPS: u32 = 64;
const MOST_ROAMING: usize = 16;

impl Session {
    pub(crate) fn move_camera(&mut self, movement: CameraMove) {
        match movement {
            CameraMove::FrameAll => self.view.frames = Frames::Pose,
            CameraMove::FrameClip => self.view.frames = Frames::Clip,
            _ => {}
        }
        carry_out_move(self, movement);
    }

    pub(crate) fn frame_all(&mut self) {
        self.move_camera(CameraMove::FrameAll);
    }

    /// Frames the stage for another size of the viewport, with the clip or room for it if there was.
    pub(crate) fn frame_again(&mut self) {
        carry_out_move(self, CameraMove::FrameAll);
    }

    /// Around everything posed, in world space.
    pub fn world_bounds(&self) -> Bounds {
        let world_from_stage = self.world_from_stage();
        self.stage.models().iter().fold(Bounds::EMPTY, |all, placed| {
            all.union(placed.bounds().transformed(world_from_stage))
        })
    }

    /// Finds what is framed now, with the ways of all that has no surface.
    pub(super) fn framed_and_roamed(&mut self) -> Framed {
        let (mut framed, roamed) = (self.framed(), roamed_world_bounds(self));
        if !roamed.is_empty() {
            framed.bounds = framed.bounds.union(roamed);
            framed.points.extend(corners(&roamed));
        }
        framed
    }

    /// The up-axis rotation: the user's choice, else what the first file says, else z (cast.md A40).
    pub fn world_from_stage(&self) -> Affine3A {
        self.up_axis().world_from_stage()
    }
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
    let framed = frames.then(|| session.framed_and_roamed());
    let bounds = match &framed {
        Some(framed) => framed.bounds,
        None => session.world_bounds(),
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
            camera.yaw_rad = yaw_rad + session.front().yaw_rad;
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
    camera.yaw_rad += session.front().yaw_rad;
    camera.roll_rad = 0.0;
    camera
}

/// Puts the camera where `step` leads from here.
pub(crate) fn revisit(session: &mut Session, step: fn(&mut CameraHistory, Camera) -> Option<Camera>) {
    let Some(camera) = step(&mut session.view.history, session.view.camera) else {
        return;
    };
    session.put_camera(camera);
}

/// Around the ways of what has no surface, in world space: heads and hands of a recording end somewhere else than they
/// begin, and there is nothing to go by but the whole of it.
fn roamed_world_bounds(session: &Session) -> Bounds {
    let Some(timeline) = session.played() else {
        return Bounds::EMPTY;
    };
    let roams = |placed: &&Placed| {
        let model = placed.model();
        let is_recorded = !model.hands.is_empty() || !model.fixtures.is_empty();
        is_recorded && !model.has_surface() && placed.clips.is_matched()
    };
    let mut all = Bounds::EMPTY;
    for placed in session.stage.models().iter().filter(roams).take(MOST_ROAMING) {
        for step in 0..=ROAMING_STEPS {
            let share = f64::from(step) / f64::from(ROAMING_STEPS);
            let frame = timeline.range.start + timeline.range.length() * share;
            let posed = session.timed_pose(placed, timeline.secs(frame), TimedSteps::All);
            let around = placed.reach().bounds(placed.model(), &posed.pose);
            let around = around.transformed(posed.stage_from_model);
            all = all.union(posed.standing.places.around(around));
        }
    }
    all.transformed(session.world_from_stage())
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
