//! Why a file gives nothing to show. Everything less is a diagnostic (docs/formats/shape.md §7).

use super::Codec;
use crate::core::{Place, Rule};
use crate::formats::rules::shape as rule;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    #[error("{place}: not a Shape file: it has {length} bytes, the header alone needs 8")]
    TooShort { place: Place, length: usize },
    #[error("{place}: not a Shape file: it does not begin with the identifier \"SHAPE\"")]
    WrongIdentifier { place: Place },
    #[error("{place}: Shape version {version} not supported{}", big_endian(*version))]
    Version { place: Place, version: u16 },
    #[error(
        "{place}: SHAPE 0.1 container recognised, but its stream encoding is not documented and is none of: plain, zlib, \
         gzip, deflate, LZ4 (found: {found}). First 16 stream bytes: {first}; entropy: {entropy} bits/byte. Read as plain it fails: {plain}"
    )]
    UnknownEncoding {
        place: Place,
        /// `zstd`, `bzip2`, `xz` or `unknown`.
        found: &'static str,
        /// In hexadecimal.
        first: String,
        /// With two decimals.
        entropy: String,
        /// How far it makes sense without any encoding.
        plain: String,
    },
    #[error("{place}: the {codec} stream is damaged: {reason}")]
    Damaged { place: Place, codec: Codec, reason: String },
    #[error("{place}: the {codec} stream grows past {cap} bytes, more than a Shape may take")]
    TooLarge { place: Place, codec: Codec, cap: u64 },
    #[error("{place}: {wanted} bytes of {what} are announced, but only {left} remain")]
    PastEnd {
        place: Place,
        what: &'static str,
        wanted: u64,
        left: usize,
    },
    #[error("{place}: {count} records of {least} bytes or more are announced, but only {left} bytes remain")]
    TooMany {
        place: Place,
        count: u64,
        least: usize,
        left: usize,
    },
    #[error("{place}: vertex data is in DXGI format {format}, whose size is not known")]
    UnknownFormat { place: Place, format: u8 },
    #[error("{place}: {found} entries for {wanted} vertices")]
    CountMismatch { place: Place, found: u32, wanted: u32 },
    #[error("{place}: {count} entries are announced without a format")]
    NoFormat { place: Place, count: u32 },
    #[error("{place}: nodes are nested deeper than {most}")]
    TooDeep { place: Place, most: usize },
    #[error("{place}: there are more than {most} nodes")]
    TooManyNodes { place: Place, most: usize },
}

fn big_endian(version: u16) -> &'static str {
    match version {
        0x0100 => ", or a big-endian file",
        _ => "",
    }
}

impl ShapeError {
    /// Whether more bytes would have helped.
    pub fn is_end(&self) -> bool {
        matches!(self, Self::PastEnd { .. } | Self::TooMany { .. })
    }

    /// The rule that refuses the file.
    pub fn rule(&self) -> &'static Rule {
        match self {
            Self::TooShort { .. } => rule::S1,
            Self::WrongIdentifier { .. } => rule::S2,
            Self::Version { .. } => rule::S3,
            Self::UnknownEncoding { .. } => rule::S4,
            Self::Damaged { .. } => rule::S5,
            Self::TooLarge { .. } => rule::S6,
            Self::PastEnd { .. } => rule::S7_REFUSED,
            Self::TooMany { .. } => rule::S9,
            Self::UnknownFormat { .. } => rule::S10,
            Self::CountMismatch { .. } => rule::S12,
            Self::NoFormat { .. } => rule::S15_REFUSED,
            Self::TooDeep { .. } | Self::TooManyNodes { .. } => rule::S18,
        }
    }

    pub fn place(&self) -> &Place {
        match self {
            Self::TooShort { place, .. }
            | Self::WrongIdentifier { place }
            | Self::Version { place, .. }
            | Self::UnknownEncoding { place, .. }
            | Self::Damaged { place, .. }
            | Self::TooLarge { place, .. }
            | Self::PastEnd { place, .. }
            | Self::TooMany { place, .. }
            | Self::UnknownFormat { place, .. }
            | Self::CountMismatch { place, .. }
            | Self::NoFormat { place, .. }
            | Self::TooDeep { place, .. }
            | Self::TooManyNodes { place, .. } => place,
        }
    }
}
