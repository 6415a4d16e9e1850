//! Which tasks draw surfaces with holes by something else than their materials, and what they need for it.

use super::super::renderer::Renderer;
use super::task::Task;
use crate::cost::Span;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::target::Target;
use crate::lists::draw_list::{DrawList, Drawable};
use crate::lists::ghost_gpu::GhostGpu;
use crate::passes::cut::{Drawn, Holes};
use crate::passes::outline::Masked;
use crate::passes::surfaces::ghost::HIDE;
use crate::upload::placed_gpu::PlacedGpu;
use crate::upload::placements::Standing;
use crate::upload::scene_gpu::Indices;
use crate::upload::texture::Wired;

/// Models, ghosts and maps of a picture on the GPU.
type There<'a> = (&'a [PlacedGpu], &'a [GhostGpu], &'a [Wired]);

/// Finds how a task draws a mesh with holes, and where the holes are; `None`: it draws nothing of the kind, or the mesh is whole.
fn cut_of<'a>((placed, ghosts, wired): There<'a>, list: &DrawList, task: Task) -> Option<(Drawn, Holes<'a>)> {
    let (drawn, gpu, mesh, look) = match task {
        Task::Ghost { ghost, mesh, .. } | Task::Silhouette { ghost, mesh } => {
            let drawn = match task {
                Task::Ghost { step, .. } => Drawn::Ghost(step),
                _ => Drawn::Mask(Masked::Ghost),
            };
            let ghost = &ghosts[ghost];
            (drawn, &ghost.gpu, mesh, list.ghost_look(ghost.of, mesh))
        }
        Task::Hide { item } | Task::Mask { item } => {
            let Drawable::Mesh(mesh) = list.items[item].part else {
                return None;
            };
            let drawn = match task {
                Task::Hide { .. } => Drawn::Ghost(HIDE),
                _ => Drawn::Mask(Masked::Selected),
            };
            (drawn, &placed[list.items[item].placed], mesh, list.items[item].look)
        }
        _ => return None,
    };
    let mesh = gpu.gpu.meshes.get(mesh)?.as_ref()?;
    let has_holes = list.looks.get(look)?.uniform.cutoff > 0.0;
    let wired = wired.get(look).filter(|_| has_holes)?;
    Some((drawn, Holes { mesh, wired, look }))
}

impl Renderer {
    /// Makes the pipelines that `tasks` need for surfaces with holes; how many those were.
    pub(super) fn prepare_cuts(
        &mut self,
        target: &Target,
        list: &DrawList,
        tasks: impl Iterator<Item = Task>,
    ) -> usize {
        let passes = self.passes.iter_mut().find(|(samples, _)| *samples == target.samples);
        let Some((_, passes)) = passes else { return 0 };
        let there = (&self.shown.placed[..], &self.shown.ghosts[..], &self.wired[..]);
        let cuts = tasks.filter_map(|task| cut_of(there, list, task));
        cuts.filter(|(drawn, holes)| passes.cut.prepare(&self.context, &self.common, *drawn, holes))
            .count()
    }

    /// Where the holes are of what `task` draws, if it has any.
    pub(super) fn cut_of(&self, list: &DrawList, task: Task) -> Option<(Drawn, Holes<'_>)> {
        let there = (&self.shown.placed[..], &self.shown.ghosts[..], &self.wired[..]);
        cut_of(there, list, task)
    }
}

/// The pipeline and the draw are bound already. `holes`: where the triangles have some.
pub(super) fn draw_triangles(
    pass: &mut DrawPass<'_>,
    triangles: &Indices,
    (standing, holes): (&Standing<'_>, Option<&Holes<'_>>),
    span: &Span,
) {
    match holes {
        Some(holes) => holes.mesh.paint.bind(pass, standing),
        None => standing.bind_alone(pass),
    }
    pass.set_index_buffer(triangles.part.slice(), triangles.format);
    for (corners, instances) in span.draws() {
        pass.draw_indexed(corners, instances);
    }
}
