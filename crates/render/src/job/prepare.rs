//! Prepares the GPU for a picture before anything is drawn, piece by piece.

use super::super::RenderError;
use super::super::renderer::Renderer;
use super::ghosts::drawn_meshes;
use super::{Content, Job, Lists, Models, PlannedTask, Sending};
use crate::cost::{Allowance, Work};
use crate::gpu::gpu_types::DrawUniform;
use crate::labels::Labels;
use crate::lists::bones;
use crate::lists::cover::Cover;
use crate::lists::draw_list::{DrawList, Drawable};
use crate::lists::ghost_gpu::GhostGpu;
use crate::lists::on_its_way::SentOf;
use crate::lists::view::shifted_view;
use crate::passes::casters::sight::SeenItems;
use crate::passes::pass::Plan;
use crate::passes::surfaces::{bloom, reflection};
use crate::passes::wire::wants_edges;
use crate::software;
use crate::upload::buffers::{Packer, Pending, Progress, send_whole};
use crate::upload::packing::edges::{PackedEdges, pack_edges};
use crate::upload::packing::packed::{hair_points, pack_hair};
use crate::upload::placed_gpu::PlacedGpu;
use crate::upload::pool_slice::PoolSlice;
use crate::upload::scene_gpu::{EdgesGpu, HairGpu, MeshGpu, ModelGpu};
use crate::upload::vertices::values::ValuesPass;
use castview_base::core::ModelIndex;
use castview_base::scene::{Mesh, Scene};
use castview_picture::{Picture, PlacedModel, Shadows, Texture};
use std::collections::HashMap;
use std::mem::take;
use std::sync::Arc;

/// Other costs than sent bytes, counted in bytes that take as long: one look at an entry of a list, a few objects of the GPU, a
/// pipeline.
const A_LOOK: f64 = 64.0;
const OBJECTS: f64 = 4096.0;
/// Putting one draw on a list.
const A_DRAW: f64 = 512.0;
const PIPELINE: f64 = 4e6;
/// Bytes of a vertex with all its streams, packed and posed; of an index.
const VERTEX: f64 = 96.0;
const INDEX: f64 = 8.0;
/// Bytes of a point of a strand, with its share of the ribbons.
const HAIR_POINT: f64 = 88.0;

fn sent(bytes: f64) -> Work {
    Work { bytes, ..Work::NONE }
}

fn content(scene: &Arc<Scene>, model: ModelIndex) -> Content {
    (Arc::as_ptr(scene), model)
}

impl Renderer {
    pub(super) fn begin_models(&mut self) -> Models {
        let before = take(&mut self.shown.placed);
        let ghosts = take(&mut self.shown.ghosts);
        let mut uploads: HashMap<Content, Arc<ModelGpu>> = HashMap::new();
        let of_ghosts = ghosts.iter().map(|ghost| &ghost.gpu);
        for gpu in before.iter().chain(&self.aside.placed).chain(of_ghosts) {
            let known = uploads.entry(content(&gpu.scene, gpu.model)).or_insert(gpu.gpu.clone());
            // One of them may have been sent more.
            if !Arc::ptr_eq(known, &gpu.gpu) && gpu.gpu.tried_count() > known.tried_count() {
                *known = gpu.gpu.clone();
            }
        }
        Models {
            uploads,
            sending: None,
            before: before.into_iter().map(|gpu| (gpu.key, gpu)).collect(),
            ghosts,
        }
    }

    /// Puts the next of the picture's models into `self.shown.placed`, unless its meshes are too much for one step: kept where nothing
    /// but the pose changed, uploads shared by placements of one model. Whether it is there.
    pub(super) fn send_model(&mut self, job: &mut Job, at: usize, allowance: &mut Allowance) -> bool {
        let placed = &job.picture.models[at];
        let drawn = drawn_meshes(placed);
        let Some(model) = self.send_meshes(&mut job.models, &job.picture, (placed, &drawn), allowance) else {
            return false;
        };
        let kept = job.models.before.remove(&placed.key).filter(|gpu| gpu.shows(placed));
        let mut gpu = match kept {
            Some(mut gpu) => {
                gpu.adopt(&model);
                gpu
            }
            None => {
                allowance.spend(&sent(OBJECTS));
                PlacedGpu::new(placed, model)
            }
        };
        gpu.ask(job.picture.color_by, placed);
        let bytes = gpu.set_pose((&self.context, &mut self.room), &placed.pose, drawn);
        self.counts.pose_bytes += bytes;
        allowance.spend(&sent(bytes as f64));
        let room = (&self.context, &mut self.room);
        match gpu.place(room, job.picture.world_from_stage, placed, allowance) {
            Ok(true) => {}
            Ok(false) => {
                job.models.before.insert(placed.key, gpu);
                return false;
            }
            Err(problem) => job.problems.push(problem),
        }
        self.shown.placed.push(gpu);
        allowance.spend(&sent(A_LOOK));
        true
    }

