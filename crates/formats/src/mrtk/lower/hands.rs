//! A hand: a node that is hidden while it is not tracked, with its joints below it, each in the world.

use super::super::names::{BONES, JOINTS};
use super::super::{CurveView, Document, Side, State};
use super::maker::Maker;
use castview_base::core::BoneIndex;
use castview_base::scene::{BoneKind, Hand, HandJoint, HandSide, Pinch, Property, Values};

const THUMB_TIP: usize = 6;
const INDEX_TIP: usize = 11;
/// A state is on above this.
const HALF: f32 = 0.5;

pub fn add(maker: &mut Maker<'_>, document: &Document, side: Side) {
    if !document.has_hands() {
        return;
    }
    let word = match side {
        Side::Left => "Left",
        Side::Right => "Right",
    };
    let hand = maker.node(format!("{word} hand"), None);
    let pinch = maker.node(format!("{word} pinch"), Some(hand));
    for (bone, state, [on, off]) in [
        (hand, State::Tracked, ["tracked", "lost"]),
        (pinch, State::Pinch, ["pinch", "release"]),
    ] {
        if let Some(curve) = document.state(side, state) {
            let names = [off, on].map(|what| format!("{} {what}", side.word()));
            switch(maker, bone, curve, &names);
        }
    }
    let mut joints: [Option<BoneIndex>; JOINTS.len()] = [None; JOINTS.len()];
    for (joint, name) in JOINTS.iter().enumerate().skip(1) {
        let Some(curves) = document.joint(side, joint) else {
            continue;
        };
        let bone = maker.node(format!("{word} {name}"), Some(hand));
        maker.pose(bone, &curves);
        // A joint that was never seen stands nowhere: it is no bone to draw.
        if curves.iter().any(|curve| !curve.is_empty()) {
            maker.bones[bone.get()].kind = BoneKind::Joint;
            joints[joint] = Some(bone);
        }
    }
    let known = |joint: u8| joints[usize::from(joint)];
    let bones = BONES.iter().filter_map(|(from, to)| Some([known(*from)?, known(*to)?]));
    let tips = (joints[THUMB_TIP], joints[INDEX_TIP]);
    let balls = joints.iter().enumerate().filter_map(|(joint, bone)| {
        Some(HandJoint {
            bone: (*bone)?,
            radius: radius(joint),
        })
    });
    if joints.iter().all(Option::is_none) {
        return;
    }
    maker.hands.push(Hand {
        side: match side {
            Side::Left => HandSide::Left,
            Side::Right => HandSide::Right,
        },
        root: hand,
        joints: balls.collect(),
        bones: bones.collect(),
        pinch: match tips {
            (Some(thumb), Some(index)) => Some(Pinch {
                shown_with: pinch,
                tips: [thumb, index],
            }),
            _ => None,
        },
    });
}

/// Radius of a joint's ball, in metres: the file has none (docs/formats/mrtk.md §9).
fn radius(joint: usize) -> f32 {
    match JOINTS[joint] {
        "Wrist" | "Palm" => 0.008,
        name if name.ends_with("Tip") => 0.005,
        _ => 0.0065,
    }
}

pub fn is_ever_on(curve: CurveView<'_>) -> bool {
    curve.keys().iter().any(|key| key.value > HALF)
}

/// A state as the visibility of its node, and its changes as notifications called `names`: off, on.
fn switch(maker: &mut Maker<'_>, bone: BoneIndex, curve: CurveView<'_>, names: &[String; 2]) {
    let knots = super::knots::knots(&curve.keys());
    let mut times: Vec<f32> = knots.iter().map(|knot| knot.time).collect();
    let mut states: Vec<bool> = knots.iter().map(|knot| knot.value > HALF).collect();
    for (time, pair) in times[1.min(times.len())..].iter().zip(states.windows(2)) {
        if pair[0] != pair[1] {
            maker.notify(&names[usize::from(pair[1])], *time);
        }
    }
    if times.is_empty() {
        (times, states) = (vec![0.0], vec![false]);
    }
    let beyond = super::knots::beyond(curve);
    maker
        .track(bone, Property::Visibility, times, Values::Switch(states))
        .beyond = beyond;
}
