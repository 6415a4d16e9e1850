//! Faces without area: corners that coincide, or that lie on one line.
//!
//! In: a model at rest. Out: for each mesh how many of its triangles have no area, and the first of them. One pass over all triangles: for
//! the background. Meshes that share positions and triangles are looked at once.

use crate::core::{Identity, MeshIndex};
use crate::scene::{Mesh, Model};
use glam::Vec3;
use std::collections::HashMap;

/// A triangle has no area if its height is at most this share of its longest edge: about the precision of positions.
const FLAT: f64 = 1e-6;

/// Whether a triangle with these corners has no area.
pub fn is_degenerate(corners: [Vec3; 3]) -> bool {
    let [a, b, c] = corners.map(|corner| corner.as_dvec3());
    let edges = [b - a, c - b, a - c];
    let longest = edges.iter().map(|edge| edge.length_squared()).fold(0.0, f64::max);
    // Twice the area is the longest edge times the height above it.
    edges[0].cross(edges[2]).length() <= FLAT * longest
}

/// The positions of triangles of `mesh` that have no area at rest, ascending.
pub fn degenerate_faces(mesh: &Mesh) -> impl Iterator<Item = u32> + '_ {
    let corner = |at: usize| Vec3::from(mesh.positions.get(mesh.triangles.get(at) as usize));
    let is_flat = move |face: &u32| is_degenerate([0, 1, 2].map(|at| corner(3 * *face as usize + at)));
    (0..mesh.triangle_count() as u32).filter(is_flat)
}

/// The faces of one mesh.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MeshFaces {
    /// How many triangles have no area.
    pub degenerate: u32,
    /// The first of these, [`MeshFaces::LISTED`] at most, ascending.
    pub listed: Vec<u32>,
}

impl MeshFaces {
    /// Triangles that are listed.
    pub const LISTED: usize = 64;

    fn of(mesh: &Mesh) -> Self {
        let mut faces = Self::default();
        for face in degenerate_faces(mesh) {
            faces.degenerate += 1;
            if faces.listed.len() < Self::LISTED {
                faces.listed.push(face);
            }
        }
        faces
    }
}

/// The faces of a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FaceFacts {
    /// Position of each mesh in `kinds`.
    meshes: Vec<u32>,
    kinds: Vec<MeshFaces>,
    degenerate: u64,
}

impl FaceFacts {
    /// Looks at all triangles of `model`.
    pub fn of(model: &Model) -> Self {
        let mut known: HashMap<[Identity; 2], u32> = HashMap::new();
        let mut out = Self::default();
        for mesh in &model.meshes {
            let shared = [mesh.positions.identity(), mesh.triangles.identity()];
            let kind = *known.entry(shared).or_insert_with(|| {
                out.kinds.push(MeshFaces::of(mesh));
                out.kinds.len() as u32 - 1
            });
            out.meshes.push(kind);
            out.degenerate += u64::from(out.kinds[kind as usize].degenerate);
        }
        out
    }

    /// How many triangles of all meshes have no area.
    pub fn degenerate(&self) -> u64 {
        self.degenerate
    }

    /// The faces of `mesh`; `None` if the model has no such mesh.
    pub fn of_mesh(&self, mesh: MeshIndex) -> Option<&MeshFaces> {
        self.kinds.get(*self.meshes.get(mesh.get())? as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mesh(positions: &[[f32; 3]], triangles: &[u32]) -> Mesh {
        Mesh {
            positions: positions.to_vec().into(),
            triangles: triangles.to_vec().into(),
            ..Mesh::default()
        }
    }

    #[test]
    fn corners_that_coincide_or_lie_on_a_line_have_no_area() {
        let at = |corners: [[f32; 3]; 3]| is_degenerate(corners.map(Vec3::from));
        for scale in [1e-18, 1e-3, 1.0, 1e3, 1e18] {
            let s = |corners: [[f32; 3]; 3]| corners.map(|corner| corner.map(|part| part * scale));
            assert!(at(s([[1.0, 2.0, 3.0]; 3])), "a point, {scale}");
            assert!(
                at(s([[0.0; 3], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0]])),
                "two corners, {scale}"
            );
            assert!(
                at(s([[0.0; 3], [1.0, 1.0, 1.0], [0.25, 0.25, 0.25]])),
                "a line, {scale}"
            );
            assert!(!at(s([[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])), "{scale}");
            assert!(
                !at(s([[0.0; 3], [1.0, 0.0, 0.0], [0.5, 1e-5, 0.0]])),
                "a sliver has an area, {scale}"
            );
        }
    }

    #[test]
    fn faces_without_area_are_counted_once_for_meshes_that_share_them() {
        let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [2.0, 0.0, 0.0]];
        let broken = mesh(&corners, &[0, 1, 2, 0, 0, 1, 0, 1, 3]);
        let mut many = mesh(&corners, &[]);
        many.triangles = vec![3; 3 * 100].into();
        let model = Model {
            meshes: vec![broken.clone(), many, Mesh::default(), broken],
            ..Model::default()
        };
        let facts = FaceFacts::of(&model);
        let of = |index: usize| facts.of_mesh(MeshIndex::new(index)).expect("it is there");
        assert_eq!((of(0).degenerate, &of(0).listed[..]), (2, &[1, 2][..]));
        assert_eq!((of(1).degenerate, of(1).listed.len()), (100, MeshFaces::LISTED));
        assert_eq!(of(2).degenerate, 0);
        assert_eq!((of(3), facts.degenerate()), (of(0), 104));
        assert_eq!((facts.kinds.len(), facts.of_mesh(MeshIndex::new(4))), (3, None));
    }
}
