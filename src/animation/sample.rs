//! One track at one frame (spec/cast.md 3.7, 3.8).
//!
//! In: a track and a frame, any fraction. Out: its value there. Before the first key the first value holds (A21), after
//! the last key the last one. A frame that is a key returns that key's value exactly.
//! Never here: modes, bones, a memory of the last call; each call is one binary search, so the same frame always gives
//! the same bits.

use crate::scene::{Keys, Track, Values};
use glam::{DQuat, Quat};

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

/// The value of a scalar track, linear between keys; `None` if the track is of another kind.
///
/// In f64, so that the difference of two huge keys cannot overflow.
pub fn sample_scalar(track: &Track, frame: f64) -> Option<f32> {
    scalar_after(track, track.keys.count_until(frame), frame)
}

/// [`sample_scalar`] for who knows already how many keys lie at or before `frame`.
pub(super) fn scalar_after(track: &Track, until: usize, frame: f64) -> Option<f32> {
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

/// The unit quaternion of a rotation track, by [`slerp`] between keys; `None` if the track is of another kind.
pub fn sample_rotation(track: &Track, frame: f64) -> Option<Quat> {
    let Values::Rotation(values) = &track.values else {
        return None;
    };
    let at = segment(&track.keys, frame);
    let before = unit(values.get(at.before));
    let rotation = if at.along == 0.0 {
        before
    } else {
        slerp(before, unit(values.get(at.after)), at.along)
    };
    Some(rotation.as_quat())
}

/// The state of a switch track: held from each key to the next (A19); `None` if the track is of another kind.
pub fn sample_switch(track: &Track, frame: f64) -> Option<bool> {
    let Values::Switch(values) = &track.values else {
        return None;
    };
    values.get(segment(&track.keys, frame).before).copied()
}

/// A stored quaternion at unit length. In f64: the square of a huge or tiny f32 still fits.
pub(super) fn unit(stored: [f32; 4]) -> DQuat {
    DQuat::from_array(stored.map(f64::from)).normalize()
}

/// From `a` towards `b` along the shorter arc, both of unit length; nlerp where they are closer than 0.9995
/// (spec/cast.md 3.8). `along` outside 0…1 goes on past the ends.
pub(super) fn slerp(a: DQuat, b: DQuat, along: f64) -> DQuat {
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
