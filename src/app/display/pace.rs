//! How much of a picture one submission may hold, learned from how long submissions take.
//!
//! In: what was submitted, and how long it took. Out: the limit for the next one. Never looks at a clock.

use crate::render::Work;
use std::time::Duration;

/// Time that a submission may take: the window has to wait that long for its turn.
pub const AIM: Duration = Duration::from_millis(50);

/// At first: what software Vulkan on two cores does in that time.
const FIRST: Work = Work {
    bytes: 8e6,
    vertices: 5e5,
    corners: 3e5,
    draws: 3e3,
    pixels: 4e6,
    depths: 4e6,
};
const LEAST: Work = Work {
    bytes: 1e5,
    vertices: 1e3,
    corners: 300.0,
    draws: 4.0,
    pixels: 1e5,
    depths: 1e5,
};
const MOST: Work = Work {
    bytes: 2e8,
    vertices: 1e8,
    corners: 1e8,
    draws: 2e5,
    pixels: 1e10,
    depths: 1e10,
};

/// How far one submission may move the limit. A machine that is busy with something else is no reason to go down by more.
const UP: f64 = 4.0;
const DOWN: f64 = 0.25;

#[derive(Debug)]
pub struct Pace {
    limit: Work,
}

impl Default for Pace {
    fn default() -> Self {
        Self { limit: FIRST }
    }
}

impl Pace {
    /// Limit of the next submission.
    pub fn limit(&self) -> &Work {
        &self.limit
    }

    /// `took`: from handing `work` over until it was seen to be done. Short times say little, as seeing takes time itself; so do
    /// submissions that hold little.
    pub fn learn(&mut self, work: &Work, took: Duration) {
        let share = work.share_of(&self.limit);
        if share <= 0.0 {
            return;
        }
        let aims = took.as_secs_f64() / AIM.as_secs_f64();
        let factor = if aims > 1.5 {
            (share / aims).clamp(DOWN, 1.0)
        } else if aims < 0.6 && share > 0.5 {
            (share / aims.max(1e-3)).clamp(1.0, UP)
        } else {
            return;
        };
        // Each kind by its part in it.
        let of = |work: f64, limit: f64, least: f64, most: f64| {
            (limit * factor.powf(work / limit / share)).clamp(least, most)
        };
        let limit = self.limit;
        self.limit = Work {
            bytes: of(work.bytes, limit.bytes, LEAST.bytes, MOST.bytes),
            vertices: of(work.vertices, limit.vertices, LEAST.vertices, MOST.vertices),
            corners: of(work.corners, limit.corners, LEAST.corners, MOST.corners),
            draws: of(work.draws, limit.draws, LEAST.draws, MOST.draws),
            pixels: of(work.pixels, limit.pixels, LEAST.pixels, MOST.pixels),
            depths: of(work.depths, limit.depths, LEAST.depths, MOST.depths),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A machine that takes so many nanoseconds for each.
    fn time(work: &Work, each: &Work) -> Duration {
        let nanos = work.bytes * each.bytes
            + work.vertices * each.vertices
            + work.corners * each.corners
            + work.draws * each.draws
            + work.pixels * each.pixels;
        Duration::from_secs_f64(nanos / 1e9)
    }

    /// Submissions until the time of one is within the aim, when each holds all it may of one kind.
    fn settle(pace: &mut Pace, each: &Work, fill: impl Fn(&Work) -> Work) -> usize {
        for submissions in 1..100 {
            let work = fill(pace.limit());
            let took = time(&work, each);
            pace.learn(&work, took);
            if took > AIM.mul_f64(0.5) && took < AIM.mul_f64(1.6) {
                return submissions;
            }
        }
        panic!("never near the aim: {pace:?}");
    }

    fn corners(limit: &Work) -> Work {
        Work {
            corners: limit.corners,
            ..Work::NONE
        }
    }

    #[test]
    fn a_slow_machine_gets_less_and_a_fast_one_more_within_a_few_submissions() {
        for (nanos, most) in [(1.0, 6), (200.0, 1), (20_000.0, 8)] {
            let each = Work {
                corners: nanos,
                ..Work::NONE
            };
            let mut pace = Pace::default();
            let took = settle(&mut pace, &each, corners);
            assert!(took <= most, "{nanos} ns: {took}");
        }
    }

    #[test]
    fn what_did_not_take_the_time_keeps_its_limit() {
        let mut pace = Pace::default();
        let work = Work {
            corners: pace.limit().corners,
            ..Work::NONE
        };
        pace.learn(&work, Duration::from_secs(2));
        assert!(pace.limit().corners < FIRST.corners);
        assert_eq!((pace.limit().draws, pace.limit().bytes), (FIRST.draws, FIRST.bytes));
    }

    /// Depth of a model whose triangles lie over each other is drawn fast, before its surfaces are.
    #[test]
    fn depth_that_is_drawn_fast_lets_no_submission_hold_more_surfaces() {
        let each = Work {
            pixels: 24.0,
            depths: 0.1,
            ..Work::NONE
        };
        let mut pace = Pace::default();
        for _ in 0..20 {
            let work = Work {
                depths: pace.limit().depths,
                ..Work::NONE
            };
            pace.learn(&work, time(&work, &each));
        }
        assert!(pace.limit().depths > 50.0 * FIRST.depths, "{pace:?}");
        let surfaces = Work {
            pixels: pace.limit().pixels,
            ..Work::NONE
        };
        assert!(time(&surfaces, &each) < AIM * 3, "{pace:?}");
    }

    #[test]
    fn small_submissions_and_usual_times_teach_nothing() {
        let mut pace = Pace::default();
        let little = Work {
            corners: 3.0,
            ..Work::NONE
        };
        for (work, took) in [(little, 1), (little, 40), (corners(&FIRST), 50)] {
            pace.learn(&work, Duration::from_millis(took));
            assert_eq!(*pace.limit(), FIRST);
        }
    }

    #[test]
    fn limits_have_limits() {
        let mut pace = Pace::default();
        for _ in 0..100 {
            pace.learn(&corners(&pace.limit().clone()), Duration::from_secs(100));
        }
        assert_eq!(pace.limit().corners, LEAST.corners);
        for _ in 0..100 {
            pace.learn(&corners(&pace.limit().clone()), Duration::ZERO);
        }
        assert_eq!(pace.limit().corners, MOST.corners);
    }
}
