//! DecodeCost of decoding an image, and decoding of one that is too large into a smaller picture.
//!
//! In: image bytes and how many texels there is room for. Most kinds are decoded a few rows at a time. A kind that can only be
//! decoded whole is decoded up to [`MAX_PIECE_BYTES`] in use, and refused beyond.

use super::average::{Average, Mean, Order};
use super::kind::{ImageKind, decoder_of};
use super::limits::MAX_PIECE_BYTES;
use super::rows::StoredRows;
use super::tiff_parts::Parts;
use super::{
    BlockFormat, Image, ImageError, Pixels, Radiance, dds, decode, decode_radiance, is_radiance, jpeg, ktx, png_rows,
    radiance,
};
use image::{DynamicImage, ImageDecoder, ImageFormat};

/// Bytes of a row of sums, of a row of the decoder and its tables, for every texel of the width.
const ROW_BYTES: u64 = 64;
/// Bytes of light, for each texel.
const LIGHT_BYTES: u64 = 12;
/// Tables of a decoder of light.
const LIGHT_SPARE_BYTES: u64 = 16 << 20;
/// Rows of a whole picture that become texels at one time.
const BAND_ROWS: u32 = 16;

/// DecodeCost of decoding an image, told by its header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodeCost {
    /// Width and height.
    pub size: [u32; 2],
    /// Bytes in use at one time while the whole image is decoded, the result included.
    pub working_bytes: u64,
    /// Bytes in use at one time while [`decode_within`] makes it smaller, beside the smaller picture; `None` if it refuses to.
    pub shrinking_bytes: Option<u64>,
    /// Bytes that 16 of its texels take while they are shown: decoded, and sent with all smaller levels.
    pub sixteen_bytes: u64,
}

impl DecodeCost {
    /// [`DecodeCost::sixteen_bytes`] of texels of 8 bits a channel: 4 and, with their smaller levels, about 6 each.
    pub const PLAIN: u64 = 16 * (4 + 6);
    /// The same of light, with 16 bits a channel.
    const LIGHT: u64 = 2 * Self::PLAIN;

    /// Number of pixels, by the header.
    pub fn texels(&self) -> u64 {
        u64::from(self.size[0]) * u64::from(self.size[1])
    }

    /// The same where the texels are numbers of a map: light stays within 8 bits then.
    pub fn of_numbers(self) -> Self {
        Self {
            sixteen_bytes: self.sixteen_bytes.min(Self::PLAIN),
            ..self
        }
    }
}

/// Bytes of 16 texels in a block with their smaller levels, which are a third more: kept, and sent as they are. Adapters that do not read
/// blocks get decoded texels, of which pictures send fewer (`picture::Texels`).
fn of_block(format: BlockFormat) -> u64 {
    2 * (4 * format.block_bytes() as u64).div_ceil(3)
}

/// How a picture becomes a smaller one.
enum Way {
    Png,
    Rows(StoredRows),
    Parts(Parts),
    /// Decoded as a whole, of so many bytes.
    Whole(u64),
}

impl Way {
    fn of(kind: &ImageKind, bytes: &[u8], file_bytes: u64, decoder: &impl ImageDecoder) -> Self {
        let size: [u32; 2] = decoder.dimensions().into();
        let parts = match kind.format {
            ImageFormat::Png => return Self::Png,
            ImageFormat::Tiff => Parts::of(bytes, size).map(Self::Parts),
            _ => StoredRows::of(kind, bytes).map(Self::Rows),
        };
        parts.unwrap_or_else(|| Self::Whole(held_whole(kind, bytes, file_bytes, decoder)))
    }

    fn working_bytes(&self, width: u32) -> u64 {
        let rows = ROW_BYTES * u64::from(width);
        rows + match self {
            Self::Png => png_rows::SPARE_BYTES as u64,
            Self::Rows(rows) => rows.working_bytes(),
            Self::Parts(parts) => parts.working_bytes(),
            Self::Whole(bytes) => *bytes,
        }
    }
}

