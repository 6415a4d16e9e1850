//! How long a clip plays, for formats that say so by keys alone: glTF from 0 to the last one, Cast from the first one to the last.

use super::conversion::ConversionTarget;
use super::plain::place_in;
use crate::core::{Diagnostics, FrameRange};
use crate::formats::rules::convert as rule;
use crate::formats::{PlainClip, PlainMovement};

/// Adds keys with the values at both ends, so that the written clip plays as long. A length that keys cannot give is reported.
pub(super) fn fit(movement: &mut PlainMovement, target: ConversionTarget, losses: &mut Diagnostics) {
    if movement.iter().all(|(_, clip)| clip.channels.is_empty()) {
        return;
    }
    let wanted = movement[0].1.range;
    let later = (-wanted.start).max(0.0);
    movement.iter_mut().for_each(|(_, clip)| clip.move_by(later));
    let range = movement[0].1.range;
    let is_shared = target == ConversionTarget::Cast;
    if is_shared && told(movement, target).start > range.start {
        held(movement).hold_from(range.start);
    }
    if told(movement, target).end < range.end {
        held(movement).hold_until(range.end);
    }
    let told = told(movement, target);
    let clip = &movement[0].1;
    if told != wanted {
        let place = || place_in("clip", &clip.name);
        losses.report(rule::X_RANGE, place, || {
            let [from, to, a, b] =
                [wanted.start, wanted.end, told.start, told.end].map(|frame| frame / clip.frames_per_second);
            format!("plays from {a} s to {b} s, not from {from} s to {to} s")
        });
    }
}

/// The first clip with channels, or the first.
fn held(movement: &mut PlainMovement) -> &mut PlainClip {
    let at = movement.iter().position(|(_, clip)| !clip.channels.is_empty());
    &mut movement[at.unwrap_or(0)].1
}

/// Returns the range that the keys will say.
fn told(movement: &PlainMovement, target: ConversionTarget) -> FrameRange {
    let channels = movement.iter().flat_map(|(_, clip)| &clip.channels);
    let channels = channels.map(|channel| &channel.frames);
    let notifications = movement[0].1.notifications.iter().map(|(_, frames)| frames);
    let notifications = notifications.filter(|_| target != ConversionTarget::Glb);
    let lists = || channels.clone().chain(notifications.clone());
    let first = lists().filter_map(|frames| frames.first()).copied();
    let last = lists().filter_map(|frames| frames.last()).copied();
    FrameRange {
        start: match target {
            ConversionTarget::Cast => first.fold(f64::INFINITY, f64::min).max(0.0),
            _ => 0.0,
        },
        end: last.fold(0.0, f64::max),
    }
}
