//! One placed model on the GPU: its pose, and the deformed vertices that belong to this placement alone.

use super::chunk_uniforms::{ChunkUniforms, Slots};
use super::packing::mesh_rows::ChunkLimits;
use super::placements::Placements;
use super::pool::{BufferPool, PoolSlice};
use super::scene_gpu::{Body, ChunkGpu, MeshGpu, ModelGpu};
use super::values::{Inputs, Values};
use crate::cost::Allowance;
use crate::gpu::context::Context;
use crate::gpu::error::RenderError;
use crate::gpu::gpu_types::{ChunkUniform, PosedVertex};
use crate::upload::pose_rows::{PoseLayout, Unread, pack_pose};
use crate::upload::vertices::deform::{Bound, ChunkParts, DeformPass, Kind, Method, NO_SLOT, lying};
use crate::upload::vertices::runs::{ChunkRun, Runs};
use crate::upload::vertices::values::ValuesPass;
use castview_base::core::{MeshIndex, ModelIndex};
use castview_base::scene::{Mesh, Model, Scene, Skinning};
use castview_motion::animation::Pose;
use castview_picture::{ColorBy, PlacedKey, PlacedModel};
use glam::Affine3A;
use std::ops::Range;
use std::sync::Arc;

pub struct PlacedGpu {
    pub key: PlacedKey,
    pub scene: Arc<Scene>,
    pub model: ModelIndex,
    pub gpu: Arc<ModelGpu>,
    pub placements: Placements,
    layout: PoseLayout,
    /// One per skin: whether it has a place in `layout`. None loses it.
    skins: Vec<bool>,
    /// `layout` has motions for all of them.
    with_motions: bool,
    /// The pose skins some by another method than the file says.
    skins_otherwise: bool,
    /// There once a pose was set.
    pose_part: Option<PoolSlice>,
    uniforms: ChunkUniforms,
    /// One per mesh; where several are posed alike, one for all of them. None for rigid meshes and those left out.
    outputs: Vec<Made>,
    /// One per mesh: the slots of its chunks, once it had any.
    slots: Vec<Option<Slots>>,
    /// One per mesh: the one whose output is also its own.
    leaders: Vec<u32>,
    /// One per mesh: whether there is an output for it.
    drawn: Vec<bool>,
    /// Bindings of the chunk that got a bind group last.
    last_bound: Option<Bound>,
    pose: Option<Arc<Pose>>,
    /// Rows of the pose in the pose buffer; empty before the first pose.
    packed: Vec<[f32; 4]>,
    /// One per mesh: whether any of its shapes has weight.
    morphs: Vec<bool>,
    /// Values that surfaces are coloured by.
    pub values: Values,
    /// Why meshes are left out of this placement.
    pub problems: Vec<RenderError>,
}

/// State of the output of a mesh.
enum Made {
    /// Nobody asked for it.
    Not,
    There(Output),
    /// The adapter has no room for it.
    Failed,
}

/// The deformed vertices of one mesh.
struct Output {
    vertices: PoolSlice,
    /// One per chunk.
    bind_groups: Vec<wgpu::BindGroup>,
    slots: Slots,
    /// Uniforms that are written to those slots.
    uniforms: Vec<ChunkUniform>,
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
    pub fn new(placed: &PlacedModel, gpu: Arc<ModelGpu>) -> Self {
        let model = placed.model();
        let skins = vec![false; model.skins.len()];
        let layout = layout_of(&gpu, model, &skins, false);
        Self {
            key: placed.key,
            scene: placed.scene.clone(),
            model: placed.model,
            placements: Placements::default(),
            pose_part: None,
            uniforms: ChunkUniforms::new(model.meshes.len()),
            outputs: model.meshes.iter().map(|_| Made::Not).collect(),
            slots: vec![None; model.meshes.len()],
            layout,
            skins,
            with_motions: false,
            skins_otherwise: false,
            gpu,
            leaders: Vec::new(),
            drawn: Vec::new(),
            last_bound: None,
            pose: None,
            packed: Vec::new(),
            morphs: Vec::new(),
            values: Values::default(),
            problems: Vec::new(),
        }
    }

    /// Chooses the values that surfaces are coloured by from now on, in the pose that is set next.
    pub fn ask(&mut self, by: ColorBy, placed: &PlacedModel) {
        self.values.ask(by, &placed.marked);
    }

