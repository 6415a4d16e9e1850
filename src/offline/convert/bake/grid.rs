//! Frames at which a clip is baked.
//!
//! In: the played range and rates. Out: the frames that are written, and the frame at which each pose is taken. Bounded before anything is
//! posed.

use crate::animation::Timeline;
use crate::offline::convert::conversion::ConversionTarget;

/// More frames than any clip has: ten hours at 30 a second.
const MOST_FRAMES: f64 = 1_080_000.0;
/// How far a clip's end may lie beside a step and still be on it: frames.
const SLACK: f64 = 1e-6;

/// Frames of one baked clip, in frames of the clip itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    first: f64,
    step: f64,
    /// At least 1.
    pub count: usize,
    start: f64,
    end: f64,
    /// The end is taken just before it, as a clip that starts over shows its first frame there.
    ends_before: bool,
    /// The last frame lies at the end, whether that is a whole step or not.
    ends_exactly: bool,
}

impl Grid {
    /// `rate`: frames of a second; `None`: the clip's own. `None`: there would be too many.
    pub fn of(played: &Timeline, rate: Option<f64>, target: ConversionTarget, loops: bool) -> Option<Self> {
        let own = played.frames_per_second;
        let step = own / rate.unwrap_or(own);
        let (start, end) = (played.range.start, played.range.end);
        // Cast and SEAnim count whole frames from 0 on; glTF has seconds.
        let is_whole = matches!(target, ConversionTarget::Cast | ConversionTarget::Seanim);
        let first = match is_whole {
            true => (start / step + SLACK).floor() * step,
            false => start,
        };
        let steps = ((end - first) / step - SLACK).max(0.0).ceil();
        if !(steps.is_finite() && first.is_finite()) || steps >= MOST_FRAMES {
            return None;
        }
        Some(Self {
            first,
            step,
            count: steps as usize + 1,
            start,
            end,
            ends_before: loops && end > start,
            ends_exactly: !is_whole,
        })
    }

    /// The frame that is written.
    pub fn frame(&self, at: usize) -> f64 {
        let frame = self.first + self.step * at as f64;
        match self.ends_exactly && at + 1 == self.count {
            true => self.end,
            false => frame,
        }
    }

    /// The frame whose pose is taken for it.
    pub fn taken(&self, at: usize) -> f64 {
        let frame = self.frame(at).clamp(self.start, self.end);
        let last = self.end - SLACK * self.step;
        match self.ends_before && frame > last {
            true => last.max(self.start),
            false => frame,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::FrameRange;

    fn frames(range: [f64; 2], rate: Option<f64>, target: ConversionTarget) -> Vec<[f64; 2]> {
        let played = Timeline {
            frames_per_second: 30.0,
            range: FrameRange {
                start: range[0],
                end: range[1],
            },
            looping: false,
        };
        let grid = Grid::of(&played, rate, target, false).expect("few frames");
        (0..grid.count).map(|at| [grid.frame(at), grid.taken(at)]).collect()
    }

    #[test]
    fn frames_are_even_and_have_both_ends() {
        use ConversionTarget::{Cast, Glb};
        let same = |list: &[f64]| list.iter().map(|frame| [*frame; 2]).collect::<Vec<_>>();
        assert_eq!(frames([0.0, 3.0], None, Glb), same(&[0.0, 1.0, 2.0, 3.0]));
        assert_eq!(frames([0.0, 3.0], Some(60.0), Cast).len(), 7);
        assert_eq!(frames([0.5, 2.0], Some(30.0), Glb), same(&[0.5, 1.5, 2.0]));
        // Whole frames: what lies between two of them is taken at the clip's own end.
        assert_eq!(frames([0.5, 1.75], None, Cast), [[0.0, 0.5], [1.0, 1.0], [2.0, 1.75]]);
        assert_eq!(frames([4.0, 4.0], None, Glb), same(&[4.0]));
    }

    #[test]
    fn endless_clips_are_refused() {
        let played = Timeline {
            frames_per_second: 30.0,
            range: FrameRange { start: 0.0, end: 1e12 },
            looping: false,
        };
        assert_eq!(Grid::of(&played, None, ConversionTarget::Glb, false), None);
    }
}
