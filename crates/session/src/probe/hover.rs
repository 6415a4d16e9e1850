//! Spots under the pointer: points of the UV layout on the surface, and a point of the surface in the UV layout.

use super::state::{Hovered, MOST_HOVERED, Spot};
use crate::{Placed, Selected, Session, Stage};
use castview_base::core::MeshIndex;
use castview_picture::PlacedKey;

/// Spots under the pointer.
pub fn hovered_spots(session: &Session) -> &Hovered {
    &session.hovered
}

pub(super) fn hover_layout(session: &mut Session, mut spots: Vec<Spot>) {
    spots.truncate(MOST_HOVERED);
    spots.retain(|spot| session.stage.is_open(spot));
    if spots != session.hovered.layout {
        session.look(|session| session.hovered.layout = spots);
    }
}

pub(super) fn hover_surface(session: &mut Session, spot: Option<Spot>) {
    session.hovered.surface = spot.filter(|spot| session.stage.is_open(spot));
}

/// After files were closed or read anew.
pub(super) fn forget_hovered(session: &mut Session) {
    let hovered = std::mem::take(&mut session.hovered);
    hover_layout(session, hovered.layout);
    hover_surface(session, hovered.surface);
}

/// The mesh whose texture coordinates are looked at: the selected one (also of a selected blend shape or material), else the newest
/// pin's, else the first that is drawn of the selected model or of all, with texture coordinates before those without.
pub fn uv_mesh(session: &Session) -> Option<(&Placed, MeshIndex)> {
    let pinned = session.edits.pins().last().map(|pin| (pin.spot.model, pin.spot.mesh));
    let selected = session.edits.selected;
    let (key, mesh) = selected
        .and_then(|selected| session.stage.selected_mesh(selected))
        .or(pinned)
        .or_else(|| first_drawn_mesh(session, Some(selected?.placed()?)))
        .or_else(|| first_drawn_mesh(session, None))?;
    let placed = session.stage.placed(key)?;
    (mesh.get() < placed.model().meshes.len()).then_some((placed, mesh))
}

/// The first drawn mesh with triangles, preferably with UVs: of the model `only`, or of all.
fn first_drawn_mesh(session: &Session, only: Option<PlacedKey>) -> Option<(PlacedKey, MeshIndex)> {
    let models = session.stage.models().iter();
    let mut plain = None;
    for placed in models.filter(|placed| only.is_none_or(|key| placed.key == key)) {
        let meshes = &placed.model().meshes;
        if meshes.is_empty() {
            continue;
        }
        let undrawn = session.view.undrawn_meshes(&session.edits, placed);
        let drawn = meshes.iter().zip(undrawn.iter()).enumerate();
        let drawn = drawn.filter(|(_, (mesh, is_undrawn))| !**is_undrawn && mesh.triangle_count() > 0);
        for (index, (mesh, _)) in drawn {
            let found = (placed.key, MeshIndex::new(index));
            if !mesh.uvs.is_empty() {
                return Some(found);
            }
            plain = plain.or(Some(found));
        }
    }
    plain
}

impl Stage {
    fn is_open(&self, spot: &Spot) -> bool {
        let placed = self.placed(spot.model);
        placed.is_some_and(|placed| super::pinning::stands_on(placed, spot).is_some())
    }

    fn selected_mesh(&self, selected: Selected) -> Option<(PlacedKey, MeshIndex)> {
        match selected {
            Selected::Mesh(key, mesh) => Some((key, mesh)),
            Selected::BlendShape(key, shape) => {
                let shape = self.placed(key)?.model().blend_shapes.get(shape.get())?;
                Some((key, shape.mesh))
            }
            Selected::Material(key, material) => {
                let mut meshes = self.placed(key)?.model().meshes.iter();
                let mesh = meshes.position(|mesh| mesh.material == Some(material))?;
                Some((key, MeshIndex::new(mesh)))
            }
            _ => None,
        }
    }
}
