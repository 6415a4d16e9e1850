//! A file inside the allowed folders, opened only through here.

use super::roots::Roots;
use super::system;
use crate::read_error::ReadError;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A regular file inside the allowed folders. Whether it still is one is checked again when it is opened.
#[derive(Clone, Debug)]
pub struct ReachedFile {
    path: PathBuf,
    roots: Arc<Roots>,
}

impl ReachedFile {
    pub(super) fn new(path: PathBuf, roots: Arc<Roots>) -> Self {
        Self { path, roots }
    }

    /// Where it lies: a real path, without links.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The handle to read it by. Refused if by now it is a link, a pipe or a device, or lies outside.
    pub(crate) fn open(&self) -> Result<File, ReadError> {
        let failed = |source| ReadError::of(source, &self.path);
        let file = system::open(&self.path, false).map_err(failed)?;
        if !file.metadata().map_err(failed)?.is_file() {
            return Err(ReadError::NotRegular {
                path: self.path.clone(),
            });
        }
        let real = system::real(&self.path).map_err(failed)?;
        if self.roots.holds(&real) && system::is_at(&file, &real).map_err(failed)? {
            Ok(file)
        } else {
            Err(ReadError::Outside {
                path: self.path.clone(),
            })
        }
    }
}
