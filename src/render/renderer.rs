//! The renderer: what is kept from picture to picture, and the order of the passes.

use super::draw_list::{DrawList, Part};
use super::lights::lights;
use super::pack::ChunkLimits;
use super::passes::bones::BonesPass;
use super::passes::deform::DeformPass;
use super::passes::floor::FloorPass;
use super::passes::ghost::{GhostPass, Layer};
use super::passes::hair::HairPass;
use super::passes::mesh::MeshPass;
use super::passes::outline::OutlinePass;
use super::passes::pick::PickPass;
use super::passes::points::PointsPass;
use super::passes::trails::TrailPass;
use super::passes::wire::{Wire, WirePass};
use super::passes::{Common, background::BackgroundPass};
use super::placed_gpu::PlacedGpu;
use super::placements::Standing;
use super::readback;
use super::scene_gpu::{Body, MeshGpu, ModelGpu};
use super::shown::{Last, Shown};
use super::target::Target;
use super::texture::Textures;
use super::view::view_uniform;
use super::{Context, RenderError, glyphs, texture};
use crate::core::{BoneIndex, MeshIndex, ModelIndex};
use crate::images::Image;
use crate::picture::{Picture, PlacedKey, Shading, Texture};
use crate::scene::Scene;
use std::collections::HashMap;
use std::sync::Arc;

/// What a call to [`Renderer::draw`] did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// Samples per pixel the picture has: the wanted number, or 1 where the adapter has no more.
    pub samples: u32,
    /// Meshes and textures that had to be left out, with the reason; the rest is drawn.
    pub problems: Vec<RenderError>,
}

