//! One placed model on the GPU: its pose, and the deformed vertices that belong to this placement alone.

use super::placements::Placements;
use super::scene_gpu::{Body, ModelGpu, PoseLayout};
use crate::animation::{Pose, SlotMotion};
use crate::core::ModelIndex;
use crate::picture::{PlacedKey, PlacedModel};
use crate::render::gpu::gpu_types::{ChunkUniform, PosedVertex};
use crate::render::lists::ghosts::drawn_meshes;
use crate::render::passes::deform::{DeformPass, Method};
use crate::render::{Context, RenderError};
use crate::scene::{Mesh, Model, Scene, Skinning};
use glam::Affine3A;
use std::sync::Arc;

pub struct PlacedGpu {
    pub key: PlacedKey,
    pub scene: Arc<Scene>,
    pub model: ModelIndex,
    pub gpu: Arc<ModelGpu>,
    pub placements: Placements,
    pose_buffer: wgpu::Buffer,
    /// One [`ChunkUniform`] per chunk, [`DeformPass::chunk_stride`] apart.
    chunk_buffer: wgpu::Buffer,
    /// One per mesh; where several are posed alike, one for all of them. None for rigid meshes and those left out.
    outputs: Vec<Made>,
    /// One per mesh: the one whose output is also its own.
    leaders: Vec<u32>,
    /// One per mesh: position of its first chunk in the chunk buffer.
    first_chunks: Vec<u32>,
    /// One per mesh: whether there is an output for it.
    drawn: Vec<bool>,
    pose: Option<Arc<Pose>>,
    /// What the two buffers hold of it; empty before the first.
    packed: Vec<[f32; 4]>,
    uniforms: Vec<u8>,
    /// Why meshes are left out of this placement.
    pub problems: Vec<RenderError>,
}

/// What became of the output of a mesh.
enum Made {
    /// Nobody asked for it.
    Not,
    There(Output),
    /// The adapter has no room for it.
    Failed,
}

/// The deformed vertices of one mesh.
struct Output {
    vertices: wgpu::Buffer,
    /// One per chunk.
    bind_groups: Vec<wgpu::BindGroup>,
    /// As the current pose has them.
    fresh: bool,
}

impl Made {
    fn there(&self) -> Option<&Output> {
        match self {
            Self::There(output) => Some(output),
            Self::Not | Self::Failed => None,
        }
    }

    fn there_mut(&mut self) -> Option<&mut Output> {
        match self {
            Self::There(output) => Some(output),
            Self::Not | Self::Failed => None,
        }
    }
}

