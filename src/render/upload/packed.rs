//! Mesh or hair → the bytes of its buffers.
//!
//! In: a model and what the adapter takes. Out: plain bytes, in the layouts of `gpu_types`. No GPU here, so any thread may do it.

use super::mesh_rows::{self, ChunkLimits, Deltas};
use super::{material, octahedron};
use crate::core::{Bounds, MeshIndex, Stream, UintStream};
use crate::deform::{Rest, rest_normals, rest_tangents};
use crate::render::gpu::gpu_types::{HairVertex, PosedVertex};
use crate::render::upload::mean_cover::{mean_cover, mean_edge};
use crate::scene::{Hair, Material, Mesh, Model};
use bytemuck::NoUninit;
use glam::Vec3;
use std::sync::Arc;

/// How one mesh is packed.
pub struct Packing {
    pub mesh: MeshIndex,
    /// By mesh: positions of its blend shapes.
    pub shapes: Arc<Vec<Vec<usize>>>,
    /// Whether what deforms has a pose to be bound.
    pub can_deform: bool,
    /// Bytes.
    pub largest_buffer: u64,
    pub chunks: ChunkLimits,
}

/// Everything that is sent of one mesh.
pub struct Packed {
    pub vertex_count: u32,
    pub body: PackedBody,
    pub paint: PackedPaint,
    pub has_tangents: bool,
    pub faceted: bool,
    pub triangles: Option<PackedIndices>,
    pub lines: Option<PackedIndices>,
    pub mean_cover: f32,
    pub mean_edge: f32,
}

pub enum PackedBody {
    Rigid(Vec<u8>),
    Deforming { chunks: Vec<PackedChunk>, delta_rows: u32 },
}

pub struct PackedChunk {
    pub first_vertex: u32,
    pub vertex_count: u32,
    pub rest: Vec<u8>,
    pub rows: Vec<u8>,
    pub tangents: Option<u32>,
}

pub enum PackedPaint {
    Plain,
    Uvs(Vec<u8>),
    Full { uvs: Vec<u8>, colors: Vec<u8> },
}

pub struct PackedIndices {
    pub bytes: Vec<u8>,
    /// Of 16 bits, else 32.
    pub is_short: bool,
    pub count: u32,
}

/// The strands of one hair node, as ribbons of triangles.
pub struct PackedHair {
    pub vertices: Vec<u8>,
    /// How wide a strand is at its root, in the units of its model.
    pub width: f32,
    pub ribbons: PackedIndices,
}

/// An error says why its strands have to be left out.
pub fn pack_hair(model: &Model, hair: &Hair, largest_buffer: u64) -> Result<PackedHair, String> {
    let points = hair_points(hair);
    // Two vertices and six indices for each point.
    let largest = (points as u64).saturating_mul((2 * size_of::<HairVertex>()).max(6 * size_of::<u32>()) as u64);
    if largest > largest_buffer {
        return Err(format!("its {points} points are more than the adapter takes"));
    }
    let mut vertices = Vec::new();
    let mut corners: Vec<u32> = Vec::new();
    for strand in &hair.strands {
        let first = vertices.len() as u32;
        let points: Vec<Vec3> = strand
            .clone()
            .map(|point| Vec3::from(hair.points.get(point as usize)))
            .collect();
        let last = points.len().saturating_sub(1);
        for (i, point) in points.iter().enumerate() {
            let tangent = points[(i + 1).min(last)] - points[i.saturating_sub(1)];
            vertices.extend([-1.0, 1.0].map(|side| HairVertex {
                position: point.to_array(),
                tangent: tangent.normalize_or_zero().to_array(),
                along: i as f32 / last.max(1) as f32,
                side,
            }));
        }
        let ribbon = (0..last as u32).map(|i| first + 2 * i);
        corners.extend(ribbon.flat_map(|at| [at, at + 1, at + 2, at + 2, at + 1, at + 3]));
    }
    Ok(PackedHair {
        width: strand_width(model, hair),
        vertices: bytes_of(&vertices),
        ribbons: PackedIndices {
            bytes: bytes_of(&corners),
            is_short: false,
            count: corners.len() as u32,
        },
    })
}

