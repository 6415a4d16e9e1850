//! An image of all directions → an environment.
//!
//! In: light by longitude and latitude (an equirectangular image): the top row looks up, the middle of the image along +x, a quarter
//! to the right of it along +z. Out: its cube map, with the strongest lamp found.

use super::lamp::find_lamp;
use super::map::Effort;
use super::{Cube, EnvironmentMap};
use glam::Vec3;
use std::f32::consts::{FRAC_1_PI, FRAC_PI_2, PI};

/// Light of all directions, top row first.
#[derive(Clone, Copy, Debug)]
pub struct Panorama<'a> {
    width: usize,
    height: usize,
    rgb: &'a [[f32; 3]],
}

/// Texels along an edge of the sharp level, at most.
const MOST_SIDE: usize = 256;
/// And at least: blurred levels are made from it.
const LEAST_SIDE: usize = 32;

impl<'a> Panorama<'a> {
    /// Texels that a panorama needs at most, of halved sides where it has more: one of 2048 by 1024 comes as 1024 by 512.
    pub const MOST_TEXELS: u64 = (8 * MOST_SIDE * 4 * MOST_SIDE) as u64 - 1;

    /// `None`: `rgb` are not `width * height` pixels, or the image is not about twice as wide as it is high.
    pub fn new(size: [u32; 2], rgb: &'a [[f32; 3]]) -> Option<Self> {
        let [width, height] = size.map(|side| side as usize);
        let is_whole = width > 1 && height > 0 && rgb.len() == width * height;
        let is_wide = (15..=25).contains(&(10 * width / height.max(1)));
        (is_whole && is_wide).then_some(Self { width, height, rgb })
    }

    fn texel(&self, x: usize, y: usize) -> Vec3 {
        Vec3::from_array(self.rgb[y * self.width + x])
    }

    /// Blended; the image goes on at its other side. `turn` and `height`: 0 to 1 from the left and from the top.
    fn sample(&self, turn: f32, height: f32) -> Vec3 {
        let x = turn * self.width as f32 - 0.5 + self.width as f32;
        let y = (height * self.height as f32 - 0.5).clamp(0.0, (self.height - 1) as f32);
        let (left, top) = (x as usize % self.width, y as usize);
        let right = if left + 1 == self.width { 0 } else { left + 1 };
        let bottom = (top + 1).min(self.height - 1);
        let blend = |y| {
            let (left, right) = (self.texel(left, y), self.texel(right, y));
            left + (right - left) * x.fract()
        };
        let (above, below) = (blend(top), blend(bottom));
        above + (below - above) * y.fract()
    }

    /// The light in a direction of any length.
    fn toward(&self, direction: Vec3) -> Vec3 {
        let Vec3 { x, y, z } = direction;
        let turn = arc_tangent(z, x) * (0.5 * FRAC_1_PI) + 0.5;
        let height = arc_tangent((x * x + z * z).sqrt(), y) * FRAC_1_PI;
        self.sample(turn, height)
    }

    /// The environment of this image.
    pub fn environment(&self) -> EnvironmentMap {
        let side = (self.width / 4).clamp(LEAST_SIDE, MOST_SIDE);
        let side = 1 << side.ilog2();
        let step = 1.0 / side as f32;
        // One ray a texel sees all pixels of an image that is hardly finer; four see those of any other.
        let is_finer = self.width > 5 * side;
        let sharp = Cube::build(side, |face, u, v| {
            let ray =
                |right: f32, down: f32| self.toward(super::face_direction(face, u + right * step, v + down * step));
            match is_finer {
                false => ray(0.0, 0.0),
                true => (ray(-0.5, -0.5) + ray(0.5, -0.5) + ray(-0.5, 0.5) + ray(0.5, 0.5)) * 0.25,
            }
        });
        let lamp = find_lamp(&sharp);
        EnvironmentMap::with(sharp, side, EFFORT, lamp)
    }
}

/// Effort for a few megabytes, at a moment that somebody waits for.
const EFFORT: Effort = Effort {
    samples: [8, 24, 48, 128, 256],
    bias: 0.5,
};

