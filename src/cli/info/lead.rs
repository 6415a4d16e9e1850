//! Where the paths lead that a file names.

use crate::files::{self, ReachedFile};
use crate::images::ImageParts;
use std::path::{Path, PathBuf};

/// Where a path that the file names leads.
#[derive(Clone, Debug, Default)]
pub struct Lead {
    /// `None`: to nothing.
    pub(super) found: Option<PathBuf>,
    /// Why what lies there cannot be read.
    pub(super) unreadable: Option<String>,
    /// The kind of an image file that holds several, and the one of them that is shown.
    pub(super) several: Option<String>,
}

impl Lead {
    pub(super) fn inside(file: &Path) -> Self {
        Self {
            found: Some(file.to_owned()),
            ..Self::default()
        }
    }

    pub(super) fn image(found: Result<ReachedFile, String>) -> Self {
        let Ok(found) = found else { return Self::default() };
        let parts = files::image_parts(&found);
        let told = |parts: &ImageParts| format!("{}; {} is shown", parts.kind(), parts.shown());
        Self {
            several: parts.as_ref().ok().and_then(|parts| parts.as_ref().map(told)),
            unreadable: parts.err(),
            found: Some(found.path().to_owned()),
        }
    }

    pub(super) fn model(found: Result<ReachedFile, String>) -> Self {
        let Ok(found) = found else { return Self::default() };
        Self {
            unreadable: files::no_model(&found),
            found: Some(found.path().to_owned()),
            ..Self::default()
        }
    }
}
