//! Whole files into memory, regular ones only.

pub use super::paths::STDIN;
use super::reach::{FileHandle, Inside, ReachedFile, file_bytes};
use super::read_error::ReadError;
use castview_base::core::SharedBytes;
use castview_formats::{Judged, MOST_JSON, judged};
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};

/// The largest file that is read. Files are held in memory as a whole.
pub const MAX_FILE_BYTES: u64 = 8 << 30;

/// Bytes between two looks at whether to go on.
const CHUNK: u64 = 16 << 20;

/// Called while a file is read, with the share that is done (0…1); `false` stops.
pub type Progress<'a> = dyn FnMut(f32) -> bool + 'a;

/// Enough to be judged by.
const BEGINNING: u64 = 4096;

/// Files above this are judged by their beginning before they are read.
const LARGE: u64 = 16 << 20;

/// Reads `path` to its end; [`STDIN`] means standard input. For a large file that no reader takes, only the beginning comes back, by which
/// it is refused.
pub fn read(path: &Path) -> Result<SharedBytes, ReadError> {
    read_watched(path, &mut |_| true)
}

/// [`read`] of a file of at most `most` bytes. A larger one is refused by its size, before any of it is read; a stream at the
/// first byte too many.
pub fn read_at_most(path: &Path, most: u64) -> Result<SharedBytes, ReadError> {
    if path == Path::new(STDIN) {
        read_stream((io::stdin().lock(), "standard input"), most, false)
    } else {
        read_file(path, most, &mut |_| true)
    }
}

/// [`read`], with `progress` called every few megabytes.
pub fn read_watched(path: &Path, progress: &mut Progress) -> Result<SharedBytes, ReadError> {
    if path == Path::new(STDIN) {
        read_stream((io::stdin().lock(), "standard input"), MAX_FILE_BYTES, true)
    } else {
        let mut file = open_named(path)?;
        let wanted = worth_reading(&mut file, path)?;
        read_open((file, path), wanted, MAX_FILE_BYTES, progress)
    }
}

/// The folder of the file at `path`: the working directory for standard input.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if path != Path::new(STDIN) && !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Name for things that a file at `path` does not name: the file name without its extension.
pub fn file_stem(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    match stem {
        Some(stem) if stem != STDIN => stem,
        _ => "stdin".into(),
    }
}

/// Reads a regular file (or a link to one) of at most `most` bytes, which the user named. Pipes, devices and folders are
/// refused before they are opened.
pub(super) fn read_file(path: &Path, most: u64, progress: &mut Progress) -> Result<SharedBytes, ReadError> {
    let file = open_named(path)?;
    read_open((file, path), u64::MAX, most, progress)
}

/// Reads the first `wanted` bytes of a file that another one names. The limit `most` is held against the bytes that are read.
pub(super) fn read_found(
    found: &ReachedFile,
    wanted: u64,
    most: u64,
    progress: &mut Progress,
) -> Result<SharedBytes, ReadError> {
    read_open((found.open()?, found.path()), wanted, most, progress)
}

/// [`read_found`] of a file that is to be imported: it is judged as [`read`] does.
pub(super) fn read_imported(found: &ReachedFile, most: u64, progress: &mut Progress) -> Result<SharedBytes, ReadError> {
    let mut file = found.open()?;
    let wanted = worth_reading(&mut file, found.path())?;
    read_open((file, found.path()), wanted, most, progress)
}

/// How much of the file is to be read: all of it, or its beginning if no reader takes it.
fn worth_reading(file: &mut FileHandle, path: &Path) -> Result<u64, ReadError> {
    let failed = |source| ReadError::of(source, path);
    let size = file.size().map_err(failed)?;
    if size <= LARGE {
        return Ok(u64::MAX);
    }
    let mut beginning = Vec::new();
    file.by_ref()
        .take(BEGINNING)
        .read_to_end(&mut beginning)
        .map_err(failed)?;
    file.seek(io::SeekFrom::Start(0)).map_err(failed)?;
    match judged(&beginning, size) {
        Judged::Readable => Ok(u64::MAX),
        Judged::Refused => Ok(BEGINNING),
        Judged::JsonTooLong { bytes } => Err(ReadError::JsonTooLong {
            bytes,
            most: MOST_JSON,
            path: path.into(),
        }),
        Judged::Hollow => Err(ReadError::Hollow { path: path.into() }),
    }
}

