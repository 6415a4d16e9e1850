//! Rest mesh → the rows the deform pass reads, in chunks that fit a binding.
//!
//! In: a mesh, its blend shapes, unit normals. Out: how many rows each chunk has, then the rows one by one. Rows keep the order of `deform`'s packed
//! inputs: influences as the file has them without padding, deltas by shape, tangents. No GPU here.

use crate::gpu::gpu_types::RestVertex;
use castview_base::core::MeshIndex;
use castview_base::scene::{Influences, Mesh, Model};
use castview_motion::deform::{RestNormals, rest_tangent};
use std::ops::Range;
use std::sync::Arc;

/// How much one chunk may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkLimits {
    /// Vertices at most; rounded down to a multiple of 64, and at least that.
    pub vertices: usize,
    /// Bytes of influences, deltas and tangents at most, 8 a row.
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
const _: () = assert!((CHUNK_STEP * size_of::<crate::gpu::gpu_types::PosedVertex>()).is_multiple_of(256));

/// Vertices and rows of one chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Range in the vertices of the mesh.
    pub vertices: Range<usize>,
    /// Influences, deltas of [`Deltas::rows`] rows each, tangents; as `rows` in `shaders/shared/deformation.wgsl` has them.
    pub rows: usize,
    /// Where the deltas start among them, and where the tangents do.
    deltas: usize,
    /// Row at which the tangents start.
    pub tangents: usize,
}

/// One block of vertices has more rows than a chunk may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyRows;

/// The deltas of one mesh, vertex by vertex: those of `v` are `items[starts[v]..starts[v + 1]]`, shapes in file order.
#[derive(Default)]
pub struct Deltas {
    starts: Vec<usize>,
    items: Vec<(u32, [f32; 3])>,
    /// Deltas of normals and tangents, parallel to `items`; empty when no shape of the mesh has any.
    directions: Vec<[[f32; 3]; 2]>,
}

impl Deltas {
    /// `shapes`: positions of those that are of this mesh, ascending.
    pub fn gather(model: &Model, mesh: MeshIndex, shapes: &[usize]) -> Self {
        // Most meshes have none, and need no room for how many each vertex has.
        let shapes = || shapes.iter().map(|at| (*at, &model.blend_shapes[*at]));
        if shapes().all(|(_, shape)| shape.vertices.is_empty()) {
            return Self::default();
        }
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

    /// Rows of one delta; 0 where there are none.
    pub fn rows(&self) -> u32 {
        match (self.is_empty(), self.directions.is_empty()) {
            (true, _) => 0,
            (false, true) => 2,
            (false, false) => 5,
        }
    }

    /// Whether no shape moves any vertex.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    fn of_vertex(&self, vertex: usize) -> Range<usize> {
        self.starts[vertex]..self.starts[vertex + 1]
    }

    /// How many those have.
    fn of_vertices(&self, vertices: Range<usize>) -> usize {
        match self.is_empty() {
            true => 0,
            false => self.starts[vertices.end] - self.starts[vertices.start],
        }
    }
}

/// The inputs of the deform pass for one mesh.
#[derive(Clone)]
pub struct MeshRows<'a> {
    /// At rest, as the scene has it.
    pub mesh: &'a Mesh,
    /// Unit length, one per vertex of `mesh`.
    pub normals: RestNormals<'a>,
    /// Whether its tangents are among them.
    pub has_tangents: bool,
    /// Differences by the shapes of `mesh`; of none, if it has no shapes.
    pub deltas: Arc<Deltas>,
    /// As [`one_slot`] finds it.
    pub slot: Option<u32>,
}

/// The slot that carries every vertex of a mesh, if one does: their influences need no rows then.
pub fn one_slot(mesh: &Mesh) -> Option<u32> {
    let Influences {
        stride, slots, weights, ..
    } = &mesh.influences;
    if *stride != 1 || slots.is_empty() {
        return None;
    }
    let slot = slots.get(0);
    let (mut same, mut whole) = (true, true);
    slots.for_each(|other| same &= other == slot);
    weights.for_each(|weight| whole &= weight == 1.0);
    (same && whole).then_some(slot)
}

