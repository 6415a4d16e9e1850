//! Meshes of other frames, as glass.

use crate::render::Context;
use crate::render::gpu::pipeline::{Depth, PipelineSpec};
use crate::render::gpu::shaders;
use crate::render::gpu::vertices::{PLACEMENTS, posed_vertices};
use crate::render::job::Span;
use crate::render::passes::common::Common;
use crate::render::upload::placements::Standing;
use crate::render::upload::scene_gpu::Indices;
use std::ops::Range;

/// Strength of ghosts behind the models.
const BESIDE: f64 = 0.85;

/// All ghosts are drawn in one layer before any of them in the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// Where no model is, as if behind everything.
    Beside,
    /// In front of models too, their outlines alone: no ghost hides a model.
    Over,
}

pub struct GhostPass {
    steps: [wgpu::RenderPipeline; 4],
}

impl Layer {
    /// All meshes of a ghost with the first, then all with the second.
    pub fn steps(self) -> Range<usize> {
        match self {
            Self::Beside => 0..2,
            Self::Over => 2..4,
        }
    }
}

impl GhostPass {
    pub fn new(context: &Context, common: &Common, samples: u32) -> Self {
        let build = |label, behind, seen, outlined, depth| {
            PipelineSpec {
                label,
                shader: shaders::GHOST,
                vertex: "vertex",
                fragment: "fragment",
                constants: &[("SEEN", seen), ("BEHIND", behind), ("OUTLINED", outlined)],
                buffers: &[Some(posed_vertices(wgpu::VertexStepMode::Vertex)), Some(PLACEMENTS)],
                groups: &[&common.view_layout, &common.draws.layout].map(Some),
                topology: wgpu::PrimitiveTopology::TriangleList,
                depth,
            }
            .build(context, samples)
        };
        Self {
            steps: [
                build("ghost / depth beside", 1.0, 0.0, 0.0, Depth::Solid),
                build("ghost / beside", 1.0, BESIDE, 0.0, Depth::Tested),
                build("ghost / depth over", 0.0, 0.0, 0.0, Depth::Solid),
                build("ghost / outline", 0.0, 1.0, 1.0, Depth::Tested),
            ],
        }
    }

    /// What a mesh hides, and nothing that is seen of it. The draw is bound already.
    pub fn hide(&self, pass: &mut wgpu::RenderPass<'_>, triangles: &Indices, standing: &Standing<'_>, span: &Span) {
        self.draw(pass, triangles, standing, Layer::Over.steps().start, span);
    }

    /// One of the steps, for one mesh. The draw is bound already.
    pub fn draw(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        triangles: &Indices,
        standing: &Standing<'_>,
        step: usize,
        span: &Span,
    ) {
        pass.set_pipeline(&self.steps[step]);
        standing.bind(pass);
        pass.set_index_buffer(triangles.part.slice(), triangles.format);
        for (corners, instances) in span.draws() {
            pass.draw_indexed(corners, 0, instances);
        }
    }
}
