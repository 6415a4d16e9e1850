//! The bones that a clip moves.

use crate::trouble::looked_at::LookedAt;
use castview_base::core::BoneIndex;
use castview_base::scene::{Interpolation, Property};

/// Bones by what a clip changes of them, parents first.
pub(super) struct MovingBones {
    /// Bones that turn from their parents, by curves that are not held from key to key.
    pub turning: Vec<BoneIndex>,
    /// Bones that move from their parents, the same way.
    pub shifting: Vec<BoneIndex>,
    /// Bones that move, and none above them does: they carry the model.
    pub carriers: Vec<BoneIndex>,
}

impl MovingBones {
    /// `still`: curves of the clip that change nothing.
    pub fn of(at: LookedAt<'_>, still: &[bool]) -> Self {
        let skeleton = &at.model.skeleton;
        let tracks = &at.clip.tracks;
        let changes: Vec<bool> = tracks
            .iter()
            .zip(still)
            .map(|(track, still)| !matches!(track.interpolation, Interpolation::Step) && !still)
            .collect();
        let mut out = Self {
            turning: Vec::new(),
            shifting: Vec::new(),
            carriers: Vec::new(),
        };
        let mut below_carrier = vec![false; skeleton.len()];
        for bone in skeleton.bones() {
            let (mut turns, mut shifts) = (false, false);
            for (track, _) in at.binding.bone_tracks(bone).filter(|(track, _)| changes[*track]) {
                match tracks[track].property {
                    Property::Rotation => turns = true,
                    Property::TranslationX | Property::TranslationY | Property::TranslationZ => shifts = true,
                    _ => {}
                }
            }
            let is_below = skeleton.parent(bone).is_some_and(|parent| below_carrier[parent.get()]);
            below_carrier[bone.get()] = is_below || shifts;
            out.turning.extend(turns.then_some(bone));
            out.shifting.extend(shifts.then_some(bone));
            out.carriers.extend((shifts && !is_below).then_some(bone));
        }
        out
    }
}
