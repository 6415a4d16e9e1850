//! A picture as a flat list of draws and runs, in their order.

use super::super::renderer::Renderer;
use super::state::Lists;
use crate::cost::Extent;
use crate::cost::Work;
use crate::job::Planned;
use crate::job::Task;
use crate::lists::cover::Cover;
use crate::lists::draw_list::{DrawList, Drawable};
use crate::passes::shadows::batches::Batch;
use crate::passes::software::nearest::RUN;
use crate::upload::placed_gpu::chunks;
use crate::upload::scene_gpu::ChunkGpu;
use crate::upload::vertices::deform::RUN_STEP;
use castview_picture::Picture;

impl Renderer {
    /// Everything that is recorded for the picture before it is drawn: vertices, and maps of shadows. `makes_maps`: all of these.
    pub(super) fn plan_before(&self, cover: &Cover, lists: &Lists, makes_maps: bool) -> Vec<Planned> {
        let list = &lists.list;
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
                        ..covering(task, self.pixels((cover, &lists.covers), task))
                    },
                };
                tasks.push(Planned { task, extent, each });
            }
        };
        self.plan_deform(list, &mut add);
        self.plan_values(list, &mut add);
        self.plan_nearest(lists, &mut add);
        self.plan_shadows(lists, makes_maps, &mut add);
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
    fn pixels(&self, (cover, covers): (&Cover, &[f64]), task: Task) -> f64 {
        match task {
            Task::FoundDepth { .. } | Task::Tiles => 0.1 * cover.all,
            Task::Nearest { item, .. } => covers[item] * f64::from(RUN),
            Task::Fill(filled) => self.fill_pixels(filled),
            // Maps are about as large as the picture.
            Task::Depth { item, .. } => covers[item],
            // Picking has one pixel.
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
            let Some((mesh, standing)) = self.shown.standing(list, item) else {
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
}

/// The cost of covering that many pixels with a task.
fn covering(task: Task, covered: f64) -> Work {
    let [pixels, depths] = match task {
        Task::Depth { .. } | Task::Nearest { .. } => [0.0, covered],
        _ => [covered, 0.0],
    };
    Work {
        pixels,
        depths,
        ..Work::NONE
    }
}

/// Returns the batch of meshes that a task draws.
fn batch_of(lists: &Lists, task: Task) -> Option<&Batch> {
    let Task::DepthBatch { seer, batch } = task else {
        return None;
    };
    lists.seen_by(seer)?.batches.get(batch)
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
