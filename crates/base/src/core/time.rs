//! Frames (ticks of a clip's own timeline) and the range they span.

/// The closed range of frames a clip spans. Fractions and numbers beyond 65 535 are both real.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct FrameRange {
    /// The first frame, in ticks of the clip.
    pub start: f64,
    /// Not below `start`.
    pub end: f64,
}

impl FrameRange {
    /// Frames from start to end; 0 for a clip of one frame.
    pub fn length(&self) -> f64 {
        self.end - self.start
    }

    /// Whether `frame` lies between start and end, both counted in.
    pub fn contains(&self, frame: f64) -> bool {
        self.start <= frame && frame <= self.end
    }

    /// The nearest frame inside the range.
    pub fn hold(&self, frame: f64) -> f64 {
        frame.clamp(self.start, self.end)
    }

    /// `frame` wrapped into `[start, end)`; a range without length wraps everything to its start.
    ///
    /// The period is `end − start`: exporters repeat the first pose at the end (cast.md A23).
    pub fn wrap(&self, frame: f64) -> f64 {
        let length = self.length();
        if length > 0.0 {
            let wrapped = self.start + (frame - self.start).rem_euclid(length);
            // A tiny negative distance rounds up to the whole period.
            if wrapped < self.end { wrapped } else { self.start }
        } else {
            self.start
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wraps_on_both_sides() {
        let range = FrameRange { start: 10.0, end: 20.0 };
        for (frame, wanted) in [(10.0, 10.0), (20.0, 10.0), (25.5, 15.5), (9.0, 19.0), (-11.0, 19.0)] {
            assert_eq!(range.wrap(frame), wanted, "{frame}");
        }
        assert_eq!(range.wrap(10.0 - 1e-18), 10.0);
        assert_eq!(FrameRange { start: 3.0, end: 3.0 }.wrap(8.0), 3.0);
    }
}
