//! Pixels of light, in any order → a smaller image of light, of which each texel is the mean of a square of pixels.

use super::Radiance;
use crate::average::divisor;

/// PixelSums of the pixels that came so far.
#[derive(Clone, Debug)]
pub struct PixelSums {
    /// Size of the image that is summed.
    size: [u32; 2],
    /// Pixels along each side of a square.
    side: u32,
    out: Radiance,
}

impl PixelSums {
    /// Begins the sums of an image of that size, into at most `most_texels`.
    pub fn new(size: [u32; 2], most_texels: u64) -> Self {
        let side = divisor(size, most_texels);
        let [width, height] = size.map(|length| length.div_ceil(side));
        Self {
            size,
            side,
            out: Radiance {
                width,
                height,
                rgb: vec![[0.0; 3]; width as usize * height as usize],
            },
        }
    }

    /// Adds one pixel, each once; none beyond the edges.
    pub fn add(&mut self, x: u32, y: u32, light: [f32; 3]) {
        if x >= self.size[0] || y >= self.size[1] {
            return;
        }
        let at = (y / self.side) as usize * self.out.width as usize + (x / self.side) as usize;
        for (sum, light) in self.out.rgb[at].iter_mut().zip(light) {
            *sum += sensible(light);
        }
    }

    /// All pixels have come. Those that never did are dark.
    pub fn finish(mut self) -> Radiance {
        let [width, height] = self.size;
        // The last squares of a row and of a column may be smaller.
        let count = |at: u32, length: u32| self.side.min(length - at * self.side) as f32;
        for (at, texel) in (0..).zip(&mut self.out.rgb) {
            let (x, y) = (at % self.out.width, at / self.out.width);
            let each = 1.0 / (count(x, width) * count(y, height));
            *texel = texel.map(|sum| sum * each);
        }
        self.out
    }
}

/// The same light without what no light can be.
fn sensible(light: f32) -> f32 {
    // Light that is no number counts as none; the most that half a number holds is as bright as files come.
    const MOST: f32 = 65_504.0 * 16.0;
    if light > 0.0 { light.min(MOST) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_is_never_less_than_none_nor_endless() {
        for (stored, wanted) in [
            (f32::NAN, 0.0),
            (-3.0, 0.0),
            (0.25, 0.25),
            (f32::INFINITY, 65_504.0 * 16.0),
        ] {
            assert_eq!(sensible(stored), wanted);
        }
    }

    #[test]
    fn each_texel_is_the_mean_of_its_square() {
        let mut sums = PixelSums::new([3, 2], 2);
        for (x, light) in [1.0, 3.0, 5.0].into_iter().enumerate() {
            sums.add(x as u32, 0, [light, 0.0, f32::NAN]);
            sums.add(x as u32, 1, [light, 4.0, -1.0]);
        }
        sums.add(7, 0, [9.0; 3]);
        let small = sums.finish();
        assert_eq!((small.width, small.height), (2, 1));
        assert_eq!(small.rgb, [[2.0, 2.0, 0.0], [5.0, 2.0, 0.0]]);
    }
}