/// Bytes that a decoder has in use for a picture as it gives it out.
fn held_whole(kind: &ImageKind, bytes: &[u8], file_bytes: u64, decoder: &impl ImageDecoder) -> u64 {
    let size: [u32; 2] = decoder.dimensions().into();
    let output = decoder.total_bytes();
    output
        + match kind.format {
            // It copies the file.
            ImageFormat::Jpeg => jpeg::coefficient_bytes(bytes, size) + file_bytes,
            // Unpacked into a picture of four channels first.
            ImageFormat::WebP => 4 * u64::from(size[0]) * u64::from(size[1]),
            ImageFormat::Tiff => output,
            _ => 0,
        }
}

/// Returns the cost of decoding, by the header. `bytes` may be the beginning of a file of `file_bytes` bytes, if its header lies there.
pub fn cost(bytes: &[u8], file_bytes: u64, name_hint: &str) -> Result<DecodeCost, ImageError> {
    if dds::is_dds(bytes) {
        let size = dds::size_by_header(bytes)?;
        let texels = u64::from(size[0]) * u64::from(size[1]);
        return Ok(DecodeCost {
            size,
            // The decoder collects the level a second time.
            working_bytes: 8 * texels,
            // The reader holds the file a second time.
            shrinking_bytes: Some(file_bytes + ROW_BYTES * u64::from(size[0])),
            sixteen_bytes: dds::blocks_by_header(bytes, file_bytes).map_or(DecodeCost::PLAIN, of_block),
        });
    }
    if ktx::is_ktx(bytes) {
        let told = ktx::told(bytes, file_bytes)?;
        let texels = u64::from(told.size[0]) * u64::from(told.size[1]);
        let rows = ROW_BYTES * u64::from(told.size[0]);
        return Ok(DecodeCost {
            size: told.size,
            working_bytes: told.spare_bytes + rows + 4 * texels,
            shrinking_bytes: told.shrinking_bytes.map(|bytes| bytes + rows),
            sixteen_bytes: match told.blocks {
                // The file is kept for those who ask for texels.
                Some(format) if told.is_basis => {
                    let kept = (16 * file_bytes).div_ceil(texels.max(1));
                    of_block(format).saturating_add(kept).min(DecodeCost::PLAIN)
                }
                Some(format) => of_block(format),
                None => DecodeCost::PLAIN,
            },
        });
    }
    if is_radiance(bytes) {
        let (size, piece_bytes) = radiance::told(bytes)?;
        let texels = u64::from(size[0]) * u64::from(size[1]);
        let rows = ROW_BYTES * u64::from(size[0]) + LIGHT_SPARE_BYTES + piece_bytes;
        // A quarter of the texels at most, as light and as bytes.
        let shrinking = rows + LIGHT_BYTES * texels / 4;
        return Ok(DecodeCost {
            size,
            working_bytes: rows + (LIGHT_BYTES + 8) * texels,
            shrinking_bytes: (shrinking <= MAX_PIECE_BYTES).then_some(shrinking),
            sixteen_bytes: DecodeCost::LIGHT,
        });
    }
    let (kind, decoder) = decoder_of(bytes, file_bytes as usize, name_hint)?;
    let size: [u32; 2] = decoder.dimensions().into();
    let texels = u64::from(size[0]) * u64::from(size[1]);
    let shrinking = Way::of(&kind, bytes, file_bytes, &decoder).working_bytes(size[0]);
    let held = match kind.format {
        ImageFormat::Png => shrinking,
        _ => held_whole(&kind, bytes, file_bytes, &decoder),
    };
    Ok(DecodeCost {
        size,
        working_bytes: held + 4 * texels,
        shrinking_bytes: (shrinking <= MAX_PIECE_BYTES).then_some(shrinking),
        sixteen_bytes: DecodeCost::PLAIN,
    })
}