/// `y.atan2(x)` within 0.0001 radians.
fn arc_tangent(y: f32, x: f32) -> f32 {
    let (across, up) = (x.abs(), y.abs());
    let (less, more) = (across.min(up), across.max(up));
    let share = if more > 0.0 { less / more } else { 0.0 };
    let squared = share * share;
    // Abramowitz and Stegun, 4.4.49, without its last terms.
    let angle = share
        * (0.999_866
            + squared * (-0.330_299_5 + squared * (0.180_141 + squared * (-0.085_133 + squared * 0.020_835_1))));
    let angle = if up > across { FRAC_PI_2 - angle } else { angle };
    let angle = if x < 0.0 { PI - angle } else { angle };
    if y < 0.0 { -angle } else { angle }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::light::{EnvironmentMap, face_direction};

    /// The direction that a pixel of such an image looks in.
    fn direction(turn: f32, height: f32) -> Vec3 {
        let (longitude, latitude) = ((turn - 0.5) * 2.0 * PI, (0.5 - height) * PI);
        Vec3::new(
            latitude.cos() * longitude.cos(),
            latitude.sin(),
            latitude.cos() * longitude.sin(),
        )
    }

    fn panorama(width: usize, light: impl Fn(Vec3) -> Vec3) -> Vec<[f32; 3]> {
        let height = width / 2;
        let at = |at: usize| {
            let place = |at: usize, length: usize| (at as f32 + 0.5) / length as f32;
            light(direction(place(at % width, width), place(at / width, height))).to_array()
        };
        (0..width * height).map(at).collect()
    }

    fn environment(width: usize, light: impl Fn(Vec3) -> Vec3) -> EnvironmentMap {
        let rgb = panorama(width, light);
        let panorama = Panorama::new([width as u32, width as u32 / 2], &rgb);
        panorama.expect("twice as wide as high").environment()
    }

    #[test]
    fn angles_are_close_to_those_of_the_library() {
        for at in 0..10_000 {
            let turn = at as f32 * 0.001_257;
            let (y, x) = ((turn.sin() * 3.0), (turn.cos() * 3.0));
            let apart = (arc_tangent(y, x) - y.atan2(x)).abs();
            assert!(apart.min(2.0 * PI - apart) < 1e-4, "{turn}: {apart}");
        }
        assert_eq!(arc_tangent(0.0, 0.0), 0.0);
    }

    #[test]
    fn every_direction_shows_what_the_image_has_there() {
        // Smooth, and another in each direction.
        let light = |d: Vec3| d * 0.5 + 0.5;
        let map = environment(512, light);
        assert_eq!(map.side(), 128);
        let cube = map.cube(0);
        for (seen, toward, _) in cube.directions() {
            assert!((seen - light(toward)).abs().max_element() < 0.01, "{toward}: {seen}");
        }
        assert_eq!(map.key, None, "nothing is a lamp");
        // Scattered light of such an image: a half, and a third of the slope.
        for n in [Vec3::X, Vec3::Y, Vec3::NEG_Z, face_direction(0, 0.3, -0.7).normalize()] {
            let apart = map.irradiance.at(n) - (n / 3.0 + 0.5);
            assert!(apart.abs().max_element() < 0.01, "{n}: {apart}");
        }
    }

    #[test]
    fn even_light_stays_even_and_loses_nothing() {
        let map = environment(1024, |_| Vec3::new(0.5, 1.0, 2.0));
        assert_eq!(map.side(), 256);
        for level in 0..EnvironmentMap::LEVELS {
            for texel in map.cube(level).texels {
                assert!(
                    (texel - Vec3::new(0.5, 1.0, 2.0)).abs().max_element() < 0.005,
                    "{level}: {texel}"
                );
            }
        }
        for n in [Vec3::X, Vec3::NEG_Y, Vec3::ONE.normalize()] {
            assert!((map.irradiance.at(n) - Vec3::new(0.5, 1.0, 2.0)).abs().max_element() < 0.002);
        }
    }

    #[test]
    fn the_sun_of_an_image_becomes_its_key_light() {
        let sun = Vec3::new(0.5, 0.7, -0.4).normalize();
        let (radius, light) = (0.03f32, Vec3::new(900.0, 800.0, 600.0));
        let sky = Vec3::new(0.3, 0.5, 0.9);
        let map = environment(1024, |d| match d.dot(sun) > radius.cos() {
            true => light,
            false => sky,
        });
        let key = map.key.expect("a sun");
        assert!(key.direction.dot(sun) > 0.9998, "{}", key.direction);
        // The cosine over a small disk, divided by π, is its light times its sine squared.
        let wanted = (light - sky) * radius.sin().powi(2);
        let apart = ((key.light - wanted) / wanted).abs().max_element();
        assert!(apart < 0.08, "{}, not {wanted}", key.light);
        assert!((0.02..0.06).contains(&key.sine), "{}", key.sine);
        // The irradiance that is left is the sky's.
        for n in [Vec3::X, Vec3::Y, sun, Vec3::NEG_Y] {
            let apart = (map.irradiance.at(n) - sky).abs().max_element();
            assert!(apart < 0.05, "{n}: {}", map.irradiance.at(n));
        }
    }

    #[test]
    fn blurred_levels_are_those_of_much_more_work() {
        let sun = Vec3::new(0.5, 0.7, -0.4).normalize();
        let light = |d: Vec3| {
            let window = if d.z > 0.8 && d.y > -0.2 { 4.0 } else { 0.0 };
            let lamp = 40.0 * (d.dot(sun) - 0.97).max(0.0) / 0.03;
            Vec3::new(0.2, 0.4, 0.7) * (d.y * 0.5 + 0.5) + Vec3::splat(window + lamp)
        };
        let rgb = panorama(1024, light);
        let quick = Panorama::new([1024, 512], &rgb).expect("whole").environment();
        let much = Effort {
            samples: [512, 512, 2048, 4096, 8192],
            bias: 1.0,
        };
        let sharp = Cube::build(256, |face, u, v| light(face_direction(face, u, v).normalize()));
        let slow = EnvironmentMap::with(sharp, 256, much, None);
        for level in 1..EnvironmentMap::LEVELS {
            let (quick, slow) = (quick.cube(level), slow.cube(level));
            let apart = quick.texels.iter().zip(&slow.texels);
            let apart: f32 = apart.map(|(one, other)| (*one - *other).abs().max_element()).sum();
            let all: f32 = slow.texels.iter().map(|texel| texel.max_element()).sum();
            assert!(apart / all < 0.09, "level {level}: off by {}", apart / all);
        }
    }

    /// A few samples meet a sun or miss it: highlights would be blotches.
    #[test]
    fn rough_surfaces_reflect_a_small_sun_as_their_lobe_says() {
        let sun = Vec3::new(0.5, 0.7, -0.4).normalize();
        let (across, up) = sun.any_orthonormal_pair();
        let sky = Vec3::new(0.3, 0.5, 0.9);
        for radius in [0.016f32, 0.04, 0.12] {
            let light = Vec3::new(9.0, 8.0, 6.0) / radius.powi(2);
            let map = environment(1024, |d| match d.dot(sun) > radius.cos() {
                true => light,
                false => sky,
            });
            // Even places on the disk.
            let on_sun = |at: u32| {
                let (out, turn) = (radius * ((at as f32 + 0.5) / 600.0).sqrt(), at as f32 * 2.399_963_2);
                (sun + across * (out * turn.cos()) + up * (out * turn.sin())).normalize()
            };
            let disk: Vec<Vec3> = (0..600).map(on_sun).collect();
            let energy = (light - sky) * (PI * radius.powi(2));
            for level in 1..EnvironmentMap::LEVELS {
                let alpha = crate::light::roughness_of_level(level).powi(2);
                let density = |cosine: f32| {
                    let half = 0.5 * cosine.clamp(-1.0, 1.0).acos();
                    let tangent = half.tan().powi(2);
                    alpha * alpha / (PI * half.cos().powi(4) * (alpha * alpha + tangent).powi(2)) / 4.0
                        * cosine.max(0.0)
                };
                // Steps grow from the middle of the lobe on.
                let place = |at: u32| (at as f32 / 20_000.0).powi(3) * 0.5 * PI;
                let ring = |at: u32| {
                    let (from, to) = (place(at), place(at + 1));
                    density((0.5 * (from + to)).cos()) * 2.0 * PI * (from.cos() - to.cos())
                };
                let whole: f32 = (0..20_000).map(ring).sum();
                let cube = map.cube(level);
                let mut worst: f32 = 0.0;
                for (seen, n, _) in cube.directions().step_by(1 + 40 / level) {
                    let share: f32 = disk.iter().map(|toward| density(n.dot(*toward))).sum::<f32>() / 600.0 / whole;
                    let wanted = sky + energy * share;
                    worst = worst.max(((seen - wanted) / wanted).abs().max_element());
                }
                // Texels are as wide as the narrowest lobe.
                assert!(worst < 0.15, "{radius}, level {level}: {worst}");
            }
        }
    }

    #[test]
    fn what_is_no_panorama_is_refused() {
        let rgb = [[1.0; 3]; 8];
        assert!(Panorama::new([4, 2], &rgb).is_some());
        assert!(Panorama::new([2, 4], &rgb).is_none(), "high");
        assert!(Panorama::new([8, 1], &rgb).is_none(), "wide");
        assert!(Panorama::new([4, 2], &rgb[1..]).is_none(), "short");
        assert!(Panorama::new([0, 0], &[]).is_none());
    }
}
