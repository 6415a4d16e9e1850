//! Formats of single pictures.

use super::png;
use castview_images::Image;
use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, ImageEncoder};
use std::io;
use std::path::Path;

/// How one picture is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StillFormat {
    /// Every pixel as it is.
    #[default]
    Png,
    /// Smaller, nearly the same, never transparent.
    Jpeg,
}

/// From 1 to 100. Above this files grow much faster than pictures get better.
const JPEG_QUALITY: u8 = 92;
/// Sides that JPEG can say.
const JPEG_MOST: u32 = 65_535;

impl StillFormat {
    /// The format that the ending of `path` names; PNG for any other.
    pub fn of(path: &Path) -> Self {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        match ["jpg", "jpeg"].iter().any(|jpeg| ending.eq_ignore_ascii_case(jpeg)) {
            true => Self::Jpeg,
            false => Self::Png,
        }
    }

    /// `image` as bytes of this format. Fails where the picture has what the format cannot hold.
    pub fn bytes(self, image: &Image) -> io::Result<Vec<u8>> {
        match self {
            Self::Png => Ok(png(image)),
            Self::Jpeg => jpeg(image),
        }
    }
}

fn jpeg(image: &Image) -> io::Result<Vec<u8>> {
    let refused = |why: &str| Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    if image.rgba.chunks_exact(4).any(|texel| texel[3] < u8::MAX) {
        return refused("JPEG holds nothing transparent: choose another background, or PNG");
    }
    if image.width.max(image.height) > JPEG_MOST {
        return refused("JPEG holds at most 65535 pixels a side");
    }
    let rgb: Vec<u8> = image
        .rgba
        .chunks_exact(4)
        .flat_map(|texel| &texel[..3])
        .copied()
        .collect();
    let mut out = Vec::new();
    JpegEncoder::new_with_quality(&mut out, JPEG_QUALITY)
        .write_image(&rgb, image.width, image.height, ExtendedColorType::Rgb8)
        .map_err(io::Error::other)?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_images as images;

    #[test]
    fn a_jpeg_is_nearly_the_picture_and_never_transparent() {
        let mut image = Image {
            width: 8,
            height: 8,
            rgba: [200, 60, 20, 255].repeat(64),
        };
        let bytes = StillFormat::of(Path::new("a.JPG")).bytes(&image).expect("opaque");
        let read = images::decode(&bytes, "a.jpg").expect("our own JPEG");
        assert_eq!((read.width, read.height), (8, 8));
        let near = |(is, wanted): (&u8, &u8)| is.abs_diff(*wanted) < 6;
        assert!(read.rgba.iter().zip(&image.rgba).all(near), "{:?}", &read.rgba[..4]);
        image.rgba[3] = 254;
        let error = StillFormat::Jpeg.bytes(&image).expect_err("not opaque");
        assert!(error.to_string().contains("transparent"), "{error}");
    }
}
