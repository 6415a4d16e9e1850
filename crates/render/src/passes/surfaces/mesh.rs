//! Shaded triangles.

use super::pipelines::Surfaces;
use crate::cost::{Extent, Span};
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::error::RenderError;
use crate::gpu::pipeline::Sides;
use crate::lists::draw_list::{Item, shows_surfaces};
use crate::passes::common::Common;
use crate::passes::pass::{At, Destination, Draw, OwnRun, Pass, Piece, Plan, Turn};
use crate::passes::picture::picture_gpu::PictureGpu;
use crate::passes::weighed::ComposePass;
use crate::upload::placements::Standing;
use crate::upload::scene_gpu::{Indices, MeshGpu};
use crate::upload::texture::Wired;

/// Surfaces that are drawn by their triangles.
pub struct MeshPass {
    surfaces: Surfaces,
    compose: ComposePass,
    samples: u32,
}

/// Steps: all sides of a mesh but those that were drawn before; the sides that face away, where the others are drawn after them.
const LAST_SIDES: usize = 0;
const BACKS: usize = 1;
/// Triangles of a mesh that blends, in any order, and what was drawn so, laid over the picture.
const WEIGH: usize = 2;
const COMPOSE: usize = 3;

impl Pass for MeshPass {
    const WORD: &'static str = "blended";
    const HAS_PIPELINES: bool = false;

    fn new(_: &Context, _: &Common, samples: u32) -> Self {
        Self {
            surfaces: Surfaces::new(samples),
            compose: ComposePass::default(),
            samples,
        }
    }

    fn plan(there: &PictureGpu<'_>, plan: &mut Plan<'_>) {
        if shows_surfaces(there.picture) {
            plan_solid(there, plan);
            plan_blended(there, plan);
        }
    }

    fn prepare(&mut self, there: &PictureGpu<'_>, draws: &[Draw]) -> Result<usize, RenderError> {
        if draws.iter().any(|draw| draw.at.step == WEIGH) {
            let sums = there.target.prepare_sums(there.context)?;
            self.compose.prepare(there.context, sums, self.samples);
        }
        Ok(0)
    }

    fn prepare_item(&mut self, there: &PictureGpu<'_>, item: usize) -> bool {
        let drawn = &there.list.items[item];
        match there.standing(item).filter(|_| !drawn.is_numbered) {
            Some((mesh, _)) if mesh.triangles.is_some() => {
                let mut made = false;
                for sides in drawn.halves.unwrap_or([drawn.sides; 2]) {
                    let (of, to) = ((mesh, &there.wired[drawn.look]), (there.context, there.common));
                    made |= self.surfaces.make(to, (drawn, sides), of);
                }
                made
            }
            _ => false,
        }
    }

    fn forget_wirings(&mut self) {
        self.surfaces.forget();
    }

    fn record(&self, there: &PictureGpu<'_>, pass: &mut DrawPass<'_>, piece: &Piece<'_>) {
        if piece.at.step == COMPOSE {
            if let Some(sums) = there.target.sums() {
                self.compose.draw(pass, sums);
                pass.set_bind_group(0, &there.common.view_group, None);
            }
            return;
        }
        let item = &there.list.items[piece.at.item];
        let wired = &there.wired[item.look];
        let Some((mesh, standing)) = there.standing(piece.at.item) else {
            return;
        };
        let sides = match (piece.at.step, item.halves) {
            (BACKS, Some([first, _])) => first,
            (WEIGH, _) => item.sides,
            _ => item.last_sides(),
        };
        let Some(triangles) = &mesh.triangles else { return };
        there.common.draws.bind(pass, piece.at.item);
        there.common.shade.bind(pass, item.look, item.features.transmits);
        self.draw(pass, (mesh, triangles), &standing, wired, (item, sides), piece.span);
    }

