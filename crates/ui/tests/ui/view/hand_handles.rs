//! The handles of the selected bone, dragged.

use crate::panels::*;
use castview_base::core::Transform;
use castview_session::SelectionAction;

/// The elbow selected, and the handles that `key` shows.
fn with_handles(key: Key, draws: bool) -> Panels {
    let mut session = paused();
    let selected = bone(&session, "j_elbow_le");
    session.apply(Action::Selection(SelectionAction::Select(Some(selected))));
    let builder = builder(vec2(1280.0, 720.0));
    let mut harness = build(if draws { builder.wgpu() } else { builder }, session);
    act(
        &mut harness,
        Action::View(ViewAction::Camera(CameraMove::FrameSelection)),
    );
    harness.run_steps(3);
    assert!(
        harness.query_by_label("Turn bone about z").is_none(),
        "no handle without its key"
    );
    harness.key_press(key);
    harness.run_steps(3);
    harness
}

fn change(harness: &Panels) -> Option<Transform> {
    let poses = &session_of(harness).edits().hand_poses;
    poses.iter().next().map(|(_, change)| *change)
}

#[test]
fn a_ring_turns_the_bone_and_one_undo_takes_it_back() {
    let mut harness = with_handles(Key::E, false);
    let camera = session_of(&harness).view().camera();
    let grip = harness.get_by_label("Turn bone about z").rect().center();
    drag(&mut harness, grip, grip + vec2(24.0, 30.0));
    let turned = change(&harness).expect("it is turned");
    let (axis, angle) = turned.rotation.to_axis_angle();
    assert!(angle > 0.05 && axis.z.abs() > 0.999, "{axis} {angle}");
    assert_eq!(turned.translation, glam::Vec3::ZERO);
    assert!(harness.query_by_label("Posed by hand: 1 bone").is_some());
    assert_eq!(session_of(&harness).view().camera(), camera, "the view was not turned");
    act(&mut harness, Action::Undo);
    assert_eq!(change(&harness), None, "one step");
}

#[test]
fn an_arrow_moves_and_a_bar_scales() {
    let mut harness = with_handles(Key::Q, false);
    let names = ["x", "y", "z"].map(|axis| format!("Move bone along {axis}"));
    let name = names.iter().find(|name| harness.query_by_label(name).is_some());
    let grip = harness
        .get_by_label(name.expect("two axes are seen from any side"))
        .rect()
        .center();
    drag(&mut harness, grip, grip + vec2(30.0, -40.0));
    let moved = change(&harness).expect("it is moved");
    assert!(
        moved.translation.length() > 0.1 && moved.scale == glam::Vec3::ONE,
        "{moved:?}"
    );
    act(&mut harness, Action::Undo);
    harness.key_press(Key::S);
    harness.run_steps(3);
    let name = names.iter().map(|name| name.replace("Move", "Scale"));
    let mut name = name.filter(|name| harness.query_by_label(name).is_some());
    let grip = harness.get_by_label(&name.next().expect("as before")).rect().center();
    drag(&mut harness, grip, grip + vec2(30.0, -40.0));
    let scaled = change(&harness).expect("it is scaled");
    assert!(
        scaled.scale != glam::Vec3::ONE && scaled.translation == glam::Vec3::ZERO,
        "{scaled:?}"
    );
}

#[test]
fn escape_takes_the_drag_back_and_then_hides_the_handles() {
    let mut harness = with_handles(Key::E, false);
    let grip = harness.get_by_label("Turn bone about z").rect().center();
    press(&mut harness, grip);
    harness.hover_at(grip + vec2(24.0, 30.0));
    harness.run_steps(2);
    assert!(change(&harness).is_some());
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    assert_eq!(change(&harness), None);
    harness.hover_at(grip + vec2(48.0, 60.0));
    harness.run_steps(2);
    assert_eq!(change(&harness), None, "the rest of the drag does nothing");
    harness.drop_at(grip + vec2(48.0, 60.0));
    harness.run_steps(2);
    assert!(harness.query_by_label("Turn bone about z").is_some());
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    assert!(harness.query_by_label("Turn bone about z").is_none());
    assert!(session_of(&harness).edits().selected.is_some(), "one step back");
    act(&mut harness, Action::Undo);
    assert!(
        session_of(&harness).edits().selected.is_none(),
        "nothing of the drag is left to undo"
    );
}

/// `CASTVIEW_UI_PICTURES`: a folder for pictures to look at.
#[test]
fn rings_and_arrows_are_seen() {
    let folder = std::env::var_os("CASTVIEW_UI_PICTURES").map(std::path::PathBuf::from);
    for (key, name) in [(Key::E, "rings"), (Key::Q, "arrows"), (Key::S, "bars")] {
        let mut harness = with_handles(key, folder.is_some());
        let shown = harness.query_all_by_label_contains(" bone a").count();
        assert!((2..=3).contains(&shown), "{name}: {shown}");
        if let Some(folder) = &folder {
            let picture = harness.render().expect("an adapter draws the picture");
            picture
                .save(folder.join(format!("hand_{name}.png")))
                .expect("the folder can be written");
        }
    }
}
