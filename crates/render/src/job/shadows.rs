//! Shadows in a picture's list of tasks: what casts them, and in which order their maps are made.

use super::super::renderer::Renderer;
use super::record::{Piece, Run};
use super::seen::SeenBy;
use super::state::{Job, Lists};
use super::task::Task;
use crate::RenderError;
use crate::cost::Extent;
use crate::gpu::pipeline::Sides;
use crate::lists::draw_list::{DrawList, Drawable};
use crate::passes::shadows::batches::{Batch, Batched};
use crate::passes::shadows::depth::{DOT_STEP, Drawn};
use crate::passes::shadows::fit::{Casting, GROUND_SIDE, KEY_SIDE, SPARSE_KEY_SIDE, Seer};
use crate::passes::shadows::maps::{self, BAND, Filled};
use crate::passes::shadows::pass::Shadows;
use crate::upload::placements::Placements;
use crate::upload::scene_gpu::{HairGpu, MeshGpu};
use castview_base::scene::Alpha;
use castview_picture::Picture;

/// Materials that let through more than that throw no shadow.
const CLEAR: f32 = 0.5;

impl Renderer {
    /// Prepares the picture's shadows; returns whether the maps of the key light and of the ground are to be made. A picture that has more
    /// pixels than the adapter has room for has none, and a problem says so.
    pub(super) fn prepare_shadows(
        &mut self,
        (picture, lists): (&Picture, &mut Lists),
        samples: u32,
        problems: &mut Vec<RenderError>,
    ) -> Result<bool, RenderError> {
        (lists.casting, lists.seen) = (None, Vec::new());
        if !(0..lists.list.items.len()).any(|item| self.casts(&lists.list, item)) {
            return Ok(false);
        }
        let Some(mut casting) = Casting::of(picture, KEY_SIDE) else {
            return Ok(false);
        };
        let [width, height] = picture.size;
        let limit = maps::most_pixels(&self.context);
        if u64::from(width) * u64::from(height) > limit {
            problems.push(RenderError::NoShadows { width, height, limit });
            return Ok(false);
        }
        if self.key_sees_sparse(&lists.list, &casting) {
            casting = Casting::of(picture, SPARSE_KEY_SIDE).unwrap_or(casting);
        }
        let context = self.context.clone();
        let mut shadows = match self.shadows.take() {
            Some(shadows) => shadows,
            None => context.catch(|| Shadows::new(&context, &self.common.view_layout))?,
        };
        let prepared = shadows.prepare(&context, &self.common, (picture, &casting), samples);
        let all = f64::from(width) * f64::from(height);
        let seers = seers(&casting).map(|seer| self.see(&mut shadows, (&*lists, &casting), seer, all));
        lists.seen = seers.collect();
        let batches = lists.seen.iter().flat_map(|seen| &seen.batches);
        self.counts.batched_draws += batches.map(|batch| batch.draws.len() as u64).sum::<u64>();
        if self.context.abilities().batches {
            let batches = lists.seen.iter_mut().flat_map(|seen| &mut seen.batches);
            shadows.draws.write(&context, batches);
        }
        if !lists.numbered.is_empty() {
            shadows.depth.prepare_found(&context);
        }
        self.shadows = Some(shadows);
        lists.eye_is_sparse = casting.holds() && lists.seen_by(Seer::Eye).is_some_and(|seen| seen.has_sparse);
        lists.casting = Some(casting);
        prepared
    }

    /// The picture has none: nothing is kept for the next.
    pub(super) fn forget_shadows(&mut self) {
        if let Some(shadows) = &mut self.shadows {
            shadows.forget();
        }
    }

    /// Whether a mesh or hair throws shadows.
    fn casts(&self, list: &DrawList, item: usize) -> bool {
        self.strands_seen(list, item, Seer::Key).is_some() || self.mesh_casts(list, item)
    }

    /// The hair of an item, if `seer` sees it. The eye does not: strands are thinner than the pixels that occlusion is found for, and nothing is
    /// held back of their own light.
    fn strands_seen(&self, list: &DrawList, item: usize, seer: Seer) -> Option<(&HairGpu, &Placements)> {
        let Drawable::Hair(hair) = list.items[item].part else {
            return None;
        };
        let placed = &self.shown.placed[list.items[item].placed];
        let hair = placed.gpu.hairs.get(hair)?.as_ref()?;
        (seer != Seer::Eye).then_some((hair, &placed.placements))
    }

    fn mesh_casts(&self, list: &DrawList, item: usize) -> bool {
        matches!(list.items[item].part, Drawable::Mesh(_))
            && list.looks[list.items[item].look].uniform.transmission <= CLEAR
            && self
                .shown
                .standing(list, item)
                .is_some_and(|(mesh, _)| mesh.triangles.is_some())
    }

