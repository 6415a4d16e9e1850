//! The protocol between a sender and a window, over any stream of bytes.
//!
//! The sender tells the length of what follows, four bytes, and the paths, each followed by a zero byte; the window answers that it is ready;
//! the sender, if it still waits, lets it go; the window opens the paths and says that it has them. A window that wakes up after its sender
//! has given up opens nothing.

use super::{MOST_BYTES, PATIENCE, Sent, WHOLE_PATIENCE};
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const READY: &[u8] = b"ready";
const GO: &[u8] = b"go";
const TAKEN: &[u8] = b"taken";

/// Senders that are listened to at one time: half of the handles that a process commonly has. More are hung up on.
const MOST_SENDERS: usize = 512;
/// Until a system that has no handles left may have some.
const BREATH: Duration = Duration::from_millis(50);

/// Whether the sender still waits. It gives up, or lets the window go; never both.
#[derive(Clone, Default)]
pub struct Wait(Arc<AtomicU8>);

const WAITS: u8 = 0;
const LETS_GO: u8 = 1;
const GAVE_UP: u8 = 2;

impl Wait {
    fn becomes(&self, state: u8) -> bool {
        let changed = self
            .0
            .compare_exchange(WAITS, state, Ordering::SeqCst, Ordering::SeqCst);
        changed.is_ok()
    }
}

/// The answer of one window.
#[derive(Debug)]
pub enum Answer {
    Taken,
    /// It is closing, or it was never there.
    Gone,
}

/// Asks the window behind `stream` to open `paths`.
pub fn offer(stream: &mut (impl Read + Write), paths: &[u8], wait: &Wait) -> io::Result<Answer> {
    stream.write_all(&(paths.len() as u32).to_le_bytes())?;
    stream.write_all(paths)?;
    expect(stream, READY)?;
    if !wait.becomes(LETS_GO) {
        return Err(io::ErrorKind::TimedOut.into());
    }
    stream.write_all(GO)?;
    match expect(stream, TAKEN) {
        Ok(()) => Ok(Answer::Taken),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(Answer::Gone),
        Err(error) => Err(error),
    }
}

/// Takes what the sender behind `stream` wants to have opened. `paths`: of bytes that are told apart already.
pub fn hear(
    stream: &mut (impl Read + Write),
    paths: impl FnOnce(Vec<&[u8]>) -> Option<Vec<PathBuf>>,
    open: &Mutex<impl Fn(Vec<PathBuf>) -> bool>,
) -> io::Result<()> {
    let refused = |why: &str| io::Error::new(io::ErrorKind::InvalidData, why.to_owned());
    let mut length = [0; 4];
    stream.read_exact(&mut length)?;
    let length = u64::from(u32::from_le_bytes(length));
    if length > MOST_BYTES {
        return Err(refused("these are too many paths"));
    }
    let mut bytes = Vec::new();
    stream.take(length).read_to_end(&mut bytes)?;
    // The last path is followed by its zero, too: else it may be cut.
    let Some((0, whole)) = bytes.split_last().filter(|_| bytes.len() as u64 == length) else {
        return Err(refused("the paths are not whole"));
    };
    let paths = paths(whole.split(|byte| *byte == 0).collect());
    let paths = paths.filter(|paths| paths.iter().all(|path| path.is_absolute()));
    let paths = paths.ok_or_else(|| refused("these are no paths"))?;
    stream.write_all(READY)?;
    expect(stream, GO)?;
    let is_open = open.lock().is_ok_and(|open| open(paths));
    match is_open {
        true => stream.write_all(TAKEN),
        false => Ok(()),
    }
}

fn expect(stream: &mut impl Read, word: &[u8]) -> io::Result<()> {
    let mut heard = vec![0; word.len()];
    stream.read_exact(&mut heard)?;
    match heard == word {
        true => Ok(()),
        false => Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "this is no window of castview",
        )),
    }
}

/// Asks one window after the other until one has taken the paths. `ask` may take for ever: it has a thread, which is left behind when
/// its time is over.
pub fn ask_each<P: Send + 'static>(
    places: impl IntoIterator<Item = P>,
    ask: impl Fn(P, &Wait) -> io::Result<Answer> + Send + Sync + 'static,
) -> Sent {
    let (until, ask) = (Instant::now() + WHOLE_PATIENCE, Arc::new(ask));
    let mut sent = Sent::NoWindow;
    for place in places {
        let wait = Wait::default();
        let (told, answered) = channel();
        let asks = std::thread::Builder::new().name("handover".into()).spawn({
            let (wait, ask) = (wait.clone(), ask.clone());
            // Nobody waits any more if it comes too late.
            move || drop(told.send(ask(place, &wait)))
        });
        if asks.is_err() {
            return Sent::Unanswered;
        }
        let left = until.saturating_duration_since(Instant::now());
        let answer = answered.recv_timeout(PATIENCE.min(left));
        match answer {
            Ok(Ok(Answer::Taken)) => return Sent::Taken,
            Ok(Ok(Answer::Gone)) => {}
            _ if !wait.becomes(GAVE_UP) => return Sent::Unsure,
            answer => {
                if let Ok(Err(error)) = answer {
                    log::info!("a window does not take the files: {error}");
                }
                sent = Sent::Unanswered;
            }
        }
    }
    sent
}

/// Listens to each sender on a thread of its own: one that says nothing keeps no other waiting. `next` waits for a sender, `hear` listens.
pub fn listen_to_each<S: Send + 'static>(
    mut next: impl FnMut() -> io::Result<S>,
    hear: impl Fn(S) -> io::Result<()> + Send + Sync + 'static,
) {
    let hear = Arc::new(hear);
    loop {
        let heard = next().inspect_err(|_| std::thread::sleep(BREATH)).and_then(|sender| {
            if Arc::strong_count(&hear) > MOST_SENDERS {
                return Err(io::Error::new(io::ErrorKind::WouldBlock, "too many senders at once"));
            }
            let hear = hear.clone();
            std::thread::Builder::new().name("handover".into()).spawn(move || {
                if let Err(error) = hear(sender) {
                    log::info!("nothing was handed over: {error}");
                }
            })
        });
        if let Err(error) = heard {
            log::info!("nothing was handed over: {error}");
        }
    }
}
