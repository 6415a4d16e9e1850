//! How two clips of unlike length and rate go side by side.

use castview_motion::animation::Timeline;

/// Which frame of B belongs to a frame of A.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Along {
    /// The frame of the same number.
    Frames,
    /// As many seconds after its first frame.
    Seconds,
    /// At the same share of its range: clips of unlike length begin and end together.
    Stretched,
}

impl Along {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Frames, Self::Seconds, Self::Stretched];

    /// For buttons and sentences.
    pub fn word(self) -> &'static str {
        match self {
            Self::Frames => "by frame",
            Self::Seconds => "by seconds",
            Self::Stretched => "stretched",
        }
    }

    /// The frame of `b` that belongs to `frame` of `a`; beyond its range B holds.
    pub(super) fn frame(self, frame: f64, a: &Timeline, b: &Timeline) -> f64 {
        let wanted = match self {
            Self::Frames => frame,
            Self::Seconds => b.frame(b.secs(b.range.start) + a.secs(frame) - a.secs(a.range.start)),
            Self::Stretched => {
                let share = (frame - a.range.start) / a.range.length().max(f64::MIN_POSITIVE);
                b.range.start + share * b.range.length()
            }
        };
        b.range.hold(wanted)
    }
}
