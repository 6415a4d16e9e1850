//! One track at one frame (docs/formats/cast.md §3.7, §3.8; other formats' curves in `cubic`).
//!
//! In: a track and a frame, any fraction. Out: its value there. Outside its keys a track goes on as its `beyond` says; it
//! mostly holds (A21). A frame that is a key returns that key's value exactly.
//! Never here: modes, bones, a memory of the last call; each call is one binary search, so the same frame always gives
//! the same bits.

use castview_base::core::cubic::{self, End};
use castview_base::scene::{Beyond, Interpolation, Keys, Tangents, Track, Values};
use glam::{DQuat, DVec4, Quat};

/// Four numbers shorter than this have no direction to turn to (docs/formats/mrtk.md §5.6).
const NO_ROTATION: f64 = 1e-6;
/// Componentwise, opposite keys nearly cancel out between them: below this length the nearer key counts (same place).
const CANCELLED: f64 = 0.1;

/// Between two keys: their positions and how far along, `0 <= along < 1`.
struct Segment {
    before: usize,
    after: usize,
    along: f64,
}

fn segment(keys: &Keys, frame: f64) -> Segment {
    segment_after(keys, keys.count_until(frame), frame)
}

/// `until`: how many keys lie at or before `frame`.
fn segment_after(keys: &Keys, until: usize, frame: f64) -> Segment {
    let last = keys.len() - 1;
    if until == 0 || until > last {
        let key = until.min(last);
        return Segment {
            before: key,
            after: key,
            along: 0.0,
        };
    }
    let (start, end) = (keys.frame(until - 1), keys.frame(until));
    Segment {
        before: until - 1,
        after: until,
        along: (frame - start) / (end - start),
    }
}

/// The value of a scalar track; `None` if the track is of another kind.
///
/// In f64, so that the difference of two huge keys cannot overflow.
pub fn sample_scalar(track: &Track, frame: f64) -> Option<f32> {
    let frame = inside(track, frame);
    let until = track.keys.count_until(frame);
    if matches!(
        track.interpolation,
        Interpolation::Linear | Interpolation::Componentwise
    ) {
        return scalar_after(track, until, frame);
    }
    let Values::Scalar(values) = &track.values else {
        return None;
    };
    let at = segment_after(&track.keys, until, frame);
    let before = values.get(at.before);
    match &track.interpolation {
        Interpolation::Cubic(tangents) if at.along > 0.0 => {
            let ends = ends(track, tangents, &at, |values, key| match values {
                Values::Scalar(values) => Some([f64::from(values.get(key)), 0.0, 0.0, 0.0]),
                _ => None,
            })?;
            Some(cubic::between(ends.map(|ends| ends[0]), at.along) as f32)
        }
        _ => Some(before),
    }
}

/// The value of a plain scalar track for who knows already how many keys lie at or before `frame`.
pub(crate) fn scalar_after(track: &Track, until: usize, frame: f64) -> Option<f32> {
    let Values::Scalar(values) = &track.values else {
        return None;
    };
    let at = segment_after(&track.keys, until, frame);
    let before = f64::from(values.get(at.before));
    if at.along == 0.0 {
        return Some(before as f32);
    }
    let after = f64::from(values.get(at.after));
    Some((before + (after - before) * at.along) as f32)
}

/// The unit quaternion of a rotation track; `None` if the track is of another kind.
pub fn sample_rotation(track: &Track, frame: f64) -> Option<Quat> {
    let Values::Rotation(values) = &track.values else {
        return None;
    };
    let at = segment(&track.keys, inside(track, frame));
    let before = unit(values.get(at.before));
    if at.along == 0.0 {
        return Some(before.as_quat());
    }
    let after = || unit(values.get(at.after));
    let raw = |key: usize| DVec4::from_array(values.get(key).map(f64::from));
    let rotation = match &track.interpolation {
        Interpolation::Step => before,
        Interpolation::Linear => slerp(before, after(), at.along),
        Interpolation::Componentwise => {
            let blended = raw(at.before).lerp(raw(at.after), at.along);
            componentwise(blended, CANCELLED, if at.along < 0.5 { before } else { after() })
        }
        Interpolation::Cubic(tangents) => {
            let ends = ends(track, tangents, &at, |values, key| match values {
                Values::Rotation(values) => Some(values.get(key).map(f64::from)),
                _ => None,
            })?;
            let blended = DVec4::from_array(std::array::from_fn(|i| {
                cubic::between([ends[0][i], ends[1][i]], at.along)
            }));
            // Only curves whose numbers know nothing of each other may cancel out by accident.
            let cancelled = tangents.weights.as_ref().map_or(NO_ROTATION, |_| CANCELLED);
            componentwise(blended, cancelled, if at.along < 0.5 { before } else { after() })
        }
    };
    Some(rotation.as_quat())
}

