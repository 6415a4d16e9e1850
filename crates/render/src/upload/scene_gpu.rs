//! A model's content on the GPU: sent once per scene, shared by all its placements.

use super::buffers::{Buffers, Packer, send_whole};
use super::material;
use super::packing::edges::PackedEdges;
use super::packing::mesh_rows::ChunkLimits;
use super::packing::packed::{Packed, PackedBody, PackedHair, PackedIndices, PackedPaint, Packing};
use super::placements::Standing;
use super::pool::{BufferPool, PoolSlice};
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::error::RenderError;
use crate::gpu::gpu_types::RestVertex;
use crate::upload::pose_rows::PoseLayout;
use castview_base::core::MeshIndex;
use castview_base::scene::{Material, Model};
use castview_picture::{Alike, shapes_by_mesh};
use std::sync::{Arc, Mutex, OnceLock};

/// Cheap to clone: the copy holds the same meshes, and may be sent more of them.
#[derive(Clone)]
pub struct ModelGpu {
    /// One per mesh, shared by those that are alike; `None` for a mesh without vertices, one that no picture has drawn yet, or one that
    /// is too much for the adapter.
    pub meshes: Vec<Option<Arc<MeshGpu>>>,
    /// One per mesh: whether it was sent, or found to be too much.
    tried: Vec<bool>,
    pub alike: Arc<Alike>,
    /// One per hair node; `None` if it has no strands, or is too much for the adapter. Empty before all of them are sent.
    pub hairs: Arc<Vec<Option<HairGpu>>>,
    /// Whether what deforms has a pose to be bound.
    pub can_deform: bool,
    /// Whether it has so with motions for all skins, too: both methods of skinning can be shown.
    pub can_compare: bool,
    /// By mesh: positions of its blend shapes.
    shapes: Arc<Vec<Vec<usize>>>,
    /// Why meshes are left out.
    pub problems: Vec<RenderError>,
}

pub struct MeshGpu {
    pub vertex_count: u32,
    pub body: Body,
    pub paint: Paint,
    /// Its vertices have tangents, as its material has a use for them.
    pub has_tangents: bool,
    /// Its faces are flat, and shapes may turn them.
    pub faceted: bool,
    pub triangles: Option<Indices>,
    /// Share that one of the triangles covers of its box, seen from where the box is largest, 0…1.
    pub mean_cover: f32,
    /// For a dense mesh: fewer triangles of its vertices ([`sparse_corners`](super::software::sparse_corners)).
    pub sparse: Option<Indices>,
    /// With neither triangles nor lines it is a point cloud.
    pub lines: Option<Indices>,
    /// Triangle edges, each once; put there when first drawn.
    edges: OnceLock<Option<EdgesGpu>>,
}

/// Edges of triangles.
pub struct EdgesGpu {
    /// u32×4 by edge: both ends, and the third corners of the triangles beside it.
    pub corners: PoolSlice,
    pub count: u32,
    /// Vertices that they were bound with last, and the bind group of both.
    pub bound: Mutex<Option<(PoolSlice, wgpu::BindGroup)>>,
}

/// Streams that a material is looked up by, vertex by vertex.
pub enum Paint {
    Plain,
    /// f32×2: the one layer that the material's textures use.
    Uvs(PoolSlice),
    Full {
        /// f32×4: two layers.
        uvs: PoolSlice,
        /// unorm16×4; white where the material does not multiply with the mesh's colours.
        colors: PoolSlice,
    },
}

impl Paint {
    /// The colours of the vertices, if the mesh shows any.
    pub fn colors(&self) -> Option<&PoolSlice> {
        match self {
            Self::Full { colors, .. } => Some(colors),
            Self::Plain | Self::Uvs(_) => None,
        }
    }

    /// Vertex buffers from 0 on: a mesh as it stands, and this.
    pub fn bind(&self, pass: &mut DrawPass<'_>, standing: &Standing<'_>) {
        match self {
            Self::Plain => standing.bind_alone(pass),
            Self::Uvs(uvs) => {
                standing.bind(pass);
                pass.set_vertex_buffer(2, uvs.slice());
            }
            Self::Full { uvs, colors } => {
                standing.bind(pass);
                pass.set_vertex_buffer(2, uvs.slice());
                pass.set_vertex_buffer(3, colors.slice());
            }
        }
    }
}

pub enum Body {
    /// Moved by nothing but its placement: packed vertices, shared by all placements.
    Rigid(PoolSlice),
    /// Deformed by the pose of each placement.
    Deforming {
        chunks: Vec<ChunkGpu>,
        /// Rows of one delta: `mesh_rows::Deltas::rows`.
        delta_rows: u32,
        /// As `mesh_rows::one_slot` finds it.
        slot: Option<u32>,
    },
}

/// The static inputs of one run of the deform pass.
pub struct ChunkGpu {
    pub first_vertex: u32,
    pub vertex_count: u32,
    pub rest: PoolSlice,
    pub rows: PoolSlice,
    pub row_count: u32,
    /// First row of the tangents, if there are any.
    pub tangents: Option<u32>,
}

