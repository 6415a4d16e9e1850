//! What a picture needs on the GPU before anything is drawn, piece by piece.

use super::super::draw_list::{DrawList, Part};
use super::super::placed_gpu::PlacedGpu;
use super::super::renderer::Renderer;
use super::super::scene_gpu::ModelGpu;
use super::super::view::view_uniform;
use super::super::{RenderError, glyphs, lights::lights};
use super::tasks::wants_edges;
use super::work::{Allowance, Work};
use super::{Content, Job, Lists, Models};
use crate::core::ModelIndex;
use crate::picture::{Picture, Texture};
use crate::scene::{Model, Scene};
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
            before: before.into_iter().map(|gpu| (gpu.key, gpu)).collect(),
        }
    }

    /// Puts the next of the picture's models into `self.shown.placed`: kept where nothing but the pose changed, uploads shared by
    /// placements of one model.
    pub(super) fn send_model(&mut self, job: &mut Job, at: usize, allowance: &mut Allowance) {
        let placed = &job.picture.models[at];
        let kept = job.models.before.remove(&placed.key).filter(|gpu| gpu.shows(placed));
        let mut gpu = kept.unwrap_or_else(|| {
            let key = content(&placed.scene, placed.model);
            let model = job.models.uploads.entry(key).or_insert_with(|| {
                self.counts.uploads += 1;
                allowance.spend(&sent(upload_cost(placed.model())));
                let (context, limits) = (&self.context, self.chunk_limits);
                let made = ModelGpu::upload(context, &placed.scene, placed.model, limits);
                self.counts.meshes += made.distinct() as u64;
                Arc::new(made)
            });
            allowance.spend(&sent(OBJECTS * (1 + model.meshes.len()) as f64));
            PlacedGpu::new(&self.context, &self.deform, placed, model.clone())
        });
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

fn upload_cost(model: &Model) -> f64 {
    let of_mesh = |mesh: &crate::scene::Mesh| {
        let indices = mesh.triangles.len() + mesh.lines.len();
        OBJECTS + mesh.vertex_count() as f64 * VERTEX + indices as f64 * INDEX
    };
    model.meshes.iter().map(of_mesh).sum()
}
