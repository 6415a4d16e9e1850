//! Mesh → its edges, and how far they lie apart.
//!
//! In: a mesh. Out: pairs of vertices, and one length per vertex. Any thread may do it.

use super::content::Content;
use super::packed::{PackedIndices, packed_indices};
use crate::render::upload::buffers::Packer;
use crate::scene::Mesh;
use glam::Vec3;

pub struct PackedEdges<'a> {
    /// Pairs of vertices.
    pub lines: PackedIndices<'a>,
    /// By vertex: f32, how far edges lie apart around it at rest.
    pub spacings: Content<'a>,
}

impl PackedEdges<'_> {
    /// As [`Packed::written`](super::packed::Packed::written).
    pub fn written(self, packer: &Packer) -> Result<PackedEdges<'static>, String> {
        Ok(PackedEdges {
            lines: self.lines.written(packer)?,
            spacings: packer.written(self.spacings)?,
        })
    }
}

/// The edges of the triangles of a mesh, each once.
pub fn pack_edges(mesh: &Mesh) -> PackedEdges<'static> {
    let edges = unique_edges(mesh);
    PackedEdges {
        lines: packed_indices("edges", mesh, edges.len(), move |take| edges.into_iter().for_each(take)),
        spacings: Content::of_values("spacings", &spacings(mesh)),
    }
}

/// Pairs of vertices, each edge once, whatever its direction.
fn unique_edges(mesh: &Mesh) -> Vec<u32> {
    let mut edges = Vec::with_capacity(mesh.triangles.len());
    for triangle in 0..mesh.triangle_count() {
        let corners = [0, 1, 2].map(|corner| mesh.triangles.get(3 * triangle + corner));
        for (a, b) in [(0, 1), (1, 2), (2, 0)] {
            let (a, b) = (corners[a].min(corners[b]), corners[a].max(corners[b]));
            edges.push(u64::from(a) << 32 | u64::from(b));
        }
    }
    edges.sort_unstable();
    edges.dedup();
    edges
        .iter()
        .flat_map(|edge| [(edge >> 32) as u32, *edge as u32])
        .collect()
}

/// Of an equilateral triangle, its side over twice its area and over its perimeter.
const EQUILATERAL: f32 = 6.928_203;

/// How far apart edges lie around each vertex at rest: the side of equilateral triangles whose edges take as much of the area. The mean length
/// of the edges instead where all triangles of a vertex are flat. 0 for a vertex without triangles, and for numbers beyond all bounds.
fn spacings(mesh: &Mesh) -> Vec<f32> {
    // Area, perimeter and number of the triangles around each vertex.
    let mut around = vec![[0.0f32; 3]; mesh.vertex_count()];
    for triangle in 0..mesh.triangle_count() {
        let vertices = [0, 1, 2].map(|corner| mesh.triangles.get(3 * triangle + corner) as usize);
        let [a, b, c] = vertices.map(|vertex| Vec3::from(mesh.positions.get(vertex)));
        let area = 0.5 * (b - a).cross(c - a).length();
        let perimeter = a.distance(b) + b.distance(c) + c.distance(a);
        for vertex in vertices {
            let [of_area, of_perimeter, count] = &mut around[vertex];
            *of_area += area;
            *of_perimeter += perimeter;
            *count += 1.0;
        }
    }
    let spacing = |[area, perimeter, count]: [f32; 3]| match area > 0.0 {
        true => EQUILATERAL * area / perimeter,
        false => perimeter / (3.0 * count),
    };
    let spacings = around.into_iter().map(spacing);
    spacings.map(|side| if side.is_finite() { side } else { 0.0 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mesh(positions: Vec<[f32; 3]>, triangles: Vec<u32>) -> Mesh {
        Mesh {
            positions: positions.into(),
            triangles: triangles.into(),
            ..Mesh::default()
        }
    }

    #[test]
    fn shared_edges_are_listed_once() {
        let mesh = mesh(vec![[0.0; 3]; 4], vec![0, 1, 2, 2, 1, 3]);
        assert_eq!(unique_edges(&mesh), [0, 1, 0, 2, 1, 2, 1, 3, 2, 3]);
    }

    #[test]
    fn edges_lie_as_far_apart_as_triangles_are_wide() {
        let height = 3.0f32.sqrt();
        let equilateral = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [1.0, height, 0.0]];
        for spacing in spacings(&mesh(equilateral.to_vec(), vec![0, 1, 2])) {
            assert!((spacing - 2.0).abs() < 1e-5, "{spacing}");
        }
        // Long and thin: by its width, not by its length.
        let sliver = vec![[0.0, 0.0, 0.0], [100.0, 0.0, 0.0], [50.0, 0.1, 0.0]];
        assert!(spacings(&mesh(sliver, vec![0, 1, 2])).iter().all(|side| *side < 0.2));
        let line = vec![[0.0; 3], [1.0, 0.0, 0.0], [3.0, 0.0, 0.0], [9.0; 3]];
        assert_eq!(spacings(&mesh(line, vec![0, 1, 2])), [2.0, 2.0, 2.0, 0.0]);
        assert_eq!(
            spacings(&mesh(vec![[f32::MAX; 3], [f32::MIN; 3], [0.0; 3]], vec![0, 1, 2])),
            [0.0; 3]
        );
    }
}
