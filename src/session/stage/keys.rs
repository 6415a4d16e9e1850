//! Names of what is open, for one run.

use crate::core::ClipIndex;
use crate::opened::FileKey;

/// One clip of one open file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct ClipKey {
    pub file: FileKey,
    pub clip: ClipIndex,
}
