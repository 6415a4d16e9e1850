//! A file inside the allowed folders, opened only through here.

use super::file_handle::FileHandle;
use super::place::{self, Archives, Inside};
use super::roots::Roots;
use super::system;
use crate::read_error::ReadError;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// A regular file inside the allowed folders. Whether it still is one is checked again when it is opened.
#[derive(Clone, Debug)]
pub struct ReachedFile {
    path: PathBuf,
    roots: Arc<Roots>,
    /// Its place, if it lies inside an archive.
    inside: Option<Inside>,
}

impl ReachedFile {
    pub(super) fn new(path: PathBuf, roots: Arc<Roots>, archives: &mut Archives) -> Self {
        let inside = archives.at(&path);
        Self { path, roots, inside }
    }

    /// Where it lies: a real path, without links.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the file lies inside an archive; other programs cannot open such a path.
    pub fn is_in_archive(&self) -> bool {
        self.inside.is_some()
    }

    /// Size in bytes, and time of the last change. A file inside an archive has the time of the archive.
    pub(crate) fn facts(&self) -> (u64, Option<SystemTime>) {
        let path = self.inside.as_ref().map_or(&*self.path, Inside::archive_path);
        let there = std::fs::symlink_metadata(path).ok();
        let on_disk = there.as_ref().map_or(0, std::fs::Metadata::len);
        let bytes = self.inside.as_ref().map_or(on_disk, Inside::bytes);
        (bytes, there.and_then(|there| there.modified().ok()))
    }

    /// The handle to read it by. Refused if by now it is a link, a pipe or a device, or lies outside.
    pub(crate) fn open(&self) -> Result<FileHandle, ReadError> {
        let failed = |source| ReadError::of(source, &self.path);
        let path = self.inside.as_ref().map_or(&*self.path, Inside::archive_path);
        let file = system::open(path, false).map_err(failed)?;
        if !file.metadata().map_err(failed)?.is_file() {
            return Err(ReadError::NotRegular {
                path: self.path.clone(),
            });
        }
        let real = place::real(path).map_err(failed)?;
        let held = self
            .inside
            .as_ref()
            .map_or_else(|| real.clone(), |inside| inside.path_in(&real));
        if self.roots.holds(&held) && system::is_at(&file, &real).map_err(failed)? {
            match &self.inside {
                None => Ok(FileHandle::Disk(file)),
                Some(inside) => inside.open(file).map_err(failed),
            }
        } else {
            Err(ReadError::Outside {
                path: self.path.clone(),
            })
        }
    }
}
