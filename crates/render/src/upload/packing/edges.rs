//! Mesh → its edges, each with the triangles beside it.
//!
//! In: a mesh. Out: four vertices per edge. Any thread may do it.

use super::content::Content;
use crate::upload::buffers::Packer;
use castview_base::scene::Mesh;

pub struct PackedEdges<'a> {
    /// u32×4 by edge: its two ends, then the third corner of each of the two triangles that share it.
    pub corners: Content<'a>,
    pub count: u32,
}

impl PackedEdges<'_> {
    /// As [`Packed::written`](super::packed::Packed::written).
    pub fn written(self, packer: &Packer) -> Result<PackedEdges<'static>, String> {
        Ok(PackedEdges {
            corners: packer.written(self.corners)?,
            count: self.count,
        })
    }
}

/// The edges of the triangles of a mesh, each once.
pub fn pack_edges(mesh: &Mesh) -> PackedEdges<'static> {
    let edges = unique_edges(mesh);
    PackedEdges {
        count: edges.len() as u32,
        corners: Content::of("edges", edges.len(), move |sink| {
            edges.into_iter().for_each(|corners| sink.push(corners));
        }),
    }
}

/// Each edge once, whatever its direction: the lower end, the upper end, and the third corners of two of its triangles. An edge of a single
/// triangle has that triangle's corner twice; of more than two triangles the ones with the lowest and the highest third corner count.
fn unique_edges(mesh: &Mesh) -> Vec<[u32; 4]> {
    let mut sides = Vec::with_capacity(mesh.triangles.len());
    for triangle in 0..mesh.triangle_count() {
        let corners = [0, 1, 2].map(|corner| mesh.triangles.get(3 * triangle + corner));
        for (a, b, third) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
            let (a, b) = (corners[a].min(corners[b]), corners[a].max(corners[b]));
            sides.push([a, b, corners[third]]);
        }
    }
    sides.sort_unstable();
    let of_one_edge = sides.chunk_by(|one, other| one[..2] == other[..2]);
    of_one_edge
        .filter_map(|sides| {
            let ([a, b, first], [.., last]) = (sides.first()?, sides.last()?);
            Some([*a, *b, *first, *last])
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mesh(vertices: usize, triangles: Vec<u32>) -> Mesh {
        Mesh {
            positions: vec![[0.0; 3]; vertices].into(),
            triangles: triangles.into(),
            ..Mesh::default()
        }
    }

    #[test]
    fn shared_edges_are_listed_once_with_both_triangles() {
        let mesh = mesh(4, vec![0, 1, 2, 2, 1, 3]);
        let wanted = [[0, 1, 2, 2], [0, 2, 1, 1], [1, 2, 0, 3], [1, 3, 2, 2], [2, 3, 1, 1]];
        assert_eq!(unique_edges(&mesh), wanted);
    }

    #[test]
    fn an_edge_of_many_triangles_is_listed_once() {
        let mesh = mesh(5, vec![0, 1, 3, 1, 0, 2, 0, 1, 4]);
        let edges = unique_edges(&mesh);
        assert_eq!((edges.len(), edges[0]), (7, [0, 1, 2, 4]));
    }
}