    /// Returns the triangles of an item's mesh that `seer` sees, if it is seen: points are too thin for maps.
    pub(super) fn seen<'a>(
        &'a self,
        (list, casting): (&'a DrawList, &Casting),
        item: usize,
        seer: Seer,
    ) -> Option<(Drawn<'a>, crate::upload::placements::Standing<'a>)> {
        let (mesh, standing) = self.shown.standing(list, item)?;
        let drawn = &list.items[item];
        let is_seen = match seer {
            // Surfaces that blend are not in the eye's map: something is seen behind them.
            Seer::Eye => !drawn.shows_behind(),
            Seer::Key | Seer::Ground => self.mesh_casts(list, item),
        };
        // Alpha is found by texture coordinates, which sparse triangles do not keep.
        let takes_sparse = drawn.alpha == Alpha::Opaque && casting.takes_sparse(seer);
        let sparse = mesh.sparse.as_ref().filter(|_| takes_sparse);
        let drawn = Drawn {
            item: drawn,
            mesh,
            triangles: sparse.or(mesh.triangles.as_ref()).filter(|_| is_seen)?,
            sides: match seer {
                Seer::Eye => drawn.sides,
                // Light meets the back of faces, too.
                Seer::Key | Seer::Ground => Sides::Both,
            },
            dot_step: match seer {
                Seer::Ground if drawn.alpha == Alpha::Opaque => dot_step(mesh, casting),
                _ => 0,
            },
        };
        Some((drawn, standing))
    }

    /// Everything in sight of `seer`, in an order of its own. Pipelines are made for it. `all`: pixels of the picture.
    fn see(&self, shadows: &mut Shadows, (lists, casting): (&Lists, &Casting), seer: Seer, all: f64) -> SeenBy {
        let (context, list) = (&self.context, &lists.list);
        let mut by = SeenBy::nothing(seer);
        for item in 0..list.items.len() {
            if let Some((hair, placements)) = self.strands_seen(list, item, seer) {
                shadows.depth.prepare_strands(context, &self.common);
                let extent = Extent::new(hair.ribbons.count, 3, 0..placements.count());
                by.alone.push((item, extent));
            }
            let Some((drawn, standing)) = self.seen((list, casting), item, seer) else {
                continue;
            };
            by.has_sparse |= drawn.is_sparse() && drawn.item.numbered.is_none();
            let wired = &self.wired[drawn.item.look];
            if let Some(small) = Batched::of(&drawn, &standing, [lists.covers[item], all]) {
                if Batch::add(&mut by.batches, &small) {
                    shadows.depth.prepare(context, &self.common, &drawn, wired);
                }
                continue;
            }
            let is_dotted = || seer == Seer::Ground && self.dotted((list, casting), item).is_some();
            if drawn.dot_step == 0 || !is_dotted() {
                shadows.depth.prepare(context, &self.common, &drawn, wired);
            }
            let placements = standing.placements.count();
            let extent = match drawn.as_dots() {
                true => Extent::new(drawn.mesh.vertex_count / DOT_STEP, 1, 0..placements),
                false => Extent::new(drawn.triangles.count, 3, 0..placements),
            };
            by.alone.push((item, extent));
        }
        by
    }

    /// Whether the key light sees nothing but sparse triangles.
    fn key_sees_sparse(&self, list: &DrawList, casting: &Casting) -> bool {
        let seer = Seer::Key;
        (0..list.items.len()).all(|item| {
            let mesh = self.seen((list, casting), item, seer);
            self.strands_seen(list, item, seer).is_none() && mesh.is_none_or(|(drawn, _)| drawn.is_sparse())
        })
    }

    /// The tasks of all maps. `makes_maps`: of the key light's and the ground's, too.
    pub(super) fn plan_shadows(&self, lists: &Lists, makes_maps: bool, add: &mut impl FnMut(Task, Extent)) {
        let (Some(casting), Some(shadows)) = (&lists.casting, &self.shadows) else {
            return;
        };
        for seen in lists.seen.iter().filter(|seen| makes_maps || seen.seer == Seer::Eye) {
            let seer = seen.seer;
            if seen.alone.is_empty() && seen.batches.is_empty() {
                // Draws nothing, but empties the map.
                add(Task::Depth { seer, item: 0 }, Extent::new(1, 1, 0..1));
            }
            for (batch, of) in seen.batches.iter().enumerate() {
                add(Task::DepthBatch { seer, batch }, of.extent());
            }
            let mut has_found = false;
            for (item, extent) in &seen.alone {
                match Self::finds(lists, *item, seer) {
                    true => has_found = true,
                    false => add(Task::Depth { seer, item: *item }, extent.clone()),
                }
            }
            if has_found {
                add(Task::FoundDepth { seer }, Extent::new(1, 1, 0..1));
            }
        }
        let ground = [Filled::Cells, Filled::Contact, Filled::Ground];
        let of_ground = ground.into_iter().filter(|_| makes_maps && casting.has_ground);
        let of_pixels = shadows.maps.of_pixels();
        for filled in of_ground.chain(of_pixels) {
            let bands = shadows.maps.size_of(filled)[1].div_ceil(BAND);
            add(Task::Fill(filled), Extent::new(bands, 1, 0..1));
        }
    }

