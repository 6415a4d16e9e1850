//! Meshes with triangles smaller than pixels, in a picture's list of tasks ([`Fine`]).

use super::super::renderer::Renderer;
use super::cover::Cover;
use super::record::{Piece, Run, rows};
use super::span::Extent;
use super::state::Job;
use super::task::Task;
use crate::picture::Picture;
use crate::render::RenderError;
use crate::render::lists::draw_list::{DrawList, Drawable, shows_surfaces};
use crate::render::passes::surfaces::fine::{FEWEST, Fine, LARGEST_PX};
use crate::scene::Alpha;

impl Renderer {
    /// Tells the items that are drawn this way, and makes what they are drawn into.
    pub(super) fn prepare_fine(&mut self, job: &mut Job) -> Result<(), RenderError> {
        let (picture, target) = (&job.picture, &job.target);
        if !(Fine::suits(&self.context, target.size, target.samples) && shows_surfaces(picture)) {
            return Ok(());
        }
        let (cover, list) = (Cover::of(picture), &mut job.lists.list);
        for item in 0..list.items.len() {
            list.items[item].fine = self.is_fine((picture, &cover), list, item);
        }
        let count = list.items.iter().filter(|item| item.fine).count();
        self.counts.fine_draws += count as u64;
        if count > 0 {
            let fine = target.prepare_fine(&self.context)?;
            self.passes_of(target).spread.prepare(&self.context, fine);
        }
        Ok(())
    }

    /// Whether an item has many triangles and those are smaller than pixels. All of it hides what is behind.
    fn is_fine(&self, (picture, cover): (&Picture, &Cover), list: &DrawList, item: usize) -> bool {
        let drawn = &list.items[item];
        let (Drawable::Mesh(index), Some(mesh)) = (drawn.part, self.mesh_of(list, item)) else {
            return false;
        };
        let count = mesh.triangles.as_ref().map_or(0, |triangles| triangles.count / 3);
        let is_solid = drawn.alpha == Alpha::Opaque && !drawn.is_cut && !drawn.shows_behind();
        let covers = || cover.triangle_at_rest(&picture.models[drawn.placed], index, mesh);
        is_solid && count >= FEWEST && covers() <= LARGEST_PX
    }

    pub(super) fn plan_fine(&self, list: &DrawList, add: &mut impl FnMut(Task, Extent)) {
        for item in (0..list.items.len()).filter(|item| list.items[*item].fine) {
            if let Some(triangles) = self.mesh_of(list, item).and_then(|mesh| mesh.triangles.as_ref()) {
                let placements = self.placement_count(list, item);
                add(Task::Fine { item }, Extent::new(triangles.count, 3, 0..placements));
            }
        }
    }

    pub(super) fn record_fine(&self, encoder: &mut wgpu::CommandEncoder, job: &Job, run: &Run) {
        let (target, list) = (&*job.target, &job.lists.list);
        let Some(fine) = target.fine() else { return };
        let mut pass = fine.begin(encoder, run.first);
        pass.set_bind_group(0, &self.common.view_group, None);
        for Piece { task, span, tile } in &run.parts {
            let (Task::Fine { item }, [top, bottom]) = (*task, rows(target.size[1], *tile)) else {
                continue;
            };
            if top < bottom {
                pass.set_scissor_rect(0, 2 * top, fine.size[0], 2 * (bottom - top));
                let sides = list.items[item].sides;
                self.draw_mesh(&mut pass, self.passes_of(target), list, (item, sides), span);
            }
        }
    }
}