    /// The content of a placed model with every mesh that is drawn, if all of them are sent by the end of this step.
    fn send_meshes(
        &mut self,
        models: &mut Models,
        picture: &Picture,
        (placed, drawn): (&PlacedModel, &[bool]),
        allowance: &mut Allowance,
    ) -> Option<Arc<ModelGpu>> {
        let (key, model) = (content(&placed.scene, placed.model), placed.model());
        let there = models.uploads.get(&key);
        if let (None, Some(there)) = (&models.sending, there)
            && (0..drawn.len()).all(|mesh| !drawn[mesh] || there.has(mesh))
        {
            return Some(there.clone());
        }
        let context = &self.context;
        // Other adapters draw maps in no time. A window's first pictures may be without shadows, and a command draws one.
        let has_sparse = context.is_software() && (self.spawn.is_some() || picture.shadows != Shadows::default());
        let limits = (self.chunk_limits, has_sparse);
        let sending = models.sending.get_or_insert_with(|| Sending {
            of: SentOf::new(&placed.scene, placed.model),
            gpu: match there {
                Some(there) => with_room((**there).clone(), picture, key, self.idle_bytes),
                None => ModelGpu::begin(context, model),
            },
            next: 0,
            pending: None,
            hairs: there.is_none().then(Vec::new),
            pending_hair: None,
        });
        while sending.next < model.meshes.len() {
            if allowance.is_used_up() {
                return None;
            }
            let mesh = sending.next;
            if let Some((first, pending)) = sending.pending.take() {
                let allowed = (&mut *allowance, &mut self.counts.mesh_bytes);
                match pending.step(
                    (context, &mut self.room),
                    &model.meshes[first].name,
                    allowed,
                    MeshGpu::of,
                ) {
                    Progress::Pending(pending) => sending.pending = Some((first, pending)),
                    Progress::Done(made) => {
                        sending.gpu.put(model, first, made);
                        self.counts.meshes += 1;
                    }
                }
                continue;
            }
            let lacking = drawn[mesh].then(|| sending.gpu.lacks(model, mesh)).flatten();
            let Some(first) = lacking else {
                sending.next += 1;
                allowance.spend(&sent(if drawn[mesh] { A_LOOK } else { 0.0 }));
                continue;
            };
            let cost = sent(upload_cost(&model.meshes[first]));
            if let Some(spawn) = self.spawn.as_ref().filter(|_| allowance.is_too_small_for(&cost)) {
                let (scene, of) = (placed.scene.clone(), placed.model);
                let kept = (self.shown.on_its_way).take_if(|kept| kept.is(&scene, of, first));
                let pending = match kept {
                    Some(kept) => Some(kept.pending),
                    None => {
                        let packing = sending.gpu.packing(context, first, limits);
                        let packer = Packer::new(context, &model.meshes[first].name);
                        Pending::begin(spawn, move || packing.pack(&scene.models[of.get()])?.written(&packer))
                    }
                };
                sending.pending = pending.map(|pending| (first, pending));
            }
            if sending.pending.is_none() {
                sending.gpu.send_mesh((context, &mut self.room), model, mesh, limits);
                sending.next += 1;
                self.counts.meshes += 1;
                allowance.spend(&cost);
            }
        }
        if !self.send_hair(models, placed, allowance) {
            return None;
        }
        let Sending { gpu, .. } = models.sending.take()?;
        let there = Arc::new(gpu);
        if models.uploads.insert(key, there.clone()).is_none() {
            self.counts.uploads += 1;
        }
        Some(there)
    }