    /// Returns the cost of a band of a map, in pixels of a surface.
    pub(super) fn fill_pixels(&self, filled: Filled) -> f64 {
        let size = self
            .shadows
            .as_ref()
            .map_or([0; 2], |shadows| shadows.maps.size_of(filled));
        let each = match filled {
            Filled::Cells => 2.0,
            Filled::Contact => 30.0,
            Filled::Ground => 3.0,
            Filled::Away => 0.1,
            Filled::Hold => 1.5,
            Filled::Gather => 0.4,
            Filled::Soften => 0.5,
        };
        f64::from(size[0]) * f64::from(size[1].min(BAND)) * each
    }

    pub(super) fn record_depth(&self, encoder: &mut wgpu::CommandEncoder, job: &Job, seer: Seer, run: &Run) {
        let lists = &job.lists;
        let (Some(shadows), Some(casting)) = (&self.shadows, &lists.casting) else {
            return;
        };
        let Some(mut pass) = shadows.begin(encoder, &self.common, seer, run.first) else {
            return;
        };
        for Piece { task, span, .. } in &run.parts {
            if let (Task::FoundDepth { .. }, Some(found)) = (task, self.found_by(&job.target, seer)) {
                shadows.depth.draw_found(&mut pass, found, casting.rectangle(seer));
            }
            if let Task::DepthBatch { batch, .. } = *task
                && let Some(batch) = lists.seen_by(seer).and_then(|seen| seen.batches.get(batch))
            {
                let takes_batches = self.context.abilities().batches;
                let draws = shadows.draws.buffer().filter(|_| takes_batches);
                shadows.depth.bind_opaque(&mut pass, batch.bound.sides);
                batch.draw(&mut pass, draws, span);
            }
            let Task::Depth { item, .. } = *task else { continue };
            if let Some((hair, placements)) = self.strands_seen(&lists.list, item, seer) {
                self.common.draws.bind(&mut pass, item);
                shadows.depth.draw_strands(&mut pass, hair, placements, span);
            } else if let Some((drawn, standing)) = self.seen((&lists.list, casting), item, seer) {
                let wired = &self.wired[drawn.item.look];
                shadows
                    .depth
                    .draw(&mut pass, &self.common, &drawn, &standing, wired, span);
            }
        }
    }

    pub(super) fn record_fills(&self, encoder: &mut wgpu::CommandEncoder, run: &Run) {
        let Some(shadows) = &self.shadows else { return };
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("shadows"),
            timestamp_writes: None,
        });
        for Piece { task, span, .. } in &run.parts {
            if let Task::Fill(filled) = *task {
                for (bands, _) in span.draws() {
                    shadows.maps.run(&mut pass, filled, &bands);
                }
            }
        }
    }
}

/// Returns the step between dots: one of so many vertices of a mesh shows as much of it as all its triangles do, in a map as coarse as the
/// ground's; 0: none does. Vertices that no triangle uses would be seen: a mesh with few triangles may share those of others.
fn dot_step(mesh: &MeshGpu, casting: &Casting) -> u32 {
    let triangles = mesh.triangles.as_ref().map_or(0, |triangles| triangles.count / 3);
    let Casting { uniform, .. } = casting;
    // Texels of all that is posed; a mesh has fewer.
    let side = GROUND_SIDE as f32 / uniform.ground_half;
    let texels = uniform.foot_half[0] * uniform.foot_half[1] * side * side;
    // There are about half as many vertices as triangles, and each texel needs a few.
    let step = 0.3 / (mesh.mean_cover * texels * 2.0);
    match mesh.vertex_count <= triangles {
        // A float beyond the range of the integer becomes its largest value, and what is not a number 0.
        true => (step as u32).min(DOT_STEP),
        false => 0,
    }
}

/// Who has to look, in the order of their passes.
fn seers(casting: &Casting) -> impl Iterator<Item = Seer> + use<> {
    let key = (casting.uniform.has_key > 0.0).then_some(Seer::Key);
    let ground = casting.has_ground.then_some(Seer::Ground);
    let eye = casting.holds().then_some(Seer::Eye);
    [key, ground, eye].into_iter().flatten()
}
