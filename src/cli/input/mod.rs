//! Files that are taken one by one: read, handed to a command, the highest exit code kept.

mod bulk;
mod done;
mod kept;
mod limited;
mod listed;
mod together;

use super::args::{BatchArgs, FilesArgs};
use super::output::{Failure, Output, Sink, output};
use crate::core::{Severity, SharedBytes};
use crate::export;
use crate::files;
use crate::formats::{ImportError, promised_by};
use done::{Done, Sum};
use kept::{Copying, KeptResults};
pub use limited::obey;
pub use listed::Listed;
use listed::listed;
use std::collections::BTreeSet;
use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
pub use together::Together;

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

/// Outcome of a file that was done.
#[derive(Default)]
pub struct Finished {
    /// Its worst diagnostic.
    pub worst: Option<Severity>,
    /// The files that were written for it.
    pub written: Vec<PathBuf>,
}

impl From<Option<Severity>> for Finished {
    fn from(worst: Option<Severity>) -> Self {
        Self {
            worst,
            ..Self::default()
        }
    }
}

/// A list of files, and how it is worked through.
pub struct FileList<'a> {
    pub files: &'a [Listed],
    /// Where each is written to, or why it is not; none for commands that write no files.
    pub outputs: &'a [Result<PathBuf, String>],
    pub how: &'a BatchArgs,
    /// Complaints have their details.
    pub is_verbose: bool,
    /// A last line sums up many.
    pub sums_up: bool,
    /// 1 is returned for what is that bad or worse.
    pub fails_at: Option<Severity>,
}

/// The files that a command means: those of its list, or the one that this process is to do.
pub fn files_of(paths: &[PathBuf], is_deep: bool, how: &BatchArgs) -> Vec<Listed> {
    match &how.only {
        None => listed(paths, is_deep),
        Some(path) => vec![Listed::File {
            path: path.clone(),
            below: how.only_below.clone().unwrap_or_default(),
            bytes: std::fs::metadata(path).map_or(0, |there| there.len()),
        }],
    }
}

/// Runs `command` on every file that `args` mean, read. It returns the worst that it found in the file.
pub fn each_file(
    args: &FilesArgs,
    fails_at: Option<Severity>,
    command: impl Fn(&InputFile, &mut Output<'_>) -> Result<Option<Severity>, Failure> + Sync,
) -> Result<u8, Failure> {
    let batch = FileList {
        files: &files_of(&args.files, args.bulk.recursive, &args.bulk.batch),
        outputs: &[],
        how: &args.bulk.batch,
        is_verbose: args.verbose.verbose,
        sums_up: !args.json,
        fails_at,
    };
    batch.run(|index, path, out| {
        let bytes = files::read(path).map_err(Failure::new)?;
        let shown_path = path.to_string_lossy().into_owned();
        let input = InputFile {
            index,
            path,
            shown_path,
            bytes,
        };
        command(&input, out).map(Finished::from)
    })
}

impl FileList<'_> {
    /// Runs `command` on the path of every file, several at a time, told in order; one that fails is complained about and does not stop the
    /// others. Returns 2 if a file could not be done, 1 if something was found that is `fails_at` or worse.
    pub fn run(
        &self,
        command: impl Fn(usize, &Path, &mut Output<'_>) -> Result<Finished, Failure> + Sync,
    ) -> Result<u8, Failure> {
        limited::check(self.how)?;
        if self.how.only.is_none() {
            let folders = self.outputs.iter().flatten().filter_map(|output| output.parent());
            folders.collect::<BTreeSet<_>>().into_iter().for_each(export::tidy);
        }
        let kept = self.how.resume.as_ref();
        let kept = kept
            .map(|folder| KeptResults::open(folder, &self.how.words))
            .transpose()?;
        let sizes: Vec<u64> = self
            .files
            .iter()
            .map(|entry| match entry {
                Listed::File { bytes, .. } => *bytes,
                Listed::Trouble(_) => 0,
            })
            .collect();
        let jobs = self.how.jobs.map(usize::from);
        let replaced = AtomicUsize::new(0);
        let done = bulk::in_order(&sizes, jobs, |index, turn| {
            match self.one((index, &replaced), kept.as_ref(), &mut *turn, &command) {
                Ok(done) => done,
                Err(Failure::Message(message)) => {
                    Output::new(turn).complain(message.text(self.is_verbose));
                    Done::Refused
                }
                // Whoever prints next is told so.
                Err(Failure::ReaderGone) => Done::Refused,
            }
        })?;
        if let (Some(_), [done]) = (&self.how.only, &*done) {
            return Ok(limited::exit_code(done));
        }
        let mut sum = Sum::default();
        sum.replaced = replaced.into_inner();
        done.iter().for_each(|done| sum.add(*done));
        if sum.files > 1 && self.sums_up {
            let mut out = output();
            writeln!(out, "{sum}")?;
            out.flush()?;
        }
        let fails = |done: &Done| match done {
            Done::Refused => 2,
            Done::Read(worst) => u8::from(
                self.fails_at
                    .is_some_and(|least| worst.is_some_and(|worst| worst >= least)),
            ),
        };
        Ok(done.iter().map(fails).max().unwrap_or(0))
    }

    /// File `index`: as it was done before, by a process of its own, or here. Outputs that were there before are counted.
    fn one(
        &self,
        (index, replaced): (usize, &AtomicUsize),
        kept: Option<&KeptResults<'_>>,
        mut sink: impl Sink,
        command: impl Fn(usize, &Path, &mut Output<'_>) -> Result<Finished, Failure>,
    ) -> Result<Done, Failure> {
        let (path, below) = match &self.files[index] {
            Listed::File { path, below, .. } => (path, below),
            Listed::Trouble(trouble) => return Err(Failure::new(trouble)),
        };
        let output = self.outputs.get(index).map(Result::as_ref).transpose();
        let output = output.map_err(Failure::new)?;
        let kept = kept.and_then(|kept| Some((kept, kept.key(path, output.map(PathBuf::as_path))?)));
        if let Some((kept, key)) = &kept {
            let mut out = Output::new(&mut sink);
            if let Some(done) = kept.replay(key, &mut out) {
                out.flush()?;
                return Ok(done);
            }
        }
        let was_there = output.is_some_and(|output| output.exists());
        let count = |done: &Done| {
            if was_there && matches!(done, Done::Read(_)) {
                replaced.fetch_add(1, Ordering::Relaxed);
            }
        };
        if self.how.isolates() {
            let mut out = Output::new(&mut sink);
            let done = limited::run(path, below, self.how, &mut out)?;
            out.flush()?;
            count(&done);
            return Ok(done);
        }
        let mut copy = Copying::new(&mut sink, kept.is_some());
        let mut out = Output::new(&mut copy);
        let finished = guarded(path, || command(index, path, &mut out));
        // A file may be refused after something was said about it, which stays.
        out.flush()?;
        drop(out);
        let Finished { worst, written } = finished?;
        count(&Done::Read(worst));
        if let (Some((kept, key)), Some(told)) = (kept, copy.told()) {
            kept.keep(&key, worst, told, &written).map_err(|error| {
                Failure::new(format!(
                    "it is done, but cannot be remembered ({error}): {}",
                    path.display()
                ))
            })?;
        }
        Ok(Done::Read(worst))
    }
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