impl PlacedGpu {
    pub fn new(context: &Context, deform: &DeformPass, placed: &PlacedModel, gpu: Arc<ModelGpu>) -> Self {
        let device = &context.device;
        let chunk_count: usize = gpu.meshes.iter().flatten().map(|mesh| chunks(&mesh.body).len()).sum();
        let name = &placed.model().name;
        let pose_buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(&format!("deform / {name} / pose")),
            size: gpu.pose_layout.bytes(),
            usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let chunk_buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(&format!("deform / {name} / chunks")),
            size: (chunk_count as u64).max(1) * u64::from(deform.chunk_stride),
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let mut next_chunk = 0;
        let first_chunks = gpu.meshes.iter().map(|mesh| {
            let of_mesh = mesh.as_ref().map_or(0, |mesh| chunks(&mesh.body).len() as u32);
            next_chunk += of_mesh;
            next_chunk - of_mesh
        });
        let first_chunks: Vec<u32> = first_chunks.collect();
        Self {
            key: placed.key,
            scene: placed.scene.clone(),
            model: placed.model,
            gpu,
            placements: Placements::new(context),
            pose_buffer,
            chunk_buffer,
            outputs: first_chunks.iter().map(|_| Made::Not).collect(),
            leaders: Vec::new(),
            drawn: Vec::new(),
            first_chunks,
            pose: None,
            packed: Vec::new(),
            uniforms: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// The same content, perhaps in another place.
    pub fn shows(&self, placed: &PlacedModel) -> bool {
        Arc::ptr_eq(&self.scene, &placed.scene) && self.model == placed.model
    }

    /// Whether it was given that pose last.
    pub fn holds(&self, pose: &Arc<Pose>) -> bool {
        self.pose.as_ref().is_some_and(|have| Arc::ptr_eq(have, pose))
    }

    /// Writes where it stands, if that changed; returns why it stands nowhere.
    pub fn place(
        &mut self,
        context: &Context,
        world_from_stage: Affine3A,
        placed: &PlacedModel,
    ) -> Option<RenderError> {
        let error = self.placements.set(context, world_from_stage, placed).err()?;
        let what = format!("all {} instances of {}", placed.placement_count(), placed.model().name);
        Some(left_out(&what, 0, &error))
    }

    pub fn model(&self) -> &Model {
        &self.scene.models[self.model.get()]
    }

    /// Writes the pose if it is not the one written last, and makes room for the vertices of what is drawn. Deformed meshes are stale
    /// then, those for which the deform pass would read what it read before excepted: a clip may set materials alone, or move one of
    /// many meshes.
    pub fn set_pose(&mut self, context: &Context, deform: &DeformPass, placed: &PlacedModel) {
        let drawn = drawn_meshes(placed);
        let is_posed = self.holds(&placed.pose);
        if is_posed && drawn == self.drawn {
            return;
        }
        if !is_posed {
            let packed = pack_pose(&self.gpu.pose_layout, self.model(), &placed.pose);
            if packed != self.packed {
                let model = &self.scene.models[self.model.get()];
                let unread = Unread::between(&self.gpu.pose_layout, model, &self.packed, &packed);
                for (index, output) in self.outputs.iter_mut().enumerate() {
                    if let Some(output) = output.there_mut() {
                        output.fresh &= unread.is_of(&model.meshes[index], index);
                    }
                }
                context
                    .queue
                    .write_buffer(&self.pose_buffer, 0, bytemuck::cast_slice(&packed));
                self.packed = packed;
            }
            self.pose = Some(placed.pose.clone());
        }
        self.leaders = self.gpu.alike.leaders(self.model(), Some(&placed.pose), &drawn);
        for index in (0..drawn.len()).filter(|index| drawn[*index]) {
            if self.leaders[index] as usize == index {
                self.make_output(context, deform, index);
            }
        }
        self.drawn = drawn;
        self.write_chunks(context, deform);
    }

    /// Makes room for the vertices of a mesh that is not drawn. A pose has been set.
    pub fn prepare_hidden(&mut self, context: &Context, deform: &DeformPass, index: usize) {
        if self.drawn.get(index) == Some(&false) {
            self.make_output(context, deform, index);
            self.write_chunks(context, deform);
        }
    }

    fn make_output(&mut self, context: &Context, deform: &DeformPass, index: usize) {
        let Some(Some(mesh)) = self.gpu.meshes.get(index) else {
            return;
        };
        let chunks = chunks(&mesh.body);
        if chunks.is_empty() || !matches!(self.outputs[index], Made::Not) {
            return;
        }
        let name = &self.scene.models[self.model.get()].meshes[index].name;
        let made = context.catch(|| {
            let vertices = context.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(&format!("deform / {name} / posed")),
                size: u64::from(mesh.vertex_count) * size_of::<PosedVertex>() as u64,
                usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_SRC,
                mapped_at_creation: false,
            });
            let bind_groups = chunks.iter().map(|chunk| {
                let (pose, uniforms) = (&self.pose_buffer, &self.chunk_buffer);
                deform.bind_group(&context.device, chunk, pose, &vertices, uniforms)
            });
            Output {
                bind_groups: bind_groups.collect(),
                vertices,
                fresh: false,
            }
        });
        self.outputs[index] = match made {
            Ok(output) => Made::There(output),
            Err(error) => {
                self.problems.push(left_out(name, index, &error));
                Made::Failed
            }
        };
    }

