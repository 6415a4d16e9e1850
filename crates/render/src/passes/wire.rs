//! Lines: a mesh of them, or triangle edges from a list, so that no adapter needs a line polygon mode.

use super::common::Common;
use super::pass::{At, Draw, Pass, Piece, Plan, Turn};
use super::picture::picture_gpu::PictureGpu;
use crate::cost::Extent;
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::pipeline::{Depth, PipelineSpec};
use crate::gpu::shaders;
use crate::gpu::vertices::{PLACEMENTS, colors, posed_vertices};
use crate::lists::draw_list::shows_fill;
use crate::upload::placements::Standing;
use crate::upload::scene_gpu::EdgesGpu;
use castview_picture::{ColorBy, Picture, Shading};
use std::sync::PoisonError;
use wgpu::PrimitiveTopology;

/// Role of the lines in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wire {
    /// Edges, and nothing else of the surface.
    Alone,
    /// Edges on a shaded surface, where fainter ones do.
    Over,
    /// Edges on a surface that shows something else than its lit material, which may be as light or as dark as they are: each has borders of
    /// the other tone.
    OverValues,
}

impl Wire {
    /// `is_filled`: surfaces are drawn, too.
    fn of(picture: &Picture, is_filled: bool) -> Self {
        match (is_filled, picture.color_by) {
            (false, _) => Self::Alone,
            (true, ColorBy::Material) => Self::Over,
            (true, _) => Self::OverValues,
        }
    }
}

/// Whether edges are wider than one pixel. WebGPU's lines never are, so wide edges are made of triangles.
fn is_wide(picture: &Picture) -> bool {
    picture.line_px().round() > 1.0 || picture.color_by != ColorBy::Material
}

/// Whether edges of triangles are drawn.
pub fn wants_edges(picture: &Picture) -> bool {
    picture.shading == Shading::Wireframe || picture.overlays.wireframe
}

/// Triangle edges of one pixel, or of several.
pub struct WirePass<const WIDE: bool> {
    /// Posed vertices, and edges.
    layout: wgpu::BindGroupLayout,
    /// In the order of [`Wire`].
    pipelines: [wgpu::RenderPipeline; 3],
}

impl<const WIDE: bool> Pass for WirePass<WIDE> {
    fn new(context: &Context, common: &Common, samples: u32) -> Self {
        let (vertex, topology) = match WIDE {
            false => ("vertex_edge", PrimitiveTopology::LineList),
            true => ("vertex_wide", PrimitiveTopology::TriangleList),
        };
        let storage = |binding| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::VERTEX,
            ty: wgpu::BindingType::Buffer {
                ty: wgpu::BufferBindingType::Storage { read_only: true },
                has_dynamic_offset: false,
                min_binding_size: None,
            },
            count: None,
        };
        let device = &context.device;
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("wire"),
            entries: &[storage(0), storage(1)],
        });
        let build = |constants: &[(&str, f64)]| {
            PipelineSpec {
                label: "wire",
                shader: shaders::WIRE,
                vertex,
                fragment: "fragment",
                constants,
                buffers: &[None, Some(PLACEMENTS)],
                groups: &[&common.view_layout, &common.draws.layout, &layout].map(Some),
                topology,
                depth: Depth::Tested,
            }
            .build(context, samples)
        };
        Self {
            pipelines: [
                build(&[("STRENGTH", 1.0), ("LEAST", 0.1), ("SHADED", 1.0), ("BORDERED", 0.0)]),
                build(&[("STRENGTH", 0.4), ("LEAST", 0.0), ("SHADED", 0.0), ("BORDERED", 0.0)]),
                build(&[("STRENGTH", 0.6), ("LEAST", 0.0), ("SHADED", 0.0), ("BORDERED", 1.0)]),
            ],
            layout,
        }
    }

    fn plan(there: &PictureGpu<'_>, plan: &mut Plan<'_>) {
        if !wants_edges(there.picture) || is_wide(there.picture) != WIDE {
            return;
        }
        // Corners of the draw call.
        let each = if WIDE { 6 } else { 2 };
        for (item, mesh) in there.meshes() {
            if let Some(edges) = mesh.made_edges() {
                let extent = Extent::new(edges.count * each, each, 0..there.placement_count(item));
                plan.add(Draw::of(Turn::Edges, At::item(item)).in_order(), extent, 0.0);
            }
        }
    }

    fn record(&self, there: &PictureGpu<'_>, pass: &mut DrawPass<'_>, piece: &Piece<'_>) {
        let Some((mesh, standing)) = there.standing(piece.at.item) else {
            return;
        };
        let Some(edges) = mesh.made_edges() else { return };
        let wire = Wire::of(there.picture, shows_fill(there.picture));
        there.common.draws.bind(pass, piece.at.item);
        let group = self.group(there.context, edges, &standing);
        pass.set_pipeline(&self.pipelines[wire as usize]);
        pass.set_bind_group(2, &group, None);
        standing.placements.bind(pass);
        for (corners, instances) in piece.span.draws() {
            pass.draw(corners, instances);
        }
    }
}

