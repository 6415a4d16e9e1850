//! Triangles coloured by something else than their materials.

use super::shade::{Shade, first_of};
use crate::cost::{Extent, Span};
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::error::RenderError;
use crate::gpu::gpu_types::{ColorByUniform, MaterialUniform};
use crate::gpu::pipeline::{Depth, PipelineSpec, Sides};
use crate::gpu::shaders;
use crate::gpu::srgb::linear;
use crate::gpu::uniforms::bind_group;
use crate::gpu::uniforms::{UniformBuffer, uniform_entry};
use crate::gpu::vertices::{PLACEMENTS, colors, posed_vertices};
use crate::gpu::vertices::{UV_PAIRS, UVS};
use crate::lists::draw_list::{Drawable, Item};
use crate::passes::common::Common;
use crate::passes::pass::{Draw, Pass, Piece, Plan};
use crate::passes::picture::picture_gpu::PictureGpu;
use crate::upload::placements::Standing;
use crate::upload::pool::PoolSlice;
use crate::upload::scene_gpu::{Indices, MeshGpu, Paint};
use crate::upload::texture::Wired;
use castview_base::scene::Alpha;
use castview_picture::{ColorBy, NO_BONE, Picture};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Lines of equal value over a ramp: one at each quarter.
const LINES: f32 = 4.0;

const VALUES: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: 4,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![5 => Uint32],
};

/// Two words: texture coordinates.
const PAIRS: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: 8,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![5 => Uint32x2],
};

/// The `SHOWN` constants of the shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// Pipelines by what differs between them, made when first needed.
pub struct ColorByPass {
    pipelines: FxHashMap<Key, wgpu::RenderPipeline>,
    layout: wgpu::BindGroupLayout,
    buffer: UniformBuffer,
    /// With the materials that it was made for.
    group: Option<(wgpu::Buffer, wgpu::BindGroup)>,
    samples: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    shown: Shown,
    /// It lets one see through it.
    is_seen_through: bool,
    sides: Sides,
    has_section: bool,
    /// For surfaces with holes: streams that alpha is read from, and the number of the wiring.
    cut: Option<(Streams, usize)>,
}

/// Beside the vertices, what alpha is read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Streams {
    None,
    Uvs,
    Full,
}

impl Key {
    fn of(shown: Shown, item: &Item, mesh: &MeshGpu, wired: &Wired) -> Self {
        let streams = match &mesh.paint {
            Paint::Plain => Streams::None,
            Paint::Uvs(_) => Streams::Uvs,
            Paint::Full { .. } => Streams::Full,
        };
        Self {
            shown,
            is_seen_through: item.alpha == Alpha::Blend,
            sides: item.sides,
            has_section: item.has_section,
            cut: item.is_cut.then_some((streams, wired.number)),
        }
    }

    fn vertex(&self) -> &'static str {
        match (self.shown.stands_beside(), self.cut.map(|(streams, _)| streams)) {
            (false, None) => "vertex_plain",
            (false, Some(Streams::None)) => "vertex_plain_cut",
            (false, Some(Streams::Uvs)) => "vertex_plain_cut_uv",
            (false, Some(Streams::Full)) => "vertex_plain_cut_full",
            (true, None) => "vertex_valued",
            (true, Some(Streams::None)) => "vertex_valued_cut",
            (true, Some(Streams::Uvs)) => "vertex_valued_cut_uv",
            (true, Some(Streams::Full)) => "vertex_valued_cut_full",
        }
    }

    /// In the order in which they are bound.
    fn buffers(&self) -> Vec<Option<wgpu::VertexBufferLayout<'static>>> {
        let mut buffers = vec![Some(posed_vertices(wgpu::VertexStepMode::Vertex)), Some(PLACEMENTS)];
        if self.shown.stands_beside() {
            buffers.push(Some(if self.shown == Shown::Uvs { PAIRS } else { VALUES }));
        }
        match self.cut {
            None | Some((Streams::None, _)) => {}
            Some((Streams::Uvs, _)) => buffers.push(Some(UVS)),
            Some((Streams::Full, _)) => {
                buffers.extend([Some(UV_PAIRS), Some(colors(wgpu::VertexStepMode::Vertex))]);
            }
        }
        buffers
    }
}

