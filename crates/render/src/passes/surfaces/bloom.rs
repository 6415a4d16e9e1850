//! Bloom: surfaces that emit light are drawn once more by their emission alone, which is spread and laid over the picture. A picture in which
//! nothing emits costs nothing.

use super::pipelines::Surfaces;
use crate::cost::Extent;
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::error::RenderError;
use crate::gpu::pipeline::{Depth, PipelineSpec};
use crate::gpu::shaders;
use crate::lists::draw_list::{DrawList, shows_surfaces};
use crate::passes::common::Common;
use crate::passes::pass::{At, Destination, Draw, OwnRun, Pass, Piece, Plan, Turn};
use crate::passes::picture::picture_gpu::PictureGpu;
use castview_picture::{ColorBy, Picture};
use std::sync::OnceLock;

pub struct BloomPass {
    surfaces: Surfaces,
    over: OnceLock<wgpu::RenderPipeline>,
    samples: u32,
}

/// Steps: a surface, all levels, and their sum over the picture.
const SURFACE: usize = 0;
const SPREAD: usize = 1;
const OVER: usize = 2;

impl Pass for BloomPass {
    const WORD: &'static str = "bloom";
    const HAS_PIPELINES: bool = false;

    fn new(_: &Context, _: &Common, samples: u32) -> Self {
        Self {
            surfaces: Surfaces::of_emission(samples),
            over: OnceLock::new(),
            samples,
        }
    }

    fn plan(there: &PictureGpu<'_>, plan: &mut Plan<'_>) {
        if !is_on(there) {
            return;
        }
        let mut has_any = false;
        for (item, mesh) in there.meshes().filter(|(item, _)| emits(there, *item)) {
            let Some(triangles) = &mesh.triangles else { continue };
            let extent = Extent::new(triangles.count, 3, 0..there.placement_count(item));
            let draw = Draw::of(Turn::Glow, At::item(item)).in_order().to(Destination::Own(0));
            has_any |= plan.add(draw, extent, plan.covers[item]);
        }
        if has_any {
            let spread = Draw::of(Turn::GlowSpread, At::step(SPREAD)).to(Destination::Own(0));
            plan.add(spread, Extent::ONE, plan.cover.all);
            plan.add(
                Draw::of(Turn::GlowOver, At::step(OVER)),
                Extent::ONE,
                0.3 * plan.cover.all,
            );
        }
    }

    fn prepare(&mut self, there: &PictureGpu<'_>, draws: &[Draw]) -> Result<usize, RenderError> {
        if draws.is_empty() {
            return Ok(0);
        }
        let glow = there.target.prepare_glow(there.context)?;
        self.over.get_or_init(|| {
            PipelineSpec {
                label: "bloom",
                shader: shaders::BLOOM,
                vertex: "vertex",
                fragment: "fragment",
                constants: &[],
                buffers: &[],
                groups: &[&there.common.view_layout, &glow.layout].map(Some),
                topology: wgpu::PrimitiveTopology::TriangleList,
                depth: Depth::Ignored,
            }
            .build_screened(there.context, self.samples)
        });
        Ok(0)
    }

    fn prepare_item(&mut self, there: &PictureGpu<'_>, item: usize) -> bool {
        if !is_on(there) || !emits(there, item) {
            return false;
        }
        let drawn = &there.list.items[item];
        match there.standing(item) {
            Some((mesh, _)) if mesh.triangles.is_some() => {
                let of = (mesh, &there.wired[drawn.look]);
                self.surfaces
                    .make((there.context, there.common), (drawn, drawn.sides), of)
            }
            _ => false,
        }
    }

    fn forget_wirings(&mut self) {
        self.surfaces.forget();
    }

    fn record(&self, there: &PictureGpu<'_>, pass: &mut DrawPass<'_>, _: &Piece<'_>) {
        if let (Some(over), Some(glow)) = (self.over.get(), there.target.glow()) {
            pass.set_pipeline(over);
            pass.set_bind_group(1, &glow.group, None);
            pass.draw(0..3, 0..1);
        }
    }

