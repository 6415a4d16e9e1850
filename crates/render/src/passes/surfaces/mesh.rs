//! Shaded triangles.

use crate::cost::{Extent, Span};
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::entry::Parsed;
use crate::gpu::error::RenderError;
use crate::gpu::pipeline::{Depth, PipelineSpec, Sides};
use crate::gpu::shaders;
use crate::gpu::vertices::{FRAMED_VERTICES, PLACEMENTS, UV_PAIRS, UVS, colors, posed_vertices};
use crate::lists::draw_list::{CLAY_ALONE, Item, shows_surfaces};
use crate::passes::common::Common;
use crate::passes::pass::{At, Destination, Draw, OwnRun, Pass, Piece, Plan, Turn};
use crate::passes::picture::picture_gpu::PictureGpu;
use crate::passes::shadows::fit::rectangle;
use crate::passes::weighed::ComposePass;
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
    compose: ComposePass,
    samples: u32,
}

/// Steps: all sides of a mesh but those that were drawn before; the sides that face away, where the others are drawn after them.
const LAST_SIDES: usize = 0;
const BACKS: usize = 1;
/// Triangles of a mesh that blends, in any order, and what was drawn so, laid over the picture.
const WEIGH: usize = 2;
const COMPOSE: usize = 3;
/// The samples where triangles of a mesh were found by their numbers.
const FOUND: usize = 4;

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

impl Pass for MeshPass {
    const WORD: &'static str = "blended";
    const HAS_PIPELINES: bool = false;

    fn new(_: &Context, _: &Common, samples: u32) -> Self {
        Self {
            pipelines: FxHashMap::default(),
            parsed: HashMap::new(),
            compose: ComposePass::default(),
            samples,
        }
    }

    fn plan(there: &PictureGpu<'_>, plan: &mut Plan<'_>) {
        if shows_surfaces(there.picture) {
            plan_solid(there, plan);
            plan_blended(there, plan);
        }
    }

    fn prepare(&mut self, there: &PictureGpu<'_>, draws: &[Draw]) -> Result<usize, RenderError> {
        if draws.iter().any(|draw| draw.at.step == WEIGH) {
            let sums = there.target.prepare_sums(there.context)?;
            self.compose.prepare(there.context, sums, self.samples);
        }
        Ok(0)
    }

    fn prepare_item(&mut self, there: &PictureGpu<'_>, item: usize) -> bool {
        let drawn = &there.list.items[item];
        match there.standing(item) {
            Some((mesh, _)) if mesh.triangles.is_some() => {
                self.make((there.context, there.common), drawn, (mesh, &there.wired[drawn.look]))
            }
            _ => false,
        }
    }

    fn forget_wirings(&mut self) {
        self.pipelines.clear();
        self.parsed.clear();
    }

    fn record(&self, there: &PictureGpu<'_>, pass: &mut DrawPass<'_>, piece: &Piece<'_>) {
        if piece.at.step == COMPOSE {
            if let Some(sums) = there.target.sums() {
                self.compose.draw(pass, sums);
                pass.set_bind_group(0, &there.common.view_group, None);
            }
            return;
        }
        let item = &there.list.items[piece.at.item];
        let wired = &there.wired[item.look];
        let Some((mesh, standing)) = there.standing(piece.at.item) else {
            return;
        };
        let sides = match (piece.at.step, item.halves) {
            (FOUND, _) => return self.record_found(there, pass, (mesh, wired), piece),
            (BACKS, Some([first, _])) => first,
            (WEIGH, _) => item.sides,
            _ => item.last_sides(),
        };
        let Some(triangles) = &mesh.triangles else { return };
        there.common.draws.bind(pass, piece.at.item);
        there.common.shade.bind(pass, item.look, item.features.transmits);
        self.draw(pass, (mesh, triangles), &standing, wired, (item, sides), piece.span);
    }

