//! Vertices of meshes without triangles, as dots.

use super::common::Common;
use super::pass::{Pass, Piece, Plan};
use super::picture::picture_gpu::PictureGpu;
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::pipeline::{Depth, PipelineSpec};
use crate::gpu::shaders;
use crate::gpu::vertices::{POINT_PLACEMENTS, colors, posed_vertices};

pub struct PointsPass {
    plain: wgpu::RenderPipeline,
    colored: wgpu::RenderPipeline,
}

impl Pass for PointsPass {
    fn new(context: &Context, common: &Common, samples: u32) -> Self {
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

    fn plan(there: &PictureGpu<'_>, plan: &mut Plan<'_>) {
        for (item, mesh) in there.meshes().filter(|(_, mesh)| mesh.is_cloud()) {
            let placements = &there.shown.placed[there.list.items[item].placed].placements;
            plan.add_item(there, item, placements.points_extent(mesh.vertex_count));
        }
    }

    fn record(&self, there: &PictureGpu<'_>, pass: &mut DrawPass<'_>, piece: &Piece<'_>) {
        let Some((mesh, standing)) = there.standing(piece.at.item) else {
            return;
        };
        there.common.draws.bind(pass, piece.at.item);
        standing.bind_points(pass);
        match mesh.paint.colors() {
            Some(colors) => {
                pass.set_vertex_buffer(2, colors.slice());
                pass.set_pipeline(&self.colored);
            }
            None => pass.set_pipeline(&self.plain),
        }
        for (corners, points) in piece.span.draws() {
            pass.draw(corners, points);
        }
    }
}
