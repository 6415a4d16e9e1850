//! Every question to the system that references of a file cause: list a folder, look at an entry, read a link, open a file.
//! Nothing else below `reach` touches a disk, so the tests' record of what was asked is whole.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// EntryKind of an entry of a folder. Links are not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    Folder,
    File,
    Link,
    /// A pipe, a device, a socket.
    Other,
}

/// Entries of one folder that are looked at.
const MOST_ENTRIES: usize = 1 << 18;

/// The names in `folder`, at most [`MOST_ENTRIES`]. Names that are not Unicode cannot be spelled by any format that is read here.
pub fn list(folder: &Path) -> io::Result<Vec<String>> {
    record(folder);
    let entries = std::fs::read_dir(folder)?.flatten().take(MOST_ENTRIES);
    Ok(entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect())
}

pub fn kind(path: &Path) -> io::Result<EntryKind> {
    record(path);
    let kind = std::fs::symlink_metadata(path)?.file_type();
    Ok(match () {
        () if kind.is_symlink() => EntryKind::Link,
        () if kind.is_dir() => EntryKind::Folder,
        () if kind.is_file() => EntryKind::File,
        () => EntryKind::Other,
    })
}

/// Target of the link at `path`, as the link says it.
pub fn link(path: &Path) -> io::Result<PathBuf> {
    record(path);
    std::fs::read_link(path)
}

/// `path` from the root of the file system, links resolved.
pub fn real(path: &Path) -> io::Result<PathBuf> {
    record(path);
    path.canonicalize()
}

/// Opens `path` for reading. Never waits for a pipe, becomes nobody's terminal, and takes a link for an error unless it
/// `follows` links.
pub fn open(path: &Path, follows: bool) -> io::Result<File> {
    record(path);
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        let own = if follows { OFlags::empty() } else { OFlags::NOFOLLOW };
        let flags = OFlags::NONBLOCK | OFlags::NOCTTY | own;
        options.custom_flags(flags.bits().cast_signed());
    }
    #[cfg(windows)]
    {
        use std::os::windows::fs::OpenOptionsExt;
        // The link itself is opened then, which is no regular file.
        const FILE_FLAG_OPEN_REPARSE_POINT: u32 = 0x0020_0000;
        options.custom_flags(if follows { 0 } else { FILE_FLAG_OPEN_REPARSE_POINT });
    }
    options.open(path)
}

/// Whether `file` is what lies at `path` now.
#[cfg(unix)]
pub fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    record(path);
    let (held, there) = (file.metadata()?, std::fs::symlink_metadata(path)?);
    Ok((held.dev(), held.ino()) == (there.dev(), there.ino()))
}

/// Whether `file` is what lies at `path` now.
#[cfg(not(unix))]
pub fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    record(path);
    Ok(same_file::Handle::from_file(file.try_clone()?)? == same_file::Handle::from_path(path)?)
}

#[cfg(not(test))]
fn record(_: &Path) {}

#[cfg(test)]
thread_local! {
    /// Every path that this thread has asked the system about.
    static ASKED: std::cell::RefCell<Vec<PathBuf>> = const { std::cell::RefCell::new(Vec::new()) };
}

#[cfg(test)]
fn record(path: &Path) {
    ASKED.with_borrow_mut(|asked| asked.push(path.to_path_buf()));
}

/// Paths that this thread has asked about since the last call.
#[cfg(test)]
pub fn asked() -> Vec<PathBuf> {
    ASKED.take()
}
