//! Curves of several keys that are all the same.

use crate::animation::is_still;
use crate::trouble::found::{FoundTrouble, TroubleOf, Troubles};
use crate::trouble::looked_at::LookedAt;
use crate::trouble::table::TroubleKind;
use castview_base::core::FrameRange;
use castview_base::scene::Track;

/// Whether the curve is still; such a one is told if dead curves are looked for.
pub(super) fn look(at: LookedAt<'_>, track: &Track, of: TroubleOf, out: &mut Troubles) -> bool {
    let keys = track.keys.len();
    if !is_still(track) {
        return false;
    }
    if at.kinds.has(TroubleKind::DeadCurve) && keys as f32 > TroubleKind::DeadCurve.row().bound {
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
    true
}
