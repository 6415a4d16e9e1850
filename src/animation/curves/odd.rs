//! Keys of a rotation that stand out: the sign of the quaternion turns over, or the bone jumps.
//!
//! In: a rotation track. Out: the speed from key to key, and the frames of odd keys.

use super::rotation::angle_between;
use crate::animation::pose::sample::unit;
use crate::core::Stream;
use crate::scene::{Track, Values};

/// Something odd at a key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Oddity {
    /// The clip's own.
    pub frame: f64,
    /// What it is.
    pub kind: OddityKind,
}

/// What is odd at a key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OddityKind {
    /// The stored quaternion is on the other side than that of the key before: the same rotations, but numbers that jump.
    Flip,
    /// From the key before it turns by so many degrees, much faster than this track turns elsewhere.
    Jump(f32),
}

/// Kept of one track.
const MOST: usize = 1000;
/// Slower than this, in degrees a frame, nothing is a jump.
const LEAST_JUMP: f32 = 4.0;
/// A jump is this many times as fast as nine tenths of the track.
const TIMES: f32 = 6.0;

/// Degrees a frame from each key to the next, one per key; 0 for the last one.
pub(super) fn speeds(track: &Track, values: &Stream<[f32; 4]>) -> Vec<f32> {
    let count = track.keys.len().min(values.len());
    let mut speeds = Vec::with_capacity(count);
    let mut now = (count > 0).then(|| unit(values.get(0)));
    for key in 1..count {
        let next = unit(values.get(key));
        let frames = track.keys.frame(key) - track.keys.frame(key - 1);
        let turned = now.map_or(0.0, |now| angle_between(now, next).to_degrees());
        speeds.push((turned / frames) as f32);
        now = Some(next);
    }
    speeds.extend(now.map(|_| 0.0));
    speeds
}

/// The odd keys of `track`, in order, the first thousand; none of a track that is no rotation.
pub fn oddities(track: &Track) -> Vec<Oddity> {
    let Values::Rotation(values) = &track.values else {
        return Vec::new();
    };
    let speeds = speeds(track, values);
    let usual = {
        let mut sorted = speeds.clone();
        let at = sorted.len().saturating_sub(1) * 9 / 10;
        match sorted.is_empty() {
            true => 0.0,
            false => *sorted.select_nth_unstable_by(at, f32::total_cmp).1,
        }
    };
    let jump = LEAST_JUMP.max(usual * TIMES);
    let mut out = Vec::new();
    for (key, speed) in speeds.iter().enumerate().take(speeds.len().saturating_sub(1)) {
        let frame = track.keys.frame(key + 1);
        let dot: f32 = values
            .get(key)
            .iter()
            .zip(values.get(key + 1))
            .map(|(a, b)| a * b)
            .sum();
        if dot < 0.0 {
            let kind = OddityKind::Flip;
            out.push(Oddity { frame, kind });
        }
        if *speed > jump {
            let turned = *speed * (frame - track.keys.frame(key)) as f32;
            let kind = OddityKind::Jump(turned);
            out.push(Oddity { frame, kind });
        }
        if out.len() >= MOST {
            break;
        }
    }
    out.truncate(MOST);
    out
}

#[cfg(test)]
mod tests {
    use super::super::{Band, Representation, curves_of};
    use super::*;
    use crate::scene::{CurveMode, Keys, Property};
    use glam::Quat;

    fn track(count: u32, turn: impl Fn(u32) -> Quat) -> Track {
        Track {
            target: "bone".into(),
            property: Property::Rotation,
            mode: CurveMode::Absolute,
            additive_weight: 1.0,
            keys: Keys::Whole((0..count).collect::<Vec<_>>().into()),
            values: Values::Rotation((0..count).map(|key| turn(key).to_array()).collect::<Vec<_>>().into()),
            interpolation: Default::default(),
            beyond: Default::default(),
        }
    }

    /// One frame of 36 000 turns by 25°.
    fn popping() -> Track {
        track(36_000, |key| {
            let swing = (key as f32 * 0.05).sin() * 0.5;
            let pop = if key == 17_000 { 25.0_f32.to_radians() } else { 0.0 };
            Quat::from_rotation_x(swing + pop)
        })
    }

    #[test]
    fn a_pop_of_one_frame_is_found_and_nothing_else() {
        let odd = oddities(&popping());
        let frames: Vec<f64> = odd.iter().map(|odd| odd.frame).collect();
        assert_eq!(frames, [17_000.0, 17_001.0]);
        for odd in &odd {
            let OddityKind::Jump(degrees) = odd.kind else {
                panic!("{odd:?} is a jump");
            };
            assert!((degrees - 25.0).abs() < 2.0, "{odd:?}");
        }
        assert!(oddities(&track(100, |key| Quat::from_rotation_y(key as f32 * 0.3))).is_empty());
    }

    #[test]
    fn keys_on_the_other_side_are_found() {
        let flipping = track(20, |key| {
            let turn = Quat::from_rotation_z(key as f32 * 0.02);
            if (5..9).contains(&key) { -turn } else { turn }
        });
        let found: Vec<(f64, OddityKind)> = oddities(&flipping).iter().map(|odd| (odd.frame, odd.kind)).collect();
        assert_eq!(found, [(5.0, OddityKind::Flip), (9.0, OddityKind::Flip)]);
    }

    /// However few columns the clip is drawn in, the one with the pop is tall.
    #[test]
    fn a_pop_is_seen_in_the_speed_at_any_zoom() {
        let track = popping();
        let curve = curves_of(0, &track, Representation::Speed, Quat::IDENTITY).remove(0);
        for columns in [100, 1000, 4000] {
            let mut bands = Vec::new();
            curve.bands(0.0, 35_999.0, columns, &mut bands);
            let tall = bands.iter().filter(|band| band.max > 20.0).count();
            assert!((1..=2).contains(&tall), "{tall} of {columns}");
            let usual = bands.iter().filter(|band| band.max < 3.0).count();
            assert!(usual >= columns - 2);
        }
        assert_eq!(curve.extent(), curve.extent().joined(Band::EMPTY));
    }
}
