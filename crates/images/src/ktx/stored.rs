//! How texels are stored in KTX files.

use super::super::dds::BlockFormat;
use image_dds::ImageFormat;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KtxTexels {
    /// With the meaning of the second slice, if there is one.
    Etc1s(Option<Second>),
    Uastc(Second),
    Etc1,
    /// Bytes of each texel, and which of them are red, green, blue and alpha.
    Channels(usize, [TexelChannel; 4]),
    /// As DDS files store them.
    Known(ImageFormat),
}

/// Meaning of a second slice of ETC1S, or of alpha in UASTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Second {
    Alpha,
    /// Green of a texture of two channels.
    Green,
}

impl Second {
    /// Meaning by the channel that a sample of ETC1S names.
    pub fn of_etc1s(channel: u32) -> Self {
        if channel == 4 { Self::Green } else { Self::Alpha }
    }

    /// The same of UASTC, in which 5 is red in all colours and green as alpha.
    pub fn of_uastc(channel: u32) -> Self {
        if channel == 5 { Self::Green } else { Self::Alpha }
    }
}

/// Source of a channel of a plain texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TexelChannel {
    Byte(usize),
    None,
    Full,
}

use TexelChannel::{Byte, Full, None as Zero};

const RED: KtxTexels = KtxTexels::Channels(1, [Byte(0), Zero, Zero, Full]);
const RED_GREEN: KtxTexels = KtxTexels::Channels(2, [Byte(0), Byte(1), Zero, Full]);
const RGB: KtxTexels = KtxTexels::Channels(3, [Byte(0), Byte(1), Byte(2), Full]);
const BGR: KtxTexels = KtxTexels::Channels(3, [Byte(2), Byte(1), Byte(0), Full]);
const RGBA: KtxTexels = KtxTexels::Channels(4, [Byte(0), Byte(1), Byte(2), Byte(3)]);
const BGRA: KtxTexels = KtxTexels::Channels(4, [Byte(2), Byte(1), Byte(0), Byte(3)]);
const GREY: KtxTexels = KtxTexels::Channels(1, [Byte(0), Byte(0), Byte(0), Full]);
const GREY_ALPHA: KtxTexels = KtxTexels::Channels(2, [Byte(0), Byte(0), Byte(0), Byte(1)]);

impl KtxTexels {
    /// By the number of a `VkFormat`.
    pub fn of_vulkan(format: u32) -> Option<Self> {
        Some(match format {
            9 | 15 => RED,
            16 | 22 => RED_GREEN,
            23 | 29 => RGB,
            30 | 36 => BGR,
            37 | 43 => RGBA,
            44 | 50 => BGRA,
            known => Self::Known(match known {
                70 => ImageFormat::R16Unorm,
                76 => ImageFormat::R16Float,
                77 => ImageFormat::Rg16Unorm,
                83 => ImageFormat::Rg16Float,
                91 => ImageFormat::Rgba16Unorm,
                97 => ImageFormat::Rgba16Float,
                100 => ImageFormat::R32Float,
                103 => ImageFormat::Rg32Float,
                106 => ImageFormat::Rgb32Float,
                109 => ImageFormat::Rgba32Float,
                131..=134 => ImageFormat::BC1RgbaUnorm,
                135 | 136 => ImageFormat::BC2RgbaUnorm,
                137 | 138 => ImageFormat::BC3RgbaUnorm,
                139 => ImageFormat::BC4RUnorm,
                140 => ImageFormat::BC4RSnorm,
                141 => ImageFormat::BC5RgUnorm,
                142 => ImageFormat::BC5RgSnorm,
                143 => ImageFormat::BC6hRgbUfloat,
                144 => ImageFormat::BC6hRgbSfloat,
                145 | 146 => ImageFormat::BC7RgbaUnorm,
                _ => return Option::None,
            }),
        })
    }

