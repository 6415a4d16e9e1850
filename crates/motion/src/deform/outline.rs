//! The outline of a posed model: what framing looks at.
//!
//! In: a model and a pose. Out: points in model space, mesh by mesh. All of a mesh lies within the convex hull of its points: nothing that
//! is seen reaches beyond them.

use super::bounds::{SeenBones, deformed};
use crate::animation::Pose;
use castview_base::core::{Bounds, MeshIndex};
use castview_base::scene::{Mesh, Model};
use glam::{BVec3, Vec3};

/// Around one visible mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshOutline {
    /// The mesh. One that repeats another, vertex by vertex at the same place, has no outline of its own.
    pub mesh: MeshIndex,
    /// Around the mesh.
    pub bounds: Bounds,
    /// All of the mesh lies within their convex hull: its vertices, or the corners of boxes around some of them each.
    pub points: Vec<Vec3>,
}

/// Around all that is visible of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline {
    /// The bounds of the pose ([`super::posed_bounds`]).
    pub bounds: Bounds,
    /// In file order.
    pub meshes: Vec<MeshOutline>,
}

/// The outline of `model` in `pose`, in model space: some `most` points, and eight more for each mesh. Every vertex counts: of models
/// with more vertices than `most`, boxes around vertices that follow each other in the file stand for them.
pub fn outline(model: &Model, pose: &Pose, most: usize) -> Outline {
    outline_around(model, pose, &SeenBones::of(model), most)
}

pub(super) fn outline_around(model: &Model, pose: &Pose, seen_bones: &SeenBones, most: usize) -> Outline {
    let visible = model
        .meshes
        .iter()
        .zip(&pose.mesh_visible)
        .filter(|(_, is_visible)| **is_visible);
    let count: usize = visible.map(|(mesh, _)| mesh.vertex_count()).sum();
    let boxed = (count > most).then(|| (count * 8).div_ceil(most.max(1)));
    let mut meshes = Vec::new();
    let bounds = deformed(model, pose, seen_bones, |mesh, bounds, vertices| {
        let points = match boxed {
            _ if vertices.is_empty() => corners(&bounds).to_vec(),
            None => vertices.to_vec(),
            Some(block) => vertices.chunks(block).flat_map(around_block).collect(),
        };
        meshes.push(MeshOutline { mesh, bounds, points });
    });
    Outline { bounds, meshes }
}

fn around_block(vertices: &[Vec3]) -> Vec<Vec3> {
    match vertices.len() {
        0..=8 => vertices.to_vec(),
        _ => corners(&vertices.iter().copied().collect()).to_vec(),
    }
}

/// The corners of a box.
pub fn corners(bounds: &Bounds) -> [Vec3; 8] {
    std::array::from_fn(|corner| {
        let pick = BVec3::new(corner & 1 == 1, corner & 2 == 2, corner & 4 == 4);
        Vec3::select(pick, bounds.max, bounds.min)
    })
}

/// From the middle of a cube to its sides, edges and corners; the other half lies behind.
const WAYS: [Vec3; 13] = [
    Vec3::X,
    Vec3::Y,
    Vec3::Z,
    Vec3::new(1.0, 1.0, 0.0),
    Vec3::new(1.0, -1.0, 0.0),
    Vec3::new(1.0, 0.0, 1.0),
    Vec3::new(1.0, 0.0, -1.0),
    Vec3::new(0.0, 1.0, 1.0),
    Vec3::new(0.0, 1.0, -1.0),
    Vec3::ONE,
    Vec3::new(1.0, 1.0, -1.0),
    Vec3::new(1.0, -1.0, 1.0),
    Vec3::new(1.0, -1.0, -1.0),
];

/// The farthest of `points` towards each corner, edge and side of a cube, by their positions in the list: they tell an outline more
/// closely than a box. Those that are not finite are left out.
pub fn outermost(points: impl IntoIterator<Item = Vec3>) -> Vec<usize> {
    let mut farthest = WAYS.map(|_| [(f32::NEG_INFINITY, usize::MAX); 2]);
    for (at, point) in points.into_iter().enumerate().filter(|(_, point)| point.is_finite()) {
        for ([ahead, behind], way) in farthest.iter_mut().zip(WAYS) {
            let along = point.dot(way);
            if along > ahead.0 {
                *ahead = (along, at);
            }
            if -along > behind.0 {
                *behind = (-along, at);
            }
        }
    }
    let mut out: Vec<usize> = farthest.into_iter().flatten().map(|(_, at)| at).collect();
    out.retain(|at| *at != usize::MAX);
    out.sort_unstable();
    out.dedup();
    out
}

/// Vertices of `mesh` that tell how far it reaches in most poses: for each slot of its skin the outermost of the vertices that hang on
/// it most, and of those that hang on none.
pub(super) fn telling(mesh: &Mesh) -> Vec<u32> {
    let mut by_slot: Vec<(usize, u32)> = (0..mesh.vertex_count())
        .map(|vertex| {
            let pulls = mesh.influences.of_vertex(vertex);
            let most = pulls.reduce(|most, next| if next.1 > most.1 { next } else { most });
            let slot = most
                .filter(|_| mesh.skin.is_some())
                .map_or(usize::MAX, |(slot, _)| slot);
            (slot, vertex as u32)
        })
        .collect();
    by_slot.sort_unstable();
    let mut out = Vec::new();
    for same in by_slot.chunk_by(|a, b| a.0 == b.0) {
        let at = |vertex: &(usize, u32)| Vec3::from(mesh.positions.get(vertex.1 as usize));
        out.extend(outermost(same.iter().map(at)).into_iter().map(|at| same[at].1));
    }
    out.sort_unstable();
    out
}
