//! IK handles: a chain of bones reaches for a goal (docs/formats/cast.md §3.16).
//!
//! In: one prepared handle and the bones of a pose. Out: rotations of the chain's bones. Nothing is stretched, so
//! a goal out of reach is pointed at.
//!
//! Goal, pole, twist and the target's rotation are read before anything moves: a handle whose target hangs from its own chain is
//! solved once, for where the target was.

use super::bones::Bones;
use super::chain::{self, Reach};
use super::span::{Aim, Span, about_the_line, straight_bend};
use super::turn::{ALONG, any_across, direction, euler_xyz, shortest_arc};
use castview_base::core::BoneIndex;
use castview_base::scene::{IkHandle, Skeleton};
use glam::{DQuat, DVec3};

/// A handle with everything about it that no pose changes.
#[derive(Clone, Debug)]
pub(super) struct Handle {
    /// From the first bone to the effector; at least three.
    chain: Vec<BoneIndex>,
    target: BoneIndex,
    /// In the target's own space.
    target_offset: DVec3,
    /// The chain bends towards this bone's position (cast.md A27).
    pole: Option<BoneIndex>,
    /// The bone whose twist turns the chain, and the inverse of its rest rotation.
    twist: Option<(BoneIndex, DQuat)>,
    takes_target_rotation: bool,
    /// The axis about which the chain bends at rest, in the first bone's own axes; some axis across it if it rests straight.
    bend: DVec3,
}

/// How the two bones of a chain turn in model space.
#[derive(Clone, Copy, Debug)]
struct TwoBoneTurns {
    /// `qT ⊗ qP ⊗ qEH`: both bones.
    both: DQuat,
    /// `q12`: the second bone, before that.
    second: DQuat,
}

impl Handle {
    /// `rest` are the bones at rest.
    pub fn new(handle: &IkHandle, skeleton: &Skeleton, rest: &Bones<'_>) -> Self {
        let mut chain: Vec<BoneIndex> = handle.chain_upwards(skeleton).collect();
        chain.reverse();
        Self {
            bend: rest_bend(&chain, rest),
            chain,
            target: handle.target,
            target_offset: handle.target_offset.as_dvec3(),
            pole: handle.pole_vector,
            twist: handle
                .pole_twist
                .map(|bone| (bone, rest.local(bone).rotation.conjugate())),
            takes_target_rotation: handle.takes_target_rotation,
        }
    }

    /// Leaves the bones as they are where the chain has no length or lies in flat axes, or a number is not finite.
    pub fn solve(&self, bones: &mut Bones<'_>, reach: &mut Reach) {
        let first = self.chain[0];
        let Some(rotation) = bones.rotation(first) else {
            return;
        };
        let aim = Aim {
            goal: bones.model_from_bone(self.target).transform_point3(self.target_offset),
            pole: self.pole.map(|pole| bones.model_from_bone(pole).translation),
            twist: self.twist.map_or(0.0, |(bone, rest_inverse)| {
                // cast.md A28: only what was turned since the rest pose.
                euler_xyz(rest_inverse * bones.local(bone).rotation).x
            }),
            bend: rotation * self.bend,
        };
        let wanted = self.takes_target_rotation.then_some(self.target);
        let target_rotation = wanted.and_then(|target| bones.rotation(target));
        let solved = match *self.chain {
            [first, middle, end] => solve_two([first, middle, end], &aim, bones),
            _ => chain::solve(&self.chain, &aim, bones, reach),
        };
        let end = self.chain[self.chain.len() - 1];
        if solved.is_some()
            && let Some(rotation) = target_rotation
            && let Some(socket) = bones.socket(end).rotation()
        {
            bones.set_rotation(end, socket.conjugate() * rotation);
        }
    }
}

/// The axis about which the chain bends at rest, in the first bone's own axes.
fn rest_bend(chain: &[BoneIndex], rest: &Bones<'_>) -> DVec3 {
    let mut matrix = rest.model_from_bone(chain[0]);
    let Some(rotation) = rest.rotation(chain[0]) else {
        return DVec3::Z;
    };
    let (mut normal, mut longest, mut before) = (DVec3::ZERO, DVec3::ZERO, DVec3::ZERO);
    for &bone in &chain[1..] {
        let start = matrix.translation;
        matrix = rest.matrix_in(bone, &rest.socket_in(bone, matrix));
        let segment = matrix.translation - start;
        normal += before.cross(segment);
        if segment.length() > longest.length() {
            longest = segment;
        }
        before = segment;
    }
    let along = direction(longest).unwrap_or(DVec3::X);
    let bent = normal.length() > BENT * longest.length_squared();
    let axis = if bent {
        normal.normalize()
    } else {
        across_in(rotation, along)
    };
    rotation.conjugate() * axis
}

