//! One graphics adapter for many files: a thread draws, while others read and write.
//!
//! In: work that draws. Out: its result. The adapter is opened with the first work. One that fails, or in whose use castview makes a mistake,
//! is given up, and opened anew for the next work.

use super::output::Failure;
use crate::files;
use crate::offline::Drawing;
use std::sync::mpsc::{self, Sender};

/// Work for the thread that draws, with the adapter that it leaves open.
type Job<'a> = Box<dyn FnOnce(&mut Option<Drawing>) + Send + 'a>;

/// The way to the thread that draws.
pub struct Pen<'a> {
    jobs: Sender<Job<'a>>,
    open: &'a (dyn Fn() -> Result<Drawing, Failure> + Sync),
}

/// Calls `work` with a pen. `open`: an adapter.
pub fn with_pen<'a, T>(open: &'a (dyn Fn() -> Result<Drawing, Failure> + Sync), work: impl FnOnce(&Pen<'a>) -> T) -> T {
    std::thread::scope(|scope| {
        let (jobs, received) = mpsc::channel::<Job<'a>>();
        scope.spawn(move || {
            let mut held = None;
            received.into_iter().for_each(|job| job(&mut held));
            // The system takes back at once what would be freed piece by piece.
            std::mem::forget(held);
        });
        // The thread ends with the pen.
        work(&Pen { jobs, open })
    })
}

impl<'a> Pen<'a> {
    /// Has `work` done by the thread that draws, after all work before it. It also says whether the adapter is in order.
    pub fn draw<T: Send + 'a>(&self, work: impl FnOnce(&mut Drawing) -> (T, bool) + Send + 'a) -> Result<T, Failure> {
        let (answer, answered) = mpsc::channel();
        let open = self.open;
        let job: Job<'a> = Box::new(move |held| {
            let taken = held.take();
            let done = files::guard(|| {
                let mut drawing = taken.map_or_else(open, Ok)?;
                let (done, is_in_order) = work(&mut drawing);
                Ok((done, is_in_order.then_some(drawing)))
            });
            let done = done.unwrap_or_else(|panic| Err(mistake(&panic)));
            let done = done.map(|(done, drawing)| {
                *held = drawing;
                done
            });
            // Nobody waits for it where the reader of our output is gone.
            let _ = answer.send(done);
        });
        let lost = || mistake("nobody draws");
        self.jobs.send(job).map_err(|_| lost())?;
        answered.recv().map_err(|_| lost())?
    }
}

fn mistake(panic: &str) -> Failure {
    Failure::new(format!(
        "this file meets a mistake in castview, please report it ({panic})"
    ))
}
