//! Names of what is open, for one run.

use crate::core::ClipIndex;

/// Names one open file for as long as it is open; never used twice in one session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileKey(pub u64);

/// One clip of one open file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClipKey {
    pub file: FileKey,
    pub clip: ClipIndex,
}
