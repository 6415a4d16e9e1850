//! Shaded triangles.

use super::super::placements::Standing;
use super::super::scene_gpu::{Indices, MeshGpu};
use super::super::{Context, shaders};
use super::{Common, Depth, PipelineSpec};

pub struct MeshPass {
    with_uvs: wgpu::RenderPipeline,
    plain: wgpu::RenderPipeline,
}

const UVS: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: 8,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &[wgpu::VertexAttribute {
        format: wgpu::VertexFormat::Float32x2,
        offset: 0,
        shader_location: 2,
    }],
};

impl MeshPass {
    pub fn new(context: &Context, common: &Common, material: &wgpu::BindGroupLayout, samples: u32) -> Self {
        let build = |vertex, buffers: &[Option<wgpu::VertexBufferLayout<'_>>]| {
            PipelineSpec {
                label: "mesh",
                shader: shaders::MESH,
                vertex,
                fragment: "fragment",
                constants: &[],
                buffers,
                groups: &[&common.view_layout, &common.draws.layout, material],
                topology: wgpu::PrimitiveTopology::TriangleList,
                depth: Depth::Solid,
            }
            .build(context, samples)
        };
        let posed = super::posed_vertices(wgpu::VertexStepMode::Vertex);
        Self {
            with_uvs: build("vertex_uv", &[Some(posed.clone()), Some(super::PLACEMENTS), Some(UVS)]),
            plain: build("vertex_plain", &[Some(posed), Some(super::PLACEMENTS)]),
        }
    }

    /// The draw is bound already. `standing` belongs to the placed model, the rest to the mesh.
    pub fn draw(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        mesh: &MeshGpu,
        triangles: &Indices,
        standing: &Standing<'_>,
        material: &wgpu::BindGroup,
    ) {
        let placements = standing.bind(pass);
        match &mesh.uvs {
            Some(uvs) => {
                pass.set_pipeline(&self.with_uvs);
                pass.set_vertex_buffer(2, uvs.slice(..));
            }
            None => pass.set_pipeline(&self.plain),
        }
        pass.set_bind_group(2, material, &[]);
        pass.set_index_buffer(triangles.buffer.slice(..), triangles.format);
        pass.draw_indexed(0..triangles.count, 0, placements);
    }
}
