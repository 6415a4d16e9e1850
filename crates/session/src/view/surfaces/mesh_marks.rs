//! Boxes around posed meshes, and edges of faces that have no area, as lines of the picture.

use crate::stage::up_axis::world_from_stage;
use crate::view::surfaces::marked::color_by;
use crate::window::colors;
use crate::{Placed, Selected, Session};
use castview_base::core::{Bounds, MeshIndex};
use castview_motion::deform;
use castview_picture::{ColorBy, Line};
use glam::{Affine3A, Vec3};

/// Meshes that get a box.
const MOST_BOXES: usize = 256;
/// Faces whose edges are drawn.
const MOST_FACES: usize = 256;
/// Meshes that are looked through for either.
const MOST_MESHES: usize = 10_000;

/// How much of what lies behind them the boxes of meshes that are not selected cover.
const FAINT: f32 = 0.5;

/// In world space.
pub(crate) fn mesh_lines(session: &Session) -> Vec<Line> {
    let mut lines = Vec::new();
    if session.view.mesh_bounds {
        add_boxes(session, &mut lines);
    }
    lines
}

/// Edges of faces that have no area, in world space, where either half of the picture asks for them.
pub(crate) fn face_lines(session: &Session) -> Vec<Line> {
    let mut lines = Vec::new();
    let is_of_right = session.view.divided.is_some() && session.view.right.color_by == ColorBy::DegenerateFaces;
    if color_by(session) == ColorBy::DegenerateFaces || is_of_right {
        add_degenerate_faces(session, &mut lines);
    }
    lines
}

/// Where the placement number `placement` of a mesh is drawn: its world from its model; `None` if it is not drawn.
pub(crate) fn world_from_drawn(
    session: &Session,
    placed: &Placed,
    mesh: MeshIndex,
    placement: usize,
) -> Option<Affine3A> {
    let is_drawn =
        is_seen(placed, mesh) && session.view.undrawn_meshes(&session.edits, placed).get(mesh.get()) != Some(&true);
    place_of(session, placed, placement).filter(|_| is_drawn)
}

/// Around `mesh` as it is posed, in model space; not too small, and exact where the model is small enough. `None` without vertices.
pub fn posed_bounds_of(placed: &Placed, mesh: MeshIndex) -> Option<Bounds> {
    placed.model().meshes.get(mesh.get())?;
    let bounds = placed.reach().mesh_bounds(placed.model(), placed.pose(), mesh);
    (!bounds.is_empty()).then_some(bounds)
}

/// The same of the mesh at rest.
pub fn rest_bounds_of(placed: &Placed, mesh: MeshIndex) -> Option<Bounds> {
    placed
        .facts
        .rest_bounds(placed.model(), mesh)
        .filter(|bounds| !bounds.is_empty())
}

/// Where a model is drawn: its world from its model; `None` beyond the budget.
fn place_of(session: &Session, placed: &Placed, placement: usize) -> Option<Affine3A> {
    let places = session
        .view
        .places_within_budget(placed.key, placed.standing().places.clone());
    let place = places.get(placement)?;
    Some(world_from_stage(session) * *place * placed.stage_from_model())
}

/// The drawn meshes that have vertices, where their models first stand; not every one of very many.
fn drawn_meshes(session: &Session) -> impl Iterator<Item = (&Placed, MeshIndex, Affine3A)> {
    let seen = session.stage.models().iter().take(MOST_MESHES);
    let drawn = seen.filter_map(|placed| {
        let has_meshes = !placed.model().meshes.is_empty();
        let world_from_model = has_meshes.then(|| place_of(session, placed, 0)).flatten()?;
        let undrawn = session.view.undrawn_meshes(&session.edits, placed);
        let meshes = (0..placed.model().meshes.len()).map(MeshIndex::new);
        let drawn = meshes.filter(move |mesh| {
            let has_vertices = placed.model().meshes[mesh.get()].vertex_count() > 0;
            has_vertices && is_seen(placed, *mesh) && undrawn.get(mesh.get()) != Some(&true)
        });
        Some(drawn.map(move |mesh| (placed, mesh, world_from_model)))
    });
    drawn.flatten().take(MOST_MESHES)
}

