//! An image on its way to the GPU, at once or bit by bit.
//!
//! In: texels, or blocks of them. Out: a texture with all its mips. Mips of blocks are the file's own; mips of texels are made in linear
//! light. First rows of the image from the top, then those of each smaller level from the one above it, as many in a step as it may do.

use super::buffers::{Spawn, why};
use crate::cost::{Allowance, Work};
use crate::gpu::context::Context;
use crate::gpu::full_screen::FullScreenPass;
use crate::gpu::srgb;
use castview_base::scene::{ColorSpace, Input};
use castview_images::{BlockFormat, Blocks, Image, Pixels};
use glam::Vec3;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// Time to make a texel of a smaller level, in pixels of a surface that take as long.
const MIP_TEXEL: f64 = 0.25;
/// Time to add up a texel on the processor, in bytes that are sent as fast.
const SUMMED_TEXEL: f64 = 16.0;

/// Meaning of the texels of a texture: how the mean of several is taken.
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

    /// Kind of the texels of a map of that input.
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
    Ready(Source),
    /// Another thread makes it smaller. The image itself is kept, as it is known by its address.
    Shrinking(Receiver<Option<Pixels>>, Arc<Pixels>),
    Sending(Sent),
    /// It cannot be decoded.
    Failed,
}

/// Texels or blocks to send, at the size at which they are sent.
enum Source {
    /// An image as it is, which has texels.
    Whole(Arc<Pixels>),
    Made(Pixels),
    /// Blocks as they are, from that level on.
    Blocks(Arc<Pixels>, usize),
}

impl Source {
    /// Its texels, row by row from the top.
    fn texels(&self) -> &[u8] {
        let pixels = match self {
            Self::Whole(pixels) | Self::Blocks(pixels, _) => pixels,
            Self::Made(pixels) => pixels,
        };
        match pixels {
            Pixels::Plain(image) => &image.rgba,
            Pixels::Light(light) => bytemuck::cast_slice(&light.rgba),
            Pixels::Blocks(_) => &[],
        }
    }

    /// Whether its texels are halves of floats.
    fn is_light(&self) -> bool {
        match self {
            Self::Whole(pixels) => matches!(**pixels, Pixels::Light(_)),
            Self::Made(pixels) => matches!(pixels, Pixels::Light(_)),
            Self::Blocks(..) => false,
        }
    }

    /// The blocks of a level of the texture.
    fn blocks(&self, level: u32) -> Option<(&[u8], BlockFormat)> {
        let Self::Blocks(pixels, first) = self else { return None };
        let Pixels::Blocks(blocks) = &**pixels else { return None };
        Some((blocks.levels.get(first + level as usize)?, blocks.format))
    }

    fn format(&self, kind: Texel) -> wgpu::TextureFormat {
        match self {
            Self::Blocks(pixels, _) => match &**pixels {
                Pixels::Blocks(blocks) => block_format(blocks.format, kind).unwrap_or(format(kind)),
                Pixels::Plain(_) | Pixels::Light(_) => format(kind),
            },
            _ if self.is_light() => LIGHT_FORMAT,
            _ => format(kind),
        }
    }
}

struct Sent {
    source: Source,
    texture: wgpu::Texture,
    /// The next level, and how many of its rows are done; of blocks, rows of these.
    level: u32,
    rows: u32,
}

/// How a GPU reads blocks as texels of that kind; `None`: it does not.
fn block_format(format: BlockFormat, kind: Texel) -> Option<wgpu::TextureFormat> {
    use wgpu::TextureFormat as Format;
    Some(match (format, kind) {
        (BlockFormat::Bc1, Texel::Light) => Format::Bc1RgbaUnormSrgb,
        (BlockFormat::Bc1, _) => Format::Bc1RgbaUnorm,
        (BlockFormat::Bc2, Texel::Light) => Format::Bc2RgbaUnormSrgb,
        (BlockFormat::Bc2, _) => Format::Bc2RgbaUnorm,
        (BlockFormat::Bc3, Texel::Light) => Format::Bc3RgbaUnormSrgb,
        (BlockFormat::Bc3, _) => Format::Bc3RgbaUnorm,
        // Two channels are no colour.
        (BlockFormat::Bc5, Texel::Light) => return None,
        (BlockFormat::Bc5, _) => Format::Bc5RgUnorm,
        (BlockFormat::Bc7, Texel::Light) => Format::Bc7RgbaUnormSrgb,
        (BlockFormat::Bc7, _) => Format::Bc7RgbaUnorm,
    })
}

