//! TIFF files that are too large to be held as a whole, decoded by strips or tiles.
//!
//! In: the bytes of a file, and what its first directory says. Each strip, each few rows of a plain strip, and each tile are read as a
//! picture of their own, by a directory in which these alone are left: whatever the pixels are, they become what they would be in the
//! whole picture. Out: bands of rows. Never holds more than one.

use super::ImageError;
use super::average::{Average, Order};
use super::kind::ImageKind;
use super::limits::MAX_SIDE;
use super::tiff::{Entry, File};
use image::{DynamicImage, GenericImage, RgbaImage};
use std::io::{BufRead, Read, Result as IoResult, Seek, SeekFrom};

const WIDTH: u16 = 256;
const HEIGHT: u16 = 257;
const BITS_PER_SAMPLE: u16 = 258;
const COMPRESSION: u16 = 259;
const STRIP_OFFSETS: u16 = 273;
const SAMPLES_PER_PIXEL: u16 = 277;
const ROWS_PER_STRIP: u16 = 278;
const STRIP_BYTES: u16 = 279;
const PLANES: u16 = 284;
const TILE_WIDTH: u16 = 322;
const TILE_HEIGHT: u16 = 323;
const TILE_OFFSETS: u16 = 324;
const TILE_BYTES: u16 = 325;

/// Entries of a directory that is copied for every part.
const MOST_ENTRIES: u64 = 256;
/// Bytes of a few plain rows.
const BAND_BYTES: u64 = 1 << 18;
/// Bytes for each texel of a part: up to four channels of 32 bits, twice, and the texel.
const EACH_TEXEL: u64 = 36;

/// How the pixels lie in a file.
#[derive(Debug)]
pub struct Parts {
    size: [u32; 2],
    /// Size of every strip or tile but the last.
    part: [u32; 2],
    is_tiled: bool,
    /// Bytes of a row of a strip that is not compressed.
    plain_row: Option<u64>,
}

/// One picture in place of the whole: where it lies in the file, and how large it is.
struct Part {
    at: u64,
    bytes: u64,
    size: [u32; 2],
}

impl Parts {
    /// `None` where a part is no picture by itself, or the directory is not to be believed.
    pub fn of(bytes: &[u8], [width, height]: [u32; 2]) -> Option<Self> {
        let file = File::new(bytes)?;
        if file.entries > MOST_ENTRIES {
            return None;
        }
        let number = |tag: u16| find(&file, tag).and_then(|entry| file.value(&entry, 0));
        // Channels that lie one behind the other.
        if number(PLANES).is_some_and(|planes| planes != 1) {
            return None;
        }
        let side = |tag: u16| {
            u32::try_from(number(tag)?)
                .ok()
                .filter(|side| (1..=MAX_SIDE).contains(side))
        };
        let is_tiled = find(&file, TILE_OFFSETS).is_some();
        let (part, offsets, lengths) = match is_tiled {
            true => ([side(TILE_WIDTH)?, side(TILE_HEIGHT)?], TILE_OFFSETS, TILE_BYTES),
            false => {
                let rows = number(ROWS_PER_STRIP).map_or(height, |rows| rows.min(height.into()) as u32);
                ([width, rows.max(1)], STRIP_OFFSETS, STRIP_BYTES)
            }
        };
        let count = u64::from(width.div_ceil(part[0])) * u64::from(height.div_ceil(part[1]));
        if [offsets, lengths]
            .into_iter()
            .any(|tag| find(&file, tag).is_none_or(|entry| entry.count != count))
        {
            return None;
        }
        let is_plain = !is_tiled && number(COMPRESSION).is_none_or(|compression| compression == 1);
        let bits = number(BITS_PER_SAMPLE).unwrap_or(1) * number(SAMPLES_PER_PIXEL).unwrap_or(1);
        let row = (bits.checked_mul(width.into())?).div_ceil(8);
        Some(Self {
            size: [width, height],
            part,
            is_tiled,
            plain_row: (is_plain && row > 0).then_some(row),
        })
    }

    /// Bytes that decoding has in use at one time beside the averages.
    pub fn working_bytes(&self) -> u64 {
        let [width, height] = self.part.map(u64::from);
        let texels = match self.plain_row {
            Some(row) => width * (BAND_BYTES / row).clamp(1, height),
            None => width * height,
        };
        let band = match self.is_tiled {
            true => u64::from(self.size[0]) * height * 8,
            false => 0,
        };
        band + EACH_TEXEL * texels
    }

    /// Decodes all of `bytes`, which are a file of `kind`.
    pub fn decode(&self, kind: &ImageKind, bytes: &[u8], average: &mut Average) -> Result<(), ImageError> {
        let damaged = || ImageError::Damaged {
            kind: kind.word,
            reason: "its directory is cut short".into(),
        };
        let file = File::new(bytes).ok_or_else(damaged)?;
        let [offsets, lengths] = match self.is_tiled {
            true => [TILE_OFFSETS, TILE_BYTES],
            false => [STRIP_OFFSETS, STRIP_BYTES],
        };
        let entries = find(&file, offsets).zip(find(&file, lengths));
        let (offsets, lengths) = entries.ok_or_else(damaged)?;
        let place = |index: u64| Some((file.value(&offsets, index)?, file.value(&lengths, index)?));
        let [width, height] = self.size;
        let across = u64::from(width.div_ceil(self.part[0]));
        for (row_of_parts, top) in (0..).zip((0..height).step_by(self.part[1] as usize)) {
            let rows = self.part[1].min(height - top);
            if !self.is_tiled {
                let (at, length) = place(row_of_parts).ok_or_else(damaged)?;
                let strip = Part {
                    at,
                    bytes: length,
                    size: [width, rows],
                };
                self.decode_strip(kind, (bytes, &file), &strip, |first, band| {
                    average.add_band(top + first, band, Order::FromTop);
                })?;
                continue;
            }
            let mut band = RgbaImage::new(width, rows);
            for (column, left) in (0..across).zip((0..).step_by(self.part[0] as usize)) {
                let (at, length) = place(row_of_parts * across + column).ok_or_else(damaged)?;
                let tile = Part {
                    at,
                    bytes: length,
                    size: self.part,
                };
                let tile = pixels(kind, (bytes, &file), &tile)?.into_rgba8();
                let seen = image::imageops::crop_imm(&tile, 0, 0, self.part[0].min(width - left), rows);
                // It fits: it was cut to what is left of the band.
                let _ = band.copy_from(&*seen, left, 0);
            }
            average.add_band(top, DynamicImage::from(band), Order::FromTop);
        }
        Ok(())
    }

