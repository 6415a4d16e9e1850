//! Rows of a large picture → a smaller one, of which each texel is the mean of a square of texels.
//!
//! Holds the result and the sums of one of its rows, never the large picture.

use super::Image;
use image::DynamicImage;

/// Quantity that a mean is taken of; alpha is a number either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mean {
    /// Mean of the light that sRGB bytes stand for.
    Light,
    /// Mean of the bytes themselves, in maps of directions and other numbers.
    Numbers,
}

pub struct Average {
    /// Value of each byte in the sums of a colour.
    values: [u64; 256],
    mean: Mean,
    /// Texels of the large picture along each side of a square.
    side: u32,
    /// Height and width of the large picture.
    height: u32,
    width: u32,
    /// Rows that came so far of the row of squares that is being summed.
    rows: u32,
    /// For each texel of a row: four channels, and of how many texels.
    sums: Vec<[u64; 5]>,
    out: Image,
}

/// The order in which rows come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    FromTop,
    FromBottom,
}

impl Average {
    /// Begins to average a picture of that size, into at most `most_texels`: the sides are halved until it is so small.
    pub fn new(size: [u32; 2], most_texels: u64, mean: Mean) -> Self {
        let side = divisor(size, most_texels);
        let [width, height] = size.map(|length| length.div_ceil(side));
        Self {
            values: std::array::from_fn(|byte| match mean {
                Mean::Light => (linear_from_srgb(byte as f64 / 255.0) * FULL).round() as u64,
                Mean::Numbers => byte as u64,
            }),
            mean,
            side,
            width: size[0],
            height: size[1],
            rows: 0,
            sums: vec![[0; 5]; width as usize],
            out: Image {
                width,
                height,
                rgba: vec![0; width as usize * height as usize * 4],
            },
        }
    }

    /// Adds row `y`. Rows come from the top or from the bottom, each once. Texels beyond the width, and rows beyond the height, are left
    /// alone.
    pub fn add(&mut self, y: u32, texels: impl Iterator<Item = [u8; 4]>) {
        if y >= self.height {
            return;
        }
        for (x, texel) in texels.take(self.width as usize).enumerate() {
            let sum = &mut self.sums[x / self.side as usize];
            let [r, g, b, alpha] = texel;
            for (sum, value) in sum.iter_mut().zip([r, g, b]) {
                *sum += self.values[usize::from(value)];
            }
            sum[3] += u64::from(alpha);
            sum[4] += 1;
        }
        self.rows += 1;
        let out_y = y / self.side;
        // The last row of squares may be lower.
        if self.rows == self.side.min(self.height - out_y * self.side) {
            self.rows = 0;
            let row_bytes = self.out.width as usize * 4;
            let row = &mut self.out.rgba[out_y as usize * row_bytes..][..row_bytes];
            for (texel, sum) in row.chunks_exact_mut(4).zip(&mut self.sums) {
                let [r, g, b, a, count] = std::mem::take(sum);
                let number = |sum: u64| ((sum + count / 2) / count.max(1)) as u8;
                let color = |sum: u64| match self.mean {
                    Mean::Light => (srgb_from_linear(sum as f64 / count.max(1) as f64 / FULL) * 255.0).round() as u8,
                    Mean::Numbers => number(sum),
                };
                texel.copy_from_slice(&[color(r), color(g), color(b), number(a)]);
            }
        }
    }

    /// Adds the rows of `band`, of which the upper one is row `first`.
    pub fn add_band(&mut self, first: u32, band: DynamicImage, order: Order) {
        let band = band.into_rgba8();
        let mut rows: Vec<_> = (first..).zip(band.rows()).collect();
        if order == Order::FromBottom {
            rows.reverse();
        }
        for (y, row) in rows {
            self.add(y, row.map(|texel| texel.0));
        }
    }

    /// All rows have come.
    pub fn finish(self) -> Image {
        self.out
    }
}

/// White, in sums of light.
const FULL: f64 = 1e6;

fn linear_from_srgb(c: f64) -> f64 {
    match c {
        low if low <= 0.04045 => low / 12.92,
        high => ((high + 0.055) / 1.055).powf(2.4),
    }
}

fn srgb_from_linear(c: f64) -> f64 {
    match c {
        low if low <= 0.003_130_8 => low * 12.92,
        high => 1.055 * high.powf(1.0 / 2.4) - 0.055,
    }
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

impl Image {
    /// The same picture with at most `most_texels`: squares of texels become one, the mean of their light.
    pub fn within(&self, most_texels: u64) -> Self {
        let mut smaller = Average::new([self.width, self.height], most_texels, Mean::Light);
        let rows = self.rgba.chunks_exact(4 * self.width.max(1) as usize);
        for (y, row) in (0..).zip(rows) {
            smaller.add(y, row.as_chunks().0.iter().copied());
        }
        smaller.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_brought_down_to_what_may_be() {
        let rgba = [[0, 0, 0, 255], [100, 0, 0, 255], [200, 8, 0, 255], [100, 0, 4, 255]].concat();
        let image = Image {
            width: 2,
            height: 2,
            rgba,
        };
        assert_eq!(image.within(4), image);
        assert_eq!(
            image.within(3),
            Image {
                width: 1,
                height: 1,
                // The bytes 0, 100, 200 and 100 stand for light of 0, 0.127, 0.578 and 0.127, whose mean is 0.208.
                rgba: vec![126, 2, 1, 255]
            }
        );
        let mut numbers = Average::new([2, 2], 1, Mean::Numbers);
        for (y, row) in (0..).zip(image.rgba.chunks_exact(8)) {
            numbers.add(y, row.as_chunks().0.iter().copied());
        }
        assert_eq!(numbers.finish().rgba, [100, 2, 1, 255]);
    }
}
