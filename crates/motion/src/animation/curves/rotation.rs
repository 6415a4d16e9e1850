//! Rotation keys → numbers that can be drawn: quaternion components, Euler angles, or the angle from rest.
//!
//! In: keys, stored quaternions. Out: frames and one list of values a component, without jumps: of q and −q the one nearer to the
//! key before, of equal Euler angles those nearer to the ones before. Between keys far apart, points of the arc are added, so
//! that straight lines follow the played rotation. Never here: modes, bones.

use super::bent;
use super::representation::Representation;
use crate::animation::sample::{sample_rotation, slerp, unit};
use castview_base::core::Stream;
use castview_base::scene::{Interpolation, Track};
use glam::{DQuat, EulerRot};
use std::f64::consts::{PI, TAU};

/// Points are added until two neighbours turn by no more than this.
const STEP_RAD: f64 = 6.0 * PI / 180.0;
/// Points added between two keys at most: half a turn.
const MOST_BETWEEN: usize = 30;
/// Points added to one track at most, beyond as many as it has keys.
const MOST_ADDED: usize = 4096;

/// Frames and values of one rotation; all lists are as long.
pub(super) struct Unrolled {
    /// Each frame, and whether it is a key. `None`: exactly the keys.
    pub frames: Option<Vec<(f64, bool)>>,
    pub parts: Vec<Vec<f32>>,
}

/// The components of a rotation track with these values; `rest` is what [`Representation::Angle`] is counted from.
pub(super) fn unroll(
    track: &Track,
    values: &Stream<[f32; 4]>,
    representation: Representation,
    rest: DQuat,
) -> Unrolled {
    let keys = &track.keys;
    let is_arc = matches!(track.interpolation, Interpolation::Linear);
    let count = keys.len().min(values.len());
    let parts = representation.parts().len();
    let mut out: Vec<Vec<f32>> = (0..parts).map(|_| Vec::with_capacity(count)).collect();
    let mut frames: Vec<(f64, bool)> = Vec::new();
    let mut added = 0;
    let mut last = DQuat::IDENTITY;
    let mut last_euler = None;
    let mut push = |rotation: DQuat| {
        let numbers: [f64; 4] = match representation {
            Representation::Quaternion => rotation.to_array(),
            Representation::Euler => {
                let [x, y, z] = euler_near(rotation, last_euler);
                last_euler = Some([x, y, z]);
                [x, y, z, 0.0].map(f64::to_degrees)
            }
            Representation::Angle | Representation::Speed => {
                [angle_between(rest, rotation).to_degrees(), 0.0, 0.0, 0.0]
            }
        };
        for (list, number) in out.iter_mut().zip(numbers) {
            list.push(number as f32);
        }
    };
    for key in 0..count {
        let mut rotation = unit(values.get(key));
        if key > 0 {
            if last.dot(rotation) < 0.0 {
                rotation = -rotation;
            }
            let between = ((angle_between(last, rotation) / STEP_RAD).ceil() as usize).saturating_sub(1);
            let between = match is_arc {
                true => between.min(MOST_BETWEEN),
                false => bent::BETWEEN,
            };
            if between > 0 && added + between <= count + MOST_ADDED {
                if added == 0 {
                    frames.extend((0..key).map(|key| (keys.frame(key), true)));
                }
                added += between;
                let (start, end) = (keys.frame(key - 1), keys.frame(key));
                for point in 1..=between {
                    let along = point as f64 / (between + 1) as f64;
                    let frame = start + (end - start) * along;
                    frames.push((frame, false));
                    let played = match is_arc {
                        true => slerp(last, rotation, along),
                        false => sample_rotation(track, frame).map_or(rotation, |played| played.as_dquat()),
                    };
                    push(if last.dot(played) < 0.0 { -played } else { played });
                }
            }
        }
        if added > 0 {
            frames.push((keys.frame(key), true));
        }
        push(rotation);
        last = rotation;
    }
    Unrolled {
        frames: (added > 0).then_some(frames),
        parts: out,
    }
}

/// The angle of the rotation from `a` to `b`, 0…π.
pub(super) fn angle_between(a: DQuat, b: DQuat) -> f64 {
    2.0 * a.dot(b).abs().min(1.0).acos()
}

