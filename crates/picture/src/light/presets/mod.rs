//! Designs of the built-in environments, one file each, and the parts they are made of.
//!
//! In: a direction. Out: the radiance there, as a camera for all directions would have it. Designs take their time (rays, noise of many
//! octaves): `cargo xtask environments` asks them once and keeps pictures of them in `assets/light`.

mod city;
mod dark;
mod glow;
mod noise;
mod overcast;
mod ray;
mod sky;
mod solids;
mod studio;
mod sunset;
mod wood;
mod workshop;

pub use glow::Glow;
pub use sunset::SUN;

use glam::Vec3;
use noise::TexelSample;
use ray::Site;
use sunset::Sunset;

/// An environment as it is designed, without suns.
pub enum Design {
    Site(Box<Site>),
    Overcast,
    Sunset(Box<Sunset>),
}

impl Design {
    pub fn studio() -> Self {
        Self::Site(Box::new(studio::site()))
    }

    pub fn dark() -> Self {
        Self::Site(Box::new(dark::site()))
    }

    pub fn overcast() -> Self {
        Self::Overcast
    }

    pub fn sunset() -> Self {
        Self::Sunset(Box::new(Sunset::new()))
    }

    pub fn workshop() -> Self {
        Self::Site(Box::new(workshop::site()))
    }

    pub fn city() -> Self {
        Self::Site(Box::new(city::site()))
    }

    /// Radiance in `direction`, of unit length: one of many samples, whose mean is meant.
    fn radiance(&self, direction: Vec3, draw: TexelSample) -> Vec3 {
        match self {
            Self::Site(site) => site.radiance(direction, draw),
            Self::Overcast => overcast::radiance(direction),
            Self::Sunset(sunset) => sunset.radiance(direction),
        }
    }
}

/// Samples that are drawn before their mean is looked at.
const ROUND: u32 = 8;
/// The error of a texel's mean with which nobody sees grain, as a share of the brightest that a screen shows.
const UNSEEN: f32 = 0.003;

/// A texel as few samples show it.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoisyTexel {
    pub light: Vec3,
    /// How far off its shade may be.
    error: f32,
}

impl Design {
    /// The mean over a texel whose middle lies in the direction `toward(0, 0)`; its edges are at −1 and 1. Takes rounds of samples until their
    /// means agree, `most` at most.
    pub fn mean(&self, toward: impl Fn(f32, f32) -> Vec3, most: u32) -> NoisyTexel {
        let middle = toward(0.0, 0.0).normalize();
        let (mut sum, mut means, mut error) = (Vec3::ZERO, Vec::new(), 0.0);
        for round in 0..most {
            let (mut own, mut seen) = (Vec3::ZERO, [0.0; 2]);
            for at in 0..ROUND {
                let draw = TexelSample::new(round * ROUND + at, middle);
                let place = draw.within() * 2.0 - 1.0;
                let light = self.radiance(toward(place.x, place.y).normalize(), draw);
                own += light / ROUND as f32;
                let shade = shade(light);
                seen[0] += shade / ROUND as f32;
                seen[1] += shade * shade / ROUND as f32;
            }
            sum += own;
            means.push(shade(own));
            let count = means.len() as f32;
            error = match round {
                // One round alone: as if its samples knew nothing of each other.
                0 => ((seen[1] - seen[0] * seen[0]).max(0.0) / ROUND as f32).sqrt(),
                _ => {
                    let mean = means.iter().sum::<f32>() / count;
                    let squares: f32 = means.iter().map(|own| (own - mean) * (own - mean)).sum();
                    (squares / (count - 1.0) / count).sqrt()
                }
            };
            // Two rounds may agree by chance.
            if error < UNSEEN * if round == 1 { 0.4 } else { 1.0 } {
                break;
            }
        }
        NoisyTexel {
            light: sum / means.len() as f32,
            error,
        }
    }
}

/// Takes away from a square face what few samples leave to chance: a texel becomes the mean of those around it that are as bright within their
/// errors. After Rousselle et al., "Adaptive Rendering with Non-Local Means Filtering", 2012, with single texels for patches.
pub fn calm(face: &[NoisyTexel], side: usize) -> Vec<Vec3> {
    const REACH: usize = 3;
    let near = |middle: usize, reach: usize| middle.saturating_sub(reach)..(middle + reach + 1).min(side);
    let around = |at: usize, reach: usize| {
        near(at / side, reach).flat_map(move |line| near(at % side, reach).map(move |column| line * side + column))
    };
    // Samples may all have missed a lamp that those of a texel beside it have met.
    let errors: Vec<f32> = (0..face.len())
        .map(|at| around(at, 2).fold(face[at].error, |most, beside| most.max(face[beside].error)))
        .collect();
    let calmed = face.iter().enumerate().map(|(at, own)| {
        if errors[at] < UNSEEN {
            return own.light;
        }
        let (mut sum, mut weights) = (Vec3::ZERO, 0.0);
        for other in around(at, REACH) {
            let [down, right] = [(other / side).abs_diff(at / side), (other % side).abs_diff(at % side)];
            let apart = (shade(face[other].light) - shade(own.light)) / (2.0 * (errors[at] + errors[other]));
            let weight = (-apart * apart - (down * down + right * right) as f32 / 9.0).exp();
            sum += face[other].light * weight;
            weights += weight;
        }
        sum / weights
    });
    calmed.collect()
}

/// About as a screen shows light: 0 to 1.
fn shade(light: Vec3) -> f32 {
    (light.dot(Vec3::new(0.2126, 0.7152, 0.0722)).clamp(0.0, 1.5) / 1.5).sqrt()
}
