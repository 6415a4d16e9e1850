//! Where the playhead stands and how it moves: play, pause, loop, speed, step, seek.
//!
//! In: time that has passed, from whoever owns a clock. Out: the playhead, in seconds, and what it passed.
//! Plain data; never here: clocks, poses.

use crate::core::FrameRange;
use crate::scene::Clip;

/// A clip's own time: its rate, its range and what it says about looping.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timeline {
    /// Finite and above 0.
    pub frames_per_second: f64,
    pub range: FrameRange,
    pub looping: bool,
}

/// What happens at the end of the range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Looping {
    /// Again from the start, whatever the clip says (A24).
    #[default]
    Always,
    /// Stops at the end.
    Once,
    /// As the clip says.
    AsClip,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transport {
    pub playing: bool,
    pub looping: Looping,
    /// 1 is the clip's own pace; negative plays backwards.
    pub speed: f64,
    /// The one clock of everything that plays. Frame 0 of every clip is at 0.
    playhead_secs: f64,
    /// The frame under the playhead has not been played yet: it was just put there.
    arrived: bool,
}

/// The frames that one [`Transport::advance`] played, in playing order.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Passage {
    parts: [Option<Part>; 3],
}

/// From `from` to `to`; `from` itself only if `closed`. Backwards when `to` is below `from`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Part {
    from: f64,
    to: f64,
    closed: bool,
    /// Begins right after a wrap: the other end of the range is the same instant.
    seam: bool,
}

impl Timeline {
    pub fn of(clip: &Clip) -> Self {
        Self {
            frames_per_second: clip.frames_per_second,
            range: clip.range,
            looping: clip.looping,
        }
    }

    pub fn secs(&self, frame: f64) -> f64 {
        frame / self.frames_per_second
    }

    /// The frame at `secs`. A whole frame survives the way to seconds and back exactly.
    pub fn frame(&self, secs: f64) -> f64 {
        let frame = secs * self.frames_per_second;
        let whole = frame.round();
        if (frame - whole).abs() <= 1e-9 * whole.abs().max(1.0) {
            whole
        } else {
            frame
        }
    }

    pub fn duration_secs(&self) -> f64 {
        self.range.length() / self.frames_per_second
    }
}

impl Default for Transport {
    fn default() -> Self {
        Self {
            playing: false,
            looping: Looping::Always,
            speed: 1.0,
            playhead_secs: 0.0,
            arrived: true,
        }
    }
}

impl Transport {
    /// A longer pause between two turns counts as a stall, of which only this much is played. Above the slowest
    /// picture rate anyone would watch, so that slow pictures are dropped and time is kept.
    pub const LONGEST_STEP_SECS: f64 = 1.0;

    pub fn playhead_secs(&self) -> f64 {
        self.playhead_secs
    }

    /// The playhead in the clip's frames, held inside its range.
    pub fn frame(&self, timeline: &Timeline) -> f64 {
        timeline.range.hold(timeline.frame(self.playhead_secs))
    }

    pub fn loops(&self, timeline: &Timeline) -> bool {
        match self.looping {
            Looping::Always => true,
            Looping::Once => false,
            Looping::AsClip => timeline.looping,
        }
    }

    /// Starts or goes on; from the beginning when it stands at the end and does not loop.
    pub fn play(&mut self, timeline: &Timeline) {
        self.playing = true;
        let (first, last) = if self.speed < 0.0 {
            (timeline.range.end, timeline.range.start)
        } else {
            (timeline.range.start, timeline.range.end)
        };
        if !self.loops(timeline) && self.frame(timeline) == last {
            self.seek(first, timeline);
        }
    }

    pub fn pause(&mut self) {
        self.playing = false;
    }

    pub fn toggle(&mut self, timeline: &Timeline) {
        if self.playing {
            self.pause();
        } else {
            self.play(timeline);
        }
    }

    /// Puts the playhead on `frame`, held inside the clip's range. What is not a number is the start.
    pub fn seek(&mut self, frame: f64, timeline: &Timeline) {
        let frame = if frame.is_nan() { timeline.range.start } else { frame };
        self.playhead_secs = timeline.secs(timeline.range.hold(frame));
        self.arrived = true;
    }

    /// Steps by whole frames: from between two frames to the next whole one in that direction. Held at the ends.
    pub fn step(&mut self, frames: i64, timeline: &Timeline) {
        let now = self.frame(timeline);
        let from = if frames < 0 { now.ceil() } else { now.floor() };
        self.seek(from + frames as f64, timeline);
    }

    /// Moves the playhead by the time that has passed since the last call, if it plays.
    ///
    /// Looping has the period `end − start` (A23); otherwise the playhead stops at the end. Time is kept whatever the
    /// distance of two calls, up to [`Self::LONGEST_STEP_SECS`].
    pub fn advance(&mut self, delta_secs: f64, timeline: &Timeline) -> Passage {
        if !self.playing || delta_secs.is_nan() || delta_secs <= 0.0 {
            return Passage::default();
        }
        let range = timeline.range;
        let from = self.frame(timeline);
        let closed = std::mem::take(&mut self.arrived);
        let moved = delta_secs.min(Self::LONGEST_STEP_SECS) * self.speed;
        let to = timeline.frame(timeline.secs(from) + moved);
        let part = |from, to, closed, seam| Some(Part { from, to, closed, seam });
        let (first, last) = if moved < 0.0 {
            (range.end, range.start)
        } else {
            (range.start, range.end)
        };
        // Forwards the end is already the next start; backwards the start still belongs to this pass.
        let inside = if moved < 0.0 { to >= last } else { to < last };
        if inside {
            self.playhead_secs = timeline.secs(from) + moved;
            return Passage {
                parts: [part(from, to, closed, false), None, None],
            };
        }
        if !self.loops(timeline) || range.length() <= 0.0 {
            self.playing = self.loops(timeline);
            self.playhead_secs = timeline.secs(last);
            return Passage {
                parts: [part(from, last, closed, false), None, None],
            };
        }
        let wrapped = range.wrap(to);
        self.playhead_secs = timeline.secs(wrapped);
        // A step longer than the clip plays its middle at most once: nobody can tell more flashes apart.
        let whole_pass = ((to - last).abs() >= range.length())
            .then(|| part(first, last, true, true))
            .flatten();
        Passage {
            parts: [
                part(from, last, closed, false),
                whole_pass,
                part(first, wrapped, true, true),
            ],
        }
    }
}

impl Passage {
    pub fn is_empty(&self) -> bool {
        self.parts.iter().all(Option::is_none)
    }

    /// The notifications of `clip` that were passed: (frame, index of the notification), in playing order, by track
    /// where they share a frame.
    ///
    /// Each fires once per pass (A51): frames are compared with `(previous, now]`, and a track with a key on both ends
    /// of a looping range fires once at the seam.
    pub fn notifications(&self, clip: &Clip) -> Vec<(f64, usize)> {
        let mut out = Vec::new();
        for part in self.parts.iter().flatten() {
            let first = out.len();
            let (low, high) = (part.from.min(part.to), part.from.max(part.to));
            for (index, notification) in clip.notifications.iter().enumerate() {
                let frames = &notification.frames;
                let seam_fired = part.seam && frames.contains(&clip.range.start) && frames.contains(&clip.range.end);
                out.extend(
                    frames
                        .iter()
                        .filter(|&&frame| frame >= low && frame <= high)
                        .filter(|&&frame| frame != part.from || (part.closed && !seam_fired))
                        .map(|&frame| (frame, index)),
                );
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
