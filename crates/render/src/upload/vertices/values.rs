//! Values for a view of the inputs of deformation, one number per vertex: run per chunk of a mesh, as the deform pass is.

use super::deform::{CHUNKS_BOUND, DeformPass, bind_group, chunks_entry, pipeline, storage};
use super::runs::Runs;
use crate::gpu::context::Context;
use crate::gpu::gpu_types::QuestionUniform;
use crate::gpu::shaders;
use crate::gpu::uniforms::uniform_entry;
use crate::upload::pool::PoolSlice;
use crate::upload::scene_gpu::ChunkGpu;

/// The `ASKED_` constants of `shaders/vertices/vertex_values.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    Weight = 0,
    Dominant = 1,
    Count = 2,
    Delta = 3,
    Difference = 4,
    Tangent = 5,
}

/// Size of the value of one vertex, in bytes.
pub const VALUE_BYTES: u64 = 4;

pub struct ValuesPass {
    pipeline: wgpu::ComputePipeline,
    layout: wgpu::BindGroupLayout,
}

/// Parts of buffers that a run reads and writes beside its chunk.
pub struct Bound<'a> {
    pub pose: &'a PoolSlice,
    pub values: &'a PoolSlice,
    /// The uniforms of the mesh's chunks.
    pub chunks: &'a PoolSlice,
    pub table: &'a PoolSlice,
    /// `table` has one entry per vertex of the mesh.
    pub is_by_vertex: bool,
    pub question: &'a PoolSlice,
}

impl ValuesPass {
    pub fn new(context: &Context, deform: &DeformPass) -> Self {
        let device = &context.device;
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("vertex values / chunk"),
            entries: &[
                storage(0, true),
                storage(1, true),
                storage(2, true),
                storage(3, false),
                chunks_entry(4),
                storage(5, true),
                uniform_entry(6, wgpu::ShaderStages::COMPUTE, size_of::<QuestionUniform>(), false),
            ],
        });
        Self {
            pipeline: pipeline(
                device,
                shaders::VERTEX_VALUES,
                &[&layout, &deform.runs_layout].map(Some),
                &[],
            ),
            layout,
        }
    }

    pub fn bind_group(&self, device: &wgpu::Device, chunk: &ChunkGpu, bound: &Bound<'_>) -> wgpu::BindGroup {
        let first = u64::from(chunk.first_vertex) * VALUE_BYTES;
        let of_chunk = first..first + u64::from(chunk.vertex_count) * VALUE_BYTES;
        let [rest, rows] = chunk.bound().map(|(part, _)| part);
        let resources = [
            rest.binding(),
            rows.binding(),
            bound.pose.binding(),
            bound.values.binding_of(of_chunk.clone()),
            bound.chunks.binding_of(0..CHUNKS_BOUND),
            match bound.is_by_vertex {
                true => bound.table.binding_of(of_chunk),
                false => bound.table.binding(),
            },
            bound.question.binding(),
        ];
        bind_group(device, "vertex values / chunk", &self.layout, resources)
    }

    /// A pass with its pipeline.
    pub fn begin<'a>(&self, deform: &'a DeformPass, encoder: &'a mut wgpu::CommandEncoder) -> Runs<'a> {
        let mut runs = Runs::begin(deform, encoder, "vertex values");
        runs.set_pipeline(&self.pipeline);
        runs
    }
}
