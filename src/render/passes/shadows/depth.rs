//! Depth alone, drawn from anywhere: what hides something, as the eye, the key light or the ground sees it.

use crate::render::Context;
use crate::render::gpu::gpu_types::{PlacementInstance, PosedVertex};
use crate::render::gpu::pipeline::{Depth, Sides, depth_state};
use crate::render::gpu::shaders;
use crate::render::gpu::vertices::colors;
use crate::render::job::Span;
use crate::render::lists::draw_list::Item;
use crate::render::passes::common::Common;
use crate::render::passes::surfaces::mesh::{UV_PAIRS, UVS};
use crate::render::upload::placements::Standing;
use crate::render::upload::scene_gpu::{Indices, MeshGpu, Paint};
use crate::render::upload::texture::Wired;
use crate::scene::Alpha;
use std::collections::HashMap;
use std::sync::OnceLock;

/// Of posed vertices and of placements what depth needs: software adapters fetch whatever is listed.
const POSITIONS: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: size_of::<PosedVertex>() as u64,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![0 => Float32x3],
};

const PLACES: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: size_of::<PlacementInstance>() as u64,
    step_mode: wgpu::VertexStepMode::Instance,
    attributes: &wgpu::vertex_attr_array![8 => Float32x3, 9 => Float32x3, 10 => Float32x3, 11 => Float32x3],
};

/// Pipelines, made when first needed.
#[derive(Default)]
pub struct DepthPass {
    pipelines: HashMap<Key, wgpu::RenderPipeline>,
    /// Of some vertices instead of all triangles.
    dots: OnceLock<wgpu::RenderPipeline>,
}

/// Of a dense mesh one vertex of so many is drawn as a dot.
pub const DOT_STEP: u32 = 12;

/// What is drawn of one mesh.
pub struct Drawn<'a> {
    pub item: &'a Item,
    pub mesh: &'a MeshGpu,
    pub triangles: &'a Indices,
    pub sides: Sides,
    /// Its vertices lie so close that some of them show all of it.
    pub as_dots: bool,
}

impl DepthPass {
    /// Makes what a mesh needs, if it is not there yet.
    pub fn prepare(
        &mut self,
        context: &Context,
        common: &Common,
        (item, mesh, sides): (&Item, &MeshGpu, Sides),
        wired: &Wired,
    ) {
        self.dots.get_or_init(|| dots(context, common));
        self.pipelines
            .entry(key(item, mesh, sides, wired))
            .or_insert_with(|| pipeline(context, common, (item, mesh, sides), wired));
    }

    /// Drops what was made for wirings: their numbers are given anew.
    pub fn forget(&mut self) {
        self.pipelines.clear();
    }

    /// The view is bound already, and what the mesh needs is prepared. `wired`: the maps of its material.
    pub fn draw(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        common: &Common,
        drawn: &Drawn<'_>,
        standing: &Standing<'_>,
        wired: &Wired,
        span: &Span,
    ) {
        let Drawn {
            item,
            mesh,
            triangles,
            sides,
            as_dots,
        } = drawn;
        if let (true, Some(pipeline)) = (as_dots, self.dots.get()) {
            pass.set_pipeline(pipeline);
            standing.bind(pass);
            for (vertices, instances) in span.draws() {
                pass.draw(vertices, instances);
            }
            return;
        }
        let Some(pipeline) = self.pipelines.get(&key(item, mesh, *sides, wired)) else {
            return;
        };
        pass.set_pipeline(pipeline);
        standing.bind(pass);
        if item.alpha != Alpha::Opaque {
            pass.set_bind_group(2, &wired.group, &[]);
            common.shade.bind(pass, item.look, false);
            match &mesh.paint {
                Paint::Plain => {}
                Paint::Uvs(uvs) => pass.set_vertex_buffer(2, uvs.slice()),
                Paint::Full { uvs, colors } => {
                    pass.set_vertex_buffer(2, uvs.slice());
                    pass.set_vertex_buffer(3, colors.slice());
                }
            }
        }
        pass.set_index_buffer(triangles.part.slice(), triangles.format);
        for (corners, instances) in span.draws() {
            pass.draw_indexed(corners, 0, instances);
        }
    }
}

