//! Mesh or hair → what its buffers hold.
//!
//! In: a model and what the adapter takes. Out: contents in the layouts of `gpu_types`, to be written to where they stay. Any thread may do
//! either.

use super::content::Content;
use super::mesh_rows::{Chunk, ChunkLimits, Deltas, MeshRows, one_slot};
use super::octahedron;
use crate::gpu::gpu_types::{HairVertex, PosedVertex};
use crate::upload::buffers::Packer;
use crate::upload::material;
use crate::upload::packing::mean_cover::{mean_cover, mean_edge};
use crate::upload::software::sparse_corners;
use castview_base::core::{Bounds, MeshIndex, Stream, UintStream};
use castview_base::scene::{Hair, Material, Mesh, Model};
use castview_motion::deform::{RestNormals, rest_tangent};
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
    /// Whether a dense mesh has sparse triangles, too.
    pub has_sparse: bool,
}

/// Everything that is sent of one mesh.
pub struct Packed<'a> {
    pub vertex_count: u32,
    pub body: PackedBody<'a>,
    pub paint: PackedPaint<'a>,
    pub has_tangents: bool,
    pub faceted: bool,
    pub triangles: Option<PackedIndices<'a>>,
    pub lines: Option<PackedIndices<'a>>,
    /// Fewer triangles, for maps in which each is smaller than a texel.
    pub sparse: Option<PackedIndices<'a>>,
    pub mean_cover: f32,
}

pub enum PackedBody<'a> {
    Rigid(Content<'a>),
    Deforming {
        chunks: Vec<PackedChunk<'a>>,
        delta_rows: u32,
        /// As [`one_slot`] finds it.
        slot: Option<u32>,
    },
}

pub struct PackedChunk<'a> {
    pub first_vertex: u32,
    pub vertex_count: u32,
    pub rest: Content<'a>,
    pub rows: Content<'a>,
    pub tangents: Option<u32>,
}

pub enum PackedPaint<'a> {
    Plain,
    Uvs(Content<'a>),
    Full { uvs: Content<'a>, colors: Content<'a> },
}

pub struct PackedIndices<'a> {
    pub corners: Content<'a>,
    /// Whether an index has 16 bits, else 32.
    pub is_short: bool,
    pub count: u32,
}

/// The strands of one hair node, as ribbons of triangles.
pub struct PackedHair<'a> {
    pub vertices: Content<'a>,
    /// How wide a strand is at its root, in the units of its model.
    pub width: f32,
    pub ribbons: PackedIndices<'a>,
}

/// An error says why its strands have to be left out.
pub fn pack_hair(model: &Model, hair: &Hair, largest_buffer: u64) -> Result<PackedHair<'static>, String> {
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
        vertices: Content::of_values("points", &vertices),
        ribbons: PackedIndices {
            corners: Content::of_values("strands", &corners),
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

/// Number of points of all strands.
pub fn hair_points(hair: &Hair) -> usize {
    hair.strands.iter().map(|strand| strand.len()).sum()
}

impl Packing {
    /// An error says why the mesh has to be left out.
    pub fn pack<'a>(&self, model: &'a Model) -> Result<Packed<'a>, String> {
        let normals = RestNormals::of(&model.meshes[self.mesh.get()]);
        let sparse = self.sparse(model, &normals);
        Ok(Packed {
            sparse,
            ..self.without_sparse(model, normals)?
        })
    }

    /// As [`Self::pack`], with everything where `packer` leaves it, by two threads: for whoever waits for it.
    pub fn pack_at_once(&self, model: &Model, packer: &Packer) -> Result<Packed<'static>, String> {
        let normals = RestNormals::of(&model.meshes[self.mesh.get()]);
        let (packed, sparse) = std::thread::scope(|scope| {
            let sparse = scope.spawn(|| {
                let sparse = self.sparse(model, &normals);
                sparse.map(|packed| packed.written(packer)).transpose()
            });
            let packed = self
                .without_sparse(model, normals.clone())
                .and_then(|packed| packed.written(packer));
            let sparse = sparse.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            (packed, sparse)
        });
        Ok(Packed {
            sparse: sparse?,
            ..packed?
        })
    }

    fn sparse(&self, model: &Model, normals: &RestNormals<'_>) -> Option<PackedIndices<'static>> {
        let mesh = &model.meshes[self.mesh.get()];
        let corners = match self.has_sparse {
            true => sparse_corners(mesh, normals, mean_edge(mesh))?,
            false => return None,
        };
        let count = corners.len();
        Some(packed_indices("sparse triangles", mesh, (count, None), |take| {
            corners.into_iter().for_each(take)
        }))
    }

    fn without_sparse<'a>(&self, model: &'a Model, normals: RestNormals<'a>) -> Result<Packed<'a>, String> {
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
        Ok(Packed {
            vertex_count: vertices as u32,
            body: pack_body(model, (index, shapes), normals, self.chunks)?,
            paint: paint(model, mesh),
            has_tangents: has_tangents(model, mesh),
            faceted: shapes.iter().any(|at| !model.blend_shapes[*at].vertices.is_empty()) && mesh.is_faceted(),
            triangles: (!mesh.triangles.is_empty()).then(|| indices("triangles", mesh, &mesh.triangles)),
            lines: (!mesh.lines.is_empty()).then(|| indices("lines", mesh, &mesh.lines)),
            sparse: None,
            mean_cover: mean_cover(mesh),
        })
    }
}

