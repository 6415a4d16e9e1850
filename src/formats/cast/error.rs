//! Why bytes are not a Cast file at all. Everything less is a diagnostic (docs/formats/cast.md §4).

use crate::core::Place;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CastError {
    #[error("{place}: not a Cast file: it has {length} bytes, the header alone needs 16")]
    TooShort { place: Place, length: usize },
    #[error("{place}: not a Cast file: it begins with {found:02x?} instead of \"cast\"")]
    WrongMagic { place: Place, found: [u8; 4] },
}

impl CastError {
    /// The row of docs/formats/cast.md §4 that rejects the file.
    pub fn id(&self) -> &'static str {
        match self {
            Self::TooShort { .. } => "C1",
            Self::WrongMagic { .. } => "C2",
        }
    }

    pub fn place(&self) -> &Place {
        match self {
            Self::TooShort { place, .. } | Self::WrongMagic { place, .. } => place,
        }
    }
}