/// How often things were done since the renderer was made: idle means that none of them grows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub pictures: u64,
    /// Runs of the deform pass, one per chunk of a mesh.
    pub deform_dispatches: u64,
    /// Small pictures on the side.
    pub asides: u64,
    /// Models whose meshes were sent to the GPU.
    pub uploads: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Picked {
    pub key: PlacedKey,
    pub what: PickedPart,
    /// Which of the model's instances, 0 where it has none.
    pub placement: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PickedPart {
    Bone(BoneIndex),
    Mesh(MeshIndex),
}

/// Draws pictures with one device. Keeps uploads, pipelines and the target between pictures.
pub struct Renderer {
    pub(super) context: Context,
    pub(super) common: Common,
    pub(super) chunk_limits: ChunkLimits,
    pub(super) deform: DeformPass,
    pub(super) textures: Textures,
    /// Stands for base colours that are not found.
    missing: Arc<Image>,
    /// Of the maps of this picture's looks.
    map_groups: Vec<wgpu::BindGroup>,
    /// By samples per pixel.
    pub(super) passes: Vec<(u32, Passes)>,
    pub(super) pick: Option<PickPass>,
    pub(super) shown: Shown,
    pub(super) aside: Shown,
    pub(super) counts: Counts,
}

/// The pipelines for one number of samples.
pub(super) struct Passes {
    background: BackgroundPass,
    mesh: MeshPass,
    wire: WirePass,
    points: PointsPass,
    hair: HairPass,
    floor: FloorPass,
    outline: OutlinePass,
    bones: BonesPass,
    pub(super) ghost: GhostPass,
    trails: TrailPass,
}

impl Renderer {
    pub fn new(context: &Context) -> Self {
        Self::with_chunks(context, ChunkLimits::default())
    }

    /// `limits`: how much of a mesh one run of the deform pass takes. Tests make it small.
    pub fn with_chunks(context: &Context, limits: ChunkLimits) -> Self {
        Self {
            context: context.clone(),
            common: Common::new(context),
            chunk_limits: limits,
            deform: DeformPass::new(context),
            textures: Textures::new(context),
            missing: Arc::new(texture::missing()),
            map_groups: Vec::new(),
            passes: Vec::new(),
            pick: None,
            shown: Shown::new(context),
            aside: Shown::new(context),
            counts: Counts::default(),
        }
    }

    pub fn context(&self) -> &Context {
        &self.context
    }

    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Draws `picture` into [`Self::color_view`].
    ///
    /// An error means that the picture is not there; after [`RenderError::DeviceLost`] make a new context and renderer.
    pub fn draw(&mut self, picture: &Picture) -> Result<Drawn, RenderError> {
        self.context.check()?;
        self.shown.last = None;
        self.prepare_target(picture)?;
        let mut problems = Vec::new();
        self.place_models(picture, &mut problems);
        let mut table = Vec::new();
        let mut list = DrawList::of(picture, &self.missing, &mut table);
        let glyphs = glyphs::glyphs(picture, &mut table);
        self.prepare_textures(picture, &mut list, &mut problems);
        self.place_ghosts(picture, &mut list, &mut problems);
        self.shown.trails.write(&self.context, picture);
        let view = view_uniform(picture);
        self.common.write_view(&self.context, &view);
        self.common.draws.write(&self.context, &list.uniforms);
        let materials = list.looks.iter().map(|look| &look.uniform);
        self.common.shade.write(&self.context, &lights(picture), materials);
        self.shown.glyphs.write(&self.context, &glyphs);
        let mut encoder = self
            .context
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("render / picture"),
            });
        self.deform_meshes(&mut encoder, &list);
        self.record(&mut encoder, picture, &list)?;
        self.context.queue.submit([encoder.finish()]);
        self.context.check()?;
        self.counts.pictures += 1;
        self.shown.last = Some(Last { view, list, table });
        Ok(Drawn {
            samples: self.drawn_target()?.samples,
            problems,
        })
    }

    fn prepare_target(&mut self, picture: &Picture) -> Result<(), RenderError> {
        let many = picture.samples >= 4 && self.context.abilities().multisampling;
        let samples = if many { 4 } else { 1 };
        let fits = |target: &Target| target.size == picture.size && target.samples == samples;
        if !self.shown.target.as_ref().is_some_and(fits) {
            self.shown.target = Some(Target::new(&self.context, picture.size, samples)?);
        }
        if !self.passes.iter().any(|(have, _)| *have == samples) {
            let passes = self
                .context
                .catch(|| Passes::new(&self.context, &self.common, samples))?;
            self.passes.push((samples, passes));
        }
        Ok(())
    }

    /// Makes `self.shown.placed` parallel to the picture's models: kept where nothing but the pose changed, uploads shared by
    /// placements of one model, the rest freed.
    fn place_models(&mut self, picture: &Picture, problems: &mut Vec<RenderError>) {
        // By maps: a file may hold any number of models. Nothing is iterated in their order.
        let content = |scene: &Arc<Scene>, model: ModelIndex| (Arc::as_ptr(scene), model);
        let before = std::mem::take(&mut self.shown.placed);
        let mut uploads: HashMap<_, _> = before
            .iter()
            .chain(&self.aside.placed)
            .map(|gpu| (content(&gpu.scene, gpu.model), gpu.gpu.clone()))
            .collect();
        let mut before: HashMap<PlacedKey, PlacedGpu> = before.into_iter().map(|gpu| (gpu.key, gpu)).collect();
        for placed in &picture.models {
            let kept = before.remove(&placed.key).filter(|gpu| gpu.shows(placed));
            let mut gpu = kept.unwrap_or_else(|| {
                let model = uploads.entry(content(&placed.scene, placed.model)).or_insert_with(|| {
                    self.counts.uploads += 1;
                    Arc::new(ModelGpu::upload(
                        &self.context,
                        &placed.scene,
                        placed.model,
                        self.chunk_limits,
                    ))
                });
                PlacedGpu::new(&self.context, &self.deform, placed, model.clone())
            });
            gpu.set_pose(&self.context, &self.deform, &placed.pose);
            problems.extend(gpu.place(&self.context, picture.world_from_stage, placed));
            problems.extend(gpu.gpu.problems.iter().chain(&gpu.problems).cloned());
            self.shown.placed.push(gpu);
        }
    }

    fn prepare_textures(&mut self, picture: &Picture, list: &mut DrawList, problems: &mut Vec<RenderError>) {
        self.map_groups.clear();
        for look in &mut list.looks {
            let material = look.name.clone();
            let mut problem = |error: &RenderError| {
                problems.push(RenderError::Texture {
                    material: material.clone(),
                    reason: error.to_string(),
                });
            };
            let group = self.textures.prepare(&self.context, look, &mut problem);
            self.map_groups.push(group);
        }
        // Hidden or untextured for now: what a model still shows elsewhere is worth keeping.
        let textures = picture.models.iter().flat_map(|placed| placed.textures.iter());
        textures
            .filter_map(Texture::image)
            .for_each(|image| self.textures.keep(image));
        self.textures.free_unused();
    }

    fn deform_meshes(&mut self, encoder: &mut wgpu::CommandEncoder, list: &DrawList) {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("deform"),
            timestamp_writes: None,
        });
        self.deform.begin(&mut pass);
        for item in &list.items {
            if let Part::Mesh(mesh) = item.part {
                self.counts.deform_dispatches += self.shown.placed[item.placed].deform(&self.deform, &mut pass, mesh);
            }
        }
        self.deform_ghosts(&mut pass);
    }

    fn record(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        picture: &Picture,
        list: &DrawList,
    ) -> Result<(), RenderError> {
        let target = self.shown.target.as_ref().expect("prepared before");
        let passes = self.passes.iter().find(|(samples, _)| *samples == target.samples);
        let passes = &passes.expect("prepared before").1;
        let outlined = list.items.iter().any(|item| item.selected.is_some());
        if outlined {
            passes
                .outline
                .prepare(&self.context, &mut self.shown.mask, picture.size)?;
        }
        let mask = self.shown.mask.as_ref().filter(|_| outlined);
        if let Some(mask) = mask {
            let mut pass = passes.outline.begin_mask(encoder, &self.common, mask);
            self.each_mesh(&mut pass, list, |pass, at, mesh, standing| {
                if let (Some(triangles), Some(placements)) = (&mesh.triangles, &list.items[at].selected) {
                    passes.outline.draw_mask(pass, triangles, standing, placements.clone());
                }
            });
        }
        let overlay = mask.is_some() || self.shown.glyphs.count > 0;
        {
            let mut pass = begin(encoder, "scene", target, &self.common, true, !overlay);
            passes.background.draw(&self.context, &mut pass, picture.background);
            self.draw_models(&mut pass, passes, picture, list);
            passes.floor.draw(&self.context, &mut pass, picture);
            self.draw_ghosts(&mut pass, passes, Layer::Beside);
            passes.trails.draw(&mut pass, &self.shown.trails);
            self.draw_ghosts(&mut pass, passes, Layer::Over);
        }
        if overlay {
            let mut pass = begin(encoder, "overlay", target, &self.common, false, true);
            if let Some(mask) = mask {
                self.common.draws.bind(&mut pass, 0);
                passes
                    .outline
                    .draw(&self.context, &mut pass, mask, picture.palette.selected);
            }
            if self.shown.glyphs.count > 0 {
                passes
                    .bones
                    .draw(&self.context, &mut pass, &self.shown.glyphs, &picture.palette);
            }
        }
        target.finish(&self.context, encoder);
        Ok(())
    }

    fn draw_models(&self, pass: &mut wgpu::RenderPass<'_>, passes: &Passes, picture: &Picture, list: &DrawList) {
        let alone = picture.shading == Shading::Wireframe;
        self.each_mesh(pass, list, |_, at, mesh, _| {
            let (maps, item) = (&self.textures.layout, &list.items[at]);
            passes.mesh.prepare(&self.context, &self.common, maps, item, mesh);
        });
        self.each_mesh(pass, list, |pass, at, mesh, standing| {
            match (&mesh.triangles, &mesh.lines) {
                (None, None) => passes.points.draw(&self.context, pass, standing, mesh),
                (None, Some(lines)) => passes.wire.draw_lines(pass, (mesh, lines), standing),
                (Some(_), _) if alone => {}
                (Some(triangles), _) => {
                    let item = &list.items[at];
                    let maps = &self.map_groups[item.look];
                    self.common.shade.bind(pass, item.look);
                    passes.mesh.draw(pass, (mesh, triangles), standing, maps, item);
                }
            }
        });
        for (at, item) in list.items.iter().enumerate() {
            if let Part::Hair(hair) = item.part
                && let Some(Some(hair)) = self.shown.placed[item.placed].gpu.hairs.get(hair)
            {
                self.common.draws.bind(pass, at);
                passes.hair.draw(pass, hair, &self.shown.placed[item.placed].placements);
            }
        }
        if alone || picture.overlays.wireframe {
            self.each_mesh(pass, list, |pass, at, mesh, standing| {
                let item = &list.items[at];
                if let Part::Mesh(index) = item.part
                    && let Some(edges) =
                        mesh.edges(&self.context, &self.shown.placed[item.placed].model().meshes[index])
                {
                    passes
                        .wire
                        .draw(pass, edges, standing, if alone { Wire::Alone } else { Wire::Over });
                }
            });
        }
    }

    /// Calls `each` with every mesh of the list that is there, its draw bound, and how it stands.
    pub(super) fn each_mesh(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        list: &DrawList,
        mut each: impl FnMut(&mut wgpu::RenderPass<'_>, usize, &MeshGpu, &Standing<'_>),
    ) {
        for (at, item) in list.items.iter().enumerate() {
            let Part::Mesh(index) = item.part else { continue };
            let placed = &self.shown.placed[item.placed];
            if let (Some(Some(mesh)), Some(vertices)) = (placed.gpu.meshes.get(index), placed.vertices(index)) {
                self.common.draws.bind(pass, at);
                let placements = &placed.placements;
                each(pass, at, mesh, &Standing { vertices, placements });
            }
        }
    }

    /// The last picture as egui samples it: plain sRGB bytes, premultiplied alpha. A new view after a change of size;
    /// `None` before the first picture.
    pub fn color_view(&self) -> Option<&wgpu::TextureView> {
        self.shown.target.as_ref().map(|target| &target.plain_view)
    }

    /// The last picture, straight alpha.
    pub fn read_pixels(&self) -> Result<Image, RenderError> {
        let target = self.drawn_target()?;
        let bytes = readback::read_texture(&self.context, &target.color, target.size, 4)?;
        Ok(readback::straight_alpha(target.size, bytes))
    }

    /// How many chunks the mesh is deformed in; 0 when it is rigid, empty or not there.
    pub fn chunk_count(&self, key: PlacedKey, mesh: MeshIndex) -> usize {
        let placed = self.shown.placed.iter().find(|placed| placed.key == key);
        let mesh = placed.and_then(|placed| placed.gpu.meshes.get(mesh.get())?.as_ref());
        match mesh.map(|mesh| &mesh.body) {
            Some(Body::Deforming { chunks, .. }) => chunks.len(),
            _ => 0,
        }
    }

    pub(super) fn drawn_target(&self) -> Result<&Target, RenderError> {
        self.shown.target.as_ref().ok_or_else(|| RenderError::Readback {
            reason: "no picture was drawn yet".into(),
        })
    }
}

