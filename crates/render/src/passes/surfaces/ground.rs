//! The ground, where shadows lie on it.

use crate::cost::Extent;
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::passes::common::Common;
use crate::passes::pass::{At, Draw, Pass, Piece, Plan, Turn};
use crate::passes::picture::picture_gpu::PictureGpu;

/// Its pipelines are those of the picture's shadows.
pub struct GroundPass {
    samples: u32,
}

impl Pass for GroundPass {
    const HAS_PIPELINES: bool = false;

    fn new(_: &Context, _: &Common, samples: u32) -> Self {
        Self { samples }
    }

    fn plan(there: &PictureGpu<'_>, plan: &mut Plan<'_>) {
        if there.has_ground() {
            plan.add(Draw::of(Turn::Ground, At::default()), Extent::ONE, 0.3 * plan.cover.all);
        }
    }

    fn record(&self, there: &PictureGpu<'_>, pass: &mut DrawPass<'_>, _: &Piece<'_>) {
        if let Some(shadows) = there.shadows {
            shadows.draw_ground(pass, self.samples);
        }
    }
}
