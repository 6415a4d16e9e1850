//! Keys that the keys beside them make needless.

use crate::trouble::found::{FoundTrouble, TroubleOf, Troubles};
use crate::trouble::table::TroubleKind;
use castview_base::core::FrameRange;
use castview_base::scene::{Interpolation, Track, Values};
use glam::Quat;

/// Fewer keys are not worth a word.
const FEWEST: usize = 8;
/// Nearer scalars are the same, as a share of the span of all values.
const SAME: f32 = 1e-4;
/// Nearer quaternions are the same turn.
const SAME_TURN: f32 = 1e-5;

pub(super) fn look(track: &Track, of: TroubleOf, out: &mut Troubles) {
    let count = track.keys.len();
    // Between keys of other curves the way is bent, and each key bends it.
    if !matches!(track.interpolation, Interpolation::Linear) || count < FEWEST {
        return;
    }
    let spare = (1..count - 1).filter(is_spare(track)).count();
    let percent = spare as f32 / count as f32 * 100.0;
    if percent > TroubleKind::SpareKeys.row().bound {
        let range = FrameRange {
            start: track.keys.frame(0),
            end: track.keys.frame(count - 1),
        };
        out.add(TroubleKind::SpareKeys, || FoundTrouble {
            kind: TroubleKind::SpareKeys,
            of,
            frame: Some(range.start),
            range: Some(range),
            value: percent,
            message: format!(
                "{spare} of the {count} keys of its curve {} change nothing",
                track.property.short_name()
            ),
        });
    }
}

/// Whether the key lies on the way between the two beside it.
fn is_spare(track: &Track) -> Box<dyn Fn(&usize) -> bool + '_> {
    let along = |key: usize| {
        let [before, here, after] = [key - 1, key, key + 1].map(|key| track.keys.frame(key));
        ((here - before) / (after - before)) as f32
    };
    match &track.values {
        Values::Scalar(values) => {
            let (least, most) = values
                .iter()
                .fold((f32::MAX, f32::MIN), |(a, b), value| (a.min(value), b.max(value)));
            let room = SAME * (most - least);
            Box::new(move |key| {
                let [before, here, after] = [key - 1, *key, key + 1].map(|key| values.get(key));
                (before + (after - before) * along(*key) - here).abs() <= room
            })
        }
        Values::Rotation(values) => Box::new(move |key| {
            let [before, here, after] =
                [key - 1, *key, key + 1].map(|key| Quat::from_array(values.get(key)).normalize());
            let between = before.slerp(after, along(*key));
            let side = if between.dot(here) < 0.0 { -1.0 } else { 1.0 };
            (between * side - here).length() <= SAME_TURN
        }),
        Values::Switch(values) => Box::new(move |key| values[*key] == values[key - 1]),
    }
}
