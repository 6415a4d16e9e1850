//! Chains of more than two bones (docs/formats/cast.md §3.16): FABRIK, then an exact last step.
//!
//! In: a chain and what it aims at. Out: rotations of its bones. "FABRIK: a fast, iterative solver for the inverse kinematics problem",
//! Aristidou and Lasenby 2011. The distance to the goal that the iteration leaves is closed bone by bone with triangles, so a goal within
//! reach is reached.

use super::bones::Bones;
use super::span::{Aim, Span, about_the_line, straight_bend};
use super::turn::{ALONG, across, any_across, direction, shortest_arc};
use castview_base::core::BoneIndex;
use glam::DVec3;

const MOST_ROUNDS: usize = 32;

/// Share of the chain's length: as near to the goal as the iteration has to come.
const NEAR: f64 = 1e-3;

/// Share of the chain's length: joints this near to one line make a straight chain, which the iteration could not bend.
const STRAIGHT: f64 = 1e-5;

/// Room to work in, kept between calls.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Reach {
    /// Model space.
    joints: Vec<DVec3>,
    /// One fewer than joints.
    segments: Vec<Segment>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Segment {
    length: f64,
    /// How near to the first joint, and how far from it, the segment's far end can be.
    nearest: f64,
    furthest: f64,
}

/// `None`, and nothing changed, if fewer than two bones have a length or the bones lie in flat axes.
pub(super) fn solve(chain: &[BoneIndex], aim: &Aim, bones: &mut Bones<'_>, reach: &mut Reach) -> Option<()> {
    reach.begin(chain, bones);
    let length = reach.bend_towards(aim)?;
    follow(chain, &reach.joints, bones)?;
    let socket = bones.socket(chain[0]);
    let frame = socket.rotation()?;
    let matrix = bones.matrix_in(chain[0], &socket);
    let bent = matrix.transform_vector3(bones.local(chain[1]).translation);
    let span = Span {
        start: matrix.translation,
        length,
    };
    let turn = about_the_line(span, bent, aim);
    bones.set_rotation(
        chain[0],
        frame.conjugate() * turn * frame * bones.local(chain[0]).rotation,
    );
    Some(())
}

/// Turns each bone so that it points from its own joint to the next of `joints`.
fn follow(chain: &[BoneIndex], joints: &[DVec3], bones: &mut Bones<'_>) -> Option<()> {
    let mut socket = bones.socket(chain[0]);
    for (pair, next) in chain.windows(2).zip(&joints[1..]) {
        let (bone, child) = (pair[0], pair[1]);
        let frame = socket.rotation()?;
        let matrix = bones.matrix_in(bone, &socket);
        let own = matrix.transform_vector3(bones.local(child).translation);
        let wanted = *next - matrix.translation;
        if let (Some(own), Some(wanted)) = (direction(own), direction(wanted)) {
            let turn = shortest_arc(own, wanted, any_across(own));
            let inside = frame.conjugate() * turn * frame;
            bones.set_rotation(bone, inside * bones.local(bone).rotation);
        }
        socket = bones.socket_in(child, bones.matrix_in(bone, &socket));
    }
    Some(())
}

impl Reach {
    /// Keeps the room.
    pub fn clear(&mut self) {
        self.joints.clear();
        self.segments.clear();
    }

    fn begin(&mut self, chain: &[BoneIndex], bones: &Bones<'_>) {
        self.clear();
        let mut matrix = bones.model_from_bone(chain[0]);
        self.joints.push(matrix.translation);
        for &bone in &chain[1..] {
            let start = matrix.translation;
            matrix = bones.matrix_in(bone, &bones.socket_in(bone, matrix));
            self.add(start, matrix.translation);
        }
    }

    fn add(&mut self, start: DVec3, end: DVec3) {
        let length = start.distance(end);
        let before = self.segments.last().copied().unwrap_or(Segment {
            length: 0.0,
            nearest: 0.0,
            furthest: 0.0,
        });
        self.joints.push(end);
        self.segments.push(Segment {
            length,
            nearest: (length - before.furthest).max(before.nearest - length).max(0.0),
            furthest: before.furthest + length,
        });
    }

