//! Light as a GPU reads it: halves of floats, which hold any strength that a map has.

use super::Radiance;
use crate::{Image, Pixels};
use exr::prelude::f16;

/// An image of which some is brighter than the white of a screen; linear, opaque.
#[derive(Clone, Debug, PartialEq)]
pub struct Light {
    /// In texels.
    pub width: u32,
    /// The same.
    pub height: u32,
    /// Red, green, blue and 1 as the bits of 16-bit floats, top row first: `width * height` of them.
    pub rgba: Vec<[u16; 4]>,
}

impl Radiance {
    /// As a map of colours, opaque: with 8 bits a channel where no texel is brighter than the white of a screen, else as light.
    pub(crate) fn into_pixels(self) -> Pixels {
        match self.rgb.iter().flatten().any(|light| *light > 1.0) {
            true => Pixels::Light(Light::of(&self)),
            false => Pixels::Plain(self.as_colors()),
        }
    }
}

impl Light {
    fn of(radiance: &Radiance) -> Self {
        let texel = |[r, g, b]: &[f32; 3]| [*r, *g, *b, 1.0].map(half);
        Self {
            width: radiance.width,
            height: radiance.height,
            rgba: radiance.rgb.iter().map(texel).collect(),
        }
    }

    /// As colours of a screen: what is brighter than white is white.
    pub fn as_colors(&self) -> Image {
        self.radiance().as_colors()
    }

    /// At a size that halving its sides comes to: each texel is the mean of those it covers.
    pub fn shrunk(&self, [width, height]: [u32; 2]) -> Self {
        let mut step = 1;
        while [self.width.div_ceil(step), self.height.div_ceil(step)] != [width, height] && step < 1 << 31 {
            step *= 2;
        }
        let mut rgba = Vec::with_capacity(width as usize * height as usize);
        for y in 0..height {
            let rows = y * step..((y + 1) * step).min(self.height);
            for x in 0..width {
                let columns = (x * step) as usize..((x + 1) * step).min(self.width) as usize;
                let mut sums = [0.0f32; 4];
                for y in rows.clone() {
                    let row = &self.rgba[y as usize * self.width as usize..];
                    for texel in row.get(columns.clone()).unwrap_or_default() {
                        sums.iter_mut()
                            .zip(texel)
                            .for_each(|(sum, part)| *sum += f32_of_half(*part));
                    }
                }
                let count = rows.len() * columns.len();
                rgba.push(sums.map(|sum| half(sum / count.max(1) as f32)));
            }
        }
        Self { width, height, rgba }
    }

    fn radiance(&self) -> Radiance {
        Radiance {
            width: self.width,
            height: self.height,
            rgb: self
                .rgba
                .iter()
                .map(|[r, g, b, _]| [*r, *g, *b].map(f32_of_half))
                .collect(),
        }
    }
}

/// The bits of the 16-bit float nearest to a number that is not below 0.
fn half(number: f32) -> u16 {
    f16::from_f32(number.min(f16::MAX.to_f32())).to_bits()
}

/// The number that bits of [`half`] stand for.
fn f32_of_half(bits: u16) -> f32 {
    f16::from_bits(bits).to_f32()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(lights: &[f32]) -> Radiance {
        Radiance {
            width: lights.len() as u32,
            height: 1,
            rgb: lights.iter().map(|light| [*light; 3]).collect(),
        }
    }

    #[test]
    fn only_what_is_brighter_than_white_is_kept_as_light() {
        assert!(matches!(row(&[0.0, 0.5, 1.0]).into_pixels(), Pixels::Plain(_)));
        let Pixels::Light(light) = row(&[0.5, 8.0]).into_pixels() else {
            panic!("it is brighter than white")
        };
        assert_eq!(light.as_colors().rgba, [188, 188, 188, 255, 255, 255, 255, 255]);
        let mean = light.shrunk([1, 1]);
        assert_eq!((mean.width, mean.height, f32_of_half(mean.rgba[0][1])), (1, 1, 4.25));
        assert_eq!(light.shrunk([2, 1]), light);
    }
}
