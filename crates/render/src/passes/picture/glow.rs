//! Emission as it is drawn for bloom, and its levels of half the size each.
//!
//! In: the emission of all pixels, linear light, in the first level. Out: the same light spread, in the second one. Each level weighs by its size
//! beside the height of the picture, so that pictures of two sizes have one halo, and all weights together are 1: what is spread is as much as
//! there was, but for what falls off the edges.

use crate::gpu::context::Context;
use crate::gpu::formats::SUM_FORMAT;
use crate::gpu::full_screen::{FullScreenPass, TextureSource, sampler_entry, texture_entry};
use crate::gpu::shaders;

pub struct BloomLevels {
    /// With more than one sample: where emission is drawn, to be resolved into the first level.
    samples: Option<wgpu::TextureView>,
    levels: Vec<wgpu::TextureView>,
    /// The share of each level but the first in the sum of itself and all smaller ones.
    shares: Vec<f32>,
    down: FullScreenPass,
    up: FullScreenPass,
    /// Layout and group of the second level, which is looked into.
    pub layout: wgpu::BindGroupLayout,
    pub group: wgpu::BindGroup,
}

/// The logarithm to base 2 of a texel's height beside that of the picture, of the level that weighs most, and how far from it levels weigh anything.
const MIDDLE: f32 = -5.0;
const REACH: f32 = 3.5;

/// The weights of levels 1, 2, … of a picture so high, at least one; their sum is 1.
fn weights(height: u32) -> Vec<f32> {
    let whole = (height.max(1) as f32).log2();
    let weight = |level: u32| (1.0 - (level as f32 - whole - MIDDLE).abs() / REACH).max(0.0);
    let last = (1..32).rev().find(|level| weight(*level) > 0.0).unwrap_or(1);
    let all: Vec<f32> = (1..=last).map(weight).collect();
    match all.iter().sum::<f32>() {
        sum if sum > 0.0 => all.iter().map(|weight| weight / sum).collect(),
        _ => vec![1.0],
    }
}

/// The share of each weight in the sum of itself and all that follow: levels that are mixed from the last one on by these weigh as they shall.
fn shares(weights: &[f32]) -> Vec<f32> {
    let mut left = 0.0;
    let each = weights.iter().rev().map(|weight| {
        left += weight;
        if left > 0.0 { weight / left } else { 1.0 }
    });
    let mut shares: Vec<f32> = each.collect();
    shares.reverse();
    shares
}

