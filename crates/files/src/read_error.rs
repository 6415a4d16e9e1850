//! Why a file could not be read.

use std::io;
use std::path::{Path, PathBuf};

/// Why a file could not be read. Every message ends with the path.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// Nothing lies at the path.
    #[error("no such file: {}", path.display())]
    NotFound {
        /// The file that was to be read.
        path: PathBuf,
    },
    /// The system refuses to open it.
    #[error("no permission to read {}", path.display())]
    Forbidden {
        /// The file that was to be read.
        path: PathBuf,
    },
    /// A folder.
    #[error("this is a folder, not a file: {}", path.display())]
    Folder {
        /// The file that was to be read.
        path: PathBuf,
    },
    /// A pipe, a device or a socket.
    #[error("only regular files are opened, and this is none: {}", path.display())]
    NotRegular {
        /// The file that was to be read.
        path: PathBuf,
    },
    /// A path that leads out of the allowed folders by the time it is opened.
    #[error("it lies outside the folders that may be read: {}", path.display())]
    Outside {
        /// The file that was to be read.
        path: PathBuf,
    },
    /// Longer than castview reads.
    #[error("{bytes} bytes are more than the {most} that castview reads: {}", path.display())]
    TooLarge {
        /// Length of the file.
        bytes: u64,
        /// Length up to which files are read.
        most: u64,
        /// The file that was to be read.
        path: PathBuf,
    },
    /// A glTF file with more JSON than castview parses.
    #[error("its {bytes} bytes of JSON are more than the {most} that castview reads: {}", path.display())]
    JsonTooLong {
        /// Length of the JSON.
        bytes: u64,
        /// Length up to which JSON is parsed.
        most: u64,
        /// The file that was to be read.
        path: PathBuf,
    },
    /// A file whose content was never written: zeros to the end.
    #[error("nothing but zeros follows its beginning, as in a file that was never written whole: {}", path.display())]
    Hollow {
        /// The file that was to be read.
        path: PathBuf,
    },
    /// The system failed while it was read.
    #[error("cannot read ({source}): {}", path.display())]
    Io {
        /// The system's reason.
        source: io::Error,
        /// The file that was to be read.
        path: PathBuf,
    },
    /// The caller's progress function stopped it.
    #[error("reading was stopped: {}", path.display())]
    Stopped {
        /// The file that was to be read.
        path: PathBuf,
    },
}

impl ReadError {
    /// Without the path.
    pub fn told(&self) -> String {
        match self {
            Self::NotFound { .. } => "there is no such file; was it moved, renamed or deleted?".into(),
            Self::Forbidden { .. } => "you may not read this file; its permissions say so".into(),
            Self::Folder { .. } => "this is a folder, not a file".into(),
            Self::NotRegular { .. } => "only regular files are opened, and this is none".into(),
            Self::Outside { .. } => "it lies outside the folders that may be read".into(),
            Self::TooLarge { bytes, most, .. } => {
                let gigabytes = |bytes: u64| bytes as f64 / f64::from(1u32 << 30);
                let (has, most) = (gigabytes(*bytes), gigabytes(*most));
                format!("it has {has:.1} GB, and castview reads files of at most {most:.1} GB")
            }
            Self::JsonTooLong { bytes, most, .. } => {
                let megabytes = |bytes: &u64| *bytes >> 20;
                let (has, most) = (megabytes(bytes), megabytes(most));
                format!("it has {has} MB of JSON, and castview reads at most {most} MB")
            }
            Self::Hollow { .. } => {
                "nothing but zeros follows its beginning; was it ever written, or copied, whole?".into()
            }
            Self::Io { source, .. } => format!("reading it failed: {source}"),
            Self::Stopped { .. } => "reading was stopped".into(),
        }
    }

    /// Why something at `path` could not be opened or read.
    pub(super) fn of(source: io::Error, path: &Path) -> Self {
        let path = path.to_path_buf();
        match source.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Self::NotFound { path },
            io::ErrorKind::PermissionDenied => Self::Forbidden { path },
            _ => Self::Io { source, path },
        }
    }
}
