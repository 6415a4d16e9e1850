//! Why an SEModel shows nothing. Everything less is a diagnostic.

use crate::rules::semodel as rule;
use castview_base::core::Rule;

/// Why there is no model to show.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SemodelError {
    /// The file ends inside its header.
    #[error("the header takes {wanted} bytes, and the file has {length}")]
    TooShort {
        /// Bytes of the file.
        length: usize,
        /// Bytes of the header, with what stands before it.
        wanted: usize,
    },
    /// A version that nothing is known of.
    #[error("version {0} at byte 0x7; 1 is known")]
    Version(u16),
    /// The header claims to be shorter than what it has to hold.
    #[error("a header of {0:#x} bytes at byte 0x9; it has at least 0x14")]
    Header(u16),
    /// The file ends before the first bone or mesh is whole.
    #[error("the file ends at byte {length:#x}, before its first bone or mesh does")]
    Cut {
        /// Bytes of the file.
        length: usize,
    },
}

impl SemodelError {
    /// The rule that refuses the file.
    pub fn rule(&self) -> &'static Rule {
        match self {
            Self::TooShort { .. } => rule::SM1,
            Self::Version(_) => rule::SM2,
            Self::Header(_) => rule::SM3_REFUSED,
            Self::Cut { .. } => rule::SM5_REFUSED,
        }
    }
}
