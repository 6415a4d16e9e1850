//! The kind of an image from its content, then its pixels, within limits.
//!
//! A header may claim anything: sizes are checked against [`MAX_SIDE`] and against what that many bytes can hold before
//! any pixel is stored.

use super::{Image, ImageError, dds, png_rows, tiff};
use image::{ColorType, DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};
use std::io::Cursor;

/// The longest side castview decodes: what common adapters take as a texture.
pub const MAX_SIDE: u32 = 16_384;

/// The most that deflate expands.
pub(super) const DEFLATE: u64 = 1032;
/// What one decoder may put out.
const MAX_DECODER_BYTES: u64 = 1 << 30;
/// Working memory of one decoder for each byte it reads, and at least.
const MEMORY_PER_BYTE: u64 = 64;
const LEAST_MEMORY: u64 = 4 << 20;

/// Extensions of the kinds [`decode`] reads, lower case, in the order in which a missing texture's stem is tried
/// (docs/formats/cast.md §3.12).
pub const EXTENSIONS: [&str; 9] = ["png", "dds", "tga", "tif", "tiff", "jpg", "jpeg", "bmp", "webp"];

/// Whether `name` ends in one of [`EXTENSIONS`], in any letter case.
pub fn has_known_extension(name: &str) -> bool {
    extension(name).is_some_and(|ext| EXTENSIONS.iter().any(|known| ext.eq_ignore_ascii_case(known)))
}

/// Decodes `bytes` by their content. `name_hint` (a file name) is asked only for TGA, which has no mark of its own.
///
/// 16-bit and floating-point channels become 8 bits; grey becomes RGB. Of a DDS file the first layer's largest mip is
/// taken.
pub fn decode(bytes: &[u8], name_hint: &str) -> Result<Image, ImageError> {
    if dds::is_dds(bytes) {
        return dds::decode(bytes);
    }
    let (kind, mut decoder) = decoder(bytes, name_hint)?;
    let damaged = |error: image::ImageError| kind.error(&error);
    let (width, height) = decoder.dimensions();
    let output = decoder.total_bytes();
    if output > MAX_DECODER_BYTES {
        return Err(ImageError::TooMuchMemory {
            limit_mib: MAX_DECODER_BYTES >> 20,
        });
    }
    // The output, as much again for the piece that is being unpacked, and what lists in the header take.
    let most = 2 * output + MEMORY_PER_BYTE * bytes.len() as u64 + LEAST_MEMORY;
    decoder.set_limits(limits(most)).map_err(damaged)?;
    let pixels = DynamicImage::from_decoder(decoder).map_err(damaged)?;
    Ok(Image {
        width,
        height,
        rgba: pixels.into_rgba8().into_raw(),
    })
}

/// What decoding an image takes, told by its header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Width and height.
    pub size: [u32; 2],
    /// Whether [`decode_within`] can make it smaller while it reads.
    pub can_shrink: bool,
    /// Bytes in use at one time while the whole image is decoded, the result included.
    pub working_bytes: u64,
}

impl Cost {
    pub fn texels(&self) -> u64 {
        u64::from(self.size[0]) * u64::from(self.size[1])
    }
}

/// What decoding takes, by the header. `bytes` may be the beginning of a file of `file_bytes` bytes, if its header lies there.
pub fn cost(bytes: &[u8], file_bytes: u64, name_hint: &str) -> Result<Cost, ImageError> {
    if dds::is_dds(bytes) {
        let size = dds::size_by_header(bytes)?;
        let texels = u64::from(size[0]) * u64::from(size[1]);
        return Ok(Cost {
            size,
            can_shrink: true,
            // The decoder collects the level a second time.
            working_bytes: 8 * texels,
        });
    }
    let (kind, decoder) = decoder_of(bytes, file_bytes as usize, name_hint)?;
    let size: [u32; 2] = decoder.dimensions().into();
    let texels = u64::from(size[0]) * u64::from(size[1]);
    Ok(Cost {
        size,
        can_shrink: kind.format == ImageFormat::Png,
        working_bytes: decoder.total_bytes() + 4 * texels,
    })
}

/// [`decode`], into at most `most_texels`: a larger PNG is averaged down row by row, of a larger DDS a smaller mip is taken or made, without
/// the whole being held. Other kinds are refused.
pub fn decode_within(bytes: &[u8], name_hint: &str, most_texels: u64) -> Result<Image, ImageError> {
    let cost = cost(bytes, bytes.len() as u64, name_hint)?;
    if cost.texels() <= most_texels {
        return decode(bytes, name_hint);
    }
    let [width, height] = cost.size;
    if dds::is_dds(bytes) {
        return dds::decode_within(bytes, most_texels);
    }
    match cost.can_shrink {
        true if most_texels > 0 => png_rows::decode(bytes, most_texels),
        _ => Err(ImageError::NoRoom {
            width,
            height,
            texels: most_texels,
        }),
    }
}

/// Width and height of what [`decode`] would make of `bytes`, from their header.
pub fn size(bytes: &[u8], name_hint: &str) -> Result<[u32; 2], ImageError> {
    if dds::is_dds(bytes) {
        return dds::size(bytes);
    }
    let (_, decoder) = decoder(bytes, name_hint)?;
    Ok(decoder.dimensions().into())
}

/// A decoder whose size is plausible.
fn decoder<'a>(bytes: &'a [u8], name_hint: &str) -> Result<(Kind, impl ImageDecoder + use<'a>), ImageError> {
    decoder_of(bytes, bytes.len(), name_hint)
}

