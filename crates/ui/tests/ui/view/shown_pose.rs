//! Rest pose, bind pose, and what the clips make.

use crate::panels::*;
use castview_session::SelectionAction;

/// The numbers of the hip in the inspector, one per cell.
fn numbers(harness: &Panels) -> Vec<String> {
    let cells = harness.query_all_by_role(Role::Button);
    let label = |node: egui_kittest::Node<'_>| node.accesskit_node().label();
    cells
        .filter_map(label)
        .filter(|label| label.starts_with("R "))
        .collect()
}

#[test]
fn the_rest_pose_is_shown_while_time_goes_on_and_the_view_says_so() {
    let mut session = paused();
    let hip = bone(&session, "j_hip_le");
    session.apply(Action::Selection(SelectionAction::Select(Some(hip))));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(30.0))));
    session.apply(Action::Playback(PlaybackAction::Play));
    let mut harness = window(session);
    let local = |harness: &Panels| session_of(harness).stage().models()[0].pose().local.clone();
    let rest = session_of(&harness).stage().models()[0]
        .model()
        .skeleton
        .rest()
        .to_vec();
    let (posed, shown) = (local(&harness), numbers(&harness));
    assert!(posed != rest && !shown.is_empty());
    assert!(harness.query_by_label("Shown pose").is_none());

    harness.key_press_modifiers(Modifiers::SHIFT, Key::R);
    harness.run_steps(3);
    assert_eq!(local(&harness), rest);
    assert_ne!(numbers(&harness), shown, "the inspector follows");
    let now = session_of(&harness);
    assert!(now.is_playing() && now.frame() == Some(30.0), "{:?}", now.frame());
    assert!(harness.query_by_label("Shown pose").is_some(), "the view says so");

    harness.get_by_label("Back to the posed models").click();
    harness.run_steps(3);
    assert_eq!(local(&harness), posed);
    assert_eq!(numbers(&harness), shown);
    assert!(harness.query_by_label("Shown pose").is_none());
}

#[test]
fn the_slider_goes_from_the_rest_pose_to_the_posed_one() {
    let mut session = paused();
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(30.0))));
    let placed = |session: &Session| session.stage().models()[0].pose().clone();
    let (posed, at) = (placed(&session), {
        let skeleton = &session.stage().models()[0].model().skeleton;
        skeleton.find("j_hip_le").expect("the model has it").get()
    });
    let mut harness = window(session);
    harness.key_press_modifiers(Modifiers::SHIFT, Key::R);
    harness.run_steps(3);
    let rest = placed(session_of(&harness));
    let slider = harness.get_by_role_and_label(Role::Slider, "How much is posed").rect();
    let [from, to] = [slider.left_center(), slider.right_center()].map(|end| end.lerp(slider.center(), 0.1));
    press(&mut harness, from);
    harness.hover_at(slider.center());
    harness.run_steps(2);
    let half = placed(session_of(&harness));
    let turned =
        |pose: &castview_motion::animation::Pose| rest.local[at].rotation.angle_between(pose.local[at].rotation);
    let (whole, part) = (turned(&posed), turned(&half));
    assert!(part > 0.1 * whole && part < 0.9 * whole, "{part} of {whole}");
    // To the end and beyond: the slider stays until it is let go.
    harness.hover_at(to + vec2(400.0, 0.0));
    harness.run_steps(2);
    assert_eq!(*placed(session_of(&harness)), *posed);
    assert!(harness.query_by_label("Shown pose").is_some());
    harness.drop_at(to + vec2(400.0, 0.0));
    harness.run_steps(3);
    assert!(harness.query_by_label("Shown pose").is_none());
}
