//! Quaternions that change their sign from key to key.

use crate::animation::curves::OddKeys;
use crate::trouble::found::{FoundTrouble, TroubleOf, Troubles};
use crate::trouble::table::TroubleKind;
use castview_base::core::FrameRange;
use castview_base::scene::Track;

pub(super) fn look(track: &Track, of: TroubleOf, out: &mut Troubles) {
    let odd = OddKeys::of(std::slice::from_ref(track));
    let flips = odd.flips_within(f64::NEG_INFINITY, f64::INFINITY);
    let (Some(&first), Some(&last)) = (flips.first(), flips.last()) else {
        return;
    };
    out.add(TroubleKind::Flip, || FoundTrouble {
        kind: TroubleKind::Flip,
        of,
        frame: Some(first),
        range: Some(FrameRange {
            start: first,
            end: last,
        }),
        value: flips.len() as f32,
        message: match flips.len() {
            1 => format!("its quaternion changes sign at frame {first}"),
            count => format!("its quaternion changes sign at {count} keys, first at frame {first}"),
        },
    });
}
