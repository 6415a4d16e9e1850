//! Bounds on the claims and the memory of any image, whatever its kind.

use super::ImageError;
use image::Limits;

/// The longest side castview decodes: what common adapters take as a texture.
pub const MAX_SIDE: u32 = 16_384;

/// The most that deflate expands.
pub const DEFLATE: u64 = 1032;
/// Bytes that one decoder may put out.
pub const MAX_DECODER_BYTES: u64 = 1 << 30;
/// Bytes that decoding one piece of a picture may have in use before its texels are averaged.
pub const MAX_PIECE_BYTES: u64 = 512 << 20;

/// Refuses sizes that no device takes, or of more pixels than `bytes` bytes of that kind can describe.
pub fn check_size(width: u32, height: u32, bytes: usize, most_pixels: u64) -> Result<(), ImageError> {
    if width == 0 || height == 0 {
        return Err(ImageError::NoPixels);
    }
    if width > MAX_SIDE || height > MAX_SIDE {
        return Err(ImageError::TooLarge {
            width,
            height,
            limit: MAX_SIDE,
        });
    }
    let pixels = u64::from(width) * u64::from(height);
    if pixels > most_pixels {
        return Err(ImageError::Implausible { width, height, bytes });
    }
    Ok(())
}

/// For the decoders of `image`.
pub fn of_decoder(most_bytes: u64) -> Limits {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(most_bytes);
    limits
}
