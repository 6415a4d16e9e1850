//! KTX files of both versions: the largest level of the first image, or a smaller one where there is no room.
//!
//! In: the bytes of a file, or its beginning. Out: its size and texels, or blocks that a GPU reads as they are. Texels are ETC1S or UASTC
//! (Basis Universal), ETC1, BC1 to BC7 or plain, packed by Zstandard or zlib or not at all.

mod bc7;
mod bc7_patterns;
mod bits;
mod blocks;
mod etc1;
mod etc1s;
mod fault;
mod fit;
mod head;
mod level;
mod packed;
mod partition;
mod stored;
mod uastc;

pub use head::{is_ktx, is_second};

use super::average::{Average, Mean};
use super::dds::{BlockFormat, BlockLevels, level_size};
use super::limits::MAX_PIECE_BYTES;
use super::{Image, ImageError};
use head::Head;
use level::{BAND, Level, transcoded};
use std::borrow::Cow;

/// Facts that the header tells.
pub struct KtxFacts {
    pub size: [u32; 2],
    /// Bytes in use beside the picture while it is decoded, whatever its size.
    pub spare_bytes: u64,
    /// The same while it is made smaller; `None`: that takes too much.
    pub shrinking_bytes: Option<u64>,
    /// Blocks that a GPU may take.
    pub blocks: Option<BlockFormat>,
    /// Whether these are made of others, so that the file is kept beside them.
    pub is_basis: bool,
}

pub fn size(bytes: &[u8]) -> Result<[u32; 2], ImageError> {
    Head::read(bytes, bytes.len() as u64).map(|head| head.size)
}

/// Facts about a file of `file_bytes` bytes that begins with `bytes`.
pub fn told(bytes: &[u8], file_bytes: u64) -> Result<KtxFacts, ImageError> {
    let head = Head::read(bytes, file_bytes)?;
    let spare_bytes = head.spare_bytes();
    Ok(KtxFacts {
        size: head.size,
        spare_bytes,
        shrinking_bytes: (spare_bytes <= MAX_PIECE_BYTES).then_some(spare_bytes),
        blocks: block_format(&head),
        is_basis: head.stored.basis().is_some(),
    })
}

pub fn decode(bytes: &[u8]) -> Result<Image, ImageError> {
    let head = Head::read(bytes, bytes.len() as u64)?;
    decode_level(&head, bytes, 0)
}

/// The largest level of at most `most_texels`; if the file has none, its smallest one averaged down.
pub fn decode_within(bytes: &[u8], most_texels: u64, mean: Mean) -> Result<Image, ImageError> {
    let head = Head::read(bytes, bytes.len() as u64)?;
    let texels = |level: &usize| level_size(head.size, *level).map(u64::from).iter().product::<u64>();
    if let Some(level) = (0..head.level_count).find(|level| texels(level) <= most_texels) {
        return decode_level(&head, bytes, level);
    }
    let level = Level::read(&head, bytes, head.level_count - 1)?;
    let mut average = Average::new(level.size, most_texels, mean);
    let mut bands: Vec<u32> = (0..level.size[1].div_ceil(BAND)).collect();
    if head.is_upside_down {
        bands.reverse();
    }
    for band in bands {
        let first = band * BAND;
        let rows = level.band(band as usize)?;
        let stored = (first..).zip(rows.chunks_exact(4 * level.size[0] as usize));
        let placed = |y: u32| if head.is_upside_down { level.size[1] - 1 - y } else { y };
        let mut rows: Vec<_> = stored.map(|(y, row)| (placed(y), row)).collect();
        rows.sort_by_key(|(y, _)| *y);
        for (y, row) in rows {
            average.add(y, row.as_chunks().0.iter().copied());
        }
    }
    Ok(average.finish())
}

fn decode_level(head: &Head, bytes: &[u8], level: usize) -> Result<Image, ImageError> {
    let level = Level::read(head, bytes, level)?;
    let [width, height] = level.size;
    let row_bytes = 4 * width as usize;
    let mut rgba = vec![0; row_bytes * height as usize];
    for (band, rows) in rgba.chunks_mut(BAND as usize * row_bytes).enumerate() {
        rows.copy_from_slice(&level.band(band)?);
    }
    if head.is_upside_down {
        let (upper, lower) = rgba.split_at_mut(height as usize / 2 * row_bytes);
        let mirrored = lower.chunks_exact_mut(row_bytes).rev();
        upper
            .chunks_exact_mut(row_bytes)
            .zip(mirrored)
            .for_each(|(a, b)| a.swap_with_slice(b));
    }
    Ok(Image { width, height, rgba })
}

/// Format of a file whose levels are all there, in blocks that a GPU may take as they are.
fn block_format(head: &Head) -> Option<BlockFormat> {
    let is_whole = head.level_count == head.size[0].max(head.size[1]).max(1).ilog2() as usize + 1;
    let ends_with_blocks = head.size.iter().all(|side| side.is_multiple_of(BAND));
    let stored = (is_whole && ends_with_blocks && !head.is_upside_down).then_some(head.stored)?;
    stored.blocks()
}

/// The texels of a level of a file, exactly as they are stored.
pub fn decode_at(bytes: &[u8], level: usize) -> Result<Image, ImageError> {
    let head = Head::read(bytes, bytes.len() as u64)?;
    if level >= head.level_count {
        return Err(fault::damaged(fault::KtxFault::Levels));
    }
    decode_level(&head, bytes, level)
}

/// Name of the code of Basis Universal that a file is written in.
pub fn basis(bytes: &[u8]) -> Option<&'static str> {
    Head::read(bytes, bytes.len() as u64).ok()?.stored.basis()
}

/// The levels of a file in blocks that a GPU may take, if all of them are there: from the first of at most `most_texels`.
pub fn block_levels(bytes: &[u8], most_texels: u64) -> Option<BlockLevels<'_>> {
    let head = Head::read(bytes, bytes.len() as u64).ok()?;
    let format = block_format(&head)?;
    let is_wanted = |level: usize| {
        let texels = level_size(head.size, level).map(u64::from).iter().product::<u64>();
        texels <= most_texels
    };
    let levels = match head.stored.basis() {
        Some(_) => {
            let made = transcoded(&head, bytes, is_wanted).ok()??;
            made.into_iter().map(Cow::Owned).collect()
        }
        None => {
            let levels = (0..head.level_count).map(|level| match is_wanted(level) {
                true => Level::bytes_of(&head, bytes, level).ok(),
                // Not asked for, so not unpacked.
                false => Some(Default::default()),
            });
            levels.collect::<Option<_>>()?
        }
    };
    Some(BlockLevels {
        size: head.size,
        format,
        levels,
    })
}
