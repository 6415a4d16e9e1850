//! The textures one picture is drawn into: samples, depth, and the result.
//!
//! Kept from picture to picture; made anew only when the size or the number of samples changes. Passes blend in linear light,
//! which the hardware encodes; others see the same texels as plain sRGB bytes with premultiplied alpha.

use crate::gpu::context::Context;
use crate::gpu::error::RenderError;
use crate::gpu::formats::COLOR_FORMAT;
use crate::gpu::formats::DEPTH_FORMAT;
use crate::gpu::formats::DRAW_FORMAT;
use crate::gpu::full_screen::{FullScreenPass, TextureSource};
use crate::gpu::room::{ExtraTextures, no_room};
use crate::gpu::shaders;
use crate::passes::picture::glow::BloomLevels;
use crate::passes::picture::mask::Mask;
use crate::passes::picture::mirror::Mirror;
use crate::passes::software::Found;
use crate::passes::weighed::Sums;
use std::sync::OnceLock;

pub struct Target {
    pub size: [u32; 2],
    pub samples: u32,
    pub color: wgpu::Texture,
    /// Plain bytes, to be sampled.
    pub plain_view: wgpu::TextureView,
    /// Where the passes draw (or resolve to).
    draw_view: wgpu::TextureView,
    /// With more than one sample: where the passes draw instead.
    samples_view: Option<wgpu::TextureView>,
    /// Makes pixels of samples where the driver's own way is slow: Mesa's software renderer compiles it anew in each process, which takes
    /// longer than most pictures, and keeps what it compiles of ours.
    resolve: Option<FullScreenPass>,
    /// With one sample: where a picture is drawn of which nothing is to be seen before it is done. Made when first needed.
    apart: OnceLock<(wgpu::Texture, wgpu::TextureView)>,
    pub depth_view: wgpu::TextureView,
    /// The picture of what lets no light through. Made when first needed.
    behind: OnceLock<Behind>,
    /// Textures that sum up surfaces that blend in any order. Made when first needed.
    sums: OnceLock<Sums>,
    /// Emission, to be spread. Made when first needed.
    glow: OnceLock<BloomLevels>,
    /// Surfaces as the ground mirrors them. Made when first needed.
    mirror: OnceLock<Mirror>,
    /// The numbers of small triangles. Made when first needed.
    pub found: OnceLock<Found>,
    /// Masks of what is selected and of ghosts. Made when first needed.
    masks: [OnceLock<Mask>; 2],
    /// Where one texture cannot be viewed in both formats, `draw_view` is another one, to be copied in the end.
    encode: Option<FullScreenPass>,
}

/// A copy of the picture in progress, and smaller ones that are blurred.
pub struct Behind {
    /// View of all levels, to be looked into.
    pub view: wgpu::TextureView,
    /// Each by itself.
    pub levels: Vec<wgpu::TextureView>,
    texture: wgpu::Texture,
    blur: FullScreenPass,
}

impl Target {
    /// `size`: at least 1 each.
    pub fn new(context: &Context, size: [u32; 2], samples: u32) -> Result<Self, RenderError> {
        let limit = context.device.limits().max_texture_dimension_2d;
        if size[0] > limit || size[1] > limit {
            return Err(RenderError::PictureTooLarge {
                width: size[0],
                height: size[1],
                limit,
            });
        }
        context
            .catch(|| Self::make(context, size, samples))
            .map_err(|error| match error {
                RenderError::OutOfMemory => no_room(size, samples, ExtraTextures::default(), None),
                error => error,
            })
    }

