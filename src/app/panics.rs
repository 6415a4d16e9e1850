//! Panics that no guard caught: each is written to a log file, and told to the user in one sentence.
//!
//! In: the message of the panic, its place in the source, and its thread. Out: an entry in `panics.log`, and a sentence that
//! names the log. Nothing is printed here, because a program started by its icon has no terminal: the caller shows the
//! sentence in a dialog or in the window.

use crate::app::saved::store::Store;
use std::backtrace::Backtrace;
use std::io::Write;
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

pub(super) const FILE_NAME: &str = "panics.log";
/// Beyond this the file is begun anew.
const LARGEST_LOG: u64 = 1 << 20;

/// One panic, told.
#[derive(Clone, Debug)]
pub struct Report {
    /// Message of the panic, and its place in the source.
    pub what: String,
    /// One sentence or two, for people.
    pub sentence: String,
    pub on_main_thread: bool,
}

/// From here on `tell` is called for every panic outside of [`guard`](crate::core::guard()), on the thread that panics.
pub fn report_to(folder: Option<PathBuf>, tell: impl Fn(Report) + Send + Sync + 'static) {
    crate::core::tell_of_panics(Box::new(move |info| tell(report(folder.as_deref(), info))));
}

fn report(folder: Option<&Path>, info: &PanicHookInfo<'_>) -> Report {
    let what = crate::core::text_of_panic(info);
    let thread = std::thread::current();
    let name = thread.name().unwrap_or("without a name");
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_secs());
    let entry = format!(
        "castview {} on {} {}, {seconds} s after 1970, thread {name}\n{what}\n{}\n\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH,
        Backtrace::force_capture(),
    );
    let details = match folder.map(|folder| append(folder, &entry)) {
        Some(Ok(path)) => format!("Details for a report are in {}", path.display()),
        Some(Err(error)) => format!("The log could not be written: {error}."),
        None => "There is no folder for a log.".to_owned(),
    };
    Report {
        sentence: format!("castview made a mistake: {what}. {details}"),
        what,
        on_main_thread: name == "main",
    }
}

fn append(folder: &Path, entry: &str) -> std::io::Result<PathBuf> {
    std::fs::create_dir_all(folder)?;
    let path = folder.join(FILE_NAME);
    let is_long = std::fs::metadata(&path).is_ok_and(|known| known.len() > LARGEST_LOG);
    let mut options = std::fs::OpenOptions::new();
    let mut file = match is_long {
        true => options.write(true).truncate(true).open(&path)?,
        false => options.append(true).create(true).open(&path)?,
    };
    file.write_all(entry.as_bytes())?;
    file.sync_all()?;
    Ok(path)
}

impl Store {
    /// Where logs go: the folder of the tests, or the user's folder for state, or for what belongs to this machine alone.
    pub fn log_folder(&self) -> Option<PathBuf> {
        if Self::named_folder().is_some() {
            return self.folder.clone();
        }
        let folders = directories::ProjectDirs::from("", "", "castview")?;
        Some(folders.state_dir().unwrap_or(folders.data_local_dir()).to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::guard;
    use std::process::Command;

    /// The folder for the log; set only for the child that panics.
    const FOLDER: &str = "CASTVIEW_TEST_PANIC_FOLDER";

    /// Run by the test below in a process of its own, because a panic hook is there for the whole process.
    #[test]
    fn a_child_that_panics() {
        let Some(folder) = std::env::var_os(FOLDER) else { return };
        report_to(Some(folder.into()), |report| {
            println!("told on main thread {}: {}", report.on_main_thread, report.sentence);
        });
        assert!(guard(|| panic!("a guarded mistake")).is_err());
        let thread = std::thread::Builder::new().name("worker".into());
        let ended = thread
            .spawn(|| panic!("a mistake\nof two lines"))
            .expect("a thread")
            .join();
        assert!(ended.is_err());
        panic!("the last mistake");
    }

    #[test]
    fn a_panic_is_logged_and_told_and_a_guarded_one_is_not() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let folder = folder.path().join("not yet");
        let child = Command::new(std::env::current_exe().expect("this program"))
            .args([
                "app::panics::tests::a_child_that_panics",
                "--exact",
                "--nocapture",
                "--test-threads=1",
            ])
            .env(FOLDER, &folder)
            .output()
            .expect("the child starts");
        assert_eq!(child.status.code(), Some(101), "a panic fails a test");
        let log = std::fs::read_to_string(folder.join(FILE_NAME)).expect("the log");
        let entries: Vec<&str> = log
            .split("castview ")
            .filter(|entry| entry.contains("after 1970"))
            .collect();
        assert_eq!(entries.len(), 2, "{log}");
        assert!(
            entries[0].contains("thread worker\na mistake of two lines (src"),
            "{log}"
        );
        assert!(
            entries[1].contains("the last mistake (src") && entries[1].contains("panics.rs:"),
            "{log}"
        );
        for entry in &entries {
            assert!(entry.starts_with(env!("CARGO_PKG_VERSION")), "{entry}");
            assert!(
                entry.contains("a_child_that_panics"),
                "the backtrace names the caller: {entry}"
            );
        }
        assert!(!log.contains("a guarded mistake"), "{log}");
        let told = String::from_utf8_lossy(&child.stdout);
        let path = folder.join(FILE_NAME).display().to_string();
        for what in ["a mistake of two lines", "the last mistake"] {
            let line = told.lines().find(|line| line.contains(what)).expect(what);
            assert!(
                line.contains("castview made a mistake") && line.ends_with(&path),
                "{line}"
            );
        }
    }

    #[test]
    fn a_long_log_is_begun_anew() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = append(folder.path(), &"x".repeat(LARGEST_LOG as usize + 1)).expect("written");
        append(folder.path(), "new\n").expect("written");
        assert_eq!(std::fs::read_to_string(&path).expect("there"), "new\n");
        append(folder.path(), "newer\n").expect("written");
        assert_eq!(std::fs::read_to_string(&path).expect("there"), "new\nnewer\n");
    }
}
