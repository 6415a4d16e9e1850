//! Looking through a camera of a model: the view follows it until the user moves the view.
//!
//! In: the fixture and the pose it stands in. Out: the session's camera, turned and tilted as that one is.

use crate::stage::up_axis::world_from_stage;
use crate::view::ground::world_bounds;
use crate::{CameraKey, Change, Effect, LookThrough, Notice, Placed, Session, Stage, View};
use castview_base::core::{Camera, FixtureIndex, Projection};
use castview_base::scene::{FixtureKind, Lens};
use glam::{EulerRot, Quat};

/// The camera that is looked through, and what it is called.
pub fn looked_through(session: &Session) -> Option<(CameraKey, &str)> {
    let key = session.view.look_through?.camera;
    Some((key, session.stage.camera_name(key)?))
}

/// On to the next camera; behind the last, back to where the view was.
pub(crate) fn look_through_next(session: &mut Session) -> Vec<Effect> {
    let cameras = session.stage.cameras();
    if cameras.is_empty() {
        return vec![Effect::Notify(Notice::info("Nothing that is open has a camera."))];
    }
    let now = session.view.look_through.map(|look| look.camera);
    let next = now.map_or(0, |now| {
        cameras.iter().position(|camera| *camera == now).map_or(0, |at| at + 1)
    });
    look_through(session, cameras.get(next).copied());
    Vec::new()
}

/// Moves the view to the camera that is looked through. If the camera is gone, the view is free again.
pub(crate) fn follow_camera(session: &mut Session) {
    let Some(look) = session.view.look_through else { return };
    let Some(camera) = camera_at(session, look.camera) else {
        return look_through(session, None);
    };
    session.view.camera_is_framed = false;
    if camera != session.view.camera {
        session.view.camera = camera;
        session.note(Change::PICTURE);
    }
}

/// `None`: back to where the view was.
pub(crate) fn look_through(session: &mut Session, camera: Option<CameraKey>) {
    match (camera, session.view.look_through) {
        (Some(camera), Some(look)) => session.view.look_through = Some(LookThrough { camera, ..look }),
        (Some(camera), None) => {
            session.view.following = None;
            session.view.flight = None;
            session.view.look_through = Some(LookThrough {
                camera,
                before: session.view.camera,
                was_framed: session.view.camera_is_framed,
            });
        }
        (None, Some(look)) => {
            session.view.camera = look.before;
            session.view.camera_is_framed = look.was_framed;
            session.view.look_through = None;
        }
        (None, None) => {}
    }
    session.note(Change::PICTURE);
    follow_camera(session);
}

fn camera_at(session: &Session, key: CameraKey) -> Option<Camera> {
    let placed = session.stage.placed(key.model)?;
    let fixture = placed.model().fixtures.get(key.fixture)?;
    let FixtureKind::Camera(of_file) = placed.pose().fixture(placed.model(), FixtureIndex::new(key.fixture)) else {
        return None;
    };
    let bone = fixture
        .bone
        .and_then(|bone| placed.pose().model_from_bone.get(bone.get()));
    let world_from_camera = world_from_stage(session)
        * placed.standing().places.first_place()
        * placed.stage_from_model()
        * bone.copied().unwrap_or_default()
        * fixture.placement.affine();
    let (scale, turn, eye) = world_from_camera.to_scale_rotation_translation();
    if !(eye.is_finite() && turn.is_finite()) {
        return None;
    }
    let mut camera = session.view.camera;
    (camera.yaw_rad, camera.pitch_rad, camera.roll_rad) = angles(turn);
    match of_file.lens {
        Lens::Perspective { fov_y } => {
            camera.projection = Projection::Perspective;
            camera.fov_y_rad = fov_y.clamp(1e-3, 3.0);
            camera.distance = eye.distance(session.view.steady_bounds.center()).clamp(1e-3, FARTHEST);
        }
        Lens::Orthographic { half } => {
            camera.projection = Projection::Orthographic;
            camera.fov_y_rad = Camera::FOV_Y_RAD;
            let height = (half.y * scale.y).abs().clamp(1e-6, FARTHEST);
            camera.distance = height / (camera.fov_y_rad * 0.5).tan();
        }
    }
    camera.target = eye + camera.forward() * camera.distance;
    camera.fit_depth(&world_bounds(session));
    Some(camera)
}

impl View {
    /// The user moves the view: it goes on from where the camera stands, upright and with the viewer's own lens.
    pub(crate) fn stop_looking_through(&mut self) {
        if let Some(look) = self.look_through.take() {
            let camera = &mut self.camera;
            camera.roll_rad = 0.0;
            (camera.fov_y_rad, camera.projection) = (look.before.fov_y_rad, look.before.projection);
        }
    }
}

impl Stage {
    /// Every camera on the stage, in drawing order.
    pub fn cameras(&self) -> Vec<CameraKey> {
        let of_model = |placed: &Placed| {
            let key = placed.key;
            let fixtures = placed.model().fixtures.iter().enumerate();
            let cameras = fixtures.filter(|(_, fixture)| matches!(fixture.kind, FixtureKind::Camera(_)));
            let keys: Vec<_> = cameras.map(|(fixture, _)| CameraKey { model: key, fixture }).collect();
            keys
        };
        self.models().iter().flat_map(of_model).collect()
    }

    /// A word for a camera without a name.
    pub fn camera_name(&self, camera: CameraKey) -> Option<&str> {
        let fixture = self.placed(camera.model)?.model().fixtures.get(camera.fixture)?;
        Some(match fixture.name.trim() {
            "" => "unnamed camera",
            name => name,
        })
    }
}

/// Files may say any finite number: a view from farther away would not be one.
const FARTHEST: f32 = 1e12;

/// Yaw, pitch and roll of a view that is turned like this.
fn angles(world_from_camera: Quat) -> (f32, f32, f32) {
    let (yaw, pitch, roll) = world_from_camera.to_euler(EulerRot::YXZ);
    (yaw, -pitch, roll)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    #[test]
    fn the_view_is_turned_like_the_camera() {
        for turn in [
            Quat::IDENTITY,
            Quat::from_euler(EulerRot::YXZ, 0.7, -0.4, 0.2),
            Quat::from_euler(EulerRot::YXZ, -2.9, 1.2, -3.0),
            Quat::from_rotation_x(std::f32::consts::FRAC_PI_2),
        ] {
            let mut camera = Camera::default();
            (camera.yaw_rad, camera.pitch_rad, camera.roll_rad) = angles(turn);
            for (got, wanted) in [
                (camera.right(), turn * Vec3::X),
                (camera.up(), turn * Vec3::Y),
                (camera.forward(), turn * Vec3::NEG_Z),
            ] {
                assert!(got.abs_diff_eq(wanted, 1e-4), "{turn}: {got}, not {wanted}");
            }
        }
    }
}
