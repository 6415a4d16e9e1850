//! Strands of hair as ribbons.

use super::super::Context;
use super::common::Common;
use crate::cost::Span;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::gpu_types::HairVertex;
use crate::gpu::pipeline::{Depth, PipelineSpec};
use crate::gpu::shaders;
use crate::gpu::vertices::PLACEMENTS;
use crate::upload::placements::Placements;
use crate::upload::scene_gpu::HairGpu;

pub struct HairPass {
    pipeline: wgpu::RenderPipeline,
}

pub const VERTICES: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: size_of::<HairVertex>() as u64,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3, 2 => Float32, 3 => Float32],
};

impl HairPass {
    pub fn new(context: &Context, common: &Common, samples: u32) -> Self {
        let spec = PipelineSpec {
            label: "hair",
            shader: shaders::HAIR,
            vertex: "vertex",
            fragment: "fragment",
            constants: &[],
            buffers: &[Some(VERTICES), Some(PLACEMENTS)],
            groups: &[
                Some(&common.view_layout),
                Some(&common.draws.layout),
                None,
                Some(&common.shade.layout),
            ],
            topology: wgpu::PrimitiveTopology::TriangleList,
            depth: Depth::Solid,
        };
        Self {
            pipeline: spec.build(context, samples),
        }
    }

    pub fn draw(&self, pass: &mut DrawPass<'_>, hair: &HairGpu, placements: &Placements, span: &Span) {
        pass.set_pipeline(&self.pipeline);
        draw_ribbons(pass, hair, placements, span);
    }
}

/// The pipeline is set already, and what it reads is bound.
pub fn draw_ribbons(pass: &mut DrawPass<'_>, hair: &HairGpu, placements: &Placements, span: &Span) {
    pass.set_vertex_buffer(0, hair.vertices.slice());
    placements.bind(pass);
    pass.set_index_buffer(hair.ribbons.part.slice(), hair.ribbons.format);
    for (corners, instances) in span.draws() {
        pass.draw_indexed(corners, instances);
    }
}