    /// Writes the uniforms of the chunks that have an output, if any of them changed.
    fn write_chunks(&mut self, context: &Context, deform: &DeformPass) {
        let Some(pose) = &self.pose else { return };
        let model = &self.scene.models[self.model.get()];
        let mut morphs = vec![false; model.meshes.len()];
        for (shape, weight) in model.blend_shapes.iter().zip(&pose.shape_weights) {
            morphs[shape.mesh.get()] |= *weight != 0.0;
        }
        let stride = deform.chunk_stride as usize;
        let mut uniforms = vec![0u8; usize::try_from(self.chunk_buffer.size()).unwrap_or(0)];
        for (index, (mesh, output)) in self.gpu.meshes.iter().zip(&mut self.outputs).enumerate() {
            let (Some(mesh), Some(output)) = (mesh, output.there_mut()) else {
                continue;
            };
            let first = self.first_chunks[index] as usize * stride;
            for (i, chunk) in chunks(&mesh.body).iter().enumerate() {
                let uniform = ChunkUniform {
                    vertex_count: chunk.vertex_count,
                    // `NO_TANGENTS` in the shader.
                    tangents: chunk.tangents.unwrap_or(u32::MAX),
                    morphs: morphs[index].into(),
                    ..chunk_uniform(&self.gpu.pose_layout, &model.meshes[index], delta_rows(&mesh.body))
                };
                let at = first + i * stride;
                uniforms[at..at + size_of::<ChunkUniform>()].copy_from_slice(bytemuck::bytes_of(&uniform));
            }
            let of_mesh = first..first + output.bind_groups.len() * stride;
            output.fresh &= self.uniforms.get(of_mesh.clone()) == uniforms.get(of_mesh);
        }
        if uniforms != self.uniforms {
            context.queue.write_buffer(&self.chunk_buffer, 0, &uniforms);
            self.uniforms = uniforms;
        }
    }

    /// The mesh whose vertices mesh `index` is drawn with.
    pub fn leader(&self, index: usize) -> Option<usize> {
        self.leaders.get(index).map(|leader| *leader as usize)
    }

    /// Vertices of each chunk of mesh `index` that has to be deformed, in order: none if they are those of the current pose, or another
    /// mesh's.
    pub fn stale_chunks(&self, index: usize) -> impl Iterator<Item = u32> + '_ {
        let output = self.outputs.get(index).and_then(Made::there);
        let is_own = self.leader(index) == Some(index);
        let is_stale = output.is_some_and(|output| is_own && !output.fresh);
        let mesh = self.gpu.meshes.get(index).and_then(Option::as_ref);
        let mesh = mesh.filter(|_| is_stale).into_iter();
        mesh.flat_map(|mesh| chunks(&mesh.body)).map(|chunk| chunk.vertex_count)
    }

    /// Runs the deform pass for one chunk of mesh `index`; returns the number of vertices. With the last chunk the mesh is in the
    /// current pose, so the chunks have to come in order.
    pub fn deform_chunk(
        &mut self,
        deform: &DeformPass,
        pass: &mut wgpu::ComputePass<'_>,
        index: usize,
        chunk: usize,
    ) -> Option<u32> {
        let output = self.outputs.get_mut(index)?.there_mut()?;
        let mesh = self.gpu.meshes.get(index)?.as_ref()?;
        let (of_mesh, bind_group) = (chunks(&mesh.body).get(chunk)?, output.bind_groups.get(chunk)?);
        let at = self.first_chunks[index] + chunk as u32;
        deform.run(pass, bind_group, at, of_mesh.vertex_count);
        output.fresh = chunk + 1 == output.bind_groups.len();
        Some(of_mesh.vertex_count)
    }

    /// The vertices to draw for mesh `index`: packed [`PosedVertex`]es.
    pub fn vertices(&self, index: usize) -> Option<&wgpu::Buffer> {
        match &self.gpu.meshes.get(index)?.as_ref()?.body {
            Body::Rigid(vertices) => Some(vertices),
            Body::Deforming { .. } => {
                let leader = *self.leaders.get(index)? as usize;
                self.outputs[leader].there().map(|output| &output.vertices)
            }
        }
    }
}

fn chunks(body: &Body) -> &[super::scene_gpu::ChunkGpu] {
    match body {
        Body::Rigid(_) => &[],
        Body::Deforming { chunks, .. } => chunks,
    }
}

/// Rows of one delta of a blend shape.
fn delta_rows(body: &Body) -> u32 {
    match body {
        Body::Rigid(_) => 0,
        Body::Deforming { delta_rows, .. } => *delta_rows,
    }
}

fn left_out(name: &str, index: usize, error: &RenderError) -> RenderError {
    RenderError::MeshTooLarge {
        mesh: if name.is_empty() {
            format!("mesh {index}")
        } else {
            name.into()
        },
        reason: match error {
            RenderError::OutOfMemory => "the graphics memory is full".into(),
            other => other.to_string(),
        },
    }
}

