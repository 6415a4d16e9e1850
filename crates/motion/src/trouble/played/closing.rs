//! Bones whose pose at the end of a loop is not the one at its start.

use super::moving::MovingBones;
use crate::animation::{Pose, turned_by};
use crate::trouble::found::{FoundTrouble, TroubleOf, Troubles};
use crate::trouble::looked_at::LookedAt;
use crate::trouble::table::TroubleKind;
use castview_base::core::{BoneIndex, FrameRange};

/// Shorter clips have no frames beside the seam.
const SHORTEST: f64 = 3.0;
/// A gap of so many steps beside it is part of the movement.
const STEPS: f32 = 2.0;

/// `size` is the skeleton's.
pub(super) fn look(at: LookedAt<'_>, moving: &MovingBones, size: f32, out: &mut Troubles) {
    let range = at.clip.range;
    if !at.clip.looping || range.length() < SHORTEST {
        return;
    }
    let poses = [range.start, range.start + 1.0, range.end - 1.0, range.end].map(|frame| {
        let mut pose = Pose::default();
        at.pose(frame, &mut pose);
        pose
    });
    let turn = |[a, b]: [usize; 2], bone: BoneIndex| {
        turned_by(poses[a].local[bone.get()].rotation, poses[b].local[bone.get()].rotation).to_degrees()
    };
    let shift = |[a, b]: [usize; 2], bone: BoneIndex| {
        let place = |pose: usize| poses[pose].local[bone.get()].translation;
        place(a).distance(place(b))
    };
    let turned = gaps(&moving.turning, TroubleKind::OpenTurn.row().bound, turn);
    let bound = TroubleKind::OpenMove.row().bound * size;
    let mut shifted = gaps(&moving.shifting, bound, shift);
    if 2 * turned.len() > moving.turning.len() || 2 * shifted.len() > moving.shifting.len().max(1) {
        return;
    }
    shifted.retain(|(bone, _)| !moving.carriers.contains(bone));
    for (kind, found) in [(TroubleKind::OpenTurn, turned), (TroubleKind::OpenMove, shifted)] {
        for (bone, gap) in found.into_iter().filter(|_| at.kinds.has(kind)) {
            out.add(kind, || FoundTrouble {
                kind,
                of: TroubleOf::Bone(bone),
                frame: Some(range.end),
                range: Some(FrameRange {
                    start: range.end,
                    end: range.end,
                }),
                value: gap,
                message: match kind {
                    TroubleKind::OpenTurn => format!("it ends the loop turned {gap:.1}° from where it began"),
                    _ => format!("it ends the loop {gap:.3} units from where it began"),
                },
            });
        }
    }
}

/// The bones whose gap at the seam is wider than `bound` and than the steps beside it. `measure` compares two of the four poses.
fn gaps(bones: &[BoneIndex], bound: f32, measure: impl Fn([usize; 2], BoneIndex) -> f32) -> Vec<(BoneIndex, f32)> {
    let gap = |bone: &BoneIndex| {
        let gap = measure([0, 3], *bone);
        let beside = measure([0, 1], *bone).max(measure([2, 3], *bone));
        (gap > bound && gap > STEPS * beside).then_some((*bone, gap))
    };
    bones.iter().filter_map(gap).collect()
}