    fn make(context: &Context, size: [u32; 2], samples: u32) -> Self {
        let make = |label, samples, format, usage, view_formats: &[wgpu::TextureFormat]| {
            context.device.create_texture(&wgpu::TextureDescriptor {
                label: Some(label),
                size: wgpu::Extent3d {
                    width: size[0],
                    height: size[1],
                    depth_or_array_layers: 1,
                },
                mip_level_count: 1,
                sample_count: samples,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage,
                view_formats,
            })
        };
        let attachment = wgpu::TextureUsages::RENDER_ATTACHMENT;
        let sampled = wgpu::TextureUsages::TEXTURE_BINDING;
        let view = |texture: &wgpu::Texture, format, usage| {
            texture.create_view(&wgpu::TextureViewDescriptor {
                label: Some("render / target"),
                format: Some(format),
                usage: Some(usage),
                ..Default::default()
            })
        };
        let copied = wgpu::TextureUsages::COPY_SRC | wgpu::TextureUsages::COPY_DST;
        let usage = attachment | sampled | copied;
        let one_texture = context.abilities().view_formats;
        let view_formats: &[_] = if one_texture { &[DRAW_FORMAT] } else { &[] };
        let color = make("render / target / color", 1, COLOR_FORMAT, usage, view_formats);
        let draw_view = if one_texture {
            view(&color, DRAW_FORMAT, attachment)
        } else {
            let usage = attachment | sampled | wgpu::TextureUsages::COPY_SRC;
            let draw = make("render / target / draw", 1, DRAW_FORMAT, usage, &[]);
            view(&draw, DRAW_FORMAT, attachment | sampled)
        };
        let depth = make("render / target / depth", samples, DEPTH_FORMAT, attachment, &[]);
        // Under OpenGL it draws into no such texture that is read.
        let resolves = samples > 1 && context.is_software_vulkan();
        let samples_usage = if resolves { attachment | sampled } else { attachment };
        let many = (samples > 1).then(|| make("render / target / samples", samples, DRAW_FORMAT, samples_usage, &[]));
        Self {
            size,
            samples,
            plain_view: view(
                &color,
                COLOR_FORMAT,
                if one_texture { sampled } else { sampled | attachment },
            ),
            draw_view,
            samples_view: many.map(|texture| texture.create_view(&Default::default())),
            resolve: resolves
                .then(|| FullScreenPass::new(&context.device, &shaders::RESOLVE, DRAW_FORMAT, TextureSource::Samples)),
            depth_view: depth.create_view(&Default::default()),
            color,
            apart: OnceLock::new(),
            behind: OnceLock::new(),
            sums: OnceLock::new(),
            glow: OnceLock::new(),
            mirror: OnceLock::new(),
            found: OnceLock::new(),
            masks: [const { OnceLock::new() }; 2],
            encode: (!one_texture).then(|| {
                let nearest = TextureSource::Filtered(wgpu::FilterMode::Nearest);
                FullScreenPass::new(&context.device, &shaders::ENCODE, COLOR_FORMAT, nearest)
            }),
        }
    }

    /// Makes sure that a picture can be drawn while the one before it is shown.
    pub fn prepare_apart(&self, context: &Context) -> Result<(), RenderError> {
        // Samples are resolved in the end, and so is what has to be encoded.
        if self.samples_view.is_some() || self.encode.is_some() || self.apart.get().is_some() {
            return Ok(());
        }
        let texture = context.catch(|| {
            context.device.create_texture(&wgpu::TextureDescriptor {
                label: Some("render / target / apart"),
                size: self.color.size(),
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format: DRAW_FORMAT,
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
                view_formats: &[],
            })
        })?;
        let view = texture.create_view(&Default::default());
        self.apart.get_or_init(|| (texture, view));
        Ok(())
    }

    /// Makes sure that there is room for a picture of what is behind.
    pub fn prepare_behind(&self, context: &Context) -> Result<&Behind, RenderError> {
        if let Some(behind) = self.behind.get() {
            return Ok(behind);
        }
        let made = context.catch(|| Behind::new(context, self.color.size()))?;
        Ok(self.behind.get_or_init(|| made))
    }

    /// Makes sure that there is room for a sum of surfaces.
    pub fn prepare_sums(&self, context: &Context) -> Result<&Sums, RenderError> {
        if let Some(sums) = self.sums.get() {
            return Ok(sums);
        }
        let made = context.catch(|| Sums::new(context, self.color.size(), self.samples))?;
        Ok(self.sums.get_or_init(|| made))
    }

