//! Places that pictures of the view go to.

use std::path::PathBuf;

/// Where a picture goes.
#[derive(Clone, Debug, PartialEq)]
pub enum PictureTarget {
    File(PathBuf),
    Clipboard,
}

/// A picture that is to be drawn for somebody.
pub struct Saving {
    pub to: PictureTarget,
    /// After a loss another device may draw it.
    pub may_wait: bool,
}
