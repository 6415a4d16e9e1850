//! One file in a process of its own, which may be ended (`--timeout`, `--max-memory`).
//!
//! In: the words of this command line, and one file of its list. Out: what that process printed, once it has ended by itself; else a sentence,
//! and nothing of what it printed: its last line may be torn.
//!
//! The process holds itself to the memory that it may take, so that a file is never read beyond it. Where this castview ends, it ends too.

use super::done::{Done, LEVELS};
use crate::cli::args::BatchArgs;
use crate::cli::output::{Failure, Output};
use crate::files::STDIN;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Between two looks whether a process has ended: at first, and at most.
const SHORTEST_LOOK: Duration = Duration::from_millis(1);
const LONGEST_LOOK: Duration = Duration::from_millis(10);
/// Text on standard error that is passed on.
const MOST_SAID: u64 = 1 << 20;
/// Words about memory that is not there: of Rust, and of graphics drivers.
const FULL: [&str; 2] = ["memory allocation", "Not enough memory"];
/// Systems refuse a process now and then though nothing is wrong with it: a scanner holds the program, say, or there were too many a moment
/// ago. So often it is tried again, after so long.
const MORE_STARTS: usize = 3;
const BEFORE_NEXT_START: Duration = Duration::from_millis(100);
/// Exit code of a process of its own whose file was read, if nothing is wrong in the file, and higher by one for each of [`LEVELS`].
const READ: u8 = 10;

/// How a process ended.
enum End {
    ByItself(ExitStatus),
    OverTime,
}

/// Exit code of a process of its own.
pub fn exit_code(done: &Done) -> u8 {
    match done {
        Done::Refused => 2,
        Done::Read(None) => READ,
        Done::Read(Some(worst)) => LEVELS
            .iter()
            .position(|one| one == worst)
            .map_or(READ, |at| READ + 1 + at as u8),
    }
}

fn done_of(code: i32) -> Option<Done> {
    let at = u8::try_from(code).ok()?.checked_sub(READ)?;
    match at.checked_sub(1) {
        None => Some(Done::Read(None)),
        Some(at) => LEVELS.get(usize::from(at)).map(|worst| Done::Read(Some(*worst))),
    }
}

/// Has the file done by another process, and passes on what it prints.
pub fn run(path: &Path, below: &Path, batch: &BatchArgs, out: &mut Output<'_>) -> Result<Done, Failure> {
    let trouble =
        |error: io::Error| Failure::new(format!("castview cannot start itself ({error}): {}", path.display()));
    let (mut printed, mut said) = (
        tempfile::tempfile().map_err(trouble)?,
        tempfile::tempfile().map_err(trouble)?,
    );
    let mut child = begin_in_the_end(path, below, (&printed, &said)).map_err(trouble)?;
    let end = ended(&mut child, batch.timeout).map_err(trouble)?;
    let lines = lines_of(&mut said).map_err(trouble)?;
    let End::ByItself(status) = end else {
        let secs = batch.timeout.unwrap_or_default();
        return Err(Failure::new(format!(
            "this file takes longer than the {secs} s that --timeout gives it: {}",
            path.display()
        )));
    };
    let is_about_memory = |line: &String| FULL.iter().any(|words| line.contains(words));
    let is_full = batch.max_memory.is_some() && lines.iter().any(is_about_memory);
    let done = match status.code() {
        // Whoever refuses a file says why.
        Some(2) if !is_full && !lines.is_empty() => Done::Refused,
        code => match code.and_then(done_of) {
            Some(done) => done,
            None => return Err(Failure::new(broken_off(path, batch, (status, is_full)))),
        },
    };
    printed.rewind().map_err(trouble)?;
    pass_on(&printed, out)?;
    lines.iter().for_each(|line| out.say(line));
    Ok(done)
}

/// [`begin`], tried again where the system refuses it.
fn begin_in_the_end(path: &Path, below: &Path, files: (&File, &File)) -> io::Result<Child> {
    for _ in 0..MORE_STARTS {
        if let Ok(child) = begin(path, below, files) {
            return Ok(child);
        }
        std::thread::sleep(BEFORE_NEXT_START);
    }
    begin(path, below, files)
}

