//! One place that may be read.

use super::{lexical, place};
use std::path::{Path, PathBuf};

/// A place that may be read, and the spelling by which the user named it.
#[derive(Clone, Debug)]
pub(super) struct Root {
    pub spelled: PathBuf,
    pub real: PathBuf,
}

impl Root {
    /// `None` if there is nothing. The user named `path`, so the system may be asked about it.
    pub fn of(path: &Path) -> Option<Self> {
        Some(Self {
            spelled: lexical::normal(&std::path::absolute(path).ok()?),
            real: place::real(path).ok()?,
        })
    }
}