    /// The hair of the model that is being sent; whether all of it is there by the end of this step, or cannot be.
    fn send_hair(&mut self, models: &mut Models, placed: &PlacedModel, allowance: &mut Allowance) -> bool {
        let Some(sending) = &mut models.sending else {
            return true;
        };
        let Some(hairs) = &mut sending.hairs else { return true };
        let context = &self.context;
        let largest = context.device.limits().max_buffer_size;
        while let Some(hair) = placed.model().hairs.get(hairs.len()) {
            if allowance.is_used_up() {
                return false;
            }
            if hair.strands.is_empty() {
                hairs.push(None);
                continue;
            }
            let cost = sent(OBJECTS + hair_points(hair) as f64 * HAIR_POINT);
            let elsewhere = self.spawn.as_ref().filter(|_| allowance.is_too_small_for(&cost));
            let begin = |spawn| {
                let (scene, of, at) = (placed.scene.clone(), placed.model, hairs.len());
                let packer = Packer::new(context, &hair.name);
                Pending::begin(spawn, move || {
                    let model = &scene.models[of.get()];
                    pack_hair(model, &model.hairs[at], largest)?.written(&packer)
                })
            };
            let room = (context, &mut self.room);
            let pending = sending.pending_hair.take().or_else(|| elsewhere.and_then(begin));
            let progress = match pending {
                Some(pending) => pending.step(
                    room,
                    &hair.name,
                    (&mut *allowance, &mut self.counts.mesh_bytes),
                    HairGpu::of,
                ),
                None => {
                    allowance.spend(&cost);
                    let packed = pack_hair(placed.model(), hair, largest);
                    Progress::Done(packed.and_then(|packed| send_whole(room, &hair.name, packed, HairGpu::of)))
                }
            };
            match progress {
                Progress::Pending(pending) => sending.pending_hair = Some(pending),
                Progress::Done(made) => {
                    let made = made.map_err(|reason| {
                        sending.gpu.problems.push(RenderError::MeshTooLarge {
                            mesh: hair.name.clone(),
                            reason,
                        });
                    });
                    hairs.push(made.ok());
                }
            }
        }
        sending.gpu.hairs = Arc::new(take(hairs));
        true
    }

    /// All models are there: what is drawn of them.
    pub(super) fn list(&mut self, job: &mut Job, allowance: &mut Allowance) {
        // A later placement of the same content may have been sent more.
        for gpu in &mut self.shown.placed {
            if let Some(sent) = job.models.uploads.get(&content(&gpu.scene, gpu.model)) {
                gpu.adopt(sent);
            }
        }
        job.models.before.clear();
        let mut table = Vec::new();
        let any_order = self.context.abilities().any_order;
        let mut list = DrawList::of(&job.picture, (&self.missing, any_order), &mut table);
        list.drop_repeated(|placed, mesh| self.shown.placed[placed].leader(mesh));
        if wants_edges(&job.picture) {
            list.tell_bone_scales(&job.picture);
        }
        list.tell_strands(|placed, hair| {
            let made = self.shown.placed[placed].gpu.hairs.get(hair)?.as_ref()?;
            Some(made.width)
        });
        self.counts.draws += list.items.len() as u64;
        allowance.spend(&sent(list.items.len() as f64 * A_DRAW));
        let (glyphs, left_out) = bones::glyphs(&job.picture, &mut table);
        job.problems.extend(left_out);
        self.shown.glyphs.write(&self.context, &glyphs);
        if job.picture.has_words() || self.shown.labels.is_some() {
            let labels = self.shown.labels.get_or_insert_with(|| Labels::new(&self.context));
            labels.write(&self.context, &job.picture);
        }
        self.wired.clear();
        if self.textures.forget_wirings() {
            let passes = self.passes.iter_mut().flat_map(|(_, passes)| passes);
            passes.for_each(|pass| pass.forget_wirings());
            self.shadows.iter_mut().for_each(|shadows| shadows.depth.forget());
        }
        self.textures.limit(job.picture.most_texels);
        job.lists = Lists {
            list,
            table,
            view: shifted_view(&job.picture),
            ..Lists::default()
        };
    }