/// This program again, with the same words and the file. The words of the command come first: it has no options before them.
fn begin(path: &Path, below: &Path, (printed, said): (&File, &File)) -> io::Result<Child> {
    let word = |name: &str, path: &Path| {
        let mut word = OsString::from(name);
        word.push(path);
        word
    };
    let mut words = std::env::args_os().skip(1);
    let mut command = Command::new(std::env::current_exe()?);
    command.args(words.next());
    command.arg(word("--only=", path)).arg(word("--only-below=", below));
    let stdin = match path.as_os_str() == OsStr::new(STDIN) {
        true => Stdio::inherit(),
        false => Stdio::null(),
    };
    command.args(words).stdin(stdin);
    command.stdout(printed.try_clone()?).stderr(said.try_clone()?).spawn()
}

/// Waits for the end, and sees to it.
fn ended(child: &mut Child, timeout: Option<f64>) -> io::Result<End> {
    let begun = Instant::now();
    let timeout = timeout.and_then(|secs| Duration::try_from_secs_f64(secs).ok());
    let mut look = SHORTEST_LOOK;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(End::ByItself(status));
        }
        if timeout.is_some_and(|timeout| begun.elapsed() >= timeout) {
            child.kill()?;
            child.wait()?;
            return Ok(End::OverTime);
        }
        std::thread::sleep(look);
        look = (look * 2).min(LONGEST_LOOK);
    }
}

fn lines_of(said: &mut File) -> io::Result<Vec<String>> {
    said.rewind()?;
    let mut bytes = Vec::new();
    said.take(MOST_SAID).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    Ok(lines.map(str::to_owned).collect())
}

/// Whole characters at a time.
fn pass_on(printed: &File, out: &mut Output<'_>) -> Result<(), Failure> {
    let mut printed = io::BufReader::new(printed);
    let mut line = Vec::new();
    loop {
        line.clear();
        if io::BufRead::read_until(&mut printed, b'\n', &mut line)? == 0 {
            return Ok(());
        }
        out.write_all(&line)?;
    }
}

/// Sentence about a process that has broken off.
fn broken_off(path: &Path, batch: &BatchArgs, (status, is_full): (ExitStatus, bool)) -> String {
    let path = path.display();
    match batch.max_memory {
        Some(most) if is_full => {
            let most = most.div_ceil(1 << 20);
            format!("this file needs more than the {most} MiB that --max-memory gives it: {path}")
        }
        Some(_) => format!(
            "castview broke off at this file ({status}); it may need more memory than --max-memory gives it: {path}"
        ),
        None => format!("castview broke off at this file ({status}), please report it: {path}"),
    }
}

/// In a process of its own: ends with the castview that has started it, and takes no more memory than it may.
#[cfg(target_os = "linux")]
pub fn obey(batch: &BatchArgs) -> Result<(), Failure> {
    use rustix::process::{Resource, Rlimit, Signal, set_parent_process_death_signal, setrlimit};
    // Where the system refuses that, the process ends with its file.
    let _ = set_parent_process_death_signal(Some(Signal::TERM));
    let Some(most) = batch.max_memory else { return Ok(()) };
    // Memory that may be written to counts, not addresses laid aside: drivers and threads lay aside far more than they use.
    let limit = Rlimit {
        current: Some(most),
        maximum: Some(most),
    };
    setrlimit(Resource::Data, limit).map_err(|error| {
        Failure::new(format!(
            "the system does not hold this process to --max-memory: {error}"
        ))
    })
}

#[cfg(not(target_os = "linux"))]
pub fn obey(_: &BatchArgs) -> Result<(), Failure> {
    Ok(())
}

/// Refuses bounds that this system does not hold.
pub fn check(batch: &BatchArgs) -> Result<(), Failure> {
    match batch.max_memory {
        Some(_) if !cfg!(target_os = "linux") => Err(Failure::new(
            "--max-memory is for Linux: other systems hold no process to it",
        )),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Severity;

    #[test]
    fn exit_codes_bring_back_how_a_file_went() {
        for worst in [
            None,
            Some(Severity::Note),
            Some(Severity::Warning),
            Some(Severity::Error),
        ] {
            let code = exit_code(&Done::Read(worst));
            assert!(matches!(done_of(code.into()), Some(Done::Read(back)) if back == worst));
        }
        for code in [0, 1, 2, 9, 14, 101, 137, -1] {
            assert!(done_of(code).is_none(), "{code}");
        }
    }
}
