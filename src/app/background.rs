//! Threads for what would hold the window up.

use crate::ui;

/// Runs a job on a thread of its own; without a thread it is not done, and the window does without.
pub(super) fn in_background(job: ui::Job) {
    starts_in_background(job);
}

/// Runs `job`, then `wake`. The event loop sleeps until it is woken, and only then takes in the result.
pub(super) fn waking(job: ui::Job, wake: impl FnOnce() + Send + 'static) -> ui::Job {
    Box::new(move || {
        job();
        wake();
    })
}

/// Like [`in_background`]; whether there is a thread for it.
pub(super) fn starts_in_background(job: ui::Job) -> bool {
    let started = std::thread::Builder::new().name("background".into()).spawn(job);
    started
        .map_err(|error| log::warn!("a background job has no thread: {error}"))
        .is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn the_loop_is_woken_when_a_job_is_done() {
        let (tell, told) = channel();
        let also = tell.clone();
        let job: ui::Job = Box::new(move || tell.send("made").expect("somebody waits"));
        assert!(starts_in_background(waking(job, move || also
            .send("woken")
            .expect("somebody waits"))));
        assert_eq!(told.iter().collect::<Vec<_>>(), ["made", "woken"]);
    }
}
