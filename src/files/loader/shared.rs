//! What the loader and its thread share.

use super::memory::Memory;
use std::sync::{Mutex, MutexGuard, PoisonError};

pub(super) struct Shared {
    /// Called after every result, from any thread.
    pub wake: Box<dyn Fn() + Send + Sync>,
    pub memory: Mutex<Memory>,
}

impl Shared {
    pub fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
