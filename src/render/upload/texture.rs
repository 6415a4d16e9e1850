//! Images on the GPU, with mips made in linear light.
//!
//! In: what maps sample. Out: one bind group for each set of maps, kept as long as its images are used.

use super::material::{Look, Sampled};
use crate::images::Image;
use crate::picture::smaller;
use crate::render::gpu::shaders;
use crate::render::gpu::srgb;
use crate::render::passes::full_screen::{FullScreenPass, sampler_entry, texture_entry};
use crate::render::{Context, RenderError};
use crate::scene::{ColorSpace, Input, Wrap};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Weak};

pub struct Textures {
    pub layout: wgpu::BindGroupLayout,
    /// By [`ColorSpace`].
    mips: [FullScreenPass; 2],
    samplers: HashMap<Sampling, wgpu::Sampler>,
    /// One white texel: for inputs without a map.
    white: wgpu::TextureView,
    /// For materials without maps.
    pub plain: wgpu::BindGroup,
    images: HashMap<ImageKey, Known>,
    groups: HashMap<Maps, wgpu::BindGroup>,
    /// Texels of all images ever sent, as bytes.
    sent: u64,
    /// [`crate::picture::Picture::most_texels`] of the picture in progress.
    most_texels: u64,
}

/// An image by its address, which its [`Known`] keeps from being given to another, and how its texels are read.
type ImageKey = (*const Image, ColorSpace);

/// Wraps, and whether it is smooth.
type Sampling = ([Wrap; 2], bool);

/// What a bind group holds, by [`Input`].
type Maps = [Option<(ImageKey, Sampling)>; Input::COUNT];

struct Known {
    image: Weak<Image>,
    view: Result<wgpu::TextureView, RenderError>,
    /// At which it was sent.
    size: [u32; 2],
    used: bool,
}

fn format(space: ColorSpace) -> wgpu::TextureFormat {
    match space {
        ColorSpace::Srgb => wgpu::TextureFormat::Rgba8UnormSrgb,
        ColorSpace::Linear => wgpu::TextureFormat::Rgba8Unorm,
    }
}

fn key(image: &Arc<Image>, space: ColorSpace) -> ImageKey {
    (Arc::as_ptr(image), space)
}

impl Textures {
    pub fn new(context: &Context) -> Self {
        let device = &context.device;
        let layout = maps_layout(device);
        let mips = [ColorSpace::Srgb, ColorSpace::Linear]
            .map(|space| FullScreenPass::new(device, &shaders::MIP, format(space), wgpu::FilterMode::Linear));
        let white = Image {
            width: 1,
            height: 1,
            rgba: vec![255; 4],
        };
        let white = upload(context, &mips[0], &white, [1, 1], ColorSpace::Srgb);
        let sampler = sampler(context, ([Wrap::Repeat; 2], true));
        let plain = maps_group(device, &layout, |_| (&white, &sampler));
        Self {
            layout,
            mips,
            samplers: HashMap::new(),
            white,
            plain,
            images: HashMap::new(),
            groups: HashMap::new(),
            sent: 0,
            most_texels: u64::MAX,
        }
    }

    /// From now on images are sent at the size of their first mip of at most so many texels.
    pub fn limit(&mut self, most_texels: u64) {
        self.most_texels = most_texels;
    }

    /// Of all images since the beginning.
    pub fn sent_bytes(&self) -> u64 {
        self.sent
    }

    /// The bind group of the look's maps. Images that cannot be used are taken out of the look; the first reason is handed to
    /// `problem`.
    pub fn prepare(
        &mut self,
        context: &Context,
        look: &mut Look,
        problem: &mut dyn FnMut(&RenderError),
    ) -> wgpu::BindGroup {
        let mut maps: Maps = [None; Input::COUNT];
        for (at, map) in maps.iter_mut().enumerate() {
            let Some(sampled) = look.maps[at].clone() else { continue };
            match self.upload(context, &sampled) {
                Ok(()) => *map = Some((key(&sampled.image, sampled.space), (sampled.wrap, sampled.smooth))),
                Err(error) => {
                    problem(error);
                    look.drop_map(at);
                }
            }
        }
        if maps.iter().all(Option::is_none) {
            return self.plain.clone();
        }
        for (_, sampling) in maps.iter().flatten() {
            self.samplers
                .entry(*sampling)
                .or_insert_with(|| sampler(context, *sampling));
        }
        let (images, samplers, white) = (&self.images, &self.samplers, &self.white);
        let usual = samplers.values().next().expect("just put in");
        let make = || {
            maps_group(&context.device, &self.layout, |at| match &maps[at] {
                Some((image, sampling)) => {
                    let view = images.get(image).and_then(|known| known.view.as_ref().ok());
                    (view.unwrap_or(white), &samplers[sampling])
                }
                None => (white, usual),
            })
        };
        self.groups.entry(maps).or_insert_with(make).clone()
    }

