//! A picture as a flat list of draws and runs, in their order.

use super::super::passes::surfaces::ghost::BESIDE_STEPS;
use super::super::renderer::Renderer;
use super::record::BAND;
use super::state::Lists;
use crate::cost::Extent;
use crate::cost::Work;
use crate::gpu::target::Target;
use crate::job::Planned;
use crate::job::Task;
use crate::lists::cover::{Cover, LOOKED_AT};
use crate::lists::draw_list::{DrawList, Drawable, Item};
use crate::passes::shadows::batches::Batch;
use crate::passes::surfaces::nearest::RUN;
use crate::passes::vertices::deform::RUN_STEP;
use crate::passes::wire::corners_of_an_edge;
use crate::upload::placed_gpu::chunks;
use crate::upload::scene_gpu::{ChunkGpu, MeshGpu};
use castview_picture::{ColorBy, Picture, Shading};

impl Renderer {
    /// Everything that is recorded for the picture. All that it needs is on the GPU. `makes_maps`: those of shadows, too.
    pub(super) fn plan(
        &self,
        (picture, target, cover): (&Picture, &Target, &Cover),
        lists: &Lists,
        makes_maps: bool,
    ) -> Vec<Planned> {
        let (list, outlined) = (&lists.list, lists.outlined);
        // Most items are deformed, drawn, and seen by the eye, the key light and the ground.
        let mut tasks = Vec::with_capacity(5 * list.items.len() + 32);
        let mut add = |task, extent: Extent| {
            if extent.len() > 0 {
                let corners = f64::from(extent.grain);
                let each = match (batch_of(lists, task), self.vertex_cost(list, task)) {
                    (Some(batch), _) => batch.each,
                    (None, Some(cost)) => Work {
                        vertices: corners * cost,
                        ..Work::NONE
                    },
                    (None, None) => Work {
                        corners,
                        pixels: self.pixels((cover, &lists.covers), (picture, target), task),
                        ..Work::NONE
                    },
                };
                tasks.push(Planned { task, extent, each });
            }
        };
        let once = Extent::new(1, 1, 0..1);
        self.plan_deform(list, &mut add);
        self.plan_values(list, &mut add);
        self.plan_nearest(lists, &mut add);
        self.plan_shadows(lists, makes_maps, &mut add);
        let meshes = || (0..list.items.len()).filter_map(|item| Some((item, self.mesh_of(list, item)?)));
        if outlined {
            for (item, mesh) in meshes() {
                if let (Some(triangles), Some(wanted)) = (&mesh.triangles, &list.items[item].selected) {
                    let all = self.placement_count(list, item);
                    let instances = wanted.start.min(all)..wanted.end.min(all);
                    add(Task::Mask { item }, Extent::new(triangles.count, 3, instances));
                }
            }
        }
        let has_silhouettes = self.plan_silhouettes(picture, &mut add);
        add(Task::Background, once.clone());
        if lists.casting.as_ref().is_some_and(|casting| casting.has_ground) {
            add(Task::Ground, once.clone());
        }
        self.plan_models((picture, target), list, &mut add);
        if !self.looks_behind(list) {
            plan_floor(picture, &mut add);
        }
        if !has_blended(list) {
            self.plan_ghosts(picture, &mut add);
        }
        for (step, extent) in self.shown.trails.extents().into_iter().enumerate() {
            add(Task::Trails(step), extent);
        }
        if has_silhouettes {
            add(Task::Silhouettes, once.clone());
        }
        if outlined {
            add(Task::Outline, once);
        }
        add(Task::Bones, self.shown.glyphs.extent());
        if let Some(labels) = &self.shown.labels {
            add(Task::Labels, labels.extent());
        }
        tasks
    }

    /// Returns the cost of deforming one vertex of the task's mesh; `None` for tasks that draw.
    fn vertex_cost(&self, list: &DrawList, task: Task) -> Option<f64> {
        let (placed, mesh, chunk) = match task {
            Task::Deform { item, chunk } | Task::Values { item, chunk } => match list.items[item].part {
                Drawable::Mesh(mesh) => (&self.shown.placed[list.items[item].placed], mesh, chunk),
                Drawable::Hair(_) => return None,
            },
            Task::DeformGhost { ghost, mesh, chunk } => (&self.shown.ghosts[ghost].gpu, mesh, chunk),
            _ => return None,
        };
        let mesh = placed.gpu.meshes.get(mesh)?.as_ref()?;
        chunks(&mesh.body).get(chunk).map(ChunkGpu::vertex_cost)
    }

