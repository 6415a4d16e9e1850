//! The mean of several pictures of one thing, each shifted by a part of a pixel: edges, highlights and textures become smooth.
//!
//! In: the picture that was drawn last, and how many are in the mean already. Out: the mean, in place of that picture. Sums are kept in linear
//! light, so that bright edges are as wide as dark ones.

use crate::gpu::context::Context;
use crate::gpu::formats::{DRAW_FORMAT, SUM_FORMAT};
use crate::gpu::full_screen::{FullScreenPass, TextureSource};
use crate::gpu::shaders;
use crate::passes::picture::target::Target;

/// Kept between pictures of one size.
pub(crate) struct Mean {
    pub size: [u32; 2],
    sums: wgpu::TextureView,
    add: FullScreenPass,
    show: FullScreenPass,
}

impl Mean {
    pub fn new(context: &Context, size: [u32; 2]) -> Self {
        let usage = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING;
        let texture = context.texture("render / mean", size, (SUM_FORMAT, usage));
        let weighed = wgpu::BlendComponent {
            src_factor: wgpu::BlendFactor::Constant,
            dst_factor: wgpu::BlendFactor::OneMinusConstant,
            operation: wgpu::BlendOperation::Add,
        };
        let added = wgpu::ColorTargetState {
            format: SUM_FORMAT,
            blend: Some(wgpu::BlendState {
                color: weighed,
                alpha: weighed,
            }),
            write_mask: wgpu::ColorWrites::ALL,
        };
        let (device, nearest) = (&context.device, TextureSource::Filtered(wgpu::FilterMode::Nearest));
        Self {
            size,
            sums: texture.create_view(&Default::default()),
            add: FullScreenPass::blended(device, &shaders::MEAN, "fragment_add", added, nearest),
            show: FullScreenPass::by(device, &shaders::MEAN, "fragment_show", DRAW_FORMAT, nearest),
        }
    }

    /// Adds the picture in `target` to the mean of `before` earlier ones, and writes the new mean to `target`.
    pub fn add(&self, context: &Context, encoder: &mut wgpu::CommandEncoder, target: &Target, before: u32) {
        let weight = 1.0 / f64::from(before + 1);
        let views = (&target.plain_view, &self.sums);
        self.add.run_weighed(context, encoder, views, weight);
        if before > 0 {
            target.show_instead(context, encoder, &self.show, &self.sums);
        }
    }
}
