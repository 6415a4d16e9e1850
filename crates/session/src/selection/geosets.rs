//! Groups of meshes whose names begin alike, hidden and shown as one.

use crate::stage::hidden;
use crate::{Selected, Session};
use castview_picture::PlacedKey;
use std::collections::BTreeSet;

/// Hides all of `parts`, or shows them if all are hidden.
pub(crate) fn toggle_all(session: &mut Session, parts: &[Selected]) {
    let is_any_shown = parts.iter().any(|part| hidden::is_shown(session, *part));
    hidden::hide(session, parts, is_any_shown);
}

/// Whether a mesh is selected that is one of a group.
pub(crate) fn selects_a_geoset(session: &Session) -> bool {
    let is_one = |item| match item {
        Selected::Mesh(key, mesh) => (session.stage.placed(key)).is_some_and(|placed| placed.geoset_at(mesh).is_some()),
        _ => false,
    };
    session.edits.all_selected().any(is_one)
}

/// The meshes whose names belong together with those of selected ones, each once.
pub(crate) fn selected_geosets(session: &Session) -> Vec<Selected> {
    let mut groups = BTreeSet::new();
    for item in session.edits.all_selected() {
        if let Selected::Mesh(key, mesh) = item
            && let Some(placed) = session.stage.placed(key)
            && let Some(at) = placed.geoset_at(mesh)
        {
            groups.insert((key, at));
        }
    }
    let meshes = |(key, at): (PlacedKey, usize)| {
        let placed = session.stage.placed(key);
        placed.map_or(Vec::new(), |placed| placed.meshes_of(&placed.geosets()[at]))
    };
    groups.into_iter().flat_map(meshes).collect()
}
