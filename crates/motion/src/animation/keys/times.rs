//! The key times of a channel.

use castview_base::scene::Keys;

/// Ascending frames.
pub(super) enum Times<'a> {
    /// The value never changes.
    Still,
    Keys(&'a Keys),
    Union(Vec<f64>),
    Every(Run),
}

impl Times<'_> {
    /// 0 when still.
    pub fn len(&self) -> usize {
        match self {
            Self::Still => 0,
            Self::Keys(keys) => keys.len(),
            Self::Union(frames) => frames.len(),
            Self::Every(run) => run.len,
        }
    }

    /// Panics when `key` is not below [`Self::len`].
    pub fn frame(&self, key: usize) -> f64 {
        match self {
            Self::Still => panic!("a still channel has no frames"),
            Self::Keys(keys) => keys.frame(key),
            Self::Union(frames) => frames[key],
            Self::Every(run) => run.first + key as f64,
        }
    }

    pub fn frames(&self) -> impl Iterator<Item = f64> + '_ {
        (0..self.len()).map(|key| self.frame(key))
    }

    /// How many keys lie at or before `frame`.
    pub fn count_until(&self, frame: f64) -> usize {
        match self {
            Self::Still => 0,
            Self::Keys(keys) => keys.count_until(frame),
            Self::Union(frames) => frames.partition_point(|at| *at <= frame),
            Self::Every(run) => ((frame - run.first).floor() + 1.0).clamp(0.0, run.len as f64) as usize,
        }
    }

    /// The first and last frame; `None` when still.
    pub fn ends(&self) -> Option<[f64; 2]> {
        let last = self.len().checked_sub(1)?;
        Some([self.frame(0), self.frame(last)])
    }

    /// The least distance between neighbours; infinite for fewer than two.
    pub fn least_gap(&self) -> f64 {
        let gaps = (1..self.len()).map(|key| self.frame(key) - self.frame(key - 1));
        gaps.fold(f64::INFINITY, f64::min)
    }

    pub fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Keys(a), Self::Keys(b)) => a.same_frames(b),
            _ => self.len() == other.len() && self.frames().eq(other.frames()),
        }
    }
}

/// Whole frames, one after another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Run {
    pub first: f64,
    pub len: usize,
}
