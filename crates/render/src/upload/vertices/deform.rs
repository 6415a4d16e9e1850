//! Rest vertices + pose → posed vertices: one run for several small chunks of meshes, one for one chunk, or several for a large one.

use crate::gpu::context::Context;
use crate::gpu::gpu_types::{ChunkUniform, PosedVertex, RunUniform};
use crate::gpu::shaders::{self, Shader};
use crate::gpu::uniforms::uniform_entry;
use crate::upload::pool::{PoolSlice, is_shared};
use crate::upload::scene_gpu::ChunkGpu;
use crate::upload::scene_gpu::MOST_VERTICES;
use std::num::NonZeroU64;
use std::sync::{Arc, OnceLock};
use wgpu::naga::ShaderStage;
use wgpu::util::DeviceExt;

/// The `METHOD_` constants of `shaders/shared/deformation.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    None = 0,
    Linear = 1,
    DualQuaternion = 2,
}

/// Steps of the deform pass that a chunk needs besides linear skinning. Each kind has a pipeline of its own: software adapters run every
/// branch there is, and few chunks need more than one of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    pub dual: bool,
    pub morphs: bool,
    pub tangents: bool,
    /// One slot carries all of it.
    pub one: bool,
}

impl Kind {
    const COUNT: usize = 16;

    pub fn of(chunk: &ChunkUniform) -> Self {
        Self {
            dual: chunk.skinning == Method::DualQuaternion as u32,
            // Whether or not any has weight now: a pipeline is not made in the middle of a clip.
            morphs: chunk.delta_rows != 0,
            tangents: chunk.tangents != NO_TANGENTS,
            one: chunk.slot != NO_SLOT,
        }
    }

    /// Skinned linearly, by several bones, and nothing else: so are most models.
    const USUAL: Self = Self {
        dual: false,
        morphs: false,
        tangents: false,
        one: false,
    };

    fn number(self) -> usize {
        let bits = [self.dual, self.morphs, self.tangents, self.one].map(usize::from);
        bits[0] | bits[1] << 1 | bits[2] << 2 | bits[3] << 3
    }

    fn constants(self) -> [(&'static str, f64); 4] {
        [
            ("DUAL", self.dual),
            ("MORPHS", self.morphs),
            ("TANGENTS", self.tangents),
            ("ONE", self.one),
        ]
        .map(|(name, is)| (name, is.into()))
    }
}

/// `NO_TANGENTS` and `NO_SLOT` in the shader.
pub const NO_TANGENTS: u32 = u32::MAX;
pub const NO_SLOT: u32 = u32::MAX;

/// Threads of one workgroup.
pub(super) const WORKGROUP: u32 = 64;

/// `MOST_CHUNKS` in the shader.
pub(super) const MOST_CHUNKS: u32 = 16;

/// Bytes from one chunk's uniform to the next, as `ChunkSlot` in the shader has it: what every adapter takes as the offset of a uniform.
pub const CHUNK_STRIDE: u32 = 256;

/// Bytes of uniforms that every dispatch binds. Those behind its last chunk are not read.
pub const CHUNKS_BOUND: u64 = (MOST_CHUNKS * CHUNK_STRIDE) as u64;

/// Runs begin at multiples of this many vertices of a chunk.
pub const RUN_STEP: u32 = 1024;
const _: () = assert!(RUN_STEP.is_multiple_of(WORKGROUP));

/// All clones are one.
#[derive(Clone)]
pub struct DeformPass {
    device: wgpu::Device,
    /// One for each [`Kind`], made when something of that kind deforms.
    pipelines: Arc<[OnceLock<wgpu::ComputePipeline>; Kind::COUNT]>,
    layout: wgpu::BindGroupLayout,
    pub runs_layout: wgpu::BindGroupLayout,
    /// One [`RunUniform`] for each place where a run may begin.
    runs: wgpu::BindGroup,
    run_stride: u32,
}

/// A chunk as it lies among others.
pub struct ChunkParts<'a> {
    pub chunk: &'a ChunkGpu,
    pub pose: &'a PoolSlice,
    /// Posed vertices of its mesh.
    pub posed: &'a PoolSlice,
    /// The uniforms of chunks, its own among them.
    pub uniforms: &'a PoolSlice,
}

impl ChunkParts<'_> {
    /// Parts of buffers that are bound for it.
    fn bound(&self) -> [PoolSlice; 5] {
        let [(rest, _), (rows, _)] = self.chunk.bound();
        let (posed, _) = bound_of_posed(self.chunk, self.posed);
        [
            rest,
            rows,
            self.pose.clone(),
            posed,
            self.uniforms.part(0..CHUNKS_BOUND),
        ]
    }
}

/// The binding for the deformed vertices of `chunk`, and the number of vertices before it there. `posed`: those of its mesh.
fn bound_of_posed(chunk: &ChunkGpu, posed: &PoolSlice) -> (PoolSlice, u32) {
    let vertex = size_of::<PosedVertex>() as u64;
    let first = u64::from(chunk.first_vertex) * vertex;
    let (bound, start) = posed.widened(first..first + u64::from(chunk.vertex_count) * vertex);
    (bound, (start / vertex) as u32)
}