/// The level of `blocks` that can be sent as it is, with all smaller ones.
fn sent_level(blocks: &Blocks, size: [u32; 2], kind: Texel) -> Option<usize> {
    block_format(blocks.format, kind)?;
    // A texture of blocks ends with a whole one.
    let is_whole = size.iter().all(|side| side.is_multiple_of(4));
    (0..blocks.levels.len()).find(|level| is_whole && blocks.level_size(*level) == size)
}

/// Format of textures brighter than the white of a screen.
pub const LIGHT_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba16Float;

/// Format of other textures whose texels are of that kind.
pub fn format(kind: Texel) -> wgpu::TextureFormat {
    match kind {
        Texel::Light => wgpu::TextureFormat::Rgba8UnormSrgb,
        Texel::Number | Texel::Direction => wgpu::TextureFormat::Rgba8Unorm,
    }
}

/// A texture of one texel.
pub fn one_texel(context: &Context, rgba: [u8; 4]) -> wgpu::TextureView {
    let texture = texture(context, [1, 1], format(Texel::Light));
    write_rows(context, &texture, (&rgba, 4), [1, 1], 0);
    texture.create_view(&Default::default())
}

impl ImageSending {
    /// `size`: that of `image`, halved any number of times; `blocks`: whether the adapter reads these. Decoding the image or making it
    /// smaller is left to a thread of `spawn`, if there is one and it takes long.
    pub fn begin(
        image: &Arc<Pixels>,
        (size, kind, blocks): ([u32; 2], Texel, bool),
        (allowance, spawn): (&mut Allowance, Option<&Spawn>),
    ) -> Self {
        let state = |state| Self { size, kind, state };
        let level = match &**image {
            Pixels::Plain(_) if size == image.size() => return state(State::Ready(Source::Whole(image.clone()))),
            Pixels::Light(_) if size == image.size() && kind == Texel::Light => {
                return state(State::Ready(Source::Whole(image.clone())));
            }
            Pixels::Plain(_) | Pixels::Light(_) => 0,
            Pixels::Blocks(all) => match sent_level(all, size, kind).filter(|_| blocks) {
                Some(level) => return state(State::Ready(Source::Blocks(image.clone(), level))),
                // The one of that size, or all of it.
                None => (0..all.levels.len())
                    .find(|level| all.level_size(*level) == size)
                    .unwrap_or(0),
            },
        };
        let [width, height] = image.size();
        let texels = f64::from(width) * f64::from(height) / f64::from(1u32 << (2 * level).min(31));
        let cost = Work {
            bytes: texels * SUMMED_TEXEL,
            ..Work::NONE
        };
        let whole = image.clone();
        let make = move || {
            let fitting = |image: Image| match [image.width, image.height] == size {
                true => image,
                false => shrink(&image, size, kind),
            };
            Some(match &*whole {
                Pixels::Plain(image) => Pixels::Plain(shrink(image, size, kind)),
                Pixels::Blocks(blocks) => Pixels::Plain(fitting(blocks.decode(level).ok()?)),
                Pixels::Light(light) if kind == Texel::Light => Pixels::Light(light.shrunk(size)),
                // Numbers of a map end at 1.
                Pixels::Light(light) => Pixels::Plain(fitting(light.as_colors())),
            })
        };
        if let Some(spawn) = spawn.filter(|_| allowance.is_too_small_for(&cost)) {
            let (answer, made) = channel();
            let make = make.clone();
            // Nobody waits for it any more once the picture was stopped.
            if spawn(Box::new(move || drop(answer.send(make())))) {
                return state(State::Shrinking(made, image.clone()));
            }
        }
        allowance.spend(&cost);
        state(make().map_or(State::Failed, |made| State::Ready(Source::Made(made))))
    }

    /// That are sent.
    pub fn bytes(&self) -> u64 {
        if let State::Ready(source) = &self.state
            && let Source::Blocks(pixels, first) = source
            && let Pixels::Blocks(blocks) = &**pixels
        {
            return blocks.levels[*first..].iter().map(|level| level.len() as u64).sum();
        }
        let each = if self.is_light() { 8 } else { 4 };
        u64::from(self.size[0]) * u64::from(self.size[1]) * each
    }

