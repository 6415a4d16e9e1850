//! PNG files that are too large to be held as a whole, read row by row into a smaller picture.
//!
//! In: the bytes of a PNG file and how many texels there is room for. Out: a picture whose sides are divided by a power of two. Holds one
//! row and the sums of one row of the result, never the whole picture.

use super::{Image, ImageError};
use png::{BitDepth, ColorType, Decoder, Limits, Transformations};
use std::io::Cursor;

/// What the decoder may take beside a row: palettes and the like.
const SPARE_BYTES: usize = 4 << 20;

/// Halves the sides until there are at most `most_texels`, and averages each square of texels. Interlaced files have their rows in another
/// order and are refused.
pub fn decode(bytes: &[u8], most_texels: u64) -> Result<Image, ImageError> {
    let damaged = |error: png::DecodingError| ImageError::Damaged {
        kind: "PNG",
        reason: error.to_string(),
    };
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: SPARE_BYTES });
    decoder.set_transformations(Transformations::normalize_to_color8());
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let mut reader = decoder.read_info().map_err(damaged)?;
    let info = reader.info();
    let [width, height] = [info.width, info.height];
    if info.interlaced {
        return Err(ImageError::NoRoom {
            width,
            height,
            texels: most_texels,
        });
    }
    let samples = match reader.output_color_type() {
        (color, BitDepth::Eight) => color.samples(),
        (color, depth) => unreachable!("the transformations make 8 bits, not {depth:?} of {color:?}"),
    };
    let (color, _) = reader.output_color_type();
    let side = divisor([width, height], most_texels);
    let [out_width, out_height] = [width, height].map(|length| length.div_ceil(side));
    let mut rgba = Vec::with_capacity(out_width as usize * out_height as usize * 4);
    let mut sums = vec![[0u64; 5]; out_width as usize];
    for y in 0..height {
        let row = reader.next_row().map_err(damaged)?;
        let row = row.ok_or_else(|| ImageError::Damaged {
            kind: "PNG",
            reason: "rows are missing".into(),
        })?;
        let texels = &row.data()[..width as usize * samples];
        for (sum, run) in sums.iter_mut().zip(texels.chunks(side as usize * samples)) {
            for texel in run.chunks_exact(samples) {
                for (sum, value) in sum.iter_mut().zip(to_rgba(color, texel)) {
                    *sum += u64::from(value);
                }
            }
            sum[4] += (run.len() / samples) as u64;
        }
        if (y + 1) % side == 0 || y + 1 == height {
            for sum in &mut sums {
                let [r, g, b, a, count] = std::mem::take(sum);
                rgba.extend([r, g, b, a].map(|sum| ((sum + count / 2) / count.max(1)) as u8));
            }
        }
    }
    Ok(Image {
        width: out_width,
        height: out_height,
        rgba,
    })
}

/// The least power of two that brings a picture of that size down to `most_texels`.
pub fn divisor([width, height]: [u32; 2], most_texels: u64) -> u32 {
    let texels = |side: u32| u64::from(width.div_ceil(side)) * u64::from(height.div_ceil(side));
    let mut side = 1;
    while texels(side) > most_texels.max(1) {
        side *= 2;
    }
    side
}

/// `texel` has as many samples as `color` says.
fn to_rgba(color: ColorType, texel: &[u8]) -> [u8; 4] {
    match (color, texel) {
        (ColorType::Rgba, &[r, g, b, a]) => [r, g, b, a],
        (ColorType::GrayscaleAlpha, &[grey, alpha]) => [grey, grey, grey, alpha],
        (_, &[r, g, b]) => [r, g, b, 255],
        (_, &[grey, ..]) => [grey, grey, grey, 255],
        (_, []) => [0; 4],
    }
}