impl Passes {
    fn new(context: &Context, common: &Common, samples: u32) -> Self {
        Self {
            background: BackgroundPass::new(context, common, samples),
            mesh: MeshPass::new(samples),
            wire: WirePass::new(context, common, samples),
            points: PointsPass::new(context, common, samples),
            hair: HairPass::new(context, common, samples),
            floor: FloorPass::new(context, common, samples),
            outline: OutlinePass::new(context, common, samples),
            bones: BonesPass::new(context, common, samples),
            ghost: GhostPass::new(context, common, samples),
            trails: TrailPass::new(context, common, samples),
        }
    }
}

/// A pass into the target with the view bound. `first`: on an empty target; otherwise over what is there, with a depth of its own.
/// `last`: samples are resolved afterwards.
fn begin<'a>(
    encoder: &'a mut wgpu::CommandEncoder,
    label: &str,
    target: &Target,
    common: &Common,
    first: bool,
    last: bool,
) -> wgpu::RenderPass<'a> {
    let load = if first {
        wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT)
    } else {
        wgpu::LoadOp::Load
    };
    let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some(label),
        color_attachments: &[Some(target.color_attachment(load, last))],
        depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
            view: &target.depth_view,
            depth_ops: Some(wgpu::Operations {
                load: wgpu::LoadOp::Clear(0.0),
                store: wgpu::StoreOp::Discard,
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
