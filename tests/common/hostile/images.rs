//! The image decoders' body.

use castview::images::{MAX_SIDE, decode};

pub fn opens(bytes: &[u8]) -> bool {
    // TGA has no mark of its own: only its name tells it, and then only what nothing else claims.
    match decode(bytes, "hostile.tga") {
        Ok(image) => {
            assert!(image.width > 0 && image.width <= MAX_SIDE && image.height > 0 && image.height <= MAX_SIDE);
            assert_eq!(image.rgba.len(), image.width as usize * image.height as usize * 4);
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}