/// Some axis across `along` that turns with the bone, so that a straight chain does not flip while it swings.
fn across_in(rotation: DQuat, along: DVec3) -> DVec3 {
    rotation * any_across((rotation.conjugate() * along).normalize())
}

/// The sine of the angle between two bones from which on they count as bent: well above what f32 makes of straight ones.
const BENT: f64 = 1e-5;

fn solve_two([first, middle, end]: [BoneIndex; 3], aim: &Aim, bones: &mut Bones<'_>) -> Option<()> {
    let first_socket = bones.socket(first);
    let first_matrix = bones.matrix_in(first, &first_socket);
    let middle_socket = bones.socket_in(middle, first_matrix);
    let middle_matrix = bones.matrix_in(middle, &middle_socket);
    let joints = [
        first_matrix.translation,
        middle_matrix.translation,
        middle_matrix.transform_point3(bones.local(end).translation),
    ];
    let first_frame = first_socket.rotation()?;
    let first_rotation = first_frame * bones.local(first).rotation;
    let middle_rotation = middle_socket.rotation()? * bones.local(middle).rotation;
    let turns = two_bone_turns(joints, aim)?;
    bones.set_rotation(first, first_frame.conjugate() * turns.both * first_rotation);
    let first_matrix = bones.matrix_in(first, &first_socket);
    let middle_frame = bones.socket_in(middle, first_matrix).rotation()?;
    let turned = turns.both * turns.second * middle_rotation;
    bones.set_rotation(middle, middle_frame.conjugate() * turned);
    Some(())
}