    /// Moves the joints so that the last one stands at the goal, or as near to it as the lengths allow. Returns the chain's length.
    fn bend_towards(&mut self, aim: &Aim) -> Option<f64> {
        let last = *self.segments.last()?;
        let total = last.furthest;
        let long = self.segments.iter().filter(|segment| segment.length > ALONG * total);
        if !(total > 0.0 && total.is_finite() && aim.goal.is_finite()) || long.count() < 2 {
            return None;
        }
        let start = self.joints[0];
        let along = direction(self.joints[self.joints.len() - 1] - start)
            .or_else(|| self.longest_direction())
            .unwrap_or(DVec3::X);
        let line = direction(aim.goal - start).unwrap_or(along);
        let goal = start + line * aim.goal.distance(start).clamp(last.nearest, total);
        self.bow_if_straight(along, total, aim);
        self.turn_onto(along, line);
        if aim.goal.distance(start) < total {
            for _ in 0..MOST_ROUNDS {
                if self.joints[self.joints.len() - 1].distance(goal) < NEAR * total {
                    break;
                }
                self.round(goal, line);
            }
        }
        self.close(goal, line);
        Some(total)
    }

    fn longest_direction(&self) -> Option<DVec3> {
        let pairs = self.joints.windows(2).map(|pair| pair[1] - pair[0]);
        direction(pairs.max_by(|a, b| a.length_squared().total_cmp(&b.length_squared()))?)
    }

    /// A straight chain has no side to bend to: gives it one.
    fn bow_if_straight(&mut self, along: DVec3, total: f64, aim: &Aim) {
        let start = self.joints[0];
        let off_line = |joint: &DVec3| (*joint - start).cross(along).length();
        if self.joints.iter().any(|joint| off_line(joint) > STRAIGHT * total) {
            return;
        }
        let span = Span { start, length: total };
        let side = along.cross(straight_bend(along, span, aim));
        let last = self.segments.len() as f64;
        for (index, joint) in self.joints.iter_mut().enumerate() {
            let share = index as f64 / last;
            *joint += side * (0.4 * total * share * (1.0 - share));
        }
    }

    /// The chain as a whole, so that it keeps its shape as far as it can.
    fn turn_onto(&mut self, along: DVec3, line: DVec3) {
        let turn = shortest_arc(along, line, any_across(along));
        let start = self.joints[0];
        for joint in &mut self.joints[1..] {
            *joint = start + turn * (*joint - start);
        }
    }

    /// One round of FABRIK: from the goal back to the first bone, then from the first bone out again.
    fn round(&mut self, goal: DVec3, line: DVec3) {
        let joints = &mut self.joints;
        let (start, last) = (joints[0], joints.len() - 1);
        joints[last] = goal;
        for (at, segment) in self.segments.iter().enumerate().rev() {
            let back = direction(joints[at] - joints[at + 1]).unwrap_or(-line);
            joints[at] = joints[at + 1] + back * segment.length;
        }
        joints[0] = start;
        for (at, segment) in self.segments.iter().enumerate() {
            let out = direction(joints[at + 1] - joints[at]).unwrap_or(line);
            joints[at + 1] = joints[at] + out * segment.length;
        }
    }

    /// The last joint onto `goal`, which is within reach, and from there back: each joint keeps its distance from the first one as far
    /// as the lengths allow, and its side.
    fn close(&mut self, goal: DVec3, line: DVec3) {
        let start = self.joints[0];
        let last = self.joints.len() - 1;
        self.joints[last] = goal;
        let mut outer = goal.distance(start);
        for at in (1..last).rev() {
            let (length, within) = (self.segments[at].length, self.segments[at - 1]);
            let low = (outer - length).abs().max(within.nearest);
            let high = (outer + length).min(within.furthest);
            let own = self.joints[at] - start;
            let radius = own.length().max(low).min(high);
            self.joints[at] = match direction(self.joints[at + 1] - start) {
                // The outer joint stands on the first one: any direction does.
                None => start + direction(own).unwrap_or(line) * radius,
                Some(axis) => {
                    let side = across(own, axis).map_or_else(|| any_across(axis), DVec3::normalize);
                    // Rounding counts for much where `outer` is small; beyond the radius there is no such point.
                    let x = (radius * radius + outer * outer - length * length) / (2.0 * outer);
                    let x = x.clamp(-radius, radius);
                    let y = (radius * radius - x * x).max(0.0).sqrt();
                    start + axis * x + side * y
                }
            };
            outer = radius;
        }
    }
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

