//! Lines: a mesh of them, or triangle edges from an index list, so that no adapter needs a line polygon mode.

use super::super::placements::Standing;
use super::super::scene_gpu::Indices;
use super::super::{Context, shaders};
use super::{Common, Depth, PipelineSpec};

/// What lines stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wire {
    /// Edges, and nothing else of the surface.
    Alone,
    /// Edges on a shaded surface, where fainter ones do.
    Over,
    /// A mesh of lines, in its material's colour.
    Colored,
}

pub struct WirePass {
    alone: wgpu::RenderPipeline,
    over: wgpu::RenderPipeline,
    colored: wgpu::RenderPipeline,
}

impl WirePass {
    pub fn new(context: &Context, common: &Common, samples: u32) -> Self {
        let build = |fragment, constants: &[(&str, f64)], depth| {
            PipelineSpec {
                label: "wire",
                shader: shaders::WIRE,
                vertex: "vertex",
                fragment,
                constants,
                buffers: &[
                    Some(super::posed_vertices(wgpu::VertexStepMode::Vertex)),
                    Some(super::PLACEMENTS),
                ],
                groups: &[&common.view_layout, &common.draws.layout],
                topology: wgpu::PrimitiveTopology::LineList,
                depth,
            }
            .build(context, samples)
        };
        Self {
            alone: build("fragment", &[("STRENGTH", 1.0)], Depth::Tested),
            over: build("fragment", &[("STRENGTH", 0.4)], Depth::Tested),
            colored: build("fragment_colored", &[], Depth::Solid),
        }
    }

    pub fn draw(&self, pass: &mut wgpu::RenderPass<'_>, lines: &Indices, standing: &Standing<'_>, wire: Wire) {
        pass.set_pipeline(match wire {
            Wire::Alone => &self.alone,
            Wire::Over => &self.over,
            Wire::Colored => &self.colored,
        });
        let placements = standing.bind(pass);
        pass.set_index_buffer(lines.buffer.slice(..), lines.format);
        pass.draw_indexed(0..lines.count, 0, placements);
    }
}
