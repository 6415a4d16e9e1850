//! Depth alone, drawn from anywhere: what hides something, as the eye, the key light or the ground sees it.

use crate::cost::Span;
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::gpu_types::{PlacementInstance, PosedVertex};
use crate::gpu::pipeline::{Depth, Sides, depth_kept, depth_state};
use crate::gpu::shaders;
use crate::gpu::vertices::colors;
use crate::gpu::vertices::{UV_PAIRS, UVS};
use crate::lists::draw_list::Item;
use crate::passes::common::Common;
use crate::passes::ribbons::{VERTICES, draw_ribbons};
use crate::upload::placements::{Placements, Standing};
use crate::upload::scene_gpu::{HairGpu, Indices, MeshGpu, Paint};
use crate::upload::texture::Wired;
use castview_base::scene::Alpha;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// Parts of posed vertices and of placements that depth needs: software adapters fetch whatever is listed.
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
    pipelines: FxHashMap<Key, wgpu::RenderPipeline>,
    /// Pipeline for some vertices instead of all triangles.
    dots: OnceLock<wgpu::RenderPipeline>,
    /// Pipelines for hair, without and with a plane that leaves something out.
    strands: [OnceLock<wgpu::RenderPipeline>; 2],
    /// The shader without maps.
    plain: OnceLock<wgpu::ShaderModule>,
    /// A plane leaves something out of the picture in progress.
    pub has_section: bool,
}

/// One vertex of so many is drawn as a dot in a dense mesh.
pub const DOT_STEP: u32 = 12;

/// Triangles of one mesh that are drawn, and how.
pub struct DepthDraw<'a> {
    pub item: &'a Item,
    pub mesh: &'a MeshGpu,
    pub triangles: &'a Indices,
    pub sides: Sides,
    /// One of so many vertices is enough to show the mesh, [`DOT_STEP`] at most; 0: vertices lie too far apart.
    pub dot_step: u32,
}

impl DepthDraw<'_> {
    /// Whether dots are drawn in place of triangles.
    pub fn as_dots(&self) -> bool {
        self.dot_step == DOT_STEP
    }

    /// With fewer triangles than the mesh has.
    pub fn is_sparse(&self) -> bool {
        self.mesh
            .sparse
            .as_ref()
            .is_some_and(|sparse| std::ptr::eq(sparse, self.triangles))
    }
}

impl DepthPass {
    /// Makes what a mesh needs, if it is not there yet.
    pub fn prepare(&mut self, context: &Context, common: &Common, drawn: &DepthDraw<'_>, wired: &Wired) {
        let view = &common.view_layout;
        let plain = || shaders::DEPTH.module(&context.device);
        let DepthDraw { item, mesh, sides, .. } = *drawn;
        if drawn.as_dots() {
            self.dots
                .get_or_init(|| dots(context, view, self.plain.get_or_init(plain)));
            return;
        }
        let has_section = self.has_section;
        let make = || match kind(item, mesh) {
            (0, _) => opaque(context, view, self.plain.get_or_init(plain), (sides, has_section)),
            (alpha, streams) => cut(context, common, (alpha, streams, sides), (wired, has_section)),
        };
        let key = self.key(item, mesh, sides, wired);
        self.pipelines.entry(key).or_insert_with(make);
    }

    /// Makes what most opaque surfaces need, before any is known.
    pub fn prepare_opaque(&mut self, context: &Context, view: &wgpu::BindGroupLayout) {
        let plain = self.plain.get_or_init(|| shaders::DEPTH.module(&context.device));
        for sides in [Sides::Both, Sides::Front] {
            let make = || opaque(context, view, plain, (sides, false));
            self.pipelines.entry((0, 0, sides, 0, false)).or_insert_with(make);
        }
    }

    /// Drops what was made for wirings: their numbers are given anew.
    pub fn forget(&mut self) {
        self.pipelines.clear();
    }

    /// Makes what hair needs, if it is not there yet.
    pub fn prepare_strands(&self, context: &Context, common: &Common) {
        let has_section = self.has_section;
        self.strands[usize::from(has_section)].get_or_init(|| strands(context, common, has_section));
    }

    /// The view and the draw are bound already, and [`Self::prepare_strands`] was called.
    pub fn draw_strands(&self, pass: &mut DrawPass<'_>, hair: &HairGpu, placements: &Placements, span: &Span) {
        if let Some(pipeline) = self.strands[usize::from(self.has_section)].get() {
            pass.set_pipeline(pipeline);
            draw_ribbons(pass, hair, placements, span);
        }
    }

    /// For opaque surfaces of which one was prepared.
    pub fn bind_opaque(&self, pass: &mut DrawPass<'_>, sides: Sides) {
        if let Some(pipeline) = self.pipelines.get(&(0, 0, sides, 0, self.has_section)) {
            pass.set_pipeline(pipeline);
        }
    }

    /// The view is bound already, and what the mesh needs is prepared. `wired`: the maps of its material.
    pub fn draw(
        &self,
        pass: &mut DrawPass<'_>,
        common: &Common,
        drawn: &DepthDraw<'_>,
        standing: &Standing<'_>,
        wired: &Wired,
        span: &Span,
    ) {
        let DepthDraw {
            item,
            mesh,
            triangles,
            sides,
            ..
        } = drawn;
        if let (true, Some(pipeline)) = (drawn.as_dots(), self.dots.get()) {
            pass.set_pipeline(pipeline);
            standing.bind(pass);
            for (vertices, instances) in span.draws() {
                pass.draw(vertices, instances);
            }
            return;
        }
        let Some(pipeline) = self.pipelines.get(&self.key(item, mesh, *sides, wired)) else {
            return;
        };
        pass.set_pipeline(pipeline);
        if item.alpha == Alpha::Opaque {
            standing.bind_alone(pass);
        } else {
            mesh.paint.bind(pass, standing);
            pass.set_bind_group(2, &wired.group, None);
            common.shade.bind(pass, item.look, false);
        }
        pass.set_index_buffer(triangles.part.slice(), triangles.format);
        for (corners, instances) in span.draws() {
            pass.draw_indexed(corners, instances);
        }
    }
}

