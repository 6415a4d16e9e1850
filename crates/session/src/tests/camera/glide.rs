//! The way of the picture to another view.

use super::{box_mesh, moved, opened, rig};
use crate::composition::evaluate;
use crate::tests::*;
use crate::view::camera::glide::with_gliding_camera;
use castview_base::core::StandardView;

fn session() -> Session {
    let cube = box_mesh("cube", Vec3::Y, Vec3::splat(0.5), 0);
    let mut session = opened(vec![rig(vec![cube])], vec![clip("slide", "hip", None)]);
    moved(&mut session, CameraMove::View(StandardView::Front));
    session
}

#[test]
fn a_jump_is_seen_as_a_glide_of_a_fifth_of_a_second() {
    let mut session = with_gliding_camera(session());
    let from = session.view().camera();
    moved(&mut session, CameraMove::View(StandardView::Right));
    let to = session.view().camera();
    assert_eq!(session.view.seen_camera().yaw_rad, from.yaw_rad);
    assert!(to.yaw_rad > from.yaw_rad && evaluate::is_moving(&session));
    let drawn = session.revision();
    session.advance(0.1);
    assert!(session.revision() > drawn);
    let half = session.picture([64, 64], 1).camera.yaw_rad;
    assert!((half - (from.yaw_rad + to.yaw_rad) * 0.5).abs() < 1e-3, "{half}");
    session.advance(0.11);
    assert_eq!(session.view.seen_camera(), to);
    assert!(!evaluate::is_moving(&session));
    // The same view once more is no way.
    moved(&mut session, CameraMove::View(StandardView::Right));
    assert!(!evaluate::is_moving(&session));
}

#[test]
fn a_drag_takes_over_on_the_way() {
    let mut session = with_gliding_camera(session());
    let from = session.view().camera();
    moved(&mut session, CameraMove::View(StandardView::Right));
    let to = session.view().camera();
    session.advance(0.1);
    let seen = session.view.seen_camera();
    moved(&mut session, CameraMove::Orbit { yaw: 0.1, pitch: 0.0 });
    assert!(!evaluate::is_moving(&session));
    let now = session.view().camera().yaw_rad;
    assert!((now - seen.yaw_rad - 0.1).abs() < 1e-4 && now > from.yaw_rad && now < to.yaw_rad);
}

#[test]
fn without_time_or_by_choice_the_camera_jumps() {
    for (mut session, is_off, why) in [
        (session(), false, "no time passes"),
        (with_gliding_camera(session()), true, "it is switched off"),
    ] {
        if is_off {
            drop(session.apply(Switch::GLIDES.toggle()));
        }
        moved(&mut session, CameraMove::FrameAll);
        moved(&mut session, CameraMove::View(StandardView::Top));
        assert_eq!(session.view.seen_camera(), session.view().camera(), "{why}");
        assert!(!evaluate::is_moving(&session));
    }
}
