//! BMP and TGA files that are too large to be held as a whole, decoded a few rows at a time.
//!
//! In: the bytes of a file whose rows lie one after the other, plain or run-length coded (TGA). Each band of rows is put behind a copy of
//! the header that tells its height, and decoded as a small file of the same kind: whatever the pixels are, they become what they
//! would be in the whole picture. Out: the bands. Never holds more than one.

use super::ImageError;
use super::average::{Average, Order};
use super::kind::ImageKind;
use image::ImageFormat;
use std::io::Cursor;

/// Bytes of a band, as it is stored or decoded, unless one row is longer.
const BAND_BYTES: usize = 1 << 18;
/// A band as it is stored, as it is decoded with up to four bytes for a texel, and as texels.
const BANDS: u64 = 4;
/// The longest header and palette of a BMP file: 14 + 124 + 12 + 4 × 256 bytes are in use.
const BMP_HEAD: usize = 1 << 11;
const TGA_HEAD: usize = 18;

/// Where the rows of a file are.
#[derive(Clone, Copy, Debug)]
pub struct StoredRows {
    width: u32,
    height: u32,
    order: Order,
    /// Bytes before the first row that a small file needs as well.
    head: usize,
    data_at: usize,
    row_bytes: usize,
    stored: Stored,
}

#[derive(Clone, Copy, Debug)]
enum Stored {
    /// With the height in four bytes, or in two of an old header.
    Bmp {
        is_old: bool,
    },
    Tga,
    /// With so many bytes for a pixel.
    PackedTga(usize),
}

impl StoredRows {
    /// By the header of a file of that kind; `None` if its rows do not lie one after the other.
    pub fn of(kind: &ImageKind, bytes: &[u8]) -> Option<Self> {
        match kind.format {
            ImageFormat::Bmp => Self::of_bmp(bytes),
            ImageFormat::Tga => Self::of_tga(bytes),
            _ => None,
        }
    }

    fn of_bmp(bytes: &[u8]) -> Option<Self> {
        let data_at = u32_at(bytes, 10)? as usize;
        let is_old = u32_at(bytes, 14)? == 12;
        let (width, height, bits, compression) = match is_old {
            true => (
                u16_at(bytes, 18)?.into(),
                u16_at(bytes, 20)?.into(),
                u16_at(bytes, 24)?,
                0,
            ),
            false => {
                let side = |at| u32_at(bytes, at).map(|side| side as i32);
                (side(18)?, side(22)?, u16_at(bytes, 28)?, u32_at(bytes, 30)?)
            }
        };
        // Run-length coding may leave out rows: 1 and 2.
        if !matches!(compression, 0 | 3) {
            return None;
        }
        let width = u32::try_from(width).ok()?;
        Some(Self {
            width,
            height: height.unsigned_abs(),
            order: if height < 0 { Order::FromTop } else { Order::FromBottom },
            head: BMP_HEAD,
            data_at,
            // StoredRows are filled up to whole words.
            row_bytes: (width as usize * usize::from(bits)).div_ceil(32) * 4,
            stored: Stored::Bmp { is_old },
        })
    }

    fn of_tga(bytes: &[u8]) -> Option<Self> {
        let [id_bytes, has_map, kind, _, _, map_low, map_high, map_bits, ..] = *bytes.first_chunk::<TGA_HEAD>()?;
        let [width, height] = [u16_at(bytes, 12)?, u16_at(bytes, 14)?];
        let pixel_bytes = usize::from(bytes[16].div_ceil(8));
        let map_bytes = match has_map {
            1 => usize::from(u16::from_le_bytes([map_low, map_high])) * usize::from(map_bits.div_ceil(8)),
            _ => 0,
        };
        let data_at = TGA_HEAD + usize::from(id_bytes) + map_bytes;
        Some(Self {
            width: width.into(),
            height: height.into(),
            order: if bytes[17] & 0x20 == 0 {
                Order::FromBottom
            } else {
                Order::FromTop
            },
            head: data_at,
            data_at,
            row_bytes: usize::from(width) * pixel_bytes,
            stored: match kind {
                1..=3 => Stored::Tga,
                9..=11 if (1..=4).contains(&pixel_bytes) => Stored::PackedTga(pixel_bytes),
                _ => return None,
            },
        })
    }

