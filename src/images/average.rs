//! Rows of a large picture → a smaller one, of which each texel is the mean of a square of texels.
//!
//! Holds the result and the sums of one of its rows, never the large picture.

use super::Image;
use image::DynamicImage;

pub struct Average {
    /// Texels of the large picture along each side of a square.
    side: u32,
    /// Of the large picture.
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
    /// Of a picture of that size, into at most `most_texels`: the sides are halved until it is so small.
    pub fn new(size: [u32; 2], most_texels: u64) -> Self {
        let side = divisor(size, most_texels);
        let [width, height] = size.map(|length| length.div_ceil(side));
        Self {
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
            for (sum, value) in sum.iter_mut().zip(texel) {
                *sum += u64::from(value);
            }
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
                let mean = |sum: u64| ((sum + count / 2) / count.max(1)) as u8;
                texel.copy_from_slice(&[r, g, b, a].map(mean));
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
    /// The same picture with at most `most_texels`: squares of texels become one.
    pub fn within(&self, most_texels: u64) -> Self {
        let mut smaller = Average::new([self.width, self.height], most_texels);
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
                rgba: vec![100, 2, 1, 255]
            }
        );
    }
}
