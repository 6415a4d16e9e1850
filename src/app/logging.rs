//! Warnings of the crates we stand on → stderr.
//!
//! Ours are values (diagnostics, notices) and never come this way. One thing is listened for: the dialog crate reports
//! only by logging that no dialog could be shown.

use crate::app::input::dialog;
use crate::core::on_one_line;
use log::{Level, LevelFilter, Log, Metadata, Record};
use std::fmt::Display;
use std::io::Write;

struct Stderr;

impl Log for Stderr {
    /// Ours from warnings on, other crates' errors: every start on a software adapter or a bare X server has warnings.
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        let least = if metadata.target().starts_with("castview") {
            Level::Warn
        } else {
            Level::Error
        };
        metadata.level() <= least
    }

    fn log(&self, record: &Record<'_>) {
        if record.target().starts_with("rfd") {
            // The user is told in the window, in words.
            if record.level() == Level::Error {
                dialog::note_failure();
            }
        } else if self.enabled(record.metadata()) {
            let level = record.level().as_str().to_lowercase();
            say(format_args!("{level}: {}", record.args()));
        }
    }

    fn flush(&self) {}
}

/// One line on standard error.
pub fn say(message: impl Display) {
    // The terminal may be closed; `eprintln!` would panic.
    let _ = writeln!(std::io::stderr(), "castview: {}", on_one_line(&message.to_string()));
}

/// From here on. A program that already has a logger keeps it.
pub fn begin() {
    static LOGGER: Stderr = Stderr;
    if log::set_logger(&LOGGER).is_ok() {
        log::set_max_level(LevelFilter::Warn);
    }
}
