//! A model's content on the GPU: sent once per scene, shared by all its placements.

use super::pack::{self, ChunkLimits, Deltas};
use super::{material, octahedron};
use crate::core::{MeshIndex, Stream};
use crate::deform::{Rest, rest_normals, rest_tangents};
use crate::picture::{Alike, shapes_by_mesh};
use crate::render::gpu::gpu_types::{HairVertex, PosedVertex, RestVertex};
use crate::render::job::mean_cover;
use crate::render::passes::deform::MOST_VERTICES;
use crate::render::{Context, RenderError};
use crate::scene::{Hair, Material, Mesh, Model, Skinning};
use glam::Vec3;
use std::sync::{Arc, OnceLock};
use wgpu::util::DeviceExt;

/// Cheap to clone: the copy holds the same meshes, and may be sent more of them.
#[derive(Clone)]
pub struct ModelGpu {
    /// One per mesh, shared by those that are alike; `None` for a mesh without vertices, one that no picture has drawn yet, or one that
    /// is too much for the adapter.
    pub meshes: Vec<Option<Arc<MeshGpu>>>,
    /// One per mesh: whether it was sent, or found to be too much.
    tried: Vec<bool>,
    pub alike: Arc<Alike>,
    /// One per hair node; `None` if it has no strands.
    pub hairs: Arc<Vec<Option<HairGpu>>>,
    /// Whether what deforms has a pose to be bound.
    pub can_deform: bool,
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
    /// Of its box, seen from where that is largest: what one of the triangles covers, 0…1.
    pub mean_cover: f32,
    /// With neither triangles nor lines it is a point cloud.
    pub lines: Option<Indices>,
    /// Triangle edges, each once; made when first drawn.
    edges: OnceLock<Option<Indices>>,
}

/// What a material is looked up by, vertex by vertex.
pub enum Paint {
    Plain,
    /// f32×2: the one layer that the material's textures use.
    Uvs(wgpu::Buffer),
    Full {
        /// f32×4: two layers.
        uvs: wgpu::Buffer,
        /// unorm16×4; white where the material does not multiply with the mesh's colours.
        colors: wgpu::Buffer,
    },
}

impl Paint {
    /// The colours of the vertices, if the mesh shows any.
    pub fn colors(&self) -> Option<&wgpu::Buffer> {
        match self {
            Self::Full { colors, .. } => Some(colors),
            Self::Plain | Self::Uvs(_) => None,
        }
    }
}

pub enum Body {
    /// Moved by nothing but its placement: packed vertices, shared by all placements.
    Rigid(wgpu::Buffer),
    /// Deformed by the pose of each placement.
    Deforming {
        chunks: Vec<ChunkGpu>,
        /// Rows of one delta: [`Deltas::rows`].
        delta_rows: u32,
    },
}

/// The static inputs of one run of the deform pass.
pub struct ChunkGpu {
    pub first_vertex: u32,
    pub vertex_count: u32,
    pub rest: wgpu::Buffer,
    pub rows: wgpu::Buffer,
    pub row_count: u32,
    /// First row of the tangents, if there are any.
    pub tangents: Option<u32>,
}

/// Rows of one vertex that cost no more than the vertex itself.
const FEW_ROWS: f64 = 8.0;

impl ChunkGpu {
    /// What deforming one of its vertices costs, in vertices that have few rows.
    pub fn vertex_cost(&self) -> f64 {
        let rows = f64::from(self.row_count) / f64::from(self.vertex_count.max(1));
        (rows / FEW_ROWS).max(1.0)
    }
}

pub struct Indices {
    pub buffer: wgpu::Buffer,
    pub format: wgpu::IndexFormat,
    pub count: u32,
}

pub struct HairGpu {
    pub vertices: wgpu::Buffer,
    /// Pairs: one line each.
    pub lines: Indices,
}

/// Where things lie in a placed model's pose buffer, in vec4f.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PoseLayout {
    /// One per skin: three vec4f per slot; `None` for a skin that nothing uses which is drawn.
    pub palettes: Vec<Option<u32>>,
    /// One per skin: four vec4f per slot, for the skins that a dual-quaternion mesh uses.
    pub motions: Vec<Option<u32>>,
    /// Four blend shape weights each.
    pub weights: u32,
    pub len: u32,
}

