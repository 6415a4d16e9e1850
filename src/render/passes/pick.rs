//! What is at one pixel: ids of meshes and bones, and which placement, in a target of a single texel.

use super::super::Context;
use super::super::job::Span;
use super::common::Common;
use crate::render::gpu::formats::DEPTH_FORMAT;
use crate::render::gpu::pipeline::{Depth, Sides, depth_state};
use crate::render::gpu::shaders;
use crate::render::gpu::vertices::{PLACEMENTS, POINT_PLACEMENTS, posed_vertices};
use crate::render::upload::placements::Standing;
use crate::render::upload::scene_gpu::Indices;

const ID_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rg32Uint;
/// Bytes of one texel.
pub const ID_BYTES: u32 = 8;

pub struct PickPass {
    /// By [`Sides`].
    mesh: [wgpu::RenderPipeline; 3],
    points: wgpu::RenderPipeline,
    bones: wgpu::RenderPipeline,
    pub ids: wgpu::Texture,
    ids_view: wgpu::TextureView,
    depth_view: wgpu::TextureView,
}

impl PickPass {
    pub fn new(context: &Context, common: &Common) -> Self {
        let texture = |label, format, usage| {
            context.device.create_texture(&wgpu::TextureDescriptor {
                label: Some(label),
                size: wgpu::Extent3d::default(),
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage,
                view_formats: &[],
            })
        };
        let attachment = wgpu::TextureUsages::RENDER_ATTACHMENT;
        let ids = texture("pick / ids", ID_FORMAT, attachment | wgpu::TextureUsages::COPY_SRC);
        let depth = texture("pick / depth", DEPTH_FORMAT, attachment);
        let draws = Some(&common.draws.layout);
        let posed = posed_vertices;
        Self {
            mesh: Sides::ALL.map(|sides| {
                pipeline(
                    context,
                    common,
                    draws,
                    ("vertex_mesh", sides),
                    &[Some(posed(wgpu::VertexStepMode::Vertex)), Some(PLACEMENTS)],
                )
            }),
            points: pipeline(
                context,
                common,
                draws,
                ("vertex_point", Sides::Both),
                &[Some(posed(wgpu::VertexStepMode::Instance)), Some(POINT_PLACEMENTS)],
            ),
            bones: pipeline(
                context,
                common,
                None,
                ("vertex_bone", Sides::Both),
                &[Some(super::bones::INSTANCES)],
            ),
            ids_view: ids.create_view(&Default::default()),
            depth_view: depth.create_view(&Default::default()),
            ids,
        }
    }

    /// `first`: nothing was drawn yet. `first_here`: depth starts anew, so that what comes later lies on top.
    pub fn begin<'a>(
        &self,
        encoder: &'a mut wgpu::CommandEncoder,
        common: &Common,
        first: bool,
        first_here: bool,
    ) -> wgpu::RenderPass<'a> {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("pick"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &self.ids_view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: if first {
                        wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT)
                    } else {
                        wgpu::LoadOp::Load
                    },
                    store: wgpu::StoreOp::Store,
                },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &self.depth_view,
                depth_ops: Some(wgpu::Operations {
                    load: match first_here {
                        true => wgpu::LoadOp::Clear(0.0),
                        false => wgpu::LoadOp::Load,
                    },
                    store: wgpu::StoreOp::Store,
                }),
                stencil_ops: None,
            }),
            timestamp_writes: None,
            occlusion_query_set: None,
            multiview_mask: None,
        });
        pass.set_bind_group(0, &common.view_group, &[]);
        pass
    }

    pub fn draw_mesh(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        triangles: &Indices,
        standing: &Standing<'_>,
        sides: Sides,
        span: &Span,
    ) {
        pass.set_pipeline(&self.mesh[sides as usize]);
        standing.bind(pass);
        pass.set_index_buffer(triangles.part.slice(), triangles.format);
        for (corners, instances) in span.draws() {
            pass.draw_indexed(corners, 0, instances);
        }
    }

    pub fn draw_points(
        &self,
        context: &Context,
        pass: &mut wgpu::RenderPass<'_>,
        standing: &Standing<'_>,
        span: &Span,
    ) {
        pass.set_pipeline(&self.points);
        standing.bind_points(context, pass);
        for (corners, points) in span.draws() {
            pass.draw(corners, points);
        }
    }

    pub fn draw_bones(&self, pass: &mut wgpu::RenderPass<'_>, glyphs: &super::bones::Glyphs, span: &Span) {
        pass.set_pipeline(&self.bones);
        glyphs.draw(pass, span);
    }
}

fn pipeline(
    context: &Context,
    common: &Common,
    draws: Option<&wgpu::BindGroupLayout>,
    (vertex, sides): (&str, Sides),
    buffers: &[Option<wgpu::VertexBufferLayout<'_>>],
) -> wgpu::RenderPipeline {
    let device = &context.device;
    let module = shaders::PICK.module(device);
    let groups: Vec<_> = std::iter::once(Some(&common.view_layout))
        .chain(draws.map(Some))
        .collect();
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some("pick"),
        bind_group_layouts: &groups,
        immediate_size: 0,
    });
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("pick"),
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some(vertex),
            compilation_options: Default::default(),
            buffers,
        },
        primitive: sides.primitive(wgpu::PrimitiveTopology::TriangleList),
        depth_stencil: Some(depth_state(Depth::Solid)),
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: Some("fragment"),
            compilation_options: Default::default(),
            targets: &[Some(ID_FORMAT.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}
