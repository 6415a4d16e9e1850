//! Flying: keys move the eye, a drag turns it.
//!
//! In: where keys push, and seconds. Out: the camera, moved by speed times seconds, so that it goes as far at any number of pictures a
//! second. While nothing pushes no time passes and nothing is drawn.

use crate::view::ground::world_bounds;
use crate::{Change, Flight, Session, View};
use castview_base::core::Projection;
use glam::Vec3;

/// How many seconds it takes at speed 1 to pass what is open.
const SECONDS_THROUGH: f32 = 4.0;
/// Times the speed, while Shift is held.
const FASTER: f32 = 4.0;
/// The slowest and the fastest, times the usual speed.
const SPEEDS: [f32; 2] = [1.0 / 64.0, 64.0];

/// Turns the eye where it is, radians: `yaw` to the left, `pitch` down.
pub(crate) fn look_around(session: &mut Session, yaw: f32, pitch: f32) {
    if session.view.flight.is_none() || !(yaw.is_finite() && pitch.is_finite()) {
        return;
    }
    session.view.take_off();
    let mut camera = session.view.camera;
    camera.turn_about(camera.eye(), yaw, pitch);
    session.view.camera = camera;
    land_camera(session);
}

/// Moves the eye as far as it comes in `secs`; whether it moved.
pub(crate) fn fly_on(session: &mut Session, secs: f64) -> bool {
    let Some(flight) = session.view.flight.filter(|flight| flight.push != Vec3::ZERO) else {
        return false;
    };
    let size = world_bounds(session).diagonal();
    let size = if size > 0.0 && size.is_finite() { size } else { 1.0 };
    let faster = if flight.is_fast { FASTER } else { 1.0 };
    let way = size / SECONDS_THROUGH * flight.speed * faster * secs as f32;
    let camera = &session.view.camera;
    let Vec3 { x, y, z } = flight.push.normalize();
    let by = (camera.right() * x + Vec3::Y * y + camera.forward() * z) * way;
    if by == Vec3::ZERO || !by.is_finite() {
        return false;
    }
    session.view.take_off();
    session.view.camera.target += by;
    land_camera(session);
    true
}

fn land_camera(session: &mut Session) {
    session.view.camera_is_framed = false;
    session.view.zoom_aim = None;
    let bounds = world_bounds(session);
    session.view.camera.fit_depth(&bounds);
    session.note(Change::PICTURE);
}

impl View {
    /// Begins to fly, with perspective and on one's own; or ends it.
    pub(crate) fn toggle_fly(&mut self) {
        self.stop_gliding();
        if self.flight.take().is_some() {
            return;
        }
        self.stop_looking_through();
        self.following = None;
        self.flight = Some(Flight {
            speed: 1.0,
            push: Vec3::ZERO,
            is_fast: false,
            has_moved: false,
        });
    }

    /// Sets the push of the keys from now on: right, up and ahead, each −1…1.
    pub(crate) fn push_flight(&mut self, push: Vec3, is_fast: bool) {
        if let Some(flight) = self.flight.as_mut().filter(|_| push.is_finite()) {
            flight.push = push.clamp(Vec3::NEG_ONE, Vec3::ONE);
            flight.is_fast = is_fast;
        }
    }

    /// Makes flying faster or slower by `factor`.
    pub(crate) fn pace_flight(&mut self, factor: f32) {
        if let Some(flight) = self.flight.as_mut().filter(|_| factor.is_finite()) {
            flight.speed = (flight.speed * factor).clamp(SPEEDS[0], SPEEDS[1]);
        }
    }

    /// Whether keys move the eye now.
    pub fn is_flying_on(&self) -> bool {
        self.flight.is_some_and(|flight| flight.push != Vec3::ZERO)
    }

    /// Before the first move of a flight: all of it is one step of the camera's history.
    fn take_off(&mut self) {
        let Some(flight) = self.flight.as_mut().filter(|flight| !flight.has_moved) else {
            return;
        };
        flight.has_moved = true;
        self.history.remember_step(self.camera);
        // Without perspective nothing comes nearer.
        self.camera.projection = Projection::Perspective;
    }
}
