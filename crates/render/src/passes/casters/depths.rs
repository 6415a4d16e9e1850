//! Depth as the key light, the ground and the eye see it: the maps that shadows and occlusion are made of.

use super::sight::SeenItems;
use crate::cost::Extent;
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::passes::common::Common;
use crate::passes::pass::{At, Destination, Draw, OwnRun, Pass, Piece, Plan, Turn};
use crate::passes::picture::picture_gpu::PictureGpu;
use crate::passes::shadows::fit::Seer;

/// Steps: an item by itself; a batch of items, which stands in `item`; all that was found by numbers.
const ALONE: usize = 0;
const BATCH: usize = 1;
const FOUND: usize = 2;

/// Has nothing of its own: pipelines and maps of shadows are kept for pictures of any number of samples.
pub struct DepthsPass;

fn draw(seer: Seer, item: usize, step: usize) -> Draw {
    let at = At { step, ..At::item(item) };
    Draw {
        // Numbers are found before.
        order: 1 + seer as usize,
        ..Draw::of(Turn::Depths, at).to(Destination::Own(seer as u8))
    }
}

impl Pass for DepthsPass {
    const WORD: &'static str = "depth";
    const HAS_PIPELINES: bool = false;

    fn new(_: &Context, _: &Common, _: u32) -> Self {
        Self
    }

    fn plan(there: &PictureGpu<'_>, plan: &mut Plan<'_>) {
        let needed = |seer: Seer| there.makes_maps || seer == Seer::Eye;
        for seen in there.seen.iter().filter(|seen| needed(seen.seer)) {
            let seer = seen.seer;
            if seen.alone.is_empty() && seen.batches.is_empty() {
                // Draws nothing, but empties the map.
                plan.add_depths(draw(seer, 0, ALONE), Extent::ONE, plan.covers[0]);
            }
            for (batch, of) in seen.batches.iter().enumerate() {
                plan.add_at(draw(seer, batch, BATCH), of.extent(), of.each);
            }
            let mut has_found = false;
            for (item, extent) in &seen.alone {
                match there.numbers.has(seer, *item) {
                    true => has_found = true,
                    // Maps are about as large as the picture.
                    false => _ = plan.add_depths(draw(seer, *item, ALONE), extent.clone(), plan.covers[*item]),
                }
            }
            if has_found {
                plan.add(draw(seer, 0, FOUND), Extent::ONE, 0.1 * plan.cover.all);
            }
        }
    }

    fn record_own(&self, there: &PictureGpu<'_>, encoder: &mut wgpu::CommandEncoder, run: &OwnRun<'_>) {
        let (Some(shadows), Some(seer)) = (there.shadows, Seer::of(run.textures)) else {
            return;
        };
        if let Some(mut pass) = shadows.begin(encoder, there.common, seer, run.first) {
            let pieces = run.pieces.iter();
            pieces.for_each(|piece| record(there, &mut pass, seer, piece));
        }
    }
}

fn record(there: &PictureGpu<'_>, pass: &mut DrawPass<'_>, seer: Seer, piece: &Piece<'_>) {
    let (Some(shadows), Some(casting)) = (there.shadows, there.casting) else {
        return;
    };
    let At { item, step, .. } = piece.at;
    let sight = SeenItems {
        shown: there.shown,
        list: there.list,
    };
    if step == FOUND {
        let rectangle = casting.rectangle(seer);
        there
            .dense
            .draw_depth(pass, there.target.found.get(), (seer, rectangle));
    } else if step == BATCH {
        let seen = there.seen.iter().find(|seen| seen.seer == seer);
        if let Some(batch) = seen.and_then(|seen| seen.batches.get(item)) {
            let takes_batches = there.context.abilities().batches;
            let draws = shadows.draws.buffer().filter(|_| takes_batches);
            shadows.depth.bind_opaque(pass, batch.bound.sides);
            batch.draw(pass, draws, piece.span);
        }
    } else if let Some((hair, placements)) = sight.strands_seen(item, seer) {
        there.common.draws.bind(pass, item);
        shadows.depth.draw_strands(pass, hair, placements, piece.span);
    } else if let Some((drawn, standing)) = sight.seen(casting, item, seer) {
        let wired = &there.wired[drawn.item.look];
        let depth = &shadows.depth;
        depth.draw(pass, there.common, &drawn, &standing, wired, piece.span);
    }
}
