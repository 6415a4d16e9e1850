//! The in and out points of each clip, and how well what lies between them closes.

use crate::undo::{Dragged, Remembers};
use crate::{Change, Placed, RangeEdit, Session};
use castview_base::core::FrameRange;
use castview_motion::animation::{self, Pose, Seam, Timeline};

/// A clip this many times as long as its keys is stretched by notifications alone.
const STRAY: f64 = 2.0;

impl Session {
    /// The part of the active clip that is played, if not all of it. Lies inside the clip and is longer than nothing.
    pub fn play_range(&self) -> Option<FrameRange> {
        let set = self.edits.ranges.get(&self.playback.active_clip?)?;
        let whole = self.timeline()?.range;
        let part = FrameRange {
            start: whole.hold(set.start),
            end: whole.hold(set.end),
        };
        (part.length() > 0.0 && part != whole).then_some(part)
    }

    /// From the first to the last key of what plays, where notifications reach much farther; `None` otherwise.
    pub fn keys_range(&self) -> Option<FrameRange> {
        let whole = self.timeline()?.range;
        let clip = self.active_clip()?.clip();
        if clip.notifications.is_empty() || !self.edits.layers().is_empty() {
            return None;
        }
        let mut keys: Option<FrameRange> = None;
        for track in clip.tracks.iter().filter(|track| !track.keys.is_empty()) {
            let (first, last) = (track.keys.frame(0), track.keys.frame(track.keys.len() - 1));
            let joined = keys.map_or((first, last), |keys| (keys.start.min(first), keys.end.max(last)));
            let range = FrameRange {
                start: joined.0,
                end: joined.1,
            };
            // Mostly the first track says it already.
            if range.length() * STRAY >= whole.length() {
                return None;
            }
            keys = Some(range);
        }
        keys.filter(|keys| keys.length() > 0.0)
    }

    /// The active clip's time between its in and out points.
    pub fn played(&self) -> Option<Timeline> {
        let timeline = self.timeline()?;
        Some(match self.play_range() {
            Some(range) => timeline.within(range),
            None => timeline,
        })
    }

    pub(crate) fn edit_range(&mut self, edit: RangeEdit) {
        let (Some(clip), Some(whole), Some(now)) = (
            self.playback.active_clip,
            self.timeline().map(|timeline| timeline.range),
            self.frame(),
        ) else {
            return;
        };
        let now = if self.preferences.snaps { now.round() } else { now };
        let before = self.play_range().unwrap_or(whole);
        let after = match edit {
            RangeEdit::Clear => whole,
            RangeEdit::Set(range) => {
                self.changes.remember_as(Remembers::Drag(Dragged::Range(clip)));
                FrameRange {
                    start: whole.hold(range.start.min(range.end)),
                    end: whole.hold(range.end.max(range.start)),
                }
            }
            // A point beyond the other one lets that go.
            RangeEdit::In if now < before.end => FrameRange { start: now, ..before },
            RangeEdit::In => FrameRange { start: now, ..whole },
            RangeEdit::Out if now > before.start => FrameRange { end: now, ..before },
            RangeEdit::Out => FrameRange { end: now, ..whole },
        };
        // Also false for what is not a number; a range without length plays nothing.
        if after.length() > 0.0 {
            self.edits.ranges.insert(clip, after);
            if after == whole {
                self.edits.ranges.remove(&clip);
            }
            self.note(Change::SEAM);
        }
    }

    /// How well the loop closes; `None` where nothing jumps from an end to a start: what plays once, or to and fro.
    pub fn seam(&self) -> Option<Seam> {
        let transport = &self.playback.transport;
        let jumps = self.played().is_some_and(|timeline| transport.loops(&timeline));
        self.playback.seam.filter(|_| jumps && !transport.turns())
    }

    /// Compares the first and the last pose of what is played.
    pub(crate) fn measure_seam(&mut self) {
        let measured = self.played().and_then(|timeline| {
            let [first, last] = [timeline.range.start, timeline.range.end].map(|frame| timeline.secs(frame));
            let seam = |placed: &Placed| {
                let (first, last) = (self.pose_at(placed, first)?, self.pose_at(placed, last)?);
                Some(Seam::between(placed.model(), &first, &last))
            };
            self.stage.models.iter().filter_map(seam).reduce(Seam::worse)
        });
        self.playback.seam = measured;
    }

    /// Pose of `placed` in the playing clips at `secs` of the stage's clock; `None` where they drive nothing.
    fn pose_at(&self, placed: &Placed, secs: f64) -> Option<Pose> {
        let mut layers = Vec::new();
        self.motion_layers(placed, secs, &mut layers);
        if layers.iter().all(|layer| layer.binding.matched == 0) {
            return None;
        }
        let mut pose = Pose::default();
        animation::evaluate(placed.model(), self.composition.motion(placed, &layers), &mut pose);
        Some(pose)
    }
}