impl MeshRows<'_> {
    /// Rows of the influences of one vertex.
    fn influences(&self, vertex: usize) -> usize {
        match self.slot {
            Some(_) => 0,
            None => self.mesh.influences.of_vertex(vertex).count(),
        }
    }

    /// Cuts the mesh into chunks within `limits`.
    pub fn chunks(&self, limits: ChunkLimits) -> Result<Vec<Chunk>, TooManyRows> {
        let max_vertices = (limits.vertices / CHUNK_STEP).max(1) * CHUNK_STEP;
        let max_rows = limits.row_bytes / size_of::<[u32; 2]>();
        let count = self.mesh.vertex_count();
        let mut chunks: Vec<Chunk> = Vec::new();
        for first in (0..count).step_by(CHUNK_STEP) {
            let block = first..count.min(first + CHUNK_STEP);
            let influences: usize = block.clone().map(|v| self.influences(v)).sum();
            let deltas = self.deltas.of_vertices(block.clone()) * self.deltas.rows() as usize;
            let tangents = if self.has_tangents { 2 * block.len() } else { 0 };
            let rows = influences + deltas + tangents;
            if rows > max_rows {
                return Err(TooManyRows);
            }
            let has_room =
                |last: &&mut Chunk| last.vertices.len() + CHUNK_STEP <= max_vertices && last.rows + rows <= max_rows;
            match chunks.last_mut().filter(has_room) {
                Some(last) => {
                    last.vertices.end = block.end;
                    last.rows += rows;
                    last.deltas += influences;
                    last.tangents += influences + deltas;
                }
                None => chunks.push(Chunk {
                    vertices: block,
                    rows,
                    deltas: influences,
                    tangents: influences + deltas,
                }),
            }
        }
        Ok(chunks)
    }

    /// The rest vertices of a chunk, and one more that holds the ends of the ranges.
    pub fn each_rest(&self, chunk: &Chunk, mut take: impl FnMut(RestVertex)) {
        let (mut influences, mut deltas) = (0, chunk.deltas);
        for v in chunk.vertices.clone() {
            take(RestVertex {
                position: self.mesh.positions.get(v),
                influences: influences as u32,
                normal: self.normals.get(v).to_array(),
                deltas: deltas as u32,
            });
            influences += self.influences(v) + usize::from(self.slot.is_some());
            deltas += self.deltas.of_vertices(v..v + 1) * self.deltas.rows() as usize;
        }
        take(RestVertex {
            influences: influences as u32,
            deltas: deltas as u32,
            ..RestVertex::default()
        });
    }

    /// The rows of a chunk.
    pub fn each_row(&self, chunk: &Chunk, mut take: impl FnMut([u32; 2])) {
        for v in chunk.vertices.clone().filter(|_| self.slot.is_none()) {
            let influences = self.mesh.influences.of_vertex(v);
            influences.for_each(|(slot, weight)| take([slot as u32, weight.to_bits()]));
        }
        let deltas = &*self.deltas;
        for v in chunk.vertices.clone().filter(|_| !deltas.is_empty()) {
            for at in deltas.of_vertex(v) {
                let (shape, [x, y, z]) = deltas.items[at];
                take([shape, x.to_bits()]);
                take([y.to_bits(), z.to_bits()]);
                if let Some([normal, tangent]) = deltas.directions.get(at) {
                    let [nx, ny, nz] = normal.map(f32::to_bits);
                    let [tx, ty, tz] = tangent.map(f32::to_bits);
                    [[nx, ny], [nz, tx], [ty, tz]].into_iter().for_each(&mut take);
                }
            }
        }
        for v in chunk.vertices.clone().filter(|_| self.has_tangents) {
            let [x, y, z, w] = rest_tangent(self.mesh, v).to_array().map(f32::to_bits);
            take([x, y]);
            take([z, w]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::core::SkinIndex;
    use castview_base::scene::BlendShape;

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

    /// Content of a chunk, and the room that was promised for it.
    struct Written {
        first_vertex: usize,
        rest: Vec<RestVertex>,
        rows: Vec<[u32; 2]>,
        promised: usize,
    }

    fn chunks(count: usize, limits: ChunkLimits) -> Result<Vec<Written>, TooManyRows> {
        let model = model(count);
        let rows = MeshRows {
            mesh: &model.meshes[0],
            normals: RestNormals::of(&model.meshes[0]),
            has_tangents: false,
            deltas: Arc::new(Deltas::gather(&model, MeshIndex::new(0), &[0])),
            slot: one_slot(&model.meshes[0]),
        };
        let written = |chunk: Chunk| {
            let mut out = Written {
                first_vertex: chunk.vertices.start,
                rest: Vec::new(),
                rows: Vec::new(),
                promised: chunk.rows,
            };
            rows.each_rest(&chunk, |vertex| out.rest.push(vertex));
            rows.each_row(&chunk, |row| out.rows.push(row));
            out
        };
        Ok(rows.chunks(limits)?.into_iter().map(written).collect())
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
            assert!(chunks.iter().all(|chunk| chunk.rows.len() == chunk.promised));
        }
        let limits = ChunkLimits {
            vertices: 64,
            row_bytes: 1023,
        };
        assert_eq!(chunks(64, limits).err(), Some(TooManyRows));
    }

    #[test]
    fn one_slot_carries_all_or_there_are_rows() {
        let mesh = |slots: &[u32], weights: &[f32], stride: u32| Mesh {
            influences: Influences {
                stride,
                slots: slots.to_vec().into(),
                weights: weights.to_vec().into(),
                ..Influences::default()
            },
            positions: vec![[0.0; 3]; slots.len() / stride.max(1) as usize].into(),
            ..Mesh::default()
        };
        for (slots, weights, stride, wanted) in [
            (&[2, 2, 2][..], &[1.0, 1.0, 1.0][..], 1, Some(2)),
            (&[2, 2, 1], &[1.0, 1.0, 1.0], 1, None),
            (&[2, 2, 2], &[1.0, 1.0, 0.5], 1, None),
            (&[2, 2, 2], &[1.0, 1.0, 0.0], 1, None),
            (&[2, 0, 2, 0], &[1.0, 0.0, 1.0, 0.0], 2, None),
            (&[], &[], 0, None),
        ] {
            let mesh = mesh(slots, weights, stride);
            assert_eq!(one_slot(&mesh), wanted, "{slots:?} {weights:?}");
            let rows = MeshRows {
                mesh: &mesh,
                normals: RestNormals::of(&mesh),
                has_tangents: false,
                deltas: Arc::default(),
                slot: one_slot(&mesh),
            };
            for chunk in rows.chunks(ChunkLimits::default()).expect("fits") {
                let (mut counts, mut written) = (Vec::new(), 0);
                rows.each_rest(&chunk, |vertex| counts.push(vertex.influences));
                rows.each_row(&chunk, |_| written += 1);
                assert_eq!(written, chunk.rows);
                if wanted.is_some() {
                    assert_eq!((counts, written), (vec![0, 1, 2, 3], 0));
                }
            }
        }
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
