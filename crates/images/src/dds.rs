//! DirectDraw Surface files: the largest mip of the first layer, block-compressed (BC1–BC7) or plain.

use super::average::{Average, Mean};
use super::limits::check_size;
use super::{Image, ImageError};
use image_dds::ddsfile::{D3DFormat, Dds};
use image_dds::{ImageFormat, Surface, dds_image_format};
use std::borrow::Cow;

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

/// Width and height as they lie in the header, for a file of which only the beginning is at hand.
pub fn size_by_header(bytes: &[u8]) -> Result<[u32; 2], ImageError> {
    let number = |at: usize| {
        let stored = bytes.get(at..at + 4).and_then(|stored| stored.first_chunk());
        stored.map(|stored| u32::from_le_bytes(*stored))
    };
    match (number(16), number(12)) {
        (Some(width), Some(height)) => {
            check_size(width, height, bytes.len(), u64::MAX)?;
            Ok([width, height])
        }
        _ => Err(damaged("its header is cut short")),
    }
}

pub fn decode(bytes: &[u8]) -> Result<Image, ImageError> {
    decode_mip(&read(bytes)?, 0)
}

/// The largest mip of at most `most_texels`; if the file has none, the largest of all averaged down, a few rows at a time.
pub fn decode_within(bytes: &[u8], most_texels: u64, mean: Mean) -> Result<Image, ImageError> {
    let dds = read(bytes)?;
    let (width, height) = (dds.get_width(), dds.get_height());
    let texels = |mip: u32| u64::from((width >> mip).max(1)) * u64::from((height >> mip).max(1));
    let mips = dds.get_num_mipmap_levels().min(u32::BITS - 1);
    match (0..mips).find(|mip| texels(*mip) <= most_texels) {
        Some(mip) => decode_mip(&dds, mip),
        None => averaged(&dds, most_texels, mean),
    }
}

fn decode_mip(dds: &Dds, mip: u32) -> Result<Image, ImageError> {
    // One slice, one layer, and no mip beyond the wanted one: what else the header claims is never looked at.
    decode_part(
        [dds.get_width(), dds.get_height()],
        mip,
        dds.data.as_slice(),
        format(dds)?,
    )
}

/// Rows of a block; a band of plain pixels has as many.
const BAND: u32 = 4;

fn averaged(dds: &Dds, most_texels: u64, mean: Mean) -> Result<Image, ImageError> {
    let [width, height] = [dds.get_width(), dds.get_height()];
    let format = format(dds)?;
    let first = surface([width, BAND.min(height)], 0, dds.data.as_slice(), format.0);
    let band_bytes = first
        .get(0, 0, 0)
        .ok_or_else(|| damaged("its pixels are cut short"))?
        .len();
    let mut average = Average::new([width, height], most_texels, mean);
    for (first_row, at) in (0..height).step_by(BAND as usize).zip((0..).step_by(band_bytes)) {
        let rows = BAND.min(height - first_row);
        let data = dds.data.get(at..).unwrap_or_default();
        let band = decode_part([width, rows], 0, data, format)?;
        for (y, row) in (first_row..).zip(band.rgba.chunks_exact(width as usize * 4)) {
            average.add(y, row.chunks_exact(4).filter_map(|texel| texel.first_chunk().copied()));
        }
    }
    Ok(average.finish())
}

fn surface([width, height]: [u32; 2], mip: u32, data: &[u8], image_format: ImageFormat) -> Surface<&[u8]> {
    Surface {
        width,
        height,
        depth: 1,
        layers: 1,
        mipmaps: mip + 1,
        image_format,
        data,
    }
}

/// Mip `mip` of what lies at the beginning of `data`.
pub fn decode_part(
    size: [u32; 2],
    mip: u32,
    data: &[u8],
    (image_format, opaque): (ImageFormat, bool),
) -> Result<Image, ImageError> {
    let decoded = surface(size, mip, data, image_format)
        .decode_layers_mipmaps_rgba8(0..1, mip..mip + 1)
        .map_err(damaged)?;
    let (width, height, mut rgba) = (decoded.width, decoded.height, decoded.data);
    if opaque {
        rgba.iter_mut().skip(3).step_by(4).for_each(|alpha| *alpha = 255);
    }
    Ok(Image { width, height, rgba })
}

