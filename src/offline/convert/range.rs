//! How long a clip plays, for formats that say so by keys alone: glTF from 0 to the last one, Cast from the first one to the last.

use super::conversion::Target;
use super::plain::place_in;
use crate::core::{Diagnostics, FrameRange};
use crate::formats::PlainClip;
use crate::formats::rules::convert as rule;

/// Adds keys with the values at both ends, so that the written clip plays as long. A length that keys cannot give is reported.
pub(super) fn fit(clip: &mut PlainClip, target: Target, losses: &mut Diagnostics) {
    if clip.channels.is_empty() {
        return;
    }
    let wanted = clip.range;
    clip.move_by((-wanted.start).max(0.0));
    let is_shared = target == Target::Cast;
    if is_shared && told(clip, target).start > clip.range.start {
        clip.hold_from(clip.range.start);
    }
    if told(clip, target).end < clip.range.end {
        clip.hold_until(clip.range.end);
    }
    let told = told(clip, target);
    if told != wanted {
        let place = || place_in("clip", &clip.name);
        losses.report(rule::X_RANGE, place, || {
            let [from, to, a, b] =
                [wanted.start, wanted.end, told.start, told.end].map(|frame| frame / clip.frames_per_second);
            format!("plays from {a} s to {b} s, not from {from} s to {to} s")
        });
    }
}

/// Returns the range that the keys will say.
fn told(clip: &PlainClip, target: Target) -> FrameRange {
    let channels = clip.channels.iter().map(|channel| &channel.frames);
    let notifications = clip.notifications.iter().map(|(_, frames)| frames);
    let notifications = notifications.filter(|_| target == Target::Cast);
    let lists = || channels.clone().chain(notifications.clone());
    let first = lists().filter_map(|frames| frames.first()).copied();
    let last = lists().filter_map(|frames| frames.last()).copied();
    FrameRange {
        start: match target {
            Target::Cast => first.fold(f64::INFINITY, f64::min).max(0.0),
            Target::Glb => 0.0,
        },
        end: last.fold(0.0, f64::max),
    }
}
