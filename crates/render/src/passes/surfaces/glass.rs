//! The picture so far as glass shows it: a copy, and smaller ones that are blurred.

use crate::cost::Extent;
use crate::gpu::context::Context;
use crate::passes::common::Common;
use crate::passes::pass::{At, BAND, Destination, Draw, OwnRun, Pass, Plan, Turn};
use crate::passes::picture::picture_gpu::PictureGpu;

/// The textures and the pipeline belong to the target.
pub struct GlassPass;

impl Pass for GlassPass {
    const WORD: &'static str = "glass";
    const HAS_PIPELINES: bool = false;

    fn new(_: &Context, _: &Common, _: u32) -> Self {
        Self
    }

    fn plan(there: &PictureGpu<'_>, plan: &mut Plan<'_>) {
        let Some(behind) = there.target.behind().filter(|_| plan.transmits) else {
            return;
        };
        let draw = |level: u32| Draw::of(Turn::Behind, At::step(level as usize)).to(Destination::Behind);
        // Several samples are resolved by the pass that draws them; the task parts it from the next all the same.
        plan.add(draw(0), Extent::ONE, 0.05 * plan.cover.all);
        for level in 1..behind.levels.len() as u32 {
            let [width, height] = behind.size_of(level);
            let pixels = f64::from(width) * f64::from(height.min(BAND));
            plan.add(draw(level), Extent::new(height.div_ceil(BAND), 1, 0..1), pixels);
        }
    }

    fn record_own(&self, there: &PictureGpu<'_>, encoder: &mut wgpu::CommandEncoder, run: &OwnRun<'_>) {
        let Some(behind) = there.target.behind() else { return };
        for piece in &run.pieces {
            let level = piece.at.step as u32;
            if level == 0 {
                there.target.copy_behind(there.context, encoder, run.apart);
                continue;
            }
            for (bands, _) in piece.span.draws() {
                behind.blur(there.context, encoder, level, bands.start * BAND..bands.end * BAND);
            }
        }
    }
}