fn add_boxes(session: &Session, lines: &mut Vec<Line>) {
    let colors = colors::colors(session);
    for (placed, mesh, world_from_model) in drawn_meshes(session).take(MOST_BOXES) {
        let Some(bounds) = posed_bounds_of(placed, mesh) else {
            continue;
        };
        let item = Selected::Mesh(placed.key, mesh);
        let is_selected = session.edits.all_selected().any(|selected| selected == item);
        let (color, opacity) = match is_selected {
            true => (colors.selected, 1.0),
            false => (colors.words, FAINT),
        };
        for [from, to] in edges(bounds).map(|edge| edge.map(|corner| world_from_model.transform_point3(corner))) {
            if from.is_finite() && to.is_finite() {
                lines.push(Line {
                    from,
                    to,
                    color,
                    opacity,
                });
            }
        }
    }
}

/// A face without area has no pixels, so its edges are drawn; edges without length are dots.
fn add_degenerate_faces(session: &Session, lines: &mut Vec<Line>) {
    let color = colors::colors(session).heat[4];
    let faces = drawn_meshes(session).flat_map(|(placed, mesh, world_from_model)| {
        let faces = session.view.faces_of(placed).and_then(|faces| faces.of_mesh(mesh));
        let listed = faces.map_or(&[][..], |faces| &faces.listed);
        listed.iter().map(move |face| (placed, mesh, world_from_model, *face))
    });
    for (placed, mesh, world_from_model, face) in faces.take(MOST_FACES) {
        let triangles = &placed.model().meshes[mesh.get()].triangles;
        let corners = [0, 1, 2].map(|corner| {
            let vertex = triangles.get(3 * face as usize + corner) as usize;
            let posed = deform::deform_vertex(placed.model(), mesh, placed.pose(), vertex);
            world_from_model.transform_point3(posed)
        });
        if !corners.iter().all(|corner| corner.is_finite()) {
            continue;
        }
        for at in 0..3 {
            lines.push(Line {
                from: corners[at],
                to: corners[(at + 1) % 3],
                color,
                opacity: 1.0,
            });
        }
    }
}

/// Neither the file nor the clip hides it now.
fn is_seen(placed: &Placed, mesh: MeshIndex) -> bool {
    placed.pose().model_visible && placed.pose().mesh_visible.get(mesh.get()) == Some(&true)
}

/// The twelve edges of a box.
fn edges(bounds: Bounds) -> [[Vec3; 2]; 12] {
    let corner = |bits: usize| {
        let part = |axis: usize| match bits >> axis & 1 {
            0 => bounds.min[axis],
            _ => bounds.max[axis],
        };
        Vec3::new(part(0), part(1), part(2))
    };
    std::array::from_fn(|edge| {
        let (axis, others) = (edge / 4, edge % 4);
        let (low, high) = ((axis + 1) % 3, (axis + 2) % 3);
        let from = (others & 1) << low | (others >> 1) << high;
        [corner(from), corner(from | 1 << axis)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_has_twelve_edges_along_its_axes() {
        let bounds = Bounds {
            min: Vec3::new(1.0, 2.0, 3.0),
            max: Vec3::new(2.0, 4.0, 7.0),
        };
        let edges = edges(bounds);
        let total: f32 = edges.iter().map(|[from, to]| from.distance(*to)).sum();
        assert_eq!(total, 4.0 * (1.0 + 2.0 + 4.0));
        let mut sorted: Vec<String> = edges.iter().map(|edge| format!("{edge:?}")).collect();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), 12);
        for [from, to] in edges {
            assert_eq!((to - from).to_array().iter().filter(|part| **part != 0.0).count(), 1);
        }
    }
}