/// [`decoder`] of a file of `file_bytes` bytes that begins with `bytes`.
fn decoder_of<'a>(
    bytes: &'a [u8],
    file_bytes: usize,
    name_hint: &str,
) -> Result<(Kind, impl ImageDecoder + use<'a>), ImageError> {
    if bytes.is_empty() {
        return Err(ImageError::Empty);
    }
    let kind = Kind::of(bytes, name_hint)?;
    let mut reader = ImageReader::with_format(Cursor::new(bytes), kind.format);
    reader.limits(limits(MAX_DECODER_BYTES));
    let decoder = reader.into_decoder().map_err(|error| kind.error(&error))?;
    let (width, height) = decoder.dimensions();
    let most_pixels = kind.most_pixels(file_bytes, decoder.color_type());
    check_size(width, height, file_bytes, most_pixels)?;
    Ok((kind, decoder))
}

/// Refuses sizes that no device takes, or of more pixels than `bytes` bytes of that kind can describe.
pub(super) fn check_size(width: u32, height: u32, bytes: usize, most_pixels: u64) -> Result<(), ImageError> {
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

fn limits(most_bytes: u64) -> Limits {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(most_bytes);
    limits
}

struct Kind {
    format: ImageFormat,
    word: &'static str,
    stored: Stored,
}

/// How pixels lie in a file: what bounds how many of them its bytes can describe.
#[derive(Clone, Copy)]
enum Stored {
    /// A lossless WebP of one colour takes a few dozen bytes at any size. What says more than that does not come near the bound.
    Any,
    /// The most pixels for a byte, whatever they are.
    AtMost(u64),
    /// Packed by something that expands a byte to this many at most.
    Expanded(u64),
}

impl Kind {
    /// Pixels that need no bytes: 4096 on a side.
    const ANY: u64 = 1 << 24;

    fn of(bytes: &[u8], name_hint: &str) -> Result<Self, ImageError> {
        use Stored::{Any, AtMost, Expanded};
        let (format, word, stored) = match image::guess_format(bytes) {
            Ok(ImageFormat::Png) => (ImageFormat::Png, "PNG", Expanded(DEFLATE)),
            // At least one bit per block of 8 × 8, halved again for scans that skip runs of blocks.
            Ok(ImageFormat::Jpeg) => (ImageFormat::Jpeg, "JPEG", AtMost(1024)),
            // Run-length coding: two bytes for up to 255 pixels. Without it a byte is eight pixels at most.
            Ok(ImageFormat::Bmp) => match bytes.get(30) {
                Some(1 | 2) => (ImageFormat::Bmp, "BMP", AtMost(128)),
                _ => (ImageFormat::Bmp, "BMP", Expanded(1)),
            },
            Ok(ImageFormat::WebP) => (ImageFormat::WebP, "WebP", Any),
            Ok(ImageFormat::Tiff) => (ImageFormat::Tiff, "TIFF", Expanded(tiff::expands(bytes)?)),
            Ok(other) => {
                return Err(ImageError::UnsupportedKind {
                    kind: format!("{other:?}").to_uppercase(),
                });
            }
            Err(_) if bytes.starts_with(b"\xabKTX 20\xbb") => {
                return Err(ImageError::UnsupportedKind { kind: "KTX2".into() });
            }
            Err(_) if extension(name_hint).is_some_and(|ext| ext.eq_ignore_ascii_case("tga")) => {
                // Run-length coding: two bytes for up to 128 pixels. Without it a pixel is a byte at least.
                match bytes.get(2) {
                    Some(9..=11) => (ImageFormat::Tga, "TGA", AtMost(64)),
                    _ => (ImageFormat::Tga, "TGA", AtMost(1)),
                }
            }
            Err(_) => return Err(ImageError::UnknownKind),
        };
        Ok(Self { format, word, stored })
    }

    /// The most pixels of that colour that so many bytes can describe.
    fn most_pixels(&self, bytes: usize, color: ColorType) -> u64 {
        let each = match self.stored {
            Stored::Any => return Self::ANY + (1 << 16) * bytes as u64,
            Stored::AtMost(pixels) => pixels,
            // Samples of 16 bits and more are stored as wide as they are given out; of narrower ones, and of palettes, a byte may be
            // eight pixels.
            Stored::Expanded(times) => match u64::from(color.bytes_per_pixel() / color.channel_count()) {
                0 | 1 => 8 * times,
                wide => (times / (wide * u64::from(color.channel_count()))).max(1),
            },
        };
        each.saturating_mul(bytes as u64)
    }

    fn error(&self, error: &image::ImageError) -> ImageError {
        match error {
            image::ImageError::Limits(_) => ImageError::TooMuchMemory {
                limit_mib: MAX_DECODER_BYTES >> 20,
            },
            other => ImageError::Damaged {
                kind: self.word,
                reason: other.to_string(),
            },
        }
    }
}

fn extension(name: &str) -> Option<&str> {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.rsplit_once('.').map(|(_, extension)| extension)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{ImageBuffer, Luma, Rgba, RgbaImage};

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
    fn a_png_without_room_is_averaged_down_and_other_kinds_are_refused() {
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
        for (format, name) in [(ImageFormat::Bmp, "a.bmp"), (ImageFormat::WebP, "a.webp")] {
            let refused = decode_within(&encode(&rgba, format), name, 100);
            assert!(matches!(refused, Err(ImageError::NoRoom { .. })), "{name}");
        }
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
            ("x.exe", false),
            ("dir.png/x", false),
            ("", false),
        ] {
            assert_eq!(has_known_extension(name), wanted, "{name}");
        }
    }
}