    /// The maps of one look; whether all of them are there.
    pub(super) fn prepare_look(&mut self, job: &mut Job, at: usize, allowance: &mut Allowance) -> bool {
        let look = &mut job.lists.list.looks[at];
        let material = look.name.clone();
        let problems = &mut job.problems;
        let mut problem = |reason: &str| {
            problems.push(RenderError::Texture {
                material: material.clone(),
                reason: reason.into(),
            });
        };
        let bytes = self.textures.sent_bytes();
        let steps = (&mut *allowance, self.spawn.as_ref());
        let wired = self.textures.prepare(&self.context, look, steps, &mut problem);
        self.counts.texture_bytes += self.textures.sent_bytes() - bytes;
        let Some(wired) = wired else { return false };
        self.wired.push(wired);
        allowance.spend(&sent(A_LOOK));
        true
    }

    /// Frees what the picture does not use. Hidden or untextured for now: what a model still shows elsewhere is worth keeping.
    pub(super) fn free_textures(&mut self, picture: &Picture) {
        let textures = picture.models.iter().flat_map(|placed| placed.textures.iter());
        textures
            .filter_map(Texture::image)
            .for_each(|image| self.textures.keep(image));
        self.textures.free_unused();
    }

    /// Room for the vertices of one item, and its edges; whether all of it is there.
    pub(super) fn prepare_item(&mut self, job: &mut Job, at: usize, allowance: &mut Allowance) -> bool {
        let list = &job.lists.list;
        let item = &list.items[at];
        if let Drawable::Mesh(mesh) = item.part {
            let bytes = self.shown.placed[item.placed].make_output((&self.context, &mut self.room), &self.deform, mesh);
            if bytes > 0 {
                self.counts.posed_bytes += bytes;
                allowance.spend(&sent(OBJECTS + bytes as f64));
            }
            if !job.picture.color_by.reads_materials() {
                let values = self
                    .values
                    .get_or_insert_with(|| ValuesPass::new(&self.context, &self.deform));
                let context = (&self.context, &mut self.room);
                let bytes = self.shown.placed[item.placed].make_values(context, values, mesh);
                if bytes > 0 {
                    allowance.spend(&sent(OBJECTS + bytes as f64));
                }
            }
        }
        let (Some((mesh, _)), Drawable::Mesh(index)) = (self.shown.standing(list, at), item.part) else {
            allowance.spend(&sent(A_LOOK));
            return true;
        };
        if mesh.is_cloud() {
            let room = (&self.context, &mut self.room);
            match self.shown.placed[item.placed].place_points(room, allowance) {
                Ok(true) => {}
                Ok(false) => return false,
                Err(problem) => job.problems.push(problem),
            }
        }
        let placed = &self.shown.placed[item.placed];
        let Some(mesh) = placed.gpu.meshes.get(index).and_then(Option::as_ref) else {
            return true;
        };
        let is_there = !wants_edges(&job.picture)
            || !mesh.lacks_edges()
            || self.make_edges((&mut job.edges, &mut job.problems), (item.placed, index), allowance);
        if is_there {
            allowance.spend(&sent(A_LOOK));
        }
        is_there
    }

    /// The pipelines of the items that have none yet, as far as `allowance` lets it.
    pub(super) fn prepare_pipelines(&mut self, job: &mut Job, allowance: &mut Allowance) {
        let (passes, there) = self.split(job);
        let items = there.list.items.len();
        let mut piped = job.piped;
        while piped < items && !allowance.is_used_up() {
            let mut made = 0.0;
            for pass in passes.iter_mut() {
                made += f64::from(u8::from(pass.prepare_item(&there, piped)));
            }
            allowance.spend(&sent(made * PIPELINE));
            piped += 1;
        }
        job.piped = piped;
    }

