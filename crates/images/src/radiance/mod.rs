//! Images of light: Radiance `.hdr` and OpenEXR, of which pixels are any number.
//!
//! In: the bytes of a file, and how many texels there is room for. Out: [`Radiance`]: linear light, averaged down while it is decoded, so
//! that no more than that room and one piece of the file is held. The claims of a header are checked against the bytes of the file first.

mod decode;
mod dwa;
mod light;
mod openexr;
mod rgbe;
mod sums;

use super::Image;

pub use light::Light;

pub(crate) use decode::told;
pub use decode::{decode_radiance, has_radiance_extension, is_radiance, radiance_size};

/// Extensions of the kinds [`decode_radiance`] reads, lower case.
pub const RADIANCE_EXTENSIONS: [&str; 2] = ["hdr", "exr"];

impl Radiance {
    /// As colours of a screen, opaque: what is brighter is as bright as that can be.
    pub(crate) fn as_colors(&self) -> Image {
        self.as_bytes(|light| match light <= 0.003_130_8 {
            true => light * 12.92,
            false => 1.055 * light.powf(1.0 / 2.4) - 0.055,
        })
    }

    /// As numbers of a map, opaque: what is above 1 is 1.
    pub(crate) fn as_numbers(&self) -> Image {
        self.as_bytes(|number| number)
    }

    fn as_bytes(&self, curve: impl Fn(f32) -> f32) -> Image {
        let byte = |light: f32| (curve(light.min(1.0)) * 255.0).round() as u8;
        let texel = |rgb: &[f32; 3]| {
            let [r, g, b] = rgb.map(byte);
            [r, g, b, u8::MAX]
        };
        Image {
            width: self.width,
            height: self.height,
            rgba: self.rgb.iter().flat_map(texel).collect(),
        }
    }
}

/// Light by pixel, top row first.
#[derive(Clone, Debug, PartialEq)]
pub struct Radiance {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// Red, green and blue, linear; never below 0, always finite: `width * height` of them.
    pub rgb: Vec<[f32; 3]>,
}
