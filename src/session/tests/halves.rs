//! Two halves of the picture that are seen in different ways.

use super::*;
use crate::picture::{ColorBy, Shading, Way};

fn view(session: &mut Session, action: ViewAction) {
    drop(session.apply(Action::View(action)));
}

#[test]
fn the_right_half_stays_as_all_of_it_was_and_halves_are_swapped() {
    let mut session = Session::default();
    view(&mut session, ViewAction::DivideAt(0.2));
    view(&mut session, ViewAction::SwapHalves);
    assert_eq!(session.picture([8, 8], 1).divided, None, "it is whole");
    view(&mut session, ViewAction::SetShading(Shading::Untextured));
    view(&mut session, ViewAction::ToggleDivided);
    view(&mut session, ViewAction::ToggleColorBy(ColorBy::Depth));
    view(&mut session, ViewAction::ToggleWireframe);
    let halves = |session: &Session| {
        let picture = session.picture([8, 8], 1);
        let divided = picture.divided.expect("it is divided");
        let left = Way {
            shading: picture.shading,
            color_by: picture.color_by,
            wireframe: picture.overlays.wireframe,
            xray: picture.overlays.xray,
        };
        (left, divided.right, divided.at)
    };
    let depth = Way {
        shading: Shading::Untextured,
        color_by: ColorBy::Depth,
        wireframe: true,
        xray: false,
    };
    let plain = Way {
        shading: Shading::Untextured,
        ..Way::default()
    };
    assert_eq!(halves(&session), (depth, plain, 0.5));
    view(&mut session, ViewAction::SwapHalves);
    view(&mut session, ViewAction::DivideAt(7.0));
    assert_eq!(halves(&session), (plain, depth, 1.0));
    view(&mut session, ViewAction::DivideAt(f32::NAN));
    assert_eq!(halves(&session).2, 1.0);
    view(&mut session, ViewAction::ToggleDivided);
    assert_eq!(session.picture([8, 8], 1).divided, None);
}

/// The left half is seen as usual again: the right one still tells how many faces have no area.
#[test]
fn faces_without_area_are_counted_for_either_half() {
    for swap in [false, true] {
        let mut session = Session::default();
        view(&mut session, ViewAction::ToggleDivided);
        view(&mut session, ViewAction::ToggleColorBy(ColorBy::DegenerateFaces));
        if swap {
            view(&mut session, ViewAction::SwapHalves);
        }
        let message = Message::Loaded {
            generation: 0,
            files: vec![file(1, vec![model("pilot")], Vec::new())],
            placement: Placement::Replace,
        };
        let asks = |effect: &Effect| matches!(effect, Effect::MeasureMeshes { .. });
        let on_arrival = session.receive(message).iter().any(asks);
        let later = session.apply(Action::Playback(PlaybackAction::Pause)).iter().any(asks);
        assert!(on_arrival || later, "swapped: {swap}");
    }
}

/// Their edges are there for the half that shows them, and not without one that does.
#[test]
fn edges_of_faces_without_area_are_there_for_either_half() {
    let mesh = crate::scene::Mesh {
        positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]].into(),
        triangles: vec![0, 1, 2].into(),
        ..crate::scene::Mesh::default()
    };
    let flat = crate::scene::Model {
        meshes: vec![mesh],
        ..model("pilot")
    };
    let mut session = Session::default();
    view(&mut session, ViewAction::ToggleDivided);
    view(&mut session, ViewAction::ToggleColorBy(ColorBy::DegenerateFaces));
    let message = Message::Loaded {
        generation: 0,
        files: vec![file(1, vec![flat], Vec::new())],
        placement: Placement::Replace,
    };
    let mut asked = session.receive(message);
    asked
        .effects
        .extend(session.apply(Action::Playback(PlaybackAction::Pause)).effects);
    for effect in asked.effects {
        if let Effect::MeasureMeshes { question } = effect {
            let answer = session.measure_meshes(question).expect("it is wanted")();
            session.receive(answer);
        }
    }
    let lines = |session: &Session| session.picture([8, 8], 1).face_lines.len();
    assert_eq!(lines(&session), 3, "left");
    view(&mut session, ViewAction::SwapHalves);
    assert_eq!(lines(&session), 3, "right");
    view(&mut session, ViewAction::ToggleDivided);
    assert_eq!(lines(&session), 0, "neither");
}
