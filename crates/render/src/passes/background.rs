//! Pass that draws the background behind everything.

use super::super::Context;
use super::common::Common;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::gpu_types::BackgroundUniform;
use crate::gpu::pipeline::{Depth, PipelineSpec};
use crate::gpu::shaders::{self, Shader};
use crate::gpu::uniforms::{UniformBuffer, uniform_group, uniform_layout};
use castview_picture::Background;
use std::sync::OnceLock;

pub struct BackgroundPass {
    pipeline: wgpu::RenderPipeline,
    /// Made when first needed.
    surroundings: OnceLock<wgpu::RenderPipeline>,
    colors: UniformBuffer,
    bind_group: wgpu::BindGroup,
    samples: u32,
}

/// Without blending: the background is drawn first and covers everything, and software adapters blend as slowly as they shade.
fn pipeline(
    context: &Context,
    (shader, topology): (Shader, wgpu::PrimitiveTopology),
    groups: &[Option<&wgpu::BindGroupLayout>],
    samples: u32,
) -> wgpu::RenderPipeline {
    PipelineSpec {
        label: shader.name,
        shader,
        vertex: "vertex",
        fragment: "fragment",
        constants: &[],
        buffers: &[],
        groups,
        topology,
        depth: Depth::Ignored,
    }
    .build_replacing(context, samples)
}

/// Corners of the strip that `BANDS` in the shader make.
const STRIP: u32 = 2 * (8 + 1);

impl BackgroundPass {
    pub fn new(context: &Context, common: &Common, samples: u32) -> Self {
        let size = size_of::<BackgroundUniform>();
        let layout = uniform_layout(context, "background", wgpu::ShaderStages::VERTEX, size);
        let colors = UniformBuffer::new(context, "background", size);
        Self {
            pipeline: pipeline(
                context,
                (shaders::BACKGROUND, wgpu::PrimitiveTopology::TriangleStrip),
                &[Some(&common.view_layout), Some(&layout)],
                samples,
            ),
            surroundings: OnceLock::new(),
            bind_group: uniform_group(&context.device, "background", &layout, &colors, size),
            colors,
            samples,
        }
    }

    /// Makes what `background` needs, if it is not there yet.
    pub fn prepare(&self, context: &Context, common: &Common, background: Background) {
        if let Background::Environment { .. } = background {
            let groups = [&common.view_layout, &common.shade.surroundings_layout].map(Some);
            let of = (shaders::SURROUNDINGS, wgpu::PrimitiveTopology::TriangleList);
            let make = || pipeline(context, of, &groups, self.samples);
            self.surroundings.get_or_init(make);
        }
    }

    /// Transparent backgrounds are what the target is cleared to: nothing is drawn.
    pub fn draw(&self, context: &Context, common: &Common, pass: &mut DrawPass<'_>, background: Background) {
        let (top, bottom) = match background {
            Background::Transparent => return,
            Background::Solid(color) => (color, color),
            Background::Gradient { top, bottom } => (top, bottom),
            Background::Environment { .. } => {
                if let Some(pipeline) = self.surroundings.get() {
                    pass.set_pipeline(pipeline);
                    pass.set_bind_group(1, &common.shade.surroundings, None);
                    pass.draw(0..3, 0..1);
                }
                return;
            }
        };
        let unit = |c: [u8; 3]| [c[0], c[1], c[2], 255].map(|c| f32::from(c) / 255.0);
        let uniform = BackgroundUniform {
            top_srgb: unit(top),
            bottom_srgb: unit(bottom),
        };
        self.colors.write(context, bytemuck::bytes_of(&uniform));
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(1, &self.bind_group, None);
        pass.draw(0..STRIP, 0..1);
    }
}