/// The handle of a regular file, wherever links lead: the user chose it.
pub(super) fn open_named(path: &Path) -> Result<FileHandle, ReadError> {
    let failed = |source| ReadError::of(source, path);
    let regular = |metadata: &std::fs::Metadata| match () {
        () if metadata.is_dir() => Err(ReadError::Folder { path: path.into() }),
        () if metadata.is_file() => Ok(()),
        () => Err(ReadError::NotRegular { path: path.into() }),
    };
    // Opening a device may act, so its kind is asked for first; and again, of what was opened.
    match std::fs::metadata(path) {
        Ok(there) => regular(&there)?,
        Err(error) => return open_inside(path).unwrap_or_else(|| Err(failed(error))),
    }
    let file = super::reach::open(path, true).map_err(failed)?;
    regular(&file.metadata().map_err(failed)?)?;
    Ok(FileHandle::Disk(file))
}

/// The same of a file inside an archive; `None`: the path leads through none.
fn open_inside(path: &Path) -> Option<Result<FileHandle, ReadError>> {
    let failed = |source| ReadError::of(source, path);
    let inside = match Inside::named(path) {
        Ok(inside) => inside?,
        Err(error) => return Some(Err(failed(io::Error::new(io::ErrorKind::InvalidData, error)))),
    };
    if inside.is_folder() {
        return Some(Err(ReadError::Folder { path: path.into() }));
    }
    let archive = super::reach::open(inside.archive_path(), true);
    Some(archive.and_then(|archive| inside.open(archive)).map_err(failed))
}

/// How large files claim to be, together; those that cannot be asked count for nothing.
pub fn bytes_of(paths: &[PathBuf]) -> u64 {
    let sizes = paths.iter().filter_map(|path| file_bytes(path));
    sizes.fold(0, u64::saturating_add)
}

fn read_open(
    (file, path): (FileHandle, &Path),
    wanted: u64,
    most: u64,
    progress: &mut Progress,
) -> Result<SharedBytes, ReadError> {
    let failed = |source| ReadError::of(source, path);
    let size = file.size().map_err(failed)?.min(wanted);
    if size > most {
        return Err(ReadError::TooLarge {
            bytes: size,
            most,
            path: path.into(),
        });
    }
    let mut file = file.take(most.min(wanted));
    // One more than it claims, so that finding the end needs no second buffer.
    let mut bytes = Vec::new();
    bytes
        .try_reserve_exact(size as usize + 1)
        .map_err(|e| failed(io::Error::new(io::ErrorKind::OutOfMemory, e)))?;
    while (&mut file).take(CHUNK).read_to_end(&mut bytes).map_err(failed)? > 0 {
        if !progress((bytes.len() as f32 / size.max(1) as f32).min(1.0)) {
            return Err(ReadError::Stopped { path: path.into() });
        }
    }
    Ok(bytes.into())
}

/// Reads a stream, such as standard input, to its end, which comes after at most `most` bytes. `name` stands for the path in
/// errors. If it `is_judged`, a long stream that no reader takes is read no further.
fn read_stream((mut stream, name): (impl Read, &str), most: u64, is_judged: bool) -> Result<SharedBytes, ReadError> {
    let mut bytes = Vec::new();
    let path = PathBuf::from(name);
    let mut until = |end: u64, bytes: &mut Vec<u8>| {
        let left = end - bytes.len() as u64;
        let read = (&mut stream).take(left).read_to_end(bytes);
        read.map_err(|source| ReadError::Io {
            source,
            path: PathBuf::from(name),
        })
    };
    if is_judged && most > LARGE {
        until(LARGE, &mut bytes)?;
        let beginning = &bytes[..bytes.len().min(BEGINNING as usize)];
        if bytes.len() as u64 == LARGE {
            match judged(beginning, LARGE) {
                Judged::Refused => return Ok(beginning.to_vec().into()),
                Judged::Hollow => return Err(ReadError::Hollow { path }),
                Judged::Readable | Judged::JsonTooLong { .. } => {}
            }
        }
    }
    until(most + 1, &mut bytes)?;
    match bytes.len() as u64 > most {
        true => Err(ReadError::TooLarge {
            bytes: bytes.len() as u64,
            most,
            path,
        }),
        false => Ok(bytes.into()),
    }
}