    /// Whether it becomes a texture of [`LIGHT_FORMAT`]. Known once [`Self::step`] was tried.
    pub fn is_light(&self) -> bool {
        match &self.state {
            State::Ready(source) => source.is_light(),
            State::Sending(sent) => sent.source.is_light(),
            State::Shrinking(_, of) => self.kind == Texel::Light && matches!(**of, Pixels::Light(_)),
            State::Failed => false,
        }
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
        if let State::Shrinking(made, _) = &self.state {
            match made.try_recv() {
                Ok(made) => self.state = made.map_or(State::Failed, |made| State::Ready(Source::Made(made))),
                Err(TryRecvError::Empty) => {
                    allowance.end();
                    return Ok(None);
                }
                Err(TryRecvError::Disconnected) => {
                    return Err("the program failed while it was made smaller".into());
                }
            }
        }
        if let State::Ready(source) = &self.state {
            let format = source.format(self.kind);
            let texture = context
                .catch(|| texture(context, self.size, format))
                .map_err(|error| why(&error))?;
            if let State::Ready(source) = std::mem::replace(&mut self.state, State::Failed) {
                self.state = State::Sending(Sent {
                    source,
                    texture,
                    level: 0,
                    rows: 0,
                });
            }
        }
        if let State::Failed = self.state {
            return Err("its blocks cannot be decoded".into());
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
        let texel = if self.source.is_light() { 8.0 } else { 4.0 };
        while self.level < self.texture.mip_level_count() {
            let size = self
                .texture
                .size()
                .mip_level_size(self.level, wgpu::TextureDimension::D2);
            let blocks = self.source.blocks(self.level);
            let (row, of_rows) = match (blocks, self.level) {
                (Some((bytes, _)), _) => {
                    let rows = size.height.div_ceil(4);
                    (bytes.len() as f64 / f64::from(rows), rows)
                }
                (None, 0) => (f64::from(size.width) * texel, size.height),
                (None, _) => (0.0, size.height),
            };
            let row = match row > 0.0 {
                true => Work {
                    bytes: row,
                    ..Work::NONE
                },
                false => Work {
                    pixels: f64::from(size.width) * MIP_TEXEL,
                    ..Work::NONE
                },
            };
            let rows = allowance.fit(u64::from(of_rows - self.rows), &Work::NONE, &row) as u32;
            if rows == 0 {
                allowance.end();
                break;
            }
            match (blocks, self.level) {
                (Some((bytes, format)), level) => {
                    write_blocks(context, (&self.texture, level), (bytes, format), [self.rows, rows]);
                }
                (None, 0) => {
                    let texels = (self.source.texels(), texel as u32);
                    write_rows(context, &self.texture, texels, [size.width, rows], self.rows);
                }
                (None, level) => {
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
            if self.rows == of_rows {
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

fn texture(context: &Context, [width, height]: [u32; 2], format: wgpu::TextureFormat) -> wgpu::Texture {
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
        format,
        usage: match format.is_compressed() {
            true => wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
            // Its mips are drawn.
            false => {
                wgpu::TextureUsages::TEXTURE_BINDING
                    | wgpu::TextureUsages::COPY_DST
                    | wgpu::TextureUsages::RENDER_ATTACHMENT
            }
        },
        view_formats: &[],
    })
}

/// Rows of the first level, from row `first` on. `texels`: all of them, of `each` bytes.
fn write_rows(
    context: &Context,
    texture: &wgpu::Texture,
    (texels, each): (&[u8], u32),
    [width, rows]: [u32; 2],
    first: u32,
) {
    context.queue.write_texture(
        wgpu::TexelCopyTextureInfo {
            origin: wgpu::Origin3d { x: 0, y: first, z: 0 },
            ..texture.as_image_copy()
        },
        texels,
        wgpu::TexelCopyBufferLayout {
            offset: u64::from(first) * u64::from(width) * u64::from(each),
            bytes_per_row: Some(width * each),
            rows_per_image: None,
        },
        wgpu::Extent3d {
            width,
            height: rows,
            depth_or_array_layers: 1,
        },
    );
}

/// Rows of blocks of one level, from row `first` on; `bytes`: of all of the level.
fn write_blocks(
    context: &Context,
    (texture, level): (&wgpu::Texture, u32),
    (bytes, format): (&[u8], BlockFormat),
    [first, rows]: [u32; 2],
) {
    let size = texture.size().mip_level_size(level, wgpu::TextureDimension::D2);
    let row = size.width.div_ceil(4) * format.block_bytes() as u32;
    context.queue.write_texture(
        wgpu::TexelCopyTextureInfo {
            mip_level: level,
            origin: wgpu::Origin3d {
                x: 0,
                y: first * 4,
                z: 0,
            },
            ..texture.as_image_copy()
        },
        bytes,
        wgpu::TexelCopyBufferLayout {
            offset: u64::from(first) * u64::from(row),
            bytes_per_row: Some(row),
            rows_per_image: None,
        },
        // The size is rounded up to whole blocks: a block is larger than the last levels.
        wgpu::Extent3d {
            width: size.width.next_multiple_of(4),
            height: rows * 4,
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
