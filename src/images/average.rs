//! Rows of a large picture → a smaller one, of which each texel is the mean of a square of texels.
//!
//! Holds the result and the sums of one of its rows, never the large picture.

use super::Image;

pub struct Average {
    /// Texels of the large picture along each side of a square.
    side: u32,
    /// Of the large picture.
    height: u32,
    width: u32,
    /// Rows that came so far.
    rows: u32,
    /// For each texel of a row: four channels, and of how many texels.
    sums: Vec<[u64; 5]>,
    out: Image,
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
                rgba: Vec::with_capacity(width as usize * height as usize * 4),
            },
        }
    }

    /// Adds the next row. Texels beyond the width are left alone.
    pub fn add(&mut self, texels: impl Iterator<Item = [u8; 4]>) {
        for (x, texel) in texels.take(self.width as usize).enumerate() {
            let sum = &mut self.sums[x / self.side as usize];
            for (sum, value) in sum.iter_mut().zip(texel) {
                *sum += u64::from(value);
            }
            sum[4] += 1;
        }
        self.rows += 1;
        if self.rows.is_multiple_of(self.side) || self.rows == self.height {
            for sum in &mut self.sums {
                let [r, g, b, a, count] = std::mem::take(sum);
                let mean = |sum: u64| ((sum + count / 2) / count.max(1)) as u8;
                self.out.rgba.extend([r, g, b, a].map(mean));
            }
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