impl ReachedFile {
    /// Its bytes, at most `most` of them.
    pub fn read(&self, most: u64) -> Result<SharedBytes, ReadError> {
        read_found(self, u64::MAX, most, &mut |_| true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;

    #[test]
    fn reads_what_was_written_and_names_what_it_cannot() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("a.bin");
        std::fs::write(&path, [1, 2, 3]).expect("writable");
        assert_eq!(*read(&path).expect("readable"), [1, 2, 3]);
        for (path, wanted) in [
            (folder.path().join("none"), "no such file"),
            (folder.path().to_path_buf(), "folder"),
        ] {
            let message = read(&path).expect_err("refused").to_string();
            assert!(
                message.contains(wanted) && message.ends_with(&path.display().to_string()),
                "{message}"
            );
        }
        assert_eq!(*read_stream((&[4u8, 5][..], "-"), 2, true).expect("a stream"), [4, 5]);
    }

    #[test]
    fn a_file_or_stream_above_its_limit_is_refused_before_it_is_read() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("sparse.json");
        // A terabyte of nothing: reading it would not end.
        let file = File::create(&path).expect("writable");
        if file.set_len(1 << 40).is_ok() {
            let refused = read_at_most(&path, 64).expect_err("too large");
            assert!(matches!(refused, ReadError::TooLarge { most: 64, .. }), "{refused}");
        }
        let refused = read_stream((io::repeat(1), "-"), 3, true).expect_err("endless");
        assert!(
            matches!(refused, ReadError::TooLarge { bytes: 4, most: 3, .. }),
            "{refused}"
        );
    }

    /// Files of 4 GB without a byte on the disk: the size alone would take seconds and memory.
    #[test]
    fn large_files_that_no_reader_takes_are_read_no_further_than_their_beginning() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let sparse = |name: &str, beginning: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, beginning).expect("writable");
            let file = File::options().write(true).open(&path).expect("writable");
            file.set_len(4 << 30).expect("a file may have holes");
            path
        };
        let zeros = read(&sparse("zeros.cast", b"")).expect("its beginning");
        assert_eq!(zeros.len() as u64, BEGINNING);
        let glb: Vec<u8> = [0x4654_6c67u32, 2, 0xffff_ffff, 0xffff_ff00, 0x4e4f_534a]
            .into_iter()
            .flat_map(u32::to_le_bytes)
            .chain(*b"{\"asset\": {\"version\": \"2.0\"")
            .collect();
        for (name, beginning) in [("json.glb", &glb[..]), ("json.gltf", b"{\"asset\": {")] {
            let refused = read(&sparse(name, beginning)).expect_err("too much JSON");
            assert!(matches!(refused, ReadError::JsonTooLong { .. }), "{refused}");
        }
        let endless = read_stream((io::repeat(0), "-"), MAX_FILE_BYTES, true).expect("its beginning");
        assert_eq!(endless.len() as u64, BEGINNING);
        let whole = read_stream((io::repeat(b'x').take(LARGE - 1), "-"), MAX_FILE_BYTES, true).expect("all of it");
        assert_eq!(whole.len() as u64, LARGE - 1);
    }

    #[test]
    fn reading_stops_when_told_to_and_at_the_limit() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("a.bin");
        std::fs::write(&path, [0; 10]).expect("writable");
        assert!(matches!(
            read_watched(&path, &mut |_| false),
            Err(ReadError::Stopped { .. })
        ));
        let mut shares = Vec::new();
        read_watched(&path, &mut |share| {
            shares.push(share);
            true
        })
        .expect("readable");
        assert_eq!(shares.last(), Some(&1.0));
        assert!(matches!(
            read_file(&path, 9, &mut |_| true),
            Err(ReadError::TooLarge { bytes: 10, most: 9, .. })
        ));
        let start = open_named(&path).and_then(|file| read_open((file, &path), 9, 9, &mut |_| true));
        assert_eq!(start.expect("its start").len(), 9, "the rest is not read");
    }

    #[test]
    fn names_come_from_files() {
        for (path, wanted) in [
            ("a/hero.v2.cast", "hero.v2"),
            ("-", "stdin"),
            ("./-", "stdin"),
            ("x", "x"),
        ] {
            assert_eq!(file_stem(Path::new(path)), wanted);
        }
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_refused() {
        let message = read(Path::new("/dev/zero")).expect_err("a device").to_string();
        assert!(message.contains("regular"), "{message}");
    }
}
