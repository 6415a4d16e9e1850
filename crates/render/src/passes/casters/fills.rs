//! Maps that are filled from depth, row by row: the ground's darkness, and what holds light back at each pixel.

use crate::cost::Extent;
use crate::gpu::context::Context;
use crate::passes::common::Common;
use crate::passes::pass::{At, Destination, Draw, OwnRun, Pass, Plan, Turn};
use crate::passes::picture::picture_gpu::PictureGpu;
use crate::passes::shadows::maps::{BAND, Filled, Maps};

/// Has nothing of its own: maps of shadows are kept for pictures of any number of samples.
pub struct FillsPass;

impl Pass for FillsPass {
    const WORD: &'static str = "shadows";
    const HAS_PIPELINES: bool = false;

    fn new(_: &Context, _: &Common, _: u32) -> Self {
        Self
    }

    fn plan(there: &PictureGpu<'_>, plan: &mut Plan<'_>) {
        let (Some(casting), Some(shadows)) = (there.casting, there.shadows) else {
            return;
        };
        let ground = [Filled::Cells, Filled::Contact, Filled::Ground];
        let of_ground = ground.into_iter().filter(|_| there.makes_maps && casting.has_ground);
        for filled in of_ground.chain(shadows.maps.of_pixels()) {
            let bands = shadows.maps.size_of(filled)[1].div_ceil(BAND);
            let draw = Draw::of(Turn::Fills, At::step(filled as usize)).to(Destination::Own(0));
            plan.add(draw, Extent::new(bands, 1, 0..1), pixels(&shadows.maps, filled));
        }
    }

    fn record_own(&self, there: &PictureGpu<'_>, encoder: &mut wgpu::CommandEncoder, run: &OwnRun<'_>) {
        let Some(shadows) = there.shadows else { return };
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("shadows"),
            timestamp_writes: None,
        });
        for piece in &run.pieces {
            let Some(filled) = Filled::ALL.get(piece.at.step) else {
                continue;
            };
            for (bands, _) in piece.span.draws() {
                shadows.maps.run(&mut pass, *filled, &bands);
            }
        }
    }
}

/// Returns the cost of a band of a map, in pixels of a surface.
fn pixels(maps: &Maps, filled: Filled) -> f64 {
    let size = maps.size_of(filled);
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
