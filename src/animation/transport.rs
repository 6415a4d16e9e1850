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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Notification;

    fn timeline(start: f64, end: f64) -> Timeline {
        Timeline {
            frames_per_second: 10.0,
            range: FrameRange { start, end },
            looping: false,
        }
    }

    fn at(frame: f64, looping: Looping, timeline: &Timeline) -> Transport {
        let mut transport = Transport {
            looping,
            playing: true,
            ..Transport::default()
        };
        transport.seek(frame, timeline);
        transport
    }

    #[test]
    fn advances_wraps_and_stops() {
        let timeline = timeline(10.0, 20.0);
        // (from frame, looping, speed, seconds, frame after, playing after)
        for (from, looping, speed, secs, wanted, playing) in [
            (10.0, Looping::Always, 1.0, 0.25, 12.5, true),
            (10.0, Looping::Always, 0.0, 0.25, 10.0, true),
            (10.0, Looping::Always, 2.0, 0.25, 15.0, true),
            (18.0, Looping::Always, 1.0, 0.2, 10.0, true),
            (18.0, Looping::Always, 1.0, 0.5, 13.0, true),
            (10.0, Looping::Always, 4.0, 0.75, 10.0, true),
            (18.0, Looping::Once, 1.0, 0.5, 20.0, false),
            (18.0, Looping::AsClip, 1.0, 0.5, 20.0, false),
            (12.0, Looping::Always, -1.0, 0.1, 11.0, true),
            (12.0, Looping::Always, -1.0, 0.2, 10.0, true),
            (12.0, Looping::Always, -1.0, 0.5, 17.0, true),
            (12.0, Looping::Once, -1.0, 0.5, 10.0, false),
            (10.0, Looping::Once, 1.0, 1e9, 20.0, false),
            // A stall plays one second: a whole loop here.
            (12.0, Looping::Always, 1.0, 1e9, 12.0, true),
            (12.0, Looping::Always, 1.0, f64::NAN, 12.0, true),
            (12.0, Looping::Always, 1.0, -3.0, 12.0, true),
        ] {
            let mut transport = at(from, looping, &timeline);
            transport.speed = speed;
            transport.advance(secs, &timeline);
            let row = format!("from {from} at {speed} for {secs} s, {looping:?}");
            assert!(
                (transport.frame(&timeline) - wanted).abs() < 1e-6,
                "{row}: {}",
                transport.frame(&timeline)
            );
            assert_eq!(transport.playing, playing, "{row}");
        }
    }

    #[test]
    fn slow_pictures_keep_time() {
        let timeline = timeline(0.0, 1000.0);
        let mut transport = at(0.0, Looping::Always, &timeline);
        for _ in 0..50 {
            transport.advance(0.9, &timeline);
        }
        assert!((transport.playhead_secs() - 45.0).abs() < 1e-9);
    }

    #[test]
    fn a_clip_without_length_stands_still() {
        let timeline = timeline(7.0, 7.0);
        let mut transport = at(0.0, Looping::Always, &timeline);
        transport.advance(0.5, &timeline);
        assert_eq!((transport.frame(&timeline), transport.playing), (7.0, true));
    }

    #[test]
    fn playing_on_from_the_end_starts_again() {
        let timeline = timeline(10.0, 20.0);
        for (looping, speed, frame, wanted) in [
            (Looping::Once, 1.0, 20.0, 10.0),
            (Looping::Once, -1.0, 10.0, 20.0),
            (Looping::Once, 1.0, 15.0, 15.0),
            (Looping::Always, 1.0, 20.0, 20.0),
        ] {
            let mut transport = at(frame, looping, &timeline);
            transport.speed = speed;
            transport.pause();
            transport.toggle(&timeline);
            assert!(transport.playing);
            assert_eq!(transport.frame(&timeline), wanted);
        }
    }

    #[test]
    fn steps_land_on_whole_frames_inside_the_range() {
        let timeline = Timeline {
            frames_per_second: 59.94,
            ..timeline(2.0, 90_000.0)
        };
        for (from, by, wanted) in [
            (5.0, 1, 6.0),
            (5.0, -1, 4.0),
            (5.5, 1, 6.0),
            (5.5, -1, 5.0),
            (2.0, -1, 2.0),
            (70_000.0, 10, 70_010.0),
            (90_000.0, 1, 90_000.0),
            (f64::NAN, 1, 3.0),
        ] {
            let mut transport = at(from, Looping::Always, &timeline);
            transport.step(by, &timeline);
            assert_eq!(transport.frame(&timeline), wanted, "{from} {by:+}");
        }
    }

    #[test]
    fn whole_frames_survive_the_way_to_seconds_and_back() {
        for frames_per_second in [23.976, 24.0, 30.0, 59.94, 60.0, 1e-3, 1e4] {
            let timeline = Timeline {
                frames_per_second,
                ..timeline(0.0, 1e6)
            };
            for frame in (0..10_000u32).chain(4_000_000_000..4_000_000_010).map(f64::from) {
                assert_eq!(timeline.frame(timeline.secs(frame)), frame, "{frames_per_second} fps");
            }
        }
    }

    #[test]
    fn notifications_fire_once_per_pass() {
        let mut clip = Clip {
            name: String::new(),
            frames_per_second: 10.0,
            looping: true,
            tracks: Vec::new(),
            overrides: Vec::new(),
            notifications: Vec::new(),
            range: FrameRange { start: 0.0, end: 10.0 },
            skeleton: None,
        };
        for (name, frames) in [("step", vec![0.0, 5.0, 10.0]), ("mid", vec![5.0]), ("start", vec![0.0])] {
            clip.notifications.push(Notification {
                name: name.into(),
                frames,
            });
        }
        let timeline = Timeline::of(&clip);
        // Half a frame at a time, from a start that has just been reached, and the same backwards.
        for (speed, wanted) in [
            (
                1.0,
                [
                    (0.0, 0),
                    (0.0, 2),
                    (5.0, 0),
                    (5.0, 1),
                    (10.0, 0),
                    (0.0, 2),
                    (5.0, 0),
                    (5.0, 1),
                    (10.0, 0),
                ],
            ),
            (
                -1.0,
                [
                    (0.0, 0),
                    (0.0, 2),
                    (5.0, 0),
                    (5.0, 1),
                    (0.0, 0),
                    (0.0, 2),
                    (5.0, 0),
                    (5.0, 1),
                    (0.0, 0),
                ],
            ),
        ] {
            let mut transport = at(0.0, Looping::Always, &timeline);
            transport.speed = speed;
            let mut fired = Vec::new();
            // Up to the end of the second pass, but not beyond it.
            for _ in 0..41 {
                if fired.len() < wanted.len() {
                    fired.extend(transport.advance(0.05, &timeline).notifications(&clip));
                }
            }
            fired.truncate(wanted.len());
            assert_eq!(fired, wanted, "speed {speed}");
        }
        let mut transport = at(3.0, Looping::Always, &timeline);
        assert_eq!(
            transport.advance(0.2, &timeline).notifications(&clip),
            [(5.0, 0), (5.0, 1)],
            "up to and including"
        );
        assert_eq!(transport.advance(0.2, &timeline).notifications(&clip), [], "not again");
        transport.seek(5.0, &timeline);
        assert_eq!(
            transport.advance(0.1, &timeline).notifications(&clip),
            [(5.0, 0), (5.0, 1)],
            "put there"
        );
        transport.pause();
        assert!(transport.advance(0.5, &timeline).is_empty());
    }
}
