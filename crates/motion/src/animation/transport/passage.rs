//! Frames that one step of the transport played, and the notifications on them.

use castview_base::scene::Clip;

/// The frames that one [`super::Transport::advance`] played, in playing order.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Passage {
    parts: [Option<Stretch>; MOST_PARTS],
}

/// The rest of the pass it began in, two whole passes, the beginning of the pass it ended in.
const MOST_PARTS: usize = 4;

/// From `from` to `to`; `from` itself only if `closed`. Backwards when `to` is below `from`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stretch {
    pub from: f64,
    pub to: f64,
    pub closed: bool,
    /// Begins right after a wrap: this other end of the range is the same instant.
    pub seam: Option<f64>,
}

impl Passage {
    pub(super) fn of(parts: impl IntoIterator<Item = Stretch>) -> Self {
        let mut passage = Self::default();
        for (slot, part) in passage.parts.iter_mut().zip(parts) {
            *slot = Some(part);
        }
        passage
    }

    /// Whether no time was passed at all.
    pub fn is_empty(&self) -> bool {
        self.parts.iter().all(Option::is_none)
    }

    /// The notifications of `clip` that were passed: (frame, index of the notification), as [`Passage::passed`] has them.
    pub fn notifications(&self, clip: &Clip) -> Vec<(f64, usize)> {
        let lists: Vec<&[f64]> = clip.notifications.iter().map(|n| &*n.frames).collect();
        self.passed(&lists)
    }

    /// Passed frames of `lists` of ascending frames: (frame, position of the list), in playing order, by list where they share a frame.
    ///
    /// Each fires once per pass (cast.md A51): frames are compared with `(previous, now]`, a list with a key on both ends of a
    /// looping range fires once at the seam, and a key on a turning point of ping-pong fires once per turn.
    pub fn passed(&self, lists: &[&[f64]]) -> Vec<(f64, usize)> {
        let mut out = Vec::new();
        for part in self.parts.iter().flatten() {
            let first = out.len();
            for (index, frames) in lists.iter().enumerate() {
                out.extend(part.fired(frames).map(|frame| (frame, index)));
            }
            let backwards = part.to < part.from;
            out[first..].sort_by(|a, b| {
                if backwards {
                    b.0.total_cmp(&a.0)
                } else {
                    a.0.total_cmp(&b.0)
                }
            });
        }
        out
    }
}

impl Stretch {
    /// Ascending.
    fn fired<'a>(&self, frames: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
        let (low, high) = (self.from.min(self.to), self.from.max(self.to));
        let begin = frames.partition_point(|frame| *frame < low);
        let end = frames.partition_point(|frame| *frame <= high);
        let is_there = |frame: f64| frames.get(frames.partition_point(|key| *key < frame)) == Some(&frame);
        let seam_fired = self.seam.is_some_and(|other| is_there(other) && is_there(self.from));
        let (from, keeps_from) = (self.from, self.closed && !seam_fired);
        frames[begin..end.max(begin)]
            .iter()
            .copied()
            .filter(move |frame| *frame != from || keeps_from)
    }
}
