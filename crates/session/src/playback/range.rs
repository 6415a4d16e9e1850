//! The in and out points of each clip, and how well what lies between them closes.

use super::between;
use super::played::play_range;
use crate::playback::played;
use crate::undo::{Dragged, Remembers};
use crate::{Change, RangeEdit, Session};
use castview_base::core::FrameRange;
use castview_motion::animation::Seam;

/// A clip this many times as long as its keys is stretched by notifications alone.
const STRAY: f64 = 2.0;

/// From the first to the last key of what plays, where notifications reach much farther; `None` otherwise.
pub fn keys_range(session: &Session) -> Option<FrameRange> {
    let whole = session.timeline()?.range;
    let clip = session.active_clip()?.clip();
    if clip.notifications.is_empty() || !session.edits.layers().is_empty() {
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

pub(crate) fn edit_range(session: &mut Session, edit: RangeEdit) {
    let (Some(clip), Some(whole), Some(now)) = (
        session.playback.active_clip,
        session.timeline().map(|timeline| timeline.range),
        session.frame(),
    ) else {
        return;
    };
    let exact = now;
    let now = if session.preferences.timeline.snaps {
        now.round()
    } else {
        now
    };
    let before = play_range(session).unwrap_or(whole);
    let after = match edit {
        RangeEdit::Clear => whole,
        RangeEdit::ToNextNotification(from) => between::to_next(session, from.unwrap_or(exact), whole),
        RangeEdit::Set(range) => {
            session.changes.remember_as(Remembers::Drag(Dragged::Range(clip)));
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
        session.edits.ranges.insert(clip, after);
        if after == whole {
            session.edits.ranges.remove(&clip);
        }
        session.note(Change::SEAM);
        if let RangeEdit::ToNextNotification(_) = edit {
            between::let_loop(session);
            between::lead_into(session, after);
        }
    }
}

/// How well the loop closes; `None` where nothing jumps from an end to a start: what plays once, or to and fro.
pub fn seam(session: &Session) -> Option<Seam> {
    let transport = &session.playback.transport;
    let jumps = played::played(session).is_some_and(|timeline| transport.loops(&timeline));
    session.playback.seam.filter(|_| jumps && !transport.turns())
}