    /// Gives out a strip as it is, or a few of its rows at a time.
    fn decode_strip(
        &self,
        kind: &ImageKind,
        file: (&[u8], &File),
        strip: &Part,
        mut take: impl FnMut(u32, DynamicImage),
    ) -> Result<(), ImageError> {
        let [width, rows] = strip.size;
        let Some(row) = self.plain_row else {
            take(0, pixels(kind, file, strip)?);
            return Ok(());
        };
        let band_rows = (BAND_BYTES / row).clamp(1, u64::from(rows)) as u32;
        for first in (0..rows).step_by(band_rows as usize) {
            let rows = band_rows.min(rows - first);
            let skipped = u64::from(first) * row;
            let band = Part {
                at: strip.at.saturating_add(skipped),
                bytes: strip.bytes.saturating_sub(skipped).min(u64::from(rows) * row),
                size: [width, rows],
            };
            take(first, pixels(kind, file, &band)?);
        }
        Ok(())
    }
}

fn find(file: &File, tag: u16) -> Option<Entry> {
    (0..file.entries)
        .map_while(|index| file.entry(index))
        .find(|entry| entry.tag == tag)
}

fn pixels(kind: &ImageKind, (bytes, file): (&[u8], &File), part: &Part) -> Result<DynamicImage, ImageError> {
    let decoder = kind.open(Patched::with(bytes, file, part))?;
    kind.pixels(decoder, part.bytes.min(bytes.len() as u64) as usize)
}

/// A file in which some bytes read otherwise.
struct Patched<'a> {
    bytes: &'a [u8],
    /// Where the other bytes are.
    from: usize,
    patch: Vec<u8>,
    at: usize,
}

impl<'a> Patched<'a> {
    /// The file with one strip or tile alone.
    fn with(bytes: &'a [u8], file: &File, part: &Part) -> Self {
        let from = file.first as usize;
        let end = from + (file.entries * file.entry_bytes()) as usize;
        let mut patch = bytes.get(from..end).unwrap_or_default().to_vec();
        let number = |value: u64, size: usize| match file.is_little {
            true => value.to_le_bytes()[..size].to_vec(),
            false => value.to_be_bytes()[8 - size..].to_vec(),
        };
        // Offsets may be wider than the sides.
        let (offset_kind, offset_bytes) = if file.is_big { (16, 8) } else { (4, 4) };
        for entry in (0..file.entries).map_while(|index| file.entry(index)) {
            let (kind, value) = match entry.tag {
                WIDTH | TILE_WIDTH => (4, number(part.size[0].into(), 4)),
                HEIGHT | ROWS_PER_STRIP | TILE_HEIGHT => (4, number(part.size[1].into(), 4)),
                STRIP_OFFSETS | TILE_OFFSETS => (offset_kind, number(part.at, offset_bytes)),
                STRIP_BYTES | TILE_BYTES => (offset_kind, number(part.bytes, offset_bytes)),
                _ => continue,
            };
            let mut stored = [
                number(entry.tag.into(), 2),
                number(kind, 2),
                number(1, offset_bytes),
                value,
            ]
            .concat();
            stored.resize(file.entry_bytes() as usize, 0);
            let at = entry.at as usize - from;
            patch[at..at + stored.len()].copy_from_slice(&stored);
        }
        Self {
            bytes,
            from,
            patch,
            at: 0,
        }
    }
}

impl BufRead for Patched<'_> {
    fn fill_buf(&mut self) -> IoResult<&[u8]> {
        let end = self.from + self.patch.len();
        Ok(match self.at {
            at if at < self.from => &self.bytes[at..self.from],
            at if at < end => &self.patch[at - self.from..],
            at => self.bytes.get(at..).unwrap_or_default(),
        })
    }

    fn consume(&mut self, count: usize) {
        self.at += count;
    }
}

impl Read for Patched<'_> {
    fn read(&mut self, out: &mut [u8]) -> IoResult<usize> {
        let count = self.fill_buf()?.read(out)?;
        self.consume(count);
        Ok(count)
    }
}

impl Seek for Patched<'_> {
    fn seek(&mut self, to: SeekFrom) -> IoResult<u64> {
        let (base, offset) = match to {
            SeekFrom::Start(at) => (at, 0),
            SeekFrom::Current(offset) => (self.at as u64, offset),
            SeekFrom::End(offset) => (self.bytes.len() as u64, offset),
        };
        let at = base.checked_add_signed(offset).and_then(|at| usize::try_from(at).ok());
        let beyond = || std::io::Error::new(std::io::ErrorKind::InvalidInput, "a place before the beginning");
        self.at = at.ok_or_else(beyond)?;
        Ok(self.at as u64)
    }
}
