//! Images of light: Radiance `.hdr` and OpenEXR, of which pixels are any number.
//!
//! In: the bytes of a file, and how many texels there is room for. Out: [`Radiance`]: linear light, averaged down while it is decoded, so
//! that no more than that room and one piece of the file is held. What a header claims is held against the bytes of the file first.

mod decode;
mod openexr;
mod rgbe;
mod sums;

pub use decode::{decode_radiance, has_radiance_extension, is_radiance, radiance_size};

/// Extensions of the kinds [`decode_radiance`] reads, lower case.
pub const RADIANCE_EXTENSIONS: [&str; 2] = ["hdr", "exr"];

/// Light by pixel, top row first.
#[derive(Clone, Debug, PartialEq)]
pub struct Radiance {
    pub width: u32,
    pub height: u32,
    /// Red, green and blue, linear; never below 0, always finite: `width * height` of them.
    pub rgb: Vec<[f32; 3]>,
}