/// A chunk's uniform with the places of its data alone. `posed`: the deformed vertices of its mesh.
pub fn lying(chunk: &ChunkGpu, posed: &PoolSlice) -> ChunkUniform {
    let [(_, rest), (_, rows)] = chunk.bound();
    ChunkUniform {
        vertex_count: chunk.vertex_count,
        tangents: chunk.tangents.map_or(NO_TANGENTS, |first| first + rows),
        rest,
        rows,
        posed: bound_of_posed(chunk, posed).1,
        ..ChunkUniform::default()
    }
}

/// A bind group, and what it binds.
pub struct Bound {
    parts: [PoolSlice; 5],
    group: wgpu::BindGroup,
}

impl DeformPass {
    pub fn new(context: &Context) -> Self {
        let device = &context.device;
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("deform / chunk"),
            entries: &[
                storage(0, true),
                storage(1, true),
                storage(2, true),
                storage(3, false),
                chunks_entry(4),
            ],
        });
        let runs_layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("deform / runs"),
            entries: &[uniform_entry(
                0,
                wgpu::ShaderStages::COMPUTE,
                size_of::<RunUniform>(),
                true,
            )],
        });
        let alignment = device.limits().min_uniform_buffer_offset_alignment;
        let run_stride = (size_of::<RunUniform>() as u32).next_multiple_of(alignment);
        Self {
            device: device.clone(),
            pipelines: Default::default(),
            layout,
            runs: runs(device, &runs_layout, run_stride),
            runs_layout,
            run_stride,
        }
    }

    /// Binds a chunk's static rows, the pose, and what is written: `last`, if that binds the same already.
    pub fn bind_group(&self, chunk: &ChunkParts<'_>, last: &mut Option<Bound>) -> wgpu::BindGroup {
        let parts = chunk.bound();
        if let Some(last) = last.as_ref().filter(|last| last.parts == parts) {
            return last.group.clone();
        }
        let resources = parts.each_ref().map(PoolSlice::binding);
        let group = bind_group(&self.device, "deform / chunk", &self.layout, resources);
        // Nothing else lies beside the vertices of a large mesh, and they are not to be kept.
        *last = is_shared(chunk.posed.size()).then(|| Bound {
            parts,
            group: group.clone(),
        });
        group
    }

    /// The pipeline for chunks of that kind.
    pub(super) fn pipeline_of(&self, kind: Kind) -> &wgpu::ComputePipeline {
        let groups = [&self.layout, &self.runs_layout].map(Some);
        let make = || pipeline(&self.device, shaders::DEFORM, &groups, &kind.constants());
        self.pipelines[kind.number()].get_or_init(make)
    }

    /// Makes what most models need, before any is known.
    pub fn make_ahead(&self) {
        self.pipeline_of(Kind::USUAL);
    }

    /// Binds where runs begin that begin at vertex `first` of a chunk, a multiple of [`RUN_STEP`].
    pub(super) fn bind_first(&self, pass: &mut wgpu::ComputePass<'_>, first: u32) {
        pass.set_bind_group(1, &self.runs, &[first / RUN_STEP * self.run_stride]);
    }
}

/// The pipeline of a compute pass, whose file has one entry, with the layouts of its bind groups, and values for overrides.
pub(crate) fn pipeline(
    device: &wgpu::Device,
    shader: Shader,
    groups: &[Option<&wgpu::BindGroupLayout>],
    constants: &[(&str, f64)],
) -> wgpu::ComputePipeline {
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some(shader.name),
        bind_group_layouts: groups,
        immediate_size: 0,
    });
    device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some(shader.name),
        layout: Some(&layout),
        module: &shader
            .parsed()
            .entry(device, (ShaderStage::Compute, shader.file_name()), constants),
        entry_point: None,
        compilation_options: Default::default(),
        cache: None,
    })
}

/// Binds `resources` from binding 0 on.
pub(super) fn bind_group<const N: usize>(
    device: &wgpu::Device,
    label: &str,
    layout: &wgpu::BindGroupLayout,
    resources: [wgpu::BindingResource<'_>; N],
) -> wgpu::BindGroup {
    let entries = (0..)
        .zip(resources)
        .map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource });
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some(label),
        layout,
        entries: &entries.collect::<Vec<_>>(),
    })
}

/// The uniforms of chunks, from that of the first on.
pub(super) fn chunks_entry(binding: u32) -> wgpu::BindGroupLayoutEntry {
    uniform_entry(binding, wgpu::ShaderStages::COMPUTE, CHUNKS_BOUND as usize, true)
}

/// A storage buffer of a compute pass.
pub(super) fn storage(binding: u32, read_only: bool) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Storage { read_only },
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    }
}

/// The uniforms of all runs, written once.
fn runs(device: &wgpu::Device, layout: &wgpu::BindGroupLayout, stride: u32) -> wgpu::BindGroup {
    let mut bytes = vec![0; (MOST_VERTICES / RUN_STEP * stride) as usize];
    for (at, slot) in (0..).zip(bytes.chunks_exact_mut(stride as usize)) {
        let run = RunUniform {
            first: at * RUN_STEP,
            ..RunUniform::default()
        };
        slot[..size_of::<RunUniform>()].copy_from_slice(bytemuck::bytes_of(&run));
    }
    let buffer = device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: Some("deform / runs"),
        contents: &bytes,
        usage: wgpu::BufferUsages::UNIFORM,
    });
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("deform / runs"),
        layout,
        entries: &[wgpu::BindGroupEntry {
            binding: 0,
            resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                buffer: &buffer,
                offset: 0,
                size: NonZeroU64::new(size_of::<RunUniform>() as u64),
            }),
        }],
    })
}
