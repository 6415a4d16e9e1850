//! Noise: the same on any machine, from whole numbers.

use glam::{Vec2, Vec3};

/// A number from 0 to 1 that follows from whole numbers alone.
pub fn hash(x: i32, y: i32, z: i32) -> f32 {
    let mut bits = (x as u32).wrapping_mul(0x8da6_b343)
        ^ (y as u32).wrapping_mul(0xd816_3841)
        ^ (z as u32).wrapping_mul(0xcb1a_b31f);
    bits ^= bits >> 15;
    bits = bits.wrapping_mul(0x2c1b_3c6d);
    bits ^= bits >> 12;
    bits = bits.wrapping_mul(0x297a_2d39);
    bits ^= bits >> 15;
    (bits >> 8) as f32 / 16_777_216.0
}

/// One of many samples of a texel, whose mean is meant.
#[derive(Clone, Copy, Debug)]
pub struct TexelSample {
    /// Which, from 0 on.
    at: u32,
    /// Numbers of the texel: its samples begin at a place of their own.
    start: [i32; 3],
}

impl TexelSample {
    /// Sample `at` of something in `direction` or at a place.
    pub fn new(at: u32, direction: Vec3) -> Self {
        Self {
            at,
            start: (direction * 40_000.0).as_ivec3().to_array(),
        }
    }

    /// The sample `of` so many, each of which is split as often.
    pub fn part(self, at: u32, of: u32) -> Self {
        Self {
            at: self.at * of + at,
            ..self
        }
    }

    /// A sample that has nothing in common with this one: two integrals along the same numbers would be one integral along a line.
    pub fn apart(self) -> Self {
        let [x, y, z] = self.start;
        Self {
            start: [x ^ (self.at as i32).wrapping_mul(7919), y ^ (self.at as i32) << 9, z],
            ..self
        }
    }

    /// A place within a texel, 0 to 1 each way: Halton's, unlike those of [`spread`].
    pub fn within(self) -> Vec2 {
        let (mut threes, mut share, mut third) = (self.at, 0.0, 1.0 / 3.0);
        while threes > 0 {
            share += (threes % 3) as f32 * third;
            (threes, third) = (threes / 3, third / 3.0);
        }
        Vec2::new(self.at.reverse_bits() as f32 / 4_294_967_296.0, share)
    }
}

/// Two numbers from 0 to 1 for a sample, evenly spread over the samples of a texel. `of`: for what.
pub fn spread(draw: TexelSample, of: i32) -> Vec2 {
    let [x, y, z] = draw.start;
    let start = Vec2::new(hash(x, y, z ^ of), hash(z, x ^ of, y));
    // Steps of the plastic number fill a square evenly. Whole numbers keep them exact.
    let step = |share: f32, by: u32| (share + draw.at.wrapping_mul(by) as f32 / 4_294_967_296.0).fract();
    Vec2::new(step(start.x, 3_242_174_889), step(start.y, 2_447_445_413))
}

/// Smooth noise of one octave, 0 to 1.
pub fn value(at: Vec3) -> f32 {
    let whole = at.floor();
    let (cell, share) = (whole.as_ivec3(), at - whole);
    let bent = share * share * share * (share * (share * 6.0 - 15.0) + 10.0);
    let corner = |x: i32, y: i32, z: i32| hash(cell.x + x, cell.y + y, cell.z + z);
    let mix = |a: f32, b: f32, t: f32| a + (b - a) * t;
    let row = |y: i32, z: i32| mix(corner(0, y, z), corner(1, y, z), bent.x);
    let layer = |z: i32| mix(row(0, z), row(1, z), bent.y);
    mix(layer(0), layer(1), bent.z)
}

/// Octaves of noise, each twice as fine and half as strong as the one before: about 0 to 1, mostly around a half.
pub fn fractal(at: Vec3, octaves: u32) -> f32 {
    let (mut at, mut sum, mut weight, mut all) = (at, 0.0, 0.5, 0.0);
    for _ in 0..octaves {
        sum += weight * value(at);
        all += weight;
        weight *= 0.5;
        // Turned between octaves, so that no grid shows.
        at = Vec3::new(1.6 * at.x + 1.2 * at.z, 2.03 * at.y, 1.6 * at.z - 1.2 * at.x) + 17.3;
    }
    sum / all
}

/// Noise of a plane that shows no grid, though it is of few octaves: two of them, turned against each other.
pub fn grains(at: Vec3, octaves: u32) -> f32 {
    let turned = Vec3::new(0.8 * at.x + 0.6 * at.z, 7.9, 0.8 * at.z - 0.6 * at.x) * 1.37;
    0.5 * (fractal(at + Vec3::Y * 0.41, octaves) + fractal(turned, octaves))
}

/// [`fractal`] at a place that noise has moved: wisps and billows.
pub fn warped(at: Vec3, strength: f32, octaves: u32) -> f32 {
    let moved = Vec3::new(fractal(at + 3.1, 4), 0.0, fractal(at + 91.7, 4)) - Vec3::new(0.5, 0.0, 0.5);
    fractal(at + moved * (2.0 * strength), octaves)
}
