//! Shaded triangles.

use crate::Context;
use crate::cost::Span;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::entry::Parsed;
use crate::gpu::pipeline::{Depth, PipelineSpec, Sides};
use crate::gpu::shaders;
use crate::gpu::vertices::{FRAMED_VERTICES, PLACEMENTS, colors, posed_vertices};
use crate::lists::draw_list::{CLAY_ALONE, Item};
use crate::passes::common::Common;
use crate::passes::surfaces::nearest::Numbered;
use crate::upload::material::{Features, Wiring};
use crate::upload::placements::Standing;
use crate::upload::scene_gpu::{Indices, MeshGpu, Paint};
use crate::upload::texture::Wired;
use castview_base::scene::Alpha;
use castview_picture::Shadows;
use rustc_hash::FxHashMap;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// Pipelines by what differs between them, made when first needed.
pub struct MeshPass {
    pipelines: FxHashMap<Key, wgpu::RenderPipeline>,
    /// By the number of their wiring, and by whether they show inputs.
    parsed: HashMap<(usize, bool), Arc<Parsed>>,
    samples: u32,
}

/// Parsed once, perhaps before there is a device: with a base colour's image, and without any.
static COLORED: OnceLock<Arc<Parsed>> = OnceLock::new();
static PLAIN: OnceLock<Arc<Parsed>> = OnceLock::new();

/// Parses what the first picture needs, which has these `shadows`, while a device is opened on another thread.
pub fn parse_ahead(shadows: Shadows) {
    lit(&Wiring::of_base_color());
    shaders::parse_ahead(shadows);
    lit(&Wiring::default());
}

/// The shader of materials with that wiring, which shows nothing but light.
fn lit(wiring: &Wiring) -> Arc<Parsed> {
    let parse = || Arc::new(shaders::MESH.parsed_wired(&wiring.text(), false));
    let known = [(&PLAIN, Wiring::default()), (&COLORED, Wiring::of_base_color())];
    match known.iter().find(|(_, known)| known == wiring) {
        Some((parsed, _)) => parsed.get_or_init(parse).clone(),
        None => parse(),
    }
}

/// One of the `ALPHA` constants of the shader.
const BLENDED: u8 = 2;

/// Properties of a draw that choose its pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    wiring: usize,
    features: Features,
    shows: u32,
    faceted: bool,
    /// The `ALPHA` constants of the shader.
    alpha: u8,
    is_cut: bool,
    /// 0: none, 1: one pair of texture coordinates, 2: two pairs and colours.
    streams: u8,
    framed: bool,
    /// It is drawn in any order.
    weighed: bool,
    /// It is drawn by the numbers of its triangles.
    numbered: bool,
    sides: Sides,
}

