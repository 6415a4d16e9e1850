//! The axis a file is stood up by: chosen, remembered, undone.

use super::*;
use crate::stage::up_axis;
use castview_base::core::UpAxis;

#[test]
fn undoing_the_up_axis_turns_the_drawn_aids_back() {
    let mut session = with_pilot(vec![]);
    let before = session.view().steady_bounds();
    session.apply(DialValue::up_axis(Some(UpAxis::X)).choose());
    assert_ne!(session.view().steady_bounds(), before);
    session.apply(Action::Undo);
    assert_eq!(session.view().steady_bounds(), before);
}

#[test]
fn undoing_the_up_axis_aims_a_framed_camera_again() {
    let mut session = with_pilot(vec![]);
    let before = session.view().camera();
    session.apply(DialValue::up_axis(Some(UpAxis::X)).choose());
    let turned = session.view().camera();
    assert_ne!(turned.target, before.target);
    session.apply(Action::Undo);
    assert_eq!(session.view().camera(), before);
    session.apply(Action::Redo);
    assert_eq!(session.view().camera(), turned);
    // One the user has moved stays where it is.
    session.apply(Action::View(ViewAction::Camera(CameraMove::Orbit {
        yaw: 0.5,
        pitch: 0.0,
    })));
    let moved = session.view().camera();
    session.apply(Action::Undo);
    assert_eq!(session.view().camera(), moved);
}

#[test]
fn a_chosen_up_axis_is_remembered_of_its_file() {
    let pilot = || file(1, vec![model("pilot")], vec![]);
    let mut session = Session::default();
    open(&mut session, vec![pilot()], Placement::Replace);
    session.apply(DialValue::up_axis(Some(UpAxis::X)).choose());
    open(
        &mut session,
        vec![file(2, vec![model("ship")], vec![])],
        Placement::Replace,
    );
    assert_eq!(
        (session.edits().up, up_axis::up_axis(&session)),
        (None, UpAxis::Z),
        "another file"
    );
    open(&mut session, vec![pilot()], Placement::Replace);
    assert_eq!(up_axis::up_axis(&session), UpAxis::X);
    // From one run to the next.
    let stored = UpAxes::clone(session.edits.all_up_axes());
    let mut next = up_axis::with_up_axes(Session::default(), stored);
    open(
        &mut next,
        vec![file(3, vec![], vec![clip("run", "hip", None)])],
        Placement::Replace,
    );
    open(&mut next, vec![pilot()], Placement::Replace);
    assert_eq!(next.edits().up, Some(UpAxis::X), "whatever was open before");
    next.apply(DialValue::up_axis(None).choose());
    assert!(next.edits.all_up_axes().is_empty(), "and forgotten");
    next.apply(Action::Undo);
    assert_eq!(next.edits.all_up_axes().len(), 1);
}

/// A drop has its files in any order, and clips stay when models come.
#[test]
fn models_stand_as_their_own_file_says_whatever_clips_say() {
    let says = |mut file: OpenedFile, up| {
        let mut scene = Scene::clone(&file.scene);
        scene.metadata.up = Some(up);
        file.scene = Arc::new(scene);
        file
    };
    let walk = || says(file(1, vec![], vec![clip("walk", "hip", None)]), UpAxis::Z);
    let fox = || says(file(2, vec![model("fox")], vec![]), UpAxis::Y);
    for batches in [
        vec![vec![walk(), fox()]],
        vec![vec![walk()], vec![fox()]],
        vec![vec![fox()], vec![walk()]],
    ] {
        let mut session = Session::default();
        for batch in batches {
            open(&mut session, batch, Placement::Replace);
        }
        assert_eq!(up_axis::up_axis(&session), UpAxis::Y);
    }
    let mut session = Session::default();
    open(&mut session, vec![walk()], Placement::Replace);
    assert_eq!(up_axis::up_axis(&session), UpAxis::Z, "a clip alone");
}

/// Blender's files say y and stand on z.
#[test]
fn what_is_certain_of_an_up_axis_comes_before_what_the_file_says() {
    let says = |certain_up| {
        let mut opened = file(1, vec![model("fox")], vec![]);
        let mut scene = Scene::clone(&opened.scene);
        (scene.metadata.up, scene.metadata.certain_up) = (Some(UpAxis::Y), certain_up);
        opened.scene = Arc::new(scene);
        let mut session = Session::default();
        open(&mut session, vec![opened], Placement::Replace);
        up_axis::up_axis(&session)
    };
    assert_eq!(says(None), UpAxis::Y);
    assert_eq!(says(Some(UpAxis::Z)), UpAxis::Z);
}