/// All but what each chunk has of its own, and whether any shape has weight.
fn chunk_uniform(layout: &PoseLayout, mesh: &Mesh, delta_rows: u32) -> ChunkUniform {
    let (method, palette, motions) = match mesh.skin.map(|skin| skin.get()) {
        None => (Method::None, 0, 0),
        Some(skin) => match (mesh.skinning, layout.motions[skin]) {
            (Skinning::DualQuaternion, Some(motions)) => (Method::DualQuaternion, layout.palettes[skin], motions),
            _ => (Method::Linear, layout.palettes[skin], 0),
        },
    };
    ChunkUniform {
        skinning: method as u32,
        palette,
        motions,
        weights: layout.weights,
        delta_rows,
        ..ChunkUniform::default()
    }
}

/// Palettes, motions and weights as the deform pass reads them. A slot that the pose does not know stays at rest.
fn pack_pose(layout: &PoseLayout, model: &Model, pose: &Pose) -> Vec<[f32; 4]> {
    let mut out = vec![[0.0; 4]; layout.len as usize];
    for (index, skin) in model.skins.iter().enumerate() {
        // Either list is empty when every mesh that deforms was too much for the adapter.
        let Some(&palette) = layout.palettes.get(index) else {
            break;
        };
        let matrices = pose.palettes.get(index).map_or(&[][..], Vec::as_slice);
        for slot in 0..skin.bones.len() {
            let matrix = matrices.get(slot).copied().unwrap_or(Affine3A::IDENTITY);
            let at = palette as usize + 3 * slot;
            out[at..at + 3].copy_from_slice(&rows(matrix));
        }
        let Some(Some(motions)) = layout.motions.get(index) else {
            continue;
        };
        let parts = pose.motions.get(index).map_or(&[][..], Vec::as_slice);
        for slot in 0..skin.bones.len() {
            let motion = parts.get(slot).copied().unwrap_or(SlotMotion::IDENTITY);
            let at = *motions as usize + 4 * slot;
            out[at..at + 4].copy_from_slice(&motion_rows(&motion));
        }
    }
    for (index, &weight) in pose.shape_weights.iter().take(model.blend_shapes.len()).enumerate() {
        out[layout.weights as usize + index / 4][index % 4] = weight;
    }
    out
}

/// What of a packed pose is as it was.
struct Unread {
    /// By skin: palette and motions.
    skins: Vec<bool>,
    /// By mesh: the weights of its shapes.
    weights: Vec<bool>,
}

impl Unread {
    fn between(layout: &PoseLayout, model: &Model, before: &[[f32; 4]], after: &[[f32; 4]]) -> Self {
        let same = |from: u32, rows: usize| {
            let range = from as usize..from as usize + rows;
            before
                .get(range.clone())
                .is_some_and(|before| after.get(range) == Some(before))
        };
        let skins = model.skins.iter().enumerate().map(|(at, skin)| {
            let palette = layout.palettes.get(at).copied();
            let motions = layout.motions.get(at).copied().flatten();
            palette.is_none_or(|from| same(from, 3 * skin.bones.len()))
                && motions.is_none_or(|from| same(from, 4 * skin.bones.len()))
        });
        let mut weights = vec![true; model.meshes.len()];
        for (at, shape) in model.blend_shapes.iter().enumerate() {
            let weight = |packed: &[[f32; 4]]| packed.get(layout.weights as usize + at / 4).map(|row| row[at % 4]);
            weights[shape.mesh.get()] &= weight(before) == weight(after);
        }
        Self {
            skins: skins.collect(),
            weights,
        }
    }

    fn is_of(&self, mesh: &Mesh, index: usize) -> bool {
        mesh.skin.is_none_or(|skin| self.skins[skin.get()]) && self.weights[index]
    }
}

fn rows(matrix: Affine3A) -> [[f32; 4]; 3] {
    let (m, t) = (matrix.matrix3, matrix.translation);
    [
        [m.x_axis.x, m.y_axis.x, m.z_axis.x, t.x],
        [m.x_axis.y, m.y_axis.y, m.z_axis.y, t.y],
        [m.x_axis.z, m.y_axis.z, m.z_axis.z, t.z],
    ]
}

/// Real, dual, then the stretch, which is symmetric: xx yy zz xy, xz yz 0 0.
fn motion_rows(motion: &SlotMotion) -> [[f32; 4]; 4] {
    let h = motion.stretch;
    [
        motion.real.to_array(),
        motion.dual.to_array(),
        [h.x_axis.x, h.y_axis.y, h.z_axis.z, h.x_axis.y],
        [h.x_axis.z, h.y_axis.z, 0.0, 0.0],
    ]
}
