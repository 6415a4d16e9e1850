//! Posing a bone by hand: numbers that are typed, the marks, and the ways back.

use crate::panels::*;
use castview_base::core::Transform;
use castview_session::{SelectionAction, hand_pose_words};
use egui::Event;

/// The elbow selected, its section open.
fn opened(size: Vec2, draws: bool) -> Panels {
    let mut session = paused();
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(30.0))));
    let selected = bone(&session, "j_elbow_le");
    session.apply(Action::Selection(SelectionAction::Select(Some(selected))));
    let builder = if draws { builder(size).wgpu() } else { builder(size) };
    let mut harness = build(builder, session);
    harness.get_by_label("Pose by hand").click();
    harness.run_steps(3);
    harness
}

/// Types a number into the field of that name, and Enter.
fn type_into(harness: &mut Panels, name: &str, text: &str) {
    let field = harness.get_by_role_and_label(Role::SpinButton, name).rect();
    press(harness, field.center());
    harness.drop_at(field.center());
    harness.run_steps(2);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run_steps(1);
    harness.event(Event::Text(text.into()));
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    harness.run_steps(3);
}

fn change(harness: &Panels) -> Option<Transform> {
    let session = session_of(harness);
    let Selected::Bone(model, bone) = bone(session, "j_elbow_le") else {
        unreachable!("it is a bone");
    };
    session.edits().hand_poses.change(model, bone).copied()
}

#[test]
fn numbers_are_typed_marked_and_reset() {
    let mut harness = opened(vec2(1280.0, 1400.0), false);
    let local = |harness: &Panels| session_of(harness).stage().models()[0].pose().local.clone();
    let clip = local(&harness);
    type_into(&mut harness, "turn z", "90");
    let turned = change(&harness).expect("it is posed").rotation;
    assert!((turned.to_axis_angle().1.to_degrees() - 90.0).abs() < 1e-3, "{turned}");
    type_into(&mut harness, "shift x", "3");
    assert_eq!(change(&harness).expect("it is posed").translation.x, 3.0);
    let told = "Posed by hand: 1 bone";
    assert_eq!(hand_pose_words(session_of(&harness)).as_deref(), Some(told));
    for label in [told, "Posed by hand: 1 bone · Reset"] {
        assert!(harness.query_by_label(label).is_some(), "{label}");
    }
    // Each number is a step of undo.
    act(&mut harness, Action::Undo);
    assert_eq!(change(&harness).expect("it is still turned").translation.x, 0.0);
    act(&mut harness, Action::Redo);
    harness.get_by_label("Reset all bones posed by hand").click();
    harness.run_steps(3);
    assert_eq!((change(&harness), local(&harness)), (None, clip));
    assert!(harness.query_by_label(told).is_none());
}

/// Angles beyond a quarter turn stay as they are typed, although others mean the same.
#[test]
fn a_typed_turn_is_told_as_it_was_typed() {
    let mut harness = opened(vec2(1280.0, 1400.0), false);
    for space in ["Pose in world space", "Pose in parent space"] {
        harness.get_by_label(space).click();
        harness.run_steps(3);
        type_into(&mut harness, "turn y", "140");
        let field = harness.get_by_role_and_label(Role::SpinButton, "turn y");
        let value = field.accesskit_node().value().unwrap_or_default();
        assert!(value.starts_with("140"), "{space}: {value}");
        harness.key_press_modifiers(Modifiers::ALT, Key::R);
        harness.run_steps(3);
        assert_eq!(change(&harness), None, "{space}");
    }
}

/// `CASTVIEW_UI_PICTURES`: a folder for pictures to look at.
#[test]
fn the_section_fits_the_inspector() {
    let folder = std::env::var_os("CASTVIEW_UI_PICTURES").map(std::path::PathBuf::from);
    let mut harness = opened(vec2(1280.0, 720.0), folder.is_some());
    type_into(&mut harness, "turn z", "-45.5");
    for name in ["turn x", "turn z", "shift y", "scale z"] {
        let field = harness.get_by_role_and_label(Role::SpinButton, name).rect();
        assert!(
            field.right() <= 1280.0 && field.width() > size::ROW * 2.0,
            "{name}: {field}"
        );
    }
    if let Some(folder) = folder {
        let picture = harness.render().expect("an adapter draws the picture");
        picture
            .save(folder.join("by_hand.png"))
            .expect("the folder can be written");
    }
}