impl Shown {
    /// Whether it is read from what stands beside the vertices.
    fn stands_beside(self) -> bool {
        !matches!(
            self,
            Self::Normal | Self::Side | Self::Matcap | Self::Depth | Self::Layers
        )
    }
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

impl Pass for ColorByPass {
    const HAS_PIPELINES: bool = false;

    fn new(context: &Context, _: &Common, samples: u32) -> Self {
        let size = size_of::<ColorByUniform>();
        let entries = [
            uniform_entry(0, wgpu::ShaderStages::VERTEX_FRAGMENT, size, false),
            uniform_entry(1, wgpu::ShaderStages::FRAGMENT, size_of::<MaterialUniform>(), true),
        ];
        Self {
            pipelines: FxHashMap::default(),
            layout: context
                .device
                .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                    label: Some("color by"),
                    entries: &entries,
                }),
            buffer: UniformBuffer::new(context, "color by", size),
            group: None,
            samples,
        }
    }

    fn plan(there: &PictureGpu<'_>, plan: &mut Plan<'_>) {
        if there.picture.color_by.reads_materials() {
            return;
        }
        for (item, mesh) in there.meshes() {
            if let Some(triangles) = &mesh.triangles {
                let extent = Extent::new(triangles.count, 3, 0..there.placement_count(item));
                plan.add_item(there, item, extent);
            }
        }
    }

    fn prepare(&mut self, there: &PictureGpu<'_>, _: &[Draw]) -> Result<usize, RenderError> {
        self.write(there.context, there.picture, &there.common.shade);
        Ok(0)
    }

    fn prepare_item(&mut self, there: &PictureGpu<'_>, item: usize) -> bool {
        let drawn = &there.list.items[item];
        match there.standing(item) {
            Some((mesh, _)) if mesh.triangles.is_some() => self.make(
                (there.context, there.common),
                (there.list.color_by, drawn),
                (mesh, &there.wired[drawn.look]),
            ),
            _ => false,
        }
    }

    fn record(&self, there: &PictureGpu<'_>, pass: &mut DrawPass<'_>, piece: &Piece<'_>) {
        let Some((mesh, standing)) = there.standing(piece.at.item) else {
            return;
        };
        let Some(triangles) = &mesh.triangles else { return };
        let item = &there.list.items[piece.at.item];
        let values = match item.part {
            Drawable::Mesh(mesh) => there.shown.placed[item.placed].values.part(mesh),
            Drawable::Hair(_) => None,
        };
        there.common.draws.bind(pass, piece.at.item);
        let how = (&standing, &there.wired[item.look], &there.common.shade);
        self.draw(
            pass,
            (there.list.color_by, item),
            (mesh, triangles, values),
            how,
            piece.span,
        );
    }

    fn forget_wirings(&mut self) {
        self.pipelines.retain(|key, _| key.cut.is_none());
    }
}

