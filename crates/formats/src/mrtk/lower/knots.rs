//! Unity's curves as tracks of a scene (docs/formats/mrtk.md §5).
//!
//! In: the keys of a curve. Out: knots at strictly ascending times, and tracks made of them. Curves that must share their
//! times, because a rotation is one track of four numbers, get knots where they had none and keep their shape.

use super::super::{CurveView, Key};
use castview_base::core::cubic::{self, End};
use castview_base::scene::{Beyond, Interpolation, TangentWeights, Tangents, Values};

/// A tangent without a weight of its own has this one, which makes the curve Hermite's.
const THIRD: f32 = 1.0 / 3.0;
/// Bits of a weighted mode.
const INCOMING: i32 = 1;
const OUTGOING: i32 = 2;
/// Four numbers shorter than this are no rotation (docs/formats/mrtk.md §5.6).
const NO_ROTATION: f64 = 1e-6;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knot {
    /// Seconds.
    pub time: f32,
    pub value: f32,
    /// Value per second, in and out.
    pub slopes: [f32; 2],
    pub weights: [f32; 2],
}

/// Keys at one time are a jump, and the last of them holds from there on (docs/formats/mrtk.md §5.1): the first comes as little before as
/// time allows, if at all. Keys between the first and the last of several are never seen.
pub fn knots(keys: &[Key]) -> Vec<Knot> {
    let mut out: Vec<Knot> = Vec::with_capacity(keys.len());
    for same in keys.chunk_by(|a, b| a.time == b.time) {
        let (first, last) = (same[0], same[same.len() - 1]);
        let before = first.time.next_down();
        let has_room = before.is_finite() && out.last().is_none_or(|earlier| earlier.time < before);
        if same.len() > 1 && has_room {
            out.push(Knot {
                time: before,
                ..knot(&first)
            });
        }
        if out.last().is_none_or(|earlier| earlier.time < last.time) {
            out.push(knot(&last));
        }
    }
    out
}

fn knot(key: &Key) -> Knot {
    let weight = |bit: i32, weight: f32| if key.weighted & bit == 0 { THIRD } else { weight };
    Knot {
        time: key.time,
        value: key.value,
        slopes: [key.in_tangent, key.out_tangent],
        weights: [weight(INCOMING, key.in_weight), weight(OUTGOING, key.out_weight)],
    }
}

pub fn mirrored(mut knots: Vec<Knot>) -> Vec<Knot> {
    for knot in &mut knots {
        // `0 - x`, so that 0 stays 0 and not −0.
        knot.value = 0.0 - knot.value;
        // An infinite slope is a step. Its sign says when the step comes, not its direction.
        let finite = knot.slopes.map(f32::is_finite);
        knot.slopes = std::array::from_fn(|side| match finite[side] {
            true => 0.0 - knot.slopes[side],
            false => knot.slopes[side],
        });
    }
    knots
}

pub fn beyond(curve: CurveView<'_>) -> [Beyond; 2] {
    curve.wrap_modes().map(|mode| match mode {
        2 => Beyond::Loop,
        4 => Beyond::PingPong,
        _ => Beyond::Hold,
    })
}

/// Straight lines from knot to knot.
pub fn are_straight(knots: &[Knot]) -> bool {
    knots.windows(2).all(|pair| {
        let [a, b] = [pair[0], pair[1]];
        a.weights[1] == 0.0 && b.weights[0] == 0.0 && a.slopes[1].is_finite() && b.slopes[0].is_finite()
    })
}

fn ends(a: &Knot, b: &Knot) -> [End; 2] {
    let duration = f64::from(b.time) - f64::from(a.time);
    let end = |knot: &Knot, side: usize| {
        let slope = f64::from(knot.slopes[side]);
        End {
            value: knot.value.into(),
            rise: if slope == 0.0 { 0.0 } else { slope * duration },
            weight: knot.weights[side].into(),
        }
    };
    [end(a, 1), end(b, 0)]
}

/// The value at `time`, the edges held; 0 without knots.
pub fn value_at(knots: &[Knot], time: f32) -> f32 {
    let until = knots.partition_point(|knot| knot.time <= time);
    match (until.checked_sub(1).map(|i| &knots[i]), knots.get(until)) {
        (None, None) => 0.0,
        (Some(knot), None) | (None, Some(knot)) => knot.value,
        (Some(a), Some(_)) if a.time == time => a.value,
        (Some(a), Some(b)) => {
            let along = (f64::from(time) - f64::from(a.time)) / (f64::from(b.time) - f64::from(a.time));
            number(cubic::between(ends(a, b), along))
        }
    }
}

