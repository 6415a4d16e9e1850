//! Meshes of many small triangles, in a picture's list of tasks ([`Found`]).

use super::super::renderer::Renderer;
use super::record::{Piece, Run};
use super::state::{Job, Lists};
use super::task::Task;
use crate::RenderError;
use crate::cost::Extent;
use crate::lists::cover::Cover;
use crate::lists::draw_list::{DrawList, Drawable, shows_surfaces};
use crate::passes::picture::target::Target;
use crate::passes::shadows::fit::{Casting, Seer};
use crate::passes::software::nearest::{
    FEWEST, Found, LARGEST_PX, NearestPass, Numbered, RUN, Sought, Standing, most_bytes,
};
use castview_base::scene::Alpha;
use castview_picture::{Picture, Shadows};
use glam::Mat4;

impl Renderer {
    /// Makes what meshes of many small triangles need in a picture with these `shadows`, before any is there.
    pub fn make_dense_ahead(&self, shadows: Shadows) {
        if self.common.numbered.is_none() {
            return;
        }
        let nearest = self.nearest.get_or_init(|| NearestPass::new(&self.context));
        nearest.make(&self.context, Sought::Nearest);
        if shadows.key {
            nearest.make(&self.context, Sought::Casters);
        }
        if shadows.ground.is_some() {
            nearest.make(&self.context, Sought::Dots);
        }
    }

    /// Tells the items that are drawn this way, and gives numbers to their triangles.
    pub(super) fn prepare_numbered(&mut self, job: &mut Job, cover: &Cover) -> Result<(), RenderError> {
        let (picture, target) = (&job.picture, &job.target);
        if !(Found::suits(&self.context, target.size, target.samples) && shows_surfaces(picture) && cover.is_ahead) {
            return Ok(());
        }
        let is_so = |item: &usize| self.is_numbered((picture, cover), &job.lists.list, *item);
        let items: Vec<usize> = (0..job.lists.list.items.len()).filter(is_so).collect();
        let meshes: Vec<Standing<'_>> = items
            .iter()
            .filter_map(|item| self.as_numbered(&job.lists.list, *item))
            .collect();
        let Some(layout) = self.common.numbered.as_ref().filter(|_| !meshes.is_empty()) else {
            return Ok(());
        };
        let found = target.prepare_found(&self.context)?;
        let pass = self.nearest.get_or_init(|| NearestPass::new(&self.context));
        let clip_from_world = picture.camera.clip_from_world(picture.aspect());
        let numbered = pass.prepare(
            &self.context,
            (clip_from_world, found),
            (Sought::Nearest, &meshes),
            layout,
        );
        self.counts.numbered_draws += numbered.len() as u64;
        for (at, item) in items.into_iter().enumerate() {
            job.lists.list.items[item].numbered = Some(at);
        }
        job.lists.numbered = numbered;
        Ok(())
    }

    /// Whether an item has many triangles and those are small. All of it hides what is behind.
    fn is_numbered(&self, (picture, cover): (&Picture, &Cover), list: &DrawList, item: usize) -> bool {
        let drawn = &list.items[item];
        let (Drawable::Mesh(index), Some(mesh)) = (drawn.part, self.shown.mesh_of(list, item)) else {
            return false;
        };
        let is_solid = drawn.alpha == Alpha::Opaque && !drawn.is_cut && !drawn.shows_behind();
        let is_dense = mesh
            .triangles
            .as_ref()
            .is_some_and(|triangles| triangles.count / 3 >= FEWEST);
        if !(is_solid && is_dense) {
            return false;
        }
        let most = most_bytes(&self.context);
        let fits = |standing: Standing<'_>| standing.bindings().all(|size| size <= most);
        let covers = || cover.triangle_at_rest(&picture.models[drawn.placed], index, mesh);
        self.as_numbered(list, item).is_some_and(fits) && covers() <= LARGEST_PX
    }

