//! Vertices of meshes without triangles, as dots.

use super::super::placements::Standing;
use super::super::{Context, shaders};
use super::{Common, Depth, PipelineSpec};

pub struct PointsPass {
    pipeline: wgpu::RenderPipeline,
}

impl PointsPass {
    pub fn new(context: &Context, common: &Common, samples: u32) -> Self {
        let spec = PipelineSpec {
            label: "points",
            shader: shaders::POINTS,
            vertex: "vertex",
            fragment: "fragment",
            constants: &[],
            buffers: &[
                Some(super::posed_vertices(wgpu::VertexStepMode::Instance)),
                Some(super::POINT_PLACEMENTS),
            ],
            groups: &[&common.view_layout, &common.draws.layout],
            topology: wgpu::PrimitiveTopology::TriangleList,
            depth: Depth::Solid,
        };
        Self {
            pipeline: spec.build(context, samples),
        }
    }

    /// `count`: vertices of the mesh.
    pub fn draw(&self, context: &Context, pass: &mut wgpu::RenderPass<'_>, standing: &Standing<'_>, count: u32) {
        pass.set_pipeline(&self.pipeline);
        let corners = standing.bind_points(context, pass);
        pass.draw(corners, 0..count);
    }
}
