//! Ways of bones and glyphs of fixtures: lines and dots, one instance each. Ways lie over everything, as bones do; fixtures are faint
//! where something hides them.

use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::gpu_types::{TrailDot, TrailSegment};
use crate::gpu::pipeline::{Depth, PipelineSpec};
use crate::gpu::shaders;
use crate::passes::common::Common;
use crate::passes::pass::{At, Draw, Pass, Piece, Plan, Turn};
use crate::passes::picture::picture_gpu::PictureGpu;

/// Opacity of a fixture's line where something hides it.
const HIDDEN: f64 = 0.22;
const SEGMENTS: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: size_of::<TrailSegment>() as u64,
    step_mode: wgpu::VertexStepMode::Instance,
    attributes: &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3, 2 => Unorm8x4, 3 => Unorm8x4, 4 => Float32],
};

const DOTS: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: size_of::<TrailDot>() as u64,
    step_mode: wgpu::VertexStepMode::Instance,
    attributes: &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32, 2 => Unorm8x4, 3 => Unorm8x4],
};

pub struct TrailPass {
    /// Draws what something hides of fixtures.
    hidden: wgpu::RenderPipeline,
    seen: wgpu::RenderPipeline,
    /// Draws ways, whatever lies before them.
    line: wgpu::RenderPipeline,
    dot: wgpu::RenderPipeline,
}

impl Pass for TrailPass {
    fn new(context: &Context, common: &Common, samples: u32) -> Self {
        let build = |label, what: &str, constants: &[(&str, f64)], depth| {
            PipelineSpec {
                label,
                shader: shaders::TRAIL,
                vertex: &format!("vertex_{what}"),
                fragment: &format!("fragment_{what}"),
                constants,
                buffers: &[Some(if what == "line" { SEGMENTS } else { DOTS })],
                groups: &[&common.view_layout].map(Some),
                topology: wgpu::PrimitiveTopology::TriangleStrip,
                depth,
            }
            .build(context, samples)
        };
        Self {
            hidden: build("trails / hidden", "line", &[("STRENGTH", HIDDEN)], Depth::Ignored),
            seen: build("trails / seen", "line", &[("STRENGTH", 1.0)], Depth::Tested),
            line: build("trails / line", "line", &[("STRENGTH", 1.0)], Depth::Ignored),
            dot: build("trails / dot", "dot", &[], Depth::Ignored),
        }
    }

    fn plan(there: &PictureGpu<'_>, plan: &mut Plan<'_>) {
        for (step, extent) in there.shown.trails.extents().into_iter().enumerate() {
            plan.add(Draw::of(Turn::Trails, At::step(step)), extent, 0.0);
        }
    }

    /// One step, into the scene, after everything that could hide it.
    fn record(&self, there: &PictureGpu<'_>, pass: &mut DrawPass<'_>, piece: &Piece<'_>) {
        let (line, dot) = (&self.line, &self.dot);
        pass.set_pipeline([&self.hidden, &self.seen, line, line, dot, dot][piece.at.step]);
        there.shown.trails.steps()[piece.at.step].draw(pass, piece.span);
    }
}
