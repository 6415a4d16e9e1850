//! Files that are taken one by one: read, handed to a command, the highest exit code kept.

use super::output::{Failure, Output, complain, output};
use crate::core::SharedBytes;
use crate::files;
use crate::formats::{ImportError, promised_by};
use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};

/// One file, read.
pub struct Input<'a> {
    pub path: &'a Path,
    /// The path for people and JSON: what is not Unicode is replaced.
    pub shown_path: String,
    pub bytes: SharedBytes,
}

impl Input<'_> {
    /// Why it shows nothing, with the path at its end.
    pub fn refused(&self, error: &ImportError) -> Failure {
        let extension = self.path.extension().and_then(|extension| extension.to_str());
        Failure::new(Refused {
            error,
            promised: extension.and_then(promised_by),
            path: &self.shown_path,
        })
    }
}

struct Refused<'a> {
    error: &'a ImportError,
    promised: Option<&'a str>,
    path: &'a str,
}

impl fmt::Display for Refused<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.error.told(self.promised))?;
        if let Some(option) = self.error.option() {
            write!(f, "; {option}")?;
        }
        write!(f, ": {}", self.path)?;
        let details = self.error.details();
        match f.alternate() && !details.is_empty() {
            true => write!(f, " ({details})"),
            false => Ok(()),
        }
    }
}

/// Refuses `--bones on`: switches take their word with `=`, and what stands alone is the name of a file.
pub fn refuse_words_of_switches(paths: &[PathBuf]) -> Result<(), Failure> {
    let is_word = |path: &&PathBuf| ["on", "off"].iter().any(|word| path.as_os_str() == *word) && !path.exists();
    let Some(word) = paths.iter().find(is_word) else {
        return Ok(());
    };
    let word = word.display();
    Err(Failure::new(format!(
        "no such file: {word}; a switch and its word are written together, as in --bones={word}"
    )))
}

/// Runs `command` on every file; one that fails is complained about and does not stop the others.
///
/// `verbose`: complaints have their details. Returns the highest exit code: that of `command`, or 2 for a file it could not do.
pub fn each_file(
    paths: &[PathBuf],
    verbose: bool,
    command: impl Fn(&Input, &mut Output<'_>) -> Result<u8, Failure>,
) -> Result<u8, Failure> {
    let mut out = output();
    let mut code = 0;
    for path in paths {
        let done = files::guard(|| {
            let bytes = files::read(path).map_err(Failure::new)?;
            let shown_path = path.to_string_lossy().into_owned();
            command(
                &Input {
                    path,
                    shown_path,
                    bytes,
                },
                &mut out,
            )
        });
        let done = done.unwrap_or_else(|panic| {
            Err(Failure::new(format!(
                "this file meets a mistake in castview, please report it ({panic}): {}",
                path.display()
            )))
        });
        match done {
            Ok(own) => code = code.max(own),
            Err(Failure::Message(message)) => {
                // In order with what was printed before.
                out.flush()?;
                complain(message.text(verbose));
                code = 2;
            }
            Err(gone) => return Err(gone),
        }
    }
    out.flush()?;
    Ok(code)
}
