//! Many files at once, told in order.
//!
//! In: a number of tasks and what carries one out. Out: what each prints, in the order of the tasks, whichever ends first. Memory is
//! bounded: what waits for its turn is small, and large files are read one at a time.

use crate::cli::output::{Failure, Sink};
use std::collections::BTreeMap;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Bytes that one task may buffer before its turn. A task with more output waits.
const MOST_HELD: usize = 1 << 20;
/// Bytes that finished tasks may buffer together.
const MOST_HELD_TOGETHER: usize = 16 << 20;
/// Files that are read at one time have so many bytes together, or there is one.
const MOST_READ: u64 = 64 << 20;
/// Tasks at one time, unless somebody says how many.
const MOST_THREADS: usize = 16;
/// Between two states of the counter.
const COUNTER_EVERY: Duration = Duration::from_millis(100);

enum Entry {
    Printed(Vec<u8>),
    Said(String),
}

/// Standard output and error of one task, in the order of the tasks. Small output is held back; a task with more waits for its turn.
pub struct Turn<'a> {
    shared: &'a Shared,
    index: usize,
    held: Vec<Entry>,
    held_bytes: usize,
    has_come: bool,
}

struct Shared {
    taking: Mutex<usize>,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// Whose turn it is.
    next: usize,
    ended: BTreeMap<usize, Vec<Entry>>,
    ended_bytes: usize,
    /// Bytes of the files that are being read.
    reading: u64,
    out: BufWriter<Stdout>,
    /// Nobody reads any more.
    broken: Option<io::Error>,
    counter: Option<Counter>,
}

struct Counter {
    total: usize,
    shown: Instant,
}

impl Counter {
    /// Where the results go to the same terminal they say how far it is.
    fn of(total: usize) -> Option<Self> {
        let is_wanted = total > 1 && io::stderr().is_terminal() && !io::stdout().is_terminal();
        let shown = Instant::now();
        is_wanted.then_some(Self { total, shown })
    }

    fn show(&mut self, done: usize) {
        if done < self.total && self.shown.elapsed() < COUNTER_EVERY {
            return;
        }
        self.shown = Instant::now();
        let _ = match done < self.total {
            true => write!(io::stderr(), "\r{done} of {}", self.total),
            false => write!(io::stderr(), "\r\x1b[K"),
        };
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_until(&self, mut is_so: impl FnMut(&State) -> bool) -> MutexGuard<'_, State> {
        let waiting = self.changed.wait_while(self.state(), |state| !is_so(state));
        waiting.unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn write_error(&self) -> Option<io::Error> {
        let error = self.broken.as_ref()?;
        Some(io::Error::new(error.kind(), error.to_string()))
    }

    fn write(&mut self, entry: &Entry) {
        if self.broken.is_some() {
            return;
        }
        let written = match entry {
            Entry::Printed(bytes) => self.out.write_all(bytes),
            Entry::Said(line) => {
                let written = self.out.flush();
                if self.counter.is_some() {
                    let _ = write!(io::stderr(), "\r\x1b[K");
                }
                let _ = writeln!(io::stderr(), "{line}");
                written
            }
        };
        self.broken = written.err();
    }
}

impl Turn<'_> {
    fn add(&mut self, entry: Entry) {
        if self.has_come {
            self.shared.state().write(&entry);
            return;
        }
        self.held_bytes += match &entry {
            Entry::Printed(bytes) => bytes.len(),
            Entry::Said(line) => line.len(),
        };
        match (entry, self.held.last_mut()) {
            (Entry::Printed(bytes), Some(Entry::Printed(before))) => before.extend_from_slice(&bytes),
            (entry, _) => self.held.push(entry),
        }
        if self.held_bytes > MOST_HELD {
            let mut state = self.shared.wait_until(|state| state.next == self.index);
            self.held.drain(..).for_each(|entry| state.write(&entry));
            self.has_come = true;
        }
    }

    fn end(self) {
        let mut state = self
            .shared
            .wait_until(|state| state.next == self.index || state.ended_bytes + self.held_bytes <= MOST_HELD_TOGETHER);
        state.ended_bytes += self.held_bytes;
        state.ended.insert(self.index, self.held);
        loop {
            let next = state.next;
            let Some(held) = state.ended.remove(&next) else { break };
            for entry in &held {
                state.write(entry);
                state.ended_bytes -= match entry {
                    Entry::Printed(bytes) => bytes.len(),
                    Entry::Said(line) => line.len(),
                };
            }
            state.next += 1;
            if let Some(counter) = &mut state.counter {
                counter.show(next + 1);
            }
        }
        drop(state);
        self.shared.changed.notify_all();
    }
}

impl Write for Turn<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.add(Entry::Printed(bytes.to_vec()));
        match self.has_come.then(|| self.shared.state()) {
            Some(state) => state.write_error().map_or(Ok(bytes.len()), Err),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Sink for Turn<'_> {
    fn say(&mut self, line: String) {
        self.add(Entry::Said(line));
    }
}

/// Carries out the tasks `0..sizes.len()`, `jobs` at one time; each has a file of so many bytes. Returns what they return, in order, or why
/// nothing more can be printed.
pub fn in_order<T: Send>(
    sizes: &[u64],
    jobs: Option<usize>,
    task: impl Fn(usize, &mut Turn<'_>) -> T + Sync,
) -> Result<Vec<T>, Failure> {
    let shared = Shared {
        taking: Mutex::new(0),
        state: Mutex::new(State {
            next: 0,
            ended: BTreeMap::new(),
            ended_bytes: 0,
            reading: 0,
            out: BufWriter::with_capacity(1 << 16, io::stdout()),
            broken: None,
            counter: Counter::of(sizes.len()),
        }),
        changed: Condvar::new(),
    };
    let results = Mutex::new(Vec::new());
    let work = || {
        while let Some((index, bytes)) = take(&shared, sizes) {
            let has_come = shared.state().next == index;
            let mut turn = Turn {
                shared: &shared,
                index,
                held: Vec::new(),
                held_bytes: 0,
                has_come,
            };
            let result = task(index, &mut turn);
            shared.state().reading -= bytes;
            shared.changed.notify_all();
            turn.end();
            results
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push((index, result));
        }
    };
    let usual = || {
        std::thread::available_parallelism()
            .map_or(1, usize::from)
            .min(MOST_THREADS)
    };
    match jobs.unwrap_or_else(usual).min(sizes.len()) {
        0 | 1 => work(),
        threads => std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work)))),
    }
    let mut state = shared.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    match state.broken.take() {
        Some(error) => return Err(error.into()),
        None => state.out.flush()?,
    }
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(index, _)| *index);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// The next task and the bytes that it reads, when there is room for them. Tasks take room in order: the one whose turn it is has it.
fn take(shared: &Shared, sizes: &[u64]) -> Option<(usize, u64)> {
    let mut taking = shared.taking.lock().unwrap_or_else(PoisonError::into_inner);
    let index = *taking;
    let bytes = *sizes.get(index)?;
    let mut state = shared.wait_until(|state| state.reading == 0 || state.reading + bytes <= MOST_READ);
    if state.broken.is_some() {
        return None;
    }
    state.reading += bytes;
    *taking = index + 1;
    Some((index, bytes))
}