impl PoseLayout {
    /// For the skins that are `used`, one flag each. `None` when it would not fit 32-bit addresses.
    pub fn of(model: &Model, used: &[bool]) -> Option<Self> {
        let mut layout = Self::default();
        let mut take = |count: usize, each: u32| {
            let start = layout.len;
            layout.len = u32::try_from(count).ok()?.checked_mul(each)?.checked_add(start)?;
            Some(start)
        };
        // Mesh by mesh: a file may have as many skins as meshes.
        let mut is_blended = vec![false; model.skins.len()];
        let dual = |mesh: &&Mesh| mesh.skinning == Skinning::DualQuaternion;
        for skin in model.meshes.iter().filter(dual).filter_map(|mesh| mesh.skin) {
            is_blended[skin.get()] = true;
        }
        for (at, (skin, is_blended)) in model.skins.iter().zip(is_blended).enumerate() {
            let is_used = used.get(at) == Some(&true);
            let mut part = |is_there: bool, rows: u32| match is_there {
                true => take(skin.bones.len(), rows).map(Some),
                false => Some(None),
            };
            layout.palettes.push(part(is_used, 3)?);
            layout.motions.push(part(is_used && is_blended, 4)?);
        }
        layout.weights = take(model.blend_shapes.len().div_ceil(4), 1)?;
        // A binding cannot be empty.
        layout.len = layout.len.max(1);
        Some(layout)
    }

    pub fn bytes(&self) -> u64 {
        u64::from(self.len) * 16
    }
}

