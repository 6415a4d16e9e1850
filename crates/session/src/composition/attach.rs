//! Models that hang on others: rigidly on a bone, or moving with the same-named bones. A model whose own root has the name of the bone it
//! hangs on hangs by that root, which is the same bone in another file.
//!
//! Who hangs on whom is an edit; where everything stands follows from it once per picture, leaders first. A model that hangs on another
//! stands wherever that one stands, as often as it does, and nowhere else: a hat on a tree that a file places a thousand times is there a
//! thousand times. A model that a bone of its own file carries is another matter ([`super::carried`]).

use crate::composition::stack::motion_layers;
use crate::placed::standing::Carrier;
use crate::placed::timed_pose::Leading;
use crate::stage::up_axis::up_axis;
use crate::stage::up_axis::world_from_stage;
use crate::{Attachment, Change, ClipLayer, Placed, RootMotion, Session, Stage};
use castview_base::core::{BoneIndex, UpAxis, counted_from};
use castview_base::scene::Skeleton;
use castview_motion::animation;
use castview_picture::PlacedKey;
use glam::{Affine3A, Vec3};
use std::sync::Arc;

/// Why a model cannot hang somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Nothing hangs on itself.
    Itself,
    /// The other one hangs on it, directly or by others.
    GoesRound,
    /// It is not a model but the boxes that stand for missing files.
    MissingFile,
    /// The model or the bone is not open.
    Gone,
}

impl Refusal {
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Itself => "A model cannot hang on itself.",
            Self::GoesRound => "It cannot hang there: that one already hangs on it.",
            Self::MissingFile => "A box stands for a missing file: nothing hangs on it, and it hangs on nothing.",
            Self::Gone => "What it was to hang on is no longer there.",
        }
    }
}

/// Hangs `model` on something, or takes it off. A model cannot hang on itself, however long the way round.
pub(crate) fn attach(session: &mut Session, model: PlacedKey, attachment: Option<Attachment>) {
    let Some(attachment) = attachment else {
        session.edits.attachments.remove(&model);
        return;
    };
    if may_attach(session, model, attachment) {
        session.edits.attachments.insert(model, attachment);
        // A model that was set aside belongs on the bone now, not beside it.
        session.edits.moved.remove(&model);
    }
}

/// Whether `model` can hang there.
pub fn may_attach(session: &Session, model: PlacedKey, attachment: Attachment) -> bool {
    refusal(session, model, attachment).is_none()
}

/// Why `model` cannot hang there; `None` if it can.
pub fn refusal(session: &Session, model: PlacedKey, attachment: Attachment) -> Option<Refusal> {
    let leader = attachment.leader();
    let (Some(placed), Some(leads)) = (session.stage.placed(model), session.stage.placed(leader)) else {
        return Some(Refusal::Gone);
    };
    let checks = [
        (leader == model, Refusal::Itself),
        (chain(session, leader).any(|key| key == model), Refusal::GoesRound),
        (
            session.stage.is_missing(placed) || session.stage.is_missing(leads),
            Refusal::MissingFile,
        ),
        (!fits(attachment, leads), Refusal::Gone),
    ];
    checks.into_iter().find_map(|(holds, refusal)| holds.then_some(refusal))
}

/// `model`, then its leader (which it hangs on or is carried by), then the leader's leader, and so on.
pub(crate) fn chain(session: &Session, model: PlacedKey) -> impl Iterator<Item = PlacedKey> + '_ {
    std::iter::successors(Some(model), |key| session.edits.leader_of(session.stage.placed(*key)?))
}

/// How far along the ground the clip has carried `placed` in `pose` from where it began, in stage space.
pub(crate) fn carried(session: &Session, placed: &Placed, pose: &animation::Pose) -> Vec3 {
    let Some(carrier) = placed.clips.carrier else {
        return Vec3::ZERO;
    };
    let now: Vec3 = pose.model_from_bone[carrier.bone.get()].translation.into();
    let own = session.edits.move_of_single(placed) * placed.model().placement.affine();
    let way = own.transform_vector3(now - carrier.start);
    along_ground(way, up_axis(session))
}

/// Where `placed` stands in `pose`, while what it hangs on stands like `leader`.
pub(crate) fn stage_from_model(
    session: &Session,
    placed: &Placed,
    pose: &animation::Pose,
    leader: Option<&Leading<'_>>,
) -> Affine3A {
    let own = session.edits.move_of_single(placed) * placed.model().placement.affine();
    let stands = match session.edits.attachments.get(&placed.key) {
        Some(Attachment::Bone { bone, .. }) => leader.map(|leader| {
            let on_bone = leader.stage_from_model * leader.pose.model_from_bone[bone.get()] * own;
            // One clip moves the bone and the root that is the same bone: the movement counts once.
            let root = placed
                .staging
                .hangs_by
                .map(|root| pose.model_from_bone[root.get()].inverse());
            let at_root = root.map(|root_from_model| on_bone * root_from_model);
            let at_root = at_root.filter(Affine3A::is_finite);
            at_root.unwrap_or_else(|| counted_from(on_bone, pose.origin, Vec3::ZERO))
        }),
        Some(Attachment::Follow { .. }) => leader.map(|leader| {
            let between = pose.origin - leader.pose.origin;
            counted_from(leader.stage_from_model, between, Vec3::ZERO)
        }),
        None if session.composition.root_motion == RootMotion::InPlace => {
            let in_place = Affine3A::from_translation(-carried(session, placed, pose)) * own;
            Some(placed.staging.own_place(in_place, pose.origin))
        }
        None => None,
    };
    let stands = stands.filter(Affine3A::is_finite);
    stands.unwrap_or_else(|| placed.staging.own_place(own, pose.origin))
}

