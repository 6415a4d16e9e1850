//! Triangles coloured by something else than their materials.

use crate::picture::{ColorBy, NO_BONE, Picture};
use crate::render::Context;
use crate::render::gpu::gpu_types::ColorByUniform;
use crate::render::gpu::pipeline::{Depth, PipelineSpec, Sides};
use crate::render::gpu::shaders;
use crate::render::gpu::srgb::linear;
use crate::render::gpu::uniforms::{uniform_buffer, uniform_group, uniform_layout};
use crate::render::gpu::vertices::{PLACEMENTS, posed_vertices};
use crate::render::job::Span;
use crate::render::lists::draw_list::Item;
use crate::render::passes::common::Common;
use crate::render::upload::placements::Standing;
use crate::render::upload::pool::PoolSlice;
use crate::render::upload::scene_gpu::Indices;
use crate::scene::Alpha;
use std::sync::OnceLock;

/// Lines of equal value over a ramp: one at each quarter.
const LINES: f32 = 4.0;

const VALUES: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: 4,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![5 => Uint32],
};

const UVS: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: 8,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![5 => Float32x2],
};

/// The `SHOWN` constants of the shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    Number = 0,
    Count = 1,
    Color = 2,
    Uvs = 3,
    Normal = 4,
    Side = 5,
    Tangent = 6,
    Bone = 7,
    Matcap = 8,
    Depth = 9,
    Layers = 10,
}

/// Pipelines by what is shown, by whether surfaces let one see through them, and by the sides that are drawn; made when first needed.
pub struct ColorByPass {
    pipelines: [[[OnceLock<wgpu::RenderPipeline>; 3]; 2]; 11],
    layout: wgpu::BindGroupLayout,
    buffer: wgpu::Buffer,
    group: wgpu::BindGroup,
    samples: u32,
}

/// `None`: by the material.
fn shown(by: ColorBy) -> Option<Shown> {
    Some(match by {
        ColorBy::Material | ColorBy::Input(_) | ColorBy::Unlit | ColorBy::TexelDensity => return None,
        ColorBy::Weights
        | ColorBy::WeightSum
        | ColorBy::ShapeDelta
        | ColorBy::MethodDifference
        | ColorBy::DegenerateFaces => Shown::Number,
        ColorBy::InfluenceCount => Shown::Count,
        ColorBy::VertexColors(..) => Shown::Color,
        ColorBy::DominantBone => Shown::Bone,
        ColorBy::Tangents => Shown::Tangent,
        ColorBy::Uv(_) => Shown::Uvs,
        ColorBy::Normals => Shown::Normal,
        ColorBy::FaceSides => Shown::Side,
        ColorBy::Matcap(_) => Shown::Matcap,
        ColorBy::Depth => Shown::Depth,
        ColorBy::Overdraw => Shown::Layers,
    })
}

impl ColorByPass {
    pub fn new(context: &Context, samples: u32) -> Self {
        let size = size_of::<ColorByUniform>();
        let layout = uniform_layout(context, "color by", wgpu::ShaderStages::VERTEX_FRAGMENT, size);
        let buffer = uniform_buffer(context, "color by", size);
        Self {
            pipelines: Default::default(),
            group: uniform_group(&context.device, "color by", &layout, &buffer, size),
            layout,
            buffer,
            samples,
        }
    }

    pub fn write(&self, context: &Context, picture: &Picture) {
        let colors = &picture.colors;
        let are_lengths = matches!(picture.color_by, ColorBy::ShapeDelta | ColorBy::MethodDifference);
        let uniform = ColorByUniform {
            ramp: colors
                .heat
                .map(|[r, g, b]| [r, g, b, u8::MAX].map(|channel| f32::from(channel) / 255.0)),
            neutral: linear(match picture.color_by {
                ColorBy::DominantBone => NO_BONE,
                _ => colors.neutral,
            }),
            back: linear(colors.back),
            scale: if are_lengths { 1.0 / picture.longest } else { 1.0 },
            lines: LINES,
            lengths: if are_lengths { 1.0 } else { 0.0 },
            seen_through: picture.overlays.xray.into(),
            matcap: match picture.color_by {
                ColorBy::Matcap(matcap) => matcap as u32,
                _ => 0,
            },
            pad: [0; 3],
        };
        context
            .queue
            .write_buffer(&self.buffer, 0, bytemuck::bytes_of(&uniform));
    }