/// Euler angles around x, then y, then z, radians: of the two that mean the same, and whole turns, those nearest to `before`.
pub(super) fn euler_near(rotation: DQuat, before: Option<[f64; 3]>) -> [f64; 3] {
    let (z, y, x) = rotation.to_euler(EulerRot::ZYX);
    let Some(before) = before else {
        return [x, y, z];
    };
    let near = |angles: [f64; 3]| -> [f64; 3] {
        std::array::from_fn(|i| angles[i] + ((before[i] - angles[i]) / TAU).round() * TAU)
    };
    let distance = |angles: &[f64; 3]| -> f64 { (0..3).map(|i| (angles[i] - before[i]).abs()).sum() };
    let (one, other) = (near([x, y, z]), near([x + PI, PI - y, z + PI]));
    if distance(&other) < distance(&one) { other } else { one }
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::scene::{CurveMode, Keys, Property, Values};
    use glam::{DVec3, Quat};
    use proptest::prelude::*;

    fn track(keys: &[(u32, Quat)]) -> Track {
        Track {
            target: "bone".into(),
            property: Property::Rotation,
            mode: CurveMode::Absolute,
            additive_weight: 1.0,
            keys: Keys::Whole(keys.iter().map(|key| key.0).collect::<Vec<_>>().into()),
            values: Values::Rotation(keys.iter().map(|key| key.1.to_array()).collect::<Vec<_>>().into()),
            interpolation: Default::default(),
            beyond: Default::default(),
        }
    }

    fn unrolled(track: &Track, representation: Representation) -> (Vec<f64>, Vec<Vec<f32>>) {
        let Values::Rotation(values) = &track.values else {
            panic!("a rotation");
        };
        let Unrolled { frames, parts } = unroll(track, values, representation, DQuat::IDENTITY);
        let own = || (0..track.keys.len()).map(|key| track.keys.frame(key)).collect();
        let points = frames.map(|frames| frames.into_iter().map(|(frame, _)| frame).collect());
        (points.unwrap_or_else(own), parts)
    }

    #[test]
    fn turns_go_on_instead_of_jumping() {
        // Three turns around y in steps of 40 degrees, every other quaternion with the other sign.
        let keys: Vec<(u32, Quat)> = (0..=27)
            .map(|i| {
                let turn = Quat::from_rotation_y((i as f32 * 40.0).to_radians());
                (i * 5, if i % 2 == 0 { turn } else { -turn })
            })
            .collect();
        let track = track(&keys);
        let (frames, parts) = unrolled(&track, Representation::Euler);
        assert!(frames.len() > keys.len() && frames.is_sorted());
        assert!(parts[1].windows(2).all(|pair| (pair[1] - pair[0]).abs() < 7.0));
        assert!((parts[1].last().expect("values") - 1080.0).abs() < 0.1);
        let (_, parts) = unrolled(&track, Representation::Quaternion);
        for part in parts {
            assert!(part.windows(2).all(|pair| (pair[1] - pair[0]).abs() < 0.06));
        }
        let (frames, parts) = unrolled(&track, Representation::Angle);
        let half = frames.iter().position(|frame| *frame >= 22.4).expect("inside");
        assert!(parts[0][half] > 173.0, "half a turn away: {}", parts[0][half]);
    }

    #[test]
    fn a_hostile_track_adds_a_bounded_number_of_points() {
        let keys: Vec<(u32, Quat)> = (0..40_000)
            .map(|i| (i, Quat::from_rotation_x((i as f32 * 2.9).sin() * 3.0)))
            .collect();
        let (frames, _) = unrolled(&track(&keys), Representation::Quaternion);
        assert!(frames.len() <= 2 * keys.len() + MOST_ADDED);
    }

    proptest! {
        /// Every point lies on what plays.
        #[test]
        fn points_are_what_the_sampler_says(
            turns in prop::collection::vec((any::<[i8; 4]>(), 1u32..40), 2..20),
        ) {
            let mut frame = 0;
            let keys: Vec<(u32, Quat)> = turns
                .into_iter()
                .map(|(q, step)| {
                    frame += step;
                    let q = glam::Vec4::from_array(q.map(f32::from));
                    (frame, if q.length() > 0.0 { Quat::from_vec4(q.normalize()) } else { Quat::IDENTITY })
                })
                .collect();
            let track = track(&keys);
            let (frames, parts) = unrolled(&track, Representation::Quaternion);
            for (at, frame) in frames.iter().enumerate() {
                let drawn = DQuat::from_array(std::array::from_fn(|i| f64::from(parts[i][at])));
                let played = sample_rotation(&track, *frame).expect("a rotation").as_dquat();
                prop_assert!(drawn.dot(played).abs() > 0.99999, "at {frame}: {drawn} is not {played}");
            }
            let (frames, parts) = unrolled(&track, Representation::Euler);
            for (at, frame) in frames.iter().enumerate() {
                let [x, y, z] = std::array::from_fn(|i| f64::from(parts[i][at]).to_radians());
                let drawn = DQuat::from_rotation_z(z) * DQuat::from_rotation_y(y) * DQuat::from_rotation_x(x);
                let played = sample_rotation(&track, *frame).expect("a rotation").as_dquat();
                for axis in DVec3::AXES {
                    prop_assert!((drawn * axis - played * axis).length() < 1e-3, "at {frame}");
                }
            }
        }
    }
}
