//! Viewpoints that the user keeps by number, from run to run.
//!
//! In: the camera. Out: the camera as saved, with its angles, distance and field of view.

use crate::view::ground::world_bounds;
use crate::view::origin::world_origin;
use crate::{Change, Effect, Notice, Preferences, Session, Viewpoint};
use castview_base::core::Camera;

/// Keeps what is seen now as viewpoint `index`, counted from 0, in place of what was kept there.
pub(crate) fn save_viewpoint(session: &mut Session, index: usize) -> Vec<Effect> {
    let viewpoint = Viewpoint::of(&session.view.camera, world_origin(session));
    if !session.preferences.camera.viewpoints.set(index, viewpoint) {
        return Vec::new();
    }
    let number = index + 1;
    vec![Effect::Notify(Notice::info(format!(
        "Viewpoint {number} is saved: Alt+{number} goes there."
    )))]
}

/// Puts the camera where it stood when viewpoint `index`, counted from 0, was saved. Nothing happens if none was.
pub(crate) fn go_to_viewpoint(session: &mut Session, index: usize) {
    let Some(viewpoint) = session.preferences.camera.viewpoints.get(index).copied() else {
        return;
    };
    session.view.history.remember_step(session.view.camera);
    put_camera(session, viewpoint.put(session.view.camera, world_origin(session)));
}

/// The camera stands there, whatever it did before.
pub(crate) fn put_camera(session: &mut Session, camera: Camera) {
    session.view.stop_looking_through();
    session.view.following = None;
    session.view.flight = None;
    session.view.camera = camera;
    session.view.camera_is_framed = false;
    let bounds = world_bounds(session);
    session.view.camera.fit_depth(&bounds);
    session.note(Change::PICTURE);
}

impl Preferences {
    /// Whether something was saved as viewpoint `index`, counted from 0.
    pub fn has_viewpoint(&self, index: usize) -> bool {
        self.camera.viewpoints.get(index).is_some()
    }
}