    /// The mesh of an item that stands at one place.
    fn as_numbered(&self, list: &DrawList, item: usize) -> Option<Standing<'_>> {
        let (mesh, standing) = self.shown.standing(list, item)?;
        (standing.placements.count() == 1).then_some(Standing {
            world_from_mesh: standing.placements.world(0)?,
            vertices: standing.vertices,
            vertex_count: mesh.vertex_count,
            triangles: mesh.triangles.as_ref()?,
            paint: &mesh.paint,
            sides: list.items[item].sides,
            step: 1,
        })
    }

    /// The numbers of what the key light sees of them.
    pub(super) fn prepare_lit(&self, lists: &mut Lists) -> Result<(), RenderError> {
        let (Some(casting), Some(shadows)) = (&lists.casting, &self.shadows) else {
            return Ok(());
        };
        let (Some(nearest), Some(layout)) = (self.nearest.get(), &self.common.numbered) else {
            return Ok(());
        };
        if lists.numbered.is_empty() || casting.uniform.has_key <= 0.0 {
            return Ok(());
        }
        let lit = |item: usize| {
            lists.list.items[item].numbered?;
            let (drawn, _) = self.seen((&lists.list, casting), item, Seer::Key)?;
            let standing = Standing {
                triangles: drawn.triangles,
                sides: drawn.sides,
                ..self.as_numbered(&lists.list, item)?
            };
            Some((item, standing))
        };
        let (items, meshes): (Vec<usize>, Vec<Standing<'_>>) = (0..lists.list.items.len()).filter_map(lit).unzip();
        if items.is_empty() {
            return Ok(());
        }
        let found = shadows.prepare_found(&self.context, Seer::Key)?;
        let clip_from_world = Mat4::from_cols_array_2d(&casting.key_view.clip_from_world);
        let numbered = nearest.prepare(
            &self.context,
            (clip_from_world, found),
            (Sought::Casters, &meshes),
            layout,
        );
        lists.lit = items.into_iter().zip(numbered).collect();
        Ok(())
    }

    /// The mesh of an item whose dots get numbers in the ground's map.
    pub(super) fn dotted(&self, (list, casting): (&DrawList, &Casting), item: usize) -> Option<Standing<'_>> {
        self.common.numbered.as_ref()?;
        let (drawn, _) = self.seen((list, casting), item, Seer::Ground)?;
        let step = Some(drawn.dot_step).filter(|step| *step > 0)?;
        let standing = Standing {
            step,
            ..self.as_numbered(list, item)?
        };
        let most = most_bytes(&self.context);
        let fits = standing.bindings().all(|size| size <= most);
        fits.then_some(standing)
    }

    /// The numbers of dots that the ground sees.
    pub(super) fn prepare_dotted(&self, lists: &mut Lists) -> Result<(), RenderError> {
        let (Some(casting), Some(shadows)) = (&lists.casting, &self.shadows) else {
            return Ok(());
        };
        let Some(layout) = self.common.numbered.as_ref().filter(|_| casting.has_ground) else {
            return Ok(());
        };
        let dotted = |item: usize| Some((item, self.dotted((&lists.list, casting), item)?));
        let (items, meshes): (Vec<usize>, Vec<Standing<'_>>) = (0..lists.list.items.len()).filter_map(dotted).unzip();
        if items.is_empty() {
            return Ok(());
        }
        shadows.depth.prepare_found(&self.context);
        let found = shadows.prepare_found(&self.context, Seer::Ground)?;
        let nearest = self.nearest.get_or_init(|| NearestPass::new(&self.context));
        let clip_from_world = Mat4::from_cols_array_2d(&casting.ground_view.clip_from_world);
        let numbered = nearest.prepare(&self.context, (clip_from_world, found), (Sought::Dots, &meshes), layout);
        lists.dotted = items.into_iter().zip(numbered).collect();
        Ok(())
    }

    pub(super) fn plan_nearest(&self, lists: &Lists, add: &mut impl FnMut(Task, Extent)) {
        let all = |mesh: &Numbered| Extent::new(mesh.runs() * 3 * RUN, 3 * RUN, 0..1);
        for (item, drawn) in lists.list.items.iter().enumerate() {
            if let Some(mesh) = drawn.numbered.and_then(|at| lists.numbered.get(at)) {
                let seer = Seer::Eye;
                add(Task::Nearest { seer, item }, all(mesh));
            }
        }
        if !lists.numbered.is_empty() {
            add(Task::Tiles, Extent::new(1, 1, 0..1));
        }
        for seer in [Seer::Key, Seer::Ground] {
            for (item, mesh) in in_map(lists, seer) {
                add(Task::Nearest { seer, item: *item }, all(mesh));
            }
        }
    }

    /// Whether depth of an item is found by numbers, for `seer`.
    pub(super) fn finds(lists: &Lists, item: usize, seer: Seer) -> bool {
        match seer {
            Seer::Eye => lists.list.items[item].numbered.is_some(),
            Seer::Key | Seer::Ground => in_map(lists, seer).iter().any(|(found, _)| *found == item),
        }
    }

    /// Returns the search result for `seer`.
    pub(super) fn found_by<'a>(&'a self, target: &'a Target, seer: Seer) -> Option<&'a Found> {
        match seer {
            Seer::Eye => target.found(),
            Seer::Key | Seer::Ground => self.shadows.as_ref()?.found(seer),
        }
    }

    pub(super) fn record_nearest(&self, encoder: &mut wgpu::CommandEncoder, job: &Job, seer: Seer, run: &Run) {
        let (Some(found), Some(nearest)) = (self.found_by(&job.target, seer), self.nearest.get()) else {
            return;
        };
        let sought = match seer {
            Seer::Eye => Sought::Nearest,
            Seer::Key => Sought::Casters,
            Seer::Ground => Sought::Dots,
        };
        let Some(mut pass) = nearest.begin(encoder, (sought, found), run.first) else {
            return;
        };
        for Piece { task, span, .. } in &run.parts {
            if let Task::Tiles = task {
                nearest.find_tiles(&mut pass, found);
            }
            let Task::Nearest { item, .. } = *task else { continue };
            let mesh = match (seer, job.lists.list.items[item].numbered) {
                (Seer::Eye, Some(at)) => job.lists.numbered.get(at),
                _ => in_map(&job.lists, seer)
                    .iter()
                    .find_map(|(found, mesh)| (*found == item).then_some(mesh)),
            };
            if let Some(mesh) = mesh {
                for (corners, _) in span.draws() {
                    nearest.find(
                        &mut pass,
                        mesh,
                        corners.start / (3 * RUN)..corners.end.div_ceil(3 * RUN),
                    );
                }
            }
        }
    }
}

/// Returns the meshes that have numbers in the map of `seer`, by item.
fn in_map(lists: &Lists, seer: Seer) -> &[(usize, Numbered)] {
    match seer {
        Seer::Key => &lists.lit,
        Seer::Ground => &lists.dotted,
        Seer::Eye => &[],
    }
}
