//! Looping from one notification to the next.
//!
//! In: a frame of the clock, the notifications of what plays. Out: the part of the clip between two of them, which loops.

use super::events;
use super::marker::CLOSE;
use crate::playback::looping::{active_mode, settle_looping};
use crate::playback::played;
use crate::{EventTrack, Session};
use castview_base::core::FrameRange;

/// Whether anything that plays has notifications.
pub fn has_notifications(session: &Session) -> bool {
    events::event_tracks(session).any(|track| !track.frames.is_empty())
}

/// The first notification behind `frame`, on the clock.
pub fn next_notification(session: &Session, frame: f64) -> Option<f64> {
    let next = |track: EventTrack<'_>| {
        let at = track.frames.partition_point(|other| *other <= frame + CLOSE);
        track.frames.get(at).copied()
    };
    events::event_tracks(session).filter_map(next).min_by(f64::total_cmp)
}

/// The last notification up to `frame`.
fn last_notification(session: &Session, frame: f64) -> Option<f64> {
    let last = |track: EventTrack<'_>| {
        let count = track.frames.partition_point(|other| *other <= frame + CLOSE);
        count.checked_sub(1).map(|at| track.frames[at])
    };
    events::event_tracks(session).filter_map(last).max_by(f64::total_cmp)
}

/// From the last notification up to `frame` to the next one; where there is none, from the clip's start or to its end.
pub(super) fn to_next(session: &Session, frame: f64, whole: FrameRange) -> FrameRange {
    let start = last_notification(session, frame).unwrap_or(whole.start);
    let end = next_notification(session, frame).unwrap_or(whole.end);
    FrameRange {
        start: whole.hold(start),
        end: whole.hold(end),
    }
}

/// Lets the clip start over at its end from now on, if it does not do so already.
pub(super) fn let_loop(session: &mut Session) {
    let loops = played::played(session).is_some_and(|timeline| session.playback.transport.loops(&timeline));
    if loops {
        return;
    }
    session.playback.plays_all = false;
    session.preferences.playing.follows_file_loop = false;
    match active_mode(session) {
        Some(_) => session.playback.loops_by_hand = Some(true),
        None => session.preferences.playing.loops = true,
    }
    settle_looping(session);
}

/// Puts the playhead where `part` begins, unless it is inside.
pub(super) fn lead_into(session: &mut Session, part: FrameRange) {
    let is_inside = session.frame().is_some_and(|frame| part.contains(frame));
    if let Some(timeline) = session.timeline().filter(|_| !is_inside) {
        session.playback.transport.seek(part.start, &timeline);
        session.note(crate::Change::POSES);
    }
}