/// [`decode`](super::decode()), into at most `most_texels`. Light of a larger picture is averaged down during decoding, a few rows at a time
/// if the decoder gives rows. DDS and KTX give a smaller level if they have one. Pictures too large for all of this are refused.
pub fn decode_within(bytes: &[u8], name_hint: &str, most_texels: u64) -> Result<Image, ImageError> {
    decode_by(bytes, name_hint, most_texels, Mean::Light)
}

fn decode_by(bytes: &[u8], name_hint: &str, most_texels: u64, mean: Mean) -> Result<Image, ImageError> {
    let cost = cost(bytes, bytes.len() as u64, name_hint)?;
    if cost.texels() <= most_texels {
        return decode(bytes, name_hint);
    }
    let [width, height] = cost.size;
    if most_texels == 0 || cost.shrinking_bytes.is_none() {
        return Err(ImageError::NoRoom {
            width,
            height,
            texels: most_texels,
        });
    }
    if dds::is_dds(bytes) {
        return dds::decode_within(bytes, most_texels, mean);
    }
    if ktx::is_ktx(bytes) {
        return ktx::decode_within(bytes, most_texels, mean);
    }
    if is_radiance(bytes) {
        return Ok(decode_radiance(bytes, most_texels)?.as_colors());
    }
    let (kind, decoder) = decoder_of(bytes, bytes.len(), name_hint)?;
    let average = || Average::new(cost.size, most_texels, mean);
    match Way::of(&kind, bytes, bytes.len() as u64, &decoder) {
        Way::Png => png_rows::decode(bytes, most_texels, mean),
        Way::Rows(rows) => {
            let mut average = average();
            rows.decode(&kind, bytes, &mut average)?;
            Ok(average.finish())
        }
        Way::Parts(parts) => {
            let mut average = average();
            parts.decode(&kind, bytes, &mut average)?;
            Ok(average.finish())
        }
        Way::Whole(_) => Ok(averaged(&kind.pixels(decoder, bytes.len())?, average())),
    }
}

/// As [`decode_within`], of an image whose texels are numbers of a map: they are averaged as they are, and light stays as it is.
pub fn decode_numbers_within(bytes: &[u8], name_hint: &str, most_texels: u64) -> Result<Image, ImageError> {
    match is_radiance(bytes) {
        true => Ok(radiance_within(bytes, name_hint, most_texels)?.as_numbers()),
        false => decode_by(bytes, name_hint, most_texels, Mean::Numbers),
    }
}

/// As [`decode_within`], for texels that are colours: light brighter than the white of a screen is kept.
pub fn decode_colors_within(bytes: &[u8], name_hint: &str, most_texels: u64) -> Result<Pixels, ImageError> {
    match is_radiance(bytes) {
        true => Ok(radiance_within(bytes, name_hint, most_texels)?.into_pixels()),
        false => decode_within(bytes, name_hint, most_texels).map(Pixels::Plain),
    }
}

fn radiance_within(bytes: &[u8], name_hint: &str, most_texels: u64) -> Result<Radiance, ImageError> {
    let cost = cost(bytes, bytes.len() as u64, name_hint)?;
    if cost.texels() > most_texels && (most_texels == 0 || cost.shrinking_bytes.is_none()) {
        let [width, height] = cost.size;
        return Err(ImageError::NoRoom {
            width,
            height,
            texels: most_texels,
        });
    }
    decode_radiance(bytes, most_texels)
}

fn averaged(pixels: &DynamicImage, mut average: Average) -> Image {
    let [width, height] = [pixels.width(), pixels.height()];
    for first in (0..height).step_by(BAND_ROWS as usize) {
        let rows = BAND_ROWS.min(height - first);
        average.add_band(first, pixels.crop_imm(0, first, width, rows), Order::FromTop);
    }
    average.finish()
}
