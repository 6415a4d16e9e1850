//! Value of a curve at one frame, exactly as the pose has it.
//!
//! In: a track, its curves, a frame. Out: the number that is played there. A drawn curve is a chain of straight lines near the
//! played one; a number for the user must be the played one.

use super::rotation::euler_near;
use super::{Component, Curve, Representation};
use crate::animation::{sample_rotation, sample_scalar, sample_switch};
use castview_base::scene::{Track, Values};
use glam::DQuat;

/// The number of `part` played by `track` at `frame`, with the sign and the whole turns of `curves`. `curves` are those of the
/// track. `None` if there is no such number.
pub fn played(
    track: &Track,
    curves: &[Curve],
    part: Component,
    representation: Representation,
    frame: f64,
) -> Option<f32> {
    let drawn = |part: Component| {
        curves
            .iter()
            .find(|curve| curve.part == part)
            .map(|curve| curve.sample(frame))
    };
    match (&track.values, representation) {
        (Values::Scalar(_), _) => sample_scalar(track, frame),
        (Values::Switch(_), _) => sample_switch(track, frame).map(|on| f32::from(u8::from(on))),
        // Counted from elsewhere: what is drawn.
        (Values::Rotation(_), Representation::Angle | Representation::Speed) => drawn(part),
        (Values::Rotation(_), _) => {
            let rotation = sample_rotation(track, frame)?.as_dquat();
            let near = |part| drawn(part).map(f64::from);
            let numbers = match representation {
                Representation::Euler => {
                    let near = [near(Component::X)?, near(Component::Y)?, near(Component::Z)?];
                    let [x, y, z] = euler_near(rotation, Some(near.map(f64::to_radians)));
                    [x.to_degrees(), y.to_degrees(), z.to_degrees(), 0.0]
                }
                _ => {
                    let near =
                        [Component::X, Component::Y, Component::Z, Component::W].map(|part| near(part).unwrap_or(0.0));
                    let flips = DQuat::from_array(near).dot(rotation) < 0.0;
                    if flips { -rotation } else { rotation }.to_array()
                }
            };
            let at = match part {
                Component::X => 0,
                Component::Y => 1,
                Component::Z => 2,
                Component::W => 3,
                Component::Single => return None,
            };
            Some(numbers[at] as f32)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::curves_of;
    use super::*;
    use castview_base::scene::{CurveMode, Keys, Property};
    use glam::Quat;

    #[test]
    fn between_frames_it_is_the_sampler_s_number() {
        let turns: Vec<[f32; 4]> = (0..8_u8)
            .map(|key| {
                let turn = Quat::from_xyzw(0.3, -0.1, f32::from(key).sin(), 0.5 + f32::from(key).cos()).normalize();
                if key % 2 == 0 { turn } else { -turn }.to_array()
            })
            .collect();
        let track = Track {
            target: "bone".into(),
            property: Property::Rotation,
            mode: CurveMode::Absolute,
            additive_weight: 1.0,
            keys: Keys::Whole((0..8).map(|key| key * 7).collect::<Vec<u32>>().into()),
            values: Values::Rotation(turns.into()),
            interpolation: Default::default(),
            beyond: Default::default(),
        };
        for representation in [Representation::Quaternion, Representation::Euler] {
            let curves = curves_of(0, &track, representation, Quat::IDENTITY);
            for step in 0..490 {
                let frame = f64::from(step) * 0.1;
                let numbers: Vec<f32> = representation
                    .parts()
                    .iter()
                    .map(|part| played(&track, &curves, *part, representation, frame).expect("a number"))
                    .collect();
                let sampled = sample_rotation(&track, frame).expect("a rotation");
                let made = match numbers[..] {
                    [x, y, z, w] => Quat::from_xyzw(x, y, z, w),
                    [x, y, z] => {
                        let [x, y, z] = [x, y, z].map(f32::to_radians);
                        Quat::from_rotation_z(z) * Quat::from_rotation_y(y) * Quat::from_rotation_x(x)
                    }
                    _ => panic!("three or four numbers"),
                };
                assert!(made.dot(sampled).abs() > 0.999_999, "{representation:?} at {frame}");
                for (number, curve) in numbers.iter().zip(&curves) {
                    let drawn = curve.sample(frame);
                    let apart = (number - drawn).abs();
                    assert!(
                        apart < 0.6,
                        "{representation:?} at {frame}: {number} is drawn at {drawn}"
                    );
                }
            }
        }
    }
}