    /// Makes sure that there is room for emission.
    pub fn prepare_glow(&self, context: &Context) -> Result<&BloomLevels, RenderError> {
        if let Some(glow) = self.glow.get() {
            return Ok(glow);
        }
        let made = context.catch(|| BloomLevels::new(context, self.color.size(), self.samples))?;
        Ok(self.glow.get_or_init(|| made))
    }

    /// Returns the textures that [`Self::prepare_glow`] made, if it did.
    pub fn glow(&self) -> Option<&BloomLevels> {
        self.glow.get()
    }

    /// Makes sure that there is room for surfaces as the ground mirrors them.
    pub fn prepare_mirror(&self, context: &Context, samples: u32) -> Result<&Mirror, RenderError> {
        if let Some(mirror) = self.mirror.get() {
            return Ok(mirror);
        }
        let made = context.catch(|| Mirror::new(context, self.color.size(), samples))?;
        Ok(self.mirror.get_or_init(|| made))
    }

    /// Returns the textures that [`Self::prepare_mirror`] made, if it did.
    pub fn mirror(&self) -> Option<&Mirror> {
        self.mirror.get()
    }

    /// Makes sure that there is a mask of what is selected, or of ghosts.
    pub fn prepare_mask(
        &self,
        context: &Context,
        of_ghosts: bool,
        make: impl FnOnce([u32; 2]) -> Mask,
    ) -> Result<(), RenderError> {
        let mask = &self.masks[usize::from(of_ghosts)];
        if mask.get().is_none() {
            let made = context.catch(|| make(self.size))?;
            mask.get_or_init(|| made);
        }
        Ok(())
    }

    /// Returns the mask that [`Self::prepare_mask`] made, if it did.
    pub fn mask(&self, of_ghosts: bool) -> Option<&Mask> {
        self.masks[usize::from(of_ghosts)].get()
    }

    /// Returns the textures that [`Self::prepare_sums`] made, if it did.
    pub fn sums(&self) -> Option<&Sums> {
        self.sums.get()
    }

    /// Returns the copy that [`Self::prepare_behind`] made, if it did.
    pub fn behind(&self) -> Option<&Behind> {
        self.behind.get()
    }

    /// Copies what is drawn so far into the first level of what is behind. Several samples may be resolved there by the pass that drew
    /// them instead. `apart`: as in [`Self::color_attachment`].
    pub fn copy_behind(&self, context: &Context, encoder: &mut wgpu::CommandEncoder, apart: bool) {
        let Some(behind) = self.behind.get() else { return };
        if let (Some(resolve), Some(samples), Some(first)) = (&self.resolve, &self.samples_view, behind.levels.first())
        {
            resolve.run(context, encoder, samples, first);
        }
        if self.samples > 1 {
            return;
        }
        let drawn = match self.apart.get().filter(|_| apart) {
            Some((texture, _)) => texture,
            None => self.draw_view.texture(),
        };
        let to = behind.texture.as_image_copy();
        encoder.copy_texture_to_texture(drawn.as_image_copy(), to, self.color.size());
    }

