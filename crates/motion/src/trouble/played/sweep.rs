//! The frames of a clip that are looked at.

use castview_base::core::FrameRange;
use castview_base::scene::{Clip, Model};

/// Bones posed at most, all frames together, but for the first [`FEWEST`] frames: half a second of one core.
const POSED: u64 = 20_000_000;
/// Frames looked at however many bones there are.
const FEWEST: u64 = 16;

/// Frames from the first one of the clip on, in even steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::trouble) struct Swept {
    /// The clip's first frame.
    pub start: f64,
    /// Frames from one to the next.
    pub step: u32,
    /// How many are looked at; at least one.
    pub count: usize,
}

impl Swept {
    /// All frames of `clip`, or as many as the budget allows for the bones of `model`.
    pub fn of(clip: &Clip, model: &Model) -> Self {
        Self {
            start: clip.range.start,
            ..Self::within(clip.range.length(), model.skeleton.len())
        }
    }

    fn within(length: f64, bones: usize) -> Self {
        let most = (POSED / (bones as u64).max(1)).max(FEWEST);
        // As floats, so that a range of any length fits.
        let step = ((length + 1.0) / most as f64).ceil().clamp(1.0, f64::from(u32::MAX));
        Self {
            start: 0.0,
            step: step as u32,
            count: (length / step).min(most as f64) as usize + 1,
        }
    }

    /// The frame at `index`, which is below the count.
    pub fn frame(self, index: usize) -> f64 {
        self.start + index as f64 * f64::from(self.step)
    }

    /// From the first to the last frame.
    pub(super) fn range(self, found: WorstFrame) -> FrameRange {
        FrameRange {
            start: self.frame(found.first),
            end: self.frame(found.last),
        }
    }
}

/// The frames at which something is beyond its bound, by their numbers in the sweep.
#[derive(Clone, Copy)]
pub(super) struct WorstFrame {
    pub first: usize,
    pub last: usize,
    pub worst: usize,
    pub value: f32,
}

/// Adds the frame number `at`, if its value is beyond `bound`.
pub(super) fn widen(worst: &mut Option<WorstFrame>, at: usize, value: f32, bound: f32) {
    if value.is_nan() || value <= bound {
        return;
    }
    let before = worst.unwrap_or(WorstFrame {
        first: at,
        last: at,
        worst: at,
        value,
    });
    *worst = Some(match value > before.value {
        true => WorstFrame {
            first: before.first,
            last: at,
            worst: at,
            value,
        },
        false => WorstFrame { last: at, ..before },
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_frame_is_looked_at_until_the_budget_is_spent() {
        for (length, bones, step, count) in [
            (0.0, 100, 1, 1),
            (60.0, 424, 1, 61),
            (60.5, 0, 1, 61),
            (199_999.0, 100, 1, 200_000),
            (200_000.0, 100, 2, 100_001),
            (1_000.0, 20_000_000, 63, 16),
        ] {
            let swept = Swept::within(length, bones);
            assert_eq!((swept.step, swept.count), (step, count), "{length} of {bones}");
            assert!(swept.frame(count - 1) <= length);
        }
        let endless = Swept::within(f64::MAX, 1);
        assert!(endless.count as u64 <= POSED + 1, "{endless:?}");
    }
}
