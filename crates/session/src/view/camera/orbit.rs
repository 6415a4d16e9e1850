//! The pivot under the pointer during a drag of the view: the camera turns around it or moves with it.

use crate::OrbitAbout;
use crate::composition::attach::camera_travel;
use crate::view::camera::framing::selected_point;
use crate::view::camera::look_through::follow_camera;
use crate::view::camera::surface;
use crate::view::ground::world_bounds;
use crate::view::state::{BeforeDrag, ZoomAim};
use crate::{Change, Hold, Session, View};
use glam::{Vec2, Vec3};

/// A drag begins at `ndc` (−1…1, y up). The point it turns around is settled here, once: nothing is looked for while it goes on.
pub(crate) fn take_hold(session: &mut Session, ndc: Vec2, hold: Hold) {
    session.view.hold_view();
    if session.view.look_through.is_some() {
        return;
    }
    let travel = camera_travel(session);
    match hold {
        Hold::Orbit => {
            let point = match session.preferences.camera.orbit_about {
                OrbitAbout::Pointer => surface::point_under(session, ndc),
                OrbitAbout::Selection => selected_point(session),
                OrbitAbout::Middle => None,
            };
            session.view.pivot = point.map(|point| point - travel);
        }
        Hold::Zoom | Hold::Light => {}
        Hold::Pan => {
            if let Some(point) = surface::point_under(session, ndc) {
                session.view.camera.aim_as_deep_as(point - travel);
                session.note(Change::PICTURE);
            }
        }
    }
}

/// Nothing if no drag is in progress.
pub(crate) fn take_back_drag(session: &mut Session) {
    session.view.pivot = None;
    let Some(before) = session.view.before_drag.take() else {
        return;
    };
    session.view.zoom_aim = None;
    session.view.camera = before.camera;
    session.view.camera_is_framed = before.is_framed;
    session.view.look_through = before.look_through;
    session.view.history.take_back(before.step);
    let bounds = world_bounds(session);
    session.view.camera.fit_depth(&bounds);
    session.note(Change::PICTURE);
    follow_camera(session);
}

/// The point that zooming at `ndc` goes to; the same as long as the pointer stays and nothing else is done.
pub(super) fn zoom_aim(session: &mut Session, ndc: Vec2) -> Option<Vec3> {
    let action = session.changes.action();
    let before = session.view.zoom_aim;
    let point = match before.filter(|aim| aim.ndc == ndc && aim.action + 1 == action) {
        Some(aim) => aim.point,
        None => surface::point_under(session, ndc).map(|point| point - camera_travel(session)),
    };
    session.view.zoom_aim = Some(ZoomAim { ndc, point, action });
    point
}

impl View {
    /// Remembers the view for a drag that begins.
    pub(crate) fn hold_view(&mut self) {
        self.pivot = None;
        self.before_drag = Some(BeforeDrag {
            camera: self.camera,
            is_framed: self.camera_is_framed,
            look_through: self.look_through,
            step: self.history.step(),
        });
    }

    pub(crate) fn let_go(&mut self) {
        self.pivot = None;
        self.before_drag = None;
    }

    /// Where in the picture (−1…1, y up) lies what the camera is turned around, while a drag turns it.
    pub fn pivot_in_view(&self) -> Option<Vec2> {
        let clip = self.camera.clip_from_world(self.viewport_aspect()) * self.pivot?.extend(1.0);
        let seen = clip.truncate() / clip.w;
        (clip.w > 0.0 && seen.is_finite()).then(|| seen.truncate())
    }
}
