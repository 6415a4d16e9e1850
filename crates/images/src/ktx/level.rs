//! One level of a KTX file → rows of texels, four at a time.

use super::super::dds::{decode_part, level_size};
use super::super::{Image, ImageError};
use super::blocks::{Etc1sBlocks, of_uastc};
use super::etc1s::{Books, Global, Slice};
use super::fault::{KtxFault, damaged};
use super::head::{Head, Version};
use super::packed::{LevelPacking, unpacked};
use super::partition::Partitions;
use super::stored::{KtxTexels, Second, TexelChannel};
use super::{etc1, uastc};
use std::borrow::Cow;
use std::sync::Arc;

/// Rows of a block; a band of plain texels has as many.
pub const BAND: u32 = 4;

pub struct Level<'a> {
    pub size: [u32; 2],
    stored: KtxTexels,
    content: Content<'a>,
    row_bytes: usize,
    partitions: Partitions,
}

enum Content<'a> {
    Bytes(Cow<'a, [u8]>),
    Slices(Arc<Books>, Slice, Option<Slice>),
}

impl<'a> Level<'a> {
    pub fn read(head: &Head, bytes: &'a [u8], level: usize) -> Result<Self, ImageError> {
        let size = level_size(head.size, level);
        let content = match head.stored {
            KtxTexels::Etc1s(second) => {
                let books = Arc::new(books(head, bytes).map_err(damaged)?);
                let (color, second) =
                    slices(&books, (head, bytes), (level, size), second.is_some()).map_err(damaged)?;
                Content::Slices(books, color, second)
            }
            _ => Content::Bytes(Self::bytes_of(head, bytes, level)?),
        };
        let (side, _) = head.stored.block();
        let bands = u64::from(size[1].div_ceil(side)).max(1);
        Ok(Self {
            size,
            stored: head.stored,
            content,
            row_bytes: (head.image_bytes(level) / bands) as usize,
            partitions: Partitions::new(),
        })
    }

