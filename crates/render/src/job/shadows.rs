//! Shadows in a picture's list of tasks: what casts them, and in which order their maps are made.

use super::super::renderer::Renderer;
use super::state::Lists;
use crate::RenderError;
use crate::cost::Extent;
use crate::passes::casters::sight::SeenItems;
use crate::passes::shadows::batches::{Batch, Batched};
use crate::passes::shadows::depth::DOT_STEP;
use crate::passes::shadows::fit::{Casting, KEY_SIDE, SPARSE_KEY_SIDE, Seer};
use crate::passes::shadows::maps;
use crate::passes::shadows::pass::Shadows;
use crate::passes::shadows::seen::SeenBy;
use crate::software;
use castview_picture::Picture;

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
        let sight = SeenItems {
            shown: &self.shown,
            list: &lists.list,
        };
        if !sight.items().any(|item| sight.casts(item)) {
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
        if sight.key_sees_sparse(&casting) {
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
        self.dense.prepare_depth(&context, &lists.numbers);
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

    /// Everything in sight of `seer`, in an order of its own. Pipelines are made for it. `all`: pixels of the picture.
    fn see(&self, shadows: &mut Shadows, (lists, casting): (&Lists, &Casting), seer: Seer, all: f64) -> SeenBy {
        let context = &self.context;
        let sight = SeenItems {
            shown: &self.shown,
            list: &lists.list,
        };
        let mut by = SeenBy::nothing(seer);
        for item in sight.items() {
            if let Some((hair, placements)) = sight.strands_seen(item, seer) {
                shadows.depth.prepare_strands(context, &self.common);
                let extent = Extent::new(hair.ribbons.count, 3, 0..placements.count());
                by.alone.push((item, extent));
            }
            let Some((drawn, standing)) = sight.seen(casting, item, seer) else {
                continue;
            };
            by.has_sparse |= drawn.is_sparse() && !drawn.item.is_numbered;
            let wired = &self.wired[drawn.item.look];
            if let Some(small) = Batched::of(&drawn, &standing, [lists.covers[item], all]) {
                if Batch::add(&mut by.batches, &small) {
                    shadows.depth.prepare(context, &self.common, &drawn, wired);
                }
                continue;
            }
            let is_dotted =
                || seer == Seer::Ground && software::finds_dots((&self.dense, context), (sight, casting), item);
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
}

/// Who has to look, in the order of their passes.
fn seers(casting: &Casting) -> impl Iterator<Item = Seer> + use<> {
    let key = (casting.uniform.has_key > 0.0).then_some(Seer::Key);
    let ground = casting.has_ground.then_some(Seer::Ground);
    let eye = casting.holds().then_some(Seer::Eye);
    [key, ground, eye].into_iter().flatten()
}
