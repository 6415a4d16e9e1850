//! The clipping plane: where it lies, and how it is undone.

use super::*;
use castview_picture::Section;
use glam::Vec3;

fn plane(session: &Session) -> Option<Section> {
    session.picture([8, 8], 1).section
}

fn place(session: &mut Session, share: f32) {
    drop(session.apply(Action::View(ViewAction::MoveSection(share))));
}

#[test]
fn the_plane_goes_from_one_end_to_the_other_and_leaves_out_either_side() {
    let mut session = with_pilot(vec![]);
    assert_eq!((plane(&session), section_words(&session)), (None, None));
    let bounds = session.view().steady_bounds();
    drop(session.apply(DialValue::SECTION_X.choose()));
    let words = section_words(&session);
    assert_eq!(words.as_deref(), Some("Clipping plane across x: a part is left out"));
    for (share, at) in [
        (0.5, bounds.center().x),
        (0.0, bounds.min.x),
        (1.0, bounds.max.x),
        (7.0, bounds.max.x),
    ] {
        place(&mut session, share);
        let section = plane(&session).expect("a plane");
        assert!(section.caps && section.toward.distance(Vec3::X) < 1e-6, "{section:?}");
        assert!((section.at - at).abs() < 1e-4, "{share}: {section:?}, not {at}");
    }
    drop(session.apply(Switch::SECTION_FLIP.toggle()));
    drop(session.apply(Switch::SECTION_CAPS.toggle()));
    let section = plane(&session).expect("a plane");
    assert!(
        !section.caps && section.toward.distance(Vec3::NEG_X) < 1e-6,
        "{section:?}"
    );
    assert!((section.at + bounds.max.x).abs() < 1e-4, "{section:?}");
    place(&mut session, f32::NAN);
    assert_eq!(plane(&session), Some(section), "what is no number changes nothing");
}

/// The axes are those of the files, whatever points up.
#[test]
fn the_plane_stands_across_the_axes_of_the_files() {
    let mut session = with_pilot(vec![]);
    drop(session.apply(DialValue::up_axis(Some(castview_base::core::UpAxis::Z)).choose()));
    drop(session.apply(DialValue::SECTION_Z.choose()));
    let section = plane(&session).expect("a plane");
    assert!(section.toward.distance(Vec3::Y) < 1e-6, "{section:?}");
}

#[test]
fn a_drag_of_the_plane_is_one_step_of_undo_and_a_new_stage_has_none() {
    let mut session = with_pilot(vec![]);
    drop(session.apply(DialValue::SECTION_Y.choose()));
    for share in [0.4, 0.3, 0.2] {
        place(&mut session, share);
    }
    drop(session.apply(Action::Composition(CompositionAction::EndDrag)));
    drop(session.apply(Action::View(ViewAction::NudgeSection(0.05))));
    assert_eq!(session.edits().section.share, 0.25);
    for (share, is_there) in [(0.2, true), (0.5, true), (0.5, false)] {
        drop(session.apply(Action::Undo));
        let section = session.edits().section;
        assert_eq!((section.share, section.axis.is_some()), (share, is_there));
    }
    drop(session.apply(Action::Redo));
    assert!(plane(&session).is_some());
    open(
        &mut session,
        vec![file(70, vec![model("other")], vec![])],
        Placement::Replace,
    );
    assert_eq!(plane(&session), None, "another model is whole");
}

/// Colours tried on materials: never silent, undone, kept in view files.
mod tints {
    use super::super::*;
    use crate::saved::saved_view;
    use crate::saved::show_saved;
    use castview_base::core::MaterialIndex;
    use castview_base::scene::Material;
    use castview_picture::{ColorBy, PlacedKey};

    fn painted() -> (Session, PlacedKey) {
        let mut pilot = model("pilot");
        let named = |name: &str| Material {
            name: name.into(),
            ..Material::default()
        };
        pilot.materials = vec![named("paint"), named("")];
        let mut session = Session::default();
        open(&mut session, vec![file(1, vec![pilot], Vec::new())], Placement::Replace);
        let key = session.stage().models()[0].key;
        (session, key)
    }

    fn tint(session: &mut Session, key: PlacedKey, material: usize, color: Option<[u8; 3]>) {
        let action = ViewAction::Tint(key, MaterialIndex::new(material), color);
        session.apply(Action::View(action));
    }

    fn shown(session: &Session) -> Vec<(usize, [u8; 3])> {
        let picture = session.picture([64, 64], 1);
        let tints = picture.models[0].tints.iter();
        tints.map(|(material, color)| (material.get(), *color)).collect()
    }

    #[test]
    fn the_filmstrip_is_tinted_and_drawn_anew() {
        use crate::aids::filmstrip::{film_key, film_picture};
        let mut pilot = model("pilot");
        pilot.materials = vec![Material::default()];
        let walk = clip("walk", "hip", None);
        let mut session = Session::default();
        open(&mut session, vec![file(1, vec![pilot], vec![walk])], Placement::Replace);
        session.apply(Action::Playback(PlaybackAction::Pause));
        let key = session.stage().models()[0].key;
        let plain = film_key(&session);
        assert!(plain.is_some());
        tint(&mut session, key, 0, Some([255, 0, 0]));
        let tinted = film_key(&session);
        assert_ne!(tinted, plain);
        let film = film_picture(&session, 2.0, [64, 36]).expect("a clip plays");
        assert_eq!(film.models[0].tints, [(MaterialIndex::new(0), [255, 0, 0])]);
        session.apply(Action::Undo);
        assert_eq!(film_key(&session), plain);
    }

    #[test]
    fn a_tint_is_told_undone_and_kept_in_a_view_file() {
        let (mut session, key) = painted();
        let told = |session: &Session| {
            let legends = session.picture([64, 64], 1).legends;
            legends
                .iter()
                .any(|legend| legend.title.starts_with("Materials that do not"))
        };
        assert!(tint_words(&session).is_none() && !told(&session));
        // All moves of a drag are one step.
        for green in [10, 80, 128] {
            tint(&mut session, key, 0, Some([255, green, 0]));
        }
        session.apply(Action::Composition(CompositionAction::EndDrag));
        tint(&mut session, key, 1, Some([0, 0, 255]));
        assert_eq!(shown(&session), [(0, [255, 128, 0]), (1, [0, 0, 255])]);
        assert_eq!(
            tint_words(&session).as_deref(),
            Some("Tinted: paint #ff8000, material 1 #0000ff")
        );
        assert!(told(&session));
        // Colours that tell something else are no materials.
        session.apply(Action::View(ViewAction::ToggleColorBy(ColorBy::Normals)));
        assert!(!told(&session));
        session.apply(Action::View(ViewAction::ToggleColorBy(ColorBy::Normals)));

        let saved = saved_view(&session);
        let (mut other, _) = painted();
        show_saved(&mut other, &saved).expect("the same files");
        assert_eq!(shown(&other), shown(&session));

        session.apply(Action::Undo);
        session.apply(Action::Undo);
        assert_eq!(shown(&session), []);
        session.apply(Action::Redo);
        assert_eq!(shown(&session), [(0, [255, 128, 0])]);
        // White changes nothing, and neither does a material that is not there.
        tint(&mut session, key, 0, Some([255; 3]));
        tint(&mut session, key, 9, Some([1, 2, 3]));
        assert!(shown(&session).is_empty() && tint_words(&session).is_none());
        tint(&mut session, key, 0, Some([1, 2, 3]));
        session.apply(command("reset_tints").action());
        assert_eq!(shown(&session), []);
    }
}
