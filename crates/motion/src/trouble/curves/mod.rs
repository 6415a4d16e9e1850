//! Troubles of keys alone, curve by curve.

mod beyond;
mod neighbours;
mod still;
mod walked;

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

/// Looks at every curve of the clip, `still` or not. A curve is told once, by the first bone that it drives.
pub(super) fn look(at: LookedAt<'_>, still: &[bool], is_wanted: &dyn Fn() -> bool, out: &mut Troubles) -> Option<()> {
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
        let wants_spare = at.kinds.has(TroubleKind::SpareKeys) && !still[index];
        if at.kinds.has(TroubleKind::Flip) || wants_spare {
            let walked = walked::walk(track, wants_spare);
            if at.kinds.has(TroubleKind::Flip) {
                neighbours::tell_flips(track, walked, of, out);
            }
            neighbours::tell_spare(track, walked, of, out);
        }
        if at.kinds.has(TroubleKind::DeadCurve) && still[index] {
            still::tell(track, of, out);
        }
        if at.kinds.has(TroubleKind::KeysBeyond) {
            beyond::look(at.clip, track, of, out);
        }
    }
    Some(())
}
