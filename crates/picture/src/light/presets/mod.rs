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
mod workshop;

pub use glow::Glow;
pub use sunset::SUN;

use glam::Vec3;
use ray::Site;
use rayon::prelude::*;
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
    pub fn radiance(&self, direction: Vec3, sample: u32) -> Vec3 {
        match self {
            Self::Site(site) => site.radiance(direction, sample),
            Self::Overcast => overcast::radiance(direction),
            Self::Sunset(sunset) => sunset.radiance(direction),
        }
    }
}

/// Takes away from square faces what few samples leave to chance: each texel becomes the mean of those around it that are nearly as bright.
/// Tomasi and Manduchi, "Bilateral Filtering for Gray and Color Images", 1998.
pub fn calm(texels: &[Vec3], side: usize) -> Vec<Vec3> {
    const REACH: isize = 2;
    let bright = |texel: Vec3| (texel.element_sum() + 1e-3).ln();
    let made = (0..texels.len()).into_par_iter().map(|at| {
        let (face, line, column) = (at / (side * side), (at / side % side) as isize, (at % side) as isize);
        let own = bright(texels[at]);
        let (mut sum, mut weights) = (Vec3::ZERO, 0.0);
        for down in -REACH..=REACH {
            for right in -REACH..=REACH {
                let (y, x) = (line + down, column + right);
                if y < 0 || x < 0 || y >= side as isize || x >= side as isize {
                    continue;
                }
                let texel = texels[face * side * side + y as usize * side + x as usize];
                let apart = (bright(texel) - own) / 0.11;
                let weight = (-apart * apart - (down * down + right * right) as f32 / 5.0).exp();
                sum += texel * weight;
                weights += weight;
            }
        }
        sum / weights
    });
    made.collect()
}