    /// Takes over the model as it was sent since. Frees the outputs of meshes that are there no more.
    pub fn adopt(&mut self, gpu: &Arc<ModelGpu>) {
        if Arc::ptr_eq(&self.gpu, gpu) {
            return;
        }
        for (output, mesh) in self.outputs.iter_mut().zip(&gpu.meshes) {
            if mesh.is_none() {
                *output = Made::Not;
            }
        }
        self.gpu = gpu.clone();
    }

    /// Sends what of `drawn` was not sent yet; how many meshes that were.
    pub fn send_all(
        &mut self,
        (context, room): (&Context, &mut BufferPool),
        chunk_limits: ChunkLimits,
        drawn: &[bool],
    ) -> u64 {
        let lacks = |gpu: &ModelGpu, index: usize| drawn[index] && !gpu.has(index);
        if !(0..drawn.len()).any(|index| lacks(&self.gpu, index)) {
            return 0;
        }
        let mut gpu = (*self.gpu).clone();
        let model = self.model();
        let mut sent = 0;
        for index in (0..drawn.len()).filter(|index| drawn[*index]) {
            sent += u64::from(gpu.send_mesh((context, room), model, index, (chunk_limits, false)));
        }
        self.gpu = Arc::new(gpu);
        sent
    }

    /// The same content, perhaps in another place.
    pub fn shows(&self, placed: &PlacedModel) -> bool {
        Arc::ptr_eq(&self.scene, &placed.scene) && self.model == placed.model
    }

    /// Whether it was given that pose last.
    pub fn holds(&self, pose: &Arc<Pose>) -> bool {
        self.pose.as_ref().is_some_and(|have| Arc::ptr_eq(have, pose))
    }

    /// The one it was given last.
    pub fn pose(&self) -> Option<&Pose> {
        self.pose.as_deref()
    }

    /// Goes on writing where it stands, if that changed; whether all of it is written, or the reason why it stands nowhere.
    pub fn place(
        &mut self,
        (context, room): (&Context, &mut BufferPool),
        world_from_stage: Affine3A,
        placed: &PlacedModel,
        allowance: &mut Allowance,
    ) -> Result<bool, RenderError> {
        let placements = &mut self.placements;
        let written = placements.set((context, room), world_from_stage, placed, allowance);
        written.map_err(|error| no_places(placed.places.len(), placed.model(), &error))
    }

    /// The same for its clouds of points.
    pub fn place_points(
        &mut self,
        (context, room): (&Context, &mut BufferPool),
        allowance: &mut Allowance,
    ) -> Result<bool, RenderError> {
        let written = self.placements.set_points((context, room), allowance);
        written.map_err(|error| no_places(self.placements.count() as usize, self.model(), &error))
    }

    pub fn model(&self) -> &Model {
        &self.scene.models[self.model.get()]
    }

    /// Writes the pose if it is not the one written last. Deformed meshes are stale then, those for which the deform pass would read
    /// what it read before excepted: a clip may set materials alone, or move one of many meshes. `drawn`: one flag per mesh. Returns how many
    /// bytes were written.
    pub fn set_pose(
        &mut self,
        (context, room): (&Context, &mut BufferPool),
        pose: &Arc<Pose>,
        drawn: Vec<bool>,
    ) -> u64 {
        let is_posed = self.holds(pose);
        self.skins_otherwise = !pose.methods.is_empty();
        if is_posed && drawn == self.drawn && self.with_motions == self.wants_motions() {
            return 0;
        }
        let mut written = 0;
        self.make_room(&drawn);
        if !is_posed || self.packed.is_empty() {
            let packed = pack_pose(&self.layout, self.model(), pose);
            if packed != self.packed {
                let model = &self.scene.models[self.model.get()];
                let unread = Unread::between(&self.layout, model, &self.packed, &packed);
                for (index, output) in self.outputs.iter_mut().enumerate() {
                    if let Some(output) = output.there_mut() {
                        output.fresh &= unread.is_of(&model.meshes[index], index);
                    }
                }
                let part = self
                    .pose_part
                    .get_or_insert_with(|| pose_part((context, room), model, &self.layout));
                room.write(part, bytemuck::cast_slice(&packed));
                self.packed = packed;
                self.values.repose();
                written = self.layout.bytes();
            }
            self.pose = Some(pose.clone());
            self.morphs = morphs(self.model(), pose);
        }
        self.leaders = self.gpu.alike.leaders(self.model(), Some(pose), &drawn);
        self.drawn = drawn;
        self.write_uniforms(room);
        written
    }