    fn reach(joints: &[DVec3]) -> Reach {
        let mut reach = Reach {
            joints: vec![joints[0]],
            segments: Vec::new(),
        };
        for pair in joints.windows(2) {
            reach.add(pair[0], pair[1]);
        }
        reach
    }

    /// Lengths kept, first joint kept; returns how far the last is from where the lengths allow it to be.
    fn check(joints: &[DVec3], goal: DVec3) -> f64 {
        let mut reach = reach(joints);
        let segments = reach.segments.clone();
        reach.bend_towards(&aim(goal)).expect("it has lengths");
        assert_eq!(reach.joints[0], joints[0]);
        for (pair, segment) in reach.joints.windows(2).zip(&segments) {
            let off = (pair[0].distance(pair[1]) - segment.length).abs();
            assert!(off < 1e-9, "{joints:?} to {goal}: a bone changed by {off}");
        }
        let last = segments[segments.len() - 1];
        let distance = goal.distance(joints[0]);
        let nearest = (distance - last.furthest).max(last.nearest - distance).max(0.0);
        (reach.joints[joints.len() - 1].distance(goal) - nearest).abs()
    }

    #[test]
    fn goals_within_reach_are_reached_and_others_pointed_at() {
        let zigzag: Vec<DVec3> = (0..6)
            .map(|i| DVec3::new(f64::from(i % 2) * 0.3, f64::from(i), 0.0))
            .collect();
        let straight: Vec<DVec3> = (0..6).map(|i| DVec3::Y * f64::from(i)).collect();
        let folded: Vec<DVec3> = (0..5).map(|i| DVec3::Y * f64::from(i % 2)).collect();
        // One long bone and two short ones: there is an inner limit too.
        let uneven = vec![
            DVec3::ZERO,
            DVec3::new(10.0, 0.0, 0.0),
            DVec3::new(10.0, 1.0, 0.0),
            DVec3::new(10.0, 1.0, 1.0),
        ];
        // Helpers without a length of their own.
        let doubled = vec![DVec3::ZERO, DVec3::ZERO, DVec3::X, DVec3::X, DVec3::new(1.0, 1.0, 0.0)];
        for joints in [zigzag, straight, folded, uneven, doubled] {
            for goal in [
                DVec3::new(0.0, 3.0, 0.0),
                DVec3::new(1.0, 1.5, -2.0),
                DVec3::new(0.0, 4.99, 0.0),
                DVec3::new(0.0, 4.9999999, 0.0),
                DVec3::new(8.001, 0.0, 0.0),
                DVec3::new(0.0, -1.0, 0.0),
                DVec3::new(0.0, -2.0, 0.0),
                DVec3::new(1e-9, 0.0, 0.0),
                DVec3::new(0.0, 700.0, 3.0),
                DVec3::ZERO,
            ] {
                let off = check(&joints, goal);
                assert!(off < 1e-7, "{joints:?} to {goal}: {off} off");
            }
        }
    }

    #[test]
    fn a_straight_chain_bends_to_the_side_it_is_told() {
        let mut reach = reach(&[DVec3::ZERO, DVec3::NEG_Y, DVec3::NEG_Y * 2.0, DVec3::NEG_Y * 3.0]);
        reach.bend_towards(&aim(DVec3::NEG_Y * 2.0)).expect("it has lengths");
        assert!(
            reach.joints[1].z > 0.1 && reach.joints[1].x.abs() < 1e-9,
            "{:?}",
            reach.joints
        );
    }

    #[test]
    fn chains_without_length_are_refused() {
        for joints in [
            vec![DVec3::ZERO; 4],
            vec![DVec3::ZERO, DVec3::X, DVec3::X, DVec3::X],
            vec![DVec3::ZERO, DVec3::X, DVec3::NAN, DVec3::X],
            vec![DVec3::ZERO, DVec3::X, DVec3::INFINITY, DVec3::X],
        ] {
            assert!(reach(&joints).bend_towards(&aim(DVec3::Y)).is_none(), "{joints:?}");
        }
        let fine = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
        assert!(reach(&fine).bend_towards(&aim(DVec3::NAN)).is_none());
    }
}
