//! Lines: a mesh of them, or triangle edges from an index list, so that no adapter needs a line polygon mode.

use super::super::Context;
use super::super::job::Span;
use super::common::Common;
use crate::render::gpu::draw_pass::DrawPass;
use crate::render::gpu::pipeline::{Depth, PipelineSpec};
use crate::render::gpu::shaders;
use crate::render::gpu::vertices::{PLACEMENTS, colors, posed_vertices};
use crate::render::upload::placements::Standing;
use crate::render::upload::scene_gpu::{EdgesGpu, Indices, MeshGpu};

/// What lines stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wire {
    /// Edges, and nothing else of the surface.
    Alone,
    /// Edges on a shaded surface, where fainter ones do.
    Over,
}

/// By vertex of the mesh, how far its edges lie apart.
const SPACINGS: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: 4,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![2 => Float32],
};

pub struct WirePass {
    alone: wgpu::RenderPipeline,
    over: wgpu::RenderPipeline,
    /// Meshes of lines: in their material's colour, and with colours of their own.
    lines: [wgpu::RenderPipeline; 2],
}

impl WirePass {
    pub fn new(context: &Context, common: &Common, samples: u32) -> Self {
        let step = wgpu::VertexStepMode::Vertex;
        let buffers = [Some(posed_vertices(step)), Some(PLACEMENTS), Some(colors(step))];
        let of_edges = [buffers[0].clone(), buffers[1].clone(), Some(SPACINGS)];
        let build = |vertex, buffers, fragment, constants: &[(&str, f64)], depth| {
            PipelineSpec {
                label: "wire",
                shader: shaders::WIRE,
                vertex,
                fragment,
                constants,
                buffers,
                groups: &[&common.view_layout, &common.draws.layout].map(Some),
                topology: wgpu::PrimitiveTopology::LineList,
                depth,
            }
            .build(context, samples)
        };
        Self {
            alone: build(
                "vertex_edge",
                &of_edges[..],
                "fragment",
                &[("STRENGTH", 1.0), ("LEAST", 0.1)],
                Depth::Tested,
            ),
            over: build(
                "vertex_edge",
                &of_edges[..],
                "fragment",
                &[("STRENGTH", 0.4), ("LEAST", 0.0)],
                Depth::Tested,
            ),
            lines: [("vertex", 2), ("vertex_colored", 3)]
                .map(|(vertex, count)| build(vertex, &buffers[..count], "fragment_colored", &[], Depth::Solid)),
        }
    }

    /// A mesh of lines.
    pub fn draw_lines(
        &self,
        pass: &mut DrawPass<'_>,
        (mesh, lines): (&MeshGpu, &Indices),
        standing: &Standing<'_>,
        span: &Span,
    ) {
        let colors = mesh.paint.colors();
        pass.set_pipeline(&self.lines[usize::from(colors.is_some())]);
        if let Some(colors) = colors {
            pass.set_vertex_buffer(2, colors.slice());
        }
        draw(pass, lines, standing, span);
    }

    pub fn draw(&self, pass: &mut DrawPass<'_>, edges: &EdgesGpu, standing: &Standing<'_>, wire: Wire, span: &Span) {
        pass.set_pipeline(match wire {
            Wire::Alone => &self.alone,
            Wire::Over => &self.over,
        });
        pass.set_vertex_buffer(2, edges.spacings.slice());
        draw(pass, &edges.lines, standing, span);
    }
}

fn draw(pass: &mut DrawPass<'_>, lines: &Indices, standing: &Standing<'_>, span: &Span) {
    standing.bind(pass);
    pass.set_index_buffer(lines.part.slice(), lines.format);
    for (corners, instances) in span.draws() {
        pass.draw_indexed(corners, 0, instances);
    }
}
