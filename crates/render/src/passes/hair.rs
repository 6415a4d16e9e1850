//! Strands of hair as ribbons.

use super::common::Common;
use super::pass::{At, Draw, Pass, Piece, Plan, Turn};
use super::picture::picture_gpu::PictureGpu;
use super::ribbons::{VERTICES, draw_ribbons};
use crate::cost::Extent;
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;
use crate::gpu::error::RenderError;
use crate::gpu::pipeline::{Depth, PipelineSpec};
use crate::gpu::shaders;
use crate::gpu::vertices::PLACEMENTS;

pub struct HairPass {
    pipeline: wgpu::RenderPipeline,
    /// The same where a plane leaves something out, made when first needed.
    sectioned: Option<wgpu::RenderPipeline>,
    samples: u32,
}

fn pipeline(context: &Context, common: &Common, samples: u32, has_section: bool) -> wgpu::RenderPipeline {
    let spec = PipelineSpec {
        label: "hair",
        shader: shaders::HAIR,
        vertex: "vertex",
        fragment: "fragment",
        constants: &[("SECTION", has_section.into())],
        buffers: &[Some(VERTICES), Some(PLACEMENTS)],
        groups: &[
            Some(&common.view_layout),
            Some(&common.draws.layout),
            None,
            Some(&common.shade.layout),
        ],
        topology: wgpu::PrimitiveTopology::TriangleList,
        depth: Depth::Solid,
    };
    spec.build(context, samples)
}

impl Pass for HairPass {
    fn new(context: &Context, common: &Common, samples: u32) -> Self {
        Self {
            pipeline: pipeline(context, common, samples, false),
            sectioned: None,
            samples,
        }
    }

    fn prepare(&mut self, there: &PictureGpu<'_>, _: &[Draw]) -> Result<usize, RenderError> {
        if there.picture.section.is_none() || self.sectioned.is_some() {
            return Ok(0);
        }
        let make = || pipeline(there.context, there.common, self.samples, true);
        self.sectioned = Some(there.context.catch(make)?);
        Ok(1)
    }

    fn plan(there: &PictureGpu<'_>, plan: &mut Plan<'_>) {
        for (item, drawn) in there.list.items.iter().enumerate() {
            if let Some(hair) = there.hair(item) {
                let turn = match drawn.shows_behind() {
                    true => Turn::BlendedHair,
                    false => Turn::SolidHair,
                };
                let placements = there.shown.placement_count(drawn);
                let extent = Extent::new(hair.ribbons.count, 3, 0..placements);
                plan.add(Draw::of(turn, At::item(item)), extent, 0.0);
            }
        }
    }

    fn record(&self, there: &PictureGpu<'_>, pass: &mut DrawPass<'_>, piece: &Piece<'_>) {
        there
            .common
            .shade
            .bind(pass, there.list.items[piece.at.item].look, false);
        self.draw(there, pass, piece);
    }
}

impl HairPass {
    /// Inputs of shading are bound already.
    pub fn draw(&self, there: &PictureGpu<'_>, pass: &mut DrawPass<'_>, piece: &Piece<'_>) {
        let Some(hair) = there.hair(piece.at.item) else { return };
        let drawn = &there.list.items[piece.at.item];
        there.common.draws.bind(pass, piece.at.item);
        let sectioned = self.sectioned.as_ref().filter(|_| drawn.has_section);
        pass.set_pipeline(sectioned.unwrap_or(&self.pipeline));
        draw_ribbons(pass, hair, &there.shown.placed[drawn.placed].placements, piece.span);
    }
}
