//! Gliding: after a jump to another view the picture goes there in a fifth of a second.
//!
//! In: the camera before the jump, seconds. Out: [`View::seen_camera`]. The camera itself stands at its new place at once: history,
//! viewpoints and tests know nothing of the way. A drag takes over where the glide is.

use crate::view::state::Glide;
use crate::window::motion;
use crate::{CameraMove, Change, Session, View, ViewAction};
use castview_base::core::Camera;
use std::f32::consts::TAU;

/// How long a glide takes.
const SECS: f32 = 0.2;

/// Whether `action` leads to another view, to which the camera glides.
pub(crate) fn leads_elsewhere(action: &ViewAction) -> bool {
    match action {
        ViewAction::Camera(movement) => matches!(
            movement,
            CameraMove::View(_)
                | CameraMove::Look { .. }
                | CameraMove::FrameAll
                | CameraMove::FrameClip
                | CameraMove::FrameSelection
        ),
        ViewAction::ShowFar | ViewAction::GoToViewpoint(_) | ViewAction::CameraBack | ViewAction::CameraForward => true,
        _ => false,
    }
}

/// Whether `action` moves the camera by hand, from where it is seen.
pub(crate) fn takes_over(action: &ViewAction) -> bool {
    match action {
        ViewAction::Camera(movement) => matches!(
            movement,
            CameraMove::Orbit { .. } | CameraMove::Pan(_) | CameraMove::Zoom { .. } | CameraMove::Lens { .. }
        ),
        ViewAction::TakeHold(..) | ViewAction::TakeHoldOfCube | ViewAction::LookAround { .. } => true,
        _ => false,
    }
}

/// With a camera that glides: for whoever lets time pass. Without, each picture shows where the camera stands.
pub fn with_gliding_camera(mut session: Session) -> Session {
    session.view.can_glide = true;
    session
}

/// On by `secs`. Where a picture takes its time only the last is worth drawing.
pub(crate) fn glide_on(session: &mut Session, secs: f64) {
    let Some(glide) = &mut session.view.glide else { return };
    glide.secs += secs as f32;
    if glide.secs >= SECS || session.view.drawing.is_some() {
        session.view.glide = None;
    }
    session.note(Change::PICTURE);
}

/// The camera was seen at `from` and stands elsewhere now.
pub(crate) fn begin_glide(session: &mut Session, from: Camera) {
    let is_there = Camera {
        near: from.near,
        far: from.far,
        ..session.view.camera
    } == from;
    let glides = session.view.can_glide && session.preferences.camera.glides && motion::may_glide(session) && !is_there;
    session.view.glide = glides.then_some(Glide { from, secs: 0.0 });
}

impl View {
    /// The camera of the picture, on its way during a glide. Followed root motion is left out.
    pub fn seen_camera(&self) -> Camera {
        let Some(Glide { from, secs }) = self.glide else {
            return self.camera;
        };
        between(&from, &self.camera, secs / SECS)
    }

    /// Whether the camera is on its way.
    pub fn is_gliding(&self) -> bool {
        self.glide.is_some()
    }

    /// Stops the glide: the camera stays where it is seen on the way.
    pub(crate) fn stop_gliding(&mut self) {
        self.camera = self.seen_camera();
        self.glide = None;
    }
}

/// A share of the way from one camera to another, slower at both ends; the lens's kind is that of `to`.
fn between(from: &Camera, to: &Camera, share: f32) -> Camera {
    let share = share.clamp(0.0, 1.0);
    let share = share * share * (3.0 - 2.0 * share);
    let mix = |a: f32, b: f32| a + (b - a) * share;
    let turn = |a: f32, b: f32| a + ((b - a + TAU * 1.5).rem_euclid(TAU) - TAU * 0.5) * share;
    let camera = Camera {
        target: from.target.lerp(to.target, share),
        yaw_rad: turn(from.yaw_rad, to.yaw_rad),
        pitch_rad: mix(from.pitch_rad, to.pitch_rad),
        roll_rad: turn(from.roll_rad, to.roll_rad),
        // Each moment as many times nearer.
        distance: from.distance * (to.distance / from.distance).powf(share),
        fov_y_rad: mix(from.fov_y_rad, to.fov_y_rad),
        ..*to
    };
    let is_usable = camera.target.is_finite() && camera.distance.is_finite() && camera.distance > 0.0;
    if is_usable { camera } else { *to }
}