/// How far the camera has gone along, in world space.
pub(crate) fn camera_travel(session: &Session) -> Vec3 {
    if session.composition.root_motion != RootMotion::FollowWithCamera || session.view.looks_through().is_some() {
        return Vec3::ZERO;
    }
    let selected = session.edits.selected.and_then(|selected| selected.placed());
    let followed = selected.and_then(|key| session.stage.placed(key));
    let followed = followed.or_else(|| {
        session
            .stage
            .models()
            .iter()
            .find(|placed| placed.clips.carrier.is_some())
    });
    let way = followed.map_or(Vec3::ZERO, |placed| carried(session, placed, placed.pose()));
    world_from_stage(session).transform_vector3(way)
}

/// Drops attachments that point at something no longer open.
pub(crate) fn forget_attachments(session: &mut Session) {
    let stage = &session.stage;
    session.edits.attachments.retain(|model, attachment| {
        let leader = stage.placed(attachment.leader());
        stage.placed(*model).is_some() && leader.is_some_and(|leader| fits(*attachment, leader))
    });
}

/// Settles which bones go with which, once per change of who hangs on whom.
pub(crate) fn pair_followers(session: &mut Session) {
    for at in 0..session.stage.models().len() {
        let placed = &session.stage.models()[at];
        let attachment = session.edits.attachments.get(&placed.key);
        let leader = attachment.and_then(|attachment| session.stage.placed(attachment.leader()));
        let (mut leading, mut hangs_by) = (None, None);
        if let (Some(attachment), Some(leader)) = (attachment, leader) {
            let (own, lead) = (&placed.model().skeleton, &leader.model().skeleton);
            match attachment {
                Attachment::Follow { .. } => leading = Some(Arc::new(animation::leading_bones(own, lead))),
                Attachment::Bone { bone, .. } => hangs_by = root_named(own, lead.name(*bone)),
            }
        }
        let placed = &mut session.stage.models_mut()[at];
        (placed.staging.leading, placed.staging.hangs_by) = (leading, hangs_by);
    }
    session.note(Change::POSES);
}

/// Positions in the stage's list, every model after the one it hangs on or is carried by, which comes first anyway while
/// nothing hangs anywhere.
pub(crate) fn leaders_first(session: &Session) -> Vec<usize> {
    let mut order: Vec<usize> = (0..session.stage.models().len()).collect();
    if !session.edits.attachments.is_empty() {
        order.sort_by_cached_key(|at| chain(session, session.stage.models()[*at].key).count());
    }
    order
}

/// Finds the bone that carries each model through the active clip.
pub(crate) fn find_carriers(session: &mut Session) {
    let start = session.timeline().map(|timeline| timeline.secs(timeline.range.start));
    for at in 0..session.stage.models().len() {
        let placed = &session.stage.models()[at];
        let is_own = |layer: &&ClipLayer| layer.alone && layer.model == Some(placed.key);
        let own = session.edits.layers.iter().find(is_own);
        let own = own.and_then(|own| Stage::bound_layer(placed, own.key));
        let binding = placed.binding().or(own.map(|own| &own.binding));
        let driven = binding.and_then(|binding| binding.carrier());
        let carrier = driven.zip(start).map(|(bone, secs)| {
            let mut pose = animation::Pose::default();
            let mut layers = Vec::new();
            motion_layers(session, placed, secs, &mut layers);
            animation::evaluate(
                placed.model(),
                session.composition.motion(&session.edits, placed, &layers),
                &mut pose,
            );
            Carrier {
                bone,
                start: pose.model_from_bone[bone.get()].translation.into(),
            }
        });
        if session.stage.models()[at].clips.carrier != carrier {
            session.stage.models_mut()[at].clips.carrier = carrier;
            session.note(Change::POSES);
        }
    }
}

/// Whether `leader` has the bone.
fn fits(attachment: Attachment, leader: &Placed) -> bool {
    match attachment {
        Attachment::Bone { bone, .. } => bone.get() < leader.model().skeleton.len(),
        Attachment::Follow { .. } => true,
    }
}

/// The root of that name, as curves find bones: it stands for the bone that the model hangs on.
fn root_named(skeleton: &Skeleton, name: &str) -> Option<BoneIndex> {
    animation::bone_named(skeleton, name).filter(|bone| skeleton.is_root(*bone))
}

fn along_ground(way: Vec3, up: UpAxis) -> Vec3 {
    match up {
        UpAxis::X => Vec3::new(0.0, way.y, way.z),
        UpAxis::Y => Vec3::new(way.x, 0.0, way.z),
        UpAxis::Z => Vec3::new(way.x, way.y, 0.0),
    }
}
