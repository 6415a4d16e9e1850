//! Damage of KTX files.

use super::super::ImageError;

/// Damage of a KTX file, as the end of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KtxFault {
    #[error("its header is cut short")]
    Header,
    #[error("its levels do not lie in the file, or have other lengths than their size asks for")]
    Levels,
    #[error("its prefix codes are no codes")]
    Codes,
    #[error("its codebooks are damaged")]
    Codebook,
    #[error("its blocks end too early or name none of its codebook")]
    Slice,
    #[error("one of its blocks is of no mode there is")]
    Block,
    #[error("its packed data cannot be unpacked")]
    Packed,
}

/// Word for an error.
pub fn damaged(fault: KtxFault) -> ImageError {
    ImageError::Damaged {
        kind: "KTX",
        reason: fault.to_string(),
    }
}
