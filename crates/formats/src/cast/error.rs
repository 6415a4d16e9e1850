//! Why bytes are not a Cast file at all. Everything less is a diagnostic (docs/formats/cast.md §4).

use crate::rules::cast as rule;
use castview_base::core::{Place, Rule};

/// Why there is no document at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CastError {
    /// The file ends inside its header.
    #[error("{place}: not a Cast file: it has {length} bytes, the header alone needs 16")]
    TooShort {
        /// Where that was found.
        place: Place,
        /// Bytes of the file.
        length: usize,
    },
    /// The file does not begin with `cast`.
    #[error("{place}: not a Cast file: it begins with {found:02x?} instead of \"cast\"")]
    WrongMagic {
        /// Where that was found.
        place: Place,
        /// Bytes that it begins with.
        found: [u8; 4],
    },
}

impl CastError {
    /// The rule that refuses the file.
    pub fn rule(&self) -> &'static Rule {
        match self {
            Self::TooShort { .. } => rule::C1,
            Self::WrongMagic { .. } => rule::C2,
        }
    }

    /// Where in the file it was found.
    pub fn place(&self) -> &Place {
        match self {
            Self::TooShort { place, .. } | Self::WrongMagic { place, .. } => place,
        }
    }
}
