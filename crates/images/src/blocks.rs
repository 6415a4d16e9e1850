//! Block-compressed images, kept as their files have them, or rewritten from Basis Universal: a GPU that reads blocks takes them so.

use super::dds::{BlockFormat, BlockLevels, block_levels, decode_blocks, level_size};
use super::{Image, ImageError, ktx};
use std::borrow::Cow;
use std::sync::Arc;

/// Blocks of Basis Universal that were rewritten to those of a GPU. Texels come from the file as it is, without the loss of rewriting.
#[derive(Clone, Debug, PartialEq)]
pub struct Rewritten {
    /// Name of the code that the file has.
    pub from: &'static str,
    /// The file, unless it is far larger than the blocks that were made of its smaller levels.
    file: Option<Arc<[u8]>>,
    /// Its level that is the largest here.
    first: usize,
}

/// An image in blocks, with all of its levels: a GPU cannot make them of blocks.
#[derive(Clone, Debug, PartialEq)]
pub struct Blocks {
    /// Width of the largest level, in texels; a multiple of 4.
    pub width: u32,
    /// Height of the largest level, in texels; a multiple of 4.
    pub height: u32,
    /// How the bytes of a block stand for its 4 × 4 texels.
    pub format: BlockFormat,
    /// From the largest to the one of a single texel: rows of blocks from the top, tightly packed.
    pub levels: Vec<Vec<u8>>,
    /// `None`: the blocks are those of the file.
    pub rewritten: Option<Rewritten>,
}

/// Bytes of a file that is kept, for each byte of the blocks made of it.
const KEPT: usize = 2;

impl Blocks {
    /// The blocks of a DDS or KTX file from the largest level of at most `most_texels` on; `None` where the file is of another kind, is cut
    /// short, lacks levels, or has sides that do not end with a block.
    pub fn of(bytes: &[u8], most_texels: u64) -> Option<Self> {
        let BlockLevels { size, format, levels } = match ktx::is_ktx(bytes) {
            true => ktx::block_levels(bytes, most_texels)?,
            false => block_levels(bytes)?,
        };
        let first = (0..levels.len()).find(|level| {
            let [width, height] = level_size(size, *level);
            u64::from(width) * u64::from(height) <= most_texels
        })?;
        let [width, height] = level_size(size, first);
        let ends_with_blocks = width.is_multiple_of(4) && height.is_multiple_of(4);
        let basis = ktx::is_ktx(bytes).then(|| ktx::basis(bytes)).flatten();
        ends_with_blocks.then(|| {
            let levels: Vec<Vec<u8>> = levels.into_iter().skip(first).map(Cow::into_owned).collect();
            let made: usize = levels.iter().map(Vec::len).sum();
            let is_kept = bytes.len() <= KEPT * made + (1 << 16);
            Self {
                width,
                height,
                format,
                levels,
                rewritten: basis.map(|from| Rewritten {
                    from,
                    file: is_kept.then(|| bytes.into()),
                    first,
                }),
            }
        })
    }

    /// Width and height in texels.
    pub fn level_size(&self, level: usize) -> [u32; 2] {
        level_size([self.width, self.height], level)
    }

    /// The texels of one level, as the file has them.
    pub fn decode(&self, level: usize) -> Result<Image, ImageError> {
        if let Some(Rewritten {
            file: Some(file),
            first,
            ..
        }) = &self.rewritten
            && level < self.levels.len()
        {
            return ktx::decode_at(file, first + level);
        }
        self.decode_blocks(level)
    }

    /// The texels of one level, as a GPU reads its blocks.
    pub fn decode_blocks(&self, level: usize) -> Result<Image, ImageError> {
        let blocks = self.levels.get(level).map_or(&[][..], Vec::as_slice);
        decode_blocks(self.level_size(level), self.format, blocks)
    }

    /// Returns the bytes of all levels, as they are sent.
    pub fn bytes(&self) -> u64 {
        self.levels.iter().map(|level| level.len() as u64).sum()
    }

    /// Returns the bytes of the file that is kept beside the levels.
    pub fn file_bytes(&self) -> u64 {
        let file = self.rewritten.as_ref().and_then(|rewritten| rewritten.file.as_ref());
        file.map_or(0, |file| file.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{decode, decode_within};
    use image_dds::ddsfile::{AlphaMode, Caps2, D3D10ResourceDimension, Dds, DxgiFormat, NewDxgiParams};

    /// Blocks of chance: every bit pattern means something.
    fn file(format: DxgiFormat, size: [u32; 2], levels: u32) -> Vec<u8> {
        let mut dds = Dds::new_dxgi(NewDxgiParams {
            height: size[1],
            width: size[0],
            depth: None,
            format,
            mipmap_levels: Some(levels),
            array_layers: None,
            caps2: Some(Caps2::empty()),
            is_cubemap: false,
            resource_dimension: D3D10ResourceDimension::Texture2D,
            alpha_mode: AlphaMode::Straight,
        })
        .expect("a format that is known");
        let mut state = 7u32;
        for byte in &mut dds.data {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *byte = (state >> 24) as u8;
        }
        let mut bytes = Vec::new();
        dds.write(&mut bytes).expect("written to memory");
        bytes
    }

    const FORMATS: [(DxgiFormat, BlockFormat); 5] = [
        (DxgiFormat::BC1_UNorm, BlockFormat::Bc1),
        (DxgiFormat::BC2_UNorm, BlockFormat::Bc2),
        (DxgiFormat::BC3_UNorm_sRGB, BlockFormat::Bc3),
        (DxgiFormat::BC5_UNorm, BlockFormat::Bc5),
        (DxgiFormat::BC7_UNorm_sRGB, BlockFormat::Bc7),
    ];

    #[test]
    fn every_level_is_what_decoding_the_file_gives() {
        for (dxgi, format) in FORMATS {
            let bytes = file(dxgi, [16, 8], 5);
            let blocks = Blocks::of(&bytes, u64::MAX).expect("blocks");
            assert_eq!((blocks.format, blocks.levels.len()), (format, 5));
            assert_eq!(blocks.decode(0), decode(&bytes, ""), "{format:?}");
            for (level, most) in [(0, 128), (1, 32)] {
                assert_eq!(
                    blocks.decode(level),
                    decode_within(&bytes, "", most),
                    "{format:?} {level}"
                );
                let smaller = Blocks::of(&bytes, most).expect("blocks");
                assert_eq!(smaller.levels, blocks.levels[level..], "{format:?} {level}");
            }
        }
    }

    #[test]
    fn what_a_gpu_cannot_take_as_it_is_has_no_blocks() {
        let whole = file(DxgiFormat::BC7_UNorm, [16, 16], 5);
        assert!(Blocks::of(&whole, u64::MAX).is_some());
        // 2 × 2 is half a block.
        assert!(Blocks::of(&whole, 4).is_none());
        for other in [
            file(DxgiFormat::BC7_UNorm, [16, 16], 4),
            file(DxgiFormat::BC7_UNorm, [16, 16], 1),
            file(DxgiFormat::BC7_UNorm, [18, 16], 5),
            file(DxgiFormat::BC4_UNorm, [16, 16], 5),
            file(DxgiFormat::R8G8B8A8_UNorm, [16, 16], 5),
        ] {
            assert!(Blocks::of(&other, u64::MAX).is_none());
        }
        for cut in 0..whole.len() {
            assert!(Blocks::of(&whole[..cut], u64::MAX).is_none(), "{cut}");
            let mut flipped = whole.clone();
            flipped[cut] ^= 0xff;
            let _ = Blocks::of(&flipped, u64::MAX);
        }
    }
}
