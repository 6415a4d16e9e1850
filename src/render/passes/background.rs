//! What stands behind everything.

use super::super::Context;
use super::common::Common;
use crate::picture::Background;
use crate::render::gpu::gpu_types::BackgroundUniform;
use crate::render::gpu::pipeline::{Depth, PipelineSpec};
use crate::render::gpu::shaders;
use crate::render::gpu::uniforms::{uniform_buffer, uniform_group, uniform_layout};

pub struct BackgroundPass {
    pipeline: wgpu::RenderPipeline,
    colors: wgpu::Buffer,
    bind_group: wgpu::BindGroup,
}

impl BackgroundPass {
    pub fn new(context: &Context, common: &Common, samples: u32) -> Self {
        let size = size_of::<BackgroundUniform>();
        let layout = uniform_layout(context, "background", wgpu::ShaderStages::FRAGMENT, size);
        let colors = uniform_buffer(context, "background", size);
        let spec = PipelineSpec {
            label: "background",
            shader: shaders::BACKGROUND,
            vertex: "vertex",
            fragment: "fragment",
            constants: &[],
            buffers: &[],
            groups: &[&common.view_layout, &layout],
            topology: wgpu::PrimitiveTopology::TriangleList,
            depth: Depth::Ignored,
        };
        Self {
            pipeline: spec.build(context, samples),
            bind_group: uniform_group(&context.device, "background", &layout, &colors, size),
            colors,
        }
    }

    /// Transparent backgrounds are what the target is cleared to: nothing is drawn.
    pub fn draw(&self, context: &Context, pass: &mut wgpu::RenderPass<'_>, background: Background) {
        let (top, bottom) = match background {
            Background::Transparent => return,
            Background::Solid(color) => (color, color),
            Background::Gradient { top, bottom } => (top, bottom),
        };
        let unit = |c: [u8; 3]| [c[0], c[1], c[2], 255].map(|c| f32::from(c) / 255.0);
        let uniform = BackgroundUniform {
            top_srgb: unit(top),
            bottom_srgb: unit(bottom),
        };
        context
            .queue
            .write_buffer(&self.colors, 0, bytemuck::bytes_of(&uniform));
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(1, &self.bind_group, &[]);
        pass.draw(0..3, 0..1);
    }
}