/// The same curve with a knot at each of `times`, which ascend and hold all times of `knots`.
pub fn at_times(knots: &[Knot], times: &[f32]) -> Vec<Knot> {
    let held = |time: &f32, value| Knot {
        time: *time,
        value,
        slopes: [0.0; 2],
        weights: [0.0; 2],
    };
    let (Some(first), Some(last)) = (knots.first(), knots.last()) else {
        return times.iter().map(|time| held(time, 0.0)).collect();
    };
    let begin = times.partition_point(|time| *time < first.time);
    let end = times.partition_point(|time| *time <= last.time);
    let mut out: Vec<Knot> = times[..begin].iter().map(|time| held(time, first.value)).collect();
    out.push(*first);
    let mut inner = times[begin..end].iter().filter(|time| **time != first.time).peekable();
    for pair in knots.windows(2) {
        let mut rest = ends(&pair[0], &pair[1]);
        while let Some(time) = inner.next_if(|time| **time < pair[1].time) {
            let begun = out.last().map_or(first.time, |knot| knot.time);
            let length = f64::from(pair[1].time) - f64::from(begun);
            let share = (f64::from(*time) - f64::from(begun)) / length;
            let [left, right] = cubic::split(rest, share);
            let mut knot = held(time, number(left[1].value));
            if let Some(before) = out.last_mut() {
                leave(before, left[0], length * share);
            }
            arrive(&mut knot, left[1], length * share);
            leave(&mut knot, right[0], length * (1.0 - share));
            out.push(knot);
            rest = right;
        }
        inner.next_if(|time| **time == pair[1].time);
        let mut knot = pair[1];
        let begun = out.last().map_or(first.time, |knot| knot.time);
        if begun != pair[0].time {
            let length = f64::from(knot.time) - f64::from(begun);
            arrive(&mut knot, rest[1], length);
        }
        out.push(knot);
    }
    out.extend(times[end..].iter().map(|time| held(time, last.value)));
    straighten_outside(&mut out, begin, end);
    out
}

/// Before the first knot and behind the last the curve is level.
fn straighten_outside(knots: &mut [Knot], begin: usize, end: usize) {
    if begin > 0 {
        (knots[begin].slopes[0], knots[begin].weights[0]) = (0.0, 0.0);
    }
    if end < knots.len() {
        (knots[end - 1].slopes[1], knots[end - 1].weights[1]) = (0.0, 0.0);
    }
}

fn arrive(knot: &mut Knot, end: End, length: f64) {
    knot.slopes[0] = slope(end, length);
    knot.weights[0] = number(end.weight);
}

fn leave(knot: &mut Knot, end: End, length: f64) {
    knot.slopes[1] = slope(end, length);
    knot.weights[1] = number(end.weight);
}

fn slope(end: End, length: f64) -> f32 {
    if end.rise.is_finite() {
        number(end.rise / length)
    } else {
        end.rise as f32
    }
}

/// Steep tangents may take a curve beyond what a file's own numbers can say: it goes as far as they do.
fn number(value: f64) -> f32 {
    value.clamp(f32::MIN.into(), f32::MAX.into()) as f32
}

/// Returns the values of a scalar track, and how they go from one to the next.
pub fn scalars(knots: &[Knot]) -> (Values, Interpolation) {
    let list = |number: &dyn Fn(&Knot) -> f32| Values::Scalar(knots.iter().map(number).collect::<Vec<_>>().into());
    let values = list(&|knot| knot.value);
    if are_straight(knots) {
        return (values, Interpolation::Linear);
    }
    let cubic = Tangents {
        incoming: list(&|knot| knot.slopes[0]),
        outgoing: list(&|knot| knot.slopes[1]),
        weights: Some(TangentWeights {
            incoming: list(&|knot| knot.weights[0]),
            outgoing: list(&|knot| knot.weights[1]),
        }),
    };
    (values, Interpolation::Cubic(Box::new(cubic)))
}

