//! Labels over everything: one instanced draw.

use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::gpu_types::LabelInstance;
use crate::gpu::pipeline::{Depth, PipelineSpec};
use crate::gpu::shaders;
use crate::labels::letters::layout;
use crate::passes::common::Common;
use crate::passes::pass::{Draw, Pass, Piece, Plan, Turn};
use crate::passes::picture::picture_gpu::PictureGpu;

const INSTANCES: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: size_of::<LabelInstance>() as u64,
    step_mode: wgpu::VertexStepMode::Instance,
    attributes: &wgpu::vertex_attr_array![0 => Float32x4, 1 => Float32x4, 2 => Float32x4],
};

pub struct LabelPass {
    pipeline: wgpu::RenderPipeline,
}

impl Pass for LabelPass {
    fn new(context: &Context, common: &Common, samples: u32) -> Self {
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

    fn plan(there: &PictureGpu<'_>, plan: &mut Plan<'_>) {
        if let Some(labels) = &there.shown.labels {
            plan.add(Draw::over(Turn::Labels), labels.extent(), 0.0);
        }
    }

    fn record(&self, there: &PictureGpu<'_>, pass: &mut DrawPass<'_>, piece: &Piece<'_>) {
        if let Some(labels) = &there.shown.labels {
            pass.set_pipeline(&self.pipeline);
            labels.draw(pass, piece.span);
        }
    }
}