    /// That one grain of a task covers. `covers`: that the mean triangle of each item does.
    fn pixels(&self, (cover, covers): (&Cover, &[f64]), (picture, target): (&Picture, &Target), task: Task) -> f64 {
        match task {
            // All of the picture, at a small part of what a surface costs.
            Task::Background | Task::Outline | Task::Silhouettes => 0.1 * cover.all,
            Task::Floor | Task::Ground | Task::Compose => 0.3 * cover.all,
            Task::FoundDepth { .. } | Task::Tiles => 0.1 * cover.all,
            // Each of its samples once.
            Task::Found { .. } => cover.all * f64::from(target.samples),
            Task::Nearest { item, .. } => covers[item] * f64::from(RUN),
            Task::Fill(filled) => self.fill_pixels(filled),
            Task::Behind { level: 0 } => 0.05 * cover.all,
            Task::Behind { level } => target.behind().map_or(0.0, |behind| {
                let [width, height] = behind.size_of(level);
                f64::from(width) * f64::from(height.min(BAND))
            }),
            Task::Mesh { item }
            | Task::Backs { item }
            | Task::Weigh { item }
            | Task::Hide { item }
            | Task::Mask { item }
            // Maps are about as large as the picture.
            | Task::Depth { item, .. } => covers[item],
            Task::Ghost { ghost, mesh, .. } | Task::Silhouette { ghost, mesh } => {
                let ghost = &self.shown.ghosts[ghost];
                let gpu = ghost.gpu.gpu.meshes.get(mesh).and_then(Option::as_ref);
                let model = &picture.ghosts[ghost.of].model;
                gpu.map_or(0.0, |gpu| cover.triangle((model, mesh), gpu, LOOKED_AT))
            }
            // Lines, dots and glyphs cover little, and picking one pixel.
            _ => 0.0,
        }
    }

    /// Returns the pixels that the mean triangle of each item covers.
    pub(super) fn covers(&self, (picture, cover): (&Picture, &Cover), list: &DrawList) -> Vec<f64> {
        let items = 0..list.items.len();
        items
            .map(|item| self.triangle_pixels((picture, cover), list, item))
            .collect()
    }

    /// That the mean triangle of a mesh covers.
    fn triangle_pixels(&self, (picture, cover): (&Picture, &Cover), list: &DrawList, item: usize) -> f64 {
        let Drawable::Mesh(mesh) = list.items[item].part else {
            return 0.0;
        };
        let at = list.items[item].placed;
        let gpu = self.shown.placed[at].gpu.meshes.get(mesh).and_then(Option::as_ref);
        let of = list.items.len();
        gpu.map_or(0.0, |gpu| cover.triangle((&picture.models[at], mesh), gpu, of))
    }

    /// Everything that is asked what is at a pixel; surfaces and points alone if bones do not count.
    pub(crate) fn plan_pick(&self, list: &DrawList, with_bones: bool) -> Vec<Planned> {
        let mut tasks = Vec::new();
        for item in 0..list.items.len() {
            let Some((mesh, standing)) = self.standing(list, item) else {
                continue;
            };
            let extent = match &mesh.triangles {
                Some(triangles) => Extent::new(triangles.count, 3, 0..standing.placements.count()),
                None => standing.placements.points_extent(mesh.vertex_count),
            };
            tasks.push(picked(Task::Pick { item }, extent));
        }
        if with_bones {
            tasks.push(picked(Task::PickBones, self.shown.glyphs.extent()));
        }
        tasks.retain(|planned| planned.extent.len() > 0);
        tasks
    }

    fn plan_deform(&self, list: &DrawList, add: &mut impl FnMut(Task, Extent)) {
        for (item, drawn) in list.items.iter().enumerate() {
            if let Drawable::Mesh(mesh) = drawn.part {
                for (chunk, of_mesh) in self.shown.placed[drawn.placed].stale_chunks(mesh).enumerate() {
                    add(Task::Deform { item, chunk }, runs(of_mesh));
                }
            }
        }
        for (ghost, shown) in self.shown.ghosts.iter().enumerate() {
            for mesh in shown.drawn_meshes() {
                for (chunk, of_mesh) in shown.gpu.stale_chunks(mesh).enumerate() {
                    add(Task::DeformGhost { ghost, mesh, chunk }, runs(of_mesh));
                }
            }
        }
    }