/// The analytic solution (docs/formats/cast.md §3.16, steps 1 to 4, with its letters); `None` if a bone has no length
/// or a number is not finite.
fn two_bone_turns([a, b, c]: [DVec3; 3], aim: &Aim) -> Option<TwoBoneTurns> {
    let (v1, v2, h) = (b - a, c - b, aim.goal - a);
    let (l1, l2) = (v1.length(), v2.length());
    let span = Span {
        start: a,
        length: l1 + l2,
    };
    let least = ALONG * span.length;
    if !(l1 > least && l2 > least && span.length.is_finite()) {
        return None;
    }
    // Step 1: the angle at the middle that brings the ends as far apart as the goal is.
    let theta = ((h.length_squared() - l1 * l1 - l2 * l2) / (2.0 * l1 * l2))
        .clamp(-1.0, 1.0)
        .acos();
    let cross = v1.cross(v2);
    let phi = cross.length().atan2(v1.dot(v2));
    let n = if cross.length() > BENT * l1 * l2 {
        cross.normalize()
    } else {
        straight_bend(v1 / l1, span, aim)
    };
    let second = DQuat::from_axis_angle(n, theta - phi);
    // Step 2: the line between the ends onto the line to the goal; the bend axis is across both bones.
    let e = v1 + second * v2;
    let onto_line = if e.length() > least && h.length() > least {
        shortest_arc(e, h, n)
    } else {
        DQuat::IDENTITY
    };
    // Steps 3 and 4.
    let both = about_the_line(span, onto_line * v1, aim) * onto_line;
    (both.is_finite() && second.is_finite()).then_some(TwoBoneTurns { both, second })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aim(goal: DVec3) -> Aim {
        Aim {
            goal,
            pole: None,
            twist: 0.0,
            bend: DVec3::X,
        }
    }

    /// Where the two joints after the first end up.
    fn solved([a, b, c]: [DVec3; 3], aim: &Aim) -> [DVec3; 2] {
        let turns = two_bone_turns([a, b, c], aim).expect("it has lengths");
        let middle = a + turns.both * (b - a);
        [middle, middle + turns.both * (turns.second * (c - b))]
    }

    const LEG: [DVec3; 3] = [
        DVec3::new(0.0, 4.0, 0.0),
        DVec3::new(0.0, 2.0, 0.2),
        DVec3::new(0.0, 0.0, 0.0),
    ];
    const STRAIGHT: [DVec3; 3] = [
        DVec3::new(0.0, 4.0, 0.0),
        DVec3::new(0.0, 2.0, 0.0),
        DVec3::new(0.0, 0.0, 0.0),
    ];

    #[test]
    fn the_end_reaches_the_goal_or_points_at_it() {
        for joints in [LEG, STRAIGHT] {
            for goal in [
                DVec3::new(0.5, 1.0, 0.5),
                DVec3::new(0.0, 3.0, 0.0),
                DVec3::new(0.0, 7.0, 0.1),
                DVec3::new(0.0, 7.0, 0.0),
            ] {
                let [_, end] = solved(joints, &aim(goal));
                assert!(end.distance(goal) < 1e-9, "{goal}: {end}");
            }
            let far = DVec3::new(9.0, 4.0, 0.0);
            let [middle, end] = solved(joints, &aim(far));
            let reach = joints[0].distance(joints[1]) + joints[1].distance(joints[2]);
            assert!(end.distance(joints[0] + DVec3::X * reach) < 1e-9, "{end}");
            assert!(middle.distance(joints[0] + DVec3::X * (reach / 2.0)) < 1e-9, "{middle}");
        }
    }

    #[test]
    fn the_knee_faces_its_pole_from_every_side() {
        let goal = DVec3::new(0.0, 1.0, 0.0);
        for joints in [LEG, STRAIGHT] {
            for pole in [DVec3::Z, DVec3::NEG_Z, DVec3::X, DVec3::NEG_X] {
                let with_pole = Aim {
                    pole: Some(joints[0] + pole * 3.0 + DVec3::NEG_Y),
                    ..aim(goal)
                };
                let [middle, end] = solved(joints, &with_pole);
                assert!(end.distance(goal) < 1e-9);
                let knee = DVec3::new(middle.x, 0.0, middle.z).normalize();
                assert!(knee.distance(pole) < 1e-9, "{pole}: {knee}");
            }
        }
    }

    #[test]
    fn a_straight_chain_bends_as_its_pole_or_its_rest_says() {
        let goal = DVec3::new(0.0, 1.0, 0.0);
        // About +x a leg that hangs down bends its middle towards −y × x = +z.
        let [middle, _] = solved(STRAIGHT, &aim(goal));
        assert!(middle.z > 0.1 && middle.x.abs() < 1e-12, "{middle}");
        let turns = two_bone_turns(
            STRAIGHT,
            &Aim {
                pole: Some(DVec3::new(0.0, 2.0, -5.0)),
                ..aim(goal)
            },
        )
        .expect("it has lengths");
        // It bends there at once: nothing turns about the leg itself.
        assert!((turns.both * DVec3::X).distance(DVec3::X) < 1e-12);
        let middle = LEG[0] + turns.both * (STRAIGHT[1] - STRAIGHT[0]);
        assert!(middle.z < -0.1, "{middle}");
    }

    #[test]
    fn the_twist_turns_everything_about_the_line() {
        let goal = DVec3::new(0.0, 1.0, 0.0);
        let twisted = Aim {
            twist: std::f64::consts::FRAC_PI_2,
            ..aim(goal)
        };
        let [plain, _] = solved(LEG, &aim(goal));
        let [middle, end] = solved(LEG, &twisted);
        // From hip to goal is −y: a quarter turn about it takes z to −x.
        assert!(end.distance(goal) < 1e-9);
        assert!(
            middle.distance(DVec3::new(-plain.z, plain.y, plain.x)) < 1e-9,
            "{middle}"
        );
    }

    #[test]
    fn chains_without_length_and_numbers_that_are_none_are_refused() {
        let [a, b, c] = LEG;
        let near = aim(DVec3::new(0.5, 1.0, 0.5));
        for joints in [
            [a, a, c],
            [a, b, b],
            [a, a, a],
            [a, b, DVec3::NAN],
            [a, b, DVec3::INFINITY],
        ] {
            assert!(two_bone_turns(joints, &near).is_none(), "{joints:?}");
        }
        assert!(two_bone_turns(LEG, &aim(DVec3::NAN)).is_none());
        // A goal in the chain's own first joint folds it; nothing is divided by zero.
        let [_, end] = solved(STRAIGHT, &aim(a));
        assert!(end.distance(a) < 1e-9, "{end}");
        assert!(solved(LEG, &aim(a))[1].distance(a) < 1e-6);
    }
}
