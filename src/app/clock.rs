//! How much time passed between two turns.
//!
//! In: instants. Out: seconds to advance the playhead by, and when the next picture of a playing clip is due.
//! Never decides what is shown.

use std::time::{Duration, Instant};

/// A stall longer than this (a suspended machine, a debugger) is not caught up with; anything shorter is, so playback
/// drops pictures and never slows down.
const LONGEST_STEP: Duration = Duration::from_secs(1);

#[derive(Debug, Default)]
pub struct Clock {
    last: Option<Instant>,
}

impl Clock {
    /// Seconds since the previous tick, at most one second; zero at the first tick and after [`Clock::stop`].
    pub fn tick(&mut self, now: Instant) -> f64 {
        let step = self
            .last
            .map_or(Duration::ZERO, |last| now.saturating_duration_since(last));
        self.last = Some(now);
        step.min(LONGEST_STEP).as_secs_f64()
    }

    /// Nothing plays: the time until the next tick does not count.
    pub fn stop(&mut self) {
        self.last = None;
    }
}

/// When the next picture is due after one that began at `began`, on a display of `millihertz` (unknown: 60 Hz).
///
/// Vertical sync does the real pacing; this only keeps a display without it from drawing as fast as it can, so the
/// wait is a little shorter than the display's period.
pub fn next_picture(began: Instant, millihertz: Option<u32>) -> Instant {
    let hertz = f64::from(millihertz.unwrap_or(60_000)).clamp(10_000.0, 500_000.0) / 1000.0;
    began + Duration::from_secs_f64(0.8 / hertz)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_real_time_up_to_a_stall() {
        let start = Instant::now();
        let mut clock = Clock::default();
        let at = |ms| start + Duration::from_millis(ms);
        for (ms, expected) in [(0, 0.0), (16, 0.016), (416, 0.4), (60_000, 1.0), (60_016, 0.016)] {
            let step = clock.tick(at(ms));
            assert!((step - expected).abs() < 1e-9, "{step} at {ms} ms, expected {expected}");
        }
        assert_eq!(clock.tick(start), 0.0, "a clock that runs backwards stands still");
        clock.stop();
        assert_eq!(clock.tick(at(90_000)), 0.0, "time spent stopped does not count");
    }

    #[test]
    fn pictures_are_due_a_little_before_the_display_wants_them() {
        let now = Instant::now();
        for (millihertz, at_most_ms) in [(None, 17), (Some(60_000), 17), (Some(144_000), 7), (Some(0), 100)] {
            let wait = next_picture(now, millihertz) - now;
            assert!(wait <= Duration::from_millis(at_most_ms), "{wait:?} for {millihertz:?}");
            assert!(
                wait >= Duration::from_millis(at_most_ms / 2),
                "{wait:?} for {millihertz:?}"
            );
        }
    }
}