impl ColorByPass {
    /// `shade`: has the picture's materials already.
    fn write(&mut self, context: &Context, picture: &Picture, shade: &Shade) {
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
            matcap: match picture.color_by {
                ColorBy::Matcap(matcap) => matcap as u32,
                _ => 0,
            },
        };
        self.buffer.write(context, bytemuck::bytes_of(&uniform));
        let materials = shade.materials();
        if self.group.as_ref().is_none_or(|(of, _)| of != materials) {
            let resources = [
                first_of(&self.buffer, size_of::<ColorByUniform>()),
                first_of(materials, size_of::<MaterialUniform>()),
            ];
            let group = bind_group(&context.device, "color by", &self.layout, resources);
            self.group = Some((materials.clone(), group));
        }
    }

    /// Makes what `item` needs, if it is not there yet; whether it had to.
    fn make(
        &mut self,
        (context, common): (&Context, &Common),
        (by, item): (ColorBy, &Item),
        (mesh, wired): (&MeshGpu, &Wired),
    ) -> bool {
        let Some(shown) = shown(by) else { return false };
        let key = Key::of(shown, item, mesh, wired);
        if self.pipelines.contains_key(&key) {
            return false;
        }
        let parsed = match key.cut {
            None => shaders::COLOR_BY.parsed(),
            Some(_) => Arc::new(shaders::COLOR_BY.parsed_wired(&wired.wiring.text(), false)),
        };
        // Four samples are what there is if there are several.
        let cuts_samples = self.samples == 4 && item.is_cut && context.abilities().sample_masks;
        let masks = cuts_samples && item.alpha != Alpha::Blend;
        // The sides that count as the front are told apart in the shader, where both are drawn.
        let is_mirrored = item.sides == Sides::FrontMirrored;
        let made = PipelineSpec {
            label: "color by",
            shader: shaders::COLOR_BY,
            vertex: key.vertex(),
            fragment: match (key.cut, masks) {
                (None, _) => "fragment",
                (Some(_), false) => "fragment_cut",
                (Some(_), true) => "fragment_cut_samples",
            },
            constants: &[
                ("SHOWN", f64::from(shown as u32)),
                ("CUTS_SAMPLES", cuts_samples.into()),
                ("IS_SEEN_THROUGH", key.is_seen_through.into()),
                ("SECTION", key.has_section.into()),
                ("MIRRORED", (shown == Shown::Side && is_mirrored).into()),
            ],
            buffers: &key.buffers(),
            groups: &[
                Some(&common.view_layout),
                Some(&common.draws.layout),
                key.cut.map(|_| &wired.layout),
                Some(&self.layout),
            ],
            topology: wgpu::PrimitiveTopology::TriangleList,
            depth: match item.alpha {
                _ if shown == Shown::Layers => Depth::Ignored,
                Alpha::Blend => Depth::Tested,
                Alpha::Opaque | Alpha::Mask(_) => Depth::Solid,
            },
        }
        .build_of(
            context,
            &parsed,
            self.samples,
            match shown {
                Shown::Side => Sides::Both,
                _ => item.sides,
            },
        );
        self.pipelines.insert(key, made);
        true
    }

    /// The draw is bound and what it needs is prepared already. `values`: beside the vertices, where they are read.
    fn draw(
        &self,
        pass: &mut DrawPass<'_>,
        (by, item): (ColorBy, &Item),
        (mesh, triangles, values): (&MeshGpu, &Indices, Option<&PoolSlice>),
        (standing, wired, shade): (&Standing<'_>, &Wired, &Shade),
        span: &Span,
    ) {
        let (Some(shown), Some((_, group))) = (shown(by), &self.group) else {
            return;
        };
        let key = Key::of(shown, item, mesh, wired);
        let Some(pipeline) = self.pipelines.get(&key) else {
            return;
        };
        let mut beside = Vec::new();
        if shown.stands_beside() {
            match values {
                Some(values) => beside.push(values),
                // There was no room for them.
                None => return,
            }
        }
        if key.cut.is_some() {
            match &mesh.paint {
                Paint::Plain => {}
                Paint::Uvs(uvs) => beside.push(uvs),
                Paint::Full { uvs, colors } => beside.extend([uvs, colors]),
            }
            pass.set_bind_group(2, &wired.group, None);
        }
        match beside.is_empty() {
            true => standing.bind_alone(pass),
            false => standing.bind(pass),
        }
        pass.set_pipeline(pipeline);
        for (slot, slice) in (2..).zip(beside) {
            pass.set_vertex_buffer(slot, slice.slice());
        }
        pass.set_bind_group(3, group, Some(shade.offset(item.look)));
        pass.set_index_buffer(triangles.part.slice(), triangles.format);
        for (corners, instances) in span.draws() {
            pass.draw_indexed(corners, instances);
        }
    }
}