/// Width of a strand, of the size of its model (docs/formats/cast.md §3.13).
const STRAND: f32 = 0.0008;

/// No file says how wide strands are: it follows from the size of the model that wears them, whatever stands beside it.
fn strand_width(model: &Model, hair: &Hair) -> f32 {
    let meshes = model.meshes.iter().map(|mesh| mesh.bounds);
    let strands: Bounds = hair.points.iter().map(Vec3::from).collect();
    let all = meshes.fold(strands, Bounds::union);
    all.diagonal().clamp(0.0, 1e30) * STRAND
}

/// Of all strands.
pub fn hair_points(hair: &Hair) -> usize {
    hair.strands.iter().map(|strand| strand.len()).sum()
}

impl Packing {
    /// An error says why the mesh has to be left out.
    pub fn pack(&self, model: &Model) -> Result<Packed, String> {
        let index = self.mesh;
        let (mesh, shapes) = (&model.meshes[index.get()], &self.shapes[index.get()][..]);
        if (mesh.skin.is_some() || !shapes.is_empty()) && !self.can_deform {
            return Err("its model has more bones and blend shapes than the adapter can bind at once".into());
        }
        let vertices = mesh.vertex_count() as u64;
        for (what, bytes) in [
            ("vertices", vertices * size_of::<PosedVertex>() as u64),
            ("triangles", mesh.triangles.len() as u64 * 4),
            ("lines", mesh.lines.len() as u64 * 4),
        ] {
            if bytes > self.largest_buffer || bytes / 4 > u64::from(u32::MAX) {
                return Err(format!(
                    "its {what} take {} MiB, and the adapter's largest buffer has {} MiB",
                    bytes >> 20,
                    self.largest_buffer >> 20
                ));
            }
        }
        let packed = |corners: &UintStream| {
            let values: Vec<u32> = corners.iter().collect();
            indices(mesh, &values)
        };
        Ok(Packed {
            vertex_count: vertices as u32,
            body: pack_body(model, (index, shapes), self.chunks)?,
            paint: paint(model, mesh),
            has_tangents: has_tangents(model, mesh),
            faceted: shapes.iter().any(|at| !model.blend_shapes[*at].vertices.is_empty()) && mesh.is_faceted(),
            triangles: (!mesh.triangles.is_empty()).then(|| packed(&mesh.triangles)),
            lines: (!mesh.lines.is_empty()).then(|| packed(&mesh.lines)),
            mean_cover: mean_cover(mesh),
            mean_edge: mean_edge(mesh),
        })
    }
}

/// The edges of the triangles of a mesh, each once.
pub fn pack_edges(mesh: &Mesh) -> PackedIndices {
    indices(mesh, &unique_edges(mesh))
}

fn bytes_of<T: NoUninit>(values: &[T]) -> Vec<u8> {
    bytemuck::cast_slice(values).to_vec()
}

/// As 16 bits where they fit: half the memory and half the traffic.
fn indices(mesh: &Mesh, values: &[u32]) -> PackedIndices {
    let is_short = mesh.vertex_count() <= 0xffff;
    PackedIndices {
        bytes: if is_short {
            let mut short: Vec<u16> = values.iter().map(|value| *value as u16).collect();
            // Buffers are whole words.
            short.resize(short.len().next_multiple_of(2), 0);
            bytes_of(&short)
        } else {
            bytes_of(values)
        },
        is_short,
        count: values.len() as u32,
    }
}