    /// Bytes of the first image of a level, unpacked.
    pub fn bytes_of(head: &Head, bytes: &'a [u8], level: usize) -> Result<Cow<'a, [u8]>, ImageError> {
        let wanted = head.image_bytes(level);
        let stored = stored_level(head, bytes, level);
        let found = stored.ok_or(KtxFault::Levels).and_then(|stored| match head.packing {
            LevelPacking::None => stored.get(..wanted as usize).map(Cow::Borrowed).ok_or(KtxFault::Levels),
            packing => {
                let whole = head.level_bytes(level).ok_or(KtxFault::Levels)?;
                unpacked(packing, stored, [wanted, whole]).map(Cow::Owned)
            }
        });
        found.map_err(damaged)
    }

    /// Four rows of texels from row `4 * band` on, or as many as are left.
    pub fn band(&self, band: usize) -> Result<Vec<u8>, ImageError> {
        let [width, height] = self.size;
        let rows = BAND.min(height.saturating_sub(band as u32 * BAND));
        let mut out = Rows::new(width as usize, rows as usize);
        match &self.content {
            Content::Slices(books, color, None) => {
                color.row(books, band).for_each(|block| out.add(block.map(opaque)));
            }
            Content::Slices(books, color, Some(second)) => {
                let pairs = color.row(books, band).zip(second.row(books, band));
                let is_green = self.stored == KtxTexels::Etc1s(Some(Second::Green));
                pairs.for_each(|(color, second)| {
                    out.add(std::array::from_fn(|at| {
                        let [r, g, b] = color[at];
                        of_second([r, g, b, second[at][1]], is_green)
                    }));
                });
            }
            Content::Bytes(bytes) => return self.band_of(bytes, band, out),
        }
        Ok(out.rgba)
    }

    fn band_of(&self, bytes: &[u8], band: usize, mut out: Rows) -> Result<Vec<u8>, ImageError> {
        let (side, _) = self.stored.block();
        let first = band * (BAND / side) as usize * self.row_bytes;
        let bytes = bytes.get(first..).unwrap_or_default();
        match self.stored {
            KtxTexels::Etc1 => {
                let blocks = bytes[..self.row_bytes.min(bytes.len())].as_chunks().0;
                blocks.iter().for_each(|block| out.add(etc1::texels(block).map(opaque)));
            }
            KtxTexels::Uastc(second) => {
                let blocks = bytes[..self.row_bytes.min(bytes.len())].as_chunks().0;
                for block in blocks {
                    let parts = uastc::parts(block, &self.partitions).map_err(damaged)?;
                    out.add(parts.texels().map(|texel| of_second(texel, second == Second::Green)));
                }
            }
            KtxTexels::Channels(each, channels) => {
                let rows = bytes
                    .chunks(self.row_bytes)
                    .zip(out.rgba.chunks_exact_mut(4 * out.width.max(1)));
                for (row, to) in rows {
                    for (texel, to) in row.chunks_exact(each).zip(to.as_chunks_mut().0) {
                        *to = channels.map(|channel| match channel {
                            TexelChannel::Byte(at) => texel[at],
                            TexelChannel::None => 0,
                            TexelChannel::Full => 255,
                        });
                    }
                }
            }
            KtxTexels::Known(format) => {
                let Image { rgba, .. } = decode_part([self.size[0], out.rows as u32], 0, bytes, (format, false))?;
                return Ok(rgba);
            }
            KtxTexels::Etc1s(_) => {}
        }
        Ok(out.rgba)
    }
}

fn opaque([r, g, b]: [u8; 3]) -> [u8; 4] {
    [r, g, b, 255]
}

/// A texel of two channels has its green where others have alpha.
fn of_second([r, g, b, second]: [u8; 4], is_green: bool) -> [u8; 4] {
    if is_green {
        [r, second, 0, 255]
    } else {
        [r, g, b, second]
    }
}

/// Rows that are filled block by block from the left.
struct Rows {
    rgba: Vec<u8>,
    width: usize,
    rows: usize,
    next: usize,
}

impl Rows {
    fn new(width: usize, rows: usize) -> Self {
        Self {
            rgba: vec![0; 4 * width * rows],
            width,
            rows,
            next: 0,
        }
    }

    /// Texels beyond the width and the rows are left out.
    fn add(&mut self, block: [[u8; 4]; 16]) {
        let across = self.width.saturating_sub(self.next).min(4);
        for (row, texels) in block.chunks_exact(4).take(self.rows).enumerate() {
            let to = 4 * (row * self.width + self.next);
            self.rgba[to..to + 4 * across].copy_from_slice(texels[..across].as_flattened());
        }
        self.next += across;
    }
}

/// Bytes of a level as the file has them.
fn stored_level<'a>(head: &Head, bytes: &'a [u8], level: usize) -> Option<&'a [u8]> {
    if head.version == Version::Second {
        let [at, length] = *head.levels.get(level)?;
        return bytes
            .get(usize::try_from(at).ok()?..)?
            .get(..usize::try_from(length).ok()?);
    }
    let mut rest = bytes.get(head.content..)?;
    for above in 0..=level {
        let (length, images) = rest.split_first_chunk()?;
        let length = u32::from_le_bytes(*length) as usize;
        if above == level {
            return images.get(..length);
        }
        rest = images.get(length.next_multiple_of(4).checked_mul(head.single_faces)?..)?;
    }
    None
}

/// Bytes of the head of the global data, and of the description of an image.
const ROW: usize = 20;

fn global<'a>(head: &Head, bytes: &'a [u8]) -> Option<&'a [u8]> {
    let [at, length] = head.global.map(|number| usize::try_from(number).unwrap_or(usize::MAX));
    bytes.get(at..)?.get(..length)
}

fn word(global: &[u8], at: usize) -> Option<usize> {
    let stored = global.get(at..at.checked_add(4)?)?.first_chunk()?;
    Some(u32::from_le_bytes(*stored) as usize)
}

