//! Output of commands, and how they fail.

use crate::core::{is_unseen, on_one_line, printed};
use crate::export;
use std::fmt::Display;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::{Path, PathBuf};

/// Why a command stops.
#[derive(Debug)]
pub enum Failure {
    /// One line for standard error.
    Message(Complaint),
    /// Whoever read our output has enough of it: nothing to say.
    ReaderGone,
}

/// Text about a failure, and the text with what `--verbose` adds to it.
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

impl Failure {
    /// The same about one file of many: its path stands at the end, unless the sentence names it.
    pub fn at(self, path: &Path) -> Self {
        let path = path.display().to_string();
        let named = |text: String| match text.contains(&path) {
            true => text,
            false => format!("{text}: {path}"),
        };
        match self {
            Self::Message(Complaint { short, full }) => Self::Message(Complaint {
                short: named(short),
                full: named(full),
            }),
            Self::ReaderGone => Self::ReaderGone,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        // Windows says that a named pipe is not connected when its other end is closed.
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

/// How unseen characters are written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Notation {
    /// As people read them: `\u{1b}`.
    Text,
    /// As JSON does: `\u001b`. Outside of its strings there are none.
    Json,
}

/// A place that text goes to, with lines for standard error among it, in order.
pub trait Sink: Write {
    /// One line for standard error.
    fn say(&mut self, line: String);
}

impl<S: Sink> Sink for &mut S {
    fn say(&mut self, line: String) {
        S::say(self, line);
    }
}

impl Sink for BufWriter<StdoutLock<'_>> {
    fn say(&mut self, line: String) {
        // In order with what was printed before. Nobody is left to tell if standard error is gone too.
        let _ = self.flush();
        let _ = writeln!(io::stderr(), "{line}");
    }
}

/// Text that is passed on together.
const TOGETHER: usize = 1 << 15;

/// Where commands print. Nothing that drives a terminal gets through, wherever it comes from; ends of lines do. [`Write::flush`] passes on
/// the last text printed.
pub struct Output<'a> {
    sink: Box<dyn Sink + 'a>,
    /// Whole characters.
    printed: Vec<u8>,
    notation: Notation,
}

impl<'a> Output<'a> {
    pub fn new(sink: impl Sink + 'a) -> Self {
        Self {
            sink: Box::new(sink),
            printed: Vec::new(),
            notation: Notation::Text,
        }
    }

    /// From here on JSON is written.
    pub fn writes_json(&mut self) {
        self.notation = Notation::Json;
    }

    /// [`complain`], after what was printed before.
    pub fn complain(&mut self, message: impl Display) {
        // The next who prints tells that this could not be printed.
        let _ = self.pass_on();
        self.sink.say(complaint(message));
    }

    /// A line for standard error that says already who speaks.
    pub fn say(&mut self, line: &str) {
        let _ = self.pass_on();
        self.sink.say(on_one_line(line));
    }

    fn pass_on(&mut self) -> io::Result<()> {
        let bytes = std::mem::take(&mut self.printed);
        let text = String::from_utf8_lossy(&bytes);
        let mut rest = &*text;
        while let Some(at) = rest.find(|c| c != '\n' && is_unseen(c)) {
            self.sink.write_all(&rest.as_bytes()[..at])?;
            let mut chars = rest[at..].chars();
            chars.next().map_or(Ok(()), |c| self.write_out(c))?;
            rest = chars.as_str();
        }
        self.sink.write_all(rest.as_bytes())
    }

    fn write_out(&mut self, c: char) -> io::Result<()> {
        match self.notation {
            Notation::Text => write!(self.sink, "{}", c.escape_default()),
            Notation::Json => c
                .encode_utf16(&mut [0; 2])
                .iter()
                .try_for_each(|unit| write!(self.sink, "\\u{unit:04x}")),
        }
    }
}

impl Write for Output<'_> {
    /// Takes whole characters, as formatting and JSON give them.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.printed.extend_from_slice(bytes);
        if self.printed.len() >= TOGETHER {
            self.pass_on()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass_on()?;
        self.sink.flush()
    }
}

/// Standard output, as it is: for pictures.
pub fn raw_output() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

pub fn output() -> Output<'static> {
    Output::new(raw_output())
}

/// One JSON object on a line of its own.
pub fn json_line(out: &mut Output<'_>, value: &impl serde::Serialize) -> Result<(), Failure> {
    out.writes_json();
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")?;
    Ok(())
}

/// Writes the file that the user named. An old one stays until the new one is whole; into a pipe or a device (`/dev/stdout`, say)
/// the bytes go directly.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_together(&[(path.to_path_buf(), bytes)])
}

/// Writes a file and those beside it, all or none, each as [`write_file`] does.
pub fn write_together(files: &[(PathBuf, &[u8])]) -> Result<(), Failure> {
    let failed =
        |(path, error): (PathBuf, io::Error)| Failure::new(format!("cannot write ({error}): {}", path.display()));
    let (streams, files): (Vec<_>, Vec<_>) = files.iter().cloned().partition(|(path, _)| is_stream(path));
    if let ([], [(path, bytes)]) = (&streams[..], &files[..]) {
        return export::replace(path, bytes).map_err(|error| failed((path.clone(), error)));
    }
    let replaced = export::replace_together(&files).map_err(failed)?;
    for (path, bytes) in streams {
        if let Err(error) = std::fs::write(&path, bytes) {
            replaced.take_back();
            return Err(failed((path, error)));
        }
    }
    Ok(())
}

/// An output that a shell has opened (`-o /dev/stdout > file`) is written where the shell is, even if it is a file.
fn is_stream(path: &Path) -> bool {
    let is_handle = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc/self/fd"];
    is_handle.iter().any(|handle| path.starts_with(handle))
        || std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

/// The message on one line of standard error, whatever the names of a file in it hold.
pub fn complain(message: impl Display) {
    // Nobody is left to tell if standard error is gone too.
    let _ = writeln!(io::stderr(), "{}", complaint(message));
}

fn complaint(message: impl Display) -> String {
    format!("castview: {}", on_one_line(&message.to_string()))
}

/// Text of a file made fit for a terminal: what is not seen is written out, and very long names are cut.
pub fn shown(text: &str) -> String {
    const MOST: usize = 120;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", printed(&text[..end])),
        None => printed(text).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Sink for Vec<u8> {
        fn say(&mut self, line: String) {
            self.extend(line.into_bytes());
        }
    }

    #[test]
    fn nothing_that_drives_a_terminal_is_printed() {
        let written = |is_json: bool| {
            let mut bytes = Vec::new();
            let mut out = Output::new(&mut bytes);
            if is_json {
                out.writes_json();
            }
            writeln!(out, "ü\x1b]0;x\x07 \u{9b}2J\x7f\u{202e}").expect("memory takes it");
            out.flush().expect("memory takes it");
            drop(out);
            String::from_utf8(bytes).expect("text")
        };
        assert_eq!(written(false), "ü\\u{1b}]0;x\\u{7} \\u{9b}2J\\u{7f}\\u{202e}\n");
        assert_eq!(written(true), "ü\\u001b]0;x\\u0007 \\u009b2J\\u007f\\u202e\n");
    }

    #[test]
    fn names_cannot_drive_the_terminal() {
        assert_eq!(shown("hip_ü"), "hip_ü");
        assert_eq!(shown("a\x1b[31m\n"), "a\\u{1b}[31m\\n");
        assert_eq!(shown(&"x".repeat(500)).chars().count(), 121);
    }
}
