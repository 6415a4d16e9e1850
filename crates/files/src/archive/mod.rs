//! Zip archives, looked into like folders: what they hold, and the bytes of one entry at a time.
//!
//! In: an open file. Out: a tree of folders and entries whose paths stay inside, and readers. Nothing is unpacked to disk. Every number of
//! the file may be a lie: the list of entries is judged as a whole before any of them is read, and a reader gives no more bytes than its entry
//! claims (docs/security.md).

mod directory;
mod entry;
mod names;
mod reader;
#[cfg(test)]
mod tests;

pub use directory::Archive;
pub use entry::ArchiveNode;
pub use reader::EntryReader;

use std::path::Path;

/// Whether a file of that name is looked into.
pub fn has_archive_name(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
}

/// Why a file is no archive that can be looked into, as the end of a sentence.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    #[error("it is no zip archive, or its end is missing")]
    NoEnd,
    #[error("its list of entries is damaged")]
    List,
    #[error("it is a part of an archive of several files")]
    Parts,
    #[error("its list of entries is larger than 64 MiB")]
    TooLong,
    #[error(transparent)]
    Io(#[from] std::io::Error),
}
