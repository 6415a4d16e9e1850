//! Rest mesh → the rows the deform pass reads, in chunks that fit a binding.
//!
//! In: a mesh, its blend shapes, unit normals. Out: plain arrays, one pair per chunk. Rows keep the order of `deform`'s packed
//! inputs: influences as the file has them without padding, deltas by shape, tangents. No GPU here.

use crate::core::MeshIndex;
use crate::deform::Rest;
use crate::render::gpu::gpu_types::RestVertex;
use crate::scene::{Mesh, Model};

/// How much one chunk may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkLimits {
    pub vertices: usize,
    pub row_bytes: usize,
}

impl Default for ChunkLimits {
    fn default() -> Self {
        Self {
            vertices: 1 << 20,
            row_bytes: 96 << 20,
        }
    }
}

/// Chunks start at multiples of this many vertices: the bytes before them are then a multiple of 256, as an offset of a
/// storage binding must be.
pub const CHUNK_STEP: usize = 64;
const _: () = assert!((CHUNK_STEP * size_of::<crate::render::gpu::gpu_types::PosedVertex>()).is_multiple_of(256));

pub struct Chunk {
    pub first_vertex: usize,
    /// One per vertex, and one more that holds the ends of the ranges.
    pub rest: Vec<RestVertex>,
    /// Influences, deltas of [`Deltas::rows`] rows each, tangents; as `rows` in `shaders/shared/deformation.wgsl` has them.
    pub rows: Vec<[u32; 2]>,
    /// Where the tangents start in `rows`, if there are any.
    pub tangents: Option<u32>,
}

/// One block of vertices has more rows than a chunk may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyRows;

/// The deltas of one mesh, vertex by vertex: those of `v` are `items[starts[v]..starts[v + 1]]`, shapes in file order.
pub struct Deltas {
    starts: Vec<usize>,
    items: Vec<(u32, [f32; 3])>,
    /// Of normals and tangents, parallel to `items`; empty when no shape of the mesh has any.
    directions: Vec<[[f32; 3]; 2]>,
}

impl Deltas {
    /// `shapes`: positions of those that are of this mesh, ascending.
    pub fn gather(model: &Model, mesh: MeshIndex, shapes: &[usize]) -> Self {
        let shapes = || shapes.iter().map(|at| (*at, &model.blend_shapes[*at]));
        let mut starts = vec![0; model.meshes[mesh.get()].vertex_count() + 1];
        for (_, shape) in shapes() {
            for vertex in &shape.vertices {
                starts[*vertex as usize + 1] += 1;
            }
        }
        for v in 1..starts.len() {
            starts[v] += starts[v - 1];
        }
        let mut next = starts.clone();
        let mut items = vec![(0, [0.0; 3]); starts[starts.len() - 1]];
        let bends = shapes().any(|(_, shape)| !shape.normal_deltas.is_empty() || !shape.tangent_deltas.is_empty());
        let mut directions = vec![[[0.0; 3]; 2]; if bends { items.len() } else { 0 }];
        for (index, shape) in shapes() {
            for (row, vertex) in shape.vertices.iter().enumerate() {
                let at = &mut next[*vertex as usize];
                let delta = shape.delta(row);
                items[*at] = (index as u32, delta.position.to_array());
                if let Some(directions) = directions.get_mut(*at) {
                    *directions = [delta.normal.to_array(), delta.tangent.to_array()];
                }
                *at += 1;
            }
        }
        Self {
            starts,
            items,
            directions,
        }
    }