    /// Gives the skins of what is drawn a place in the pose buffer. A larger one is filled and read anew.
    fn make_room(&mut self, drawn: &[bool]) {
        let model = &self.scene.models[self.model.get()];
        let mut skins = self.skins.clone();
        let meshes = model.meshes.iter().zip(drawn).filter(|(_, drawn)| **drawn);
        meshes
            .filter_map(|(mesh, _)| mesh.skin)
            .for_each(|skin| skins[skin.get()] = true);
        let with_motions = self.wants_motions();
        if skins == self.skins && with_motions == self.with_motions {
            return;
        }
        self.layout = layout_of(&self.gpu, model, &skins, with_motions);
        (self.pose_part, self.last_bound) = (None, None);
        self.values.forget();
        self.skins = skins;
        self.with_motions = with_motions;
        self.packed.clear();
        self.outputs.iter_mut().for_each(|output| *output = Made::Not);
    }

    fn wants_motions(&self) -> bool {
        let is_wanted = self.values.by() == ColorBy::MethodDifference || self.skins_otherwise;
        is_wanted && self.gpu.can_compare
    }

    /// Sends a mesh that is not drawn, and makes room for its vertices. A pose has been set.
    pub fn prepare_hidden(
        &mut self,
        (context, room): (&Context, &mut BufferPool),
        deform: &DeformPass,
        (index, chunk_limits): (usize, ChunkLimits),
    ) {
        let Some(pose) = self.pose.clone() else { return };
        let mut drawn = self.drawn.clone();
        let Some(is_drawn) = drawn.get_mut(index) else { return };
        if std::mem::replace(is_drawn, true) {
            return;
        }
        self.send_all((context, &mut *room), chunk_limits, &drawn);
        self.set_pose((context, &mut *room), &pose, drawn);
        self.make_outputs((context, room), deform);
    }

    /// Makes room for the vertices of all that is drawn.
    fn make_outputs(&mut self, (context, room): (&Context, &mut BufferPool), deform: &DeformPass) {
        for index in 0..self.drawn.len() {
            if self.drawn[index] {
                self.make_output((context, &mut *room), deform, index);
            }
        }
    }

    /// Makes room for the vertices of mesh `index`, unless it is there; how many bytes that took. A pose has been set.
    pub fn make_output(
        &mut self,
        (context, room): (&Context, &mut BufferPool),
        deform: &DeformPass,
        index: usize,
    ) -> u64 {
        let index = self.leader(index).unwrap_or(index);
        if !matches!(self.outputs.get(index), Some(Made::Not)) {
            return 0;
        }
        let Some(mesh) = self.gpu.meshes.get(index).cloned().flatten() else {
            return 0;
        };
        let chunks = chunks(&mesh.body);
        if chunks.is_empty() {
            return 0;
        }
        let Some(pose) = self.pose_part.clone() else { return 0 };
        let name = self.model().meshes[index].name.clone();
        let bytes = u64::from(mesh.vertex_count) * size_of::<PosedVertex>() as u64;
        let made = context.catch(|| {
            let vertices = room.take_posed(context, &format!("deform / {name} / posed"), bytes);
            let slots =
                self.slots[index].unwrap_or_else(|| self.uniforms.take((context, &mut *room), chunks.len() as u32));
            self.slots[index] = Some(slots);
            let uniforms = self.uniforms_of(index, &mesh, &vertices);
            self.uniforms.write(room, slots, &uniforms);
            let (part, last) = (self.uniforms.part(slots), &mut self.last_bound);
            let bind_groups = chunks.iter().map(|chunk| {
                let parts = ChunkParts {
                    chunk,
                    pose: &pose,
                    posed: &vertices,
                    uniforms: part,
                };
                deform.bind_group(&parts, last)
            });
            Output {
                bind_groups: bind_groups.collect(),
                vertices,
                slots,
                uniforms,
                fresh: false,
            }
        });
        self.outputs[index] = match made {
            Ok(output) => Made::There(output),
            Err(error) => {
                room.close();
                self.problems.push(left_out(&name, index, &error));
                Made::Failed
            }
        };
        bytes
    }

