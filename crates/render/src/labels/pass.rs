//! Labels over everything: one instanced draw.

use super::super::Context;
use super::Labels;
use super::letters::layout;
use crate::cost::Span;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::gpu_types::LabelInstance;
use crate::gpu::pipeline::{Depth, PipelineSpec};
use crate::gpu::shaders;
use crate::passes::common::Common;

const INSTANCES: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: size_of::<LabelInstance>() as u64,
    step_mode: wgpu::VertexStepMode::Instance,
    attributes: &wgpu::vertex_attr_array![0 => Float32x4, 1 => Float32x4, 2 => Float32x4],
};

pub struct LabelPass {
    pipeline: wgpu::RenderPipeline,
}

impl LabelPass {
    pub fn new(context: &Context, common: &Common, samples: u32) -> Self {
        let layout = layout(context);
        let spec = PipelineSpec {
            label: "labels",
            shader: shaders::LABEL,
            vertex: "vertex",
            fragment: "fragment",
            constants: &[],
            buffers: &[Some(INSTANCES)],
            groups: &[&common.view_layout, &layout].map(Some),
            topology: wgpu::PrimitiveTopology::TriangleList,
            depth: Depth::Ignored,
        };
        Self {
            pipeline: spec.build(context, samples),
        }
    }

    pub fn draw(&self, pass: &mut DrawPass<'_>, labels: &Labels, span: &Span) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(1, &labels.letters, None);
        pass.set_vertex_buffer(0, labels.instances.slice(..));
        for (corners, instances) in span.draws() {
            pass.draw(corners, instances);
        }
    }
}
