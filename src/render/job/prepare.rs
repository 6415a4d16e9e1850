//! What a picture needs on the GPU before anything is drawn, piece by piece.

use super::super::RenderError;
use super::super::renderer::Renderer;
use super::super::view::view_uniform;
use super::tasks::wants_edges;
use super::work::{Allowance, Work};
use super::{Content, Job, Lists, Models};
use crate::core::ModelIndex;
use crate::picture::{Picture, PlacedModel, Texture};
use crate::render::lists::draw_list::{DrawList, Part};
use crate::render::lists::glyphs;
use crate::render::lists::lights::lights;
use crate::render::upload::placed_gpu::PlacedGpu;
use crate::render::upload::scene_gpu::ModelGpu;
use crate::scene::{Mesh, Scene};
use std::mem::take;
use std::sync::Arc;

/// What costs time besides the bytes that are sent, in bytes that take as long: looking at one of a list, a few objects of the
/// GPU, a pipeline.
const A_LOOK: f64 = 64.0;
const OBJECTS: f64 = 4096.0;
const PIPELINE: f64 = 4e6;
/// Of a vertex with all its streams, packed and posed; of an index.
const VERTEX: f64 = 96.0;
const INDEX: f64 = 8.0;

fn sent(bytes: f64) -> Work {
    Work { bytes, ..Work::NONE }
}

fn content(scene: &Arc<Scene>, model: ModelIndex) -> Content {
    (Arc::as_ptr(scene), model)
}

impl Renderer {
    pub(super) fn begin_models(&mut self) -> Models {
        let before = take(&mut self.shown.placed);
        let all = before.iter().chain(&self.aside.placed);
        Models {
            uploads: all
                .map(|gpu| (content(&gpu.scene, gpu.model), gpu.gpu.clone()))
                .collect(),
            sending: None,
            before: before.into_iter().map(|gpu| (gpu.key, gpu)).collect(),
        }
    }

    /// Puts the next of the picture's models into `self.shown.placed`, unless its meshes are too much for one step: kept where nothing
    /// but the pose changed, uploads shared by placements of one model. Whether it is there.
    pub(super) fn send_model(&mut self, job: &mut Job, at: usize, allowance: &mut Allowance) -> bool {
        let placed = &job.picture.models[at];
        let kept = job.models.before.remove(&placed.key).filter(|gpu| gpu.shows(placed));
        let mut gpu = match kept {
            Some(gpu) => gpu,
            None => {
                let Some(model) = self.send_meshes(&mut job.models, placed, allowance) else {
                    return false;
                };
                allowance.spend(&sent(OBJECTS * (1 + model.meshes.len()) as f64));
                PlacedGpu::new(&self.context, &self.deform, placed, model)
            }
        };
        if !gpu.holds(&placed.pose) {
            allowance.spend(&sent(gpu.gpu.pose_layout.bytes() as f64));
        }
        gpu.set_pose(&self.context, &self.deform, placed);
        let problem = gpu.place(&self.context, job.picture.world_from_stage, placed);
        job.problems.extend(problem);
        job.problems
            .extend(gpu.gpu.problems.iter().chain(&gpu.problems).cloned());
        self.shown.placed.push(gpu);
        allowance.spend(&sent(A_LOOK));
        true
    }

    /// The content of a placed model, if all of it is sent by the end of this step.
    fn send_meshes(
        &mut self,
        models: &mut Models,
        placed: &PlacedModel,
        allowance: &mut Allowance,
    ) -> Option<Arc<ModelGpu>> {
        let (key, model) = (content(&placed.scene, placed.model), placed.model());
        if let Some(there) = models.uploads.get(&key) {
            return Some(there.clone());
        }
        let sending = models
            .sending
            .get_or_insert_with(|| ModelGpu::begin(&self.context, model));
        while let Some(mesh) = model.meshes.get(sending.meshes.len()) {
            if allowance.is_used_up() {
                return None;
            }
            let cost = match sending.send_mesh(&self.context, model, self.chunk_limits) {
                true => upload_cost(mesh),
                false => A_LOOK,
            };
            allowance.spend(&sent(cost));
        }
        self.counts.uploads += 1;
        let there = Arc::new(models.sending.take()?);
        self.counts.meshes += there.distinct() as u64;
        models.uploads.insert(key, there.clone());
        Some(there)
    }