fn paint(model: &Model, mesh: &Mesh) -> PackedPaint {
    let Some(material) = material(model, mesh) else {
        return PackedPaint::Plain;
    };
    let layers = material::layers(material);
    // Set 0 where the wanted one is absent (docs/formats/gltf.md §8 row 33).
    let uvs = |layer: u32| mesh.uvs.get(layer as usize).or(mesh.uvs.first());
    let layers: Vec<&Stream<[f32; 2]>> = layers.into_iter().filter_map(uvs).collect();
    let colors = mesh.colors.first().filter(|_| material.surface.vertex_colors);
    match (&layers[..], colors) {
        ([], None) => PackedPaint::Plain,
        ([uvs], None) => PackedPaint::Uvs(bytes_of(&uvs.to_vec())),
        (layers, colors) => {
            let at = |layer: usize, v: usize| layers.get(layer).map_or([0.0; 2], |uvs| uvs.get(v));
            let pairs = |v| [at(0, v), at(1, v)];
            let uvs: Vec<[[f32; 2]; 2]> = (0..mesh.vertex_count()).map(pairs).collect();
            let unorm = |value: f32| (value.clamp(0.0, 1.0) * 65535.0).round() as u16;
            let color = |v| colors.map_or([u16::MAX; 4], |layer| layer.get(v).map(unorm));
            let colors: Vec<[u16; 4]> = (0..mesh.vertex_count()).map(color).collect();
            PackedPaint::Full {
                uvs: bytes_of(&uvs),
                colors: bytes_of(&colors),
            }
        }
    }
}

fn material<'a>(model: &'a Model, mesh: &Mesh) -> Option<&'a Material> {
    model.materials.get(mesh.material?.get())
}

/// Whether the file gives tangents and the material has a use for them.
fn has_tangents(model: &Model, mesh: &Mesh) -> bool {
    !mesh.tangents.is_empty() && !mesh.uvs.is_empty() && material(model, mesh).is_some_and(material::bends)
}

/// Packs the vertices of a mesh with those `shapes`, by their positions in the model.
fn pack_body(model: &Model, (index, shapes): (MeshIndex, &[usize]), limits: ChunkLimits) -> Result<PackedBody, String> {
    let mesh = &model.meshes[index.get()];
    let normals = rest_normals(mesh);
    let tangents = match has_tangents(model, mesh) {
        true => rest_tangents(mesh),
        false => Vec::new(),
    };
    let still = Rest {
        normals: &normals,
        tangents: &tangents,
    };
    let deltas = Deltas::gather(model, index, shapes);
    if mesh.skin.is_none() && deltas.is_empty() {
        return Ok(PackedBody::Rigid(rest_vertices(mesh, still)));
    }
    let mut chunks = Vec::new();
    let packed = mesh_rows::for_each_chunk(mesh, still, &deltas, limits, |chunk| {
        // A binding cannot be empty.
        let rows = if chunk.rows.is_empty() {
            &[[0, 0]][..]
        } else {
            &chunk.rows
        };
        chunks.push(PackedChunk {
            first_vertex: chunk.first_vertex as u32,
            vertex_count: chunk.rest.len() as u32 - 1,
            rest: bytes_of(&chunk.rest),
            rows: bytes_of(rows),
            tangents: chunk.tangents,
        });
    });
    match packed {
        Ok(()) => Ok(PackedBody::Deforming {
            chunks,
            delta_rows: deltas.rows(),
        }),
        Err(mesh_rows::TooManyRows) => Err(format!(
            "its vertices have more influences and blend shapes than fit into {} MiB",
            limits.row_bytes >> 20
        )),
    }
}

/// A rigid mesh needs no pass: it is packed as the deform pass would have.
fn rest_vertices(mesh: &Mesh, still: Rest<'_>) -> Vec<u8> {
    let vertices: Vec<PosedVertex> = mesh
        .positions
        .iter()
        .zip(still.normals)
        .enumerate()
        .map(|(vertex, ([x, y, z], normal))| PosedVertex {
            x,
            y,
            z,
            normal: octahedron::pack(*normal),
            tangent: still
                .tangents
                .get(vertex)
                .map_or(0, |tangent| octahedron::pack_tangent(*tangent)),
        })
        .collect();
    bytes_of(&vertices)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_edges_are_listed_once() {
        let mesh = Mesh {
            triangles: vec![0, 1, 2, 2, 1, 3].into(),
            ..Mesh::default()
        };
        assert_eq!(unique_edges(&mesh), [0, 1, 0, 2, 1, 2, 1, 3, 2, 3]);
    }
}
