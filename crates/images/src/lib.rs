//! Image bytes → pixels.
//!
//! In: the bytes of an image file. Out: an [`Image`] that a GPU can take as it is. Never opens a file.

#![deny(missing_docs)]

mod average;
mod blocks;
mod dds;
mod decode;
mod error;
mod jpeg;
mod kind;
mod ktx;
mod limits;
mod parts;
mod png_chunks;
mod png_rows;
mod radiance;
mod rows;
mod tiff;
mod tiff_parts;
mod within;

pub use blocks::{Blocks, Rewritten};
pub use dds::BlockFormat;
pub use decode::{EXTENSIONS, decode, has_known_extension, has_unread_extension, size};
pub use error::ImageError;
pub use limits::MAX_SIDE;
pub use parts::ImageParts;
pub use radiance::{
    Light, RADIANCE_EXTENSIONS, Radiance, decode_radiance, has_radiance_extension, is_radiance, radiance_size,
};
pub use within::{DecodeCost, cost, decode_colors_within, decode_numbers_within, decode_within};

use std::borrow::Cow;

/// An image as it waits to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Pixels {
    /// Four bytes a pixel.
    Plain(Image),
    /// Blocks that a GPU reads as they are; they are decoded for a GPU that does not.
    Blocks(Blocks),
    /// Brighter than the white of a screen somewhere.
    Light(Light),
}

impl Pixels {
    /// Width and height in texels.
    pub fn size(&self) -> [u32; 2] {
        match self {
            Self::Plain(image) => [image.width, image.height],
            Self::Blocks(blocks) => [blocks.width, blocks.height],
            Self::Light(light) => [light.width, light.height],
        }
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> u64 {
        let [width, height] = self.size().map(u64::from);
        match self {
            Self::Plain(_) => 4 * width * height,
            Self::Blocks(blocks) => blocks.bytes() + blocks.file_bytes(),
            Self::Light(_) => 8 * width * height,
        }
    }

    /// Texels enough for a longer side of `side`: those of the smallest such level, or of the largest level if none is so large. `None`:
    /// they cannot be decoded.
    pub fn of_side(&self, side: u32) -> Option<Cow<'_, Image>> {
        match self {
            Self::Plain(image) => Some(Cow::Borrowed(image)),
            Self::Blocks(blocks) => {
                let is_enough = |level: &usize| blocks.level_size(*level).into_iter().max() >= Some(side);
                let level = (0..blocks.levels.len()).rev().find(is_enough).unwrap_or(0);
                blocks.decode(level).ok().map(Cow::Owned)
            }
            Self::Light(light) => Some(Cow::Owned(light.as_colors())),
        }
    }

    /// All of its texels; `None`: it cannot be decoded.
    pub fn texels(&self) -> Option<Cow<'_, Image>> {
        self.of_side(u32::MAX)
    }
}

impl From<Image> for Pixels {
    fn from(image: Image) -> Self {
        Self::Plain(image)
    }
}

/// One decoded picture, top row first.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// RGBA, 8 bits each, straight alpha, tightly packed: `width * height * 4` bytes. Whether the colours are sRGB or
    /// data is decided by the slot that uses the image.
    pub rgba: Vec<u8>,
}
