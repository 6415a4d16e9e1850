//! An image on its way to the GPU, at once or bit by bit.
//!
//! In: texels. Out: a texture with all its mips, which are made in linear light. First rows of the image from the top, then those of each
//! smaller level from the one above it, as many in a step as it may do.

use super::buffers::{Spawn, why};
use crate::images::Image;
use crate::render::Context;
use crate::render::gpu::srgb;
use crate::render::job::{Allowance, Work};
use crate::render::passes::full_screen::FullScreenPass;
use crate::scene::{ColorSpace, Input};
use glam::Vec3;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// What making a texel of a smaller level takes, in pixels of a surface that take as long.
const MIP_TEXEL: f64 = 0.25;
/// What adding up a texel on the processor takes, in bytes that are sent as fast.
const SUMMED_TEXEL: f64 = 16.0;

/// What the texels of a texture are: how the mean of several is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Texel {
    /// Colours, stored as sRGB.
    Light = 0,
    /// As they are.
    Number = 1,
    /// Directions of a normal map: the mean of several is as long as each.
    Direction = 2,
}

impl Texel {
    pub const ALL: [Self; 3] = [Self::Light, Self::Number, Self::Direction];

    /// Of a map of that input.
    pub fn of(space: ColorSpace, input: Input) -> Self {
        match (space, input) {
            (_, Input::Normal | Input::ClearcoatNormal) => Self::Direction,
            (ColorSpace::Srgb, _) => Self::Light,
            (ColorSpace::Linear, _) => Self::Number,
        }
    }
}

pub struct ImageSending {
    size: [u32; 2],
    kind: Texel,
    state: State,
}

enum State {
    /// Not begun on the GPU; of its final size.
    Ready(Arc<Image>),
    /// Another thread makes it smaller. The image itself is kept, as it is known by its address.
    Shrinking(
        Receiver<Image>,
        #[expect(dead_code, reason = "keeps the address taken")] Arc<Image>,
    ),
    Sending(Sent),
}

struct Sent {
    image: Arc<Image>,
    texture: wgpu::Texture,
    /// The next level, and how many of its rows are done.
    level: u32,
    rows: u32,
}

/// Of textures whose texels mean that.
pub fn format(kind: Texel) -> wgpu::TextureFormat {
    match kind {
        Texel::Light => wgpu::TextureFormat::Rgba8UnormSrgb,
        Texel::Number | Texel::Direction => wgpu::TextureFormat::Rgba8Unorm,
    }
}

/// A texture of one texel.
pub fn one_texel(context: &Context, rgba: [u8; 4]) -> wgpu::TextureView {
    let texture = texture(context, [1, 1], Texel::Light);
    write_rows(context, &texture, &rgba, [1, 1], 0);
    texture.create_view(&Default::default())
}

impl ImageSending {
    /// `size`: that of `image`, halved any number of times. A large image is made smaller on a thread of `spawn`, if there is one.
    pub fn begin(
        image: &Arc<Image>,
        size: [u32; 2],
        kind: Texel,
        (allowance, spawn): (&mut Allowance, Option<&Spawn>),
    ) -> Self {
        let state = |state| Self { size, kind, state };
        if size == [image.width, image.height] {
            return state(State::Ready(image.clone()));
        }
        let cost = Work {
            bytes: image.rgba.len() as f64 / 4.0 * SUMMED_TEXEL,
            ..Work::NONE
        };
        if let Some(spawn) = spawn.filter(|_| allowance.is_too_small_for(&cost)) {
            let (answer, smaller) = channel();
            let whole = image.clone();
            // Nobody waits for it any more once the picture was stopped.
            if spawn(Box::new(move || drop(answer.send(shrink(&whole, size, kind))))) {
                return state(State::Shrinking(smaller, image.clone()));
            }
        }
        allowance.spend(&cost);
        state(State::Ready(Arc::new(shrink(image, size, kind))))
    }

