//! A location → one opened file: read, imported, its textures looked for.

use super::reach::{Allowance, Reach, ReachedFile};
use super::read::{Progress, STDIN, file_stem, read_imported, read_watched};
use super::read_error::ReadError;
use super::textures::{WantedTexture, find_textures};
use super::{Beside, TextureSearch, guard, location_of};
use castview_base::core::{Options, SharedBytes};
use castview_formats::{self as formats, Guess, Import, ImportError, Remedy, Request};
use castview_picture::opened::{Decided, FileKey, OpenedFile, Outside};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why a file could not be opened. Every message ends with the path; `{:#}` adds the details in parentheses.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The bytes could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The bytes are read, and hold nothing that can be shown.
    #[error(fmt = refusal)]
    Import {
        /// The format's reason.
        source: Box<ImportError>,
        /// The file that was to be opened.
        path: PathBuf,
        /// The paths in the file that lead outside its allowed folders.
        outside: Vec<Outside>,
    },
    /// The files that its instances name take too much together.
    #[error("the files that are referenced are too many or too large together: {}", path.display())]
    TooManyReferences {
        /// The file that was to be opened.
        path: PathBuf,
    },
    /// A panic of ours, caught.
    #[error("this file meets a mistake in castview, please report it ({panic}): {}", path.display())]
    Mistake {
        /// Message of the panic.
        panic: String,
        /// The file that was to be opened.
        path: PathBuf,
    },
}

fn refusal(source: &ImportError, path: &Path, _: &[Outside], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(&source.told(promised(path)))?;
    if let Some(option) = source.option() {
        write!(f, "; {option}")?;
    }
    write!(f, ": {}", path.display())?;
    let details = source.details();
    match f.alternate() && !details.is_empty() {
        true => write!(f, " ({details})"),
        false => Ok(()),
    }
}

/// Kind of file that the name of `path` promises.
fn promised(path: &Path) -> Option<&'static str> {
    formats::promised_by(path.extension()?.to_str()?)
}

impl OpenError {
    /// One sentence for people who know which file it is about: without its path, and without bytes.
    pub fn told(&self) -> String {
        match self {
            Self::Read(error) => error.told(),
            Self::Import { source, path, .. } => source.told(promised(path)),
            Self::TooManyReferences { .. } => "the files that it references are too many or too large together".into(),
            Self::Mistake { .. } => "this file meets a mistake in castview, please report it".into(),
        }
    }

    /// The path, and what a programmer wants to know besides.
    pub fn details(&self) -> String {
        let (path, details) = match self {
            Self::Read(error) => return error.to_string(),
            Self::Import { source, path, .. } => (path, source.details()),
            Self::TooManyReferences { path } => (path, String::new()),
            Self::Mistake { panic, path } => (path, panic.clone()),
        };
        match details.is_empty() {
            true => path.display().to_string(),
            false => format!("{}: {details}", path.display()),
        }
    }

    /// Returns an import option that would open the file, if one is known.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            // Standard input cannot be read a second time.
            Self::Import { source, path, .. } if path != Path::new(STDIN) => source.remedy(),
            _ => None,
        }
    }

    /// Whether files that it names beside itself are missing or too short.
    pub fn lacks_side_files(&self) -> bool {
        matches!(self, Self::Import { source, .. } if source.lacks_side_files())
    }

    /// The file that was refused, and the paths in it that lead outside its allowed folders. `None` when it was never read.
    pub fn outside(&self) -> Option<(&Path, &[Outside])> {
        match self {
            Self::Import { path, outside, .. } => Some((path, outside)),
            _ => None,
        }
    }
}

/// An opened file, and the textures that are still to be decoded.
#[derive(Debug)]
pub struct Opened {
    /// The content of the file, its textures not yet decoded.
    pub file: OpenedFile,
    /// The textures of the file itself that are to be decoded.
    pub wanted: Vec<WantedTexture>,
    /// The same for each file that instances reference, parallel to [`Instances::files`](castview_picture::opened::Instances::files).
    pub instanced: Vec<Vec<WantedTexture>>,
    /// The folders that the file may read, and the list of paths in it that lead outside them.
    pub reach: Reach,
}

