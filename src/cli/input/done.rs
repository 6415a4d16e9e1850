//! Outcomes of files that a command takes one by one, and their sum.

use crate::core::Severity;
use std::fmt;

/// Severities of findings in a file, the worst last.
pub const LEVELS: [Severity; 3] = [Severity::Note, Severity::Warning, Severity::Error];

/// The outcome of one file: its worst diagnostic, or a complaint.
#[derive(Clone, Copy)]
pub enum Done {
    Read(Option<Severity>),
    Refused,
}

/// How the files of a command went, counted for its last line.
#[derive(Default)]
pub struct Sum {
    pub files: usize,
    /// Files that could not be read, and folders without files.
    refused: usize,
    errors: usize,
    warnings: usize,
    notes: usize,
    /// Files that were there before, under the name of what was written.
    pub replaced: usize,
}

impl Sum {
    /// Counts one more.
    pub fn add(&mut self, done: Done) {
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
            true => f.write_str("no problems")?,
            false => f.write_str(&told.join(", "))?,
        }
        match self.replaced {
            0 => Ok(()),
            1 => f.write_str("; 1 file that was there is replaced"),
            count => write!(f, "; {count} files that were there are replaced"),
        }
    }
}
