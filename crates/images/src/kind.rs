//! The kind of an image from its content, and a decoder of that kind.
//!
//! In: the bytes of an image file, or their beginning. Out: a decoder of `image` whose size is plausible. A header may claim anything:
//! sizes are checked against [`MAX_SIDE`](super::MAX_SIDE) and against what that many bytes can hold before any pixel is stored.

use super::limits::{DEFLATE, MAX_DECODER_BYTES, check_size, of_decoder};
use super::png_chunks::PixelChunks;
use super::{ImageError, tiff};
use image::{ColorType, DynamicImage, ImageDecoder, ImageFormat, ImageReader};
use std::io::{BufRead, Cursor, Seek};

/// Working memory of one decoder for each byte it reads, and at least.
const MEMORY_PER_BYTE: u64 = 64;
const LEAST_MEMORY: u64 = 4 << 20;

/// A decoder whose size is plausible.
pub fn decoder<'a>(bytes: &'a [u8], name_hint: &str) -> Result<(ImageKind, impl ImageDecoder + use<'a>), ImageError> {
    decoder_of(bytes, bytes.len(), name_hint)
}

/// [`decoder`] of a file of `file_bytes` bytes that begins with `bytes`.
pub fn decoder_of<'a>(
    bytes: &'a [u8],
    file_bytes: usize,
    name_hint: &str,
) -> Result<(ImageKind, impl ImageDecoder + use<'a>), ImageError> {
    if bytes.is_empty() {
        return Err(ImageError::Empty);
    }
    let kind = ImageKind::of(bytes, name_hint)?;
    let decoder: Box<dyn ImageDecoder> = match kind.format {
        ImageFormat::Png => Box::new(kind.open(PixelChunks::new(bytes))?),
        _ => Box::new(kind.open(Cursor::new(bytes))?),
    };
    let (width, height) = decoder.dimensions();
    let most_pixels = kind.most_pixels(file_bytes, decoder.color_type());
    check_size(width, height, file_bytes, most_pixels)?;
    Ok((kind, decoder))
}

/// The extension of a file name.
pub fn extension(name: &str) -> Option<&str> {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.rsplit_once('.').map(|(_, extension)| extension)
}

pub struct ImageKind {
    pub format: ImageFormat,
    pub word: &'static str,
    stored: Stored,
}

/// How pixels lie in a file: what bounds how many of them its bytes can describe.
#[derive(Clone, Copy)]
enum Stored {
    /// A lossless WebP of one colour takes a few dozen bytes at any size. A file with more content does not come near the bound.
    Any,
    /// The most pixels for a byte, whatever they are.
    AtMost(u64),
    /// Packed by something that expands a byte to this many at most.
    Expanded(u64),
}

/// The name of a kind that is not read, by its first bytes.
fn unread(bytes: &[u8]) -> Option<&'static str> {
    let kinds: [(&[u8], &str); 3] = [(b"8BPS", "Photoshop"), (b"VTF\0", "VTF"), (b"PVR\x03", "PVR")];
    kinds
        .iter()
        .find(|(mark, _)| bytes.starts_with(mark))
        .map(|(_, name)| *name)
}

impl ImageKind {
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
            // The variant with offsets of 64 bits.
            Err(_) if bytes.starts_with(b"II\x2b\0") || bytes.starts_with(b"MM\0\x2b") => {
                (ImageFormat::Tiff, "TIFF", Expanded(tiff::expands(bytes)?))
            }
            Err(_) if let Some(kind) = unread(bytes) => {
                return Err(ImageError::UnsupportedKind { kind: kind.into() });
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

    /// A decoder of a file of this kind, whose size is anything.
    pub fn open<'a, R: BufRead + Seek + 'a>(&self, file: R) -> Result<impl ImageDecoder + use<'a, R>, ImageError> {
        let mut reader = ImageReader::with_format(file, self.format);
        reader.limits(of_decoder(MAX_DECODER_BYTES));
        reader.into_decoder().map_err(|error| self.error(&error))
    }

    /// All pixels of a decoder of this kind, which reads `file_bytes` bytes at most.
    pub fn pixels(&self, mut decoder: impl ImageDecoder, file_bytes: usize) -> Result<DynamicImage, ImageError> {
        let output = decoder.total_bytes();
        if output > MAX_DECODER_BYTES {
            return Err(ImageError::TooMuchMemory {
                limit_mib: MAX_DECODER_BYTES >> 20,
            });
        }
        // The output, as much again for the piece that is being unpacked, and what lists in the header take.
        let most = 2 * output + MEMORY_PER_BYTE * file_bytes as u64 + LEAST_MEMORY;
        let pixels = decoder.set_limits(of_decoder(most));
        let pixels = pixels.and_then(|()| DynamicImage::from_decoder(decoder));
        pixels.map_err(|error| self.error(&error))
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