/// Returns the same for a rotation track: `four` are X, Y, Z, W at the same times.
pub fn rotations(four: &[Vec<Knot>; 4]) -> (Values, Interpolation) {
    let list = |number: &dyn Fn(&Knot) -> f32| -> Vec<[f32; 4]> {
        let count = four[0].len();
        (0..count)
            .map(|i| std::array::from_fn(|axis| number(&four[axis][i])))
            .collect()
    };
    let mut values = list(&|knot| knot.value);
    for value in &mut values {
        let wide = glam::DVec4::from_array(value.map(f64::from));
        if wide.length() < NO_ROTATION {
            *value = [0.0, 0.0, 0.0, 1.0];
        } else if !glam::Vec4::from(*value).length_squared().is_normal() {
            // Whoever brings it to unit length must be able to square it.
            *value = wide.normalize().as_vec4().to_array();
        }
    }
    let values = Values::Rotation(values.into());
    if four.iter().all(|knots| are_straight(knots)) {
        return (values, Interpolation::Componentwise);
    }
    let list = |number: &dyn Fn(&Knot) -> f32| Values::Rotation(list(number).into());
    let cubic = Tangents {
        incoming: list(&|knot| knot.slopes[0]),
        outgoing: list(&|knot| knot.slopes[1]),
        weights: Some(TangentWeights {
            incoming: list(&|knot| knot.weights[0]),
            outgoing: list(&|knot| knot.weights[1]),
        }),
    };
    (values, Interpolation::Cubic(Box::new(cubic)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(time: f32, value: f32, tangents: [f32; 2], weights: [f32; 2], weighted: i32) -> Key {
        Key {
            time,
            value,
            in_tangent: tangents[0],
            out_tangent: tangents[1],
            in_weight: weights[0],
            out_weight: weights[1],
            weighted,
        }
    }

    #[test]
    fn jumps_keep_both_sides_and_time_ascends() {
        let at = |time, value| key(time, value, [0.0; 2], [0.0; 2], 3);
        let keys = [
            at(0.0, 0.0),
            at(1.0, 1.0),
            at(1.0, 7.0),
            at(1.0, 5.0),
            at(1f32.next_up(), 6.0),
        ];
        let knots = knots(&keys);
        let found: Vec<_> = knots.iter().map(|knot| (knot.time, knot.value)).collect();
        let [before, after] = [1f32.next_down(), 1f32.next_up()];
        assert_eq!(found, [(0.0, 0.0), (before, 1.0), (1.0, 5.0), (after, 6.0)]);
        assert_eq!(value_at(&knots, 1.0), 5.0, "the last of them is the left key");
        assert!(knots.is_sorted_by(|a, b| a.time < b.time));
    }

    #[test]
    fn steps_of_any_sign_stay_steps_when_cut() {
        let slopes = [f32::NEG_INFINITY, -2.0, 0.0, 2.0, f32::INFINITY];
        let pairs = slopes
            .iter()
            .flat_map(|out| slopes.iter().map(move |into| [*out, *into]));
        for [out, into] in pairs.filter(|pair| pair.iter().any(|slope| slope.is_infinite())) {
            let few = knots(&[
                key(0.0, -0.1, [0.0, out], [0.0; 2], 0),
                key(1.0, -0.64, [into, 0.0], [0.0; 2], 0),
            ]);
            let many = at_times(&few, &[0.0, 0.3, 0.6, 1.0]);
            let wanted = if [out, into].contains(&f32::INFINITY) {
                -0.1
            } else {
                -0.64
            };
            for knots in [&few, &many] {
                for time in [0.1, 0.3, 0.5, 0.6, 0.9] {
                    assert_eq!(value_at(knots, time), wanted, "{out} to {into} at {time}");
                }
            }
        }
    }

    #[test]
    fn knots_added_on_the_way_change_nothing() {
        let curves = [
            [
                key(0.0, 0.0, [0.0, 2.0], [0.0, 0.5], 3),
                key(1.0, 1.0, [-1.0, 0.5], [0.25, 0.3], 3),
                key(3.0, 0.0, [1.0, 0.0], [0.3, 0.3], 0),
            ],
            [
                key(0.0, 0.0, [0.0; 2], [0.0; 2], 3),
                key(1.0, 1.0, [0.0; 2], [0.0; 2], 3),
                key(3.0, 0.0, [0.0; 2], [0.0; 2], 3),
            ],
            [
                key(0.0, 1.0, [0.0, f32::INFINITY], [0.0; 2], 0),
                key(1.0, 2.0, [0.0, 1.0], [0.0; 2], 0),
                key(3.0, 0.0, [f32::NEG_INFINITY, 0.0], [0.0; 2], 0),
            ],
        ];
        let times = [-1.0, 0.0, 0.25, 0.5, 0.75, 1.0, 2.0, 3.0, 4.0];
        for keys in curves {
            let few = knots(&keys);
            let many = at_times(&few, &times);
            assert_eq!(many.iter().map(|knot| knot.time).collect::<Vec<_>>(), times);
            for i in 0..=100 {
                let time = i as f32 * 0.05 - 1.0;
                let (got, wanted) = (value_at(&many, time), value_at(&few, time));
                assert!((got - wanted).abs() < 1e-5, "{keys:?} at {time}: {got}, not {wanted}");
            }
        }
        assert!(are_straight(&at_times(&knots(&curves[1]), &times)));
        assert!(at_times(&[], &times).iter().all(|knot| knot.value == 0.0));
    }
}
