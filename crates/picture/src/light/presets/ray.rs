//! Rooms and streets by rays: boxes, flat lamps and windows, with light that surfaces throw on each other.
//!
//! In: solids, lamps and a sky. Out: the radiance that an eye sees in a direction. Lengths are metres; y is up.

use super::noise::{TexelSample, spread};
use super::sky::rise;
use super::solids::{Cuboid, Tree};
use glam::{Vec2, Vec3};
use rayon::prelude::*;
use std::f32::consts::{PI, TAU};

/// A flat lamp, or an opening that the sky shines through.
#[derive(Clone, Copy)]
pub struct Flat {
    pub middle: Vec3,
    /// Half its width and half its height, as directions.
    pub right: Vec3,
    pub up: Vec3,
    pub normal: Vec3,
    pub light: Vec3,
    /// Share of its light that its rim loses.
    pub falloff: f32,
    /// Share of its light that its lower end loses.
    pub slope: f32,
    /// Metres along its rim in which its light comes up.
    pub rim: f32,
    pub kind: FlatKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum FlatKind {
    /// Seen by the eye, and it shines.
    Lamp,
    /// Shines; nobody sees it.
    Hidden,
    /// The sky behind it shines.
    Opening,
}

/// A lamp at `middle` that looks at `target`.
pub fn flat(middle: [f32; 3], target: [f32; 3], half: [f32; 2], light: [f32; 3], kind: FlatKind) -> Flat {
    let (middle, target) = (Vec3::from(middle), Vec3::from(target));
    let normal = (target - middle).normalize();
    let side = if normal.y.abs() > 0.99 {
        Vec3::X
    } else {
        Vec3::Y.cross(normal).normalize()
    };
    Flat {
        middle,
        right: side * half[0],
        up: normal.cross(side) * half[1],
        normal,
        light: light.into(),
        falloff: 0.4,
        slope: 0.0,
        rim: 0.03,
        kind,
    }
}

impl Flat {
    pub fn sloped(self, slope: f32) -> Self {
        Self { slope, ..self }
    }

    pub fn even(self) -> Self {
        Self {
            falloff: 0.0,
            rim: 0.0,
            ..self
        }
    }

    fn at(&self, place: Vec2) -> Vec3 {
        let off_middle = 1.0 - self.falloff * (place.length_squared() * 0.5).min(1.0);
        let within = (1.0 - place.abs()) * Vec2::new(self.right.length(), self.up.length());
        let rim = if self.rim > 0.0 {
            rise(0.0, self.rim, within.min_element())
        } else {
            1.0
        };
        self.light * (off_middle * rim * (1.0 - self.slope * (0.5 - 0.5 * place.y)))
    }

    fn meet(&self, from: Vec3, toward: Vec3, most: f32) -> Option<(f32, Vec2)> {
        let against = toward.dot(self.normal);
        let away = (self.middle - from).dot(self.normal) / against;
        if !(away > 1e-4 && away < most) {
            return None;
        }
        let at = from + toward * away - self.middle;
        let place = Vec2::new(
            at.dot(self.right) / self.right.length_squared(),
            at.dot(self.up) / self.up.length_squared(),
        );
        (place.abs().max_element() <= 1.0).then_some((away, place))
    }
}

/// All that surrounds the eye.
pub struct Site {
    pub eye: Vec3,
    solids: Tree,
    pub flats: Vec<Flat>,
    pub sky: Box<dyn Fn(Vec3) -> Vec3 + Sync + Send>,
    /// Light by distance that the air adds, and how much of what is behind it takes away in a metre.
    pub haze: (Vec3, f32),
    /// Towards the sun, of unit length, and the light of a white surface that faces it.
    sun: Option<(Vec3, Vec3)>,
    /// Times which everything is brighter.
    gain: f32,
    probes: Probes,
}

/// Light from all around at places of a grid, by six directions.
struct Probes {
    from: Vec3,
    step: Vec3,
    count: [usize; 3],
    light: Vec<Option<[Vec3; 6]>>,
}

/// Light of a lamp that nobody would miss.
const LEAST: f32 = 0.003;

const AXES: [Vec3; 6] = [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z];

impl Site {
    pub fn new(
        eye: [f32; 3],
        solids: Vec<Cuboid>,
        flats: Vec<Flat>,
        sky: impl Fn(Vec3) -> Vec3 + Sync + Send + 'static,
    ) -> Self {
        let none = Probes {
            from: Vec3::ZERO,
            step: Vec3::ONE,
            count: [0; 3],
            light: Vec::new(),
        };
        Self {
            eye: eye.into(),
            solids: Tree::of(solids),
            flats,
            sky: Box::new(sky),
            haze: (Vec3::ZERO, 0.0),
            sun: None,
            gain: 1.0,
            probes: none,
        }
    }