impl ModelGpu {
    /// Everything but the meshes, which [`Self::send_mesh`] sends one by one.
    pub fn begin(context: &Context, model: &Model) -> Self {
        let largest = PoseLayout::of(model, &vec![true; model.skins.len()]);
        let shapes = shapes_by_mesh(model);
        let hairs = model.hairs.iter().map(|hair| upload_hair(context, hair));
        Self {
            meshes: vec![None; model.meshes.len()],
            tried: vec![false; model.meshes.len()],
            alike: Arc::new(Alike::of(model, &shapes)),
            shapes: Arc::new(shapes),
            can_deform: largest.is_some_and(|layout| layout.bytes() <= binding_limit(context)),
            hairs: Arc::new(hairs.collect()),
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

    /// Sends mesh `index`, if it has to be; whether it was.
    pub fn send_mesh(&mut self, context: &Context, model: &Model, index: usize, chunk_limits: ChunkLimits) -> bool {
        if std::mem::replace(&mut self.tried[index], true) {
            return false;
        }
        let (mesh, first) = (&model.meshes[index], self.alike.first(index));
        if mesh.vertex_count() == 0 {
            return false;
        }
        if first != index {
            let was_sent = self.send_mesh(context, model, first, chunk_limits);
            self.meshes[index] = self.meshes[first].clone();
            return was_sent;
        }
        let shapes = self.shapes.clone();
        let shapes = &shapes[index];
        let deforms = mesh.skin.is_some() || !shapes.is_empty();
        let made = if deforms && !self.can_deform {
            Err("its model has more bones and blend shapes than the adapter can bind at once".to_string())
        } else {
            upload_mesh(context, model, (MeshIndex::new(index), shapes), chunk_limits)
        };
        let made = made.map_err(|reason| {
            self.problems.push(RenderError::MeshTooLarge {
                mesh: if mesh.name.is_empty() {
                    format!("mesh {index}")
                } else {
                    mesh.name.clone()
                },
                reason,
            });
        });
        self.meshes[index] = made.ok().map(Arc::new);
        true
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

/// `shapes`: positions of those that are of this mesh.
fn upload_mesh(
    context: &Context,
    model: &Model,
    (index, shapes): (MeshIndex, &[usize]),
    chunk_limits: ChunkLimits,
) -> Result<MeshGpu, String> {
    let mesh = &model.meshes[index.get()];
    let largest = context.device.limits().max_buffer_size;
    let vertices = mesh.vertex_count() as u64;
    for (what, bytes) in [
        ("vertices", vertices * size_of::<PosedVertex>() as u64),
        ("triangles", mesh.triangles.len() as u64 * 4),
        ("lines", mesh.lines.len() as u64 * 4),
    ] {
        if bytes > largest || bytes / 4 > u64::from(u32::MAX) {
            return Err(format!(
                "its {what} take {} MiB, and the adapter's largest buffer has {} MiB",
                bytes >> 20,
                largest >> 20
            ));
        }
    }
    let mesh_gpu = context.catch(|| {
        Ok(MeshGpu {
            vertex_count: vertices as u32,
            body: upload_body(context, model, (index, shapes), chunk_limits)?,
            paint: paint(context, model, mesh),
            has_tangents: has_tangents(model, mesh),
            faceted: shapes.iter().any(|at| !model.blend_shapes[*at].vertices.is_empty()) && mesh.is_faceted(),
            triangles: (!mesh.triangles.is_empty()).then(|| {
                let triangles: Vec<u32> = mesh.triangles.iter().collect();
                indices(context, mesh, "triangles", &triangles)
            }),
            lines: (!mesh.lines.is_empty()).then(|| {
                let lines: Vec<u32> = mesh.lines.iter().collect();
                indices(context, mesh, "lines", &lines)
            }),
            mean_cover: mean_cover(mesh),
            edges: OnceLock::new(),
        })
    });
    mesh_gpu.unwrap_or_else(|error| {
        Err(match error {
            RenderError::OutOfMemory => "the graphics memory is full".into(),
            other => other.to_string(),
        })
    })
}

fn paint(context: &Context, model: &Model, mesh: &Mesh) -> Paint {
    let Some(material) = material(model, mesh) else {
        return Paint::Plain;
    };
    let layers = material::layers(material);
    // Set 0 where the wanted one is absent (docs/formats/gltf.md §8 row 33).
    let uvs = |layer: u32| mesh.uvs.get(layer as usize).or(mesh.uvs.first());
    let layers: Vec<&Stream<[f32; 2]>> = layers.into_iter().filter_map(uvs).collect();
    let colors = mesh.colors.first().filter(|_| material.surface.vertex_colors);
    let vertex_buffer = |purpose, bytes: &[u8]| buffer(context, mesh, purpose, bytes, wgpu::BufferUsages::VERTEX);
    match (&layers[..], colors) {
        ([], None) => Paint::Plain,
        ([uvs], None) => Paint::Uvs(vertex_buffer("uvs", bytemuck::cast_slice(&uvs.to_vec()))),
        (layers, colors) => {
            let at = |layer: usize, v: usize| layers.get(layer).map_or([0.0; 2], |uvs| uvs.get(v));
            let pairs = |v| [at(0, v), at(1, v)];
            let uvs: Vec<[[f32; 2]; 2]> = (0..mesh.vertex_count()).map(pairs).collect();
            let unorm = |value: f32| (value.clamp(0.0, 1.0) * 65535.0).round() as u16;
            let color = |v| colors.map_or([u16::MAX; 4], |layer| layer.get(v).map(unorm));
            let colors: Vec<[u16; 4]> = (0..mesh.vertex_count()).map(color).collect();
            Paint::Full {
                uvs: vertex_buffer("uvs", bytemuck::cast_slice(&uvs)),
                colors: vertex_buffer("colours", bytemuck::cast_slice(&colors)),
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

fn upload_body(
    context: &Context,
    model: &Model,
    (index, shapes): (MeshIndex, &[usize]),
    chunk_limits: ChunkLimits,
) -> Result<Body, String> {
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
        return Ok(Body::Rigid(rest_buffer(context, mesh, still)));
    }
    let limit = usize::try_from(binding_limit(context)).unwrap_or(usize::MAX);
    let limits = ChunkLimits {
        vertices: (chunk_limits.vertices)
            .min(limit / size_of::<RestVertex>() - 1)
            .min(MOST_VERTICES as usize),
        row_bytes: chunk_limits.row_bytes.min(limit),
    };
    let mut chunks = Vec::new();
    let packed = pack::for_each_chunk(mesh, still, &deltas, limits, |chunk| {
        let storage = wgpu::BufferUsages::STORAGE;
        // A binding cannot be empty.
        let rows = if chunk.rows.is_empty() {
            &[[0, 0]][..]
        } else {
            &chunk.rows
        };
        chunks.push(ChunkGpu {
            first_vertex: chunk.first_vertex as u32,
            vertex_count: chunk.rest.len() as u32 - 1,
            rest: buffer(context, mesh, "rest", bytemuck::cast_slice(&chunk.rest), storage),
            rows: buffer(context, mesh, "rows", bytemuck::cast_slice(rows), storage),
            row_count: rows.len() as u32,
            tangents: chunk.tangents,
        });
    });
    match packed {
        Ok(()) => Ok(Body::Deforming {
            chunks,
            delta_rows: deltas.rows(),
        }),
        Err(pack::TooManyRows) => Err(format!(
            "its vertices have more influences and blend shapes than fit into {} MiB",
            limits.row_bytes >> 20
        )),
    }
}

/// A rigid mesh needs no pass: it is packed as the deform pass would have.
fn rest_buffer(context: &Context, mesh: &Mesh, still: Rest<'_>) -> wgpu::Buffer {
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
    let usage = wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_SRC;
    buffer(context, mesh, "rest vertices", bytemuck::cast_slice(&vertices), usage)
}

fn buffer(context: &Context, mesh: &Mesh, purpose: &str, bytes: &[u8], usage: wgpu::BufferUsages) -> wgpu::Buffer {
    context.device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: Some(&format!("render / {} / {purpose}", mesh.name)),
        contents: bytes,
        usage,
    })
}

/// As 16 bits where they fit: half the memory and half the traffic.
fn indices(context: &Context, mesh: &Mesh, purpose: &str, values: &[u32]) -> Indices {
    let count = values.len() as u32;
    let usage = wgpu::BufferUsages::INDEX;
    if mesh.vertex_count() <= 0xffff {
        let mut short: Vec<u16> = values.iter().map(|value| *value as u16).collect();
        // Buffers are whole words.
        short.resize(short.len().next_multiple_of(2), 0);
        Indices {
            buffer: buffer(context, mesh, purpose, bytemuck::cast_slice(&short), usage),
            format: wgpu::IndexFormat::Uint16,
            count,
        }
    } else {
        Indices {
            buffer: buffer(context, mesh, purpose, bytemuck::cast_slice(values), usage),
            format: wgpu::IndexFormat::Uint32,
            count,
        }
    }
}

impl MeshGpu {
    /// The edges, if [`Self::edges`] was asked for them.
    pub fn made_edges(&self) -> Option<&Indices> {
        self.edges.get()?.as_ref()
    }

    /// `mesh` is the one this was made from.
    pub fn edges(&self, context: &Context, mesh: &Mesh) -> Option<&Indices> {
        let make = || {
            let edges = unique_edges(mesh);
            context.catch(|| indices(context, mesh, "edges", &edges)).ok()
        };
        self.triangles.as_ref()?;
        self.edges.get_or_init(make).as_ref()
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

fn upload_hair(context: &Context, hair: &Hair) -> Option<HairGpu> {
    let mut vertices = Vec::new();
    let mut lines: Vec<u32> = Vec::new();
    for strand in &hair.strands {
        let first = vertices.len() as u32;
        let points: Vec<Vec3> = strand
            .clone()
            .map(|point| Vec3::from(hair.points.get(point as usize)))
            .collect();
        let last = points.len().saturating_sub(1);
        for (i, point) in points.iter().enumerate() {
            let tangent = points[(i + 1).min(last)] - points[i.saturating_sub(1)];
            vertices.push(HairVertex {
                position: point.to_array(),
                tangent: tangent.normalize_or_zero().to_array(),
                along: i as f32 / last.max(1) as f32,
            });
        }
        lines.extend((0..last as u32).flat_map(|i| [first + i, first + i + 1]));
    }
    if lines.is_empty() {
        return None;
    }
    let make = |purpose: &str, bytes: &[u8], usage| {
        context.device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: Some(&format!("render / {} / {purpose}", hair.name)),
            contents: bytes,
            usage,
        })
    };
    Some(HairGpu {
        vertices: make("points", bytemuck::cast_slice(&vertices), wgpu::BufferUsages::VERTEX),
        lines: Indices {
            buffer: make("strands", bytemuck::cast_slice(&lines), wgpu::BufferUsages::INDEX),
            format: wgpu::IndexFormat::Uint32,
            count: lines.len() as u32,
        },
    })
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
