//! Keys outside the frames that a clip plays.

use crate::trouble::found::{FoundTrouble, TroubleOf, Troubles};
use crate::trouble::table::TroubleKind;
use castview_base::core::FrameRange;
use castview_base::scene::{Clip, Track};

/// Nearer to the range than this, a key is inside: times in seconds round.
const ROOM: f64 = 0.5;

pub(super) fn look(clip: &Clip, track: &Track, of: TroubleOf, out: &mut Troubles) {
    let keys = &track.keys;
    let (start, end) = (clip.range.start - ROOM, clip.range.end + ROOM);
    let before = keys.count_until(start.next_down());
    let behind = keys.len() - keys.count_until(end);
    if before + behind == 0 {
        return;
    }
    let first = if before > 0 { 0 } else { keys.len() - behind };
    let last = if behind > 0 { keys.len() - 1 } else { before - 1 };
    out.add(TroubleKind::KeysBeyond, || FoundTrouble {
        kind: TroubleKind::KeysBeyond,
        of,
        frame: Some(keys.frame(first)),
        range: Some(FrameRange {
            start: keys.frame(first),
            end: keys.frame(last),
        }),
        value: (before + behind) as f32,
        message: format!(
            "{} of the {} keys of its curve {} are never played: the clip goes from frame {} to {}",
            before + behind,
            keys.len(),
            track.property.short_name(),
            clip.range.start,
            clip.range.end
        ),
    });
}