    /// Uploads the image unless it is known; marks it as used in this picture.
    fn upload(&mut self, context: &Context, sampled: &Sampled) -> Result<(), &RenderError> {
        let mips = &self.mips[sampled.space as usize];
        let size = self.size_of(context, &sampled.image);
        let key = key(&sampled.image, sampled.space);
        if self.images.get(&key).is_some_and(|known| known.size != size) {
            self.images.remove(&key);
            self.groups
                .retain(|maps, _| maps.iter().flatten().all(|(image, _)| *image != key));
        }
        let known = match self.images.entry(key) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => {
                self.sent += u64::from(size[0]) * u64::from(size[1]) * 4;
                free.insert(Known {
                    image: Arc::downgrade(&sampled.image),
                    view: context.catch(|| upload(context, mips, &sampled.image, size, sampled.space)),
                    size,
                    used: true,
                })
            }
        };
        known.used = true;
        known.view.as_ref().map(|_| ())
    }

    /// At which it is sent: what the adapter takes, and the picture has room for.
    fn size_of(&self, context: &Context, image: &Image) -> [u32; 2] {
        let limit = context.device.limits().max_texture_dimension_2d;
        let mut size = smaller([image.width, image.height], self.most_texels);
        while size.iter().any(|side| *side > limit) {
            size = size.map(|side| side.div_ceil(2));
        }
        size
    }

    /// Marks the image as used, if it is known.
    pub fn keep(&mut self, image: &Arc<Image>) {
        for space in [ColorSpace::Srgb, ColorSpace::Linear] {
            if let Some(known) = self.images.get_mut(&key(image, space)) {
                known.used = true;
            }
        }
    }

    /// Frees what was neither prepared nor kept since the last time.
    pub fn free_unused(&mut self) {
        self.images
            .retain(|_, known| std::mem::take(&mut known.used) && known.image.strong_count() > 0);
        let is_there = |(image, _): &(ImageKey, Sampling)| self.images.contains_key(image);
        self.groups.retain(|maps, _| maps.iter().flatten().all(is_there));
    }
}

/// A checkerboard of two quiet colours: what it lies on keeps its shape.
pub fn missing() -> Image {
    const SIDE: u32 = 64;
    const CHECK: u32 = 8;
    let texel = |i: u32| match (i % SIDE / CHECK + i / SIDE / CHECK) % 2 {
        0 => [168, 132, 164, 255],
        _ => [112, 108, 114, 255],
    };
    Image {
        width: SIDE,
        height: SIDE,
        rgba: (0..SIDE * SIDE).flat_map(texel).collect(),
    }
}

fn sampler(context: &Context, (wrap, smooth): Sampling) -> wgpu::Sampler {
    let [across, down] = wrap.map(|wrap| match wrap {
        Wrap::Repeat => wgpu::AddressMode::Repeat,
        Wrap::Mirror => wgpu::AddressMode::MirrorRepeat,
        Wrap::Clamp => wgpu::AddressMode::ClampToEdge,
    });
    // Only where everything is blended is anisotropy allowed.
    let anisotropy = if context.abilities().anisotropy && smooth { 8 } else { 1 };
    context.device.create_sampler(&wgpu::SamplerDescriptor {
        label: Some("map"),
        address_mode_u: across,
        address_mode_v: down,
        mag_filter: match smooth {
            true => wgpu::FilterMode::Linear,
            false => wgpu::FilterMode::Nearest,
        },
        min_filter: wgpu::FilterMode::Linear,
        mipmap_filter: wgpu::MipmapFilterMode::Linear,
        anisotropy_clamp: anisotropy,
        ..Default::default()
    })
}

/// All textures, then all samplers, as in `shaders/shared/material.wgsl`.
fn maps_layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
    let textures = (0..Input::COUNT as u32).map(texture_entry);
    let samplers = (Input::COUNT as u32..2 * Input::COUNT as u32).map(sampler_entry);
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("maps"),
        entries: &textures.chain(samplers).collect::<Vec<_>>(),
    })
}