    /// Rows of one delta.
    pub fn rows(&self) -> u32 {
        if self.directions.is_empty() { 2 } else { 5 }
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    fn of_vertex(&self, vertex: usize) -> std::ops::Range<usize> {
        self.starts[vertex]..self.starts[vertex + 1]
    }
}

/// Cuts the mesh into chunks within `limits` and hands each to `take`, one at a time. `still` has one normal per vertex.
pub fn for_each_chunk(
    mesh: &Mesh,
    still: Rest<'_>,
    deltas: &Deltas,
    limits: ChunkLimits,
    mut take: impl FnMut(Chunk),
) -> Result<(), TooManyRows> {
    let max_vertices = (limits.vertices / CHUNK_STEP).max(1) * CHUNK_STEP;
    let max_rows = limits.row_bytes / size_of::<[u32; 2]>();
    let count = mesh.vertex_count();
    let (mut first, mut rows) = (0, 0);
    for block in (0..count).step_by(CHUNK_STEP) {
        let own: usize = (block..count.min(block + CHUNK_STEP))
            .map(|v| rows_of(mesh, deltas, v) + if still.tangents.is_empty() { 0 } else { 2 })
            .sum();
        if own > max_rows {
            return Err(TooManyRows);
        }
        if block - first >= max_vertices || rows + own > max_rows {
            take(pack(mesh, still, deltas, first..block));
            (first, rows) = (block, 0);
        }
        rows += own;
    }
    if first < count {
        take(pack(mesh, still, deltas, first..count));
    }
    Ok(())
}

fn rows_of(mesh: &Mesh, deltas: &Deltas, vertex: usize) -> usize {
    mesh.influences.of_vertex(vertex).count() + deltas.rows() as usize * deltas.of_vertex(vertex).len()
}

fn pack(mesh: &Mesh, still: Rest<'_>, deltas: &Deltas, vertices: std::ops::Range<usize>) -> Chunk {
    let mut rows: Vec<[u32; 2]> = Vec::new();
    let mut rest = Vec::with_capacity(vertices.len() + 1);
    for v in vertices.clone() {
        rest.push(RestVertex {
            position: mesh.positions.get(v),
            influences: rows.len() as u32,
            normal: still.normals[v].to_array(),
            deltas: 0,
        });
        let influences = mesh.influences.of_vertex(v);
        rows.extend(influences.map(|(slot, weight)| [slot as u32, weight.to_bits()]));
    }
    let end_of_influences = rows.len() as u32;
    for (v, vertex) in vertices.clone().zip(&mut rest) {
        vertex.deltas = rows.len() as u32;
        for at in deltas.of_vertex(v) {
            let (shape, [x, y, z]) = deltas.items[at];
            rows.push([shape, x.to_bits()]);
            rows.push([y.to_bits(), z.to_bits()]);
            if let Some([normal, tangent]) = deltas.directions.get(at) {
                let [nx, ny, nz] = normal.map(f32::to_bits);
                let [tx, ty, tz] = tangent.map(f32::to_bits);
                rows.extend([[nx, ny], [nz, tx], [ty, tz]]);
            }
        }
    }
    rest.push(RestVertex {
        influences: end_of_influences,
        deltas: rows.len() as u32,
        ..RestVertex::default()
    });
    let tangents = (!still.tangents.is_empty()).then_some(rows.len() as u32);
    if tangents.is_some() {
        for tangent in &still.tangents[vertices.clone()] {
            let [x, y, z, w] = tangent.to_array().map(f32::to_bits);
            rows.extend([[x, y], [z, w]]);
        }
    }
    Chunk {
        first_vertex: vertices.start,
        rest,
        rows,
        tangents,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::SkinIndex;
    use crate::scene::{BlendShape, Influences};
    use glam::Vec3;

    /// `count` vertices, vertex v with influence (v % 3, 1) behind a padding entry, every second one with a delta.
    fn model(count: usize) -> Model {
        let pairs = || (0..count).flat_map(|v| [(7, 0.0), (v as u32 % 3, 1.0)]);
        Model {
            meshes: vec![Mesh {
                positions: (0..count).map(|v| [v as f32, 0.0, 0.0]).collect::<Vec<_>>().into(),
                skin: Some(SkinIndex::new(0)),
                influences: Influences {
                    stride: 2,
                    slots: pairs().map(|(slot, _)| slot).collect::<Vec<_>>().into(),
                    weights: pairs().map(|(_, weight)| weight).collect::<Vec<_>>().into(),
                    ..Default::default()
                },
                ..Mesh::default()
            }],
            blend_shapes: vec![BlendShape {
                name: "even".into(),
                mesh: MeshIndex::new(0),
                max_weight: 1.0,
                vertices: (0..count as u32).step_by(2).collect(),
                deltas: (0..count).step_by(2).map(|v| [0.0, v as f32, 1.0]).collect(),
                rest_weight: 0.0,
                normal_deltas: Vec::new(),
                tangent_deltas: Vec::new(),
                source: None,
            }]
            .into(),
            ..Model::default()
        }
    }

    fn chunks(count: usize, limits: ChunkLimits) -> Result<Vec<Chunk>, TooManyRows> {
        let model = model(count);
        let deltas = Deltas::gather(&model, MeshIndex::new(0), &[0]);
        let mut out = Vec::new();
        let still = Rest {
            normals: &vec![Vec3::Z; count],
            ..Rest::default()
        };
        for_each_chunk(&model.meshes[0], still, &deltas, limits, |c| out.push(c)).map(|()| out)
    }

    #[test]
    fn chunks_cover_every_vertex_once_within_the_limits() {
        // A block of 64 has 64 influences and 32 deltas of two rows: 1024 bytes.
        for (count, vertices, row_bytes, wanted) in [
            (1000, 1 << 20, 96 << 20, vec![0]),
            (1000, 256, 96 << 20, vec![0, 256, 512, 768]),
            (200, 64, 96 << 20, vec![0, 64, 128, 192]),
            (200, 1 << 20, 2048, vec![0, 128]),
            (64, 1, 1024, vec![0]),
            (0, 64, 1024, vec![]),
        ] {
            let limits = ChunkLimits { vertices, row_bytes };
            let chunks = chunks(count, limits).expect("fits");
            let firsts: Vec<usize> = chunks.iter().map(|chunk| chunk.first_vertex).collect();
            assert_eq!(firsts, wanted, "{count} {limits:?}");
            assert_eq!(chunks.iter().map(|chunk| chunk.rest.len() - 1).sum::<usize>(), count);
            assert!(chunks.iter().all(|chunk| size_of_val(&chunk.rows[..]) <= row_bytes));
        }
        let limits = ChunkLimits {
            vertices: 64,
            row_bytes: 1023,
        };
        assert_eq!(chunks(64, limits).err(), Some(TooManyRows));
    }

    #[test]
    fn ranges_point_at_the_vertex_own_rows() {
        let limits = ChunkLimits {
            vertices: 64,
            row_bytes: 96 << 20,
        };
        for chunk in chunks(130, limits).expect("fits") {
            for (i, pair) in chunk.rest.windows(2).enumerate() {
                let v = chunk.first_vertex + i;
                let influences = &chunk.rows[pair[0].influences as usize..pair[1].influences as usize];
                assert_eq!(influences, [[v as u32 % 3, 1.0f32.to_bits()]]);
                let deltas = &chunk.rows[pair[0].deltas as usize..pair[1].deltas as usize];
                let wanted = [[0, 0], [(v as f32).to_bits(), 1.0f32.to_bits()]];
                assert_eq!(deltas, if v % 2 == 0 { &wanted[..] } else { &[] });
            }
        }
    }
}