    pub fn with_haze(mut self, light: [f32; 3], density: f32) -> Self {
        self.haze = (light.into(), density);
        self
    }

    pub fn exposed(mut self, gain: f32) -> Self {
        self.gain = gain;
        self
    }

    pub fn with_sun(mut self, toward: Vec3, light: [f32; 3]) -> Self {
        self.sun = Some((toward.normalize(), light.into()));
        self
    }

    /// Finds the light that surfaces throw on each other between two corners.
    pub fn lit(mut self, from: [f32; 3], to: [f32; 3], count: [usize; 3]) -> Self {
        let (from, to) = (Vec3::from(from), Vec3::from(to));
        let steps = Vec3::from(count.map(|count| count as f32)) - 1.0;
        let step = (to - from) / steps;
        for _ in 0..2 {
            let all = count.iter().product::<usize>();
            let light = (0..all).into_par_iter().map(|at| {
                let place = Vec3::new(
                    (at % count[0]) as f32,
                    (at / count[0] % count[1]) as f32,
                    (at / count[0] / count[1]) as f32,
                );
                let place = from + place * step;
                if self.solids.holds(place) {
                    return None;
                }
                const RAYS: u32 = 256;
                let mut sums = [Vec3::ZERO; 6];
                for ray in 0..RAYS {
                    let y = 1.0 - (ray as f32 + 0.5) / (RAYS as f32 / 2.0);
                    let turn = ray as f32 * 2.399_963_2;
                    let across = (1.0 - y * y).sqrt();
                    let toward = Vec3::new(across * turn.cos(), y, across * turn.sin());
                    let draw = TexelSample::new(ray, place);
                    let light = self.seen(place, toward, draw, Depth::Probe).min(Vec3::splat(20.0));
                    for (sum, axis) in sums.iter_mut().zip(AXES) {
                        *sum += light * toward.dot(axis).max(0.0) * (4.0 / RAYS as f32);
                    }
                }
                Some(sums)
            });
            let light: Vec<_> = light.collect();
            self.probes = Probes {
                from,
                step,
                count,
                light,
            };
        }
        self
    }

    fn around(&self, at: Vec3, normal: Vec3) -> Vec3 {
        let probes = &self.probes;
        if probes.light.is_empty() {
            return Vec3::ZERO;
        }
        let most = Vec3::from(probes.count.map(|count| count as f32 - 1.001));
        let place = ((at + normal * 0.15 - probes.from) / probes.step).clamp(Vec3::ZERO, most);
        let cell = place.floor();
        let share = place - cell;
        let (mut sum, mut weights) = (Vec3::ZERO, 1e-6);
        for corner in 0..8_usize {
            let bits = [corner & 1, corner >> 1 & 1, corner >> 2];
            let [x, y, z] = [0, 1, 2].map(|axis| cell[axis] as usize + bits[axis]);
            let Some(light) = probes
                .light
                .get(x + probes.count[0] * (y + probes.count[1] * z))
                .and_then(Option::as_ref)
            else {
                continue;
            };
            let weight: f32 = (0..3)
                .map(|axis| {
                    if bits[axis] == 1 {
                        share[axis]
                    } else {
                        1.0 - share[axis]
                    }
                })
                .product();
            let squared = normal * normal;
            let side = |axis: usize| light[2 * axis + usize::from(normal[axis] < 0.0)] * squared[axis];
            sum += (side(0) + side(1) + side(2)) * weight;
            weights += weight;
        }
        sum / weights
    }

    fn is_free(&self, from: Vec3, toward: Vec3, most: f32) -> bool {
        self.solids.is_free(from, toward, most)
    }

    /// Light of lamps and openings on a surface.
    fn direct(&self, at: Vec3, normal: Vec3, draw: TexelSample) -> Vec3 {
        let mut sum = Vec3::ZERO;
        if let Some((sun, light)) = self.sun {
            let place = spread(draw, 77) - 0.5;
            let toward = (sun + (sun.any_orthonormal_vector() * place.x + Vec3::Y * place.y) * 0.02).normalize();
            if toward.dot(normal) > 0.0 && self.is_free(at + normal * 2e-3, toward, 1e4) {
                sum += light * toward.dot(normal);
            }
        }
        for (number, lamp) in self.flats.iter().enumerate() {
            let area = 4.0 * lamp.right.length() * lamp.up.length();
            let most = lamp.light.max_element() * area / (lamp.middle - at).length_squared() / PI;
            if lamp.kind != FlatKind::Opening && most < LEAST {
                continue;
            }
            let place = spread(draw, number as i32 * 977 + 3) * 2.0 - 1.0;
            let way = lamp.middle + lamp.right * place.x + lamp.up * place.y - at;
            let squared = way.length_squared();
            let toward = way / squared.sqrt();
            let cosine = toward.dot(normal);
            let ahead = match lamp.kind {
                FlatKind::Opening => toward.dot(lamp.normal).abs(),
                _ => -toward.dot(lamp.normal),
            };
            if cosine <= 0.0 || ahead <= 0.0 {
                continue;
            }
            if self.is_free(at + normal * 2e-3, toward, squared.sqrt() - 0.01) {
                let light = match lamp.kind {
                    FlatKind::Opening => (self.sky)(toward).min(Vec3::splat(60.0)),
                    _ => lamp.at(place),
                };
                // A lamp that nearly touches a surface would be noise.
                sum += (light * (cosine * ahead * area / squared.max(0.01) / PI)).min(Vec3::splat(4.0));
            }
        }
        sum
    }