/// The alpha mode, the streams that alpha is read from, the drawn sides and the number of the wiring; of opaque surfaces the sides alone. Then
/// whether a plane leaves something out.
type Key = (usize, usize, Sides, usize, bool);

impl DepthPass {
    fn key(&self, item: &Item, mesh: &MeshGpu, sides: Sides, wired: &Wired) -> Key {
        let (alpha, streams) = kind(item, mesh);
        let number = if alpha == 0 { 0 } else { wired.number };
        (alpha, streams, sides, number, self.has_section)
    }
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

fn dots(context: &Context, view: &wgpu::BindGroupLayout, module: &wgpu::ShaderModule) -> wgpu::RenderPipeline {
    let device = &context.device;
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some("depth / dots"),
        bind_group_layouts: &[Some(view)],
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
            module,
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

fn strands(context: &Context, common: &Common, has_section: bool) -> wgpu::RenderPipeline {
    let device = &context.device;
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some("depth / strands"),
        bind_group_layouts: &[Some(&common.view_layout), Some(&common.draws.layout)],
        immediate_size: 0,
    });
    let module = shaders::STRANDS.module(device);
    let buffers = [Some(VERTICES), Some(PLACES)];
    let fragment = has_section.then(|| leaving_out(&module, "fragment"));
    build(context, &layout, (&module, "vertex"), (&buffers, Sides::Both), fragment)
}

/// The fragment stage of what has none without a plane that leaves something out.
fn leaving_out<'a>(module: &'a wgpu::ShaderModule, entry: &'a str) -> wgpu::FragmentState<'a> {
    wgpu::FragmentState {
        module,
        entry_point: Some(entry),
        compilation_options: Default::default(),
        targets: &[],
    }
}

/// Makes the pipeline for surfaces that are seen as far as they reach.
fn opaque(
    context: &Context,
    view: &wgpu::BindGroupLayout,
    module: &wgpu::ShaderModule,
    (sides, has_section): (Sides, bool),
) -> wgpu::RenderPipeline {
    let layout = context.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some("depth"),
        bind_group_layouts: &[Some(view)],
        immediate_size: 0,
    });
    let buffers = [Some(POSITIONS), Some(PLACES)];
    let fragment = has_section.then(|| leaving_out(module, "fragment_whole"));
    build(context, &layout, (module, "vertex_whole"), (&buffers, sides), fragment)
}

/// Makes the pipeline for surfaces whose alpha decides where they are.
fn cut(
    context: &Context,
    common: &Common,
    (alpha, streams, sides): (usize, usize, Sides),
    (wired, has_section): (&Wired, bool),
) -> wgpu::RenderPipeline {
    let device = &context.device;
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some("depth / cut"),
        bind_group_layouts: &[
            Some(&common.view_layout),
            None,
            Some(&wired.layout),
            Some(&common.shade.layout),
        ],
        immediate_size: 0,
    });
    let (vertex, own) = match streams {
        0 => ("vertex_plain", &[][..]),
        1 => ("vertex_uv", &[Some(UVS)][..]),
        _ => (
            "vertex_full",
            &[Some(UV_PAIRS), Some(colors(wgpu::VertexStepMode::Vertex))][..],
        ),
    };
    let buffers = [&[Some(POSITIONS), Some(PLACES)], own].concat();
    let module = shaders::DEPTH.module_wired(device, &wired.wiring.text(), false);
    let constants = [("BLENDED", alpha == 2), ("SECTION", has_section)];
    let constants = constants.map(|(name, is)| (name, f64::from(u8::from(is))));
    let fragment = wgpu::FragmentState {
        module: &module,
        entry_point: Some("fragment"),
        compilation_options: wgpu::PipelineCompilationOptions {
            constants: &constants,
            ..Default::default()
        },
        targets: &[],
    };
    build(context, &layout, (&module, vertex), (&buffers, sides), Some(fragment))
}

/// A pipeline that draws depth alone.
pub fn build(
    context: &Context,
    layout: &wgpu::PipelineLayout,
    (module, vertex): (&wgpu::ShaderModule, &str),
    (buffers, sides): (&[Option<wgpu::VertexBufferLayout<'_>>], Sides),
    fragment: Option<wgpu::FragmentState<'_>>,
) -> wgpu::RenderPipeline {
    context.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("depth"),
        layout: Some(layout),
        vertex: wgpu::VertexState {
            module,
            entry_point: Some(vertex),
            compilation_options: Default::default(),
            buffers,
        },
        primitive: sides.primitive(wgpu::PrimitiveTopology::TriangleList),
        depth_stencil: Some(depth_state(Depth::Solid)),
        multisample: Default::default(),
        fragment,
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
) -> DrawPass<'a> {
    DrawPass::begin(
        encoder,
        &wgpu::RenderPassDescriptor {
            label: Some(label),
            color_attachments: &[],
            depth_stencil_attachment: Some(depth_kept(view, first)),
            timestamp_writes: None,
            occlusion_query_set: None,
            multiview_mask: None,
        },
    )
}