    /// By the words of OpenGL: type, format and internal format. Blocks have neither type nor format.
    pub fn of_opengl(kind: u32, format: u32, internal: u32) -> Option<Self> {
        Some(match (kind, format, internal) {
            (0x1401, 0x1903, _) => RED,
            (0x1401, 0x8227, _) => RED_GREEN,
            (0x1401, 0x1907, _) => RGB,
            (0x1401, 0x80e0, _) => BGR,
            (0x1401, 0x1908, _) => RGBA,
            (0x1401, 0x80e1, _) => BGRA,
            (0x1401, 0x1909, _) => GREY,
            (0x1401, 0x190a, _) => GREY_ALPHA,
            (0, _, 0x8d64) => Self::Etc1,
            (0, _, known) => Self::Known(match known {
                0x83f0 | 0x83f1 | 0x8c4c | 0x8c4d => ImageFormat::BC1RgbaUnorm,
                0x83f2 | 0x8c4e => ImageFormat::BC2RgbaUnorm,
                0x83f3 | 0x8c4f => ImageFormat::BC3RgbaUnorm,
                0x8dbb => ImageFormat::BC4RUnorm,
                0x8dbc => ImageFormat::BC4RSnorm,
                0x8dbd => ImageFormat::BC5RgUnorm,
                0x8dbe => ImageFormat::BC5RgSnorm,
                0x8e8c | 0x8e8d => ImageFormat::BC7RgbaUnorm,
                0x8e8e => ImageFormat::BC6hRgbSfloat,
                0x8e8f => ImageFormat::BC6hRgbUfloat,
                _ => return Option::None,
            }),
            _ => return Option::None,
        })
    }

    /// Name of a code of Basis Universal, whose blocks no GPU reads.
    pub fn basis(self) -> Option<&'static str> {
        match self {
            Self::Etc1s(_) => Some("ETC1S"),
            Self::Uastc(_) => Some("UASTC"),
            _ => Option::None,
        }
    }

    /// The format in which a GPU gives such blocks back as decoding does; of Basis Universal, the format that they are rewritten to.
    pub fn blocks(self) -> Option<BlockFormat> {
        match self {
            Self::Etc1s(Some(Second::Green)) => Some(BlockFormat::Bc5),
            Self::Etc1s(_) | Self::Uastc(_) => Some(BlockFormat::Bc7),
            Self::Known(ImageFormat::BC1RgbaUnorm) => Some(BlockFormat::Bc1),
            Self::Known(ImageFormat::BC2RgbaUnorm) => Some(BlockFormat::Bc2),
            Self::Known(ImageFormat::BC3RgbaUnorm) => Some(BlockFormat::Bc3),
            Self::Known(ImageFormat::BC5RgUnorm) => Some(BlockFormat::Bc5),
            Self::Known(ImageFormat::BC7RgbaUnorm) => Some(BlockFormat::Bc7),
            _ => Option::None,
        }
    }

    /// Side of a block in texels, and its bytes.
    pub fn block(self) -> (u32, u64) {
        use ImageFormat as Format;
        match self {
            // Endpoint and selector of both slices.
            Self::Etc1s(_) => (4, 8),
            Self::Uastc(_) => (4, 16),
            Self::Etc1 => (4, 8),
            Self::Channels(bytes, _) => (1, bytes as u64),
            Self::Known(known) => match known {
                Format::BC1RgbaUnorm | Format::BC4RUnorm | Format::BC4RSnorm => (4, 8),
                Format::R16Unorm | Format::R16Float => (1, 2),
                Format::Rg16Unorm | Format::Rg16Float | Format::R32Float => (1, 4),
                Format::Rgba16Unorm | Format::Rgba16Float | Format::Rg32Float => (1, 8),
                Format::Rgb32Float => (1, 12),
                Format::Rgba32Float => (1, 16),
                // The other blocks.
                _ => (4, 16),
            },
        }
    }

    /// Bytes of an image of that size, whose rows end at multiples of `row_end`.
    pub fn bytes(self, size: [u32; 2], row_end: u64) -> u64 {
        let (side, bytes) = self.block();
        let [across, down] = size.map(|length| u64::from(length.div_ceil(side)));
        (across * bytes).next_multiple_of(row_end) * down
    }
}