/// The value of the last key at or before `frame`, whatever the track says of the way to the next one; `None` if the track is no scalar one.
/// Before the first key that one holds.
pub(super) fn held_scalar(track: &Track, frame: f64) -> Option<f32> {
    match &track.values {
        Values::Scalar(values) => Some(values.get(segment(&track.keys, inside(track, frame)).before)),
        _ => None,
    }
}

/// As [`held_scalar`]: the unit quaternion of a rotation track.
pub(super) fn held_rotation(track: &Track, frame: f64) -> Option<Quat> {
    match &track.values {
        Values::Rotation(values) => {
            let before = segment(&track.keys, inside(track, frame)).before;
            Some(unit(values.get(before)).as_quat())
        }
        _ => None,
    }
}

/// The state of a switch track: held from each key to the next (cast.md A19); `None` if the track is of another kind.
pub fn sample_switch(track: &Track, frame: f64) -> Option<bool> {
    let Values::Switch(values) = &track.values else {
        return None;
    };
    values.get(segment(&track.keys, inside(track, frame)).before).copied()
}

/// The keys on both sides of `frame`, the same one twice outside of them and on a key, and how far along it lies between them, `0..1`.
pub(super) fn keys_around(track: &Track, frame: f64) -> ([usize; 2], f64) {
    let Segment { before, after, along } = segment(&track.keys, inside(track, frame));
    match along > 0.0 {
        true => ([before, after], along),
        false => ([before; 2], 0.0),
    }
}

/// `frame` brought between the first and last key, where the track repeats itself outside of them.
fn inside(track: &Track, frame: f64) -> f64 {
    if track.beyond == [Beyond::Hold; 2] {
        return frame;
    }
    let (first, last) = (track.keys.frame(0), track.keys.frame(track.keys.len() - 1));
    let length = last - first;
    let beyond = match frame {
        frame if frame < first => track.beyond[0],
        frame if frame >= last => track.beyond[1],
        _ => return frame,
    };
    match beyond {
        _ if length <= 0.0 => frame,
        Beyond::Hold => frame,
        Beyond::Loop => first + (frame - first).rem_euclid(length),
        Beyond::PingPong => {
            let at = (frame - first).rem_euclid(2.0 * length);
            first + at.min(2.0 * length - at)
        }
    }
}

/// Both ends of the stretch `at`, for each number; `None` if the tangents are of another kind than the values.
fn ends(
    track: &Track,
    tangents: &Tangents,
    at: &Segment,
    numbers: impl Fn(&Values, usize) -> Option<[f64; 4]>,
) -> Option<[[End; 4]; 2]> {
    let duration = track.keys.time(at.after) - track.keys.time(at.before);
    let end = |key: usize, slopes: &Values, weights: Option<&Values>| {
        let (value, slope) = (numbers(&track.values, key)?, numbers(slopes, key)?);
        let weight = match weights {
            Some(weights) => numbers(weights, key)?,
            None => [cubic::HERMITE; 4],
        };
        Some(std::array::from_fn(|i| End {
            value: value[i],
            // A slope of 0 stays one over any time.
            rise: if slope[i] == 0.0 { 0.0 } else { slope[i] * duration },
            weight: weight[i],
        }))
    };
    let weights = tangents.weights.as_ref();
    Some([
        end(at.before, &tangents.outgoing, weights.map(|weights| &weights.outgoing))?,
        end(at.after, &tangents.incoming, weights.map(|weights| &weights.incoming))?,
    ])
}

/// Four numbers as a rotation: the identity if they have no direction, `nearer` if they are shorter than `cancelled`.
fn componentwise(numbers: DVec4, cancelled: f64, nearer: DQuat) -> DQuat {
    let length = numbers.length();
    if length >= cancelled && length.is_finite() {
        DQuat::from_vec4(numbers / length)
    } else if nearer.is_finite() && cancelled > NO_ROTATION {
        nearer
    } else {
        DQuat::IDENTITY
    }
}

/// A stored quaternion at unit length. In f64: the square of a huge or tiny f32 still fits.
pub(crate) fn unit(stored: [f32; 4]) -> DQuat {
    DQuat::from_array(stored.map(f64::from)).normalize()
}

/// From `a` towards `b` along the shorter arc, both of unit length; nlerp where they are closer than 0.9995
/// (docs/formats/cast.md §3.8). `along` outside 0…1 goes on past the ends.
pub(crate) fn slerp(a: DQuat, b: DQuat, along: f64) -> DQuat {
    let dot = a.dot(b);
    // q and −q are one rotation: take the one on `a`'s side.
    let (b, dot) = if dot < 0.0 { (-b, -dot) } else { (b, dot) };
    let (weight_a, weight_b) = if dot > 0.9995 {
        (1.0 - along, along)
    } else {
        let angle = dot.acos();
        let sine = angle.sin();
        (((1.0 - along) * angle).sin() / sine, (along * angle).sin() / sine)
    };
    (a * weight_a + b * weight_b).normalize()
}
