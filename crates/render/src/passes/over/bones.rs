//! Bones over everything: one instanced draw.

use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::gpu_types::ColorUniform;
use crate::gpu::pipeline::{Depth, PipelineSpec};
use crate::gpu::shaders;
use crate::gpu::srgb::linear;
use crate::gpu::uniforms::{UniformBuffer, uniform_group, uniform_layout};
use crate::lists::glyphs::INSTANCES;
use crate::passes::common::Common;
use crate::passes::pass::{Draw, Pass, Piece, Plan, Turn};
use crate::passes::picture::picture_gpu::PictureGpu;

pub struct BonesPass {
    pipeline: wgpu::RenderPipeline,
    colors: UniformBuffer,
    bind_group: wgpu::BindGroup,
}

impl Pass for BonesPass {
    fn new(context: &Context, common: &Common, samples: u32) -> Self {
        let size = size_of::<ColorUniform>();
        let layout = uniform_layout(context, "bones", wgpu::ShaderStages::FRAGMENT, size);
        let colors = UniformBuffer::new(context, "bones", size);
        let spec = PipelineSpec {
            label: "bones",
            shader: shaders::BONES,
            vertex: "vertex",
            fragment: "fragment",
            constants: &[],
            buffers: &[Some(INSTANCES)],
            groups: &[&common.view_layout, &layout].map(Some),
            topology: wgpu::PrimitiveTopology::TriangleList,
            depth: Depth::Solid,
        };
        Self {
            pipeline: spec.build(context, samples),
            bind_group: uniform_group(&context.device, "bones", &layout, &colors, size),
            colors,
        }
    }

    fn plan(there: &PictureGpu<'_>, plan: &mut Plan<'_>) {
        plan.add(Draw::over(Turn::Bones), there.shown.glyphs.extent(), 0.0);
    }

    /// The depth of the overlay is its own: bones hide bones only.
    fn record(&self, there: &PictureGpu<'_>, pass: &mut DrawPass<'_>, piece: &Piece<'_>) {
        let edge = ColorUniform {
            color: linear(there.picture.colors.bone_edge),
        };
        self.colors.write(there.context, bytemuck::bytes_of(&edge));
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(1, &self.bind_group, None);
        there.shown.glyphs.draw(pass, piece.span);
    }
}
