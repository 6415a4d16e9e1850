//! Flying by keys.

use super::{box_mesh, moved, opened, rig, view};
use crate::composition::evaluate;
use crate::tests::*;
use crate::view::ground::world_bounds;
use castview_base::core::{Projection, StandardView};

fn flying() -> Session {
    let cube = box_mesh("cube", Vec3::Y, Vec3::splat(0.5), 0);
    let mut session = opened(vec![rig(vec![cube])], vec![clip("slide", "hip", None)]);
    moved(&mut session, CameraMove::View(StandardView::Front));
    drop(session.apply(Switch::FLY.toggle()));
    session
}

fn push(session: &mut Session, push: Vec3, is_fast: bool) {
    view(session, ViewAction::Fly { push, is_fast });
}

fn eye(session: &Session) -> Vec3 {
    session.view().camera().eye()
}

/// As far in many steps as in one, and no faster on a slant.
#[test]
fn keys_move_the_eye_by_the_time_that_passes() {
    let mut session = flying();
    let frame = session.frame();
    let a_second = world_bounds(&session).diagonal() / 4.0;
    for (direction, wanted) in [
        (Vec3::Z, Vec3::NEG_Z),
        (Vec3::NEG_Z, Vec3::Z),
        (Vec3::X, Vec3::X),
        (Vec3::Y, Vec3::Y),
        (Vec3::new(1.0, 0.0, 1.0), Vec3::new(1.0, 0.0, -1.0).normalize()),
    ] {
        for (is_fast, times) in [(false, 1.0), (true, 4.0)] {
            push(&mut session, direction, is_fast);
            let from = eye(&session);
            session.advance(0.5);
            let way = eye(&session) - from;
            assert!(
                way.abs_diff_eq(wanted * a_second * 0.5 * times, 1e-3),
                "{direction}: {way}"
            );
            let from = eye(&session);
            (0..10).for_each(|_| drop(session.advance(0.05)));
            assert!((eye(&session) - from).abs_diff_eq(way, 1e-3), "in small steps");
        }
    }
    push(&mut session, Vec3::Z, false);
    view(&mut session, ViewAction::FlyFaster(2.0));
    let from = eye(&session);
    session.advance(0.5);
    assert!(((eye(&session) - from).length() - a_second).abs() < 1e-3);
    assert_eq!(session.frame(), frame, "what is paused stays so");
}

#[test]
fn nothing_is_drawn_while_no_key_is_held() {
    let mut session = flying();
    let (from, drawn) = (eye(&session), session.revision());
    assert!(!evaluate::is_moving(&session));
    session.advance(0.5);
    assert_eq!((eye(&session), session.revision()), (from, drawn));
    push(&mut session, Vec3::Z, false);
    assert!(evaluate::is_moving(&session));
    session.advance(0.1);
    assert_ne!(session.revision(), drawn);
    push(&mut session, Vec3::ZERO, false);
    let drawn = session.revision();
    session.advance(0.1);
    assert_eq!(session.revision(), drawn);
    assert!(!evaluate::is_moving(&session));
}

#[test]
fn a_flight_is_one_step_of_the_cameras_history() {
    let mut session = flying();
    drop(session.apply(Switch::FLY.toggle()));
    moved(&mut session, CameraMove::ToggleProjection);
    let before = session.view().camera();
    drop(session.apply(Switch::FLY.toggle()));
    push(&mut session, Vec3::Z, false);
    session.advance(0.1);
    let from = eye(&session);
    let toward = session.view().camera().forward();
    view(&mut session, ViewAction::LookAround { yaw: 0.3, pitch: 0.2 });
    assert!(eye(&session).abs_diff_eq(from, 1e-4), "the eye turns where it is");
    assert!(session.view().camera().forward().distance(toward) > 0.1);
    session.advance(0.1);
    assert_eq!(session.view().camera().projection, Projection::Perspective);
    session.apply(Action::Escape);
    assert!(session.view().flight().is_none());
    push(&mut session, Vec3::Z, false);
    let from = eye(&session);
    session.advance(0.1);
    view(&mut session, ViewAction::LookAround { yaw: 0.3, pitch: 0.2 });
    assert!(!evaluate::is_moving(&session));
    assert_eq!(eye(&session), from, "it is over");
    view(&mut session, ViewAction::CameraBack);
    assert_eq!(session.view().camera(), before);
}
