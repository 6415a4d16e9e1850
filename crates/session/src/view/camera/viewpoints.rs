//! Viewpoints that the user keeps by number, from run to run.
//!
//! In: the camera. Out: the camera as saved, with its angles, distance and field of view.

use crate::{Change, Effect, Notice, Preferences, Session, Viewpoint};
use castview_base::core::Camera;

impl Session {
    /// Keeps what is seen now as viewpoint `index`, counted from 0, in place of what was kept there.
    pub(crate) fn save_viewpoint(&mut self, index: usize) -> Vec<Effect> {
        let viewpoint = Viewpoint::of(&self.view.camera);
        if !self.preferences.viewpoints.set(index, viewpoint) {
            return Vec::new();
        }
        let number = index + 1;
        vec![Effect::Notify(Notice::info(format!(
            "Viewpoint {number} is saved: Alt+{number} goes there."
        )))]
    }

    /// Puts the camera where it stood when viewpoint `index`, counted from 0, was saved. Nothing happens if none was.
    pub(crate) fn go_to_viewpoint(&mut self, index: usize) {
        let Some(viewpoint) = self.preferences.viewpoints.get(index).copied() else {
            return;
        };
        self.view.history.remember_step(self.view.camera);
        self.put_camera(viewpoint.put(self.view.camera));
    }

    /// The camera stands there, whatever it did before.
    pub(crate) fn put_camera(&mut self, camera: Camera) {
        self.view.stop_looking_through();
        self.view.following = None;
        self.view.flight = None;
        self.view.camera = camera;
        self.view.camera_is_framed = false;
        let bounds = self.world_bounds();
        self.view.camera.fit_depth(&bounds);
        self.note(Change::PICTURE);
    }
}

impl Preferences {
    /// Whether something was saved as viewpoint `index`, counted from 0.
    pub fn has_viewpoint(&self, index: usize) -> bool {
        self.viewpoints.get(index).is_some()
    }
}
