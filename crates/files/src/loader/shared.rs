//! State that the loader and its threads share.

use super::arrival::Arrival;
use super::memory::LoaderMemory;
use super::prefetch::Prefetch;
use std::sync::mpsc::Sender;
use std::sync::{Mutex, MutexGuard, PoisonError};

pub(super) struct Shared {
    /// Called after every result, from any thread.
    pub wake: Box<dyn Fn() + Send + Sync>,
    pub sender: Sender<Arrival>,
    pub memory: Mutex<LoaderMemory>,
    pub prefetch: Prefetch,
}

impl Shared {
    pub fn memory(&self) -> MutexGuard<'_, LoaderMemory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn send(&self, arrival: Arrival) {
        // Nobody listens any more when the window is closing.
        if self.sender.send(arrival).is_ok() {
            (self.wake)();
        }
    }
}