    /// Makes the values that mesh `index` is coloured by, unless they are there. Call it after [`Self::make_output`]. Returns their bytes.
    pub fn make_values(
        &mut self,
        (context, room): (&Context, &mut BufferPool),
        pass: &ValuesPass,
        index: usize,
    ) -> u64 {
        let model = &self.scene.models[self.model.get()];
        if !self.values.lacks(model, index) {
            return 0;
        }
        // Those that are alike are drawn with the vertices of one of them.
        let leader = self.leaders.get(index).map_or(index, |leader| *leader as usize);
        let gpu = self.gpu.meshes.get(index).and_then(Option::as_ref);
        let inputs = match (gpu, self.outputs[leader].there(), &self.pose_part) {
            (Some(mesh), Some(output), Some(pose)) => Some(Inputs {
                chunks: chunks(&mesh.body),
                pose,
                uniforms: self.uniforms.part(output.slots),
            }),
            _ => None,
        };
        let made = context.catch(|| self.values.make((context, &mut *room), pass, (model, index), inputs));
        made.unwrap_or_else(|error| {
            room.close();
            self.values.give_up(index);
            let name = model.meshes[index].name.clone();
            self.problems.push(left_out(&name, index, &error));
            0
        })
    }

    /// The chunks of mesh `index` whose values have to be computed, in order.
    pub fn stale_values(&self, index: usize) -> impl Iterator<Item = &ChunkGpu> {
        let mesh = self.gpu.meshes.get(index).and_then(Option::as_ref);
        let stale = self.values.stale_chunks(index);
        mesh.into_iter()
            .flat_map(move |mesh| chunks(&mesh.body).iter().take(stale))
    }

    /// As [`Self::deform_chunk`], of what mesh `index` is coloured by.
    pub fn value_chunk(
        &mut self,
        runs: &mut Runs<'_>,
        (index, chunk): (usize, usize),
        vertices: Range<u32>,
    ) -> Option<u32> {
        let leader = self.leader(index)?;
        let slots = self.outputs.get(leader)?.there()?.slots;
        let chunks = chunks(&self.gpu.meshes.get(index)?.as_ref()?.body);
        let of_mesh = chunks.get(chunk)?;
        let vertices = vertices.start..vertices.end.min(of_mesh.vertex_count);
        let bind_group = self.values.bind_group(index, chunk)?;
        let count = vertices.end - vertices.start;
        let is_last = chunk + 1 == chunks.len() && vertices.end == of_mesh.vertex_count;
        runs.run(&ChunkRun {
            bind_group,
            chunk: slots.first + chunk as u32,
            vertices,
        });
        if is_last {
            self.values.freshen(index);
        }
        Some(count)
    }

    /// One for each chunk of mesh `index`, whose deformed vertices are `posed`.
    fn uniforms_of(&self, index: usize, mesh: &MeshGpu, posed: &PoolSlice) -> Vec<ChunkUniform> {
        let of_scene = &self.model().meshes[index];
        let index_of_mesh = MeshIndex::new(index);
        let method = self
            .pose
            .as_ref()
            .map_or(of_scene.skinning, |pose| pose.skinning(index_of_mesh, of_scene));
        let usual = chunk_uniform(&self.layout, (of_scene, method));
        let (delta_rows, slot) = match &mesh.body {
            Body::Rigid(_) => (0, None),
            Body::Deforming { delta_rows, slot, .. } => (*delta_rows, *slot),
        };
        let chunks = chunks(&mesh.body).iter();
        chunks
            .map(|chunk| ChunkUniform {
                morphs: self.morphs.get(index).copied().unwrap_or(false).into(),
                delta_rows,
                slot: slot.unwrap_or(NO_SLOT),
                skinning: usual.skinning,
                palette: usual.palette,
                motions: usual.motions,
                weights: usual.weights,
                ..lying(chunk, posed)
            })
            .collect()
    }

    /// Writes the uniforms of the chunks that have an output, where they changed.
    fn write_uniforms(&mut self, room: &mut BufferPool) {
        for index in 0..self.outputs.len() {
            let (Some(Some(mesh)), Made::There(output)) = (self.gpu.meshes.get(index), &self.outputs[index]) else {
                continue;
            };
            let uniforms = self.uniforms_of(index, mesh, &output.vertices);
            if uniforms == output.uniforms {
                continue;
            }
            self.uniforms.write(room, output.slots, &uniforms);
            self.values.repose();
            if let Made::There(output) = &mut self.outputs[index] {
                (output.uniforms, output.fresh) = (uniforms, false);
            }
        }
    }

    /// The mesh whose vertices mesh `index` is drawn with.
    pub fn leader(&self, index: usize) -> Option<usize> {
        self.leaders.get(index).map(|leader| *leader as usize)
    }

