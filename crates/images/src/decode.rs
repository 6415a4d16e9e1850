//! Image bytes → all of their pixels.

use super::average::Mean;
use super::kind::{decoder, extension};
use super::{Image, ImageError, dds, decode_radiance, is_radiance, ktx, png_rows, radiance_size};
use image::{ImageDecoder, ImageFormat};

/// Extensions of the kinds [`decode`] reads, lower case, in the order in which a missing texture's stem is tried
/// (docs/formats/cast.md §3.12).
pub const EXTENSIONS: [&str; 13] = [
    "png", "dds", "tga", "tif", "tiff", "jpg", "jpeg", "bmp", "webp", "exr", "hdr", "ktx2", "ktx",
];

/// Whether `name` ends in one of [`EXTENSIONS`], in any letter case.
pub fn has_known_extension(name: &str) -> bool {
    extension(name).is_some_and(|ext| EXTENSIONS.iter().any(|known| ext.eq_ignore_ascii_case(known)))
}

/// Endings of kinds of images that are not read. A file of such a name is not missing.
const UNREAD: [&str; 14] = [
    "basis", "psd", "psb", "vtf", "pvr", "svg", "avif", "heic", "heif", "jxl", "jp2", "gif", "xcf", "pcx",
];

/// Whether `name` ends as an image of a kind that is not read, in any letter case.
pub fn has_unread_extension(name: &str) -> bool {
    extension(name).is_some_and(|ext| UNREAD.iter().any(|unread| ext.eq_ignore_ascii_case(unread)))
}

/// Decodes `bytes` by their content. `name_hint` (a file name) is asked only for TGA, which has no mark of its own.
///
/// 16-bit and floating-point channels become 8 bits, light that of a screen; grey becomes RGB. DDS and KTX files give their first
/// image's largest level.
pub fn decode(bytes: &[u8], name_hint: &str) -> Result<Image, ImageError> {
    if dds::is_dds(bytes) {
        return dds::decode(bytes);
    }
    if ktx::is_ktx(bytes) {
        return ktx::decode(bytes);
    }
    if is_radiance(bytes) {
        return Ok(decode_radiance(bytes, u64::MAX)?.as_colors());
    }
    let (kind, decoder) = decoder(bytes, name_hint)?;
    if kind.format == ImageFormat::Png {
        return png_rows::decode(bytes, u64::MAX, Mean::Numbers);
    }
    let (width, height) = decoder.dimensions();
    let pixels = kind.pixels(decoder, bytes.len())?;
    Ok(Image {
        width,
        height,
        rgba: pixels.into_rgba8().into_raw(),
    })
}

