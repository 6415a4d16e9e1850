//! Shades each sample at which a triangle was found by its number, once.

use crate::cost::Extent;
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::pipeline::Sides;
use crate::passes::common::Common;
use crate::passes::pass::{At, Draw, Pass, Piece, Plan, Turn};
use crate::passes::picture::picture_gpu::PictureGpu;
use crate::passes::shadows::fit::{Seer, rectangle};
use crate::passes::software::layout;
use crate::passes::surfaces::pipelines::Surfaces;

pub struct FoundPass {
    surfaces: Surfaces,
}

/// Numbers are given to the sides that are seen alone.
const SIDES: Sides = Sides::Both;

impl Pass for FoundPass {
    const HAS_PIPELINES: bool = false;

    fn new(context: &Context, _: &Common, samples: u32) -> Self {
        let mut surfaces = Surfaces::new(samples);
        surfaces.found = Some(layout(context));
        Self { surfaces }
    }

    fn plan(there: &PictureGpu<'_>, plan: &mut Plan<'_>) {
        // Each of its samples once.
        let pixels = plan.cover.all * f64::from(there.target.samples);
        for (item, _) in there.numbers.of(Seer::Eye) {
            let draw = Draw::of(Turn::Solid, At::item(*item)).in_order().in_tiles();
            plan.add(draw, Extent::ONE, pixels);
        }
    }

    fn prepare_item(&mut self, there: &PictureGpu<'_>, item: usize) -> bool {
        let drawn = &there.list.items[item];
        match there.standing(item).filter(|_| drawn.is_numbered) {
            Some((mesh, _)) => {
                let made_for = (there.context, there.common);
                self.surfaces
                    .make(made_for, (drawn, SIDES), (mesh, &there.wired[drawn.look]))
            }
            None => false,
        }
    }

    fn forget_wirings(&mut self) {
        self.surfaces.forget();
    }

    fn record(&self, there: &PictureGpu<'_>, pass: &mut DrawPass<'_>, piece: &Piece<'_>) {
        let at = piece.at.item;
        let item = &there.list.items[at];
        let wired = &there.wired[item.look];
        let (Some(numbered), Some((mesh, _))) = (there.numbers.get(Seer::Eye, at), there.standing(at)) else {
            return;
        };
        // Nothing was found beside what is posed.
        let [[x, y], [width, height]] = rectangle(there.picture);
        let [top, bottom] = [piece.rows.start.max(y), piece.rows.end.min(y + height)];
        if top >= bottom || width == 0 {
            return;
        }
        pass.set_scissor_rect(x, top, width, bottom - top);
        there.common.draws.bind(pass, at);
        there.common.shade.bind(pass, item.look, item.features.transmits);
        if let Some(pipeline) = self.surfaces.get((item, SIDES), (mesh, wired)) {
            pass.set_pipeline(pipeline);
            pass.set_bind_group(2, &wired.group, None);
            numbered.bind(pass);
            pass.draw(0..4, 0..numbered.tiles());
        }
    }
}
