//! Threads for what would hold the window up.

use crate::ui;

/// Runs a job on a thread of its own; without a thread it is not done, and the window does without.
pub(super) fn in_background(job: ui::Job) {
    starts_in_background(job);
}

/// The same; whether there is a thread for it.
pub(super) fn starts_in_background(job: ui::Job) -> bool {
    let started = std::thread::Builder::new().name("background".into()).spawn(job);
    started
        .map_err(|error| log::warn!("a background job has no thread: {error}"))
        .is_ok()
}