impl<const WIDE: bool> WirePass<WIDE> {
    /// The bind group of edges and vertices, made anew only if other vertices were bound last.
    fn group(&self, context: &Context, edges: &EdgesGpu, standing: &Standing<'_>) -> wgpu::BindGroup {
        let vertices = standing.vertices;
        let mut bound = edges.bound.lock().unwrap_or_else(PoisonError::into_inner);
        match &*bound {
            Some((of, group)) if of == vertices => group.clone(),
            _ => {
                let group = context.device.create_bind_group(&wgpu::BindGroupDescriptor {
                    label: Some("wire"),
                    layout: &self.layout,
                    entries: &[(0, vertices), (1, &edges.corners)].map(|(binding, part)| wgpu::BindGroupEntry {
                        binding,
                        resource: part.binding(),
                    }),
                });
                *bound = Some((vertices.clone(), group.clone()));
                group
            }
        }
    }
}

/// Meshes of lines, one pixel wide.
pub struct LinesPass {
    /// In their material's colour, and with colours of their own.
    pipelines: [wgpu::RenderPipeline; 2],
}

impl Pass for LinesPass {
    fn new(context: &Context, common: &Common, samples: u32) -> Self {
        let step = wgpu::VertexStepMode::Vertex;
        let buffers = [Some(posed_vertices(step)), Some(PLACEMENTS), Some(colors(step))];
        let build = |(vertex, count): (&str, usize)| {
            PipelineSpec {
                label: "lines",
                shader: shaders::WIRE,
                vertex,
                fragment: "fragment_colored",
                constants: &[],
                buffers: &buffers[..count],
                groups: &[&common.view_layout, &common.draws.layout].map(Some),
                topology: PrimitiveTopology::LineList,
                depth: Depth::Solid,
            }
            .build(context, samples)
        };
        Self {
            pipelines: [("vertex", 2), ("vertex_colored", 3)].map(build),
        }
    }

    fn plan(there: &PictureGpu<'_>, plan: &mut Plan<'_>) {
        for (item, mesh) in there.meshes().filter(|(_, mesh)| mesh.triangles.is_none()) {
            if let Some(lines) = &mesh.lines {
                let extent = Extent::new(lines.count, 2, 0..there.placement_count(item));
                plan.add_item(there, item, extent);
            }
        }
    }

    fn record(&self, there: &PictureGpu<'_>, pass: &mut DrawPass<'_>, piece: &Piece<'_>) {
        let Some((mesh, standing)) = there.standing(piece.at.item) else {
            return;
        };
        let Some(lines) = &mesh.lines else { return };
        there.common.draws.bind(pass, piece.at.item);
        let colors = mesh.paint.colors();
        pass.set_pipeline(&self.pipelines[usize::from(colors.is_some())]);
        if let Some(colors) = colors {
            pass.set_vertex_buffer(2, colors.slice());
        }
        standing.bind(pass);
        pass.set_index_buffer(lines.part.slice(), lines.format);
        for (corners, instances) in piece.span.draws() {
            pass.draw_indexed(corners, instances);
        }
    }
}
