//! How far a long command is: for people at a terminal, or for a program.

use crate::cli::args::ProgressArg;
use serde_json::{Value, json};
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Between two lines.
const PAUSE: Duration = Duration::from_millis(200);

/// Progress on standard error.
pub struct PictureCounter {
    form: Form,
    count: usize,
    /// Pictures of the whole animation, and the seconds that they are seen.
    all: (usize, f64),
    begun: Instant,
    shown: Option<Instant>,
    /// Sentences that no object has had yet.
    notes: Vec<String>,
}

#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// One line that is written over and over.
    Line,
    /// An object a line.
    Json,
    /// Nobody looks.
    Nothing,
}

impl PictureCounter {
    /// Begins to count up to `count` pictures, for people unless something else does (`counts`); `all`: those of the whole animation, and the seconds that they are seen.
    /// `notes`: sentences that were said before.
    pub fn begin((told, counts): (ProgressArg, bool), count: usize, all: (usize, f64), notes: Vec<String>) -> Self {
        let form = match told {
            ProgressArg::Json => Form::Json,
            ProgressArg::Text if counts && io::stderr().is_terminal() => Form::Line,
            ProgressArg::Text => Form::Nothing,
        };
        let mut counter = Self {
            form,
            count,
            all,
            begun: Instant::now(),
            shown: None,
            notes,
        };
        if form == Form::Json {
            counter.show(0);
        }
        counter
    }

    /// The next object has the sentence, too: a program that reads nothing but objects misses none.
    pub fn note(&mut self, sentence: &str) {
        if self.form == Form::Json {
            self.notes.push(sentence.to_owned());
        }
    }

    /// `done` pictures are drawn.
    pub fn show(&mut self, done: usize) {
        // A program looks at each time by itself.
        let is_early = self.form == Form::Line && self.shown.is_some_and(|shown| shown.elapsed() < PAUSE);
        if self.form == Form::Nothing || is_early {
            return;
        }
        self.shown = Some(Instant::now());
        let taken = self.begun.elapsed();
        // Nobody is left to tell if standard error is gone.
        let _ = match self.form {
            Form::Json => {
                let notes = std::mem::take(&mut self.notes);
                writeln!(io::stderr(), "{}", json(done, self.count, self.all, taken, &notes))
            }
            // To the start of the line, and the rest of it emptied.
            _ => write!(io::stderr(), "\r{}\x1b[K", line(done, self.count, taken)),
        };
    }

    /// Takes the line away.
    pub fn clear(&mut self) {
        if self.form == Form::Line && self.shown.take().is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

impl Drop for PictureCounter {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Seconds until the rest is drawn, if it takes as long as the pictures so far.
fn left(done: usize, count: usize, taken: Duration) -> f64 {
    taken.as_secs_f64() / done.max(1) as f64 * count.saturating_sub(done) as f64
}

fn json(done: usize, count: usize, (all, secs): (usize, f64), taken: Duration, notes: &[String]) -> Value {
    let left = (done > 0).then(|| left(done, count, taken));
    let mut object = json!({"pictures": done, "of": count, "all": all, "seconds": secs, "seconds_taken": taken.as_secs_f64(), "seconds_left": left});
    if !notes.is_empty() {
        object["notes"] = json!(notes);
    }
    object
}

fn line(done: usize, count: usize, taken: Duration) -> String {
    let left = left(done, count, taken).ceil() as u64;
    format!("{done} of {count} pictures, {}:{:02} left", left / 60, left % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_that_of_the_pictures_so_far() {
        assert_eq!(line(10, 50, Duration::from_secs(20)), "10 of 50 pictures, 1:20 left");
        assert_eq!(line(50, 50, Duration::from_secs(20)), "50 of 50 pictures, 0:00 left");
        let told = json(10, 50, (60, 2.0), Duration::from_secs(20), &[]);
        let wanted = r#"{"all":60,"of":50,"pictures":10,"seconds":2.0,"seconds_left":80.0,"seconds_taken":20.0}"#;
        assert_eq!(told.to_string(), wanted);
        assert!(
            json(0, 50, (50, 2.0), Duration::ZERO, &[])["seconds_left"].is_null(),
            "nobody knows yet"
        );
        let noted = json(1, 1, (1, 0.0), Duration::ZERO, &["Tinted: skin #ff8000".into()]);
        assert_eq!(noted["notes"], json!(["Tinted: skin #ff8000"]));
    }
}
