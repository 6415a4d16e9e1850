//! Reflections of rough surfaces: radiance blurred by the lobe of GGX, seen straight on.
//!
//! Karis, "Real Shading in Unreal Engine 4", 2013; samples are taken from smaller levels where they are far apart (Krivanek and
//! Colbert, "Real-time Shading with Filtered Importance Sampling", 2008).

use super::Cube;
use super::cube::meet;
use glam::{Vec3, Vec4};
use std::f32::consts::PI;

/// Levels that are kept of a cube map beside the sharp one. `shaders/shared/light/environment.wgsl` has the same number.
pub const BLURRED: usize = 5;

/// The level that holds the reflections of a surface of that perceptual roughness.
pub fn level_of_roughness(roughness: f32) -> f32 {
    BLURRED as f32 * roughness * (2.0 - roughness)
}

/// The perceptual roughness that a level is made for.
pub fn roughness_of_level(level: usize) -> f32 {
    1.0 - (1.0 - level as f32 / BLURRED as f32).max(0.0).sqrt()
}

/// One direction in which a surface that faces z is lit.
pub struct Sample {
    direction: Vec3,
    weight: f32,
    level: usize,
}

/// The bits of `index` in reverse, as a number from 0 to 1.
fn reversed(index: u32) -> f32 {
    index.reverse_bits() as f32 / 4_294_967_296.0
}

/// Those that a surface of that roughness reflects from a map `side` texels wide; `bias` as in [`Effort`](super::map::Effort).
pub fn samples(roughness: f32, count: u32, (side, bias): (usize, f32)) -> Vec<Sample> {
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
            let level = 0.5 * (1.0 / (count as f32 * density) / texel).log2() + bias;
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

/// How a surface of some roughness blurs what it reflects, as a formula.
pub struct Lobe {
    alpha_squared: f32,
    /// Factor of the whole lobe.
    over: f32,
}

impl Lobe {
    /// Returns the lobe of a perceptual roughness above 0.
    pub fn of(roughness: f32) -> Self {
        const STEPS: u32 = 4096;
        let alpha_squared = roughness.powi(4);
        // The same directions as in `samples`, each weighed alike.
        let cosine = |at: u32| {
            let share = (at as f32 + 0.5) / STEPS as f32;
            2.0 * (1.0 - share) / (1.0 + (alpha_squared - 1.0) * share) - 1.0
        };
        let all: f32 = (0..STEPS).map(|at| cosine(at).max(0.0)).sum();
        Self {
            alpha_squared,
            over: STEPS as f32 / all,
        }
    }

    /// The share, by steradian, of light from a direction with that cosine to the normal.
    pub fn at(&self, cosine: f32) -> f32 {
        // The squared sine and cosine are those of half the angle.
        let [sine_squared, cosine_squared] = [0.5 - 0.5 * cosine, 0.5 + 0.5 * cosine];
        let spread = sine_squared + self.alpha_squared * cosine_squared;
        self.alpha_squared / (PI * spread * spread) / 4.0 * cosine.max(0.0) * self.over
    }
}

/// The levels of a cube map, laid out for many samples: four numbers a texel, and each face with its last row and column twice, so that a
/// sample reads two neighbours of each of two rows wherever it falls.
pub struct Lookup {
    /// Which level the first of these is.
    sharpest: usize,
    levels: Vec<Level>,
}

struct Level {
    side: usize,
    texels: Vec<Vec4>,
}

impl Lookup {
    /// Lays out those levels that `samples` are taken from; the sharpest are the largest by far.
    pub fn of(levels: &[Cube], samples: &[Vec<Sample>]) -> Self {
        let sharpest = samples
            .iter()
            .flatten()
            .map(|sample| sample.level)
            .min()
            .unwrap_or_default();
        let sharpest = sharpest.min(levels.len() - 1);
        Self {
            sharpest,
            levels: levels[sharpest..].iter().map(Level::of).collect(),
        }
    }

    /// Returns the light that `samples` see around each direction, `side` texels wide.
    pub fn blur(&self, side: usize, samples: &[Sample]) -> Cube {
        let coarsest = self.sharpest + self.levels.len() - 1;
        Cube::build(side, |face, u, v| {
            let n = super::face_direction(face, u, v).normalize();
            let across = n.any_orthonormal_vector();
            let up = n.cross(across);
            let mut sum = Vec4::ZERO;
            for sample in samples {
                let direction = across * sample.direction.x + up * sample.direction.y + n * sample.direction.z;
                sum += self.levels[sample.level.min(coarsest) - self.sharpest].sample(direction) * sample.weight;
            }
            sum.truncate()
        })
    }
}

impl Level {
    fn of(cube: &Cube) -> Self {
        let side = cube.side;
        let mut texels = Vec::with_capacity(6 * (side + 1) * (side + 1));
        for face in cube.texels.chunks_exact(side * side) {
            for y in 0..=side {
                let row = &face[y.min(side - 1) * side..][..side];
                texels.extend(row.iter().chain(row.last()).map(|texel| texel.extend(0.0)));
            }
        }
        Self { side, texels }
    }

    /// As [`Cube::sample`].
    fn sample(&self, direction: Vec3) -> Vec4 {
        let (face, u, v) = meet(direction);
        let (half, stride) = (0.5 * self.side as f32, self.side + 1);
        let place = |c: f32| (c * half + (half - 0.5)).clamp(0.0, (self.side - 1) as f32);
        let (x, y) = (place(u), place(v));
        let (left, top) = (x as i32, y as i32);
        let (right, down) = (x - left as f32, y - top as f32);
        let at = (face * stride + top as usize) * stride + left as usize;
        let (above, below) = (&self.texels[at..at + 2], &self.texels[at + stride..at + stride + 2]);
        let upper = above[0] + (above[1] - above[0]) * right;
        let lower = below[0] + (below[1] - below[0]) * right;
        upper + (lower - upper) * down
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lookup_shows_what_the_cube_shows() {
        let cube = Cube::build(8, |face, u, v| Vec3::new(face as f32, u, v));
        let lookup = Lookup::of(std::slice::from_ref(&cube), &[]);
        for at in 0..1000 {
            let (up, turn) = (1.0 - at as f32 / 499.5, at as f32 * 2.399_963_2);
            let across = (1.0 - up * up).max(0.0).sqrt();
            let direction = Vec3::new(across * turn.cos(), up, across * turn.sin());
            let apart = lookup.levels[0].sample(direction).truncate() - cube.sample(direction);
            assert!(apart.abs().max_element() < 1e-4, "{direction}: {apart}");
        }
    }
}
