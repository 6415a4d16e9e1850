//! The field of view.

use super::{box_mesh, moved, opened, rig, seen, view};
use crate::tests::*;
use castview_base::core::{Camera, StandardView};

fn lens(session: &mut Session, degrees: f32) {
    let fov_y_rad = degrees.to_radians();
    moved(session, CameraMove::Lens { fov_y_rad });
}

fn session() -> Session {
    let cube = box_mesh("cube", Vec3::Y, Vec3::splat(0.5), 0);
    let mut session = opened(vec![rig(vec![cube])], vec![]);
    moved(&mut session, CameraMove::View(StandardView::Front));
    session
}

/// As Blender's focal length: the eye stays, so a narrower lens shows things larger.
#[test]
fn another_field_of_view_leaves_the_eye_where_it_is() {
    let mut session = session();
    let corner = Vec3::new(0.5, 1.5, 0.5);
    let (eye, before) = (session.view().camera().eye(), seen(&session, corner));
    for (degrees, wanted) in [(20.0, 20.0), (70.0, 70.0), (1.0, 5.0), (179.0, 120.0)] {
        lens(&mut session, degrees);
        let camera = session.view().camera();
        assert!((camera.fov_y_rad.to_degrees() - wanted).abs() < 1e-3, "{degrees}");
        assert!(camera.eye().abs_diff_eq(eye, 1e-5));
        let grown = (Camera::FOV_Y_RAD * 0.5).tan() / (camera.fov_y_rad * 0.5).tan();
        assert!(seen(&session, corner).abs_diff_eq(before * grown, 1e-3), "{degrees}");
        assert_eq!(session.preferences().camera.fov_y_rad, camera.fov_y_rad, "it is kept");
    }
    lens(&mut session, f32::NAN);
    assert!((session.view().camera().fov_y_rad.to_degrees() - 120.0).abs() < 1e-3);
    view(&mut session, ViewAction::CameraBack);
    assert_eq!(
        session.view().camera().fov_y_rad,
        Camera::FOV_Y_RAD,
        "a drag of the slider is one step"
    );
}

/// Without perspective nothing changes until there is one again.
#[test]
fn an_orthographic_picture_keeps_its_size() {
    let mut session = session();
    moved(&mut session, CameraMove::ToggleProjection);
    let corner = Vec3::new(0.5, 1.5, 0.5);
    let before = seen(&session, corner);
    lens(&mut session, 90.0);
    assert!(seen(&session, corner).abs_diff_eq(before, 1e-4));
}

#[test]
fn a_new_window_begins_with_the_kept_field_of_view() {
    let kept = |fov_y_rad: f32| {
        let mut preferences = Preferences::default();
        preferences.camera.fov_y_rad = fov_y_rad;
        Session::with_preferences(preferences.checked())
            .view()
            .camera()
            .fov_y_rad
    };
    assert_eq!(kept(1.0), 1.0);
    assert_eq!(kept(f32::NAN), Camera::FOV_Y_RAD);
    assert!(
        (kept(50.0).to_degrees() - 120.0).abs() < 1e-3,
        "settings can be edited by hand"
    );
    let older: Preferences = serde_json::from_str("{}").expect("settings of an earlier version");
    assert_eq!(older.camera.fov_y_rad, Camera::FOV_Y_RAD);
}