    /// Bytes that decoding has in use at one time beside the averages.
    pub fn working_bytes(&self) -> u64 {
        let row = self.row_bytes.max(self.width as usize * 4);
        BANDS * row.max(BAND_BYTES) as u64 + self.head as u64
    }

    /// Decodes all of `bytes`, which are a file of `kind`.
    pub fn decode(&self, kind: &ImageKind, bytes: &[u8], average: &mut Average) -> Result<(), ImageError> {
        let damaged = || ImageError::Damaged {
            kind: kind.word,
            reason: "rows are missing".into(),
        };
        let band_rows = BAND_BYTES / self.row_bytes.max(self.width as usize * 4).max(1);
        let band_rows = band_rows.clamp(1, self.height.max(1) as usize) as u32;
        let mut unpacker = Unpacker::new(bytes.get(self.data_at..).ok_or_else(damaged)?);
        for first in (0..self.height).step_by(band_rows as usize) {
            let rows = band_rows.min(self.height - first);
            let mut file = self.header(bytes, rows).ok_or_else(damaged)?;
            let band_bytes = rows as usize * self.row_bytes;
            match self.stored {
                Stored::PackedTga(pixel) => unpacker.unpack(pixel, band_bytes, &mut file),
                _ => unpacker.copy(band_bytes, &mut file),
            }
            .ok_or_else(damaged)?;
            let band = kind.pixels(kind.open(Cursor::new(&file))?, file.len())?;
            let top = match self.order {
                Order::FromTop => first,
                Order::FromBottom => self.height - first - rows,
            };
            average.add_band(top, band, self.order);
        }
        Ok(())
    }

    /// Returns the header of a file of so many plain rows.
    fn header(&self, bytes: &[u8], rows: u32) -> Option<Vec<u8>> {
        let mut head = bytes.get(..self.head.min(bytes.len()))?.to_vec();
        let mut put = |at: usize, value: &[u8]| {
            let place = head.get_mut(at..at + value.len())?;
            place.copy_from_slice(value);
            Some(())
        };
        match self.stored {
            Stored::Bmp { is_old } => {
                put(10, &(self.head.min(bytes.len()) as u32).to_le_bytes())?;
                let height = match self.order {
                    Order::FromTop => -(rows as i32),
                    Order::FromBottom => rows as i32,
                };
                match is_old {
                    true => put(20, &(rows as u16).to_le_bytes())?,
                    false => put(22, &height.to_le_bytes())?,
                }
            }
            Stored::Tga => put(14, &(rows as u16).to_le_bytes())?,
            Stored::PackedTga(_) => {
                put(2, &[bytes.get(2)? & 7])?;
                put(14, &(rows as u16).to_le_bytes())?;
            }
        }
        Some(head)
    }
}

/// Reads what lies behind a header, once from its beginning to its end.
struct Unpacker<'a> {
    left: &'a [u8],
    /// Pixels that are still to come of the packet that was begun.
    pixels: usize,
    /// The pixel that the packet repeats; `None`: its pixels follow.
    repeated: Option<&'a [u8]>,
}

impl<'a> Unpacker<'a> {
    fn new(left: &'a [u8]) -> Self {
        Self {
            left,
            pixels: 0,
            repeated: None,
        }
    }

    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, left) = self.left.split_at_checked(count)?;
        self.left = left;
        Some(taken)
    }

    fn copy(&mut self, count: usize, out: &mut Vec<u8>) -> Option<()> {
        out.extend_from_slice(self.take(count)?);
        Some(())
    }

    /// `count` bytes of run-length coded pixels of `pixel` bytes. A packet may go on in the next band.
    fn unpack(&mut self, pixel: usize, count: usize, out: &mut Vec<u8>) -> Option<()> {
        let end = out.len() + count;
        out.reserve(count);
        while out.len() < end {
            if self.pixels == 0 {
                let packet = self.take(1)?[0];
                self.pixels = usize::from(packet & 0x7f) + 1;
                self.repeated = match packet & 0x80 {
                    0 => None,
                    _ => Some(self.take(pixel)?),
                };
            }
            let pixels = self.pixels.min((end - out.len()) / pixel);
            match self.repeated {
                Some(repeated) => (0..pixels).for_each(|_| out.extend_from_slice(repeated)),
                None => self.copy(pixels * pixel, out)?,
            }
            self.pixels -= pixels;
        }
        Some(())
    }
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..)?.first_chunk().map(|stored| u16::from_le_bytes(*stored))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|stored| u32::from_le_bytes(*stored))
}
