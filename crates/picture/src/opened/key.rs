//! Names of what is open, for one run.

/// Names one open file for as long as it is open; never used twice in one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct FileKey(pub u64);
