//! The program itself as a command beside the window.
//!
//! In: words of `castview render`. Out: how far it is, and how it ended. The command holds the other end of its input: it stops, and leaves
//! nothing behind, when that ends, whether we let go of it or our process is gone. So no system needs a signal for it.

use crate::app::background::{in_background, starts_in_background};
use serde::Deserialize;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How long a command that was asked to stop may take to tidy up.
const PATIENCE: Duration = Duration::from_secs(10);
/// Between two times of telling how far it is.
const PAUSE: Duration = Duration::from_millis(100);
/// Sentences of the command that are kept, and characters of each.
const MOST_TOLD: usize = 20;
const LONGEST_TOLD: usize = 600;
/// Bytes of a line that are read.
const LONGEST_LINE: u64 = 1 << 16;

/// Words that have the command tell a program how far it is, and stop with it.
pub const FOR_PROGRAMS: [&str; 3] = ["--progress", "json", "--stop-with-input"];

/// How far the command is, as `--progress json` writes it.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct CommandProgress {
    pub pictures: u64,
    pub of: u64,
    /// Pictures of the whole animation.
    pub all: u64,
    /// Seconds that these are seen.
    pub seconds: f64,
    pub seconds_taken: f64,
    pub seconds_left: Option<f64>,
}

/// CommandNews of a command.
#[derive(Clone, Debug, PartialEq)]
pub enum CommandNews {
    Progress(CommandProgress),
    /// The last news.
    Ended(CommandEnd),
}

/// How a command ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CommandEnd {
    /// It did what it was to do.
    pub is_done: bool,
    /// We let go of it.
    pub is_stopped: bool,
    /// Its sentences, the last ones if there are many.
    pub told: Vec<String>,
}

/// A command that runs; dropped, it is asked to stop.
struct Running {
    input: Option<ChildStdin>,
    child: Arc<Mutex<Child>>,
    is_stopped: Arc<AtomicBool>,
}

/// Room for one command at a time.
#[derive(Clone, Default)]
pub struct CommandSlot {
    /// Counts the commands that were wanted.
    wanted: Arc<AtomicU64>,
    running: Arc<Mutex<Option<Running>>>,
}

impl CommandSlot {
    /// Stops the command that is there. After `delay`, unless another is wanted by then, runs the one that `words` names; both in the background.
    /// `tell` gets its news; without a thread, or if `words` fail, the end alone.
    pub fn begin(
        &self,
        delay: Duration,
        words: impl FnOnce() -> Result<Vec<OsString>, String> + Send + 'static,
        tell: impl FnMut(CommandNews) + Send + 'static,
    ) {
        self.stop();
        let place = self.clone();
        let mine = self.wanted.load(Ordering::Acquire);
        let tell = Arc::new(Mutex::new(tell));
        let says = tell.clone();
        let job = move || {
            std::thread::sleep(delay);
            let is_wanted = || place.wanted.load(Ordering::Acquire) == mine;
            if !is_wanted() {
                return end(&says, stopped());
            }
            let begun = words().and_then(|words| Running::begin(&words));
            let (running, output) = match begun {
                Ok(begun) => begun,
                Err(why) => return end(&says, failed(why)),
            };
            let (child, is_stopped) = (running.child.clone(), running.is_stopped.clone());
            match place.running.lock() {
                Ok(mut there) if is_wanted() => *there = Some(running),
                _ => drop(running),
            }
            let told = listen(output, |progress| {
                if let Ok(mut tell) = says.lock() {
                    (*tell)(CommandNews::Progress(progress));
                }
            });
            let status = child.lock().ok().and_then(|mut child| child.wait().ok());
            end(
                &says,
                CommandEnd {
                    is_done: status.is_some_and(|status| status.success()),
                    is_stopped: is_stopped.load(Ordering::Acquire),
                    told,
                },
            );
        };
        if !starts_in_background(Box::new(job)) {
            end(&tell, failed("no thread could be started".into()));
        }
    }

    /// Lets go of the command that is there, which tidies up and ends, and of one that was to begin.
    pub fn stop(&self) {
        self.wanted.fetch_add(1, Ordering::AcqRel);
        if let Ok(mut there) = self.running.lock() {
            *there = None;
        }
    }

    /// Ends the command that is there at once: what it has written is nobody's.
    pub fn kill(&self) {
        if let Ok(there) = self.running.lock()
            && let Some(running) = &*there
            && let Ok(mut child) = running.child.try_lock()
        {
            let _ = child.kill();
        }
        self.stop();
    }
}