/// The codebooks of all levels.
fn books(head: &Head, bytes: &[u8]) -> Result<Books, KtxFault> {
    let global = global(head, bytes).ok_or(KtxFault::Header)?;
    let images = usize::try_from(head.images)
        .ok()
        .and_then(|images| images.checked_mul(head.level_count));
    let parts = || {
        let counts = word(global, 0)?;
        let descriptions = images?.checked_mul(ROW)?.checked_add(ROW)?;
        let rest = global.get(descriptions..)?;
        let (endpoints, rest) = rest.split_at_checked(word(global, 4)?)?;
        let (selectors, rest) = rest.split_at_checked(word(global, 8)?)?;
        let tables = rest.get(..word(global, 12)?)?;
        Some(Global {
            endpoint_count: (counts & 0xffff) as u16,
            selector_count: (counts >> 16) as u16,
            endpoints,
            selectors,
            tables,
        })
    };
    Books::read(&parts().ok_or(KtxFault::Codebook)?)
}

/// The slice of colours of the first image of a level, and the second one if there is one.
fn slices(
    books: &Books,
    (head, bytes): (&Head, &[u8]),
    (level, size): (usize, [u32; 2]),
    has_second: bool,
) -> Result<(Slice, Option<Slice>), KtxFault> {
    let global = global(head, bytes).ok_or(KtxFault::Header)?;
    let stored = stored_level(head, bytes, level).ok_or(KtxFault::Levels)?;
    let row = usize::try_from(head.images)
        .ok()
        .and_then(|images| images.checked_mul(level)?.checked_mul(ROW)?.checked_add(ROW));
    let row = row.ok_or(KtxFault::Levels)?;
    let blocks = size.map(|side| side.div_ceil(4) as usize);
    let slice = |at: usize| {
        let at = row.checked_add(at).ok_or(KtxFault::Levels)?;
        let (start, length) = word(global, at).zip(word(global, at + 4)).ok_or(KtxFault::Levels)?;
        let slice = stored.get(start..).and_then(|rest| rest.get(..length));
        Slice::read(books, slice.ok_or(KtxFault::Levels)?, blocks)
    };
    let color = slice(4)?;
    let second = has_second.then(|| slice(12)).transpose()?;
    Ok((color, second))
}

/// Blocks that a GPU reads, in place of those of Basis Universal, of each of these levels; none for a level that is not asked for. `None`:
/// they would look otherwise than the file.
pub fn transcoded(
    head: &Head,
    bytes: &[u8],
    is_wanted: impl Fn(usize) -> bool,
) -> Result<Option<Vec<Vec<u8>>>, ImageError> {
    let levels = 0..head.level_count;
    match head.stored {
        KtxTexels::Uastc(second) => {
            let level = |level| match is_wanted(level) {
                true => of_uastc(&Level::bytes_of(head, bytes, level)?, second == Second::Green).map_err(damaged),
                false => Ok(Vec::new()),
            };
            levels.map(level).collect::<Result<_, _>>().map(Some)
        }
        KtxTexels::Etc1s(second) => {
            let books = books(head, bytes).map_err(damaged)?;
            let mut made = Etc1sBlocks::new(&books);
            let mut of_level = |level| -> Result<Vec<u8>, KtxFault> {
                let size = level_size(head.size, level);
                let (color, second_slice) = slices(&books, (head, bytes), (level, size), second.is_some())?;
                Ok(match (second, second_slice) {
                    (Some(Second::Green), Some(green)) => made.two_channels(&color, &green),
                    (_, Some(alpha)) => made.with_alpha(&color, &alpha),
                    (_, None) => made.opaque(&color),
                })
            };
            let level = |level| match is_wanted(level) {
                true => of_level(level).map_err(damaged),
                false => Ok(Vec::new()),
            };
            let all: Vec<Vec<u8>> = levels.map(level).collect::<Result<_, _>>()?;
            Ok(made.are_faithful().then_some(all))
        }
        _ => Ok(None),
    }
}
