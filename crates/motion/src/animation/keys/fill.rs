//! Channels with a key at every frame, for those that have one at most of them.
//!
//! In: channels with key times of their own, on whole frames. Out: which of them to fill, and over which frames. A new key on a straight
//! line or an arc between two keys moves no curve, and with it the channels share their times and stand in rows: less memory to walk
//! through than blocks that repeat their neighbours' keys, and no search.

use super::channel::{Channel, ROWS_FROM};
use super::times::{Run, Times};
use castview_base::scene::Keys;

/// Frames that one key may stand for: rows of them are at most twice as big as blocks.
const FRAMES_PER_KEY: usize = 5;
/// Frames that one key may stand for as long as everything filled fits in [`SMALL`]: a short clip that is keyed now and then.
const FRAMES_PER_KEY_IF_SMALL: usize = 64;
/// Bytes that may be spent on speed alone. Most clips of games fill less: 200 bones over 500 frames.
const SMALL: usize = 4 << 20;
/// Whole numbers up to here are frames of their own in f64 and f32.
const FARTHEST_FRAME: f64 = (1 << 22) as f64;

/// Takes those that are worth filling out of `own`, positions in `channels`; and over which frames all of them.
pub(super) fn close_together(channels: &[Channel], own: &mut Vec<usize>) -> Option<(Run, Vec<usize>)> {
    let (run, filled) = at_most(FRAMES_PER_KEY_IF_SMALL, channels, own)
        .filter(|(run, filled)| {
            let row: usize = filled.iter().map(|index| channels[*index].kind.bytes()).sum();
            run.len.saturating_mul(row) <= SMALL
        })
        .or_else(|| at_most(FRAMES_PER_KEY, channels, own))?;
    own.retain(|index| filled.binary_search(index).is_err());
    Some((run, filled))
}

/// Those of `own`, ascending, that have at least a key in `frames_per_key` over the frames of all of them.
fn at_most(frames_per_key: usize, channels: &[Channel], own: &[usize]) -> Option<(Run, Vec<usize>)> {
    let is_close = |run: &Run, index: usize| run.len <= frames_per_key * channels[index].times.len();
    let own_run = |index: &usize| Run::of(&channels[*index].times).filter(|run| is_close(run, *index));
    let run = own.iter().filter_map(own_run).reduce(Run::with)?;
    let is_filled = |index: &usize| own_run(index).is_some() && is_close(&run, *index);
    let mut filled: Vec<usize> = own.iter().copied().filter(is_filled).collect();
    filled.sort_unstable();
    (filled.len() >= ROWS_FROM).then_some((run, filled))
}

/// How many bytes tracks with these `keys`, of so many bytes a frame, become at the most.
pub(super) fn most_bytes<'a>(tracks: impl Iterator<Item = (&'a Keys, usize)>) -> usize {
    let [mut anyway, mut if_small] = [0_usize; 2];
    for (keys, bytes) in tracks {
        let frames = ((keys.frame(keys.len() - 1) - keys.frame(0)) as usize).saturating_add(1);
        for (sum, frames_per_key) in [(&mut anyway, FRAMES_PER_KEY), (&mut if_small, FRAMES_PER_KEY_IF_SMALL)] {
            *sum = sum.saturating_add(bytes * frames.min(frames_per_key * keys.len()));
        }
    }
    anyway.max(if_small.min(SMALL))
}

impl Run {
    /// From the first key to the last; `None` unless each is on a whole frame.
    fn of(times: &Times) -> Option<Self> {
        let [first, last] = times.ends()?;
        let is_whole = |frame: f64| frame.fract() == 0.0 && frame.abs() <= FARTHEST_FRAME;
        // Only then is their distance one that fits.
        times.frames().all(is_whole).then(|| Self {
            first,
            len: (last - first) as usize + 1,
        })
    }

    fn with(self, other: Self) -> Self {
        let end = |run: Self| run.first + run.len as f64;
        let first = self.first.min(other.first);
        Self {
            first,
            len: (end(self).max(end(other)) - first) as usize,
        }
    }
}
