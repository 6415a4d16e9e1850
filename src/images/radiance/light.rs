//! Light as a GPU reads it: halves of floats, which hold any strength that a map has.

use super::Radiance;
use crate::images::{Image, Pixels};

/// The greatest number that a half of a float holds.
const MOST: f32 = 65_504.0;
/// The least that has all its digits, and what a step between smaller ones is.
const LEAST_WHOLE: f32 = 6.103_515_6e-5;
const STEP: f32 = 5.960_464_5e-8;

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
    pub(in crate::images) fn into_pixels(self) -> Pixels {
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
                        sums.iter_mut().zip(texel).for_each(|(sum, part)| *sum += whole(*part));
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
            rgb: self.rgba.iter().map(|[r, g, b, _]| [*r, *g, *b].map(whole)).collect(),
        }
    }
}

/// The bits of the 16-bit float nearest to a number that is not below 0.
fn half(number: f32) -> u16 {
    let number = number.min(MOST);
    if number < LEAST_WHOLE {
        return (number / STEP).round() as u16;
    }
    let bits = number.to_bits();
    // To the nearest, and to an even one where two are as near.
    let rounded = bits + 0xfff + (bits >> 13 & 1);
    ((rounded >> 13) - (112 << 10)) as u16
}

/// The number that bits of [`half`] stand for.
fn whole(bits: u16) -> f32 {
    match bits >> 10 {
        0 => f32::from(bits) * STEP,
        _ => f32::from_bits((u32::from(bits) + (112 << 10)) << 13),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_come_back_and_numbers_between_them_go_to_the_nearest() {
        for bits in 0..=half(MOST) {
            assert_eq!(half(whole(bits)), bits);
        }
        for (number, wanted) in [
            (0.0, 0.0),
            (1.0, 1.0),
            (4.0, 4.0),
            (1e9, MOST),
            // Steps are a 1024th here.
            (1.0 + 0.4 / 1024.0, 1.0),
            (1.0 + 0.6 / 1024.0, 1.0 + 1.0 / 1024.0),
            (1e-9, 0.0),
        ] {
            assert_eq!(whole(half(number)), wanted, "{number}");
        }
        let third = whole(half(1.0 / 3.0));
        assert!((third - 1.0 / 3.0).abs() < 1e-4, "{third}");
    }

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
        assert_eq!((mean.width, mean.height, whole(mean.rgba[0][1])), (1, 1, 4.25));
        assert_eq!(light.shrunk([2, 1]), light);
    }
}
