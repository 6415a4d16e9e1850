//! Where the paths lead that a file names.

use crate::files::ReachedFile;
use std::path::{Path, PathBuf};

/// Where a path that the file names leads.
#[derive(Clone, Debug, Default)]
pub struct Lead {
    /// `None`: to nothing.
    pub(super) found: Option<PathBuf>,
    /// Why what lies there cannot be read.
    pub(super) unreadable: Option<String>,
}

impl Lead {
    pub(super) fn inside(file: &Path) -> Self {
        Self {
            found: Some(file.to_owned()),
            unreadable: None,
        }
    }

    pub(super) fn of(found: Result<ReachedFile, String>, unreadable: impl Fn(&ReachedFile) -> Option<String>) -> Self {
        let Ok(found) = found else { return Self::default() };
        Self {
            unreadable: unreadable(&found),
            found: Some(found.path().to_owned()),
        }
    }
}
