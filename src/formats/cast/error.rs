//! Why bytes are not a Cast file at all. Everything less is a diagnostic (docs/formats/cast.md §4).

use crate::core::{Place, Rule};
use crate::formats::rules::cast as rule;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CastError {
    #[error("{place}: not a Cast file: it has {length} bytes, the header alone needs 16")]
    TooShort { place: Place, length: usize },
    #[error("{place}: not a Cast file: it begins with {found:02x?} instead of \"cast\"")]
    WrongMagic { place: Place, found: [u8; 4] },
}

impl CastError {
    /// The rule that refuses the file.
    pub fn rule(&self) -> &'static Rule {
        match self {
            Self::TooShort { .. } => rule::C1,
            Self::WrongMagic { .. } => rule::C2,
        }
    }

    pub fn place(&self) -> &Place {
        match self {
            Self::TooShort { place, .. } | Self::WrongMagic { place, .. } => place,
        }
    }
}
