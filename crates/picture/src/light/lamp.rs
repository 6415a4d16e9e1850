//! The strongest lamp of an environment that nobody designed: a sun, a window, a soft box.
//!
//! In: the radiance of an environment. Out: the lamp's direction and light, and the radiance without the lamp.

use super::Cube;
use super::cube::face_direction;
use super::prefilter::Lobe;
use glam::Vec3;
use std::f32::consts::PI;

/// Texels along an edge of what is looked at.
const SIDE: usize = 64;
/// The cosine of how far a lamp reaches from its middle: 20 degrees.
const REACH: f32 = 0.94;
/// The cosine of 30 degrees. The light on this ring around a lamp is taken for the light behind the lamp.
const RING: f32 = 0.866;
/// Times the mean of all that a lamp is at least as bright.
const LEAST_PEAK: f32 = 4.0;
/// The sine of half the angle that a small lamp takes up at most: few samples of an environment meet it.
const SMALL: f32 = 0.2;
/// A small lamp is cut into at most so many parts for normals near its direction.
const MOST_PARTS: usize = 1000;
/// The same for normals farther away from its direction than [`FAR`].
const MOST_FAR: usize = 40;
/// The cosine of 26 degrees.
const FAR: f32 = 0.9;
/// The least share of the light on a surface facing it for which something counts as a lamp.
const LEAST_SHARE: f32 = 0.15;

/// The strongest lamp of an environment. Reflections include it; [`EnvironmentMap::irradiance`](super::EnvironmentMap::irradiance) does not, because
/// shadows hold back its light alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeyLight {
    /// Towards it, of unit length.
    pub direction: Vec3,
    /// Light with which a white surface that faces it shines.
    pub light: Vec3,
    /// The sine of half the angle it takes up.
    pub sine: f32,
}

/// A lamp, apart from the rest of an environment.
pub struct Apart {
    pub key: KeyLight,
    /// Environment without the lamp; a few texels are enough.
    pub rest: Cube,
    /// The lamp itself, if it is so small that samples would miss it.
    pub sun: Option<Sun>,
}

fn luminance(light: Vec3) -> f32 {
    light.dot(Vec3::new(0.2126, 0.7152, 0.0722))
}

/// `None`: nothing is brighter than the rest by far.
pub fn find_lamp(all: &Cube) -> Option<Apart> {
    let mut seen = all.clone();
    while seen.side > SIDE {
        seen = seen.halved();
    }
    let around: Vec<(Vec3, Vec3, f32)> = seen.directions().collect();
    let mean = around
        .iter()
        .map(|(light, _, angle)| luminance(*light) * angle)
        .sum::<f32>()
        / (4.0 * PI);
    let (mut peak, mut brightest) = (Vec3::Y, 0.0);
    for (light, toward, _) in &around {
        if luminance(*light) > brightest {
            (peak, brightest) = (*toward, luminance(*light));
        }
    }
    if brightest < LEAST_PEAK * mean {
        return None;
    }
    // Looked for twice: a large lamp is not brightest in its middle.
    let mut lamp = Lamp::around(peak, &around);
    for _ in 0..2 {
        lamp = Lamp::around(lamp.direction()?, &around);
    }
    let direction = lamp.direction()?;
    let light = lamp
        .parts
        .iter()
        .map(|(_, excess, toward, angle)| *excess * (toward.dot(direction) * angle));
    let light = light.sum::<Vec3>() / PI;
    let facing = around
        .iter()
        .map(|(light, toward, angle)| luminance(*light) * toward.dot(direction).max(0.0) * angle);
    if luminance(light) < LEAST_SHARE * facing.sum::<f32>() / PI {
        return None;
    }
    for (at, excess, ..) in &lamp.parts {
        seen.texels[*at] -= *excess;
    }
    let key = KeyLight {
        direction,
        light,
        sine: lamp.sine(),
    };
    let sun = (key.sine <= SMALL).then(|| Sun::of(all, direction, lamp.behind));
    Some(Apart { key, rest: seen, sun })
}

/// By how much a texel is brighter than twice what is behind a lamp, if it is that near to the lamp's middle.
fn excess(light: Vec3, cosine: f32, behind: f32) -> Option<Vec3> {
    let bright = luminance(light);
    (cosine >= REACH && bright > 2.0 * behind).then(|| light * (1.0 - behind / bright))
}

