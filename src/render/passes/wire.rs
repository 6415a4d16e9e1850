//! Triangle edges as lines: from an index list of edges, so that no adapter needs a line polygon mode.

use super::super::placements::Standing;
use super::super::scene_gpu::Indices;
use super::super::{Context, shaders};
use super::{Common, Depth, PipelineSpec};

pub struct WirePass {
    alone: wgpu::RenderPipeline,
    over: wgpu::RenderPipeline,
}

impl WirePass {
    pub fn new(context: &Context, common: &Common, samples: u32) -> Self {
        let build = |strength| {
            PipelineSpec {
                label: "wire",
                shader: shaders::WIRE,
                vertex: "vertex",
                fragment: "fragment",
                constants: &[("STRENGTH", strength)],
                buffers: &[
                    Some(super::posed_vertices(wgpu::VertexStepMode::Vertex)),
                    Some(super::PLACEMENTS),
                ],
                groups: &[&common.view_layout, &common.draws.layout],
                topology: wgpu::PrimitiveTopology::LineList,
                depth: Depth::Tested,
            }
            .build(context, samples)
        };
        Self {
            alone: build(1.0),
            over: build(0.4),
        }
    }

    /// `over`: on a shaded surface, where fainter lines do.
    pub fn draw(&self, pass: &mut wgpu::RenderPass<'_>, edges: &Indices, standing: &Standing<'_>, over: bool) {
        pass.set_pipeline(if over { &self.over } else { &self.alone });
        let placements = standing.bind(pass);
        pass.set_index_buffer(edges.buffer.slice(..), edges.format);
        pass.draw_indexed(0..edges.count, 0, placements);
    }
}