    fn pipeline(&self, shown: Shown, item: &Item) -> &OnceLock<wgpu::RenderPipeline> {
        let is_seen_through = usize::from(item.alpha == Alpha::Blend);
        &self.pipelines[shown as usize][is_seen_through][item.sides as usize]
    }

    /// Makes what `item` needs, if it is not there yet; whether it had to.
    pub fn prepare(&self, context: &Context, common: &Common, by: ColorBy, item: &Item) -> bool {
        let Some(shown) = shown(by) else { return false };
        let make = || {
            let (vertex, values) = match shown {
                Shown::Number | Shown::Count => ("vertex_number", Some(VALUES)),
                Shown::Color => ("vertex_color", Some(VALUES)),
                Shown::Bone => ("vertex_bone", Some(VALUES)),
                Shown::Tangent => ("vertex_tangent", Some(VALUES)),
                Shown::Uvs => ("vertex_uv", Some(UVS)),
                Shown::Normal | Shown::Side | Shown::Matcap | Shown::Depth | Shown::Layers => ("vertex_plain", None),
            };
            let mut buffers = vec![Some(posed_vertices(wgpu::VertexStepMode::Vertex)), Some(PLACEMENTS)];
            buffers.extend(values.map(Some));
            // The sides that count as the front are told apart in the shader, where both are drawn.
            let is_mirrored = item.sides == Sides::FrontMirrored;
            let sides = match shown {
                Shown::Side => Sides::Both,
                _ => item.sides,
            };
            PipelineSpec {
                label: "color by",
                shader: shaders::COLOR_BY,
                vertex,
                fragment: "fragment",
                constants: &[
                    ("SHOWN", f64::from(shown as u32)),
                    ("MIRRORED", (shown == Shown::Side && is_mirrored).into()),
                ],
                buffers: &buffers,
                groups: &[&common.view_layout, &common.draws.layout, &self.layout],
                topology: wgpu::PrimitiveTopology::TriangleList,
                depth: match item.alpha {
                    _ if shown == Shown::Layers => Depth::Ignored,
                    Alpha::Blend => Depth::Tested,
                    Alpha::Opaque | Alpha::Mask(_) => Depth::Solid,
                },
            }
            .build_sided(context, self.samples, sides)
        };
        let pipeline = self.pipeline(shown, item);
        let is_new = pipeline.get().is_none();
        pipeline.get_or_init(make);
        is_new
    }

    /// The draw is bound and what it needs is prepared already. `values`: beside the vertices, where they are read.
    pub fn draw(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        (by, item): (ColorBy, &Item),
        (triangles, values): (&Indices, Option<&PoolSlice>),
        standing: &Standing<'_>,
        span: &Span,
    ) {
        let Some(shown) = shown(by) else { return };
        let Some(pipeline) = self.pipeline(shown, item).get() else {
            return;
        };
        standing.bind(pass);
        pass.set_pipeline(pipeline);
        match (shown, values) {
            (Shown::Normal | Shown::Side | Shown::Matcap | Shown::Depth | Shown::Layers, _) => {}
            (_, Some(values)) => pass.set_vertex_buffer(2, values.slice()),
            // There was no room for them.
            (_, None) => return,
        }
        pass.set_bind_group(2, &self.group, &[]);
        pass.set_index_buffer(triangles.part.slice(), triangles.format);
        for (corners, instances) in span.draws() {
            pass.draw_indexed(corners, 0, instances);
        }
    }
}
