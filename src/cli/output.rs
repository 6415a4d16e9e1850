//! What commands write, and how they fail.

use crate::export;
use std::fmt::Display;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::Path;

/// Why a command stops.
#[derive(Debug)]
pub enum Failure {
    /// One line for standard error.
    Message(Complaint),
    /// Whoever read our output has enough of it: nothing to say.
    ReaderGone,
}

/// What is said of a failure, and what `--verbose` adds to it.
#[derive(Debug)]
pub struct Complaint {
    short: String,
    full: String,
}

impl Complaint {
    pub fn text(&self, verbose: bool) -> &str {
        if verbose { &self.full } else { &self.short }
    }
}

impl Failure {
    /// The alternate form of `message` (`{:#}`) is the one with details.
    pub fn new(message: impl Display) -> Self {
        Self::Message(Complaint {
            short: message.to_string(),
            full: format!("{message:#}"),
        })
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        // Of a named pipe whose other end is closed, Windows says that it is not connected.
        const PIPE_NOT_CONNECTED: i32 = 233;
        let is_disconnected = cfg!(windows) && error.raw_os_error() == Some(PIPE_NOT_CONNECTED);
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ReaderGone,
            _ if is_disconnected => Self::ReaderGone,
            _ => Self::new(format!("cannot write to standard output: {error}")),
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        io::Error::from(error).into()
    }
}

pub type Output = BufWriter<StdoutLock<'static>>;

pub fn output() -> Output {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// One JSON object on a line of its own.
pub fn json_line(out: &mut impl Write, value: &impl serde::Serialize) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")?;
    Ok(())
}

/// Writes the file that the user named. An old one stays until the new one is whole; into a pipe or a device (`/dev/stdout`, say)
/// the bytes go directly.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    // What a shell has opened (`-o /dev/stdout > file`) is written where the shell is, even if it is a file.
    let is_handle = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc/self/fd"];
    let is_stream = is_handle.iter().any(|handle| path.starts_with(handle))
        || std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir());
    let written = match is_stream {
        true => std::fs::write(path, bytes),
        false => export::replace(path, bytes),
    };
    written.map_err(|error| Failure::new(format!("cannot write ({error}): {}", path.display())))
}

/// The message on one line of standard error, whatever the names of a file in it hold.
pub fn complain(message: impl Display) {
    // Nobody is left to tell if standard error is gone too.
    let _ = writeln!(io::stderr(), "castview: {}", one_line(&message.to_string()));
}

fn one_line(message: &str) -> String {
    let line = message.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().map(escaped).collect()
}

/// Control characters are shown, not obeyed.
fn escaped(c: char) -> String {
    match c.is_control() {
        true => c.escape_default().collect(),
        false => c.into(),
    }
}

/// Text of a file made fit for a terminal: control characters are shown, not obeyed, and very long names are cut.
pub fn shown(text: &str) -> String {
    const MOST: usize = 120;
    let mut out: String = text.chars().take(MOST).map(escaped).collect();
    if text.chars().nth(MOST).is_some() {
        out.push('…');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complaints_are_one_line_and_no_commands() {
        assert_eq!(
            one_line("texture a\n b\u{1b}[2J is missing"),
            "texture a b\\u{1b}[2J is missing"
        );
    }

    #[test]
    fn names_cannot_drive_the_terminal() {
        assert_eq!(shown("hip_ü"), "hip_ü");
        assert_eq!(shown("a\x1b[31m\n"), "a\\u{1b}[31m\\n");
        assert_eq!(shown(&"x".repeat(500)).chars().count(), 121);
    }
}
