//! Which mesh's texture coordinates are looked at, and what the pointer is over there.

use super::*;
use crate::probe::hover;

/// A model whose meshes are called as given; those in capitals have texture coordinates.
fn with_meshes(names: &[&str]) -> Session {
    let mut pilot = model("pilot");
    let plain = pilot.meshes[0].clone();
    pilot.meshes = names
        .iter()
        .map(|name| castview_base::scene::Mesh {
            name: (*name).into(),
            uvs: match name.chars().all(char::is_uppercase) {
                true => vec![vec![[0.0; 2]; plain.positions.len()].into()],
                false => Vec::new(),
            },
            ..plain.clone()
        })
        .collect();
    let mut session = Session::default();
    open(&mut session, vec![file(1, vec![pilot], vec![])], Placement::Replace);
    session
}

fn looked_at(session: &Session) -> &str {
    let (placed, mesh) = hover::uv_mesh(session).expect("there is one");
    &placed.model().meshes[mesh.get()].name
}

fn spot(session: &Session, mesh: usize) -> Spot {
    Spot {
        model: session.stage().models()[0].key,
        mesh: MeshIndex::new(mesh),
        placement: 0,
        triangle: 0,
        corners: [0, 1, 2],
        shares: [0.25, 0.5, 0.25],
        vertex: 1,
    }
}

#[test]
fn the_selected_mesh_comes_before_the_pinned_and_that_before_the_first() {
    let mut session = with_meshes(&["a", "B", "c", "D"]);
    let key = session.stage().models()[0].key;
    assert_eq!(looked_at(&session), "B", "the first with texture coordinates");
    let hide = Selected::Mesh(key, MeshIndex::new(1));
    session.apply(Action::Selection(SelectionAction::ToggleShown(hide)));
    assert_eq!(looked_at(&session), "D", "the first that is drawn");
    let spot = spot(&session, 2);
    session.apply(Action::Probe(ProbeAction::Pin(spot)));
    assert_eq!(looked_at(&session), "c", "the pinned");
    let select = |part| Action::Selection(SelectionAction::Select(Some(part)));
    session.apply(select(Selected::Mesh(key, MeshIndex::new(0))));
    assert_eq!(looked_at(&session), "a", "the selected, whatever it has");
    session.apply(select(Selected::Model(key)));
    assert_eq!(looked_at(&session), "c");
    session.apply(Action::Probe(ProbeAction::Clear));
    assert_eq!(looked_at(&session), "D");
    assert!(hover::uv_mesh(&Session::default()).is_none());
}

#[test]
fn what_the_pointer_is_over_ends_with_what_is_open() {
    let mut session = with_meshes(&["A"]);
    let spot = spot(&session, 0);
    let revision = session.revision();
    session.apply(Action::Probe(ProbeAction::HoverSurface(Some(spot))));
    assert_eq!(session.revision(), revision, "no picture shows it");
    session.apply(Action::Probe(ProbeAction::HoverLayout(vec![spot; 40])));
    assert_ne!(session.revision(), revision);
    assert_eq!(hover::hovered_spots(&session).layout().len(), MOST_HOVERED);
    assert_eq!(session.picture([64, 64], 1).lines.len(), 4 * MOST_HOVERED);
    let revision = session.revision();
    session.apply(Action::Probe(ProbeAction::HoverLayout(vec![spot; MOST_HOVERED])));
    assert_eq!(session.revision(), revision, "nothing has changed");
    assert!(!session.history.can_undo(), "it is no edit");
    open(
        &mut session,
        vec![file(2, vec![model("other")], vec![])],
        Placement::Replace,
    );
    assert_eq!(*hover::hovered_spots(&session), Hovered::default());
    assert_eq!(session.picture([64, 64], 1).lines, []);
}