/// Width and height of what [`decode`] would make of `bytes`, from their header.
pub fn size(bytes: &[u8], name_hint: &str) -> Result<[u32; 2], ImageError> {
    if dds::is_dds(bytes) {
        return dds::size(bytes);
    }
    if ktx::is_ktx(bytes) {
        return ktx::size(bytes);
    }
    if is_radiance(bytes) {
        return radiance_size(bytes);
    }
    let (_, decoder) = decoder(bytes, name_hint)?;
    Ok(decoder.dimensions().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{cost, decode_numbers_within, decode_within};
    use image::DynamicImage;
    use image::{ImageBuffer, Luma, Rgba, RgbaImage};
    use std::io::Cursor;

    /// Red, green / blue, half-transparent white.
    fn corners() -> RgbaImage {
        let texels = [
            [255, 0, 0, 255],
            [0, 255, 0, 255],
            [0, 0, 255, 255],
            [255, 255, 255, 128],
        ];
        RgbaImage::from_fn(2, 2, |x, y| Rgba(texels[(y * 2 + x) as usize]))
    }

    fn encode(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
        let mut out = Cursor::new(Vec::new());
        image.write_to(&mut out, format).expect("the encoder writes to memory");
        out.into_inner()
    }

    #[test]
    fn every_kind_keeps_its_texels_top_row_first() {
        let rgba = DynamicImage::from(corners());
        for (format, name) in [
            (ImageFormat::Png, "a.png"),
            // Content decides: a PNG named as a JPEG is still a PNG.
            (ImageFormat::Png, "a.jpg"),
            (ImageFormat::Png, ""),
            (ImageFormat::Bmp, "a.bmp"),
            (ImageFormat::Tga, "a.TGA"),
            (ImageFormat::Tiff, "a.tif"),
            (ImageFormat::WebP, "a.webp"),
        ] {
            let image = decode(&encode(&rgba, format), name).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!((image.width, image.height), (2, 2), "{name}");
            assert_eq!(size(&encode(&rgba, format), name), Ok([2, 2]), "{name}");
            assert_eq!(image.rgba, corners().into_raw(), "{name}");
        }
    }

    #[test]
    fn jpeg_is_close_and_opaque() {
        let red = DynamicImage::from(RgbaImage::from_pixel(16, 16, Rgba([200, 30, 30, 255]))).into_rgb8();
        let image = decode(&encode(&red.into(), ImageFormat::Jpeg), "a").expect("a JPEG");
        let [r, g, b, a] = [0, 1, 2, 3].map(|i| i32::from(image.rgba[i]));
        assert!((r - 200).abs() < 6 && (g - 30).abs() < 6 && (b - 30).abs() < 6 && a == 255);
    }

    #[test]
    fn sixteen_bits_become_eight() {
        let grey: ImageBuffer<Luma<u16>, Vec<u16>> = ImageBuffer::from_pixel(1, 1, Luma([0x8080]));
        let image = decode(&encode(&DynamicImage::from(grey), ImageFormat::Png), "").expect("a 16-bit PNG");
        assert_eq!(image.rgba, [0x80, 0x80, 0x80, 255]);
    }

    #[test]
    fn a_png_without_room_is_averaged_down() {
        // Squares of 2 × 2 equal texels, so that every average is known.
        let large = RgbaImage::from_fn(64, 48, |x, y| Rgba([x as u8 / 2 * 4, y as u8 / 2 * 4, 7, 128]));
        let rgba = DynamicImage::from(large);
        let png = encode(&rgba, ImageFormat::Png);
        let small = decode_within(&png, "", 64 * 48 - 1).expect("averaged");
        assert_eq!((small.width, small.height), (32, 24));
        let texel = |x: usize, y: usize| &small.rgba[(y * 32 + x) * 4..][..4];
        assert_eq!(
            (texel(5, 9), texel(31, 23)),
            (&[20, 36, 7, 128][..], &[124, 92, 7, 128][..])
        );
        assert_eq!(decode_within(&png, "", 64 * 48), decode(&png, ""));
        // Other depths and colours.
        let grey: ImageBuffer<Luma<u16>, Vec<u16>> = ImageBuffer::from_pixel(30, 10, Luma([0x8000]));
        let grey = decode_within(&encode(&DynamicImage::from(grey), ImageFormat::Png), "", 40).expect("averaged");
        assert_eq!(
            (grey.width, grey.height, &grey.rgba[..4]),
            (8, 3, &[0x80, 0x80, 0x80, 255][..])
        );
        for cut in 0..png.len() {
            let _ = decode_within(&png[..cut], "", 100);
        }
    }

    #[test]
    fn a_header_tells_the_cost_from_the_beginning_of_a_file() {
        let rgba = DynamicImage::from(RgbaImage::new(300, 200));
        for (format, name) in [
            (ImageFormat::Png, "a.png"),
            (ImageFormat::Bmp, "a.bmp"),
            (ImageFormat::Tga, "a.tga"),
            (ImageFormat::WebP, "a.webp"),
        ] {
            let file = encode(&rgba, format);
            let whole = cost(&file, file.len() as u64, name).expect("a header");
            assert_eq!((whole.size, whole.texels()), ([300, 200], 60_000), "{name}");
            let start = cost(&file[..file.len().min(100)], file.len() as u64, name);
            if format != ImageFormat::WebP {
                assert_eq!(start, Ok(whole), "{name}");
            }
        }
    }

    #[test]
    fn a_png_header_that_claims_too_much_is_refused_before_any_pixel() {
        let mut png = encode(&DynamicImage::from(corners()), ImageFormat::Png);
        for (side, wanted) in [(20_000u32, "on a side"), (16_000, "cannot hold")] {
            png[16..20].copy_from_slice(&side.to_be_bytes());
            png[20..24].copy_from_slice(&side.to_be_bytes());
            let crc = crc32fast::hash(&png[12..29]);
            png[29..33].copy_from_slice(&crc.to_be_bytes());
            let message = decode(&png, "").expect_err("too large").to_string();
            assert!(message.contains(wanted) || message.contains("MiB"), "{side}: {message}");
        }
    }

    /// 16 MiB of texels, told by a few bytes.
    #[test]
    fn sizes_that_a_compression_cannot_reach_are_refused() {
        let rgba = DynamicImage::from(corners());
        let tiff = encode(&rgba, ImageFormat::Tiff);
        let refused = |bytes: &[u8], name: &str| {
            let error = decode(bytes, name).expect_err("too large");
            assert!(matches!(error, ImageError::Implausible { .. }), "{name}: {error}");
        };
        // 4096 on a side, in the tags 256 and 257 of type 3 or 4.
        let mut large = tiff.clone();
        for tag in [256u16, 257] {
            let tag = tag.to_le_bytes();
            let at = large.windows(2).position(|two| two == tag).expect("the tag");
            large[at + 8..at + 12].copy_from_slice(&4096u32.to_le_bytes());
        }
        refused(&large, "a.tif");
        let mut bmp = encode(&rgba, ImageFormat::Bmp);
        bmp[18..22].copy_from_slice(&4096u32.to_le_bytes());
        bmp[22..26].copy_from_slice(&4096u32.to_le_bytes());
        refused(&bmp, "a.bmp");
        let mut tga = encode(&rgba, ImageFormat::Tga);
        tga[2] = 2;
        tga[12..16].copy_from_slice(&[0, 16, 0, 16]);
        refused(&tga, "a.tga");
    }

    /// As far as deflate goes: all of one colour, of one bit and of sixteen.
    #[test]
    fn what_a_compression_can_reach_is_read() {
        let grey: ImageBuffer<Luma<u16>, Vec<u16>> = ImageBuffer::from_pixel(4096, 1024, Luma([7]));
        for format in [ImageFormat::Png, ImageFormat::Tiff] {
            let image = decode(&encode(&DynamicImage::from(grey.clone()), format), "").expect("honest");
            assert_eq!([image.width, image.height], [4096, 1024]);
        }
        let rgba = DynamicImage::from(RgbaImage::from_pixel(4096, 1024, Rgba([1, 2, 3, 255])));
        for (format, name) in [
            (ImageFormat::WebP, "a.webp"),
            (ImageFormat::Tga, "a.tga"),
            (ImageFormat::Bmp, "a.bmp"),
        ] {
            decode(&encode(&rgba, format), name).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }

    #[test]
    fn damage_is_an_error_at_every_length_and_never_a_panic() {
        let rgba = DynamicImage::from(corners());
        for format in [
            ImageFormat::Png,
            ImageFormat::Bmp,
            ImageFormat::Tga,
            ImageFormat::Tiff,
            ImageFormat::WebP,
        ] {
            let whole = encode(&rgba, format);
            for cut in 0..whole.len() {
                // Trailers may be cut without loss; everything else must be an error. Either way: no panic.
                let _ = decode(&whole[..cut], "a.tga");
                let mut flipped = whole.clone();
                flipped[cut] ^= 0xff;
                let _ = decode(&flipped, "a.tga");
            }
            assert!(decode(&whole[..whole.len() / 3], "a.tga").is_err(), "{format:?}");
        }
    }

    /// Two pixels of a Radiance file, not packed.
    const LIGHT: &[u8] = b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 2\n\x80\x40\x00\x80\x80\x80\x80\x84";

    #[test]
    fn light_becomes_colors_or_stays_numbers() {
        let colors = decode(LIGHT, "a.hdr").expect("a Radiance file");
        assert_eq!((colors.width, colors.height), (2, 1));
        assert_eq!(size(LIGHT, ""), Ok([2, 1]));
        // A half and a quarter; what is brighter than a screen is white.
        assert_eq!(colors.rgba, [188, 137, 0, 255, 255, 255, 255, 255]);
        let cost = cost(LIGHT, LIGHT.len() as u64, "").expect("a header");
        assert_eq!((cost.size, cost.texels()), ([2, 1], 2));
        assert_eq!(decode_within(LIGHT, "", 2).as_ref(), Ok(&colors));
        let numbers = decode_numbers_within(LIGHT, "", 2).expect("the same");
        assert_eq!(numbers.rgba, [128, 64, 0, 255, 255, 255, 255, 255]);
        let small = decode_within(LIGHT, "", 1).expect("averaged");
        assert_eq!((small.width, small.height, small.rgba[0]), (1, 1, 255));
    }

    #[test]
    fn what_is_no_image_is_named() {
        assert_eq!(decode(b"", "a.png"), Err(ImageError::Empty));
        assert_eq!(decode(b"hello, this is text", "a.png"), Err(ImageError::UnknownKind));
        let gif = decode(b"GIF89a\x01\0\x01\0\0\0\0;", "a.gif")
            .expect_err("no GIFs")
            .to_string();
        assert!(gif.contains("GIF"), "{gif}");
    }

    #[test]
    fn extensions_are_known_in_any_case() {
        for (name, wanted) in [
            ("a.PNG", true),
            ("b/c.d/e.dds", true),
            ("light.EXR", true),
            ("x.exe", false),
            ("dir.png/x", false),
            ("", false),
        ] {
            assert_eq!(has_known_extension(name), wanted, "{name}");
        }
    }
}