impl Packed<'_> {
    /// The same where `packer` leaves it.
    pub fn written(self, packer: &Packer) -> Result<Packed<'static>, String> {
        let indices = |packed: Option<PackedIndices<'_>>| packed.map(|packed| packed.written(packer)).transpose();
        Ok(Packed {
            vertex_count: self.vertex_count,
            body: match self.body {
                PackedBody::Rigid(vertices) => PackedBody::Rigid(packer.written(vertices)?),
                PackedBody::Deforming {
                    chunks,
                    delta_rows,
                    slot,
                } => {
                    let written = |chunk: PackedChunk<'_>| {
                        Ok(PackedChunk {
                            first_vertex: chunk.first_vertex,
                            vertex_count: chunk.vertex_count,
                            rest: packer.written(chunk.rest)?,
                            rows: packer.written(chunk.rows)?,
                            tangents: chunk.tangents,
                        })
                    };
                    let chunks: Result<_, String> = chunks.into_iter().map(written).collect();
                    PackedBody::Deforming {
                        chunks: chunks?,
                        delta_rows,
                        slot,
                    }
                }
            },
            paint: match self.paint {
                PackedPaint::Plain => PackedPaint::Plain,
                PackedPaint::Uvs(uvs) => PackedPaint::Uvs(packer.written(uvs)?),
                PackedPaint::Full { uvs, colors } => PackedPaint::Full {
                    uvs: packer.written(uvs)?,
                    colors: packer.written(colors)?,
                },
            },
            has_tangents: self.has_tangents,
            faceted: self.faceted,
            triangles: indices(self.triangles)?,
            lines: indices(self.lines)?,
            sparse: indices(self.sparse)?,
            mean_cover: self.mean_cover,
        })
    }
}

impl PackedIndices<'_> {
    /// As [`Packed::written`].
    pub fn written(self, packer: &Packer) -> Result<PackedIndices<'static>, String> {
        Ok(PackedIndices {
            corners: packer.written(self.corners)?,
            is_short: self.is_short,
            count: self.count,
        })
    }
}

impl PackedHair<'_> {
    /// As [`Packed::written`].
    pub fn written(self, packer: &Packer) -> Result<PackedHair<'static>, String> {
        Ok(PackedHair {
            vertices: packer.written(self.vertices)?,
            width: self.width,
            ribbons: self.ribbons.written(packer)?,
        })
    }
}

fn indices<'a>(purpose: &'static str, mesh: &Mesh, corners: &'a UintStream) -> PackedIndices<'a> {
    let stored = match corners {
        UintStream::U16(corners) if is_short(mesh) => corners.raw_bytes(),
        UintStream::U32(corners) if !is_short(mesh) => corners.raw_bytes(),
        _ => None,
    };
    let stored = stored.filter(|_| cfg!(target_endian = "little"));
    packed_indices(purpose, mesh, (corners.len(), stored), |take| corners.for_each(take))
}

/// Whether indices of its vertices have 16 bits: half the memory and half the traffic.
fn is_short(mesh: &Mesh) -> bool {
    mesh.vertex_count() <= 0xffff
}

/// `count` of them. `stored`: all of them as they shall lie, if they are so already.
pub(super) fn packed_indices<'a>(
    purpose: &'static str,
    mesh: &Mesh,
    (count, stored): (usize, Option<&'a [u8]>),
    each: impl FnOnce(&mut dyn FnMut(u32)) + Send + 'a,
) -> PackedIndices<'a> {
    let is_short = is_short(mesh);
    // Buffers are whole pairs of words (`surfaces/nearest.wgsl`).
    let corners = match is_short {
        true => Content::of(purpose, count.next_multiple_of(4), move |sink| {
            match stored {
                Some(bytes) => sink.take_bytes(bytes),
                None => each(&mut |corner| sink.push(corner as u16)),
            }
            (count..count.next_multiple_of(4)).for_each(|_| sink.push(0));
        }),
        false => Content::of(purpose, count.next_multiple_of(2), move |sink| {
            match stored {
                Some(bytes) => sink.take_bytes(bytes),
                None => each(&mut |corner| sink.push(corner)),
            }
            (count..count.next_multiple_of(2)).for_each(|_| sink.push(0));
        }),
    };
    PackedIndices {
        corners,
        is_short,
        count: count as u32,
    }
}

