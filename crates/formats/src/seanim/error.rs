//! Why an SEAnim shows nothing. Everything less is a diagnostic.

use crate::rules::seanim as rule;
use castview_base::core::Rule;

/// Why there is no clip to play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeanimError {
    /// The file ends inside its header.
    #[error("the header takes {wanted} bytes, and the file has {length}")]
    TooShort {
        /// Bytes of the file.
        length: usize,
        /// Bytes of the header, with what stands before it.
        wanted: usize,
    },
    /// A version that nothing is known of.
    #[error("version {0} at byte 0x6; 1 is known")]
    Version(u16),
    /// The header claims to be shorter than what it has to hold.
    #[error("a header of {0:#x} bytes at byte 0x8; it has at least 0x1c")]
    Header(u16),
    /// The file ends before the first bone is whole.
    #[error("the file ends at byte {length:#x}, before the keys of its first bone do")]
    Cut {
        /// Bytes of the file.
        length: usize,
    },
}

impl SeanimError {
    /// The rule that refuses the file.
    pub fn rule(&self) -> &'static Rule {
        match self {
            Self::TooShort { .. } => rule::SN1,
            Self::Version(_) => rule::SN2,
            Self::Header(_) => rule::SN3_REFUSED,
            Self::Cut { .. } => rule::SN5_REFUSED,
        }
    }
}