    fn plan_values(&self, list: &DrawList, add: &mut impl FnMut(Task, Extent)) {
        for (item, drawn) in list.items.iter().enumerate() {
            if let Drawable::Mesh(mesh) = drawn.part {
                for (chunk, of_mesh) in self.shown.placed[drawn.placed].stale_values(mesh).enumerate() {
                    add(Task::Values { item, chunk }, runs(of_mesh));
                }
            }
        }
    }

    fn plan_models(&self, (picture, target): (&Picture, &Target), list: &DrawList, add: &mut impl FnMut(Task, Extent)) {
        let alone = picture.shading == Shading::Wireframe && picture.color_by == ColorBy::Material;
        let meshes = || (0..list.items.len()).filter_map(|item| Some((item, self.mesh_of(list, item)?)));
        let add_mesh = |add: &mut dyn FnMut(Task, Extent), item: usize, mesh: &MeshGpu| {
            let placements = self.placement_count(list, item);
            let extent = match (&mesh.triangles, &mesh.lines) {
                (None, None) => self.shown.placed[list.items[item].placed]
                    .placements
                    .points_extent(mesh.vertex_count),
                (None, Some(lines)) => Extent::new(lines.count, 2, 0..placements),
                (Some(_), _) if alone && picture.overlays.xray => return,
                (Some(triangles), _) if alone => {
                    add(Task::Hide { item }, Extent::new(triangles.count, 3, 0..placements));
                    return;
                }
                (Some(triangles), _) => {
                    let extent = Extent::new(triangles.count, 3, 0..placements);
                    if list.items[item].halves.is_some() {
                        add(Task::Backs { item }, extent.clone());
                    }
                    extent
                }
            };
            add(Task::Mesh { item }, extent);
        };
        let is_hair = |item: usize| matches!(list.items[item].part, Drawable::Hair(_));
        let shows_behind = |item: usize| list.items[item].shows_behind();
        for (item, mesh) in meshes().filter(|(item, _)| !shows_behind(*item)) {
            match list.items[item].numbered {
                Some(_) => add(Task::Found { item }, Extent::new(1, 1, 0..1)),
                None => add_mesh(add, item, mesh),
            }
        }
        for item in (0..list.items.len()).filter(|item| is_hair(*item) && !shows_behind(*item)) {
            self.plan_hair(list, item, add);
        }
        if has_blended(list) {
            // Surfaces that blend write no depth: ghosts would lie over them.
            self.plan_ghosts(picture, add);
        }
        let transmits = self.looks_behind(list);
        if transmits {
            // The scene behind glass has to be drawn before the glass.
            plan_floor(picture, add);
            self.plan_behind(target, add);
        }
        // The group that is drawn.
        let mut open = None;
        for (item, mesh) in meshes().filter(|(item, _)| shows_behind(*item)) {
            let group = list.items[item].group;
            if open.is_some() && open != group {
                add(Task::Compose, Extent::new(1, 1, 0..1));
            }
            open = group;
            match (&mesh.triangles, group) {
                (Some(triangles), Some(_)) => {
                    let placements = self.placement_count(list, item);
                    add(Task::Weigh { item }, Extent::new(triangles.count, 3, 0..placements));
                }
                _ => add_mesh(add, item, mesh),
            }
        }
        if open.is_some() {
            add(Task::Compose, Extent::new(1, 1, 0..1));
        }
        for item in (0..list.items.len()).filter(|item| is_hair(*item) && shows_behind(*item)) {
            self.plan_hair(list, item, add);
        }
        if wants_edges(picture) {
            for (item, mesh) in meshes() {
                if let Some(edges) = mesh.made_edges() {
                    let placements = self.placement_count(list, item);
                    let each = corners_of_an_edge(picture);
                    add(
                        Task::Edges { item },
                        Extent::new(edges.count * each, each, 0..placements),
                    );
                }
            }
        }
    }

    fn plan_hair(&self, list: &DrawList, item: usize, add: &mut impl FnMut(Task, Extent)) {
        let drawn = &list.items[item];
        if let Drawable::Hair(hair) = drawn.part
            && let Some(Some(hair)) = self.shown.placed[drawn.placed].gpu.hairs.get(hair)
        {
            let placements = self.placement_count(list, item);
            add(Task::Hair { item }, Extent::new(hair.ribbons.count, 3, 0..placements));
        }
    }

