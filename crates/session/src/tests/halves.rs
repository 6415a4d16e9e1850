//! Two halves of the picture that are seen in different ways.

use super::*;
use crate::view::surfaces::legend;
use castview_picture::{ColorBy, Shading, Way};

fn view(session: &mut Session, action: ViewAction) {
    drop(session.apply(Action::View(action)));
}

fn left(session: &Session) -> Way {
    let picture = session.picture([8, 8], 1);
    Way {
        shading: picture.shading,
        color_by: picture.color_by,
        wireframe: picture.overlays.wireframe,
        xray: picture.overlays.xray,
    }
}

fn right(session: &Session) -> Way {
    session.picture([8, 8], 1).divided.expect("it is divided").right
}

/// Two equal halves would look as if nothing had happened.
#[test]
fn the_right_half_shows_something_else_at_once() {
    let finished = Way::default();
    let shape = Way {
        shading: Shading::Untextured,
        wireframe: true,
        ..finished
    };
    let depth = Way {
        color_by: ColorBy::Depth,
        ..finished
    };
    for (whole, beside) in [(finished, shape), (shape, finished), (depth, finished)] {
        let mut session = Session::default();
        view(&mut session, ViewAction::SetShading(whole.shading));
        if whole.color_by != ColorBy::Material {
            view(&mut session, ViewAction::ToggleColorBy(whole.color_by));
        }
        if whole.wireframe {
            drop(session.apply(Switch::WIREFRAME.toggle()));
        }
        drop(session.apply(Switch::DIVIDE.toggle()));
        assert_eq!((left(&session), right(&session)), (whole, beside));
    }
}

#[test]
fn what_was_chosen_for_a_half_is_kept_and_comes_back() {
    let mut session = Session::default();
    let depth = Way {
        color_by: ColorBy::Depth,
        ..Way::default()
    };
    let wires = Way {
        wireframe: true,
        ..Way::default()
    };
    view(&mut session, ViewAction::SeeHalf(Half::Right, depth));
    assert_eq!(left(&session), Way::default(), "there are no halves yet");
    drop(session.apply(Switch::DIVIDE.toggle()));
    view(&mut session, ViewAction::SeeHalf(Half::Right, depth));
    view(&mut session, ViewAction::SeeHalf(Half::Left, wires));
    assert_eq!((left(&session), right(&session)), (wires, depth));
    drop(session.apply(Switch::DIVIDE.toggle()));
    assert_eq!(left(&session), wires);
    drop(session.apply(Switch::DIVIDE.toggle()));
    assert_eq!((left(&session), right(&session)), (wires, depth));
}

#[test]
fn halves_are_seen_in_their_own_ways_and_swapped() {
    let mut session = Session::default();
    view(&mut session, ViewAction::DivideAt(0.2));
    view(&mut session, ViewAction::SwapHalves);
    assert_eq!(session.picture([8, 8], 1).divided, None, "it is whole");
    view(&mut session, ViewAction::SetShading(Shading::Untextured));
    drop(session.apply(Switch::DIVIDE.toggle()));
    view(&mut session, ViewAction::ToggleColorBy(ColorBy::Depth));
    drop(session.apply(Switch::WIREFRAME.toggle()));
    let halves = |session: &Session| {
        let at = session.picture([8, 8], 1).divided.expect("it is divided").at;
        (left(session), right(session), at)
    };
    let depth = Way {
        shading: Shading::Untextured,
        color_by: ColorBy::Depth,
        wireframe: true,
        xray: false,
    };
    let finished = Way::default();
    assert_eq!(halves(&session), (depth, finished, 0.5));
    view(&mut session, ViewAction::SwapHalves);
    view(&mut session, ViewAction::DivideAt(7.0));
    assert_eq!(halves(&session), (finished, depth, 1.0));
    view(&mut session, ViewAction::DivideAt(f32::NAN));
    assert_eq!(halves(&session).2, 1.0);
    drop(session.apply(Switch::DIVIDE.toggle()));
    assert_eq!(session.picture([8, 8], 1).divided, None);
}

/// The left half is seen as usual again: the right one still tells how many faces have no area.
#[test]
fn faces_without_area_are_counted_for_either_half() {
    for swap in [false, true] {
        let mut session = Session::default();
        drop(session.apply(Switch::DIVIDE.toggle()));
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
    let mesh = castview_base::scene::Mesh {
        positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]].into(),
        triangles: vec![0, 1, 2].into(),
        ..castview_base::scene::Mesh::default()
    };
    let flat = castview_base::scene::Model {
        meshes: vec![mesh],
        ..model("pilot")
    };
    let mut session = Session::default();
    drop(session.apply(Switch::DIVIDE.toggle()));
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
            let answer = session.view.measure_meshes(question).expect("it is wanted")();
            session.receive(answer);
        }
    }
    let lines = |session: &Session| session.picture([8, 8], 1).face_lines.len();
    assert_eq!(lines(&session), 3, "left");
    view(&mut session, ViewAction::SwapHalves);
    assert_eq!(lines(&session), 3, "right");
    drop(session.apply(Switch::DIVIDE.toggle()));
    assert_eq!(lines(&session), 0, "neither");
}

/// While depth colours surfaces nobody sees how they are shaded: a choice of shading that changed nothing would look dead.
#[test]
fn a_shading_that_is_asked_for_is_seen_whatever_colors_surfaces() {
    let colored = || {
        let mut session = Session::default();
        view(&mut session, ViewAction::SetShading(Shading::Untextured));
        view(&mut session, ViewAction::ToggleColorBy(ColorBy::Depth));
        assert!(!["shading_untextured", "textures"].map(is_on(&session)).contains(&true));
        session
    };
    fn is_on(session: &Session) -> impl Fn(&str) -> bool + '_ {
        |name| command(name).is_checked(session) == Some(true)
    }
    for (name, wanted) in [
        ("shading_textured", Shading::Textured),
        ("shading_untextured", Shading::Untextured),
        ("shading_wireframe", Shading::Wireframe),
        ("shading", Shading::Untextured),
        ("textures", Shading::Textured),
    ] {
        let mut session = colored();
        session.apply(command(name).action());
        let seen = left(&session);
        assert_eq!((seen.shading, seen.color_by), (wanted, ColorBy::Material), "{name}");
    }
    let mut session = colored();
    for wanted in [Shading::Untextured, Shading::Wireframe, Shading::Textured] {
        session.apply(command("shading").action());
        assert_eq!(left(&session).shading, wanted);
    }
    assert!(is_on(&session)("textures"));
}

#[test]
fn each_half_says_what_its_colors_mean() {
    let mut session = with_pilot(Vec::new());
    let legends = |session: &Session| -> Vec<([f32; 2], String)> {
        let legends = legend::legends(session).into_iter();
        legends
            .map(|legend| (legend.across, legend.entries[0].words.clone()))
            .collect()
    };
    let (left, right) = (([0.0, 0.5], "left:".to_owned()), ([0.5, 1.0], "right:".to_owned()));
    view(&mut session, ViewAction::ToggleColorBy(ColorBy::Normals));
    assert_eq!(
        legends(&session),
        [([0.0, 1.0], "normals, by the file's axes".to_owned())]
    );
    drop(session.apply(Switch::DIVIDE.toggle()));
    assert_eq!(legends(&session), std::slice::from_ref(&left));
    view(&mut session, ViewAction::SwapHalves);
    assert_eq!(legends(&session), std::slice::from_ref(&right));
    view(&mut session, ViewAction::ToggleColorBy(ColorBy::Depth));
    assert_eq!(legends(&session), [left, right]);
}
