//! Which way the model faces: what the named views take for its front.
//!
//! In: the rest poses and names of bones. Out: the file's axis, unless pairs of left and right bones and the toes or eyes agree on another.
//! Found when it is first asked for, and again when something is opened or another axis points up.

use crate::stage::up_axis;
use crate::{Front, Session};
use castview_base::core::{BoneIndex, UpAxis};
use castview_base::scene::Model;
use castview_motion::animation;
use castview_motion::animation::{Side, mirrored, side_of, side_words};
use glam::{Affine3A, Vec3};
use std::collections::HashMap;

/// Only this many models and bones are looked at, the first ones.
const MOST_MODELS: usize = 16;
const MOST_BONES: usize = 4096;
/// How much of one direction all pairs together must have, and how near they must be to an axis: cosines.
const AGREE: f32 = 0.9;
/// How much of a way must be level to point anywhere, as a share of it.
const LEVEL: f32 = 0.2;
/// How far a toe or an eye must point forwards or backwards to count: a cosine.
const POINTS: f32 = 0.7;

/// The way a model faces, as its bones say.
enum Facing {
    /// No pairs, or nothing that points forwards.
    Unknown,
    /// Pairs and toes or eyes disagree; the name of one of them.
    Doubtful(String),
    /// In world space, along an axis; how many pairs, and one of the toes or eyes.
    Known(Vec3, usize, String),
}

pub(crate) fn find_front(session: &Session) -> Front {
    let world_from_stage = up_axis::world_from_stage(session);
    for placed in session.stage.models().iter().take(MOST_MODELS) {
        match facing(placed.model(), world_from_stage) {
            Facing::Unknown => {}
            Facing::Doubtful(name) => {
                let reason = format!("Front is the file's: left and right bones disagree with {name}.");
                return Front { yaw_rad: 0.0, reason };
            }
            Facing::Known(forward, pairs, name) => {
                let axis = axis_name(world_from_stage.inverse().transform_vector3(forward));
                let noun = if pairs == 1 { "pair" } else { "pairs" };
                return Front {
                    yaw_rad: forward.x.atan2(forward.z),
                    reason: format!("Front is {axis}: {pairs} {noun} of left and right bones and {name} agree."),
                };
            }
        }
    }
    let axis = axis_name(world_from_stage.inverse().transform_vector3(Vec3::Z));
    let reason = format!("Front is the file's, {axis}: no bones tell another.");
    Front { yaw_rad: 0.0, reason }
}

/// The front of what is open, and why it is that.
pub fn front(session: &Session) -> &Front {
    session.view.front.get_or_init(|| find_front(session))
}

fn facing(model: &Model, world_from_stage: Affine3A) -> Facing {
    let skeleton = &model.skeleton;
    let bones = || skeleton.bones().take(MOST_BONES);
    let by_name: HashMap<&str, BoneIndex> = bones().map(|bone| (skeleton.name(bone), bone)).collect();
    if !bones().any(|bone| side_of(skeleton.name(bone)).is_some()) {
        return Facing::Unknown;
    }
    let pose = animation::rest_pose(model);
    // Without its height, and of unit length; nothing of it if there is hardly more than height.
    let level = |from: BoneIndex, to: BoneIndex| {
        let [from, to] = [from, to].map(|bone| pose.model_from_bone[bone.get()].translation);
        let way = world_from_stage.transform_vector3(Vec3::from(to - from));
        let level = way * Vec3::new(1.0, 0.0, 1.0);
        let is_level = level.length() > way.length() * LEVEL;
        level.try_normalize().filter(|_| is_level).unwrap_or_default()
    };
    let (mut left, mut pairs) = (Vec3::ZERO, 0);
    for bone in bones() {
        let name = skeleton.name(bone);
        let other = match side_of(name) {
            Some(Side::Left) => mirrored(name),
            _ => None,
        };
        let Some(other) = other.and_then(|other| by_name.get(other.as_str()).copied()) else {
            continue;
        };
        let way = level(other, bone);
        pairs += usize::from(way != Vec3::ZERO);
        left += way;
    }
    if pairs == 0 || left.length() < pairs as f32 * AGREE {
        return Facing::Unknown;
    }
    let Some(forward) = along_axis(left.cross(Vec3::Y)) else {
        return Facing::Unknown;
    };
    let (mut agree, mut disagree) = (Vec::new(), Vec::new());
    for bone in bones().filter(|bone| points_forward(skeleton.name(*bone))) {
        let Some(parent) = skeleton.parent(bone) else { continue };
        let along = level(parent, bone).dot(forward);
        if along >= POINTS {
            agree.push(skeleton.name(bone));
        } else if along <= -POINTS {
            disagree.push(skeleton.name(bone));
        }
    }
    match (agree.first(), disagree.first()) {
        (Some(name), None) => Facing::Known(forward, pairs, (*name).to_owned()),
        (_, Some(name)) => Facing::Doubtful((*name).to_owned()),
        (None, None) => Facing::Unknown,
    }
}

/// A toe in front of its foot, or an eye in front of its head.
fn points_forward(name: &str) -> bool {
    let tells = ["toe", "toes", "eye", "eyes"];
    side_words(name).any(|(_, word)| tells.iter().any(|tell| tell.eq_ignore_ascii_case(word)))
}

/// The nearest of the four level axes, if it is near.
fn along_axis(direction: Vec3) -> Option<Vec3> {
    let direction = direction.try_normalize()?;
    let axes = [Vec3::Z, Vec3::X, Vec3::NEG_Z, Vec3::NEG_X];
    axes.into_iter().find(|axis| axis.dot(direction) >= AGREE)
}

/// `+x`, of a direction along an axis.
fn axis_name(direction: Vec3) -> String {
    let at = direction.abs().max_position();
    let sign = if direction[at] < 0.0 { '−' } else { '+' };
    format!("{sign}{}", [UpAxis::X, UpAxis::Y, UpAxis::Z][at].letter())
}
