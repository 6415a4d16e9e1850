//! Saving a picture: the path, and the answer to a lost device.

use std::path::PathBuf;

pub struct Saving {
    pub path: PathBuf,
    /// After a loss another device may draw it.
    pub may_wait: bool,
}
