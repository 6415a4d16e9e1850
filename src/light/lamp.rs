//! The strongest lamp of an environment that nobody designed: a sun, a window, a soft box.
//!
//! In: the radiance of an environment. Out: the lamp's direction and light, and the radiance without the lamp.

use super::Cube;
use super::map::KeyLight;
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
/// The least share of the light on a surface facing it for which something counts as a lamp.
const LEAST_SHARE: f32 = 0.15;

fn luminance(light: Vec3) -> f32 {
    light.dot(Vec3::new(0.2126, 0.7152, 0.0722))
}

/// `None`: nothing is brighter than the rest by far.
pub fn find_lamp(all: &Cube) -> Option<(KeyLight, Cube)> {
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
    Some((key, seen))
}

/// Texels that are brighter than what is around them.
struct Lamp {
    /// Which, by how much, its direction and its solid angle.
    parts: Vec<(usize, Vec3, Vec3, f32)>,
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
            let bright = luminance(*light);
            let is_lamp = toward.dot(middle) >= REACH && bright > 2.0 * behind;
            is_lamp.then(|| (at, *light * (1.0 - behind / bright), *toward, *angle))
        });
        Self { parts: parts.collect() }
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

    /// Of half the angle that a disk of even light would take up: as much light, as much of it squared.
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