impl Key {
    fn of(item: &Item, sides: Sides, mesh: &MeshGpu, wired: &Wired) -> Self {
        let streams = match &mesh.paint {
            Paint::Plain => 0,
            Paint::Uvs(_) => 1,
            Paint::Full { .. } => 2,
        };
        Self {
            wiring: wired.number,
            features: item.features,
            shows: item.shows,
            faceted: mesh.faceted,
            alpha: match item.alpha {
                Alpha::Opaque => 0,
                Alpha::Mask(_) => 1,
                Alpha::Blend => BLENDED,
            },
            is_cut: item.is_cut,
            streams,
            // Whether directions of texture coordinates are those that the mesh's file says.
            framed: mesh.has_tangents && streams > 0 && (wired.wiring.needs_frame() || item.features.anisotropic),
            weighed: item.group.is_some(),
            numbered: item.numbered.is_some(),
            // Numbers are given to the sides that are seen alone.
            sides: if item.numbered.is_some() { Sides::Both } else { sides },
        }
    }
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
            pipelines: FxHashMap::default(),
            parsed: HashMap::new(),
            samples,
        }
    }

    /// Drops all pipelines: the numbers of wirings are given anew.
    pub fn forget(&mut self) {
        self.pipelines.clear();
        self.parsed.clear();
    }

    /// Makes what `mesh` needs, if it is not there yet; whether it had to.
    pub fn prepare(
        &mut self,
        context: &Context,
        common: &Common,
        item: &Item,
        (mesh, wired): (&MeshGpu, &Wired),
    ) -> bool {
        let mut made = false;
        for sides in item.halves.unwrap_or([item.sides; 2]) {
            let key = Key::of(item, sides, mesh, wired);
            if !self.pipelines.contains_key(&key) {
                let pipeline = self.pipeline((context, common), key, wired);
                self.pipelines.insert(key, pipeline);
                made = true;
            }
        }
        made
    }

    fn pipeline(&mut self, (context, common): (&Context, &Common), key: Key, wired: &Wired) -> wgpu::RenderPipeline {
        let shows_inputs = ![0, CLAY_ALONE].contains(&key.shows);
        let parsed = self.parsed.entry((key.wiring, shows_inputs));
        let parsed = parsed.or_insert_with(|| match shows_inputs {
            false => lit(&wired.wiring),
            true => Arc::new(shaders::MESH.parsed_wired(&wired.wiring.text(), true)),
        });
        // Four samples are what there is if there are several. Under X-ray the share of them that is left counts.
        let cuts = self.samples == 4 && key.is_cut && context.abilities().sample_masks;
        let masks = cuts && key.alpha != BLENDED;
        let streams = match key.streams {
            0 => &[][..],
            1 => &[Some(UVS)][..],
            _ => &[Some(UV_PAIRS), Some(colors(wgpu::VertexStepMode::Vertex))][..],
        };
        let posed = match key.framed {
            true => FRAMED_VERTICES,
            false => posed_vertices(wgpu::VertexStepMode::Vertex),
        };
        let is_usual = !(key.framed || key.weighed || masks);
        let vertex = match (key.streams, key.framed) {
            _ if key.numbered => "vertex_tile",
            (0, _) if is_usual => "vertex_bare",
            (0, _) => "vertex_plain",
            (1, false) if is_usual => "vertex_mapped",
            (1, false) => "vertex_uv",
            (1, true) => "vertex_uv_framed",
            (_, false) => "vertex_full",
            (_, true) => "vertex_full_framed",
        };
        let fragment = match (key.framed, key.weighed, masks) {
            _ if key.numbered => "fragment_found",
            (true, true, _) => "fragment_weighed_framed",
            (true, false, true) => "fragment_cut_framed",
            (true, false, false) => "fragment_framed",
            (false, true, _) => "fragment_weighed",
            (false, false, true) => "fragment_cut",
            (false, false, false) => match key.streams {
                0 => "fragment_bare",
                1 => "fragment_mapped",
                _ => "fragment",
            },
        };
        let buffers = match key.numbered {
            true => Vec::new(),
            false => [&[Some(posed), Some(PLACEMENTS)], streams].concat(),
        };
        let constants = [
            &[
                ("ALPHA", f64::from(key.alpha)),
                ("FRAMED", key.framed.into()),
                ("FACETED", key.faceted.into()),
                ("NUMBERED", key.numbered.into()),
                ("STREAMS", key.streams.into()),
                ("LOOKS_AROUND", (self.samples > 1).into()),
                ("CUTS_SAMPLES", cuts.into()),
                ("SHOWS", key.shows.into()),
            ],
            &key.features.constants()[..],
        ]
        .concat();
        let groups = [
            Some(&common.view_layout),
            Some(&common.draws.layout),
            Some(&wired.layout),
            Some(&common.shade.layout),
            common.numbered.as_ref(),
        ];
        let spec = PipelineSpec {
            label: "mesh",
            shader: shaders::MESH,
            vertex,
            fragment,
            constants: &constants,
            buffers: &buffers,
            groups: if key.numbered { &groups } else { &groups[..4] },
            topology: match key.numbered {
                true => wgpu::PrimitiveTopology::TriangleStrip,
                false => wgpu::PrimitiveTopology::TriangleList,
            },
            // Blended surfaces do not hide each other. Glass does: it is opaque, and shows a picture of its background.
            depth: if key.alpha == BLENDED {
                Depth::Tested
            } else {
                Depth::Solid
            },
        };
        // The shader of glass reads the surfaces behind it and returns them refracted. Blending would add them a second time, unrefracted.
        let replaces = key.features.transmits && key.alpha != BLENDED;
        match (key.weighed, replaces) {
            (true, _) => spec.build_weighed(context, parsed, self.samples, key.sides),
            (false, true) => spec.build_replacing_of(context, parsed, self.samples, key.sides),
            (false, false) => spec.build_of(context, parsed, self.samples, key.sides),
        }
    }

    /// Shades the samples of a numbered mesh. Draw and material are bound, the pipeline is prepared.
    pub fn draw_found(
        &self,
        pass: &mut DrawPass<'_>,
        (mesh, numbered): (&MeshGpu, &Numbered),
        wired: &Wired,
        item: &Item,
    ) {
        if let Some(pipeline) = self.pipelines.get(&Key::of(item, item.sides, mesh, wired)) {
            pass.set_pipeline(pipeline);
            pass.set_bind_group(2, &wired.group, None);
            numbered.bind(pass);
            pass.draw(0..4, 0..numbered.tiles());
        }
    }

    /// The draw and its material are bound and what it needs is prepared already. `standing` belongs to the placed model, the
    /// rest to the mesh.
    pub fn draw(
        &self,
        pass: &mut DrawPass<'_>,
        (mesh, triangles): (&MeshGpu, &Indices),
        standing: &Standing<'_>,
        wired: &Wired,
        (item, sides): (&Item, Sides),
        span: &Span,
    ) {
        let Some(pipeline) = self.pipelines.get(&Key::of(item, sides, mesh, wired)) else {
            return;
        };
        pass.set_pipeline(pipeline);
        mesh.paint.bind(pass, standing);
        pass.set_bind_group(2, &wired.group, None);
        pass.set_index_buffer(triangles.part.slice(), triangles.format);
        for (corners, instances) in span.draws() {
            pass.draw_indexed(corners, instances);
        }
    }
}
