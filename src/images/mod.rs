//! Image bytes → pixels.
//!
//! In: the bytes of an image file. Out: an [`Image`] that a GPU can take as it is. Never opens a file.

mod average;
mod dds;
mod decode;
mod error;
mod jpeg;
mod kind;
mod limits;
mod png_rows;
mod radiance;
mod rows;
mod tiff;
mod tiff_parts;
mod within;

pub use decode::{EXTENSIONS, decode, has_known_extension, size};
pub use error::ImageError;
pub use limits::MAX_SIDE;
pub use radiance::{
    RADIANCE_EXTENSIONS, Radiance, decode_radiance, has_radiance_extension, is_radiance, radiance_size,
};
pub use within::{Cost, cost, decode_numbers_within, decode_within};

/// One decoded picture, top row first.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    pub width: u32,
    pub height: u32,
    /// RGBA, 8 bits each, straight alpha, tightly packed: `width * height * 4` bytes. Whether the colours are sRGB or
    /// data is decided by the slot that uses the image.
    pub rgba: Vec<u8>,
}