fn paint<'a>(model: &'a Model, mesh: &'a Mesh) -> PackedPaint<'a> {
    let layers = material(model, mesh).map(material::layers).unwrap_or_default();
    // Set 0 where the wanted one is absent (docs/formats/gltf.md §8 row 33).
    let uvs = |layer: u32| mesh.uvs.get(layer as usize).or(mesh.uvs.first());
    let layers: Vec<&Stream<[f32; 2]>> = layers.into_iter().filter_map(uvs).collect();
    let colors = mesh.colors.first().filter(|_| model.shown_colors(mesh) > 0);
    let count = mesh.vertex_count();
    match (&layers[..], colors) {
        ([], None) => PackedPaint::Plain,
        ([uvs], None) => {
            let uvs = *uvs;
            PackedPaint::Uvs(Content::of("uvs", uvs.len(), |sink| uvs.for_each(|uv| sink.push(uv))))
        }
        (_, colors) => PackedPaint::Full {
            uvs: Content::of("uvs", count, move |sink| {
                let at = |layer: usize, v: usize| layers.get(layer).map_or([0.0; 2], |uvs| uvs.get(v));
                (0..count).for_each(|v| sink.push([at(0, v), at(1, v)]));
            }),
            colors: Content::of("colours", count, move |sink| {
                let unorm = |value: f32| (value.clamp(0.0, 1.0) * 65535.0).round() as u16;
                let color = |v| colors.map_or([u16::MAX; 4], |layer| layer.get(v).map(unorm));
                (0..count).for_each(|v| sink.push(color(v)));
            }),
        },
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
fn pack_body<'a>(
    model: &'a Model,
    (index, shapes): (MeshIndex, &[usize]),
    normals: RestNormals<'a>,
    limits: ChunkLimits,
) -> Result<PackedBody<'a>, String> {
    let mesh = &model.meshes[index.get()];
    let rows = MeshRows {
        mesh,
        normals,
        has_tangents: has_tangents(model, mesh),
        deltas: Arc::new(Deltas::gather(model, index, shapes)),
        slot: one_slot(mesh),
    };
    if mesh.skin.is_none() && rows.deltas.is_empty() {
        return Ok(PackedBody::Rigid(rest_vertices(rows)));
    }
    let Ok(chunks) = rows.chunks(limits) else {
        return Err(format!(
            "its vertices have more influences and blend shapes than fit into {} MiB",
            limits.row_bytes >> 20
        ));
    };
    let delta_rows = rows.deltas.rows();
    let packed = |chunk: Chunk| {
        let (of_rest, of_rows) = ((rows.clone(), chunk.clone()), (rows.clone(), chunk.clone()));
        PackedChunk {
            first_vertex: chunk.vertices.start as u32,
            vertex_count: chunk.vertices.len() as u32,
            rest: Content::of("rest", chunk.vertices.len() + 1, move |sink| {
                let (rows, chunk) = of_rest;
                rows.each_rest(&chunk, |vertex| sink.push(vertex));
            }),
            // A binding cannot be empty.
            rows: Content::of("rows", chunk.rows.max(1), move |sink| {
                let (rows, chunk) = of_rows;
                rows.each_row(&chunk, |row| sink.push(row));
                if chunk.rows == 0 {
                    sink.push([0, 0]);
                }
            }),
            tangents: rows.has_tangents.then_some(chunk.tangents as u32),
        }
    };
    Ok(PackedBody::Deforming {
        slot: rows.slot,
        chunks: chunks.into_iter().map(packed).collect(),
        delta_rows,
    })
}

/// A rigid mesh needs no pass: it is packed as the deform pass would have.
fn rest_vertices(rows: MeshRows<'_>) -> Content<'_> {
    let mesh = rows.mesh;
    Content::of("rest vertices", mesh.vertex_count(), move |sink| {
        let mut vertex = 0;
        mesh.positions.for_each(|[x, y, z]| {
            sink.push(PosedVertex {
                x,
                y,
                z,
                normal: octahedron::pack(rows.normals.get(vertex)),
                tangent: match rows.has_tangents {
                    true => octahedron::pack_tangent(rest_tangent(mesh, vertex)),
                    false => 0,
                },
            });
            vertex += 1;
        });
    })
    .into_posed()
}