/// Reads and imports `path` ([`STDIN`]: standard input) as the file `key`, and looks for its textures where it may read.
/// Textures are not decoded, and what its instances reference is not read.
pub fn open_file(
    path: &Path,
    key: FileKey,
    allowance: &Allowance,
    progress: &mut Progress,
) -> Result<Opened, OpenError> {
    open_file_as(path, key, &Reach::of(path, allowance), &Options::NONE, progress)
}

/// [`open_file`] with what the file may read, and with what the user decided about it.
pub fn open_file_as(
    path: &Path,
    key: FileKey,
    reach: &Reach,
    options: &Options,
    progress: &mut Progress,
) -> Result<Opened, OpenError> {
    open_bytes(read_watched(path, progress)?, path, key, reach, options)
}

/// The same with the bytes of the file, which have been read.
pub(super) fn open_bytes(
    bytes: SharedBytes,
    path: &Path,
    key: FileKey,
    reach: &Reach,
    options: &Options,
) -> Result<Opened, OpenError> {
    let mut imported = import_bytes(bytes.clone(), path, reach, options)?;
    formats::check_colors(&imported.scene, &mut imported.diagnostics);
    let mut search = TextureSearch::new(reach).for_scene(&imported.scene);
    let (textures, wanted) = find_textures(&imported.scene, &mut search);
    reach.report_several(&mut imported.diagnostics);
    let is_stdin = path == Path::new(STDIN);
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    let name = match name {
        Some(name) if !is_stdin => name,
        _ => "standard input".into(),
    };
    let file = OpenedFile {
        bytes,
        // Standard input cannot be opened again.
        location: if is_stdin { String::new() } else { location_of(path) },
        diagnostics: Arc::new(imported.diagnostics),
        textures,
        decided: Decided {
            choices: imported.choices,
            options: options.clone(),
        },
        outside: reach.outside(),
        awaited: reach.awaited().iter().map(|folder| location_of(folder)).collect(),
        buffers: reach.beside().iter().map(|(path, _)| location_of(path)).collect(),
        ..OpenedFile::of(key, name, imported.scene)
    };
    Ok(Opened {
        file,
        wanted,
        instanced: Vec::new(),
        reach: reach.clone(),
    })
}

/// Reads and imports `path`, which the user named, with what the user decided about it; a panic on the way is an error like
/// any other.
pub fn import_as(path: &Path, reach: &Reach, options: &Options, progress: &mut Progress) -> Result<Import, OpenError> {
    import_bytes(read_watched(path, progress)?, path, reach, options)
}

/// The same for a file of at most `most` bytes that another one names; also returns how many it has.
pub(super) fn import_found(
    found: &ReachedFile,
    most: u64,
    reach: &Reach,
    options: &Options,
    progress: &mut Progress,
) -> Result<(Import, u64), OpenError> {
    let bytes = read_imported(found, most, progress)?;
    let size = bytes.len() as u64;
    Ok((import_bytes(bytes, found.path(), reach, options)?, size))
}

fn import_bytes(bytes: SharedBytes, path: &Path, reach: &Reach, options: &Options) -> Result<Import, OpenError> {
    let imported = guard(|| {
        let request = Request {
            name: &file_stem(path),
            options,
            side_files: &Beside::new(reach),
        };
        // Nothing else that ends like this is opened: say what it is not.
        let is_bin = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("bin"));
        if is_bin && formats::sniff(&bytes) == Guess::Unknown {
            return Ok(formats::mrtk::import(bytes, &request)?);
        }
        formats::import(bytes, &request)
    });
    let imported = imported.map_err(|panic| OpenError::Mistake {
        panic,
        path: path.into(),
    })?;
    imported.map_err(|source| OpenError::Import {
        source: Box::new(source),
        path: path.into(),
        outside: reach.outside(),
    })
}
