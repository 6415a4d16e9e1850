//! A picture as a flat list of draws and runs, in their order.

use super::super::renderer::Renderer;
use crate::cost::Extent;
use crate::cost::Work;
use crate::job::PlannedTask;
use crate::job::Task;
use crate::lists::cover::Cover;
use crate::lists::draw_list::{DrawList, Drawable};
use crate::upload::placed_gpu::chunks;
use crate::upload::scene_gpu::ChunkGpu;
use crate::upload::vertices::deform::RUN_STEP;
use castview_picture::Picture;

impl Renderer {
    /// Vertices of the picture that are computed before it is drawn.
    pub(super) fn plan_vertices(&self, list: &DrawList) -> Vec<PlannedTask> {
        let mut tasks = Vec::with_capacity(list.items.len() + 32);
        let mut add = |task, extent: Extent| {
            if extent.len() > 0 {
                let vertices = f64::from(extent.grain) * self.vertex_cost(list, task).unwrap_or(0.0);
                let each = Work { vertices, ..Work::NONE };
                tasks.push(PlannedTask { task, extent, each });
            }
        };
        self.plan_deform(list, &mut add);
        self.plan_values(list, &mut add);
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
    pub(crate) fn plan_pick(&self, list: &DrawList, with_bones: bool) -> Vec<PlannedTask> {
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

/// All vertices of a chunk.
fn runs(chunk: &ChunkGpu) -> Extent {
    Extent::new(chunk.vertex_count.next_multiple_of(RUN_STEP), RUN_STEP, 0..1)
}

/// Picking draws one pixel.
fn picked(task: Task, extent: Extent) -> PlannedTask {
    let each = Work {
        corners: f64::from(extent.grain),
        ..Work::NONE
    };
    PlannedTask { task, extent, each }
}