/// The alpha mode, the streams that alpha is read from, the drawn sides and the number of the wiring; of opaque surfaces the sides alone.
type Key = (usize, usize, Sides, usize);

fn key(item: &Item, mesh: &MeshGpu, sides: Sides, wired: &Wired) -> Key {
    let (alpha, streams) = kind(item, mesh);
    (alpha, streams, sides, if alpha == 0 { 0 } else { wired.number })
}

fn kind(item: &Item, mesh: &MeshGpu) -> (usize, usize) {
    let streams = match &mesh.paint {
        Paint::Plain => 0,
        Paint::Uvs(_) => 1,
        Paint::Full { .. } => 2,
    };
    match item.alpha {
        Alpha::Opaque => (0, 0),
        Alpha::Mask(_) => (1, streams),
        Alpha::Blend => (2, streams),
    }
}

fn dots(context: &Context, common: &Common) -> wgpu::RenderPipeline {
    let device = &context.device;
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some("depth / dots"),
        bind_group_layouts: &[Some(&common.view_layout)],
        immediate_size: 0,
    });
    let posed = wgpu::VertexBufferLayout {
        array_stride: POSITIONS.array_stride * u64::from(DOT_STEP),
        ..POSITIONS
    };
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("depth / dots"),
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module: &shaders::DEPTH.module(device),
            entry_point: Some("vertex_whole"),
            compilation_options: Default::default(),
            buffers: &[Some(posed), Some(PLACES)],
        },
        primitive: wgpu::PrimitiveState {
            topology: wgpu::PrimitiveTopology::PointList,
            ..Default::default()
        },
        depth_stencil: Some(depth_state(Depth::Solid)),
        multisample: Default::default(),
        fragment: None,
        multiview_mask: None,
        cache: None,
    })
}

fn pipeline(
    context: &Context,
    common: &Common,
    (item, mesh, sides): (&Item, &MeshGpu, Sides),
    wired: &Wired,
) -> wgpu::RenderPipeline {
    let device = &context.device;
    let (alpha, streams) = kind(item, mesh);
    let is_cut = alpha > 0;
    let module = match is_cut {
        true => shaders::DEPTH.module_wired(device, &wired.wiring.text(), false),
        false => shaders::DEPTH.module(device),
    };
    let groups = [
        Some(&common.view_layout),
        None,
        Some(&wired.layout).filter(|_| is_cut),
        Some(&common.shade.layout).filter(|_| is_cut),
    ];
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some("depth"),
        bind_group_layouts: &groups[..if is_cut { 4 } else { 1 }],
        immediate_size: 0,
    });
    let (vertex, own) = match (is_cut, streams) {
        (false, _) => ("vertex_whole", &[][..]),
        (true, 0) => ("vertex_plain", &[][..]),
        (true, 1) => ("vertex_uv", &[Some(UVS)][..]),
        (true, _) => (
            "vertex_full",
            &[Some(UV_PAIRS), Some(colors(wgpu::VertexStepMode::Vertex))][..],
        ),
    };
    let buffers = [&[Some(POSITIONS), Some(PLACES)], own].concat();
    let constants = [("BLENDED", f64::from(u8::from(alpha == 2)))];
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("depth"),
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some(vertex),
            compilation_options: Default::default(),
            buffers: &buffers,
        },
        primitive: sides.primitive(wgpu::PrimitiveTopology::TriangleList),
        depth_stencil: Some(depth_state(Depth::Solid)),
        multisample: Default::default(),
        fragment: is_cut.then_some(wgpu::FragmentState {
            module: &module,
            entry_point: Some("fragment"),
            compilation_options: wgpu::PipelineCompilationOptions {
                constants: &constants,
                ..Default::default()
            },
            targets: &[],
        }),
        multiview_mask: None,
        cache: None,
    })
}

/// A pass that draws depth into `view`; `first`: nothing was drawn there yet.
pub fn begin<'a>(
    encoder: &'a mut wgpu::CommandEncoder,
    label: &str,
    view: &wgpu::TextureView,
    first: bool,
) -> wgpu::RenderPass<'a> {
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some(label),
        color_attachments: &[],
        depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
            view,
            depth_ops: Some(wgpu::Operations {
                load: match first {
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
    })
}
