//! One walk over the keys of a curve for all who look at neighbours: signs that turn over, and keys that the keys beside them make needless.
//!
//! In: a curve. Out: counts. Each key is read and brought to unit length once.

use castview_base::core::{Element, Stream};
use castview_base::scene::{Interpolation, Track, Values};
use glam::{Quat, Vec4};

/// Nearer scalars are the same, as a share of the span of all values.
const SAME: f32 = 1e-4;
/// Nearer quaternions are the same turn.
const SAME_TURN: f32 = 1e-5;
/// Fewer keys are not worth a word about those that are spare.
const FEWEST: usize = 8;

/// Counts of one curve.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct WalkedKeys {
    /// Keys, from the first to the last of them, whose quaternion has the other sign than the key before; and their number.
    pub flips: Option<(usize, usize, usize)>,
    /// Keys that lie on the way between the two beside them; 0 of curves whose ways are bent, and of very short ones.
    pub spare: usize,
}

/// `wants_spare`: spare keys are counted, too.
pub(super) fn walk(track: &Track, wants_spare: bool) -> WalkedKeys {
    // Between keys of other curves the way is bent, and each key bends it.
    let is_straight = matches!(track.interpolation, Interpolation::Linear);
    let wants_spare = wants_spare && is_straight && track.keys.len() >= FEWEST;
    match &track.values {
        Values::Scalar(values) if wants_spare => WalkedKeys {
            spare: spare_scalars(track, values),
            ..WalkedKeys::default()
        },
        Values::Switch(values) if wants_spare => WalkedKeys {
            spare: (1..values.len().saturating_sub(1))
                .filter(|key| values[*key] == values[key - 1])
                .count(),
            ..WalkedKeys::default()
        },
        Values::Rotation(values) => rotations(track, values, wants_spare),
        Values::Scalar(_) | Values::Switch(_) => WalkedKeys::default(),
    }
}

/// Calls `judge` with every key but the first and the last: the values before, there and behind, and its share of the time between.
fn each_between<Value: Element + Copy>(track: &Track, values: &Stream<Value>, mut judge: impl FnMut([Value; 3], f32)) {
    let mut all = values.iter().zip(0..track.keys.len());
    let mut next = || all.next().map(|(value, key)| (value, track.keys.frame(key)));
    let (Some(mut before), Some(mut here)) = (next(), next()) else {
        return;
    };
    while let Some(after) = next() {
        let along = ((here.1 - before.1) / (after.1 - before.1)) as f32;
        judge([before.0, here.0, after.0], along);
        (before, here) = (here, after);
    }
}

fn spare_scalars(track: &Track, values: &Stream<f32>) -> usize {
    let (least, most) = values
        .iter()
        .fold((f32::MAX, f32::MIN), |(a, b), value| (a.min(value), b.max(value)));
    let room = SAME * (most - least);
    let mut spare = 0;
    each_between(track, values, |[before, here, after], along| {
        spare += usize::from((before + (after - before) * along - here).abs() <= room);
    });
    spare
}

fn rotations(track: &Track, values: &Stream<[f32; 4]>, wants_spare: bool) -> WalkedKeys {
    let mut out = WalkedKeys::default();
    // The two keys before, of unit length, and the time of each.
    let mut before: Option<(Vec4, f64)> = None;
    let mut here: Option<(Vec4, f64)> = None;
    for (key, value) in values.iter().enumerate().take(track.keys.len()) {
        let value = Vec4::from_array(value);
        let after = (value * value.length_recip(), track.keys.frame(key));
        if let Some(here) = here {
            if here.0.dot(after.0) < 0.0 {
                let (first, _, count) = out.flips.unwrap_or((key, key, 0));
                out.flips = Some((first, key, count + 1));
            }
            if let (Some(before), true) = (before, wants_spare) {
                out.spare += usize::from(is_spare(before, here, after));
            }
        }
        (before, here) = (here, Some(after));
    }
    out
}

fn is_spare(before: (Vec4, f64), here: (Vec4, f64), after: (Vec4, f64)) -> bool {
    let along = ((here.1 - before.1) / (after.1 - before.1)) as f32;
    let end = if before.0.dot(after.0) < 0.0 { -after.0 } else { after.0 };
    let way = end - before.0;
    let on_chord = before.0 + way * along;
    let side = if on_chord.dot(here.0) < 0.0 { -1.0 } else { 1.0 };
    let off = on_chord * side - here.0;
    // The arc is never farther from its chord than this; most keys of a movement are, which spares them the way along the arc.
    if off.length_squared() > (0.25 * way.length_squared() + 2.0 * SAME_TURN).powi(2) {
        return false;
    }
    let [before, end] = [before.0, end].map(Quat::from_vec4);
    let between = Vec4::from(before.slerp(end, along));
    (between * side - here.0).length() <= SAME_TURN
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::scene::{CurveMode, Keys, Property};
    use glam::Vec3;

    fn turning(turns: &[Quat]) -> Track {
        Track {
            target: "bone".into(),
            property: Property::Rotation,
            mode: CurveMode::Absolute,
            additive_weight: 1.0,
            keys: Keys::Whole((0..turns.len() as u32).collect::<Vec<_>>().into()),
            values: Values::Rotation(turns.iter().map(|turn| turn.to_array()).collect::<Vec<_>>().into()),
            interpolation: Default::default(),
            beyond: Default::default(),
        }
    }

    /// Turns of even steps need none of the keys between, however wide the steps are; the signs have no part in it.
    #[test]
    fn keys_on_the_arc_are_spare_and_no_others() {
        let axis = Vec3::new(1.0, 2.0, -1.0).normalize();
        for step in [0.0005_f32, 0.01, 0.2, 0.9, 1.5] {
            let even = |key: usize| Quat::from_axis_angle(axis, step * key as f32);
            let mut turns: Vec<Quat> = (0..12).map(even).collect();
            assert_eq!(walk(&turning(&turns), true).spare, 10, "{step}");
            turns[5] = -turns[5];
            let walked = walk(&turning(&turns), true);
            assert_eq!((walked.flips, walked.spare), (Some((5, 6, 2)), 10), "{step}");
            turns[5] *= Quat::from_rotation_x(0.01);
            assert_eq!(walk(&turning(&turns), true).spare, 7, "{step}: it and those beside it");
            assert_eq!(walk(&turning(&turns[..6]), true).spare, 0, "too few");
            assert_eq!(walk(&turning(&turns), false).spare, 0);
        }
    }
}
