//! Rest vertices + pose → posed vertices: one run per chunk of a mesh, or several for a large one.

use crate::render::Context;
use crate::render::gpu::gpu_types::{ChunkUniform, PosedVertex, RunUniform};
use crate::render::gpu::shaders::{self, Shader};
use crate::render::gpu::uniforms::uniform_entry;
use crate::render::upload::pool::PoolSlice;
use crate::render::upload::scene_gpu::ChunkGpu;
use crate::render::upload::scene_gpu::MOST_VERTICES;
use std::num::NonZeroU64;
use std::ops::Range;
use std::sync::OnceLock;
use wgpu::naga::ShaderStage;
use wgpu::util::DeviceExt;

/// The `METHOD_` constants of `shaders/shared/deformation.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    None = 0,
    Linear = 1,
    DualQuaternion = 2,
}

/// What a chunk needs of the deform pass, besides linear skinning. Each has a pipeline of its own: software adapters run every branch
/// there is, and few chunks need more than one of these.
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
const WORKGROUP: u32 = 64;

/// Runs begin at multiples of this many vertices of a chunk.
pub const RUN_STEP: u32 = 1024;
const _: () = assert!(RUN_STEP.is_multiple_of(WORKGROUP));

pub struct DeformPass {
    device: wgpu::Device,
    /// One for each [`Kind`], made when something of that kind deforms.
    pipelines: [OnceLock<wgpu::ComputePipeline>; Kind::COUNT],
    layout: wgpu::BindGroupLayout,
    pub runs_layout: wgpu::BindGroupLayout,
    /// One [`RunUniform`] for each place where a run may begin.
    runs: wgpu::BindGroup,
    run_stride: u32,
    /// Bytes from one chunk's uniform to the next.
    pub chunk_stride: u32,
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
                uniform_entry(4, wgpu::ShaderStages::COMPUTE, size_of::<ChunkUniform>(), true),
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
            chunk_stride: (size_of::<ChunkUniform>() as u32).next_multiple_of(alignment),
        }
    }

    /// Binds one chunk's static rows, the placement's pose, and the chunk's part of `posed`.
    pub fn bind_group(
        &self,
        device: &wgpu::Device,
        chunk: &ChunkGpu,
        pose: &PoolSlice,
        posed: &PoolSlice,
        chunks: &PoolSlice,
    ) -> wgpu::BindGroup {
        let vertex = size_of::<PosedVertex>() as u64;
        let first = u64::from(chunk.first_vertex) * vertex;
        let resources = [
            chunk.rest.binding(),
            chunk.rows.binding(),
            pose.binding(),
            posed.binding_of(first..first + u64::from(chunk.vertex_count) * vertex),
            chunks.binding_of(0..size_of::<ChunkUniform>() as u64),
        ];
        bind_group(device, "deform / chunk", &self.layout, resources)
    }

    /// A pass for chunks of any kind.
    pub fn begin<'a>(encoder: &'a mut wgpu::CommandEncoder, label: &str) -> Runs<'a> {
        Runs {
            pass: encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                label: Some(label),
                timestamp_writes: None,
            }),
            kind: None,
            first: None,
        }
    }

    /// Sets the pipeline for chunks of that kind.
    pub fn set(&self, runs: &mut Runs<'_>, kind: Kind) {
        let groups = [&self.layout, &self.runs_layout].map(Some);
        let make = || pipeline(&self.device, shaders::DEFORM, &groups, &kind.constants());
        if runs.kind.replace(kind) != Some(kind) {
            runs.pass.set_pipeline(self.pipelines[kind.number()].get_or_init(make));
        }
    }

    /// With the pipeline of this pass or of another that binds the same: `chunk` is the position of the chunk's uniform. `vertices` of the chunk: the first is a multiple of [`RUN_STEP`], and so is the
    /// end, unless it is the chunk's.
    pub fn run(&self, runs: &mut Runs<'_>, bind_group: &wgpu::BindGroup, chunk: u32, vertices: &Range<u32>) {
        let Runs { pass, first, .. } = runs;
        pass.set_bind_group(0, bind_group, &[chunk * self.chunk_stride]);
        if first.replace(vertices.start) != Some(vertices.start) {
            pass.set_bind_group(1, &self.runs, &[vertices.start / RUN_STEP * self.run_stride]);
        }
        pass.dispatch_workgroups((vertices.end - vertices.start).div_ceil(WORKGROUP), 1, 1);
    }
}

/// A compute pass, and what is set in it.
pub struct Runs<'a> {
    pass: wgpu::ComputePass<'a>,
    kind: Option<Kind>,
    /// The first vertex of the last run.
    first: Option<u32>,
}

impl Runs<'_> {
    /// Sets a pipeline of another pass, for all runs.
    pub fn set_pipeline(&mut self, pipeline: &wgpu::ComputePipeline) {
        self.pass.set_pipeline(pipeline);
    }
}

/// The pipeline of a compute pass, whose file has one entry, with the layouts of its bind groups, and values for overrides.
pub(in crate::render::passes) fn pipeline(
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
