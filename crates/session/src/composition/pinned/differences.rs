//! How far bones are from where they were pinned: now, and over the clip.
//!
//! In: B, and the models as they are shown. Out: lengths of the stage and angles. A sweep is asked for, and bounded; nothing is swept for a
//! picture.

use super::along;
use super::state::{BClip, PinnedB, PinnedModel, Swept};
use crate::composition::stopped::pose_at;
use crate::placed::timed_pose::TimedSteps;
use crate::playback::played::motion_key;
use crate::{Placed, Session};
use castview_base::core::{BoneIndex, Transform};
use castview_picture::PlacedKey;
use glam::{Affine3A, Vec3};
use std::collections::BTreeMap;

/// Poses of bones that one sweep looks at.
const MOST_SWEPT: usize = 1 << 19;
/// Frames that it looks at.
const MOST_FRAMES: usize = 512;
/// Bones of one model that are put in order.
const MOST_BONES: usize = 1 << 16;

/// How a bone of A differs from the same bone of B.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoneDifference {
    pub bone: BoneIndex,
    /// Between the two, in stage space.
    pub distance: f32,
    pub turn_rad: f32,
    /// The greatest distance over the clip and its frame, once [`super::action::PinnedAction::Sweep`] has looked for it.
    pub greatest: Option<(f32, f64)>,
}

/// The difference of one bone; `None`: the model is not pinned, has no such bone, or B is what is shown.
pub fn bone_difference(session: &Session, placed: &Placed, bone: BoneIndex) -> Option<BoneDifference> {
    let (pinned, greatest) = held_against(session, placed)?;
    difference(placed, pinned, greatest, bone)
}

/// The bones of `placed` that differ most, `most` of them, by the greatest distance over the clip if the clip was swept, else by the distance now, then
/// by angle. Bones that stand alike are left out.
pub fn greatest_differences(session: &Session, placed: &Placed, most: usize) -> Vec<BoneDifference> {
    let Some((pinned, greatest)) = held_against(session, placed) else {
        return Vec::new();
    };
    let bones = placed.model().skeleton.bones().take(MOST_BONES);
    let all = bones.filter_map(|bone| difference(placed, pinned, greatest, bone));
    let size = placed.bounds().diagonal();
    let far = |one: &BoneDifference| one.greatest.map_or(one.distance, |(distance, _)| distance);
    let differs = |one: &BoneDifference| far(one) > size * 1e-6 || one.turn_rad > 1e-4;
    let mut all: Vec<BoneDifference> = all.filter(differs).collect();
    all.sort_by(|a, b| far(b).total_cmp(&far(a)).then(b.turn_rad.total_cmp(&a.turn_rad)));
    all.truncate(most);
    all
}

/// Whether the clip was looked through, as it moves the models now.
pub fn is_swept(session: &Session) -> bool {
    let pinned = session.pinned.as_ref();
    pinned.is_some_and(|pinned| swept_now(session, pinned).is_some())
}

pub(super) fn sweep(session: &mut Session) {
    let (Some(pinned_b), Some(timeline)) = (&session.pinned, session.timeline()) else {
        return;
    };
    let models: Vec<(&Placed, &PinnedModel)> = (session.stage.models().iter())
        .filter_map(|placed| Some((placed, pinned_b.of(placed)?)))
        .collect();
    let bones: usize = models.iter().map(|(placed, _)| placed.model().skeleton.len()).sum();
    let most = (MOST_SWEPT / bones.max(1)).clamp(2, MOST_FRAMES);
    let range = timeline.range;
    let step = (range.length() / (most - 1) as f64).max(1.0).ceil();
    let timeline_of_b = pinned_b.clip.as_ref().map(BClip::timeline);
    let mut greatest: BTreeMap<PlacedKey, Vec<(f32, f64)>> = BTreeMap::new();
    for at in 0..most {
        let frame = range.start + step * at as f64;
        if frame > range.end {
            break;
        }
        for (placed, pinned) in &models {
            let posed = pose_at::timed_pose(session, placed, timeline.secs(frame), TimedSteps::Shown);
            let stage_from_model = posed.first_place() * posed.stage_from_model;
            let along = pinned_b.along.zip(timeline_of_b.as_ref());
            let along = along.map(|(along, of_b)| along.frame(frame, &timeline, of_b));
            let of_b = along.and_then(|at| along::posed(session, pinned_b, pinned, placed, at));
            let of_b = of_b.map(|(pose, matrix)| (pose, pinned.places.first_place() * matrix));
            let far = greatest.entry(placed.key).or_default();
            far.resize(posed.pose.model_from_bone.len(), (0.0, range.start));
            for (bone, far) in far.iter_mut().enumerate() {
                let now = (stage_from_model * posed.pose.model_from_bone[bone]).translation;
                let head = match &of_b {
                    Some((pose, matrix)) => pose
                        .model_from_bone
                        .get(bone)
                        .map(|bone| (*matrix * *bone).translation.into()),
                    None => pinned.head(bone),
                };
                let distance = head.map_or(0.0, |head: Vec3| head.distance(Vec3::from(now)));
                if distance > far.0 {
                    *far = (distance, frame);
                }
            }
        }
    }
    let of = (motion_key(session), range, pinned_b.along);
    if let Some(pinned) = &mut session.pinned {
        pinned.swept = Some(Swept { of, greatest });
    }
}

/// A model of B, and how far each of its bones is from it at most, with the frame, where the clip was looked through.
type HeldAgainst<'a> = (&'a PinnedModel, Option<&'a [(f32, f64)]>);

/// `placed` as it was pinned and the greatest distances of its bones; `None` while B is shown.
fn held_against<'a>(session: &'a Session, placed: &Placed) -> Option<HeldAgainst<'a>> {
    let pinned = session.pinned.as_ref().filter(|pinned| !pinned.flipped)?;
    let swept = swept_now(session, pinned);
    let greatest = swept.and_then(|swept| swept.greatest.get(&placed.key));
    Some((pinned.of(placed)?, greatest.map(Vec::as_slice)))
}

fn swept_now<'a>(session: &Session, pinned: &'a PinnedB) -> Option<&'a Swept> {
    let of = (motion_key(session), session.timeline()?.range, pinned.along);
    pinned.swept.as_ref().filter(|swept| swept.of == of)
}

fn difference(
    placed: &Placed,
    pinned: &PinnedModel,
    greatest: Option<&[(f32, f64)]>,
    bone: BoneIndex,
) -> Option<BoneDifference> {
    let own: Affine3A = *placed.pose().model_from_bone.get(bone.get())?;
    let now = placed.first_stage_from_model() * own;
    let then = pinned.stage_from_bone(bone.get())?;
    let turn = |matrix: Affine3A| Transform::of_affine(matrix).rotation;
    Some(BoneDifference {
        bone,
        distance: Vec3::from(now.translation).distance(then.translation.into()),
        turn_rad: turn(now).angle_between(turn(then)),
        greatest: greatest.and_then(|all| all.get(bone.get()).copied()),
    })
}