impl BloomLevels {
    pub fn new(context: &Context, size: wgpu::Extent3d, samples: u32) -> Self {
        let device = &context.device;
        let most = size.max_mips(wgpu::TextureDimension::D2) as usize;
        let mut shares = shares(&weights(size.height));
        // A narrow picture has fewer levels.
        shares.truncate(most.saturating_sub(1).max(1));
        let make = |sample_count, mip_level_count, usage| {
            device.create_texture(&wgpu::TextureDescriptor {
                label: Some("render / target / glow"),
                size,
                mip_level_count,
                sample_count,
                dimension: wgpu::TextureDimension::D2,
                format: SUM_FORMAT,
                usage,
                view_formats: &[],
            })
        };
        let drawn = wgpu::TextureUsages::RENDER_ATTACHMENT;
        let count = (shares.len() + 1).min(most) as u32;
        let texture = make(1, count, drawn | wgpu::TextureUsages::TEXTURE_BINDING);
        let level = |level| {
            texture.create_view(&wgpu::TextureViewDescriptor {
                label: Some("glow / level"),
                base_mip_level: level,
                mip_level_count: Some(1),
                ..Default::default()
            })
        };
        let levels: Vec<wgpu::TextureView> = (0..count).map(level).collect();
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("bloom"),
            entries: &[texture_entry(0), sampler_entry(1)],
        });
        let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("bloom"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            ..Default::default()
        });
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("bloom"),
            layout: &layout,
            entries: &[
                wgpu::BindGroupEntry {
                    binding: 0,
                    resource: wgpu::BindingResource::TextureView(&levels[levels.len().min(2) - 1]),
                },
                wgpu::BindGroupEntry {
                    binding: 1,
                    resource: wgpu::BindingResource::Sampler(&sampler),
                },
            ],
        });
        let linear = TextureSource::Filtered(wgpu::FilterMode::Linear);
        // Weights are too fine for constants of 8 bits, which some adapters have, only where targets have no more themselves.
        let mixed = wgpu::BlendComponent {
            src_factor: wgpu::BlendFactor::OneMinusConstant,
            dst_factor: wgpu::BlendFactor::Constant,
            operation: wgpu::BlendOperation::Add,
        };
        let mixed = wgpu::ColorTargetState {
            format: SUM_FORMAT,
            blend: Some(wgpu::BlendState {
                color: mixed,
                alpha: mixed,
            }),
            write_mask: wgpu::ColorWrites::ALL,
        };
        Self {
            samples: (samples > 1).then(|| make(samples, 1, drawn).create_view(&Default::default())),
            levels,
            shares,
            down: FullScreenPass::by(device, &shaders::SPREAD, "fragment_down", SUM_FORMAT, linear),
            up: FullScreenPass::blended(device, &shaders::SPREAD, "fragment_up", mixed, linear),
            layout,
            group,
        }
    }

    /// Where emission is drawn. `first`: nothing was drawn there yet; `last`: nothing more will be.
    pub fn attachment(&self, first: bool, last: bool) -> wgpu::RenderPassColorAttachment<'_> {
        let resolve_target = self.samples.as_ref().filter(|_| last).map(|_| &self.levels[0]);
        wgpu::RenderPassColorAttachment {
            view: self.samples.as_ref().unwrap_or(&self.levels[0]),
            depth_slice: None,
            resolve_target,
            ops: wgpu::Operations {
                load: match first {
                    true => wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                    false => wgpu::LoadOp::Load,
                },
                store: match resolve_target {
                    Some(_) => wgpu::StoreOp::Discard,
                    None => wgpu::StoreOp::Store,
                },
            },
        }
    }

    /// Down to the smallest level, and up again to the second.
    pub fn spread(&self, context: &Context, encoder: &mut wgpu::CommandEncoder) {
        for level in 1..self.levels.len() {
            self.down
                .run(context, encoder, &self.levels[level - 1], &self.levels[level]);
        }
        for level in (1..self.levels.len().saturating_sub(1)).rev() {
            let views = (&self.levels[level + 1], &self.levels[level]);
            let share = f64::from(self.shares[level - 1]);
            self.up.run_weighed(context, encoder, views, share);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mixed as the levels are, every level has its weight, and all have 1.
    #[test]
    fn weights_are_kept_by_mixing_and_sum_up_to_one() {
        for height in [1, 2, 3, 17, 64, 360, 720, 1080, 2160, 16384] {
            let weights = weights(height);
            assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{height}");
            let mut left = 1.0;
            for (weight, share) in weights.iter().zip(shares(&weights)) {
                assert!((left * share - weight).abs() < 1e-5, "{height}: {weights:?}");
                left *= 1.0 - share;
            }
            assert!(left.abs() < 1e-5, "{height}");
        }
    }

    /// The mean reach of a halo is the same share of any height; it grows in steps of two levels and is held between them.
    #[test]
    fn pictures_of_two_sizes_have_one_halo() {
        let mean = |height: u32| {
            let weights = weights(height);
            let each = weights.iter().zip(1..);
            let middle: f32 = each.map(|(weight, level)| weight * level as f32).sum();
            middle - (height as f32).log2()
        };
        for height in [500, 720, 1000, 1080, 1440, 2160] {
            assert!((mean(height) - mean(4096)).abs() < 0.2, "{height}: {}", mean(height));
        }
    }
}
