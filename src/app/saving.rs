//! A picture that is to be saved: where, and what becomes of it when the device is lost.

use std::path::PathBuf;

pub struct Saving {
    pub path: PathBuf,
    /// After a loss another device may draw it.
    pub may_wait: bool,
}
