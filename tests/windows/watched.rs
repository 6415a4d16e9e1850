//! Requests of the program to Windows about files, by Wine's own log.

use crate::program::{Folder, Ran};

/// Runs a command twice: as it is, and with Wine's log of files, which mixes with what the program says.
pub fn run(folder: &Folder, words: &[&str]) -> (Ran, Log) {
    let ran = folder.run_with(words, &[]);
    let output = folder
        .command()
        .args(words)
        .env("WINEDEBUG", "-all,+file")
        .output()
        .expect("it ends");
    assert_eq!(output.status.code(), Some(ran.code), "{words:?}");
    let all = String::from_utf8_lossy(&output.stderr);
    let calls = all.lines().filter(|line| is_call(line)).map(str::to_owned);
    (ran, Log(calls.collect()))
}

/// `0124:trace:file:NtCreateFile …`, with the number of a thread in front.
fn is_call(line: &str) -> bool {
    let mut parts = line.splitn(4, ':');
    let is_thread = parts
        .next()
        .is_some_and(|thread| u32::from_str_radix(thread, 16).is_ok());
    is_thread
        && parts
            .next()
            .is_some_and(|class| matches!(class, "trace" | "warn" | "err" | "fixme"))
        && parts.next() == Some("file")
}

/// A line per call.
pub struct Log(Vec<String>);

/// Calls that say what a folder holds.
const LISTING: [&str; 3] = [":append_entry ", ":init_cached_dir_data ", ":FindNextFileW "];

impl Log {
    /// The calls that are about something with `part` in its path. Names that a listing of their folder brings are none.
    pub fn about(&self, part: &str) -> Vec<&str> {
        let part = part.to_lowercase();
        let lists = |line: &str| LISTING.iter().any(|call| line.contains(call));
        let is = |line: &&str| line.to_lowercase().contains(&part) && !lists(line);
        self.0.iter().map(String::as_str).filter(is).collect()
    }
}
