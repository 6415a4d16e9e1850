//! Files that are taken one by one: read, handed to a command, the highest exit code kept.

mod bulk;
mod listed;

use super::args::FilesArgs;
use super::output::{Failure, Output, output};
use crate::core::{Severity, SharedBytes};
use crate::files;
use crate::formats::{ImportError, promised_by};
pub use listed::{Listed, listed};
use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};

/// One file, read.
pub struct InputFile<'a> {
    /// Its place among all files of the command.
    pub index: usize,
    pub path: &'a Path,
    /// The path for people and JSON: what is not Unicode is replaced.
    pub shown_path: String,
    pub bytes: SharedBytes,
}

impl InputFile<'_> {
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

/// How the files of a command went, counted for its last line.
#[derive(Default)]
struct Sum {
    files: usize,
    /// Files that could not be read, and folders without files.
    refused: usize,
    errors: usize,
    warnings: usize,
    notes: usize,
}

impl Sum {
    fn add(&mut self, done: Done) {
        match done {
            Done::Refused => self.refused += 1,
            Done::Read(None) => {}
            Done::Read(Some(Severity::Note)) => self.notes += 1,
            Done::Read(Some(Severity::Warning)) => self.warnings += 1,
            Done::Read(Some(_)) => self.errors += 1,
        }
        self.files += 1;
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} files: ", self.files)?;
        let counts = [
            (self.refused, "not read"),
            (self.errors, "with errors"),
            (self.warnings, "with warnings"),
            (self.notes, "with notes"),
        ];
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        let told: Vec<String> = counts.map(|(count, what)| format!("{count} {what}")).collect();
        match told.is_empty() {
            true => f.write_str("no problems"),
            false => f.write_str(&told.join(", ")),
        }
    }
}

/// The outcome of one file: its worst diagnostic, or a complaint.
#[derive(Clone, Copy)]
pub enum Done {
    Read(Option<Severity>),
    Refused,
}

/// How many files are told.
#[derive(Clone, Copy)]
pub struct Told {
    /// Complaints have their details.
    pub is_verbose: bool,
    /// A last line sums up many.
    pub sums_up: bool,
    /// 1 is returned for what is that bad or worse.
    pub fails_at: Option<Severity>,
}

/// Runs `command` on every file that `args` mean, read. It returns the worst that it found in the file.
pub fn each_file(
    args: &FilesArgs,
    fails_at: Option<Severity>,
    command: impl Fn(&InputFile, &mut Output<'_>) -> Result<Option<Severity>, Failure> + Sync,
) -> Result<u8, Failure> {
    let all = listed(&args.files, args.bulk.recursive);
    let how = Told {
        is_verbose: args.verbose.verbose,
        sums_up: !args.json,
        fails_at,
    };
    each_listed(&all, how, |index, path, out| {
        let bytes = files::read(path).map_err(Failure::new)?;
        let shown_path = path.to_string_lossy().into_owned();
        command(
            &InputFile {
                index,
                path,
                shown_path,
                bytes,
            },
            out,
        )
    })
}

/// Runs `command` on the path of every file, several at a time, told in order; one that fails is complained about and does not stop the
/// others. Returns 2 if a file could not be done, 1 if something was found that is `fails_at` or worse.
pub fn each_listed(
    all: &[Listed],
    how: Told,
    command: impl Fn(usize, &Path, &mut Output<'_>) -> Result<Option<Severity>, Failure> + Sync,
) -> Result<u8, Failure> {
    let sizes: Vec<u64> = all
        .iter()
        .map(|entry| match entry {
            Listed::File { bytes, .. } => *bytes,
            Listed::Trouble(_) => 0,
        })
        .collect();
    let done = bulk::in_order(&sizes, |index, turn| {
        let mut out = Output::new(turn);
        let done = match &all[index] {
            Listed::File { path, .. } => guarded(path, || command(index, path, &mut out)),
            Listed::Trouble(trouble) => Err(Failure::new(trouble)),
        };
        match done.and_then(|worst| out.flush().map(|()| worst).map_err(Failure::from)) {
            Ok(worst) => Done::Read(worst),
            Err(Failure::Message(message)) => {
                out.complain(message.text(how.is_verbose));
                Done::Refused
            }
            // Whoever prints next is told so.
            Err(Failure::ReaderGone) => Done::Refused,
        }
    })?;
    let mut sum = Sum::default();
    done.iter().for_each(|done| sum.add(*done));
    if sum.files > 1 && how.sums_up {
        let mut out = output();
        writeln!(out, "{sum}")?;
        out.flush()?;
    }
    let fails = |done: &Done| match done {
        Done::Refused => 2,
        Done::Read(worst) => u8::from(
            how.fails_at
                .is_some_and(|least| worst.is_some_and(|worst| worst >= least)),
        ),
    };
    Ok(done.iter().map(fails).max().unwrap_or(0))
}

/// A mistake of castview's own costs one file.
fn guarded<T>(path: &Path, work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    files::guard(work).unwrap_or_else(|panic| {
        Err(Failure::new(format!(
            "this file meets a mistake in castview, please report it ({panic}): {}",
            path.display()
        )))
    })
}