fn end(tell: &Mutex<impl FnMut(CommandNews)>, ended: CommandEnd) {
    if let Ok(mut tell) = tell.lock() {
        (*tell)(CommandNews::Ended(ended));
    }
}

fn stopped() -> CommandEnd {
    CommandEnd {
        is_stopped: true,
        ..CommandEnd::default()
    }
}

fn failed(why: String) -> CommandEnd {
    CommandEnd {
        told: vec![why],
        ..CommandEnd::default()
    }
}

impl Running {
    fn begin(words: &[OsString]) -> Result<(Self, impl Read + Send + use<>), String> {
        let program = std::env::current_exe().map_err(|error| format!("the program does not find itself ({error})"))?;
        let begun = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = begun.map_err(|error| format!("the command could not be started ({error})"))?;
        let (input, output) = (child.stdin.take(), child.stderr.take());
        let output = output.ok_or("the command says nothing")?;
        let running = Self {
            input,
            child: Arc::new(Mutex::new(child)),
            is_stopped: Arc::default(),
        };
        Ok((running, output))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.input = None;
        // While somebody waits for it, it is about to end.
        let has_ended = match self.child.try_lock() {
            Ok(mut child) => !matches!(child.try_wait(), Ok(None)),
            Err(_) => true,
        };
        if has_ended {
            return;
        }
        self.is_stopped.store(true, Ordering::Release);
        let child = self.child.clone();
        in_background(Box::new(move || {
            std::thread::sleep(PATIENCE);
            if let Ok(mut child) = child.lock()
                && matches!(child.try_wait(), Ok(None))
            {
                let _ = child.kill();
            }
        }));
    }
}

/// Reads all that the command says. Returns its sentences.
fn listen(output: impl Read, mut tell: impl FnMut(CommandProgress)) -> Vec<String> {
    let mut output = BufReader::new(output);
    let (mut told, mut line) = (Vec::new(), Vec::new());
    loop {
        line.clear();
        match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return told,
            Ok(_) => {}
        }
        let text = String::from_utf8_lossy(&line);
        match serde_json::from_str::<CommandProgress>(&text) {
            Ok(progress) => tell(progress),
            Err(_) => {
                let sentence = text.trim().trim_start_matches("castview: ");
                if told.len() == MOST_TOLD {
                    told.remove(0);
                }
                told.push(sentence.chars().take(LONGEST_TOLD).collect());
            }
        }
    }
}

/// Lets through as much as is looked at: the first and the last of many, and one for each pause.
pub struct ProgressPacer {
    last: Option<Instant>,
}

impl ProgressPacer {
    pub fn new() -> Self {
        Self { last: None }
    }

    pub fn lets_through(&mut self, progress: &CommandProgress) -> bool {
        let is_due = self.last.is_none_or(|last| last.elapsed() >= PAUSE) || progress.pictures == progress.of;
        if is_due {
            self.last = Some(Instant::now());
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_told_and_sentences_are_kept() {
        let said = "{\"pictures\":1,\"of\":2,\"all\":50,\"seconds\":2.0,\"seconds_taken\":0.5,\"seconds_left\":0.5}\n\
                    castview: GIF counts hundredths\n{\"pictures\":\"many\"}\n";
        let mut seen = Vec::new();
        let told = listen(said.as_bytes(), |progress| seen.push(progress));
        let wanted = CommandProgress {
            pictures: 1,
            of: 2,
            all: 50,
            seconds: 2.0,
            seconds_taken: 0.5,
            seconds_left: Some(0.5),
        };
        assert_eq!(seen, [wanted]);
        assert_eq!(told, ["GIF counts hundredths", "{\"pictures\":\"many\"}"]);
        let many = "x\n".repeat(3 * MOST_TOLD) + &"y".repeat(1 << 20);
        let told = listen(many.as_bytes(), |_| ());
        assert!(told.len() == MOST_TOLD && told.iter().all(|line| line.len() <= LONGEST_TOLD));
    }

    #[test]
    fn a_command_that_is_not_wanted_any_more_never_begins() {
        let place = CommandSlot::default();
        let (say, said) = std::sync::mpsc::channel();
        let begin = |delay, why: &'static str| {
            let say = say.clone();
            place.begin(
                delay,
                move || Err(why.into()),
                move |news| {
                    // The test may have seen enough.
                    let _ = say.send(news);
                },
            );
        };
        begin(Duration::from_millis(200), "first");
        begin(Duration::ZERO, "second");
        let ended: Vec<CommandNews> = said.iter().take(2).collect();
        assert_eq!(
            ended,
            [
                CommandNews::Ended(failed("second".into())),
                CommandNews::Ended(stopped())
            ]
        );
    }
}
