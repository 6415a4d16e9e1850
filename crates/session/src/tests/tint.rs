//! Colours tried on materials: never silent, undone, kept in view files.

use super::*;
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
    let key = session.stage().models[0].key;
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

    let saved = session.saved_view();
    let (mut other, _) = painted();
    other.show_saved(&saved).expect("the same files");
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
