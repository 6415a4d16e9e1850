//! Names of what is open, for one run.

use castview_base::core::ClipIndex;
use castview_picture::opened::FileKey;

/// One clip of one open file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct ClipKey {
    pub file: FileKey,
    pub clip: ClipIndex,
}
