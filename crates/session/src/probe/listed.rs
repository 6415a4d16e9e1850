//! Vertices of a mesh that have so many influences: listed in its inspector, and marked in the view.
//!
//! In: a bar of the histogram of influences. Out: all its vertices, found once when it is asked for, and marks for some of them.

use crate::view::surfaces::mesh_marks::world_from_drawn;
use crate::window::colors;
use crate::{Effect, Notice, Placed, Selected, Session, Spot, Stage};
use castview_base::core::MeshIndex;
use castview_base::scene::{MeshWeights, Skin};
use castview_motion::deform;
use castview_picture::{Line, PlacedKey};
use std::sync::Arc;

/// Vertices that are marked in the view: each is deformed for every picture.
pub const MOST_MARKED: usize = 512;

/// The vertices behind one bar.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedVertices {
    pub model: PlacedKey,
    pub mesh: MeshIndex,
    /// The entry of [`MeshWeights::histogram`].
    pub influences: usize,
    /// Ascending.
    pub vertices: Arc<Vec<u32>>,
}

impl ListedVertices {
    /// Vertices to mark: all, or [`MOST_MARKED`] at most, evenly spread.
    pub fn marked(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        let step = self.vertices.len().div_ceil(MOST_MARKED).max(1);
        self.vertices.iter().copied().step_by(step)
    }
}

/// The vertices that are listed, as long as their mesh is selected.
pub fn listed_vertices(session: &Session) -> Option<&ListedVertices> {
    let of_selected = |listed: &&ListedVertices| {
        let mesh = Selected::Mesh(listed.model, listed.mesh);
        session.edits.selected == Some(mesh)
    };
    session.listed.as_ref().filter(of_selected)
}

/// Lists the vertices of that bar; those of the bar that is listed no more.
pub(super) fn list_influences(session: &mut Session, model: PlacedKey, mesh: MeshIndex, influences: usize) {
    let is_of = |listed: &ListedVertices| (listed.model, listed.mesh, listed.influences) == (model, mesh, influences);
    let listed = match listed_vertices(session).is_some_and(is_of) {
        true => None,
        false => session.stage.vertices_with(model, mesh, influences),
    };
    session.look(|session| session.listed = listed);
}

/// Lists nothing any more; whether something was listed.
pub(crate) fn unlist_vertices(session: &mut Session) -> bool {
    let was_seen = listed_vertices(session).is_some();
    if session.listed.take().is_some() {
        session.look(|_| ());
    }
    was_seen
}

/// Pins a vertex by the first triangle that it is a corner of.
pub(super) fn pin_vertex(session: &mut Session, model: PlacedKey, mesh: MeshIndex, vertex: u32) -> Vec<Effect> {
    match session
        .stage
        .placed(model)
        .and_then(|placed| spot_of(placed, model, mesh, vertex))
    {
        Some(spot) => {
            super::pinning::pin(session, spot);
            Vec::new()
        }
        None => {
            let text = format!("Vertex {vertex} is a corner of no triangle, so it cannot be pinned.");
            vec![Effect::Notify(Notice::info(text))]
        }
    }
}

/// A dot at each marked vertex as it is posed, in world space.
pub(crate) fn listed_marks(session: &Session) -> Vec<Line> {
    let Some(listed) = listed_vertices(session) else {
        return Vec::new();
    };
    let drawn = session.stage.placed(listed.model).and_then(|placed| {
        let world_from_model = world_from_drawn(session, placed, listed.mesh, 0)?;
        Some((placed, world_from_model))
    });
    let Some((placed, world_from_model)) = drawn else {
        return Vec::new();
    };
    let color = colors::colors(session).selected;
    let dot = |vertex: u32| {
        let posed = deform::deform_vertex(placed.model(), listed.mesh, placed.pose(), vertex as usize);
        let at = world_from_model.transform_point3(posed);
        at.is_finite().then_some(Line {
            from: at,
            to: at,
            color,
            opacity: 1.0,
        })
    };
    listed.marked().filter_map(dot).collect()
}

impl Stage {
    fn vertices_with(&self, model: PlacedKey, mesh: MeshIndex, influences: usize) -> Option<ListedVertices> {
        let placed = self.placed(model)?;
        let of_mesh = placed.model().meshes.get(mesh.get())?;
        let skin: &Skin = placed.model().skins.get(of_mesh.skin?.get())?;
        let bones = placed.model().skeleton.len();
        Some(ListedVertices {
            model,
            mesh,
            influences,
            vertices: Arc::new(MeshWeights::vertices_with(of_mesh, skin, bones, influences)),
        })
    }
}

fn spot_of(placed: &Placed, model: PlacedKey, mesh: MeshIndex, vertex: u32) -> Option<Spot> {
    let triangles = &placed.model().meshes.get(mesh.get())?.triangles;
    let corner = triangles.iter().position(|corner| corner == vertex)?;
    let triangle = corner / 3;
    let corners = [0, 1, 2].map(|at| 3 * triangle + at);
    if corners[2] >= triangles.len() {
        return None;
    }
    let mut shares = [0.0; 3];
    shares[corner % 3] = 1.0;
    Some(Spot {
        model,
        mesh,
        placement: 0,
        triangle: triangle as u32,
        corners: corners.map(|at| triangles.get(at)),
        shares,
        vertex,
    })
}
