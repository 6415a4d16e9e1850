//! Findings about keys and the keys beside them: signs that turn over, and keys that change nothing.

use super::walked::WalkedKeys;
use crate::trouble::found::{FoundTrouble, TroubleOf, Troubles};
use crate::trouble::table::TroubleKind;
use castview_base::core::FrameRange;
use castview_base::scene::Track;

/// Tells quaternions that change their sign from key to key.
pub(super) fn tell_flips(track: &Track, walked: WalkedKeys, of: TroubleOf, out: &mut Troubles) {
    let Some((first, last, count)) = walked.flips else {
        return;
    };
    let [first, last] = [first, last].map(|key| track.keys.frame(key));
    out.add(TroubleKind::Flip, || FoundTrouble {
        kind: TroubleKind::Flip,
        of,
        frame: Some(first),
        range: Some(FrameRange {
            start: first,
            end: last,
        }),
        value: count as f32,
        message: match count {
            1 => format!("its quaternion changes sign at frame {first}"),
            count => format!("its quaternion changes sign at {count} keys, first at frame {first}"),
        },
    });
}

/// Tells a curve of which most keys change nothing.
pub(super) fn tell_spare(track: &Track, walked: WalkedKeys, of: TroubleOf, out: &mut Troubles) {
    let (count, spare) = (track.keys.len(), walked.spare);
    let percent = spare as f32 / count.max(1) as f32 * 100.0;
    if percent > TroubleKind::SpareKeys.row().bound {
        let range = FrameRange {
            start: track.keys.frame(0),
            end: track.keys.frame(count - 1),
        };
        out.add(TroubleKind::SpareKeys, || FoundTrouble {
            kind: TroubleKind::SpareKeys,
            of,
            frame: Some(range.start),
            range: Some(range),
            value: percent,
            message: format!(
                "{spare} of the {count} keys of its curve {} change nothing",
                track.property.short_name()
            ),
        });
    }
}