    /// At which the image is sent.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Goes on as far as `allowance` lets it; the texture once all of it is sent. The commands for its mips go into `commands`: on some
    /// drivers a submission waits for the one before. An error says why there will be no texture.
    pub fn step(
        &mut self,
        context: &Context,
        (mips, commands): (&FullScreenPass, &mut Vec<wgpu::CommandBuffer>),
        allowance: &mut Allowance,
    ) -> Result<Option<wgpu::TextureView>, String> {
        if let State::Shrinking(smaller, _) = &self.state {
            match smaller.try_recv() {
                Ok(image) => self.state = State::Ready(Arc::new(image)),
                Err(TryRecvError::Empty) => {
                    allowance.end();
                    return Ok(None);
                }
                Err(TryRecvError::Disconnected) => {
                    return Err("the program failed while it was made smaller".into());
                }
            }
        }
        if let State::Ready(image) = &self.state {
            self.state = State::Sending(Sent {
                image: image.clone(),
                texture: context
                    .catch(|| texture(context, self.size, self.kind))
                    .map_err(|error| why(&error))?,
                level: 0,
                rows: 0,
            });
        }
        let State::Sending(sent) = &mut self.state else {
            return Ok(None);
        };
        let is_done = context
            .catch(|| sent.step(context, (mips, commands), allowance))
            .map_err(|error| why(&error))?;
        Ok(is_done.then(|| sent.texture.create_view(&Default::default())))
    }
}

impl Sent {
    /// Whether all levels are there.
    fn step(
        &mut self,
        context: &Context,
        (mips, commands): (&FullScreenPass, &mut Vec<wgpu::CommandBuffer>),
        allowance: &mut Allowance,
    ) -> bool {
        let mut encoder = None;
        while self.level < self.texture.mip_level_count() {
            let size = self
                .texture
                .size()
                .mip_level_size(self.level, wgpu::TextureDimension::D2);
            let row = match self.level {
                0 => Work {
                    bytes: f64::from(size.width) * 4.0,
                    ..Work::NONE
                },
                _ => Work {
                    pixels: f64::from(size.width) * MIP_TEXEL,
                    ..Work::NONE
                },
            };
            let rows = allowance.fit(u64::from(size.height - self.rows), &Work::NONE, &row) as u32;
            if rows == 0 {
                allowance.end();
                break;
            }
            match self.level {
                0 => write_rows(context, &self.texture, &self.image.rgba, [size.width, rows], self.rows),
                level => {
                    let encoder = encoder.get_or_insert_with(|| {
                        let label = wgpu::CommandEncoderDescriptor { label: Some("mip") };
                        context.device.create_command_encoder(&label)
                    });
                    let [above, to] = [level - 1, level].map(|level| view_of(&self.texture, level));
                    mips.run_rows(context, encoder, (&above, &to), [size.width, rows], self.rows);
                }
            }
            allowance.spend(&row.times(u64::from(rows)));
            self.rows += rows;
            if self.rows == size.height {
                (self.level, self.rows) = (self.level + 1, 0);
            }
        }
        commands.extend(encoder.map(wgpu::CommandEncoder::finish));
        self.level == self.texture.mip_level_count()
    }
}

fn view_of(texture: &wgpu::Texture, level: u32) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor {
        label: Some("mip / level"),
        base_mip_level: level,
        mip_level_count: Some(1),
        ..Default::default()
    })
}

fn texture(context: &Context, [width, height]: [u32; 2], kind: Texel) -> wgpu::Texture {
    let size = wgpu::Extent3d {
        width,
        height,
        depth_or_array_layers: 1,
    };
    context.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("render / texture"),
        size,
        mip_level_count: size.max_mips(wgpu::TextureDimension::D2),
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: format(kind),
        usage: wgpu::TextureUsages::TEXTURE_BINDING
            | wgpu::TextureUsages::COPY_DST
            | wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    })
}

/// Rows of the first level, from row `first` on; `rgba`: of all of it.
fn write_rows(context: &Context, texture: &wgpu::Texture, rgba: &[u8], [width, rows]: [u32; 2], first: u32) {
    context.queue.write_texture(
        wgpu::TexelCopyTextureInfo {
            origin: wgpu::Origin3d { x: 0, y: first, z: 0 },
            ..texture.as_image_copy()
        },
        rgba,
        wgpu::TexelCopyBufferLayout {
            offset: u64::from(first) * u64::from(width) * 4,
            bytes_per_row: Some(width * 4),
            rows_per_image: None,
        },
        wgpu::Extent3d {
            width,
            height: rows,
            depth_or_array_layers: 1,
        },
    );
}