    /// Surfaces in front hold emission back, as they do in the picture.
    fn record_own(&self, there: &PictureGpu<'_>, encoder: &mut wgpu::CommandEncoder, run: &OwnRun<'_>) {
        let Some(glow) = there.target.glow() else { return };
        let is_last = run.pieces.iter().any(|piece| piece.at.step == SPREAD);
        let mut pass = DrawPass::begin(
            encoder,
            &wgpu::RenderPassDescriptor {
                label: Some("glow"),
                color_attachments: &[Some(glow.attachment(run.first, is_last))],
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
        for piece in run.pieces.iter().filter(|piece| piece.at.step == SURFACE) {
            let item = &there.list.items[piece.at.item];
            let wired = &there.wired[item.look];
            let Some((mesh, standing)) = there.standing(piece.at.item) else {
                continue;
            };
            let pipeline = self.surfaces.get((item, item.sides), (mesh, wired));
            let (Some(pipeline), Some(triangles)) = (pipeline, &mesh.triangles) else {
                continue;
            };
            there.common.draws.bind(&mut pass, piece.at.item);
            there.common.shade.bind(&mut pass, item.look, false);
            pass.set_pipeline(pipeline);
            mesh.paint.bind(&mut pass, &standing);
            pass.set_bind_group(2, &wired.group, None);
            pass.set_index_buffer(triangles.part.slice(), triangles.format);
            for (corners, instances) in piece.span.draws() {
                pass.draw_indexed(corners, instances);
            }
        }
        drop(pass);
        if is_last {
            glow.spread(there.context, encoder);
        }
    }
}

/// Whether emission of this picture is spread: of its materials under the lights alone, where the adapter sums up light.
fn is_on(there: &PictureGpu<'_>) -> bool {
    is_wanted(there.picture) && there.context.abilities().any_order
}

fn is_wanted(picture: &Picture) -> bool {
    picture.bloom && picture.color_by == ColorBy::Material && shows_surfaces(picture)
}

/// Whether something emits light that is not spread, as the adapter has no such sums (`any_order` of its abilities).
pub fn is_missed(picture: &Picture, list: &DrawList, any_order: bool) -> bool {
    !any_order && is_wanted(picture) && (0..list.items.len()).any(|item| emits_in(list, item))
}

fn emits(there: &PictureGpu<'_>, item: usize) -> bool {
    emits_in(there.list, item)
}

fn emits_in(list: &DrawList, item: usize) -> bool {
    let look = &list.looks[list.items[item].look];
    look.uniform.emissive.iter().any(|light| *light > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::core::MaterialIndex;
    use castview_base::scene::{Material, Mesh, Model};
    use castview_testkit::shapes;
    use glam::Vec3;
    use std::sync::Arc;

    #[test]
    fn bloom_is_missed_where_something_emits_and_the_adapter_has_no_sums() {
        let picture = |emission: f32| {
            let mut material = Material::default();
            material.surface.emissive = Vec3::splat(emission);
            let ball = Mesh {
                material: Some(MaterialIndex::new(0)),
                ..shapes::sphere()
            };
            let model = Model {
                meshes: vec![ball],
                materials: vec![material],
                ..Model::default()
            };
            Picture {
                bloom: true,
                ..Picture::of(vec![shapes::placed(model)])
            }
        };
        let missed = |picture: &Picture, any_order| {
            let missing = Arc::new(shapes::checks().into());
            let list = DrawList::of(picture, (&missing, any_order), &mut Vec::new());
            assert_eq!(list.items.len(), 1);
            is_missed(picture, &list, any_order)
        };
        let glows = picture(2.0);
        assert!(missed(&glows, false) && !missed(&glows, true));
        assert!(!missed(&picture(0.0), false), "nothing emits");
        for changed in [
            Picture {
                bloom: false,
                ..glows.clone()
            },
            Picture {
                color_by: ColorBy::Normals,
                ..glows.clone()
            },
        ] {
            assert!(!missed(&changed, false), "none is wanted");
        }
    }
}