    /// All models are there: what is drawn of them.
    pub(super) fn list(&mut self, job: &mut Job) {
        job.models = Models::default();
        let mut table = Vec::new();
        let mut list = DrawList::of(&job.picture, &self.missing, &mut table);
        list.drop_repeated(|placed, mesh| self.shown.placed[placed].leader(mesh));
        self.counts.draws += list.items.len() as u64;
        let glyphs = glyphs::glyphs(&job.picture, &mut table);
        self.shown.glyphs.write(&self.context, &glyphs);
        self.map_groups.clear();
        self.textures.limit(job.picture.most_texels);
        job.lists = Lists {
            outlined: list.items.iter().any(|item| item.selected.is_some()),
            list,
            table,
            view: view_uniform(&job.picture),
        };
    }

    /// The maps of one look.
    pub(super) fn prepare_look(&mut self, job: &mut Job, at: usize, allowance: &mut Allowance) {
        let look = &mut job.lists.list.looks[at];
        let material = look.name.clone();
        let problems = &mut job.problems;
        let mut problem = |error: &RenderError| {
            problems.push(RenderError::Texture {
                material: material.clone(),
                reason: error.to_string(),
            });
        };
        let bytes = self.textures.sent_bytes();
        let group = self.textures.prepare(&self.context, look, &mut problem);
        self.map_groups.push(group);
        let bytes = self.textures.sent_bytes() - bytes;
        self.counts.texture_bytes += bytes;
        allowance.spend(&sent(bytes as f64 + A_LOOK));
    }

    /// Frees what the picture does not use. Hidden or untextured for now: what a model still shows elsewhere is worth keeping.
    pub(super) fn free_textures(&mut self, picture: &Picture) {
        let textures = picture.models.iter().flat_map(|placed| placed.textures.iter());
        textures
            .filter_map(Texture::image)
            .for_each(|image| self.textures.keep(image));
        self.textures.free_unused();
    }

    /// The pipeline and the edges of one item.
    pub(super) fn prepare_item(&mut self, job: &mut Job, at: usize, allowance: &mut Allowance) {
        let list = &job.lists.list;
        let item = &list.items[at];
        allowance.spend(&sent(A_LOOK));
        let (Some((mesh, _)), Part::Mesh(index)) = (self.standing(list, at), item.part) else {
            return;
        };
        let (passes, maps) = (self.passes_of(&job.target), &self.textures.layout);
        if mesh.triangles.is_some() && passes.mesh.prepare(&self.context, &self.common, maps, item, mesh) {
            allowance.spend(&sent(PIPELINE));
        }
        if wants_edges(&job.picture) && mesh.triangles.is_some() && mesh.made_edges().is_none() {
            let of_scene = &self.shown.placed[item.placed].model().meshes[index];
            allowance.spend(&sent(of_scene.triangles.len() as f64 * INDEX + OBJECTS));
            mesh.edges(&self.context, of_scene);
        }
    }

    /// Everything is there but what belongs to this picture alone: that is sent, and the tasks are listed.
    pub(super) fn plan_drawing(&mut self, job: &mut Job) -> Result<(), RenderError> {
        let (picture, lists) = (&job.picture, &mut job.lists);
        self.place_ghosts(picture, &mut lists.list, &mut job.problems);
        self.shown.trails.write(&self.context, picture);
        self.common.write_view(&self.context, &lists.view);
        self.common.draws.write(&self.context, &lists.list.uniforms);
        let materials = lists.list.looks.iter().map(|look| &look.uniform);
        self.common.shade.write(&self.context, &lights(picture), materials);
        if lists.outlined {
            let passes = self.passes.iter().find(|(samples, _)| *samples == job.target.samples);
            let outline = &passes.expect("made with the target").1.outline;
            outline.prepare(&self.context, &mut self.shown.mask, picture.size)?;
        }
        job.drawing.tasks = self.plan(picture, &lists.list, lists.outlined);
        Ok(())
    }
}

fn upload_cost(mesh: &Mesh) -> f64 {
    let indices = mesh.triangles.len() + mesh.lines.len();
    OBJECTS + mesh.vertex_count() as f64 * VERTEX + indices as f64 * INDEX
}
