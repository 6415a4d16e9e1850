//! The gaze: a node at its origin whose −Z is its direction.
//!
//! The file interpolates the three numbers of a direction, a node turns. So a turn gets keys between the file's own,
//! close enough together that the two agree.

use super::super::CurveView;
use super::knots::{Knot, are_straight, beyond, knots, mirrored, value_at};
use super::maker::Maker;
use castview_base::core::BoneIndex;
use castview_base::scene::{Beyond, Property, Values};
use glam::{Quat, Vec3};

/// Between two keys further apart than this, others are added.
const STEP_RAD: f32 = 0.05;
/// Added between two keys at most; and between all of them.
const MOST_BETWEEN: usize = 64;
const MOST_ADDED: usize = 1 << 18;
/// Bent curves get this many between two keys.
const BENT: usize = 16;

pub fn add(maker: &mut Maker<'_>, bone: BoneIndex, curves: &[CurveView<'_>; 6]) {
    let [x, y, z, directions @ ..] = curves;
    maker.position(bone, &[*x, *y, *z]);
    let three = directions.map(|curve| knots(&curve.keys()));
    let [x, y, z] = three;
    let three = [x, y, mirrored(z)];
    let mut times: Vec<f32> = three.iter().flatten().map(|knot| knot.time).collect();
    times.sort_by(f32::total_cmp);
    times.dedup_by(|a, b| a == b);
    if times.is_empty() {
        return;
    }
    let times = refined(&three, &times);
    let mut turn = Quat::IDENTITY;
    let turns: Vec<[f32; 4]> = times
        .iter()
        .map(|time| {
            // Each turns on from the one before, the shortest way.
            turn = (Quat::from_rotation_arc(turn * Vec3::NEG_Z, direction(&three, *time)) * turn).normalize();
            turn.to_array()
        })
        .collect();
    maker.bones[bone.get()].rest.rotation = Quat::from_array(turns[0]);
    let all: Vec<_> = directions
        .iter()
        .filter(|curve| curve.len() > 1)
        .map(|curve| beyond(*curve))
        .collect();
    let alike = all.windows(2).all(|pair| pair[0] == pair[1]);
    let track = maker.track(bone, Property::Rotation, times, Values::Rotation(turns.into()));
    track.beyond = all.first().copied().filter(|_| alike).unwrap_or([Beyond::Hold; 2]);
}

/// Direction of unit length; forward where there is none.
fn direction(three: &[Vec<Knot>; 3], time: f32) -> Vec3 {
    let [x, y, z] = three.each_ref().map(|knots| value_at(knots, time));
    let largest = x.abs().max(y.abs()).max(z.abs());
    // Scaled first: the square of a huge or tiny number would not fit.
    let direction = (Vec3::new(x, y, z) / largest).normalize_or_zero();
    if direction == Vec3::ZERO || !direction.is_finite() {
        Vec3::NEG_Z
    } else {
        direction
    }
}

fn refined(three: &[Vec<Knot>; 3], times: &[f32]) -> Vec<f32> {
    let bent = !three.iter().all(|knots| are_straight(knots));
    let mut left = MOST_ADDED;
    let mut out = vec![times[0]];
    for pair in times.windows(2) {
        let angle = direction(three, pair[0]).angle_between(direction(three, pair[1]));
        let wanted = (angle / STEP_RAD) as usize;
        let between = wanted.max(if bent { BENT } else { 0 }).min(MOST_BETWEEN).min(left);
        for i in 1..=between {
            let share = i as f64 / (between + 1) as f64;
            let time = (f64::from(pair[0]) + (f64::from(pair[1]) - f64::from(pair[0])) * share) as f32;
            if out.last().is_some_and(|last| *last < time) && time < pair[1] {
                out.push(time);
                left -= 1;
            }
        }
        out.push(pair[1]);
    }
    out
}
