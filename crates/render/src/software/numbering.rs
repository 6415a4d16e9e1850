//! Finds the triangles and dots that have numbers, before depth and surfaces are drawn.

use crate::cost::Extent;
use crate::gpu::context::Context;
use crate::passes::common::Common;
use crate::passes::pass::{At, Destination, Draw, OwnRun, Pass, Plan, Turn};
use crate::passes::picture::picture_gpu::PictureGpu;
use crate::passes::shadows::fit::Seer;
use crate::passes::software::{RUN, Sought};

/// Step after all triangles of the picture: where in it they were found.
const TILES: usize = 1;

/// Has nothing of its own: pipelines and buffers are kept for pictures of any number of samples.
pub struct NumberingPass;

fn draw(seer: Seer, at: At) -> Draw {
    // The first of this turn: maps are drawn with what is found here.
    Draw::of(Turn::Depths, at).to(Destination::Own(seer as u8))
}

impl Pass for NumberingPass {
    const WORD: &'static str = "depth";
    const HAS_PIPELINES: bool = false;

    fn new(_: &Context, _: &Common, _: u32) -> Self {
        Self
    }

    fn plan(there: &PictureGpu<'_>, plan: &mut Plan<'_>) {
        for seer in [Seer::Eye, Seer::Key, Seer::Ground] {
            let all = there.numbers.of(seer);
            for (item, mesh) in all {
                let extent = Extent::new(mesh.runs() * 3 * RUN, 3 * RUN, 0..1);
                let depths = plan.covers[*item] * f64::from(RUN);
                plan.add_depths(draw(seer, At::item(*item)), extent, depths);
            }
            if seer == Seer::Eye && !all.is_empty() {
                plan.add(draw(seer, At::step(TILES)), Extent::ONE, 0.1 * plan.cover.all);
            }
        }
    }

    fn record_own(&self, there: &PictureGpu<'_>, encoder: &mut wgpu::CommandEncoder, run: &OwnRun<'_>) {
        let Some(seer) = Seer::of(run.textures) else { return };
        let found = there.dense.found(there.target.found.get(), seer);
        let (Some(found), Some(nearest)) = (found, there.dense.nearest_made()) else {
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
        for piece in &run.pieces {
            if piece.at.step == TILES {
                nearest.find_tiles(&mut pass, found);
            } else if let Some(mesh) = there.numbers.get(seer, piece.at.item) {
                for (corners, _) in piece.span.draws() {
                    let runs = corners.start / (3 * RUN)..corners.end.div_ceil(3 * RUN);
                    nearest.find(&mut pass, mesh, runs);
                }
            }
        }
    }
}
