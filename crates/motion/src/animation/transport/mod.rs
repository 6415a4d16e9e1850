//! Where the playhead stands and how it moves: play, pause, loop, ping-pong, speed, step, seek.
//!
//! In: time that has passed, from whoever owns a clock. Out: the playhead, in seconds, and what it passed.
//! Plain data; never here: clocks, poses.

mod passage;

pub use passage::Passage;

use castview_base::core::FrameRange;
use castview_base::scene::Clip;
use passage::Stretch;

/// A clip's own time: its rate, its range and what it says about looping.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timeline {
    /// Finite and above 0.
    pub frames_per_second: f64,
    /// The frames that are played.
    pub range: FrameRange,
    /// Whether the clip says that it loops.
    pub looping: bool,
}

/// Behaviour at the end of the range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Looping {
    /// Again from the start, whatever the clip says (cast.md A24).
    #[default]
    Always,
    /// Stops at the end.
    Once,
    /// Turns round at either end.
    PingPong,
    /// As the clip says.
    AsClip,
}

/// Where playing has got to, and how it goes on. Plain arithmetic: whoever holds it says how much time has passed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transport {
    /// Whether time moves on.
    pub playing: bool,
    /// Behaviour at the end of the range.
    pub looping: Looping,
    /// 1 is the clip's own pace; negative plays backwards.
    pub speed: f64,
    /// The one clock of everything that plays. Frame 0 of every clip is at 0.
    playhead_secs: f64,
    /// The frame under the playhead has not been played yet: it was just put there.
    arrived: bool,
    /// Ping-pong is on its way back: against the sign of `speed`.
    returning: bool,
}

/// Frames nearer than this are one: seconds and back round by less.
const CLOSE: f64 = 1e-6;

impl Timeline {
    /// The time of a clip, all of its range.
    pub fn of(clip: &Clip) -> Self {
        Self {
            frames_per_second: clip.frames_per_second,
            range: clip.range,
            looping: clip.looping,
        }
    }

    /// Seconds from frame 0 to `frame`.
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

    /// Seconds from the start of the range to its end, at the clip's own pace.
    pub fn duration_secs(&self) -> f64 {
        self.range.length() / self.frames_per_second
    }

    /// The same time, of which only `range` is played.
    pub fn within(self, range: FrameRange) -> Self {
        Self { range, ..self }
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
            returning: false,
        }
    }
}

impl Transport {
    /// A longer pause between two turns counts as a stall, of which only this much is played. Above the slowest
    /// picture rate anyone would watch, so that slow pictures are dropped and time is kept.
    pub const LONGEST_STEP_SECS: f64 = 1.0;

    /// Seconds of the clip at which the playhead stands.
    pub fn playhead_secs(&self) -> f64 {
        self.playhead_secs
    }

    /// The playhead in the clip's frames, held inside its range.
    pub fn frame(&self, timeline: &Timeline) -> f64 {
        timeline.range.hold(timeline.frame(self.playhead_secs))
    }

    /// Whether it plays on and on: again from the start, or to and fro.
    pub fn loops(&self, timeline: &Timeline) -> bool {
        match self.looping {
            Looping::Always | Looping::PingPong => true,
            Looping::Once => false,
            Looping::AsClip => timeline.looping,
        }
    }

    /// Whether it turns round at the ends.
    pub fn turns(&self) -> bool {
        self.looping == Looping::PingPong
    }

    /// Whether the playhead moves towards the start: backwards, or on the way back.
    pub fn is_backward(&self) -> bool {
        self.velocity() < 0.0
    }

    /// Clip seconds per second.
    fn velocity(&self) -> f64 {
        if self.turns() && self.returning {
            -self.speed
        } else {
            self.speed
        }
    }

    /// The other way round, from where it stands.
    pub fn reverse(&mut self) {
        self.speed = -self.speed;
    }

    /// To where playing begins: the start of the range, or its end when it plays backwards.
    pub fn rewind(&mut self, timeline: &Timeline) {
        self.returning = false;
        let (first, _) = self.ends(timeline);
        self.seek(first, timeline);
    }

    /// Whether the playhead was put where the range does not reach.
    fn is_outside(&self, timeline: &Timeline) -> bool {
        let now = timeline.frame(self.playhead_secs);
        (now - timeline.range.hold(now)).abs() > CLOSE
    }

    /// The ends of the range, in playing order.
    fn ends(&self, timeline: &Timeline) -> (f64, f64) {
        let FrameRange { start, end } = timeline.range;
        if self.velocity() < 0.0 {
            (end, start)
        } else {
            (start, end)
        }
    }

    /// Starts or goes on; from the beginning when it stands outside the range, or at its end and does not loop.
    pub fn play(&mut self, timeline: &Timeline) {
        self.playing = true;
        let (_, last) = self.ends(timeline);
        let at_end = (self.frame(timeline) - last).abs() <= CLOSE;
        if self.is_outside(timeline) || !self.loops(timeline) && at_end {
            self.rewind(timeline);
        }
    }

