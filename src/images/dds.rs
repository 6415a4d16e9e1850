//! DirectDraw Surface files: the largest mip of the first layer, block-compressed (BC1–BC7) or plain.

use super::decode::check_size;
use super::{Image, ImageError};
use image_dds::ddsfile::{D3DFormat, Dds};
use image_dds::{ImageFormat, Surface, dds_image_format};

pub fn is_dds(bytes: &[u8]) -> bool {
    bytes.starts_with(b"DDS ")
}

pub fn size(bytes: &[u8]) -> Result<[u32; 2], ImageError> {
    read(bytes).map(|dds| [dds.get_width(), dds.get_height()])
}

fn read(bytes: &[u8]) -> Result<Dds, ImageError> {
    let dds = Dds::read(bytes).map_err(damaged)?;
    // BC1 is the densest: sixteen pixels in eight bytes.
    check_size(dds.get_width(), dds.get_height(), bytes.len(), 2 * bytes.len() as u64)?;
    Ok(dds)
}

pub fn decode(bytes: &[u8]) -> Result<Image, ImageError> {
    let dds = read(bytes)?;
    let (width, height) = (dds.get_width(), dds.get_height());
    let (image_format, opaque) = format(&dds)?;
    // One slice, one layer, one mip: what else the header claims is never looked at.
    let surface = Surface {
        width,
        height,
        depth: 1,
        layers: 1,
        mipmaps: 1,
        image_format,
        data: dds.data.as_slice(),
    };
    let mut rgba = surface.decode_rgba8().map_err(damaged)?.data;
    if opaque {
        rgba.iter_mut().skip(3).step_by(4).for_each(|alpha| *alpha = 255);
    }
    Ok(Image { width, height, rgba })
}

/// How the pixels lie, and whether their fourth channel is unused.
fn format(dds: &Dds) -> Result<(ImageFormat, bool), ImageError> {
    match dds.get_d3d_format() {
        Some(D3DFormat::X8R8G8B8) => Ok((ImageFormat::Bgra8Unorm, true)),
        Some(D3DFormat::X8B8G8R8) => Ok((ImageFormat::Rgba8Unorm, true)),
        _ => dds_image_format(dds)
            .map(|format| (format, false))
            .map_err(|_| ImageError::UnsupportedKind {
                kind: "such DDS (its pixel format)".into(),
            }),
    }
}

fn damaged(error: impl std::fmt::Display) -> ImageError {
    ImageError::Damaged {
        kind: "DDS",
        reason: error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use crate::images::{ImageError, decode};

    /// A DDS file with a legacy pixel format: `fourcc`, or bit masks (red, green, blue, alpha) of 32-bit pixels.
    fn dds(width: u32, height: u32, fourcc: Option<&[u8; 4]>, masks: [u32; 4], data: &[u8]) -> Vec<u8> {
        let mut words = vec![124, 0x1007, height, width, 0, 0, 0];
        words.extend([0; 11]);
        let flags = match fourcc {
            Some(_) => 4,
            None if masks[3] == 0 => 0x40,
            None => 0x41,
        };
        words.extend([32, flags, fourcc.map_or(0, |f| u32::from_le_bytes(*f))]);
        words.push(if fourcc.is_some() { 0 } else { 32 });
        words.extend(masks);
        words.extend([0x1000, 0, 0, 0, 0]);
        let mut out = b"DDS ".to_vec();
        out.extend(words.iter().flat_map(|w| w.to_le_bytes()));
        assert_eq!(out.len(), 128);
        out.extend(data);
        out
    }

    #[test]
    fn a_red_bc1_block_is_sixteen_red_texels() {
        // Both end points pure red in 5:6:5, all indices 0.
        let file = dds(4, 4, Some(b"DXT1"), [0; 4], &[0x00, 0xf8, 0x00, 0xf8, 0, 0, 0, 0]);
        let image = decode(&file, "a.png").expect("a DDS");
        assert_eq!(crate::images::size(&file, ""), Ok([4, 4]));
        assert_eq!((image.width, image.height), (4, 4));
        assert_eq!(image.rgba, [255, 0, 0, 255].repeat(16));
    }

    #[test]
    fn plain_pixels_are_reordered_and_unused_alpha_is_opaque() {
        let masks = [0xff_0000, 0xff00, 0xff, 0];
        let file = dds(1, 1, None, masks, &[10, 20, 30, 0]);
        assert_eq!(decode(&file, "").expect("X8R8G8B8").rgba, [30, 20, 10, 255]);
        let file = dds(
            1,
            1,
            None,
            [masks[0], masks[1], masks[2], 0xff00_0000],
            &[10, 20, 30, 40],
        );
        assert_eq!(decode(&file, "").expect("A8R8G8B8").rgba, [30, 20, 10, 40]);
    }

    #[test]
    fn lies_are_errors() {
        let block = [0; 8];
        for file in [
            dds(16_384, 16_384, Some(b"DXT1"), [0; 4], &block),
            dds(8, 8, Some(b"DXT1"), [0; 4], &block),
            dds(0, 4, Some(b"DXT1"), [0; 4], &block),
            dds(u32::MAX, u32::MAX, Some(b"DXT1"), [0; 4], &block),
        ] {
            assert!(decode(&file, "a.dds").is_err());
        }
        let unknown = dds(4, 4, Some(b"????"), [0; 4], &block);
        assert!(matches!(decode(&unknown, ""), Err(ImageError::UnsupportedKind { .. })));
        let whole = dds(4, 4, Some(b"DXT5"), [0; 4], &[0; 16]);
        for cut in 0..whole.len() {
            assert!(decode(&whole[..cut], "").is_err(), "{cut}");
            let mut flipped = whole.clone();
            flipped[cut] ^= 0xff;
            let _ = decode(&flipped, "");
        }
    }
}