    /// Surfaces that are drawn in any order: what is before them hides them, and they hide nothing.
    fn record_own(&self, there: &PictureGpu<'_>, encoder: &mut wgpu::CommandEncoder, run: &OwnRun<'_>) {
        let Some(sums) = there.target.sums() else { return };
        let mut pass = DrawPass::begin(
            encoder,
            &wgpu::RenderPassDescriptor {
                label: Some("sums"),
                color_attachments: &sums.attachments(run.first, run.last),
                depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                    view: there.eye.unwrap_or(&there.target.depth_view),
                    depth_ops: Some(wgpu::Operations {
                        load: wgpu::LoadOp::Load,
                        store: wgpu::StoreOp::Store,
                    }),
                    stencil_ops: None,
                }),
                timestamp_writes: None,
                occlusion_query_set: None,
                multiview_mask: None,
            },
        );
        pass.set_bind_group(0, &there.common.view_group, None);
        for piece in run.pieces.iter().filter(|piece| !piece.rows.is_empty()) {
            let rows = &piece.rows;
            pass.set_scissor_rect(0, rows.start, there.target.size[0], rows.end - rows.start);
            self.record(there, &mut pass, piece);
        }
    }
}

fn plan_solid(there: &PictureGpu<'_>, plan: &mut Plan<'_>) {
    let items = &there.list.items;
    let is_solid = |item: usize| !items[item].shows_behind() && !items[item].is_numbered;
    for (item, mesh) in there.meshes().filter(|(item, _)| is_solid(*item)) {
        let Some(triangles) = &mesh.triangles else { continue };
        let extent = Extent::new(triangles.count, 3, 0..there.placement_count(item));
        plan.add_item(there, item, extent);
    }
}

fn plan_blended(there: &PictureGpu<'_>, plan: &mut Plan<'_>) {
    let items = &there.list.items;
    let draw = |item, step| Draw::of(Turn::Blended, At { step, ..At::item(item) }).in_order();
    // The group that is drawn, and the last item of it.
    let mut open = None;
    for (item, mesh) in there.meshes().filter(|(item, _)| items[*item].shows_behind()) {
        let group = items[item].group;
        if let Some((of, last)) = open
            && Some(of) != group
        {
            plan.add(draw(last, COMPOSE), Extent::ONE, 0.3 * plan.cover.all);
        }
        open = group.map(|group| (group, item));
        let Some(triangles) = &mesh.triangles else { continue };
        let extent = Extent::new(triangles.count, 3, 0..there.placement_count(item));
        if group.is_some() {
            let draw = draw(item, WEIGH).to(Destination::Own(0)).in_tiles();
            plan.add(draw, extent, plan.covers[item]);
            continue;
        }
        if items[item].halves.is_some() {
            plan.add(draw(item, BACKS).in_tiles(), extent.clone(), plan.covers[item]);
        }
        plan.add(draw(item, LAST_SIDES).in_tiles(), extent, plan.covers[item]);
    }
    if let Some((_, last)) = open {
        plan.add(draw(last, COMPOSE), Extent::ONE, 0.3 * plan.cover.all);
    }
}

impl MeshPass {
    /// The draw and its material are bound and what it needs is prepared already. `standing` belongs to the placed model, the
    /// rest to the mesh.
    fn draw(
        &self,
        pass: &mut DrawPass<'_>,
        (mesh, triangles): (&MeshGpu, &Indices),
        standing: &Standing<'_>,
        wired: &Wired,
        (item, sides): (&Item, Sides),
        span: &Span,
    ) {
        let Some(pipeline) = self.surfaces.get((item, sides), (mesh, wired)) else {
            return;
        };
        pass.set_pipeline(pipeline);
        mesh.paint.bind(pass, standing);
        pass.set_bind_group(2, &wired.group, None);
        pass.set_index_buffer(triangles.part.slice(), triangles.format);
        for (corners, instances) in span.draws() {
            pass.draw_indexed(corners, instances);
        }
    }
}
