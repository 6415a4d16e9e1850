//! Shaded triangles.

use super::super::placements::Standing;
use super::super::scene_gpu::{Indices, MeshGpu};
use super::super::{Context, shaders};
use super::{Common, Depth, PipelineSpec};
use crate::scene::Alpha;
use std::sync::OnceLock;

pub struct MeshPass {
    opaque: Pipelines,
    /// Made when first drawn: most models need neither.
    masked: OnceLock<Pipelines>,
    blended: OnceLock<Pipelines>,
    samples: u32,
}

/// One per set of streams that a mesh may have.
struct Pipelines {
    plain: wgpu::RenderPipeline,
    with_uvs: wgpu::RenderPipeline,
    colored: wgpu::RenderPipeline,
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

const COLORS: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: 8,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &[wgpu::VertexAttribute {
        format: wgpu::VertexFormat::Unorm16x4,
        offset: 0,
        shader_location: 3,
    }],
};

impl Pipelines {
    fn new(context: &Context, common: &Common, material: &wgpu::BindGroupLayout, samples: u32, alpha: Alpha) -> Self {
        // The `ALPHA` constants of the shader.
        let (constant, depth) = match alpha {
            Alpha::Opaque => (0.0, Depth::Solid),
            Alpha::Mask(_) => (1.0, Depth::Solid),
            Alpha::Blend => (2.0, Depth::Tested),
        };
        let build = |vertex, buffers: &[Option<wgpu::VertexBufferLayout<'_>>]| {
            PipelineSpec {
                label: "mesh",
                shader: shaders::MESH,
                vertex,
                fragment: "fragment",
                constants: &[("ALPHA", constant)],
                buffers,
                groups: &[&common.view_layout, &common.draws.layout, material],
                topology: wgpu::PrimitiveTopology::TriangleList,
                depth,
            }
            .build(context, samples)
        };
        let posed = Some(super::posed_vertices(wgpu::VertexStepMode::Vertex));
        let placements = Some(super::PLACEMENTS);
        Self {
            plain: build("vertex_plain", &[posed.clone(), placements.clone()]),
            with_uvs: build("vertex_uv", &[posed.clone(), placements.clone(), Some(UVS)]),
            colored: build("vertex_colored", &[posed, placements, Some(UVS), Some(COLORS)]),
        }
    }
}

impl MeshPass {
    pub fn new(context: &Context, common: &Common, material: &wgpu::BindGroupLayout, samples: u32) -> Self {
        Self {
            opaque: Pipelines::new(context, common, material, samples, Alpha::Opaque),
            masked: OnceLock::new(),
            blended: OnceLock::new(),
            samples,
        }
    }

    /// Makes what `alpha` needs, if it is not there yet.
    pub fn prepare(&self, context: &Context, common: &Common, material: &wgpu::BindGroupLayout, alpha: Alpha) {
        let make = || Pipelines::new(context, common, material, self.samples, alpha);
        match alpha {
            Alpha::Opaque => {}
            Alpha::Mask(_) => _ = self.masked.get_or_init(make),
            Alpha::Blend => _ = self.blended.get_or_init(make),
        }
    }

    /// The draw is bound and `alpha` prepared already. `standing` belongs to the placed model, the rest to the mesh.
    pub fn draw(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        (mesh, triangles): (&MeshGpu, &Indices),
        standing: &Standing<'_>,
        material: &wgpu::BindGroup,
        alpha: Alpha,
    ) {
        let prepared = match alpha {
            Alpha::Opaque => None,
            Alpha::Mask(_) => self.masked.get(),
            Alpha::Blend => self.blended.get(),
        };
        let pipelines = prepared.unwrap_or(&self.opaque);
        let placements = standing.bind(pass);
        pass.set_pipeline(match (&mesh.uvs, &mesh.colors) {
            (Some(_), Some(_)) => &pipelines.colored,
            (Some(_), None) => &pipelines.with_uvs,
            (None, _) => &pipelines.plain,
        });
        if let Some(uvs) = &mesh.uvs {
            pass.set_vertex_buffer(2, uvs.slice(..));
            if let Some(colors) = &mesh.colors {
                pass.set_vertex_buffer(3, colors.slice(..));
            }
        }
        pass.set_bind_group(2, material, &[]);
        pass.set_index_buffer(triangles.buffer.slice(..), triangles.format);
        pass.draw_indexed(0..triangles.count, 0, placements);
    }
}