/// How 4 × 4 texels lie in a block. The list has those formats of DDS files that a GPU gives back in the channels that decoding does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlockFormat {
    /// Colours, with alpha of one bit.
    Bc1,
    /// Colours, and alpha of four bits.
    Bc2,
    /// Colours, and alpha that is blended.
    Bc3,
    /// Two channels: mostly normals.
    Bc5,
    /// Colours and alpha.
    Bc7,
}

impl BlockFormat {
    /// Returns the name that people use for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Bc1 => "BC1",
            Self::Bc2 => "BC2",
            Self::Bc3 => "BC3",
            Self::Bc5 => "BC5",
            Self::Bc7 => "BC7",
        }
    }

    /// Whether a GPU gives colours of such blocks back as decoding does: two channels are no colour.
    pub fn has_colors(self) -> bool {
        self != Self::Bc5
    }

    /// Returns the bytes of a block of 4 × 4 texels.
    pub fn block_bytes(self) -> usize {
        match self {
            Self::Bc1 => 8,
            Self::Bc2 | Self::Bc3 | Self::Bc5 | Self::Bc7 => 16,
        }
    }
}

/// The sides of a level of an image of that size.
pub fn level_size(size: [u32; 2], level: usize) -> [u32; 2] {
    size.map(|side| side.checked_shr(level as u32).unwrap_or(0).max(1))
}

/// The blocks of a file, in place.
pub struct BlockLevels<'a> {
    /// Size of the largest level.
    pub size: [u32; 2],
    pub format: BlockFormat,
    /// All there can be, from the largest on.
    pub levels: Vec<Cow<'a, [u8]>>,
}

/// How the texels of a file lie in blocks, if a GPU may take these as they are: by the header, where the file has `file_bytes` bytes.
pub fn blocks_by_header(bytes: &[u8], file_bytes: u64) -> Option<BlockFormat> {
    /// Magic number, header and its extension.
    const HEADER: usize = 4 + 124 + 20;
    let dds = Dds::read(&bytes[..bytes.len().min(HEADER)]).ok()?;
    let format = whole_blocks(&dds)?;
    let size = [dds.get_width(), dds.get_height()];
    let largest = size.map(|side| u64::from(side / 4)).into_iter().product::<u64>() * format.block_bytes() as u64;
    let ends_with_blocks = size.iter().all(|side| side.is_multiple_of(4));
    (ends_with_blocks && file_bytes >= largest).then_some(format)
}

/// The format of a file in blocks that has all levels there can be, of one slice each.
fn whole_blocks(dds: &Dds) -> Option<BlockFormat> {
    let format = match format(dds).ok()?.0 {
        ImageFormat::BC1RgbaUnorm | ImageFormat::BC1RgbaUnormSrgb => BlockFormat::Bc1,
        ImageFormat::BC2RgbaUnorm | ImageFormat::BC2RgbaUnormSrgb => BlockFormat::Bc2,
        ImageFormat::BC3RgbaUnorm | ImageFormat::BC3RgbaUnormSrgb => BlockFormat::Bc3,
        ImageFormat::BC5RgUnorm => BlockFormat::Bc5,
        ImageFormat::BC7RgbaUnorm | ImageFormat::BC7RgbaUnormSrgb => BlockFormat::Bc7,
        _ => return None,
    };
    let longest = dds.get_width().max(dds.get_height());
    // A level of a volume is many slices.
    let is_whole = dds.get_num_mipmap_levels() == longest.max(1).ilog2() + 1 && dds.get_depth() <= 1;
    is_whole.then_some(format)
}

/// Where the levels lie in a file of blocks that a GPU may take as they are, if all of them are there.
pub fn block_levels(bytes: &[u8]) -> Option<BlockLevels<'_>> {
    if !is_dds(bytes) {
        return None;
    }
    let dds = read(bytes).ok()?;
    let size = [dds.get_width(), dds.get_height()];
    let format = whole_blocks(&dds)?;
    let count = size[0].max(size[1]).max(1).ilog2() + 1;
    // The data that the reader holds are the end of the file.
    let mut left = bytes.get(bytes.len().checked_sub(dds.data.len())?..)?;
    let mut levels = Vec::new();
    for level in 0..count as usize {
        let blocks = level_size(size, level).map(|side| side.div_ceil(4) as usize);
        let (level, rest) = left.split_at_checked(blocks[0] * blocks[1] * format.block_bytes())?;
        levels.push(Cow::Borrowed(level));
        left = rest;
    }
    Some(BlockLevels { size, format, levels })
}