    /// The colour attachment of a pass. `resolve`: the last one of the picture. `apart`: not into what is shown, for which
    /// [`Self::prepare_apart`] was called.
    pub fn color_attachment(
        &self,
        load: wgpu::LoadOp<wgpu::Color>,
        resolve: bool,
        apart: bool,
    ) -> wgpu::RenderPassColorAttachment<'_> {
        let (view, resolve_target) = match (&self.samples_view, self.apart.get().filter(|_| apart)) {
            (Some(samples), _) => (samples, (resolve && self.resolve.is_none()).then_some(&self.draw_view)),
            (None, Some((_, view))) => (view, None),
            (None, None) => (&self.draw_view, None),
        };
        wgpu::RenderPassColorAttachment {
            view,
            depth_slice: None,
            resolve_target,
            ops: wgpu::Operations {
                load,
                // Once resolved, samples are of no more use.
                store: if resolve_target.is_some() {
                    wgpu::StoreOp::Discard
                } else {
                    wgpu::StoreOp::Store
                },
            },
        }
    }

    /// As [`Self::color_attachment`], of the pass after which what is drawn so far is looked at: its samples stay.
    pub fn color_before_behind(
        &self,
        load: wgpu::LoadOp<wgpu::Color>,
        apart: bool,
    ) -> wgpu::RenderPassColorAttachment<'_> {
        let behind = self.behind.get().filter(|_| self.samples > 1 && self.resolve.is_none());
        wgpu::RenderPassColorAttachment {
            resolve_target: behind.and_then(|behind| behind.levels.first()),
            ..self.color_attachment(load, false, apart)
        }
    }

    /// Puts what `left` shows in place of the columns before that one. Both are of one size, and done.
    pub fn take_left(&self, encoder: &mut wgpu::CommandEncoder, left: &Self, column: u32) {
        let size = wgpu::Extent3d {
            width: column.min(self.size[0]),
            ..self.color.size()
        };
        if size.width > 0 {
            encoder.copy_texture_to_texture(left.color.as_image_copy(), self.color.as_image_copy(), size);
        }
    }

    /// Puts what `pass` draws of `from` in place of the finished picture.
    pub fn show_instead(
        &self,
        context: &Context,
        encoder: &mut wgpu::CommandEncoder,
        pass: &FullScreenPass,
        from: &wgpu::TextureView,
    ) {
        pass.run(context, encoder, from, &self.draw_view);
        if let Some(encode) = &self.encode {
            encode.run(context, encoder, &self.draw_view, &self.plain_view);
        }
    }

    /// Recorded after the last pass: from here on `color` holds the picture. `apart`: as in [`Self::color_attachment`].
    pub fn finish(&self, context: &Context, encoder: &mut wgpu::CommandEncoder, apart: bool) {
        if let (Some(resolve), Some(samples)) = (&self.resolve, &self.samples_view) {
            resolve.run(context, encoder, samples, &self.draw_view);
        }
        if let Some(encode) = &self.encode {
            encode.run(context, encoder, &self.draw_view, &self.plain_view);
        } else if let Some((texture, _)) = self.apart.get().filter(|_| apart) {
            // The same bytes: the formats differ in how shaders see them.
            encoder.copy_texture_to_texture(texture.as_image_copy(), self.color.as_image_copy(), self.color.size());
        }
    }
}

impl Behind {
    fn new(context: &Context, size: wgpu::Extent3d) -> Self {
        let texture = context.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("render / target / behind"),
            size,
            mip_level_count: size.max_mips(wgpu::TextureDimension::D2),
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: DRAW_FORMAT,
            usage: wgpu::TextureUsages::TEXTURE_BINDING
                | wgpu::TextureUsages::COPY_DST
                | wgpu::TextureUsages::RENDER_ATTACHMENT,
            view_formats: &[],
        });
        let level = |level| {
            texture.create_view(&wgpu::TextureViewDescriptor {
                label: Some("behind / level"),
                base_mip_level: level,
                mip_level_count: Some(1),
                ..Default::default()
            })
        };
        Self {
            view: texture.create_view(&Default::default()),
            levels: (0..texture.mip_level_count()).map(level).collect(),
            blur: FullScreenPass::new(
                &context.device,
                &shaders::BLUR,
                DRAW_FORMAT,
                TextureSource::Filtered(wgpu::FilterMode::Linear),
            ),
            texture,
        }
    }

    /// Width and height of a level.
    pub fn size_of(&self, level: u32) -> [u32; 2] {
        let size = self.texture.size().mip_level_size(level, wgpu::TextureDimension::D2);
        [size.width, size.height]
    }

    /// Makes rows of a level, the first excluded, from the one above it.
    pub fn blur(&self, context: &Context, encoder: &mut wgpu::CommandEncoder, level: u32, rows: std::ops::Range<u32>) {
        let [from, to] = [level - 1, level].map(|level| &self.levels[level as usize]);
        let [width, height] = self.size_of(level);
        let end = rows.end.min(height);
        let count = end.saturating_sub(rows.start);
        if count > 0 {
            self.blur
                .run_rows(context, encoder, (from, to), [width, count], rows.start);
        }
    }
}