    /// The edges of mesh `index` of a placed model; whether they are there by the end of this step, or cannot be, which is a problem.
    fn make_edges(
        &mut self,
        (begun, problems): (
            &mut Option<Pending<PackedEdges<'static>, EdgesGpu>>,
            &mut Vec<RenderError>,
        ),
        (placed, index): (usize, usize),
        allowance: &mut Allowance,
    ) -> bool {
        let placed = &self.shown.placed[placed];
        let (context, mesh) = ((&self.context, &mut self.room), &placed.model().meshes[index]);
        // A closed mesh has half as many edges as its triangles have corners, of four indices each.
        let cost = sent(2.0 * mesh.triangles.len() as f64 * INDEX + OBJECTS);
        let elsewhere = self.spawn.as_ref().filter(|_| allowance.is_too_small_for(&cost));
        let begin = |spawn| {
            let (scene, of) = (placed.scene.clone(), placed.model);
            let packer = Packer::new(&self.context, &mesh.name);
            Pending::begin(spawn, move || {
                pack_edges(&scene.models[of.get()].meshes[index]).written(&packer)
            })
        };
        let progress = match begun.take().or_else(|| elsewhere.and_then(begin)) {
            Some(pending) => pending.step(
                context,
                &mesh.name,
                (allowance, &mut self.counts.mesh_bytes),
                EdgesGpu::of,
            ),
            None => {
                allowance.spend(&cost);
                Progress::Done(send_whole(context, &mesh.name, pack_edges(mesh), EdgesGpu::of))
            }
        };
        match (progress, placed.gpu.meshes.get(index)) {
            (Progress::Pending(pending), _) => *begun = Some(pending),
            (Progress::Done(made), Some(Some(gpu))) => {
                let most = self.context.device.limits().max_storage_buffer_binding_size;
                let vertices = placed.vertices(index).map_or(0, PoolSlice::size);
                let made = made.and_then(|edges| match edges.corners.size().max(vertices) > most {
                    true => Err(format!("the adapter binds no more than {most} bytes at once")),
                    false => Ok(edges),
                });
                let mesh = mesh.name.clone();
                gpu.put_edges(
                    made.map_err(|reason| problems.push(RenderError::EdgesTooLarge { mesh, reason }))
                        .ok(),
                );
            }
            (Progress::Done(_), _) => {}
        }
        begun.is_none()
    }

    /// Puts a ghost of the picture where it is drawn, but for its vertices; whether it is there, as its content has to be a model's. `None`:
    /// some of its meshes are still to be sent.
    pub(super) fn send_ghost(&mut self, job: &mut Job, at: usize, allowance: &mut Allowance) -> Option<bool> {
        let ghost = &job.picture.ghosts[at];
        allowance.spend(&sent(A_LOOK));
        if !self.shown.placed.iter().any(|placed| placed.shows(&ghost.model)) {
            return Some(false);
        }
        let drawn = drawn_meshes(&ghost.model);
        let upload = self.send_meshes(&mut job.models, &job.picture, (&ghost.model, &drawn), allowance)?;
        let mut gpu = self.place_ghost(&job.picture, at, &upload, &mut job.models.ghosts);
        let bytes = gpu.set_pose((&self.context, &mut self.room), &ghost.model.pose, drawn.clone());
        allowance.spend(&sent(OBJECTS + bytes as f64));
        let room = (&self.context, &mut self.room);
        match gpu.place(room, job.picture.world_from_stage, &ghost.model, allowance) {
            Ok(true) => {}
            Ok(false) => {
                // It is found there again, by its pose.
                let (of, draw) = (at, 0);
                job.models.ghosts.push(GhostGpu { gpu, of, draw, drawn });
                return None;
            }
            Err(problem) => job.problems.push(problem),
        }
        self.list_ghost(&mut job.lists.list, ghost, (at, gpu), drawn);
        Some(true)
    }

    /// Room for the vertices of one mesh of the last ghost; whether there is such a mesh.
    pub(super) fn prepare_ghost(&mut self, mesh: usize, allowance: &mut Allowance) -> bool {
        allowance.spend(&sent(A_LOOK));
        let (context, deform) = ((&self.context, &mut self.room), &self.deform);
        let Some(ghost) = self.shown.ghosts.last_mut() else {
            return false;
        };
        match ghost.make_room(context, deform, mesh) {
            Some(0) => true,
            Some(bytes) => {
                self.counts.posed_bytes += bytes;
                allowance.spend(&sent(OBJECTS + bytes as f64));
                true
            }
            None => false,
        }
    }

