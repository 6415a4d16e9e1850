//! Why a file gives nothing to show. Everything less is a diagnostic (docs/formats/shape.md §7).

use super::Codec;
use crate::rules::shape as rule;
use castview_base::core::{Place, Rule};

/// Why there is nothing to show. `place` is where in the file it was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// The file ends inside its header.
    #[error("{place}: not a Shape file: it has {length} bytes, the header alone needs 8")]
    TooShort {
        /// Where.
        place: Place,
        /// Bytes of the file.
        length: usize,
    },
    /// The file does not begin as a Shape.
    #[error("{place}: not a Shape file: it does not begin with the identifier \"SHAPE\"")]
    WrongIdentifier {
        /// Where.
        place: Place,
    },
    /// A version that nothing is known of.
    #[error("{place}: Shape version {version} not supported{}", big_endian(*version))]
    Version {
        /// Where.
        place: Place,
        /// The version as stored.
        version: u16,
    },
    /// The stream makes sense in no way that is known.
    #[error(
        "{place}: SHAPE 0.1 container recognised, but its stream encoding is not documented and is none of: plain, zlib, \
         gzip, deflate, LZ4 (found: {found}). First 16 stream bytes: {first}; entropy: {entropy} bits/byte. Read as plain it fails: {plain}"
    )]
    UnknownEncoding {
        /// Where the stream begins.
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
    /// The stream cannot be unpacked.
    #[error("{place}: the {codec} stream is damaged: {reason}")]
    Damaged {
        /// Where the stream begins.
        place: Place,
        /// How it is compressed.
        codec: Codec,
        /// Message of the codec.
        reason: String,
    },
    /// The stream unpacks to more than anybody should hold.
    #[error("{place}: the {codec} stream grows past {cap} bytes, more than a Shape may take")]
    TooLarge {
        /// Where the stream begins.
        place: Place,
        /// How it is compressed.
        codec: Codec,
        /// The most bytes.
        cap: u64,
    },
    /// A record runs past the end.
    #[error("{place}: {wanted} bytes of {what} are announced, but only {left} remain")]
    PastEnd {
        /// Where it begins.
        place: Place,
        /// Name of the missing part.
        what: &'static str,
        /// Bytes that it needs.
        wanted: u64,
        /// Bytes that there are.
        left: usize,
    },
    /// A list announces more records than fit.
    #[error("{place}: {count} records of {least} bytes or more are announced, but only {left} bytes remain")]
    TooMany {
        /// Where the list begins.
        place: Place,
        /// The number it announces.
        count: u64,
        /// Bytes of the shortest record.
        least: usize,
        /// Bytes that there are.
        left: usize,
    },
    /// Vertex data in a format whose size is not known, so that nothing behind it can be read.
    #[error("{place}: vertex data is in DXGI format {format}, whose size is not known")]
    UnknownFormat {
        /// Where.
        place: Place,
        /// The format's number.
        format: u8,
    },
    /// A stream of a geometry that has not one entry per vertex.
    #[error("{place}: {found} entries for {wanted} vertices")]
    CountMismatch {
        /// Where.
        place: Place,
        /// Entries of the stream.
        found: u32,
        /// Vertices of the geometry.
        wanted: u32,
    },
    /// Entries whose size nobody tells.
    #[error("{place}: {count} entries are announced without a format")]
    NoFormat {
        /// Where.
        place: Place,
        /// How many are announced.
        count: u32,
    },
    /// Nodes inside nodes without end.
    #[error("{place}: nodes are nested deeper than {most}")]
    TooDeep {
        /// Where.
        place: Place,
        /// The deepest that is read.
        most: usize,
    },
    /// More nodes than anybody should hold.
    #[error("{place}: there are more than {most} nodes")]
    TooManyNodes {
        /// Where.
        place: Place,
        /// The most that are read.
        most: usize,
    },
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

    /// Where in the file it was found.
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