    /// Share of what is around that near surfaces leave.
    fn open(&self, at: Vec3, normal: Vec3, draw: TexelSample) -> f32 {
        const REACH: f32 = 0.9;
        let toward = cosine_lobe(normal, spread(draw, 5));
        let mut near = (REACH, Vec3::ZERO, None);
        self.solids.nearest(at + normal * 2e-3, toward, &mut near);
        near.0 / REACH
    }

    fn seen(&self, from: Vec3, toward: Vec3, draw: TexelSample, depth: Depth) -> Vec3 {
        let mut nearest = (f32::INFINITY, Vec3::ZERO, None);
        self.solids.nearest(from, toward, &mut nearest);
        let mut lamp = None;
        for flat in self.flats.iter().filter(|flat| flat.kind == FlatKind::Lamp) {
            if let Some((away, place)) = flat.meet(from, toward, nearest.0) {
                nearest.0 = away;
                lamp = Some(match toward.dot(flat.normal) < 0.0 {
                    true => flat.at(place),
                    false => Vec3::splat(0.012),
                });
            }
        }
        let (away, normal, solid) = nearest;
        let light = match (lamp, solid) {
            // Probes get the light of lamps by the surfaces that it falls on.
            (Some(_), _) if depth == Depth::Probe => Vec3::ZERO,
            (Some(light), _) => light,
            (None, None) => return (self.sky)(toward),
            (None, Some(solid)) => {
                let at = from + toward * away;
                let skin = (solid.look)(at, normal);
                let open = if depth == Depth::Eye {
                    self.open(at, normal, draw)
                } else {
                    0.8
                };
                let fallen = self.direct(at, normal, draw) + self.around(at, normal) * open;
                let mut light = skin.albedo * fallen + skin.glow;
                if skin.gloss > 0.0 && depth == Depth::Eye {
                    let cosine = -toward.dot(normal);
                    let share = skin.gloss + (1.0 - skin.gloss) * (1.0 - cosine).powi(5) * (1.0 - skin.blur).max(0.2);
                    let straight = toward + normal * (2.0 * cosine);
                    const RAYS: u32 = 2;
                    for ray in 0..RAYS {
                        let own = draw.part(ray, RAYS);
                        let scattered = cosine_lobe(straight, spread(own, 31));
                        // Most of it is sharp, some of it goes far: no blot has a rim.
                        let far = spread(own, 53).x;
                        let mirrored = straight
                            .lerp(scattered, skin.blur * (0.25 + 2.25 * far * far))
                            .normalize();
                        let mirrored = mirrored + normal * (-2.0 * mirrored.dot(normal)).max(0.0);
                        let seen = self
                            .seen(at + normal * 2e-3, mirrored, own.apart(), Depth::Mirror)
                            .min(Vec3::splat(12.0));
                        light += seen * (share / RAYS as f32);
                    }
                }
                light
            }
        };
        if self.haze.1 == 0.0 {
            return light;
        }
        let left = (-away * self.haze.1).exp();
        light * left + self.haze.0 * (1.0 - left)
    }

    /// Radiance that the eye sees, one of many samples.
    pub fn radiance(&self, direction: Vec3, draw: TexelSample) -> Vec3 {
        self.seen(self.eye, direction, draw, Depth::Eye) * self.gain
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    Eye,
    Mirror,
    Probe,
}

/// A direction about `n`, more often where a matte surface scatters more.
fn cosine_lobe(n: Vec3, place: Vec2) -> Vec3 {
    let across = n.any_orthonormal_vector();
    let up = n.cross(across);
    let (sine, turn) = (place.x.sqrt(), place.y * TAU);
    across * (sine * turn.cos()) + up * (sine * turn.sin()) + n * (1.0 - place.x).max(0.0).sqrt()
}
