//! The body of the packing for the graphics adapter: whatever any reader makes of the bytes, laid out in chunks.

use super::laws::request;
use castview_base::core::MeshIndex;
use castview_base::scene::{BlendShape, Mesh, Model};
use castview_formats::import;
use castview_motion::deform::{Rest, RestNormals, rest_normals, rest_tangents};
use castview_render::ChunkLimits;
use castview_render::rows::{Deltas, MeshRows, RestVertex, one_slot};
use std::sync::Arc;

/// Vertices of one mesh, and models of one file.
const MOST_VERTICES: usize = 1 << 11;
const FEW: usize = 3;

/// Each chunk keeps its limits, and its rows say the influences, deltas and tangents of each vertex to the bit.
pub fn opens(bytes: &[u8]) -> bool {
    let Ok(import) = import(bytes.to_vec().into(), &request()) else {
        return false;
    };
    // Limits that cut small meshes, too; taken from the bytes, so that one input always does the same.
    let turn = bytes.iter().fold(0usize, |sum, byte| sum.wrapping_add((*byte).into()));
    let limits = [
        ChunkLimits::default(),
        ChunkLimits {
            vertices: 64 << (turn % 3),
            row_bytes: 1 << (10 + turn % 5),
        },
    ];
    for model in import.scene.models.iter().take(FEW) {
        for (index, mesh) in model.meshes.iter().enumerate() {
            if mesh.vertex_count() <= MOST_VERTICES {
                for limits in limits {
                    is_packed(model, MeshIndex::new(index), limits);
                }
            }
        }
    }
    true
}

fn is_packed(model: &Model, index: MeshIndex, limits: ChunkLimits) {
    let mesh = &model.meshes[index.get()];
    let (normals, tangents) = (rest_normals(mesh), rest_tangents(mesh));
    let still = Rest {
        normals: &normals,
        tangents: &tangents,
    };
    let shapes: Vec<usize> = model.blend_shapes.of(index).map(|(shape, _)| shape.get()).collect();
    let rows = MeshRows {
        mesh,
        normals: RestNormals::of(mesh),
        has_tangents: !tangents.is_empty(),
        deltas: Arc::new(Deltas::gather(model, index, &shapes)),
        slot: one_slot(mesh),
    };
    match rows.chunks(limits) {
        Ok(chunks) => {
            let mut next = 0;
            for chunk in chunks {
                let mut written = Written {
                    first_vertex: chunk.vertices.start,
                    rest: Vec::new(),
                    rows: Vec::new(),
                    tangents: rows.has_tangents.then_some(chunk.tangents),
                    slot: rows.slot,
                };
                rows.each_rest(&chunk, |vertex| written.rest.push(vertex));
                rows.each_row(&chunk, |row| written.rows.push(row));
                assert_eq!(written.first_vertex, next, "chunks follow each other");
                next += written.rest.len() - 1;
                assert_eq!(next, chunk.vertices.end, "as many as were promised");
                assert_eq!(written.rows.len(), chunk.rows, "as many as were promised");
                assert!(written.rest.len() - 1 <= limits.vertices, "vertices");
                assert!(size_of_val(&written.rows[..]) <= limits.row_bytes, "bytes");
                says_the_mesh(&written, model, (mesh, &shapes), still, rows.deltas.rows());
            }
            assert_eq!(next, mesh.vertex_count(), "every vertex is packed");
        }
        // A block of 64 vertices has a tangent of two rows each, and no more rows than its lists have entries.
        Err(_) => {
            let entries = |shape: &usize| 5 * model.blend_shapes[*shape].vertices.len();
            let rows =
                mesh.vertex_count() * (mesh.influences.stride as usize + 2) + shapes.iter().map(entries).sum::<usize>();
            assert!(
                rows * 8 > limits.row_bytes,
                "{rows} rows fit {} bytes",
                limits.row_bytes
            );
        }
    }
}

/// Contents of a packed chunk.
struct Written {
    first_vertex: usize,
    rest: Vec<RestVertex>,
    rows: Vec<[u32; 2]>,
    /// Where the tangents start among the rows.
    tangents: Option<usize>,
    /// Slot that moves every vertex, if one does: influences are counted then, but have no rows.
    slot: Option<u32>,
}

fn says_the_mesh(chunk: &Written, model: &Model, (mesh, shapes): (&Mesh, &[usize]), still: Rest<'_>, rows_of_one: u32) {
    let bits = |numbers: &[f32]| -> Vec<u32> { numbers.iter().map(|number| number.to_bits()).collect() };
    let bones = mesh.skin.map_or(0, |skin| model.skins[skin.get()].bones.len());
    for (at, pair) in chunk.rest.windows(2).enumerate() {
        let vertex = chunk.first_vertex + at;
        assert_eq!(
            bits(&pair[0].position),
            bits(&mesh.positions.get(vertex)),
            "vertex {vertex}"
        );
        assert_eq!(
            bits(&pair[0].normal),
            bits(&still.normals[vertex].to_array()),
            "vertex {vertex}"
        );
        let influences = pair[0].influences as usize..pair[1].influences as usize;
        let influences: Vec<[u32; 2]> = match chunk.slot {
            Some(slot) => influences.map(|_| [slot, 1.0f32.to_bits()]).collect(),
            None => chunk.rows[influences].to_vec(),
        };
        let wanted = mesh.influences.of_vertex(vertex);
        let wanted: Vec<[u32; 2]> = wanted.map(|(slot, weight)| [slot as u32, weight.to_bits()]).collect();
        assert_eq!(influences, wanted, "influences of vertex {vertex}");
        assert!(
            mesh.skin.is_none() || influences.iter().all(|[slot, _]| (*slot as usize) < bones),
            "slots of vertex {vertex}"
        );
        let mut wanted = Vec::new();
        for shape in shapes {
            let of = &model.blend_shapes[*shape];
            if let Ok(row) = of.vertices.binary_search(&(vertex as u32)) {
                wanted.extend(delta(of, *shape, row, rows_of_one));
            }
        }
        let packed = &chunk.rows[pair[0].deltas as usize..pair[1].deltas as usize];
        assert_eq!(packed, wanted, "deltas of vertex {vertex}");
        if let Some(first) = chunk.tangents {
            let rows = &chunk.rows[first + 2 * at..][..2];
            assert_eq!(
                rows.as_flattened(),
                bits(&still.tangents[vertex].to_array()),
                "tangent of {vertex}"
            );
        }
    }
}

/// One delta of the shape `index`, as the deform pass reads it.
fn delta(shape: &BlendShape, index: usize, row: usize, rows: u32) -> Vec<[u32; 2]> {
    let [x, y, z] = shape.deltas[row].map(f32::to_bits);
    let mut out = vec![[index as u32, x], [y, z]];
    if rows == 5 {
        let of = |list: &[[f32; 3]]| list.get(row).copied().unwrap_or_default().map(f32::to_bits);
        let ([nx, ny, nz], [tx, ty, tz]) = (of(&shape.normal_deltas), of(&shape.tangent_deltas));
        out.extend([[nx, ny], [nz, tx], [ty, tz]]);
    }
    out
}
