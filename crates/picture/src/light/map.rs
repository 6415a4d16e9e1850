//! An environment as shading reads it, and as bytes.

use super::harmonics::Irradiance;
use super::lamp::{Apart, KeyLight};
use super::prefilter::{self, BLURRED, Lobe, Lookup, roughness_of_level};
use super::{Cube, packed, rgb9e5};
use glam::Vec3;
use std::borrow::Cow;

/// Surroundings of a model, in all the forms that shading reads.
#[derive(Clone, Debug, PartialEq)]
pub struct EnvironmentMap {
    /// Texels along an edge of the sharp level of the cube map.
    side: u32,
    /// [`EnvironmentMap::LEVELS`] levels, six faces each; four bytes a texel, nine bits a channel and a common power of two.
    texels: Vec<u8>,
    /// Light that falls on scattering surfaces, without that of the key light.
    pub irradiance: Irradiance,
    /// `None`: no lamp is stronger than the rest by far.
    pub key: Option<KeyLight>,
}

/// How much work goes into a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Effort {
    /// Directions that each texel of a blurred level is made from, the sharpest first.
    pub samples: [u32; BLURRED],
    /// How much coarser the levels are that they are taken from than where they stand side by side, in levels: more is smoother.
    pub bias: f32,
}

impl EnvironmentMap {
    /// The sharp level, and those for rougher and rougher surfaces.
    pub const LEVELS: usize = BLURRED + 1;

    /// Makes the map of all that `sharp` shows, with no lamp apart, `side` texels wide: a power of two, at least 32 and at most that of
    /// `sharp`.
    pub fn new(sharp: Cube, side: usize) -> Self {
        Self::with(
            sharp,
            side,
            Effort {
                samples: [16, 24, 64, 256, 1024],
                bias: 1.0,
            },
            None,
        )
    }

    /// `apart`: a lamp of `sharp`.
    pub(super) fn with(sharp: Cube, side: usize, effort: Effort, apart: Option<Apart>) -> Self {
        let mut levels = sharp.levels();
        let first = levels.iter().position(|level| level.side <= side).unwrap_or_default();
        let side = levels[first].side;
        let mut texels = Vec::with_capacity(Self::bytes_of(side));
        levels[first].write_rgb9e5(&mut texels);
        let (key, rest, sun) = match apart {
            Some(Apart { key, rest, sun }) => (Some(key), Some(rest), sun),
            None => (None, None, None),
        };
        if let Some(sun) = &sun {
            levels = sun.rest.clone().levels();
        }
        let samples: Vec<_> = (effort.samples.iter().enumerate())
            .map(|(at, count)| prefilter::samples(roughness_of_level(at + 1), *count, (levels[0].side, effort.bias)))
            .collect();
        let lookup = Lookup::of(&levels, &samples);
        for (level, samples) in (1..).zip(&samples) {
            let mut blurred = lookup.blur(side >> level, samples);
            if let Some(sun) = &sun {
                let lobe = Lobe::of(roughness_of_level(level));
                let shown = Cube::build(blurred.side, |face, u, v| {
                    sun.blurred(super::face_direction(face, u, v).normalize(), &lobe)
                });
                let both = blurred.texels.iter_mut().zip(shown.texels);
                both.for_each(|(texel, shown)| *texel += shown);
            }
            blurred.write_rgb9e5(&mut texels);
        }
        Self {
            side: side as u32,
            texels,
            irradiance: match &rest {
                Some(rest) => irradiance(rest),
                None => irradiance(levels.iter().find(|level| level.side <= 32).unwrap_or(&levels[0])),
            },
            key,
        }
    }

    /// The same radiance from everywhere.
    pub fn uniform(radiance: Vec3) -> Self {
        Self::new(
            Cube {
                side: 32,
                texels: vec![radiance; 6 * 32 * 32],
            },
            32,
        )
    }

    /// Luminance of the light on a white surface, the mean over all its directions.
    pub fn mean_light(&self) -> f32 {
        // A lamp lights a quarter of all directions' sum.
        let key = self.key.map_or(Vec3::ZERO, |key| key.light / 4.0);
        (self.irradiance.0[0] + key).dot(Vec3::new(0.2126, 0.7152, 0.0722))
    }

    /// Texels along an edge of the sharp level.
    pub fn side(&self) -> u32 {
        self.side
    }

    /// The texels of one level, face by face, as GPUs read them.
    pub fn level(&self, level: usize) -> &[u8] {
        let before: usize = (0..level).map(|level| level_bytes(self.side as usize >> level)).sum();
        &self.texels[before..][..level_bytes(self.side as usize >> level)]
    }

    /// One level as numbers.
    pub fn cube(&self, level: usize) -> Cube {
        let texels = self.level(level).chunks_exact(4);
        let bits = |texel: &[u8]| u32::from_le_bytes([texel[0], texel[1], texel[2], texel[3]]);
        Cube {
            side: self.side as usize >> level,
            texels: texels.map(|texel| rgb9e5::decode(bits(texel))).collect(),
        }
    }

    fn bytes_of(side: usize) -> usize {
        (0..Self::LEVELS).map(|level| level_bytes(side >> level)).sum()
    }

    /// All but the sharp level: numbers, then packed levels, as `assets/light` keeps them; what is lost of these nobody sees.
    pub fn to_bytes(&self) -> Vec<u8> {
        let key = self.key.unwrap_or(KeyLight {
            direction: Vec3::Y,
            light: Vec3::ZERO,
            sine: 0.0,
        });
        let numbers = self.irradiance.0.into_iter().chain([key.direction, key.light]);
        let numbers = numbers.flat_map(|v| v.to_array()).chain([key.sine]);
        let blurred: Vec<Cube> = (1..Self::LEVELS).map(|level| self.cube(level)).collect();
        let blurred = packed::pack(&blurred);
        numbers.flat_map(f32::to_le_bytes).chain(blurred).collect()
    }

    /// Reads a map with that sharp level as [`Self::to_bytes`] wrote it; `None` if it cannot be one.
    pub(super) fn from_bytes(sharp: &Cube, bytes: &[u8]) -> Option<Self> {
        let (numbers, blurred) = bytes.split_at_checked(NUMBERS * 4)?;
        let mut numbers = numbers
            .chunks_exact(4)
            .map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]));
        let mut next = || Some(Vec3::new(numbers.next()?, numbers.next()?, numbers.next()?));
        let mut irradiance = Irradiance([Vec3::ZERO; 9]);
        for factor in &mut irradiance.0 {
            *factor = next()?;
        }
        let (direction, light) = (next()?, next()?);
        let key = KeyLight {
            direction,
            light,
            sine: numbers.next()?,
        };
        let mut texels = Vec::with_capacity(Self::bytes_of(sharp.side));
        sharp.write_rgb9e5(&mut texels);
        for blurred in packed::unpack(blurred, sharp.side / 2, BLURRED)? {
            blurred.write_rgb9e5(&mut texels);
        }
        Some(Self {
            side: sharp.side as u32,
            texels,
            irradiance,
            key: (key.light != Vec3::ZERO).then_some(key),
        })
    }
}

/// Returns the irradiance of all that `cube` shows; so smooth a thing is found from few texels.
fn irradiance(cube: &Cube) -> Irradiance {
    let mut smaller = Cow::Borrowed(cube);
    while smaller.side > 32 {
        smaller = Cow::Owned(smaller.halved());
    }
    Irradiance::of(&smaller)
}

/// In front of the texels.
const NUMBERS: usize = 9 * 3 + 3 + 3 + 1;

fn level_bytes(side: usize) -> usize {
    6 * side * side * 4
}
