//! Pass that draws the background behind everything.

use super::common::Common;
use super::pass::{At, Draw, Pass, Piece, Plan, Turn};
use super::picture::picture_gpu::PictureGpu;
use crate::cost::Extent;
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::error::RenderError;
use crate::gpu::gpu_types::BackgroundUniform;
use crate::gpu::pipeline::{Depth, PipelineSpec};
use crate::gpu::shaders::{self, Shader};
use crate::gpu::uniforms::{UniformBuffer, uniform_group, uniform_layout};
use castview_picture::Background;

pub struct BackgroundPass {
    pipeline: wgpu::RenderPipeline,
    /// Made when first needed.
    surroundings: Option<wgpu::RenderPipeline>,
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

impl Pass for BackgroundPass {
    fn new(context: &Context, common: &Common, samples: u32) -> Self {
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
            surroundings: None,
            bind_group: uniform_group(&context.device, "background", &layout, &colors, size),
            colors,
            samples,
        }
    }

    fn plan(_: &PictureGpu<'_>, plan: &mut Plan<'_>) {
        // All of the picture, at a small part of what a surface costs.
        plan.add(
            Draw::of(Turn::Background, At::default()),
            Extent::ONE,
            0.1 * plan.cover.all,
        );
    }

    fn prepare(&mut self, there: &PictureGpu<'_>, _: &[Draw]) -> Result<usize, RenderError> {
        let is_there = self.surroundings.is_some();
        if let (Background::Environment { .. }, false) = (there.picture.seen_background(), is_there) {
            let groups = [&there.common.view_layout, &there.common.shade.surroundings_layout].map(Some);
            let of = (shaders::SURROUNDINGS, wgpu::PrimitiveTopology::TriangleList);
            self.surroundings = Some(pipeline(there.context, of, &groups, self.samples));
        }
        Ok(0)
    }

    /// Transparent backgrounds are what the target is cleared to: nothing is drawn.
    fn record(&self, there: &PictureGpu<'_>, pass: &mut DrawPass<'_>, _: &Piece<'_>) {
        let (top, bottom) = match there.picture.seen_background() {
            Background::Transparent => return,
            Background::Solid(color) => (color, color),
            Background::Gradient { top, bottom } => (top, bottom),
            Background::Environment { .. } => {
                if let Some(pipeline) = &self.surroundings {
                    pass.set_pipeline(pipeline);
                    pass.set_bind_group(1, &there.common.shade.surroundings, None);
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
        self.colors.write(there.context, bytemuck::bytes_of(&uniform));
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(1, &self.bind_group, None);
        pass.draw(0..STRIP, 0..1);
    }
}
