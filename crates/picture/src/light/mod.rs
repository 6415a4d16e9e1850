//! Surroundings of a model, made ready for shading.
//!
//! In: radiance by direction, of a built-in studio or of an image of surroundings. Out: an [`EnvironmentMap`]: reflections as a
//! cube map for every roughness, scattered light as spherical harmonics, and the strongest lamp as a direction.
//! Light is linear; a radiance of 1 from everywhere shows a white surface as white. Directions are in world space, y up.
//! Never opens a file and never meets a GPU.

#![deny(missing_docs)]

mod cube;
mod harmonics;
mod lamp;
mod map;
mod packed;
mod panorama;
mod prefilter;
mod preset;
mod presets;
mod reflectance;
mod rgb9e5;
mod sheen;
#[cfg(test)]
mod tests;

pub use cube::{Cube, face_direction};
pub use harmonics::Irradiance;
pub use lamp::KeyLight;
pub use map::EnvironmentMap;
pub use panorama::Panorama;
pub use prefilter::{level_of_roughness, roughness_of_level};
pub use preset::{Preset, picture_of};
pub use reflectance::{Reflectance, integrate as integrate_reflectance};
pub use sheen::{Sheen, integrate as integrate_sheen, reflection as reflect_sheen};
