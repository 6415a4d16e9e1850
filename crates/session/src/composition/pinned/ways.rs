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
        let [origin, pace] = self.line(a, b);
        // A whole frame stays one.
        b.range.hold(b.frame(b.secs(origin + pace * frame)))
    }

    /// The frame of `b` that belongs to frame 0 of `a`, and how many frames of `b` there are for one of `a`.
    pub(super) fn line(self, a: &Timeline, b: &Timeline) -> [f64; 2] {
        let pace = match self {
            Self::Frames => return [0.0, 1.0],
            Self::Seconds => b.frames_per_second / a.frames_per_second,
            Self::Stretched if a.range.length() > 0.0 => b.range.length() / a.range.length(),
            // All of A is one frame: the first of B.
            Self::Stretched => 0.0,
        };
        [b.range.start - pace * a.range.start, pace]
    }
}
