//! How far bones are from where they were pinned: now, and over the clip.
//!
//! In: B, and the models as they are shown. Out: lengths of the stage and angles. The clip is looked through when that is asked for, in the background
//! ([`super::sweep`]).

use super::farthest::Farthest;
use super::state::{PinnedModel, Swept, SweptOf};
use crate::placed::timed_pose::MotionKey;
use crate::playback::played::motion_key;
use crate::{Placed, Session, ShownPose};
use castview_base::core::{BoneIndex, Transform};
use glam::{Affine3A, Vec3};

/// Bones of one model that are put in order.
const MOST_BONES: usize = 1 << 16;
/// Distances below this share of the model's size are none.
const LEAST_SHARE: f32 = 1e-6;
/// Angles below this are none, in radians.
const LEAST_TURN: f32 = 1e-4;

/// How a bone of A differs from the same bone of B.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoneDifference {
    pub bone: BoneIndex,
    /// Between the two, in stage space.
    pub distance: f32,
    pub turn_rad: f32,
    /// The greatest of both over the clip, once [`super::action::PinnedAction::Sweep`] has looked for them.
    pub greatest: Option<Farthest>,
}

impl BoneDifference {
    /// Whether the bone stands or turns otherwise than in B: over the clip if that was looked through and `over_clip`, else now. `size`: of the
    /// model, in stage space.
    pub fn differs(&self, over_clip: bool, size: f32) -> bool {
        let (distance, turn) = self.by(over_clip);
        distance > size * LEAST_SHARE || turn > LEAST_TURN
    }

    /// Greater for a bone with a greater distance, or without any distance with a greater angle. `None`: the bone does not differ.
    pub fn rank(&self, over_clip: bool, size: f32) -> Option<u32> {
        let (distance, turn) = self.by(over_clip);
        // Bits of floats that are not negative stand in their order, and the highest one is free.
        match distance > size * LEAST_SHARE {
            true => Some(1 << 31 | distance.to_bits()),
            false => (turn > LEAST_TURN).then(|| turn.to_bits()),
        }
    }

    fn by(&self, over_clip: bool) -> (f32, f32) {
        let greatest = self.greatest.filter(|_| over_clip);
        greatest.map_or((self.distance, self.turn_rad), |far| (far.distance, far.turn_rad))
    }
}

/// All that the differences of the shown poses follow from: equal for as long as they stay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DifferencesOf {
    moves: MotionKey,
    frame: Option<f64>,
    shown_pose: ShownPose,
    pin: u64,
    of_b: Option<f64>,
    flipped: bool,
    swept: bool,
}

/// `None`: nothing is pinned.
pub fn differences_of(session: &Session) -> Option<DifferencesOf> {
    let pinned = session.pinned.as_ref()?;
    Some(DifferencesOf {
        moves: motion_key(session),
        frame: session.frame(),
        shown_pose: session.composition.shown_pose,
        pin: pinned.number,
        of_b: pinned.at,
        flipped: pinned.flipped,
        swept: is_swept(session),
    })
}

/// The difference of one bone; `None`: the model is not pinned, has no such bone, or B is what is shown.
pub fn bone_difference(session: &Session, placed: &Placed, bone: BoneIndex) -> Option<BoneDifference> {
    let (pinned, greatest) = held_against(session, placed)?;
    difference(placed, pinned, greatest, bone)
}

/// The differences of all bones of `placed`, by index, as far as bones are put in order; empty where there are none.
pub fn bone_differences(session: &Session, placed: &Placed) -> Vec<BoneDifference> {
    let Some((pinned, greatest)) = held_against(session, placed) else {
        return Vec::new();
    };
    let bones = placed.model().skeleton.bones().take(MOST_BONES);
    bones
        .map_while(|bone| difference(placed, pinned, greatest, bone))
        .collect()
}

/// The bones of `placed` that differ most, `most` of them, by the greatest distance over the clip if the clip was swept, else by the distance now, then
/// by angle. Bones that stand alike are left out.
pub fn greatest_differences(session: &Session, placed: &Placed, most: usize) -> Vec<BoneDifference> {
    let size = placed.bounds().diagonal();
    let ranked = bone_differences(session, placed).into_iter();
    let mut ranked: Vec<(u32, BoneDifference)> = ranked.filter_map(|one| Some((one.rank(true, size)?, one))).collect();
    ranked.sort_by_key(|(rank, one)| (!rank, !one.turn_rad.to_bits()));
    ranked.truncate(most);
    ranked.into_iter().map(|(_, one)| one).collect()
}

/// Whether the clip was looked through, as it moves the models now.
pub fn is_swept(session: &Session) -> bool {
    swept_now(session).is_some()
}

/// All that a sweep of what is shown now would follow from; `None`: nothing is pinned, or no clip plays.
pub(super) fn swept_of(session: &Session) -> Option<SweptOf> {
    let pinned = session.pinned.as_ref()?;
    Some((motion_key(session), session.timeline()?.range, pinned.along))
}

/// A model of B, and how far each of its bones is from it at most, where the clip was looked through.
type HeldAgainst<'a> = (&'a PinnedModel, Option<&'a [Farthest]>);

/// `placed` as it was pinned and the greatest differences of its bones; `None` while B is shown.
fn held_against<'a>(session: &'a Session, placed: &Placed) -> Option<HeldAgainst<'a>> {
    let pinned = session.pinned.as_ref().filter(|pinned| !pinned.flipped)?;
    let greatest = swept_now(session).and_then(|swept| swept.greatest.get(&placed.key));
    Some((pinned.of(placed)?, greatest.map(Vec::as_slice)))
}

fn swept_now(session: &Session) -> Option<&Swept> {
    let swept = session.pinned.as_ref()?.swept.as_ref()?;
    (swept_of(session)? == swept.of).then_some(swept)
}

fn difference(
    placed: &Placed,
    pinned: &PinnedModel,
    greatest: Option<&[Farthest]>,
    bone: BoneIndex,
) -> Option<BoneDifference> {
    let own: Affine3A = *placed.pose().model_from_bone.get(bone.get())?;
    let now = placed.first_stage_from_model() * own;
    let (distance, turn_rad) = between(now, pinned.stage_from_bone(bone.get())?);
    Some(BoneDifference {
        bone,
        distance,
        turn_rad,
        greatest: greatest.and_then(|all| all.get(bone.get()).copied()),
    })
}

/// How far two bones are apart in stage space, and by which angle they are turned.
pub(super) fn between(a: Affine3A, b: Affine3A) -> (f32, f32) {
    let turn = |matrix: Affine3A| Transform::of_affine(matrix).rotation;
    let distance = Vec3::from(a.translation).distance(b.translation.into());
    let between = turn(a).conjugate() * turn(b);
    // The arc cosine of the real part would take rounding for hundredths of a degree.
    (distance, 2.0 * between.xyz().length().atan2(between.w.abs()))
}
