//! Vertices of meshes without triangles, as dots.

use super::super::Context;
use super::common::Common;
use crate::cost::Span;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::pipeline::{Depth, PipelineSpec};
use crate::gpu::shaders;
use crate::gpu::vertices::{POINT_PLACEMENTS, colors, posed_vertices};
use crate::upload::placements::Standing;
use crate::upload::scene_gpu::MeshGpu;

pub struct PointsPass {
    plain: wgpu::RenderPipeline,
    colored: wgpu::RenderPipeline,
}

impl PointsPass {
    pub fn new(context: &Context, common: &Common, samples: u32) -> Self {
        let step = wgpu::VertexStepMode::Instance;
        let buffers = [Some(posed_vertices(step)), Some(POINT_PLACEMENTS), Some(colors(step))];
        let build = |vertex, buffers| {
            PipelineSpec {
                label: "points",
                shader: shaders::POINTS,
                vertex,
                fragment: "fragment",
                constants: &[],
                buffers,
                groups: &[&common.view_layout, &common.draws.layout].map(Some),
                topology: wgpu::PrimitiveTopology::TriangleList,
                depth: Depth::Solid,
            }
            .build(context, samples)
        };
        Self {
            plain: build("vertex", &buffers[..2]),
            colored: build("vertex_colored", &buffers),
        }
    }

    pub fn draw(&self, pass: &mut DrawPass<'_>, standing: &Standing<'_>, mesh: &MeshGpu, span: &Span) {
        standing.bind_points(pass);
        match mesh.paint.colors() {
            Some(colors) => {
                pass.set_vertex_buffer(2, colors.slice());
                pass.set_pipeline(&self.colored);
            }
            None => pass.set_pipeline(&self.plain),
        }
        for (corners, points) in span.draws() {
            pass.draw(corners, points);
        }
    }
}
