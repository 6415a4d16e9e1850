//! Images on the GPU.
//!
//! In: what maps sample. Out: one bind group for each set of maps, kept as long as its images are used.

use super::buffers::Spawn;
use super::image_sending::{ImageSending, format, one_texel};
use super::material::{Look, Sampled};
use crate::images::Image;
use crate::picture::smaller;
use crate::render::Context;
use crate::render::gpu::shaders;
use crate::render::job::Allowance;
use crate::render::passes::full_screen::{FullScreenPass, sampler_entry, texture_entry};
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
    /// The one on its way.
    sending: Option<(ImageKey, ImageSending)>,
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
    view: Result<wgpu::TextureView, String>,
    /// At which it was sent.
    size: [u32; 2],
    used: bool,
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
        let white = one_texel(context, [255; 4]);
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
            sending: None,
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

    /// The bind group of the look's maps; `None`: more of them has to be sent than `allowance` lets. Images that cannot be used are taken out of
    /// the look; the first reason is handed to `problem`. `spawn`: threads that make large images smaller.
    pub fn prepare(
        &mut self,
        context: &Context,
        look: &mut Look,
        (allowance, spawn): (&mut Allowance, Option<&Spawn>),
        problem: &mut dyn FnMut(&str),
    ) -> Option<wgpu::BindGroup> {
        let mut maps: Maps = [None; Input::COUNT];
        for (at, map) in maps.iter_mut().enumerate() {
            let Some(sampled) = look.maps[at].clone() else { continue };
            match self.send(context, &sampled, (&mut *allowance, spawn)) {
                Ok(true) => *map = Some((key(&sampled.image, sampled.space), (sampled.wrap, sampled.smooth))),
                Ok(false) => return None,
                Err(error) => {
                    problem(error);
                    look.drop_map(at);
                }
            }
        }
        if maps.iter().all(Option::is_none) {
            return Some(self.plain.clone());
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
        Some(self.groups.entry(maps).or_insert_with(make).clone())
    }

    /// Goes on sending the image unless it is there; marks it as used in this picture. Whether all of it is sent.
    fn send(
        &mut self,
        context: &Context,
        sampled: &Sampled,
        (allowance, spawn): (&mut Allowance, Option<&Spawn>),
    ) -> Result<bool, &str> {
        let size = self.size_of(context, &sampled.image);
        let key = key(&sampled.image, sampled.space);
        if self.images.get(&key).is_some_and(|known| known.size != size) {
            self.images.remove(&key);
            self.groups
                .retain(|maps, _| maps.iter().flatten().all(|(image, _)| *image != key));
        }
        let free = match self.images.entry(key) {
            Entry::Occupied(known) => {
                let known = known.into_mut();
                known.used = true;
                return known.view.as_ref().map(|_| true).map_err(String::as_str);
            }
            Entry::Vacant(free) => free,
        };
        // Of another image: the picture that wanted it was stopped.
        let begun = self
            .sending
            .take()
            .filter(|(of, begun)| *of == key && begun.size() == size);
        let mut sending = match begun {
            Some((_, sending)) => sending,
            None => {
                self.sent += u64::from(size[0]) * u64::from(size[1]) * 4;
                ImageSending::begin(&sampled.image, size, sampled.space, (&mut *allowance, spawn))
            }
        };
        let view = match sending.step(context, &self.mips[sampled.space as usize], allowance) {
            Ok(Some(view)) => Ok(view),
            Ok(None) => {
                self.sending = Some((key, sending));
                return Ok(false);
            }
            Err(error) => Err(error),
        };
        let known = free.insert(Known {
            image: Arc::downgrade(&sampled.image),
            view,
            size,
            used: true,
        });
        known.view.as_ref().map(|_| true).map_err(String::as_str)
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