/// Vertices and corners of triangles: packing fewer takes less time than handing the parts to other threads.
const LARGE: usize = 100_000;

/// Size of one of [`ChunkGpu::rows`], in bytes.
const ROW: u64 = 8;

/// Rows of one vertex that cost no more than the vertex itself.
const FEW_ROWS: f64 = 8.0;

impl ChunkGpu {
    /// Bindings for its rest vertices and its rows, each with the number of vertices or rows before its own.
    pub fn bound(&self) -> [(PoolSlice, u32); 2] {
        let bound = |part: &PoolSlice, of_one: u64| {
            let (bound, start) = part.widened(0..part.size());
            (bound, (start / of_one) as u32)
        };
        [
            bound(&self.rest, size_of::<RestVertex>() as u64),
            bound(&self.rows, ROW),
        ]
    }

    /// Cost of deforming one of its vertices, in vertices that have few rows.
    pub fn vertex_cost(&self) -> f64 {
        let rows = f64::from(self.row_count) / f64::from(self.vertex_count.max(1));
        (rows / FEW_ROWS).max(1.0)
    }
}

pub struct Indices {
    pub part: PoolSlice,
    pub format: wgpu::IndexFormat,
    pub count: u32,
}

pub struct HairGpu {
    pub vertices: PoolSlice,
    /// Width of a strand at its root, in the units of its model.
    pub width: f32,
    /// Two triangles for each part of a strand.
    pub ribbons: Indices,
}

impl ModelGpu {
    /// Everything but meshes and hair, which are sent one by one.
    pub fn begin(context: &Context, model: &Model) -> Self {
        let fits = |with_motions: bool| {
            let largest = PoseLayout::of(model, &vec![true; model.skins.len()], with_motions);
            largest.is_some_and(|layout| layout.bytes() <= binding_limit(context))
        };
        let shapes = shapes_by_mesh(model);
        Self {
            meshes: vec![None; model.meshes.len()],
            tried: vec![false; model.meshes.len()],
            alike: Arc::new(Alike::of(model, &shapes)),
            shapes: Arc::new(shapes),
            can_deform: fits(false),
            can_compare: fits(true),
            hairs: Arc::default(),
            problems: model.materials.iter().filter_map(too_many_layers).collect(),
        }
    }

    /// Whether mesh `index` was sent, or cannot be.
    pub fn has(&self, index: usize) -> bool {
        self.tried[index]
    }

    /// How many meshes were.
    pub fn tried_count(&self) -> usize {
        self.tried.iter().filter(|tried| **tried).count()
    }

    /// Forgets meshes that are not `kept`; whoever draws them still holds them.
    pub fn keep_only(&mut self, kept: impl Fn(usize) -> bool) {
        for (index, (mesh, tried)) in self.meshes.iter_mut().zip(&mut self.tried).enumerate() {
            if mesh.is_some() && !kept(index) {
                (*mesh, *tried) = (None, false);
            }
        }
    }

    /// The mesh to pack and send before mesh `index` can be drawn: itself, or the first one like it. `None`: it was sent, or it is empty.
    pub fn lacks(&mut self, model: &Model, index: usize) -> Option<usize> {
        let first = self.alike.first(index);
        if self.tried[index] {
            return None;
        }
        if model.meshes[index].vertex_count() > 0 && !self.tried[first] {
            return Some(first);
        }
        self.tried[index] = true;
        self.meshes[index] = self.meshes[first].clone();
        None
    }

    /// How mesh `index` is packed. `has_sparse`: see [`Packing::has_sparse`].
    pub fn packing(&self, context: &Context, index: usize, (chunk_limits, has_sparse): (ChunkLimits, bool)) -> Packing {
        let limit = usize::try_from(binding_limit(context)).unwrap_or(usize::MAX);
        Packing {
            mesh: MeshIndex::new(index),
            shapes: self.shapes.clone(),
            can_deform: self.can_deform,
            largest_buffer: context.device.limits().max_buffer_size,
            has_sparse,
            chunks: ChunkLimits {
                vertices: (chunk_limits.vertices)
                    .min(limit / size_of::<RestVertex>() - 1)
                    .min(MOST_VERTICES as usize),
                row_bytes: chunk_limits.row_bytes.min(limit),
            },
        }
    }

    /// Stores a mesh that was lacking, or notes why it is left out.
    pub fn put(&mut self, model: &Model, index: usize, made: Result<MeshGpu, String>) {
        let made = made.map_err(|reason| {
            let name = &model.meshes[index].name;
            self.problems.push(RenderError::MeshTooLarge {
                mesh: if name.is_empty() {
                    format!("mesh {index}")
                } else {
                    name.clone()
                },
                reason,
            });
        });
        self.tried[index] = true;
        self.meshes[index] = made.ok().map(Arc::new);
    }

