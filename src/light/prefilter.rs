//! What rough surfaces reflect: radiance blurred by the lobe of GGX, seen straight on.
//!
//! Karis, "Real Shading in Unreal Engine 4", 2013; samples are taken from smaller levels where they are far apart (Krivanek and
//! Colbert, "Real-time Shading with Filtered Importance Sampling", 2008).

use super::Cube;
use glam::Vec3;
use std::f32::consts::PI;

/// Levels that are kept of a cube map beside the sharp one. `shaders/shared/environment.wgsl` has the same number.
pub const BLURRED: usize = 5;

/// The level that shows what a surface of that perceptual roughness reflects.
pub fn level_of_roughness(roughness: f32) -> f32 {
    BLURRED as f32 * roughness * (2.0 - roughness)
}

/// The perceptual roughness that a level is made for.
pub fn roughness_of_level(level: usize) -> f32 {
    1.0 - (1.0 - level as f32 / BLURRED as f32).max(0.0).sqrt()
}

/// One direction in which a surface that faces z is lit.
struct Sample {
    direction: Vec3,
    weight: f32,
    level: usize,
}

/// The bits of `index` in reverse, as a number from 0 to 1.
fn reversed(index: u32) -> f32 {
    index.reverse_bits() as f32 / 4_294_967_296.0
}

fn samples(roughness: f32, count: u32, side: usize) -> Vec<Sample> {
    let alpha = roughness * roughness;
    let texel = 4.0 * PI / (6 * side * side) as f32;
    let mut samples: Vec<Sample> = (0..count)
        .filter_map(|index| {
            let (turn, share) = (
                2.0 * PI * (index as f32 + 0.5) / count as f32,
                reversed(index) + 0.5 / count as f32,
            );
            let squared = (1.0 - share) / (1.0 + (alpha * alpha - 1.0) * share);
            let (cosine, sine) = (squared.sqrt(), (1.0 - squared).max(0.0).sqrt());
            let half = Vec3::new(sine * turn.cos(), sine * turn.sin(), cosine);
            let direction = 2.0 * cosine * half - Vec3::Z;
            let spread = squared * (alpha * alpha - 1.0) + 1.0;
            let density = alpha * alpha / (PI * spread * spread) / 4.0;
            let level = 0.5 * (1.0 / (count as f32 * density) / texel).log2() + 1.0;
            (direction.z > 0.0).then_some(Sample {
                direction,
                weight: direction.z,
                level: level.clamp(0.0, 31.0).round() as usize,
            })
        })
        .collect();
    let sum: f32 = samples.iter().map(|sample| sample.weight).sum();
    samples.iter_mut().for_each(|sample| sample.weight /= sum);
    samples
}

/// `levels` blurred as surfaces of that roughness reflect them, `side` texels wide.
pub fn blur(levels: &[Cube], side: usize, roughness: f32, count: u32) -> Cube {
    let samples = samples(roughness, count, levels[0].side);
    Cube::build(side, |face, u, v| {
        let n = super::face_direction(face, u, v).normalize();
        let across = n.any_orthonormal_vector();
        let up = n.cross(across);
        let seen = |sample: &Sample| {
            let direction = across * sample.direction.x + up * sample.direction.y + n * sample.direction.z;
            levels[sample.level.min(levels.len() - 1)].sample(direction) * sample.weight
        };
        samples.iter().map(seen).sum()
    })
}
