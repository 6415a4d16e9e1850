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

/// Two such numbers for the sample `at` of something seen in `direction`: evenly spread over samples, and another start for each direction.
pub fn spread(at: u32, direction: Vec3, of: i32) -> Vec2 {
    let whole = (direction * 40_000.0).as_ivec3();
    let start = Vec2::new(
        hash(whole.x, whole.y, whole.z ^ of),
        hash(whole.z, whole.x ^ of, whole.y),
    );
    // Steps of the plastic number fill a square evenly.
    (start + at as f32 * Vec2::new(0.754_877_7, 0.569_840_3)).fract()
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

/// The same of a place that noise has moved: wisps and billows.
pub fn warped(at: Vec3, strength: f32, octaves: u32) -> f32 {
    let moved = Vec3::new(fractal(at + 3.1, 4), 0.0, fractal(at + 91.7, 4)) - Vec3::new(0.5, 0.0, 0.5);
    fractal(at + moved * (2.0 * strength), octaves)
}
