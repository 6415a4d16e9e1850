//! Pipelines of lit surfaces, by what differs between them.
//!
//! In: an item of the draw list with its mesh and the maps of its material. Out: the pipeline that draws it.

use crate::gpu::context::Context;
use crate::gpu::entry::Parsed;
use crate::gpu::pipeline::{Depth, PipelineSpec, Sides};
use crate::gpu::shaders;
use crate::gpu::vertices::{FRAMED_VERTICES, PLACEMENTS, UV_PAIRS, UVS, colors, posed_vertices};
use crate::lists::draw_list::{CLAY_ALONE, Item};
use crate::passes::common::Common;
use crate::upload::material::{Features, Wiring};
use crate::upload::scene_gpu::{MeshGpu, Paint};
use crate::upload::texture::Wired;
use castview_base::scene::Alpha;
use castview_picture::Shadows;
use rustc_hash::FxHashMap;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// Made when first needed, for pictures with so many samples per pixel.
pub struct Surfaces {
    pipelines: FxHashMap<Key, wgpu::RenderPipeline>,
    /// By the number of their wiring, and by whether they show inputs.
    parsed: HashMap<(usize, bool), Arc<Parsed>>,
    samples: u32,
    kind: Kind,
    /// Layout of the group after the usual ones, where fragments look up the triangle that was found at each sample; `None`: triangles are
    /// drawn.
    pub found: Option<wgpu::BindGroupLayout>,
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

/// The `SHOWS_GLOW` of the shader.
const EMISSION: u32 = 25;
/// One of the `ALPHA` constants of the shader.
const BLENDED: u8 = 2;

/// Which picture of surfaces they are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Seen,
    /// By their emission alone, as strong as it is.
    Emission,
    /// As the ground mirrors them: all of them hide what is behind them, as depth tells how far from the ground a surface is. Glass shows what
    /// is behind the picture.
    Mirrored,
}

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
    sides: Sides,
    has_section: bool,
    capped: Option<Sides>,
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
            sides,
            has_section: item.has_section,
            capped: item.capped,
        }
    }
}

impl Surfaces {
    /// None are there yet; surfaces are drawn by their triangles.
    pub fn new(samples: u32) -> Self {
        Self {
            pipelines: FxHashMap::default(),
            parsed: HashMap::new(),
            samples,
            kind: Kind::Seen,
            found: None,
        }
    }

    /// The same for surfaces that are drawn by their emission alone.
    pub fn of_emission(samples: u32) -> Self {
        Self {
            kind: Kind::Emission,
            ..Self::new(samples)
        }
    }

    /// The same for surfaces that the ground mirrors.
    pub fn mirrored(samples: u32) -> Self {
        Self {
            kind: Kind::Mirrored,
            ..Self::new(samples)
        }
    }

    /// Drops what was made for wirings of materials.
    pub fn forget(&mut self) {
        self.pipelines.clear();
        self.parsed.clear();
    }

    /// The pipeline for some sides of a mesh, if it was made.
    pub fn get(
        &self,
        (item, sides): (&Item, Sides),
        (mesh, wired): (&MeshGpu, &Wired),
    ) -> Option<&wgpu::RenderPipeline> {
        self.pipelines.get(&self.key((item, sides), (mesh, wired)))
    }

    fn key(&self, (item, sides): (&Item, Sides), (mesh, wired): (&MeshGpu, &Wired)) -> Key {
        let key = Key::of(item, sides, mesh, wired);
        match self.kind {
            Kind::Seen => key,
            Kind::Mirrored => Key { weighed: false, ..key },
            Kind::Emission => Key {
                features: Features::default(),
                shows: EMISSION,
                framed: false,
                weighed: false,
                capped: None,
                ..key
            },
        }
    }

    /// Makes what some sides of `mesh` need, if it is not there yet; whether it had to.
    pub fn make(
        &mut self,
        made_for: (&Context, &Common),
        (item, sides): (&Item, Sides),
        (mesh, wired): (&MeshGpu, &Wired),
    ) -> bool {
        let key = self.key((item, sides), (mesh, wired));
        if self.pipelines.contains_key(&key) {
            return false;
        }
        let pipeline = self.made(made_for, key, wired);
        self.pipelines.insert(key, pipeline);
        true
    }

    fn made(&mut self, (context, common): (&Context, &Common), key: Key, wired: &Wired) -> wgpu::RenderPipeline {
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
            _ if self.found.is_some() => "vertex_tile",
            (0, _) if is_usual => "vertex_bare",
            (0, _) => "vertex_plain",
            (1, false) if is_usual => "vertex_mapped",
            (1, false) => "vertex_uv",
            (1, true) => "vertex_uv_framed",
            (_, false) => "vertex_full",
            (_, true) => "vertex_full_framed",
        };
        let fragment = match (key.framed, key.weighed, masks) {
            _ if self.found.is_some() => "fragment_found",
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
        let buffers = match self.found.is_some() {
            true => Vec::new(),
            false => [&[Some(posed), Some(PLACEMENTS)], streams].concat(),
        };
        let constants = [
            &[
                ("ALPHA", f64::from(key.alpha)),
                ("FRAMED", key.framed.into()),
                ("FACETED", key.faceted.into()),
                ("NUMBERED", f64::from(u8::from(self.found.is_some()))),
                ("STREAMS", key.streams.into()),
                ("LOOKS_AROUND", (self.samples > 1).into()),
                ("CUTS_SAMPLES", cuts.into()),
                ("SHOWS", key.shows.into()),
                ("SECTION", key.has_section.into()),
                ("CAPPED", key.capped.is_some().into()),
                ("MIRRORED", (key.capped == Some(Sides::FrontMirrored)).into()),
            ],
            &key.features.constants()[..],
        ]
        .concat();
        let groups = [
            Some(&common.view_layout),
            Some(&common.draws.layout),
            Some(&wired.layout),
            Some(&common.shade.layout),
            self.found.as_ref(),
        ];
        let spec = PipelineSpec {
            label: "mesh",
            shader: shaders::MESH,
            vertex,
            fragment,
            constants: &constants,
            buffers: &buffers,
            groups: if self.found.is_some() { &groups } else { &groups[..4] },
            topology: match self.found.is_some() {
                true => wgpu::PrimitiveTopology::TriangleStrip,
                false => wgpu::PrimitiveTopology::TriangleList,
            },
            // Blended surfaces do not hide each other. Glass does: it is opaque, and shows a picture of its background.
            depth: match self.kind {
                Kind::Mirrored => Depth::Solid,
                Kind::Seen if key.alpha != BLENDED => Depth::Solid,
                Kind::Seen | Kind::Emission => Depth::Tested,
            },
        };
        // The shader of glass reads the surfaces behind it and returns them refracted. Blending would add them a second time, unrefracted.
        let replaces = key.features.transmits && key.alpha != BLENDED && self.kind == Kind::Seen;
        if self.kind == Kind::Emission {
            return spec.build_light(context, parsed, self.samples, key.sides);
        }
        match (key.weighed, replaces) {
            (true, _) => spec.build_weighed(context, parsed, self.samples, key.sides),
            (false, true) => spec.build_replacing_of(context, parsed, self.samples, key.sides),
            (false, false) => spec.build_of(context, parsed, self.samples, key.sides),
        }
    }
}