fn maps_group<'a>(
    device: &wgpu::Device,
    layout: &wgpu::BindGroupLayout,
    map: impl Fn(usize) -> (&'a wgpu::TextureView, &'a wgpu::Sampler),
) -> wgpu::BindGroup {
    let texture = |at: usize| wgpu::BindGroupEntry {
        binding: at as u32,
        resource: wgpu::BindingResource::TextureView(map(at).0),
    };
    let sampler = |at: usize| wgpu::BindGroupEntry {
        binding: (Input::COUNT + at) as u32,
        resource: wgpu::BindingResource::Sampler(map(at).1),
    };
    let inputs = 0..Input::COUNT;
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("maps"),
        layout,
        entries: &inputs
            .clone()
            .map(texture)
            .chain(inputs.map(sampler))
            .collect::<Vec<_>>(),
    })
}

/// `size`: [`Textures::size_of`] it.
fn upload(
    context: &Context,
    mips: &FullScreenPass,
    image: &Image,
    size: [u32; 2],
    space: ColorSpace,
) -> wgpu::TextureView {
    let device = &context.device;
    let smaller = ([image.width, image.height] != size).then(|| shrink(image, size, space));
    let image = smaller.as_ref().unwrap_or(image);
    let size = wgpu::Extent3d {
        width: image.width,
        height: image.height,
        depth_or_array_layers: 1,
    };
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: Some("render / texture"),
        size,
        mip_level_count: size.max_mips(wgpu::TextureDimension::D2),
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: format(space),
        usage: wgpu::TextureUsages::TEXTURE_BINDING
            | wgpu::TextureUsages::COPY_DST
            | wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    });
    context.queue.write_texture(
        texture.as_image_copy(),
        &image.rgba,
        wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(image.width * 4),
            rows_per_image: None,
        },
        size,
    );
    fill_mips(context, mips, &texture);
    texture.create_view(&Default::default())
}

/// The image at a size that halving its sides comes to: each texel is the mean of those it covers, in linear light.
fn shrink(image: &Image, [width, height]: [u32; 2], space: ColorSpace) -> Image {
    let mut step = 1;
    while [image.width.div_ceil(step), image.height.div_ceil(step)] != [width, height] && step < 1 << 31 {
        step *= 2;
    }
    let light: Vec<f32> = (0..=255u8).map(|byte| srgb::decode(f32::from(byte) / 255.0)).collect();
    let is_encoded = |channel: usize| channel < 3 && space == ColorSpace::Srgb;
    let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
    let row = image.width as usize * 4;
    for y in 0..height {
        let rows = y * step..((y + 1) * step).min(image.height);
        for x in 0..width {
            let texels = (x * step) as usize * 4..((x + 1) * step).min(image.width) as usize * 4;
            let mut sums = [0.0f32; 4];
            for y in rows.clone() {
                let texels = &image.rgba[y as usize * row..][texels.clone()];
                for texel in texels.chunks_exact(4) {
                    for (channel, (sum, byte)) in sums.iter_mut().zip(texel).enumerate() {
                        *sum += match is_encoded(channel) {
                            true => light[usize::from(*byte)],
                            false => f32::from(*byte) / 255.0,
                        };
                    }
                }
            }
            let count = rows.len() * texels.len() / 4;
            for (channel, sum) in sums.into_iter().enumerate() {
                let mean = sum / count.max(1) as f32;
                let value = match is_encoded(channel) {
                    true => srgb::encode(mean),
                    false => mean,
                };
                rgba.push((value * 255.0).round() as u8);
            }
        }
    }
    Image { width, height, rgba }
}

/// Fills every level below the first.
fn fill_mips(context: &Context, mips: &FullScreenPass, texture: &wgpu::Texture) {
    let level = |level| {
        texture.create_view(&wgpu::TextureViewDescriptor {
            label: Some("mip / level"),
            base_mip_level: level,
            mip_level_count: Some(1),
            ..Default::default()
        })
    };
    let mut encoder = context
        .device
        .create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("mip") });
    for below in 1..texture.mip_level_count() {
        mips.run(context, &mut encoder, &level(below - 1), &level(below));
    }
    context.queue.submit([encoder.finish()]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shrinking_keeps_light() {
        // Half black, half white: half the light is 188 in sRGB.
        let image = Image {
            width: 4,
            height: 1,
            rgba: [[0, 0, 0, 255], [255; 4], [0, 0, 0, 255], [255; 4]].concat(),
        };
        let small = shrink(&image, [2, 1], ColorSpace::Srgb);
        assert_eq!((small.width, small.height), (2, 1));
        assert_eq!(small.rgba, [188, 188, 188, 255, 188, 188, 188, 255]);
        // Numbers are no light.
        let small = shrink(&image, [2, 1], ColorSpace::Linear);
        assert_eq!(small.rgba, [128, 128, 128, 255, 128, 128, 128, 255]);
    }
}