    /// Whether something that is drawn lets light through. Such a surface reads a picture of the things behind it.
    pub(super) fn looks_behind(&self, list: &DrawList) -> bool {
        let is_drawn = |item| self.mesh_of(list, item).is_some_and(|mesh| mesh.triangles.is_some());
        (0..list.items.len()).any(|item| list.items[item].features.transmits && is_drawn(item))
    }

    fn plan_behind(&self, target: &Target, add: &mut impl FnMut(Task, Extent)) {
        let Some(behind) = target.behind() else { return };
        // Several samples are resolved by the pass that draws them; the task parts it from the next all the same.
        add(Task::Behind { level: 0 }, Extent::new(1, 1, 0..1));
        for level in 1..behind.levels.len() as u32 {
            let bands = behind.size_of(level)[1].div_ceil(BAND);
            add(Task::Behind { level }, Extent::new(bands, 1, 0..1));
        }
    }

    /// Ghosts as outlines, into their mask; whether there are any.
    fn plan_silhouettes(&self, picture: &Picture, add: &mut impl FnMut(Task, Extent)) -> bool {
        let mut has_any = false;
        for (ghost, shown) in self.shown.ghosts.iter().enumerate() {
            if !picture.ghosts[shown.of].is_outline {
                continue;
            }
            for mesh in shown.drawn_meshes() {
                let gpu = shown.gpu.gpu.meshes.get(mesh).and_then(Option::as_ref);
                if let Some(triangles) = gpu.and_then(|gpu| gpu.triangles.as_ref()) {
                    let placements = shown.gpu.placements.count();
                    let extent = Extent::new(triangles.count, 3, 0..placements);
                    add(Task::Silhouette { ghost, mesh }, extent);
                    has_any = true;
                }
            }
        }
        has_any
    }

    /// All ghosts beside the models, in two steps for each.
    fn plan_ghosts(&self, picture: &Picture, add: &mut impl FnMut(Task, Extent)) {
        for (ghost, shown) in self.shown.ghosts.iter().enumerate() {
            if picture.ghosts[shown.of].is_outline {
                continue;
            }
            for step in BESIDE_STEPS {
                for mesh in shown.drawn_meshes() {
                    let gpu = shown.gpu.gpu.meshes.get(mesh).and_then(Option::as_ref);
                    if let Some(triangles) = gpu.and_then(|gpu| gpu.triangles.as_ref()) {
                        let placements = shown.gpu.placements.count();
                        add(
                            Task::Ghost { ghost, mesh, step },
                            Extent::new(triangles.count, 3, 0..placements),
                        );
                    }
                }
            }
        }
    }

    pub(super) fn mesh_of(&self, list: &DrawList, item: usize) -> Option<&MeshGpu> {
        Some(self.standing(list, item)?.0)
    }

    pub(super) fn placement_count(&self, list: &DrawList, item: usize) -> u32 {
        self.shown.placed[list.items[item].placed].placements.count()
    }
}

/// Returns the batch of meshes that a task draws.
fn batch_of(lists: &Lists, task: Task) -> Option<&Batch> {
    let Task::DepthBatch { seer, batch } = task else {
        return None;
    };
    lists.seen_by(seer)?.batches.get(batch)
}

/// Whether something shows what is behind it.
fn has_blended(list: &DrawList) -> bool {
    list.items.iter().any(Item::shows_behind)
}

/// Grid and axes.
/// Layers are counted by colors, and hide nothing: lines among them would be counted by the eye, too.
fn plan_floor(picture: &Picture, add: &mut impl FnMut(Task, Extent)) {
    let counts = picture.color_by == ColorBy::Overdraw;
    if (picture.overlays.grid || picture.overlays.axes) && !counts {
        add(Task::Floor, Extent::new(1, 1, 0..1));
    }
}

/// All vertices of a chunk.
fn runs(chunk: &ChunkGpu) -> Extent {
    Extent::new(chunk.vertex_count.next_multiple_of(RUN_STEP), RUN_STEP, 0..1)
}

/// Picking draws one pixel.
fn picked(task: Task, extent: Extent) -> Planned {
    let each = Work {
        corners: f64::from(extent.grain),
        ..Work::NONE
    };
    Planned { task, extent, each }
}

/// Whether edges of triangles are drawn.
pub fn wants_edges(picture: &Picture) -> bool {
    picture.shading == Shading::Wireframe || picture.overlays.wireframe
}
