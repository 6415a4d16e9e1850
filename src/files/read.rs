//! Whole files into memory, regular ones only.

use crate::core::SharedBytes;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The largest file that is read. Files are held in memory as a whole.
pub const MAX_FILE_BYTES: u64 = 8 << 30;

/// Why a file could not be read. Every message ends with the path.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("no such file: {}", path.display())]
    NotFound { path: PathBuf },
    #[error("no permission to read {}", path.display())]
    Forbidden { path: PathBuf },
    #[error("this is a folder, not a file: {}", path.display())]
    Folder { path: PathBuf },
    #[error("only regular files are opened, and this is none: {}", path.display())]
    NotRegular { path: PathBuf },
    #[error("{bytes} bytes are more than the {} GiB castview opens: {}", MAX_FILE_BYTES >> 30, path.display())]
    TooLarge { bytes: u64, path: PathBuf },
    #[error("cannot read ({source}): {}", path.display())]
    Io { source: io::Error, path: PathBuf },
}

/// Reads a regular file (or a link to one). Pipes, devices and folders are refused before they are opened.
pub fn read_file(path: &Path) -> Result<SharedBytes, ReadError> {
    let failed = |source: io::Error| match source.kind() {
        io::ErrorKind::NotFound => ReadError::NotFound { path: path.into() },
        io::ErrorKind::PermissionDenied => ReadError::Forbidden { path: path.into() },
        _ => ReadError::Io {
            source,
            path: path.into(),
        },
    };
    // Opening a pipe waits for a writer, so its kind is asked for first.
    let metadata = std::fs::metadata(path).map_err(failed)?;
    if metadata.is_dir() {
        return Err(ReadError::Folder { path: path.into() });
    }
    if !metadata.is_file() {
        return Err(ReadError::NotRegular { path: path.into() });
    }
    if metadata.len() > MAX_FILE_BYTES {
        return Err(ReadError::TooLarge {
            bytes: metadata.len(),
            path: path.into(),
        });
    }
    let file = File::open(path).map_err(failed)?;
    // One more than it claimed: a file that grows meanwhile costs no second buffer.
    let mut bytes = Vec::new();
    bytes
        .try_reserve_exact(metadata.len() as usize + 1)
        .map_err(|e| failed(io::Error::new(io::ErrorKind::OutOfMemory, e)))?;
    file.take(MAX_FILE_BYTES).read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes.into())
}

/// Reads a stream, such as standard input, to its end. `name` stands for the path in errors.
pub fn read_stream(stream: impl Read, name: &str) -> Result<SharedBytes, ReadError> {
    let mut bytes = Vec::new();
    let path = PathBuf::from(name);
    match stream.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes) {
        Err(source) => Err(ReadError::Io { source, path }),
        Ok(_) if bytes.len() as u64 > MAX_FILE_BYTES => Err(ReadError::TooLarge {
            bytes: bytes.len() as u64,
            path,
        }),
        Ok(_) => Ok(bytes.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_was_written_and_names_what_it_cannot() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("a.bin");
        std::fs::write(&path, [1, 2, 3]).expect("writable");
        assert_eq!(*read_file(&path).expect("readable"), [1, 2, 3]);
        for (path, wanted) in [
            (folder.path().join("none"), "no such file"),
            (folder.path().to_path_buf(), "folder"),
        ] {
            let message = read_file(&path).expect_err("refused").to_string();
            assert!(
                message.contains(wanted) && message.ends_with(&path.display().to_string()),
                "{message}"
            );
        }
        assert_eq!(*read_stream(&[4u8, 5][..], "-").expect("a stream"), [4, 5]);
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_refused() {
        let message = read_file(Path::new("/dev/zero")).expect_err("a device").to_string();
        assert!(message.contains("regular"), "{message}");
    }
}
