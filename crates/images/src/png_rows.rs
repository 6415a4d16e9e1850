//! PNG files, read row by row into a picture of the same size or a smaller one.
//!
//! In: the bytes of a PNG file and how many texels there is room for. Out: a picture whose sides are divided by a power of two. Holds one
//! row as the file has it and the sums of one row of the result.

use super::average::{Average, Mean, divisor};
use super::png_chunks::PixelChunks;
use super::{Image, ImageError};
use png::{BitDepth, ColorType, Decoder, Limits, Reader, Transformations};

/// Bytes that the decoder may take beside a row: palettes and the like.
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

/// Halves the sides until there are at most `most_texels`, and averages each square of texels. An interlaced file, whose rows come in
/// another order, gives one texel of each square, and no more is read than that takes.
pub fn decode(bytes: &[u8], most_texels: u64, mean: Mean) -> Result<Image, ImageError> {
    let mut rows = Rows::of(bytes)?;
    let side = divisor(rows.size, most_texels);
    if rows.is_interlaced {
        return sampled(&mut rows, side);
    }
    let [width, height] = rows.size;
    if side == 1 {
        let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
        for _ in 0..height {
            let row = rows.next(width)?;
            match row.color {
                ColorType::Rgba => rgba.extend_from_slice(row.samples),
                _ => rgba.extend(row.texels().flatten()),
            }
        }
        return Ok(Image { width, height, rgba });
    }
    let mut average = Average::new(rows.size, most_texels, mean);
    for y in 0..height {
        average.add(y, rows.next(width)?.texels());
    }
    Ok(average.finish())
}

/// A PNG file as it is read.
struct Rows<'a> {
    reader: Reader<PixelChunks<'a>>,
    size: [u32; 2],
    is_interlaced: bool,
    color: ColorType,
    /// A row whose samples have 16 bits in the file.
    narrowed: Option<Vec<u8>>,
}

/// With 8 bits for a sample.
struct Row<'a> {
    color: ColorType,
    samples: &'a [u8],
}

impl<'a> Rows<'a> {
    fn of(bytes: &'a [u8]) -> Result<Self, ImageError> {
        let mut decoder = Decoder::new_with_limits(PixelChunks::new(bytes), Limits { bytes: SPARE_BYTES });
        decoder.set_transformations(Transformations::EXPAND);
        let reader = decoder.read_info().map_err(|error| damaged(&error))?;
        let info = reader.info();
        let (color, depth) = reader.output_color_type();
        Ok(Self {
            size: [info.width, info.height],
            is_interlaced: info.interlaced,
            color,
            narrowed: (depth == BitDepth::Sixteen).then(Vec::new),
            reader,
        })
    }

    /// The next row, which has `width` texels.
    fn next(&mut self, width: u32) -> Result<Row<'_>, ImageError> {
        let row = self.reader.next_row().map_err(|error| damaged(&error))?;
        let samples = row.as_ref().map_or(&[][..], |row| row.data());
        let count = width as usize * self.color.samples();
        let samples = match &mut self.narrowed {
            None => samples.get(..count),
            Some(narrowed) => {
                narrowed.clear();
                let (wide, _) = samples.as_chunks();
                narrowed.extend(wide.iter().map(|sample| rounded(u16::from_be_bytes(*sample))));
                narrowed.get(..count)
            }
        };
        let samples = samples.ok_or_else(|| ImageError::Damaged {
            kind: "PNG",
            reason: "rows are missing".into(),
        })?;
        Ok(Row {
            color: self.color,
            samples,
        })
    }
}

impl Row<'_> {
    fn texels(&self) -> impl Iterator<Item = [u8; 4]> {
        let texels = self.samples.chunks_exact(self.color.samples());
        texels.map(|texel| to_rgba(self.color, texel))
    }
}

/// The nearest of 8 bits.
fn rounded(sample: u16) -> u8 {
    ((u32::from(sample) + 128) / 257) as u8
}

fn damaged(error: &png::DecodingError) -> ImageError {
    ImageError::Damaged {
        kind: "PNG",
        reason: error.to_string(),
    }
}

/// The first texel of each square of `side` texels.
fn sampled(rows: &mut Rows, side: u32) -> Result<Image, ImageError> {
    let [width, height] = rows.size;
    let [out_width, out_height] = [width, height].map(|length| length.div_ceil(side));
    let mut rgba = vec![0; out_width as usize * out_height as usize * 4];
    // The texels of the first pass stand at multiples of 8, of the first three at 4, of the first five at 2, and of all at 1.
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
            let row = rows.next(columns)?;
            if !y.is_multiple_of(side) {
                continue;
            }
            let of_row = (y / side) as usize * out_width as usize;
            for (x, texel) in (first_x..).step_by(step_x as usize).zip(row.texels()) {
                if x.is_multiple_of(side) {
                    let at = (of_row + (x / side) as usize) * 4;
                    rgba[at..at + 4].copy_from_slice(&texel);
                }
            }
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
