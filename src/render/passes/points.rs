//! Vertices of meshes without triangles, as dots.

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
            buffers: &[Some(super::posed_vertices(wgpu::VertexStepMode::Instance))],
            groups: &[&common.view_layout, &common.draws.layout],
            topology: wgpu::PrimitiveTopology::TriangleList,
            depth: Depth::Solid,
        };
        Self {
            pipeline: spec.build(context, samples),
        }
    }

    pub fn draw(&self, pass: &mut wgpu::RenderPass<'_>, vertices: &wgpu::Buffer, count: u32) {
        pass.set_pipeline(&self.pipeline);
        pass.set_vertex_buffer(0, vertices.slice(..));
        pass.draw(0..6, 0..count);
    }
}
