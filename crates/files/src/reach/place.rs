//! A place inside an archive, behind a path that goes through it: `pack.zip/models/hero.cast`.
//!
//! Archives are found by their names: no other path is asked about. Archives inside archives are files like others.

use super::file_handle::FileHandle;
use super::system::{self, EntryKind};
use crate::archive::{Archive, ArchiveError, ArchiveNode, EntryReader, has_archive_name};
use std::collections::HashMap;
use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// A folder or a file inside an archive; without names the archive itself, which is a folder.
#[derive(Clone, Debug)]
pub struct Inside {
    archive_path: PathBuf,
    archive: Arc<Archive>,
    names: Vec<String>,
}

/// Archives that were looked into, each read once.
#[derive(Debug, Default)]
pub struct Archives {
    known: HashMap<PathBuf, Option<Arc<Archive>>>,
}

/// The archive that `path` goes through, and the names behind it. Whether a file lies there is asked by `is_file`.
fn through(path: &Path, is_file: impl Fn(&Path) -> bool) -> Option<(PathBuf, Vec<OsString>)> {
    let mut here = PathBuf::new();
    let mut parts = path.components();
    loop {
        here.push(parts.next()?);
        if has_archive_name(&here) && is_file(&here) {
            break;
        }
    }
    let name = |part: Component| match part {
        Component::Normal(name) => Some(name.to_owned()),
        _ => None,
    };
    Some((here, parts.map(name).collect::<Option<_>>()?))
}

impl Archives {
    /// Finds a path without links inside an archive. `None`: no readable archive lies on the way, or the archive has no such entry.
    pub fn at(&mut self, path: &Path) -> Option<Inside> {
        let known = &self.known;
        let is_file =
            |path: &Path| known.contains_key(path) || system::kind(path).is_ok_and(|kind| kind == EntryKind::File);
        let (archive_path, names) = through(path, is_file)?;
        let archive = self.known.entry(archive_path.clone());
        let archive = archive
            .or_insert_with_key(|path| read(path, false).ok().map(Arc::new))
            .clone()?;
        Inside::of(archive_path, archive, &names)
    }
}

fn read(path: &Path, follows: bool) -> Result<Archive, ArchiveError> {
    let mut file = system::open(path, follows)?;
    if !file.metadata()?.is_file() {
        return Err(ArchiveError::NoEnd);
    }
    let archive = Archive::read(&mut file)?;
    if archive.left_out > 0 {
        log::info!(
            "{} entries are left out, as their paths lead outside, come twice or are links: {}",
            archive.left_out,
            path.display()
        );
    }
    Ok(archive)
}

/// `path` from the root of the file system, links resolved; behind an archive as its names are.
pub fn real(path: &Path) -> io::Result<PathBuf> {
    system::real(path).or_else(|error| match Inside::named(path) {
        Ok(Some(inside)) => Ok(inside.path_in(&inside.archive_path().canonicalize()?)),
        _ => Err(error),
    })
}

/// The file on the disk that holds what `path` names: an archive, or what lies at the path itself.
pub fn on_disk(path: &Path) -> PathBuf {
    let archive = through(path, |path| std::fs::metadata(path).is_ok_and(|there| there.is_file()));
    archive.map_or_else(|| path.to_path_buf(), |(archive, _)| archive)
}

/// Whether a folder, an archive or a folder inside one lies at a path that the user named: links lead where they lead.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir() || Inside::named(path).is_ok_and(|inside| inside.is_some_and(|inside| inside.is_folder()))
}

/// Bytes of the file at a path that the user named.
pub fn file_bytes(path: &Path) -> Option<u64> {
    match std::fs::metadata(path) {
        Ok(there) => Some(there.len()),
        Err(_) => match Inside::named(path).ok()??.node()? {
            ArchiveNode::File(entry) => Some(entry.bytes),
            ArchiveNode::Folder(_) => None,
        },
    }
}