    /// Stops where it stands.
    pub fn pause(&mut self) {
        self.playing = false;
    }

    /// Pauses what plays, and plays what stands as [`Self::play`] does.
    pub fn toggle(&mut self, timeline: &Timeline) {
        if self.playing {
            self.pause();
        } else {
            self.play(timeline);
        }
    }

    /// Puts the playhead on `frame`, held inside the clip's range. A frame that is not a number means the start.
    pub fn seek(&mut self, frame: f64, timeline: &Timeline) {
        let frame = if frame.is_nan() { timeline.range.start } else { frame };
        self.playhead_secs = timeline.secs(timeline.range.hold(frame));
        self.arrived = true;
    }

    /// Puts the playhead at that time of the clock, wherever the clip's ends are.
    pub fn put_at(&mut self, secs: f64) {
        self.playhead_secs = if secs.is_finite() { secs } else { 0.0 };
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
    /// Looping has the period `end − start` (cast.md A23), ping-pong twice that; otherwise the playhead stops at the end. Time is
    /// kept whatever the distance of two calls, up to [`Self::LONGEST_STEP_SECS`]. A playhead that was put outside the
    /// range begins it anew.
    pub fn advance(&mut self, delta_secs: f64, timeline: &Timeline) -> Passage {
        if !self.playing || delta_secs.is_nan() || delta_secs <= 0.0 {
            return Passage::default();
        }
        if self.is_outside(timeline) {
            self.rewind(timeline);
        }
        let from = self.frame(timeline);
        let closed = std::mem::take(&mut self.arrived);
        let moved = delta_secs.min(Self::LONGEST_STEP_SECS) * self.velocity();
        let to = timeline.frame(timeline.secs(from) + moved);
        let (first, last) = self.ends(timeline);
        let rest = |to| Stretch {
            from,
            to,
            closed,
            seam: None,
        };
        // Forwards the end is already the next start; backwards the start still belongs to this pass, and a turning
        // point to the pass that reached it.
        let inside = match moved < 0.0 {
            true => to >= last,
            false if self.turns() => to <= last,
            false => to < last,
        };
        if inside {
            self.playhead_secs = timeline.secs(from) + moved;
            return Passage::of([rest(to)]);
        }
        if !self.loops(timeline) || timeline.range.length() <= 0.0 {
            self.playing = self.loops(timeline);
            self.playhead_secs = timeline.secs(last);
            return Passage::of([rest(last)]);
        }
        if self.turns() {
            self.turn(rest(last), first, (to - last).abs(), timeline)
        } else {
            self.wrap(rest(last), first, to, timeline)
        }
    }

    /// On from the other end, as often as `to` lies beyond.
    fn wrap(&mut self, rest: Stretch, first: f64, to: f64, timeline: &Timeline) -> Passage {
        let last = rest.to;
        self.playhead_secs = timeline.secs(timeline.range.wrap(to));
        let wrapped = self.frame(timeline);
        let pass = |to| Stretch {
            from: first,
            to,
            closed: true,
            seam: Some(last),
        };
        // A step longer than the clip plays its middle at most once: nobody can tell more flashes apart.
        let whole = (to - last).abs() >= timeline.range.length();
        let whole = whole.then(|| pass(last));
        Passage::of([rest].into_iter().chain(whole).chain([pass(wrapped)]))
    }

    /// Back from the end, and forth again, as often as `beyond` frames ask for. A turning point belongs to the pass that
    /// reaches it.
    fn turn(&mut self, rest: Stretch, first: f64, beyond: f64, timeline: &Timeline) -> Passage {
        let (length, last) = (timeline.range.length(), rest.to);
        let phase = beyond.rem_euclid(2.0 * length);
        let comes_back = phase > 0.0 && phase <= length;
        let onwards = (last - first).signum();
        let (begin, end) = if comes_back {
            (last, last - onwards * phase)
        } else {
            // A whole number of ways to and fro ends where the last one does.
            let left = if phase > 0.0 { phase - length } else { length };
            (first, first + onwards * left)
        };
        self.playhead_secs = timeline.secs(timeline.range.hold(end));
        let end = self.frame(timeline);
        if comes_back {
            self.returning ^= true;
        }
        let pass = |from, to| Stretch {
            from,
            to,
            closed: false,
            seam: None,
        };
        // At most once each way, as with any other step that is longer than the clip.
        let back = (beyond > length).then(|| pass(last, first));
        let forth = (beyond > length && comes_back).then(|| pass(first, last));
        Passage::of([rest].into_iter().chain(back).chain(forth).chain([pass(begin, end)]))
    }
}

#[cfg(test)]
mod tests;
