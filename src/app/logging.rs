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

/// The words of an error of winit, without the place in its source that it puts before.
pub fn plain(error: impl Display) -> String {
    const BEFORE: &str = "os error at ";
    let text = error.to_string();
    let reason = text.split_once(BEFORE).and_then(|(before, rest)| {
        // The place is a file and a line, `/a/b.rs:12: `.
        let ends = rest.match_indices(": ").find(|(end, _)| {
            let line = rest[..*end].rsplit(':').next();
            line.is_some_and(|line| !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit()))
        })?;
        Some(format!("{before}{}", &rest[ends.0 + 2..]))
    });
    reason.unwrap_or(text).trim_end_matches('.').to_owned()
}

/// From here on. A program that already has a logger keeps it.
pub fn begin() {
    static LOGGER: Stderr = Stderr;
    if log::set_logger(&LOGGER).is_ok() {
        log::set_max_level(LevelFilter::Warn);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_names_no_place_in_a_source() {
        for (said, wanted) in [
            (
                "os error at /home/me/.cargo/winit-0.30.13/src/mod.rs:765: neither A nor B is set.",
                "neither A nor B is set",
            ),
            (
                r"os error at C:\me\winit\mod.rs:7: it failed: no pipe",
                "it failed: no pipe",
            ),
            ("it broke: os error at a.rs:1: no pipe", "it broke: no pipe"),
            ("os error 11", "os error 11"),
        ] {
            assert_eq!(plain(said), wanted);
        }
    }
}
