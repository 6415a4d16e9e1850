//! Shaded triangles.

use crate::render::Context;
use crate::render::gpu::pipeline::{Depth, PipelineSpec};
use crate::render::gpu::shaders;
use crate::render::gpu::vertices::{FRAMED_VERTICES, PLACEMENTS, colors, posed_vertices};
use crate::render::job::Span;
use crate::render::lists::draw_list::Item;
use crate::render::passes::common::Common;
use crate::render::upload::material::Detail;
use crate::render::upload::placements::Standing;
use crate::render::upload::scene_gpu::{Indices, MeshGpu, Paint};
use crate::scene::Alpha;
use std::sync::OnceLock;

/// By the streams a mesh has, the sides that are drawn and the detail of the material.
type ByStreams = [[[OnceLock<wgpu::RenderPipeline>; 4]; 3]; 5];

/// Pipelines by whether faces are flat, by what alpha means and by the rest, made when first needed.
pub struct MeshPass {
    pipelines: [[ByStreams; 3]; 2],
    samples: u32,
}

pub const UVS: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: 8,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![2 => Float32x2],
};

pub const UV_PAIRS: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: 16,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![2 => Float32x4],
};

impl MeshPass {
    pub fn new(samples: u32) -> Self {
        Self {
            pipelines: Default::default(),
            samples,
        }
    }

    fn pipeline(&self, item: &Item, mesh: &MeshGpu) -> &OnceLock<wgpu::RenderPipeline> {
        let alpha = match item.alpha {
            Alpha::Opaque => 0,
            Alpha::Mask(_) => 1,
            Alpha::Blend => 2,
        };
        let streams = match (&mesh.paint, is_framed(item, mesh)) {
            (Paint::Plain, _) => 0,
            (Paint::Uvs(_), false) => 1,
            (Paint::Full { .. }, false) => 2,
            (Paint::Uvs(_), true) => 3,
            (Paint::Full { .. }, true) => 4,
        };
        &self.pipelines[usize::from(mesh.faceted)][alpha][streams][item.sides as usize][item.detail as usize]
    }

    /// Makes what `mesh` needs, if it is not there yet; whether it had to. `textures`: the layout of their bind groups.
    pub fn prepare(
        &self,
        context: &Context,
        common: &Common,
        textures: &wgpu::BindGroupLayout,
        item: &Item,
        mesh: &MeshGpu,
    ) -> bool {
        let make = || {
            // The `ALPHA` constants of the shader.
            let (constant, depth) = match item.alpha {
                Alpha::Opaque => (0.0, Depth::Solid),
                Alpha::Mask(_) => (1.0, Depth::Solid),
                Alpha::Blend => (2.0, Depth::Tested),
            };
            let is_framed = is_framed(item, mesh);
            let (plain, framed, streams) = match &mesh.paint {
                Paint::Plain => ("vertex_plain", "vertex_plain", &[][..]),
                Paint::Uvs(_) => ("vertex_uv", "vertex_uv_framed", &[Some(UVS)][..]),
                Paint::Full { .. } => (
                    "vertex_full",
                    "vertex_full_framed",
                    &[Some(UV_PAIRS), Some(colors(wgpu::VertexStepMode::Vertex))][..],
                ),
            };
            let (vertex, fragment, posed) = match is_framed {
                true => (framed, "fragment_framed", FRAMED_VERTICES),
                false => (plain, "fragment", posed_vertices(wgpu::VertexStepMode::Vertex)),
            };
            let buffers = [&[Some(posed), Some(PLACEMENTS)], streams].concat();
            PipelineSpec {
                label: "mesh",
                shader: shaders::MESH,
                vertex,
                fragment,
                constants: &[
                    ("ALPHA", constant),
                    ("DETAIL", f64::from(item.detail as u32)),
                    ("FRAMED", is_framed.into()),
                    ("FACETED", mesh.faceted.into()),
                    ("LOOKS_AROUND", (self.samples > 1).into()),
                ],
                buffers: &buffers,
                groups: &[
                    &common.view_layout,
                    &common.draws.layout,
                    textures,
                    &common.shade.layout,
                ],
                topology: wgpu::PrimitiveTopology::TriangleList,
                depth,
            }
            .build_sided(context, self.samples, item.sides)
        };
        let pipeline = self.pipeline(item, mesh);
        let is_new = pipeline.get().is_none();
        pipeline.get_or_init(make);
        is_new
    }

    /// The draw and its material are bound and what it needs is prepared already. `standing` belongs to the placed model, the
    /// rest to the mesh.
    pub fn draw(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        (mesh, triangles): (&MeshGpu, &Indices),
        standing: &Standing<'_>,
        textures: &wgpu::BindGroup,
        item: &Item,
        span: &Span,
    ) {
        let Some(pipeline) = self.pipeline(item, mesh).get() else {
            return;
        };
        standing.bind(pass);
        pass.set_pipeline(pipeline);
        match &mesh.paint {
            Paint::Plain => {}
            Paint::Uvs(uvs) => pass.set_vertex_buffer(2, uvs.slice()),
            Paint::Full { uvs, colors } => {
                pass.set_vertex_buffer(2, uvs.slice());
                pass.set_vertex_buffer(3, colors.slice());
            }
        }
        pass.set_bind_group(2, textures, &[]);
        pass.set_index_buffer(triangles.part.slice(), triangles.format);
        for (corners, instances) in span.draws() {
            pass.draw_indexed(corners, 0, instances);
        }
    }
}

/// Whether normal maps lie on the mesh as its file says. Clay has none.
fn is_framed(item: &Item, mesh: &MeshGpu) -> bool {
    mesh.has_tangents && item.detail >= Detail::Usual && !matches!(mesh.paint, Paint::Plain)
}
