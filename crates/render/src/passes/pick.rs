//! Finds the mesh or bone at one pixel, or at each of the picture: ids of meshes and bones, which placement, and which triangle.

use super::common::{Common, Draws};
use crate::cost::Span;
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::formats::DEPTH_FORMAT;
use crate::gpu::pipeline::{Depth, Sides, depth_kept, depth_state};
use crate::gpu::shaders::{self, Shader};
use crate::gpu::vertices::{PLACEMENTS, POINT_PLACEMENTS, posed_vertices};
use crate::upload::placements::Standing;
use crate::upload::scene_gpu::Indices;

const ID_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba32Uint;
/// Bytes of one texel.
pub const ID_BYTES: u32 = 16;

pub struct PickPass {
    /// By [`Sides`].
    mesh: [wgpu::RenderPipeline; 3],
    points: wgpu::RenderPipeline,
    bones: wgpu::RenderPipeline,
    /// One per draw call of a mesh or of points.
    pub draws: Draws,
    /// Target of one pixel.
    pub target: PickTarget,
}

/// Where ids go.
pub struct PickTarget {
    pub ids: wgpu::Texture,
    ids_view: wgpu::TextureView,
    depth_view: wgpu::TextureView,
}

impl PickTarget {
    pub fn new(context: &Context, size: [u32; 2]) -> Self {
        let texture = |label, format, usage| context.texture(label, size, (format, usage));
        let attachment = wgpu::TextureUsages::RENDER_ATTACHMENT;
        let ids = texture("pick / ids", ID_FORMAT, attachment | wgpu::TextureUsages::COPY_SRC);
        let depth = texture("pick / depth", DEPTH_FORMAT, attachment);
        Self {
            ids_view: ids.create_view(&Default::default()),
            depth_view: depth.create_view(&Default::default()),
            ids,
        }
    }
}

impl PickPass {
    pub fn new(context: &Context, common: &Common) -> Self {
        let draws = Draws::new(context);
        let layout = Some(&draws.layout);
        let posed = posed_vertices;
        let surface = match context.abilities().triangle_ids {
            true => shaders::PICK_TRIANGLE,
            false => shaders::PICK,
        };
        Self {
            mesh: Sides::ALL.map(|sides| {
                pipeline(
                    context,
                    common,
                    layout,
                    ("vertex_mesh", sides, surface),
                    &[Some(posed(wgpu::VertexStepMode::Vertex)), Some(PLACEMENTS)],
                )
            }),
            points: pipeline(
                context,
                common,
                layout,
                ("vertex_point", Sides::Both, shaders::PICK),
                &[Some(posed(wgpu::VertexStepMode::Instance)), Some(POINT_PLACEMENTS)],
            ),
            bones: pipeline(
                context,
                common,
                None,
                ("vertex_bone", Sides::Both, shaders::PICK),
                &[Some(crate::lists::glyphs::INSTANCES)],
            ),
            draws,
            target: PickTarget::new(context, [1, 1]),
        }
    }

    /// `first`: nothing was drawn yet. `first_here`: depth starts anew, so that what comes later lies on top.
    pub fn begin<'a>(
        &self,
        encoder: &'a mut wgpu::CommandEncoder,
        common: &Common,
        target: &PickTarget,
        [first, first_here]: [bool; 2],
    ) -> DrawPass<'a> {
        let mut pass = DrawPass::begin(
            encoder,
            &wgpu::RenderPassDescriptor {
                label: Some("pick"),
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &target.ids_view,
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
                depth_stencil_attachment: Some(depth_kept(&target.depth_view, first_here)),
                timestamp_writes: None,
                occlusion_query_set: None,
                multiview_mask: None,
            },
        );
        pass.set_bind_group(0, &common.view_group, None);
        pass
    }

    /// `row`: of [`Self::draws`], for the first of the span's draw calls; the next ones follow.
    pub fn draw_mesh(
        &self,
        pass: &mut DrawPass<'_>,
        triangles: &Indices,
        standing: &Standing<'_>,
        sides: Sides,
        (row, span): (usize, &Span),
    ) {
        pass.set_pipeline(&self.mesh[sides as usize]);
        standing.bind_alone(pass);
        pass.set_index_buffer(triangles.part.slice(), triangles.format);
        for (row, (corners, instances)) in (row..).zip(span.draws()) {
            self.draws.bind(pass, row);
            pass.draw_indexed(corners, instances);
        }
    }

    /// `row` as of [`Self::draw_mesh`].
    pub fn draw_points(&self, pass: &mut DrawPass<'_>, standing: &Standing<'_>, (row, span): (usize, &Span)) {
        pass.set_pipeline(&self.points);
        standing.bind_points(pass);
        for (row, (corners, points)) in (row..).zip(span.draws()) {
            self.draws.bind(pass, row);
            pass.draw(corners, points);
        }
    }

    pub fn draw_bones(&self, pass: &mut DrawPass<'_>, glyphs: &crate::lists::glyphs::Glyphs, span: &Span) {
        pass.set_pipeline(&self.bones);
        glyphs.draw(pass, span);
    }
}

fn pipeline(
    context: &Context,
    common: &Common,
    draws: Option<&wgpu::BindGroupLayout>,
    (vertex, sides, fragment): (&str, Sides, Shader),
    buffers: &[Option<wgpu::VertexBufferLayout<'_>>],
) -> wgpu::RenderPipeline {
    let device = &context.device;
    let module = shaders::PICK.module(device);
    let fragments = fragment.module(device);
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
            module: &fragments,
            entry_point: Some("fragment"),
            compilation_options: Default::default(),
            targets: &[Some(ID_FORMAT.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}
