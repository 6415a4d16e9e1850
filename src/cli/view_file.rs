//! `--view-file`: what a window showed, read as far as it can be.
//!
//! In: the path of a file that *Copy view as command* wrote, whoever has edited or cut it since. Out: the view, with the usual values in place
//! of those that cannot be read, and a sentence about these. Without the version and the keys of files and models it is no view.

use super::output::{Failure, complain};
use crate::files;
use crate::formats::own::{lenient, mended};
use crate::session::saved;
use crate::session::{SavedView, Session};
use serde_json::Value;
use std::fmt;
use std::path::Path;

/// More than any view takes.
const MOST_BYTES: u64 = 64 << 20;
/// Values that are named before the rest is counted.
const MOST_NAMED: usize = 8;
/// Keys that say which files and models a view is of.
const NEEDED: [&str; 4] = ["castview_view", "files", "file_keys", "models"];

/// A view, and what its file does not say.
pub struct ViewFile {
    pub view: Box<SavedView>,
    /// One sentence, if something could not be read.
    pub told: Option<String>,
    /// Where the eye was is not known: it is put anew.
    pub lacks_camera: bool,
    /// Nor how large the picture was.
    pub lacks_size: bool,
}

/// The view in the file at `path`; values that cannot be read of it are told.
pub fn told(path: &Path) -> Result<Box<SavedView>, Failure> {
    let read = read(path)?;
    read.told.iter().for_each(complain);
    Ok(read.view)
}

pub fn read(path: &Path) -> Result<ViewFile, Failure> {
    let bytes = files::read_at_most(path, MOST_BYTES).map_err(Failure::new)?;
    let error = match serde_json::from_slice(&bytes) {
        Ok(view) => {
            return Ok(ViewFile {
                view: Box::new(view),
                told: None,
                lacks_camera: false,
                lacks_size: false,
            });
        }
        Err(error) => error,
    };
    let no_view = |error| Failure::new(NoViewFile { path, error });
    let (stored, is_json) = match serde_json::from_slice::<Value>(&bytes) {
        Ok(stored) => (stored, true),
        Err(_) => match mended::read(&String::from_utf8_lossy(&bytes)) {
            Some(stored) => (stored, false),
            None => return Err(no_view(error)),
        },
    };
    let usual = serde_json::to_value(saved::saved_view(&Session::default()));
    let usual = usual.map_err(|error| Failure::new(format!("castview made a mistake, please report it: {error}")))?;
    let (view, lost) = match lenient::read_over::<SavedView>(&usual, &stored) {
        Ok((view, lost)) => (view, lost),
        Err(_) => return Err(no_view(error)),
    };
    let lacks = |key: &str| lost.iter().any(|name| is_of(name, key));
    if lacks("") || NEEDED.iter().any(|key| lacks(key)) {
        return Err(no_view(error));
    }
    Ok(ViewFile {
        lacks_camera: lacks("camera"),
        lacks_size: lacks("viewport"),
        told: broken(path, &lost, is_json),
        view: Box::new(view),
    })
}

/// Whether the value called `name` is the one at `key`, or a part of it.
fn is_of(name: &str, key: &str) -> bool {
    name.strip_prefix(key)
        .is_some_and(|rest| rest.is_empty() || !key.is_empty() && rest.starts_with(['.', '[']))
}

fn broken(path: &Path, lost: &[String], is_json: bool) -> Option<String> {
    let path = path.display();
    let format = if is_json { "" } else { "it is no JSON any more; " };
    let named = lost.iter().take(MOST_NAMED).cloned().collect::<Vec<_>>().join(", ");
    let more = match lost.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    match (lost, is_json) {
        ([], true) => None,
        ([], false) => Some(format!(
            "the view file is broken: {format}all that a view says could be read: {path}"
        )),
        _ => Some(format!(
            "the view file is broken: {format}the usual stands in place of {named}{more}: {path}"
        )),
    }
}

struct NoViewFile<'a> {
    path: &'a Path,
    error: serde_json::Error,
}

impl fmt::Display for NoViewFile<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        write!(f, "this is no view file, as Copy view as command writes them: {path}")?;
        match f.alternate() {
            true => write!(f, " ({})", self.error),
            false => Ok(()),
        }
    }
}
