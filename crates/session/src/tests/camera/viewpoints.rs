//! Viewpoints that are saved and gone to.

use super::{box_mesh, moved, opened, rig, view};
use crate::tests::*;
use castview_base::core::StandardView;

fn session() -> Session {
    let cube = box_mesh("cube", Vec3::Y, Vec3::splat(0.5), 0);
    opened(vec![rig(vec![cube])], vec![clip("slide", "hip", None)])
}

#[test]
fn a_viewpoint_brings_back_what_was_seen() {
    let mut session = session();
    moved(&mut session, CameraMove::View(StandardView::Left));
    moved(&mut session, CameraMove::Orbit { yaw: 0.3, pitch: 0.2 });
    session.view.camera_mut().fov_y_rad = 0.4;
    let saved = session.view().camera();
    let effects = session.apply(Action::View(ViewAction::SaveViewpoint(0)));
    assert_eq!(notices(&effects), ["Viewpoint 1 is saved: Alt+1 goes there."]);
    session.view.camera_mut().fov_y_rad = 0.7;
    moved(&mut session, CameraMove::View(StandardView::Top));
    moved(&mut session, CameraMove::FrameAll);
    let elsewhere = session.view().camera();

    view(&mut session, ViewAction::GoToViewpoint(4));
    assert_eq!(session.view().camera(), elsewhere, "nothing was saved there");
    view(&mut session, ViewAction::GoToViewpoint(0));
    assert_eq!(session.view().camera(), saved);
    // A window of another size frames no more.
    view(&mut session, ViewAction::ResizeViewport([300, 900]));
    assert_eq!(session.view().camera(), saved);

    view(&mut session, ViewAction::CameraBack);
    assert_eq!(session.view().camera(), elsewhere, "the jump was one step");
    view(&mut session, ViewAction::CameraForward);
    assert_eq!(session.view().camera(), saved);
}

#[test]
fn viewpoints_outlive_what_is_open() {
    let mut session = session();
    view(&mut session, ViewAction::SaveViewpoint(8));
    view(&mut session, ViewAction::SaveViewpoint(VIEWPOINTS));
    let is_kept = |session: &Session| {
        (0..=VIEWPOINTS)
            .map(|at| session.preferences.has_viewpoint(at))
            .collect::<Vec<_>>()
    };
    let only_last: Vec<bool> = (0..=VIEWPOINTS).map(|at| at == 8).collect();
    assert_eq!(is_kept(&session), only_last);
    // To compare two files from one viewpoint, one is opened in place of the other.
    open(
        &mut session,
        vec![file(7, vec![model("other")], vec![])],
        Placement::Replace,
    );
    assert_eq!(is_kept(&session), only_last);
    session.apply(Action::Stage(StageAction::CloseAll));
    assert_eq!(is_kept(&session), only_last);
    let later = Session::with_preferences(session.preferences().clone().checked());
    assert_eq!(is_kept(&later), only_last, "the next run has them");
}