    /// Everything is there but what belongs to this picture alone: that is sent, and the tasks are listed.
    pub(super) fn plan_drawing(&mut self, job: &mut Job, allowance: &mut Allowance) -> Result<(), RenderError> {
        job.models = Models::default();
        let cover = Cover::of(&job.picture);
        let (picture, lists) = (&job.picture, &mut job.lists);
        let with = (picture, &*job.target, &cover);
        // Numbers know nothing of a plane that leaves something out.
        if cover.is_ahead && picture.section.is_none() {
            let of = (&self.shown, &mut lists.list);
            lists.numbers = software::prepare((&self.dense, &self.context), with, of)?;
        }
        let numbered = lists.list.items.iter().filter(|item| item.is_numbered);
        self.counts.numbered_draws += numbered.count() as u64;
        lists.covers = self.covers((picture, &cover), &lists.list);
        let models = self.shown.placed.iter();
        let of_meshes = models.flat_map(|gpu| gpu.gpu.problems.iter().chain(&gpu.problems));
        job.problems.splice(0..0, of_meshes.cloned());
        self.shown.trails.write(&self.context, picture);
        self.common.write_view(&self.context, &lists.view);
        lists.makes_maps = self.prepare_shadows((picture, &mut *lists), job.target.samples, &mut job.problems)?;
        if bloom::is_missed(picture, &lists.list, self.context.abilities().any_order) {
            job.problems.push(RenderError::NoBloom);
        }
        if let (true, Some(casting)) = (lists.makes_maps, &lists.casting) {
            let sight = SeenItems {
                shown: &self.shown,
                list: &lists.list,
            };
            let numbers = &mut lists.numbers;
            software::prepare_maps((&self.dense, &self.context), (sight, casting), numbers)?;
        }
        if lists.casting.is_none() && job.cell.is_none() {
            self.forget_shadows();
        }
        // Picking has draws of its own, so these carry no ids.
        let draws = lists.list.uniforms.iter().map(|draw| DrawUniform { id: 0, ..*draw });
        self.common.draws.write(&self.context, draws);
        let materials = lists.list.looks.iter().map(|look| &look.uniform);
        let held = self.shadows.as_ref().filter(|_| lists.casting.is_some());
        let held = held.and_then(|shadows| shadows.maps.held());
        let held = held.map(|held| (&held.mask, picture.camera.distance));
        let reflects = reflection::is_on(picture);
        let behind = match self.shown.looks_behind(&lists.list) {
            true => Some(&job.target.prepare_behind(&self.context)?.view),
            false => None,
        };
        self.common
            .shade
            .write(&self.context, picture, materials, (held, behind), reflects);
        let mut tasks = self.plan_vertices(&job.lists.list);
        let (passes, there) = self.split(job);
        let mut plan = Plan::new(&there, (&cover, &job.lists.covers));
        let mut made = 0;
        for (position, pass) in passes.iter_mut().enumerate() {
            made += pass.plan(&there, position, &mut plan)?;
        }
        tasks.extend(plan.in_order().into_iter().map(PlannedTask::from));
        allowance.spend(&sent(made as f64 * PIPELINE));
        allowance.spend(&sent(tasks.len() as f64 * A_DRAW));
        job.drawing.tasks = tasks;
        Ok(())
    }
}

/// Frees meshes that no model of the picture draws, where they take more than `most_idle` bytes.
fn with_room(mut gpu: ModelGpu, picture: &Picture, key: Content, most_idle: f64) -> ModelGpu {
    let mut drawn = vec![false; gpu.meshes.len()];
    let mut meshes = &[][..];
    let ghosts = picture.ghosts.iter().map(|ghost| &ghost.model);
    for placed in picture.models.iter().chain(ghosts) {
        if content(&placed.scene, placed.model) == key {
            meshes = &placed.model().meshes;
            let own = drawn_meshes(placed);
            drawn.iter_mut().zip(own).for_each(|(drawn, own)| *drawn |= own);
        }
    }
    // Meshes that are alike stay as long as one of them is drawn.
    for index in 0..drawn.len() {
        if drawn[index] {
            drawn[gpu.alike.first(index)] = true;
        }
    }
    let idle = (0..meshes.len()).filter(|index| !drawn[*index] && gpu.meshes[*index].is_some());
    let idle = idle.filter(|index| gpu.alike.first(*index) == *index);
    let bytes: f64 = idle.map(|index| upload_cost(&meshes[index])).sum();
    if bytes > most_idle {
        gpu.keep_only(|index| drawn[index]);
    }
    gpu
}

/// Returns the cost of packing and sending a mesh, in bytes.
pub(crate) fn upload_cost(mesh: &Mesh) -> f64 {
    let indices = mesh.triangles.len() + mesh.lines.len();
    OBJECTS + mesh.vertex_count() as f64 * VERTEX + indices as f64 * INDEX
}
