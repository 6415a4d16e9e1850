//! The image decoders' body.

use castview_images::{MAX_SIDE, decode, decode_numbers_within, decode_within, size};

/// Larger images are not decoded here; the loader decodes only as much of them as finds room (`crates/images/tests/smaller_images`): a WebP of one colour
/// takes the square of its side from a few bytes.
const MOST_TEXELS: u64 = 4096 * 4096;

/// Larger images are made smaller.
const FEW_TEXELS: u64 = 50;

pub fn opens(bytes: &[u8]) -> bool {
    let texels = size(bytes, "hostile.tga").map_or(0, |[width, height]| u64::from(width) * u64::from(height));
    if texels > MOST_TEXELS {
        return false;
    }
    // TGA has no mark of its own: only its name tells it, and then only what nothing else claims.
    match decode(bytes, "hostile.tga") {
        Ok(image) => {
            assert!(image.width > 0 && image.width <= MAX_SIDE && image.height > 0 && image.height <= MAX_SIDE);
            assert_eq!(image.rgba.len(), image.width as usize * image.height as usize * 4);
            for smaller in [decode_within, decode_numbers_within].map(|way| way(bytes, "hostile.tga", FEW_TEXELS)) {
                // A kind that is only read whole may refuse.
                let is_small =
                    |image: &castview_images::Image| u64::from(image.width) * u64::from(image.height) <= FEW_TEXELS;
                assert!(smaller.as_ref().map_or(true, is_small), "{smaller:?}");
            }
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}