/// The texels of one level.
pub fn decode_blocks(size: [u32; 2], format: BlockFormat, blocks: &[u8]) -> Result<Image, ImageError> {
    let format = match format {
        BlockFormat::Bc1 => ImageFormat::BC1RgbaUnorm,
        BlockFormat::Bc2 => ImageFormat::BC2RgbaUnorm,
        BlockFormat::Bc3 => ImageFormat::BC3RgbaUnorm,
        BlockFormat::Bc5 => ImageFormat::BC5RgUnorm,
        BlockFormat::Bc7 => ImageFormat::BC7RgbaUnorm,
    };
    decode_part(size, 0, blocks, (format, false))
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
    use crate::{ImageError, decode, decode_within};

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
        assert_eq!(crate::size(&file, ""), Ok([4, 4]));
        assert_eq!((image.width, image.height), (4, 4));
        assert_eq!(image.rgba, [255, 0, 0, 255].repeat(16));
    }

    /// 8 × 8 in black, 4 × 4 in red, and one block each for 2 × 2 and 1 × 1.
    #[test]
    fn a_smaller_mip_is_taken_where_there_is_no_room_for_the_largest() {
        let mut data = vec![0; 32];
        data.extend([0x00, 0xf8, 0x00, 0xf8, 0, 0, 0, 0]);
        data.extend([0; 16]);
        let mut file = dds(8, 8, Some(b"DXT1"), [0; 4], &data);
        file[8..12].copy_from_slice(&0x2_1007u32.to_le_bytes());
        file[28..32].copy_from_slice(&4u32.to_le_bytes());
        for (room, side, first) in [(64, 8, 0), (63, 4, 255), (16, 4, 255), (3, 1, 0)] {
            let image = decode_within(&file, "", room).expect("a mip fits");
            assert_eq!(
                (image.width, image.height, image.rgba[0]),
                (side, side, first),
                "{room}"
            );
        }
    }

    /// Its sides are halved until it fits, and rows are decoded a few at a time.
    #[test]
    fn a_picture_without_mips_is_averaged_down() {
        let [red, black] = [[0x00, 0xf8, 0x00, 0xf8, 0, 0, 0, 0], [0u8; 8]];
        // Blocks in reading order; the last row of blocks is half outside.
        let blocks = [red, black, black, red, red, red].concat();
        let file = dds(8, 10, Some(b"DXT1"), [0; 4], &blocks);
        let whole = decode(&file, "").expect("a DDS");
        assert_eq!((whole.width, whole.height), (8, 10));
        for (room, width, height, reds) in [
            (
                79,
                4,
                5,
                vec![
                    255, 255, 0, 0, 255, 255, 0, 0, 0, 0, 255, 255, 0, 0, 255, 255, 255, 255, 255, 255,
                ],
            ),
            (19, 2, 3, vec![255, 0, 0, 255, 255, 255]),
            // Half red, half black: half the light.
            (5, 1, 2, vec![188, 255]),
        ] {
            let image = decode_within(&file, "", room).expect("averaged");
            assert_eq!((image.width, image.height), (width, height), "{room}");
            let got: Vec<u8> = image.rgba.iter().copied().step_by(4).collect();
            assert_eq!(got, reds, "{room}");
        }
        // Plain pixels, whose fourth channel is unused.
        let masks = [0xff_0000, 0xff00, 0xff, 0];
        let plain = dds(4, 6, None, masks, &[10, 20, 30, 0].repeat(24));
        let image = decode_within(&plain, "", 6).expect("averaged");
        assert_eq!((image.width, image.height), (2, 3));
        assert_eq!(image.rgba, [30, 20, 10, 255].repeat(6));
        for cut in 0..file.len() {
            assert!(decode_within(&file[..cut], "", 19).is_err(), "{cut}");
        }
    }

    /// Far less than the whole is in memory at one time.
    #[test]
    fn averaging_holds_a_few_rows() {
        let file = dds(2048, 2048, Some(b"DXT1"), [0; 4], &vec![0; 2048 * 2048 / 2]);
        let took = allocation_counter::measure(|| {
            decode_within(&file, "", 64 * 64).expect("averaged");
        });
        // The reader holds the file a second time.
        let most = file.len() as u64 + 2048 * 4 * 4 * 4 + (1 << 16);
        assert!(took.bytes_max < most, "{} bytes", took.bytes_max);
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
