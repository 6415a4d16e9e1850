//! How a file is to be read, and what may be read beside it.

use castview_base::core::{Options, SharedBytes};

/// How to read a file.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// For models and clips that have no name of their own: usually the file's stem.
    pub name: &'a str,
    /// Decisions of the user; the reader decides the rest.
    pub options: &'a Options,
    /// Files that may be read beside this one.
    pub side_files: &'a dyn SideFiles,
}

impl<'a> Request<'a> {
    /// Everything is decided by the file, and nothing beside it is read.
    pub fn alone(name: &'a str) -> Self {
        Self {
            name,
            options: const { &Options::NONE },
            side_files: &NoSideFiles,
        }
    }
}

/// The files beside the one that is read. Whoever implements it decides what may be opened.
pub trait SideFiles {
    /// The first `wanted` bytes of the file that is called `uri` in the file being read, or all of a shorter one; else why there
    /// are none, as the end of a sentence.
    fn read(&self, uri: &str, wanted: u64) -> Result<SharedBytes, String>;
}

/// The error of [`SideFiles::read`] for a file that is not there; every other error is about one that is.
pub const NO_SUCH_FILE: &str = "there is no such file beside the model";

/// Nothing beside the file is read.
pub struct NoSideFiles;

impl SideFiles for NoSideFiles {
    fn read(&self, _: &str, _: u64) -> Result<SharedBytes, String> {
        Err("files beside this one are not read here".into())
    }
}