/// A small lamp, which is blurred by itself.
pub struct Sun {
    /// Environment without the lamp, in as many texels as with it.
    pub rest: Cube,
    direction: Vec3,
    /// The direction of each, and its light times its solid angle.
    parts: Vec<(Vec3, Vec3)>,
    /// The same in fewer parts.
    far: Vec<(Vec3, Vec3)>,
}

impl Sun {
    fn of(all: &Cube, direction: Vec3, behind: f32) -> Self {
        let toward = |cube: &Cube, at: usize| {
            let (side, step) = (cube.side, 2.0 / cube.side as f32);
            let middle = |at: usize| (at as f32 + 0.5) * step - 1.0;
            let ray = face_direction(at / (side * side), middle(at % side), middle(at / side % side));
            // A texel is as large as its part of the face, seen from farther away and at a slant.
            (ray.normalize(), step * step / ray.length().powi(3))
        };
        let mut lamp = Cube {
            side: all.side,
            texels: vec![Vec3::ZERO; all.texels.len()],
        };
        let mut rest = all.clone();
        for (at, light) in all.texels.iter().enumerate() {
            let (toward, _) = toward(all, at);
            if let Some(excess) = excess(*light, toward.dot(direction), behind) {
                lamp.texels[at] = excess;
                rest.texels[at] -= excess;
            }
        }
        let cut = |mut lamp: Cube, most: usize| -> Vec<(Vec3, Vec3)> {
            let count = |cube: &Cube| cube.texels.iter().filter(|light| **light != Vec3::ZERO).count();
            while count(&lamp) > most {
                lamp = lamp.halved();
            }
            let lit = lamp
                .texels
                .iter()
                .enumerate()
                .filter(|(_, light)| **light != Vec3::ZERO);
            lit.map(|(at, light)| {
                let (toward, angle) = toward(&lamp, at);
                (toward, *light * angle)
            })
            .collect()
        };
        Self {
            rest,
            direction,
            far: cut(lamp.clone(), MOST_FAR),
            parts: cut(lamp, MOST_PARTS),
        }
    }

    /// Returns the lamp's light that a surface facing `n` reflects.
    pub fn blurred(&self, n: Vec3, lobe: &Lobe) -> Vec3 {
        let parts = match n.dot(self.direction) < FAR {
            true => &self.far,
            false => &self.parts,
        };
        let seen = |(toward, light): &(Vec3, Vec3)| *light * lobe.at(n.dot(*toward));
        parts.iter().map(seen).sum()
    }
}

/// Texels that are brighter than what is around them.
struct Lamp {
    /// Which, by how much, its direction and its solid angle.
    parts: Vec<(usize, Vec3, Vec3, f32)>,
    /// The luminance of what is behind.
    behind: f32,
}

impl Lamp {
    fn around(middle: Vec3, around: &[(Vec3, Vec3, f32)]) -> Self {
        let ring = around.iter().filter(|(_, toward, _)| {
            let cosine = toward.dot(middle);
            (RING..REACH).contains(&cosine)
        });
        let (mut light, mut angles) = (0.0, 0.0);
        for (seen, _, angle) in ring {
            light += luminance(*seen) * angle;
            angles += angle;
        }
        let behind = light / f32::max(angles, 1e-6);
        let parts = around.iter().enumerate().filter_map(|(at, (light, toward, angle))| {
            let excess = excess(*light, toward.dot(middle), behind)?;
            Some((at, excess, *toward, *angle))
        });
        Self {
            parts: parts.collect(),
            behind,
        }
    }

    /// `None`: there is no light, or so little or so much that its square is no number to divide by.
    fn direction(&self) -> Option<Vec3> {
        let sum: Vec3 = self
            .parts
            .iter()
            .map(|(_, light, toward, angle)| *toward * (luminance(*light) * angle))
            .sum();
        sum.try_normalize().filter(|direction| direction.is_normalized())
    }

    /// Returns the sine of half the angle that a disk of even light would take up: as much light, as much of it squared.
    fn sine(&self) -> f32 {
        let sums = self
            .parts
            .iter()
            .fold([0.0, 0.0], |[light, squared], (_, excess, _, angle)| {
                let bright = luminance(*excess);
                [light + bright * angle, squared + bright * bright * angle]
            });
        let angle = sums[0] * sums[0] / sums[1].max(f32::MIN_POSITIVE);
        let cosine = (1.0 - angle / (2.0 * PI)).clamp(0.0, 1.0);
        (1.0 - cosine * cosine).sqrt().clamp(0.005, 0.5)
    }
}
