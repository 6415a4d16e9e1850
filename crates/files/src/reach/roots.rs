//! The folders and files that may be read.

use super::lexical;
use super::root::Root;
use super::together::Together;
use std::path::{Path, PathBuf};

/// The folders and files that may be read.
#[derive(Debug, Default)]
pub struct Roots {
    pub(super) folders: Vec<Root>,
    pub(super) files: Together,
}

impl Roots {
    pub(super) fn add(&mut self, root: Root) {
        self.folders.push(root);
    }

    /// The allowed real folder that the absolute, normal `path` lies in, and the way from there, names only.
    pub(super) fn locate(&self, path: &Path) -> Option<(PathBuf, Vec<String>)> {
        let by_real = self.folders.iter().map(|root| (&root.real, root));
        let by_spelling = self.folders.iter().map(|root| (&root.spelled, root));
        by_real
            .chain(by_spelling)
            .find_map(|(name, root)| Some((root.real.clone(), lexical::rest(name, path)?)))
    }

    /// The real path of the allowed file that `path` names.
    pub(super) fn file(&self, path: &Path) -> Option<&Path> {
        self.files.file(path)
    }

    /// Whether the real path `path` lies inside. Letter case counts.
    pub(super) fn holds(&self, path: &Path) -> bool {
        self.folders.iter().any(|root| path.starts_with(&root.real)) || self.files.holds(path)
    }
}