    /// Packs and sends mesh `index` at once, if it has to be; whether it was.
    pub fn send_mesh(
        &mut self,
        (context, room): (&Context, &mut BufferPool),
        model: &Model,
        index: usize,
        limits: (ChunkLimits, bool),
    ) -> bool {
        let lacking = self.lacks(model, index);
        if let Some(first) = lacking {
            let (packing, mesh) = (self.packing(context, first, limits), &model.meshes[first]);
            let is_large = mesh.vertex_count() + mesh.triangles.len() >= LARGE;
            let packed = match is_large && context.abilities().writable_buffers {
                true => packing.pack_at_once(model, &Packer::new(context, &mesh.name)),
                false => packing.pack(model),
            };
            let made = packed.and_then(|packed| send_whole((context, room), &mesh.name, packed, MeshGpu::of));
            self.put(model, first, made);
            // One that is like it shares it.
            self.lacks(model, index);
        }
        lacking.is_some()
    }
}

fn too_many_layers(material: &Material) -> Option<RenderError> {
    let wanted = material::all_layers(material).len();
    (wanted > material::LAYERS).then(|| RenderError::Texture {
        material: material.name.clone(),
        reason: format!(
            "its textures use {wanted} sets of texture coordinates; those of all but the first {} are looked up in the first",
            material::LAYERS
        ),
    })
}

fn binding_limit(context: &Context) -> u64 {
    let limits = context.device.limits();
    limits.max_storage_buffer_binding_size.min(limits.max_buffer_size)
}

impl MeshGpu {
    /// Whether its vertices are all that is drawn of it.
    pub fn is_cloud(&self) -> bool {
        self.triangles.is_none() && self.lines.is_none()
    }

    pub fn of(packed: Packed<'_>, buffers: &mut Buffers<'_>) -> Self {
        Self {
            vertex_count: packed.vertex_count,
            body: match packed.body {
                PackedBody::Rigid(vertices) => Body::Rigid(buffers.make(vertices)),
                PackedBody::Deforming {
                    chunks,
                    delta_rows,
                    slot,
                } => Body::Deforming {
                    chunks: chunks
                        .into_iter()
                        .map(|chunk| ChunkGpu {
                            first_vertex: chunk.first_vertex,
                            vertex_count: chunk.vertex_count,
                            row_count: (chunk.rows.bytes() / size_of::<[u32; 2]>() as u64) as u32,
                            rest: buffers.make(chunk.rest),
                            rows: buffers.make(chunk.rows),
                            tangents: chunk.tangents,
                        })
                        .collect(),
                    delta_rows,
                    slot,
                },
            },
            paint: match packed.paint {
                PackedPaint::Plain => Paint::Plain,
                PackedPaint::Uvs(uvs) => Paint::Uvs(buffers.make(uvs)),
                PackedPaint::Full { uvs, colors } => Paint::Full {
                    uvs: buffers.make(uvs),
                    colors: buffers.make(colors),
                },
            },
            has_tangents: packed.has_tangents,
            faceted: packed.faceted,
            triangles: packed.triangles.map(|packed| Indices::of(packed, buffers)),
            mean_cover: packed.mean_cover,
            lines: packed.lines.map(|packed| Indices::of(packed, buffers)),
            sparse: packed.sparse.map(|packed| Indices::of(packed, buffers)),
            edges: OnceLock::new(),
        }
    }

    /// The edges, once they were put there.
    pub fn made_edges(&self) -> Option<&EdgesGpu> {
        self.edges.get()?.as_ref()
    }

    /// Whether nobody has tried to make the edges yet.
    pub fn lacks_edges(&self) -> bool {
        self.triangles.is_some() && self.edges.get().is_none()
    }

    /// Stores the edges; without them the mesh is drawn without a wireframe.
    pub fn put_edges(&self, made: Option<EdgesGpu>) {
        // Edges that are there already are the same.
        let _ = self.edges.set(made);
    }
}

impl Indices {
    pub fn of(packed: PackedIndices<'_>, buffers: &mut Buffers<'_>) -> Self {
        Self {
            part: buffers.make(packed.corners),
            format: match packed.is_short {
                true => wgpu::IndexFormat::Uint16,
                false => wgpu::IndexFormat::Uint32,
            },
            count: packed.count,
        }
    }
}

impl EdgesGpu {
    pub fn of(packed: PackedEdges<'_>, buffers: &mut Buffers<'_>) -> Self {
        Self {
            corners: buffers.make(packed.corners),
            count: packed.count,
            bound: Mutex::default(),
        }
    }
}

impl HairGpu {
    pub fn of(packed: PackedHair<'_>, buffers: &mut Buffers<'_>) -> Self {
        Self {
            vertices: buffers.make(packed.vertices),
            width: packed.width,
            ribbons: Indices::of(packed.ribbons, buffers),
        }
    }
}

/// The most vertices of a chunk: far below 65 535 workgroups.
pub const MOST_VERTICES: u32 = 1 << 20;