    /// The chunks of mesh `index` that have to be deformed, in order: none if their vertices are those of the current pose, or another
    /// mesh's.
    pub fn stale_chunks(&self, index: usize) -> impl Iterator<Item = &ChunkGpu> {
        let output = self.outputs.get(index).and_then(Made::there);
        let is_own = self.leader(index) == Some(index);
        let is_stale = output.is_some_and(|output| is_own && !output.fresh);
        let mesh = self.gpu.meshes.get(index).and_then(Option::as_ref);
        let mesh = mesh.filter(|_| is_stale).into_iter();
        mesh.flat_map(|mesh| chunks(&mesh.body))
    }

    /// Runs the deform pass for `vertices` of one chunk of mesh `index`, as a `ChunkRun` has them; an end beyond the chunk is that of
    /// the chunk. Returns the number of vertices. With the last of them the mesh is in the current pose, so they have to come in order.
    pub fn deform_chunk(
        &mut self,
        runs: &mut Runs<'_>,
        (index, chunk): (usize, usize),
        vertices: Range<u32>,
    ) -> Option<u32> {
        let output = self.outputs.get_mut(index)?.there_mut()?;
        let mesh = self.gpu.meshes.get(index)?.as_ref()?;
        let (of_mesh, bind_group) = (chunks(&mesh.body).get(chunk)?, output.bind_groups.get(chunk)?);
        let vertices = vertices.start..vertices.end.min(of_mesh.vertex_count);
        let count = vertices.end - vertices.start;
        output.fresh = chunk + 1 == output.bind_groups.len() && vertices.end == of_mesh.vertex_count;
        runs.set(Kind::of(output.uniforms.get(chunk)?));
        runs.run(&ChunkRun {
            bind_group,
            chunk: output.slots.first + chunk as u32,
            vertices,
        });
        Some(count)
    }

    /// The vertices to draw for mesh `index`: packed [`PosedVertex`]es.
    pub fn vertices(&self, index: usize) -> Option<&PoolSlice> {
        match &self.gpu.meshes.get(index)?.as_ref()?.body {
            Body::Rigid(vertices) => Some(vertices),
            Body::Deforming { .. } => {
                let leader = *self.leaders.get(index)? as usize;
                self.outputs[leader].there().map(|output| &output.vertices)
            }
        }
    }
}

/// Layout of a pose for the skins that are `used`, where any pose fits the adapter.
fn layout_of(gpu: &ModelGpu, model: &Model, used: &[bool], with_motions: bool) -> PoseLayout {
    let layout = PoseLayout::of(model, used, with_motions).filter(|_| gpu.can_deform);
    // A binding cannot be empty.
    layout.unwrap_or(PoseLayout {
        len: 1,
        ..PoseLayout::default()
    })
}

fn pose_part((context, room): (&Context, &mut BufferPool), model: &Model, layout: &PoseLayout) -> PoolSlice {
    let label = format!("deform / {} / pose", model.name);
    room.take(context, &label, layout.bytes())
}

/// One flag per mesh: whether any of its shapes has weight.
fn morphs(model: &Model, pose: &Pose) -> Vec<bool> {
    let mut morphs = vec![false; model.meshes.len()];
    for (shape, weight) in model.blend_shapes.iter().zip(&pose.shape_weights) {
        morphs[shape.mesh.get()] |= *weight != 0.0;
    }
    morphs
}

pub fn chunks(body: &Body) -> &[ChunkGpu] {
    match body {
        Body::Rigid(_) => &[],
        Body::Deforming { chunks, .. } => chunks,
    }
}

fn no_places(count: usize, model: &Model, error: &RenderError) -> RenderError {
    left_out(&format!("all {count} instances of {}", model.name), 0, error)
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

/// All that follows from the skin and the shapes of its model.
fn chunk_uniform(layout: &PoseLayout, (mesh, skinning): (&Mesh, Skinning)) -> ChunkUniform {
    let (method, palette, motions) = match mesh.skin.map(|skin| skin.get()) {
        None => (Method::None, 0, 0),
        Some(skin) => {
            // A skin without a place is one that nothing uses which is drawn.
            let palette = layout.palettes.get(skin).copied().flatten().unwrap_or(0);
            match (skinning, layout.motions.get(skin).copied().flatten()) {
                (Skinning::DualQuaternion, Some(motions)) => (Method::DualQuaternion, palette, motions),
                // There for the sake of comparing, if at all.
                (_, motions) => (Method::Linear, palette, motions.unwrap_or(0)),
            }
        }
    };
    ChunkUniform {
        skinning: method as u32,
        palette,
        motions,
        weights: layout.weights,
        ..ChunkUniform::default()
    }
}