impl Inside {
    /// The place of a path that the user named. An error: it goes through a file that is named as an archive and cannot be looked into.
    pub fn named(path: &Path) -> Result<Option<Self>, ArchiveError> {
        let is_file = |path: &Path| std::fs::metadata(path).is_ok_and(|there| there.is_file());
        let Some((archive_path, names)) = through(path, is_file) else {
            return Ok(None);
        };
        let archive = Arc::new(read(&archive_path, true)?);
        Ok(Self::of(archive_path, archive, &names))
    }

    /// The entry at `path` in the archive; `None` if there is none. A name that is not UTF-8 is compared with the stored bytes of names.
    fn of(archive_path: PathBuf, archive: Arc<Archive>, path: &[OsString]) -> Option<Self> {
        let shown = |name: &OsString| match name.to_str() {
            Some(name) => Some(name.to_owned()),
            None => archive.name_of_stored(name.as_encoded_bytes()).map(str::to_owned),
        };
        let names = path.iter().map(shown).collect::<Option<_>>()?;
        let inside = Self {
            archive_path,
            archive,
            names,
        };
        inside.node().is_some().then_some(inside)
    }

    fn node(&self) -> Option<&ArchiveNode> {
        self.archive.root.at(self.names.iter().map(String::as_str))
    }

    /// A sentence about names of the archive that are not UTF-8.
    pub fn guessed_names(&self) -> Option<&str> {
        self.archive.guessed_names.as_deref()
    }

    /// Path of the archive.
    pub fn archive_path(&self) -> &Path {
        &self.archive_path
    }

    /// The path that leads there through the archive, which has this real path.
    pub fn path_in(&self, archive: &Path) -> PathBuf {
        self.names
            .iter()
            .fold(archive.to_path_buf(), |path, name| path.join(name))
    }

    pub fn is_folder(&self) -> bool {
        matches!(self.node(), Some(ArchiveNode::Folder(_)))
    }

    pub fn kind(&self) -> EntryKind {
        if self.is_folder() {
            EntryKind::Folder
        } else {
            EntryKind::File
        }
    }

    /// Names in a folder.
    pub fn list(&self) -> Vec<String> {
        match self.node() {
            Some(ArchiveNode::Folder(nodes)) => nodes.keys().cloned().collect(),
            _ => Vec::new(),
        }
    }

    /// Bytes of a file, unpacked.
    pub fn bytes(&self) -> u64 {
        match self.node() {
            Some(ArchiveNode::File(entry)) => entry.bytes,
            _ => 0,
        }
    }

    /// Reads a file of the archive, which is open as `archive`.
    pub fn open(&self, archive: std::fs::File) -> io::Result<FileHandle> {
        match self.node() {
            Some(ArchiveNode::File(entry)) => EntryReader::open(archive, entry).map(FileHandle::Inside),
            _ => Err(io::ErrorKind::IsADirectory.into()),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use castview_testkit::zip::{archive, stored};
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    /// A guess how names are to be read cannot be turned back: their own bytes lead to them, too.
    #[test]
    fn names_that_are_no_text_are_found_by_their_bytes_and_as_they_are_shown() {
        let path = b"\x83\x4c\x83\x83\x83\x89/\x8f\x89\x89\xb9\x83~\x83N.cast";
        let mut odd = stored("", b"Cast");
        (odd.name, odd.flags) = (path.to_vec(), 0);
        let folder = tempfile::tempdir().expect("a folder");
        let zip = folder.path().join("pack.zip");
        std::fs::write(&zip, archive(&[odd], false)).expect("writable");
        let shown = zip.join("キャラ/初音ミク.cast");
        let raw = zip.join(OsStr::from_bytes(path));
        for named in [&shown, &raw] {
            let inside = Inside::named(named).expect("an archive").expect("an entry");
            assert_eq!((inside.bytes(), inside.path_in(&zip)), (4, shown.clone()));
            let inside = Archives::default().at(named).expect("an entry");
            assert_eq!(inside.path_in(&zip), shown);
        }
        let other = zip.join(OsStr::from_bytes(b"\x83\x4c/\x8f\x89.cast"));
        assert!(Inside::named(&other).expect("an archive").is_none());
    }
}
