//! Curves of several keys that are all the same.

use crate::trouble::found::{FoundTrouble, TroubleOf, Troubles};
use crate::trouble::table::TroubleKind;
use castview_base::core::FrameRange;
use castview_base::scene::Track;

/// Tells a still curve, unless a single key makes it.
pub(super) fn tell(track: &Track, of: TroubleOf, out: &mut Troubles) {
    let keys = track.keys.len();
    if keys as f32 > TroubleKind::DeadCurve.row().bound {
        let range = FrameRange {
            start: track.keys.frame(0),
            end: track.keys.frame(keys - 1),
        };
        out.add(TroubleKind::DeadCurve, || FoundTrouble {
            kind: TroubleKind::DeadCurve,
            of,
            frame: Some(range.start),
            range: Some(range),
            value: keys as f32,
            message: format!(
                "its curve {} never changes over {keys} keys",
                track.property.short_name()
            ),
        });
    }
}