/// The image at a size that halving its sides comes to: each texel is the mean of those it covers, in linear light; of directions one of
/// their length.
fn shrink(image: &Image, [width, height]: [u32; 2], kind: Texel) -> Image {
    let mut step = 1;
    while [image.width.div_ceil(step), image.height.div_ceil(step)] != [width, height] && step < 1 << 31 {
        step *= 2;
    }
    let light: Vec<f32> = (0..=255u8).map(|byte| srgb::decode(f32::from(byte) / 255.0)).collect();
    let is_encoded = |channel: usize| channel < 3 && kind == Texel::Light;
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
                    if kind == Texel::Direction {
                        let along = direction(texel);
                        let more = [along.x, along.y, along.z, f32::from(texel[3]) / 255.0];
                        sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
                        continue;
                    }
                    for (channel, (sum, byte)) in sums.iter_mut().zip(texel).enumerate() {
                        *sum += match is_encoded(channel) {
                            true => light[usize::from(*byte)],
                            false => f32::from(*byte) / 255.0,
                        };
                    }
                }
            }
            let count = rows.len() * texels.len() / 4;
            if kind == Texel::Direction {
                let along = Vec3::new(sums[0], sums[1], sums[2]).normalize_or(Vec3::Z) * 0.5 + 0.5;
                let alpha = sums[3] / count.max(1) as f32;
                rgba.extend([along.x, along.y, along.z, alpha].map(|value| (value * 255.0).round() as u8));
                continue;
            }
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

/// As shading reads it: z is rebuilt, because maps of two channels have none.
fn direction(texel: &[u8]) -> Vec3 {
    let part = |byte: u8| f32::from(byte) / 255.0 * 2.0 - 1.0;
    let (x, y) = (part(texel[0]), part(texel[1]));
    Vec3::new(x, y, (1.0 - x * x - y * y).max(0.0).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::FRAC_1_SQRT_2;

    #[test]
    fn shrinking_keeps_light() {
        // Half black, half white: half the light is 188 in sRGB.
        let image = Image {
            width: 4,
            height: 1,
            rgba: [[0, 0, 0, 255], [255; 4], [0, 0, 0, 255], [255; 4]].concat(),
        };
        let small = shrink(&image, [2, 1], Texel::Light);
        assert_eq!((small.width, small.height), (2, 1));
        assert_eq!(small.rgba, [188, 188, 188, 255, 188, 188, 188, 255]);
        // Numbers are no light.
        let small = shrink(&image, [2, 1], Texel::Number);
        assert_eq!(small.rgba, [128, 128, 128, 255, 128, 128, 128, 255]);
    }

    /// Two slopes of 45 degrees, to the right and towards us: their mean lies between them and is a direction, not a shorter one.
    #[test]
    fn directions_keep_their_length() {
        let slope = |x: f32, y: f32| [x, y].map(|part| ((part * 0.5 + 0.5) * 255.0).round() as u8);
        let [right, near] = [slope(FRAC_1_SQRT_2, 0.0), slope(0.0, FRAC_1_SQRT_2)];
        let image = Image {
            width: 2,
            height: 1,
            rgba: vec![right[0], right[1], 0, 255, near[0], near[1], 0, 255],
        };
        let small = shrink(&image, [1, 1], Texel::Direction);
        let wanted = (Vec3::new(1.0, 0.0, 1.0) + Vec3::new(0.0, 1.0, 1.0)).normalize();
        for (byte, wanted) in small.rgba.iter().zip(wanted.to_array()) {
            assert!(
                (f32::from(*byte) / 255.0 * 2.0 - 1.0 - wanted).abs() < 0.01,
                "{:?} {wanted}",
                small.rgba
            );
        }
    }
}
