//! PNG files that are too large to be held as a whole, read row by row into a smaller picture.
//!
//! In: the bytes of a PNG file and how many texels there is room for. Out: a picture whose sides are divided by a power of two. Holds one
//! row and the sums of one row of the result, never the whole picture.

use super::average::{Average, Mean, divisor};
use super::png_chunks::PixelChunks;
use super::{Image, ImageError};
use png::{BitDepth, ColorType, Decoder, Limits, Transformations};

/// What the decoder may take beside a row: palettes and the like.
pub const SPARE_BYTES: usize = 4 << 20;

/// The passes of an interlaced file: the first column and row of each, and the steps to the next.
const ADAM7: [[u32; 4]; 7] = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
];

/// Halves the sides until there are at most `most_texels`, and averages each square of texels. Of an interlaced file, whose rows come in
/// another order, one texel of each square is taken, and no more is read than that takes.
pub fn decode(bytes: &[u8], most_texels: u64, mean: Mean) -> Result<Image, ImageError> {
    let mut decoder = Decoder::new_with_limits(PixelChunks::new(bytes), Limits { bytes: SPARE_BYTES });
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(|error| damaged(&error))?;
    let info = reader.info();
    let (size, is_interlaced) = ([info.width, info.height], info.interlaced);
    let (color, samples) = match reader.output_color_type() {
        (color, BitDepth::Eight) => (color, color.samples()),
        (color, depth) => unreachable!("the transformations make 8 bits, not {depth:?} of {color:?}"),
    };
    let mut next_row = |width: u32, take: &mut dyn FnMut(&mut dyn Iterator<Item = [u8; 4]>)| {
        let row = reader.next_row().map_err(|error| damaged(&error))?;
        let row = row.and_then(|row| row.data().get(..width as usize * samples));
        let row = row.ok_or_else(|| ImageError::Damaged {
            kind: "PNG",
            reason: "rows are missing".into(),
        })?;
        take(&mut row.chunks_exact(samples).map(|texel| to_rgba(color, texel)));
        Ok(())
    };
    if is_interlaced {
        return sampled(size, divisor(size, most_texels), next_row);
    }
    let mut average = Average::new(size, most_texels, mean);
    for y in 0..size[1] {
        next_row(size[0], &mut |row| average.add(y, row))?;
    }
    Ok(average.finish())
}

fn damaged(error: &png::DecodingError) -> ImageError {
    ImageError::Damaged {
        kind: "PNG",
        reason: error.to_string(),
    }
}

/// The first texel of each square of `side` texels. `next_row`: hands over the next row, which has so many texels.
fn sampled(
    [width, height]: [u32; 2],
    side: u32,
    mut next_row: impl FnMut(u32, &mut dyn FnMut(&mut dyn Iterator<Item = [u8; 4]>)) -> Result<(), ImageError>,
) -> Result<Image, ImageError> {
    let [out_width, out_height] = [width, height].map(|length| length.div_ceil(side));
    let mut rgba = vec![0; out_width as usize * out_height as usize * 4];
    // Of the first pass, of the first three, the first five or all the texels stand at multiples of 8, 4, 2 and 1.
    let passes = match side {
        8.. => 1,
        4 => 3,
        2 => 5,
        _ => 7,
    };
    for [first_x, first_y, step_x, step_y] in ADAM7.into_iter().take(passes) {
        let columns = width.saturating_sub(first_x).div_ceil(step_x);
        if columns == 0 {
            continue;
        }
        for y in (first_y..height).step_by(step_y as usize) {
            next_row(columns, &mut |row| {
                if !y.is_multiple_of(side) {
                    return;
                }
                let of_row = (y / side) as usize * out_width as usize;
                for (x, texel) in (first_x..).step_by(step_x as usize).zip(row) {
                    if x.is_multiple_of(side) {
                        let at = (of_row + (x / side) as usize) * 4;
                        rgba[at..at + 4].copy_from_slice(&texel);
                    }
                }
            })?;
        }
    }
    Ok(Image {
        width: out_width,
        height: out_height,
        rgba,
    })
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
