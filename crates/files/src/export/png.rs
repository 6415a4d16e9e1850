//! Pixels → PNG.

use castview_images::Image;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};

/// `image` as a PNG of 8-bit RGBA, without time stamps or other marks: equal pixels are equal bytes.
pub fn png(image: &Image) -> Vec<u8> {
    let mut out = Vec::new();
    // Written out, so that a changed default of the encoder changes no golden picture.
    PngEncoder::new_with_quality(&mut out, CompressionType::Fast, FilterType::Adaptive)
        .write_image(&image.rgba, image.width, image.height, ExtendedColorType::Rgba8)
        .expect("an Image holds width × height pixels, and memory takes every write");
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_images as images;

    #[test]
    fn pixels_survive_and_bytes_repeat() {
        let image = Image {
            width: 3,
            height: 2,
            rgba: (0..24).collect(),
        };
        let bytes = png(&image);
        assert_eq!(bytes, png(&image));
        assert_eq!(images::decode(&bytes, "").expect("our own PNG"), image);
    }
}
