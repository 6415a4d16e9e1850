//! Troubles of keys alone, curve by curve.

mod beyond;
mod flips;
mod spare;
mod still;

use super::found::{TroubleOf, Troubles};
use super::looked_at::LookedAt;
use super::table::TroubleKind;
use crate::animation::Driven;

const KINDS: [TroubleKind; 4] = [
    TroubleKind::Flip,
    TroubleKind::DeadCurve,
    TroubleKind::SpareKeys,
    TroubleKind::KeysBeyond,
];

/// Looks at every curve of the clip. A curve is told once, by the first bone that it drives.
pub(super) fn look(at: LookedAt<'_>, is_wanted: &dyn Fn() -> bool, out: &mut Troubles) -> Option<()> {
    if !at.kinds.has_any(&KINDS) {
        return Some(());
    }
    let mut bones = vec![None; at.clip.tracks.len()];
    for channel in at.binding.channels() {
        if let (Driven::Bone(bone), None) = (channel.target, bones[channel.track]) {
            bones[channel.track] = Some(bone);
        }
    }
    for (index, track) in at.clip.tracks.iter().enumerate() {
        if !is_wanted() {
            return None;
        }
        let of = bones[index].map_or(TroubleOf::Track(index), TroubleOf::Bone);
        if at.kinds.has(TroubleKind::Flip) {
            flips::look(track, of, out);
        }
        if at.kinds.has_any(&[TroubleKind::DeadCurve, TroubleKind::SpareKeys]) {
            let is_still = still::look(at, track, of, out);
            if !is_still && at.kinds.has(TroubleKind::SpareKeys) {
                spare::look(track, of, out);
            }
        }
        if at.kinds.has(TroubleKind::KeysBeyond) {
            beyond::look(at.clip, track, of, out);
        }
    }
    Some(())
}
