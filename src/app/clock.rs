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

/// Times and events that the next turn waits for.
#[derive(Clone, Copy, Debug)]
pub struct Wishes {
    /// When the last turn began.
    pub began: Instant,
    /// When a playing clip has its next picture.
    pub playing: Option<Instant>,
    /// When the panels, or what has arrived, want a turn.
    pub asked: Option<Instant>,
    /// The user has done something that no turn has seen.
    pub has_input: bool,
    /// The view shows nothing of what is open, and its first picture is being drawn.
    pub awaits_first: bool,
}

/// When the next turn is due. `None`: when something happens.
///
/// While the first picture of what is open is drawn, turns come every `pause` alone: nothing but the playhead would be new, and on a software adapter
/// panels are painted by the processor that draws the picture. The user waits for nothing.
pub fn next_turn(wishes: Wishes, pause: Duration) -> Option<Instant> {
    let earliest = [wishes.playing, wishes.asked].into_iter().flatten().min()?;
    let is_held = wishes.awaits_first && !wishes.has_input;
    Some(match is_held {
        true => earliest.max(wishes.began + pause),
        false => earliest,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_make_room_for_the_first_picture_but_not_for_others_nor_before_the_user() {
        let began = Instant::now();
        let at = |ms| Some(began + Duration::from_millis(ms));
        let pause = Duration::from_millis(100);
        let wishes = Wishes {
            began,
            playing: at(13),
            asked: at(0),
            has_input: false,
            awaits_first: false,
        };
        let first = |wishes: Wishes| Wishes {
            awaits_first: true,
            ..wishes
        };
        let touched = |wishes: Wishes| Wishes {
            has_input: true,
            ..wishes
        };
        let playing = Wishes { asked: None, ..wishes };
        let still = Wishes {
            playing: None,
            ..playing
        };
        let late = Wishes {
            asked: at(250),
            ..still
        };
        for (wishes, due) in [
            (wishes, at(0)),
            (playing, at(13)),
            (still, None),
            (first(wishes), at(100)),
            (first(playing), at(100)),
            (first(still), None),
            (first(late), at(250)),
            (touched(first(wishes)), at(0)),
            (touched(first(playing)), at(13)),
        ] {
            assert_eq!(next_turn(wishes, pause), due, "{wishes:?}");
        }
    }

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
