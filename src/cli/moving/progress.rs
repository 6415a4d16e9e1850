//! How far a long command is, on a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Between two lines.
const PAUSE: Duration = Duration::from_millis(200);

/// One line on standard error that is written over and over; nothing where that is no terminal.
pub struct PictureCounter {
    count: usize,
    begun: Instant,
    shown: Option<Instant>,
    is_seen: bool,
}

impl PictureCounter {
    /// `is_wanted`: unless something else counts.
    pub fn begin(count: usize, is_wanted: bool) -> Self {
        Self {
            count,
            begun: Instant::now(),
            shown: None,
            is_seen: is_wanted && io::stderr().is_terminal(),
        }
    }

    /// `done` pictures are drawn.
    pub fn show(&mut self, done: usize) {
        let is_early = self.shown.is_some_and(|shown| shown.elapsed() < PAUSE);
        if !self.is_seen || is_early {
            return;
        }
        self.shown = Some(Instant::now());
        let line = line(done, self.count, self.begun.elapsed());
        // To the start of the line, and the rest of it emptied. Nobody is left to tell if standard error is gone.
        let _ = write!(io::stderr(), "\r{line}\x1b[K");
    }

    /// Takes the line away.
    pub fn clear(&mut self) {
        if self.shown.take().is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

impl Drop for PictureCounter {
    fn drop(&mut self) {
        self.clear();
    }
}

fn line(done: usize, count: usize, taken: Duration) -> String {
    let left = taken.as_secs_f64() / done.max(1) as f64 * count.saturating_sub(done) as f64;
    let left = left.ceil() as u64;
    format!("{done} of {count} pictures, {}:{:02} left", left / 60, left % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_that_of_the_pictures_so_far() {
        assert_eq!(line(10, 50, Duration::from_secs(20)), "10 of 50 pictures, 1:20 left");
        assert_eq!(line(50, 50, Duration::from_secs(20)), "50 of 50 pictures, 0:00 left");
    }
}