    /// Surfaces that are drawn in any order: what is before them hides them, and they hide nothing.
    fn record_own(&self, there: &PictureGpu<'_>, encoder: &mut wgpu::CommandEncoder, run: &OwnRun<'_>) {
        let Some(sums) = there.target.sums() else { return };
        let mut pass = DrawPass::begin(
            encoder,
            &wgpu::RenderPassDescriptor {
                label: Some("sums"),
                color_attachments: &sums.attachments(run.first, run.last),
                depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                    view: there.eye.unwrap_or(&there.target.depth_view),
                    depth_ops: Some(wgpu::Operations {
                        load: wgpu::LoadOp::Load,
                        store: wgpu::StoreOp::Store,
                    }),
                    stencil_ops: None,
                }),
                timestamp_writes: None,
                occlusion_query_set: None,
                multiview_mask: None,
            },
        );
        pass.set_bind_group(0, &there.common.view_group, None);
        for piece in run.pieces.iter().filter(|piece| !piece.rows.is_empty()) {
            let rows = &piece.rows;
            pass.set_scissor_rect(0, rows.start, there.target.size[0], rows.end - rows.start);
            self.record(there, &mut pass, piece);
        }
    }
}

fn plan_solid(there: &PictureGpu<'_>, plan: &mut Plan<'_>) {
    let items = &there.list.items;
    for (item, mesh) in there.meshes().filter(|(item, _)| !items[*item].shows_behind()) {
        let Some(triangles) = &mesh.triangles else { continue };
        match items[item].numbered {
            Some(_) => {
                let at = At {
                    step: FOUND,
                    ..At::item(item)
                };
                // Each of its samples once.
                let pixels = plan.cover.all * f64::from(there.target.samples);
                plan.add(Draw::of(Turn::Solid, at).in_order().in_tiles(), Extent::ONE, pixels);
            }
            None => {
                let extent = Extent::new(triangles.count, 3, 0..there.placement_count(item));
                plan.add_item(there, item, extent);
            }
        }
    }
}

fn plan_blended(there: &PictureGpu<'_>, plan: &mut Plan<'_>) {
    let items = &there.list.items;
    let draw = |item, step| Draw::of(Turn::Blended, At { step, ..At::item(item) }).in_order();
    // The group that is drawn, and the last item of it.
    let mut open = None;
    for (item, mesh) in there.meshes().filter(|(item, _)| items[*item].shows_behind()) {
        let group = items[item].group;
        if let Some((of, last)) = open
            && Some(of) != group
        {
            plan.add(draw(last, COMPOSE), Extent::ONE, 0.3 * plan.cover.all);
        }
        open = group.map(|group| (group, item));
        let Some(triangles) = &mesh.triangles else { continue };
        let extent = Extent::new(triangles.count, 3, 0..there.placement_count(item));
        if group.is_some() {
            let draw = draw(item, WEIGH).to(Destination::Own(0)).in_tiles();
            plan.add(draw, extent, plan.covers[item]);
            continue;
        }
        if items[item].halves.is_some() {
            plan.add(draw(item, BACKS).in_tiles(), extent.clone(), plan.covers[item]);
        }
        plan.add(draw(item, LAST_SIDES).in_tiles(), extent, plan.covers[item]);
    }
    if let Some((_, last)) = open {
        plan.add(draw(last, COMPOSE), Extent::ONE, 0.3 * plan.cover.all);
    }
}

impl MeshPass {
    /// Makes what `mesh` needs, if it is not there yet; whether it had to.
    fn make(&mut self, (context, common): (&Context, &Common), item: &Item, (mesh, wired): (&MeshGpu, &Wired)) -> bool {
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

    /// Shades the samples of a numbered mesh.
    fn record_found(
        &self,
        there: &PictureGpu<'_>,
        pass: &mut DrawPass<'_>,
        (mesh, wired): (&MeshGpu, &Wired),
        piece: &Piece<'_>,
    ) {
        let item = &there.list.items[piece.at.item];
        let Some(numbered) = item.numbered.and_then(|at| there.numbered.get(at)) else {
            return;
        };
        // Nothing was found beside what is posed.
        let [[x, y], [width, height]] = rectangle(there.picture);
        let [top, bottom] = [piece.rows.start.max(y), piece.rows.end.min(y + height)];
        if top >= bottom || width == 0 {
            return;
        }
        pass.set_scissor_rect(x, top, width, bottom - top);
        there.common.draws.bind(pass, piece.at.item);
        there.common.shade.bind(pass, item.look, item.features.transmits);
        if let Some(pipeline) = self.pipelines.get(&Key::of(item, item.sides, mesh, wired)) {
            pass.set_pipeline(pipeline);
            pass.set_bind_group(2, &wired.group, None);
            numbered.bind(pass);
            pass.draw(0..4, 0..numbered.tiles());
        }
    }

    /// The draw and its material are bound and what it needs is prepared already. `standing` belongs to the placed model, the
    /// rest to the mesh.
    fn draw(
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
