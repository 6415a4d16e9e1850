//! Curved tracks → points close enough together that straight lines between them follow what plays.
//!
//! In: a scalar track. Out: its keys with points between them. Never here: pixels, rotations.

use super::super::sample_scalar;
use castview_base::scene::Track;

/// Points added between two keys.
pub(super) const BETWEEN: usize = 15;
/// Points added to one track at most; fewer between two keys of very long ones.
const MOST_ADDED: usize = 1 << 20;

/// Each frame with whether it is a key, and the values there. Empty if the track is no scalar one.
pub(super) fn points(track: &Track) -> (Vec<(f64, bool)>, Vec<f32>) {
    let count = track.keys.len();
    let between = BETWEEN.min(MOST_ADDED / count.max(1));
    let mut frames = Vec::with_capacity(count * (between + 1));
    for key in 0..count {
        let frame = track.keys.frame(key);
        frames.push((frame, true));
        if key + 1 < count {
            let step = (track.keys.frame(key + 1) - frame) / (between + 1) as f64;
            frames.extend((1..=between).map(|point| (frame + step * point as f64, false)));
        }
    }
    let values = frames
        .iter()
        .filter_map(|(frame, _)| sample_scalar(track, *frame))
        .collect();
    (frames, values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::scene::{CurveMode, Interpolation, Keys, Property, Tangents, Values};

    #[test]
    fn a_hump_between_level_keys_is_drawn() {
        let scalars = |values: [f32; 2]| Values::Scalar(values.to_vec().into());
        let track = Track {
            target: "bone".into(),
            property: Property::TranslationX,
            mode: CurveMode::Absolute,
            additive_weight: 1.0,
            keys: Keys::seconds(vec![0.0, 2.0], 30.0),
            values: scalars([1.0, 1.0]),
            interpolation: Interpolation::Cubic(Box::new(Tangents {
                incoming: scalars([0.0, -2.0]),
                outgoing: scalars([2.0, 0.0]),
                weights: None,
            })),
            beyond: Default::default(),
        };
        let (frames, values) = points(&track);
        assert_eq!((frames.len(), values.len()), (BETWEEN + 2, BETWEEN + 2));
        assert_eq!((frames[0], frames[BETWEEN + 1]), ((0.0, true), (60.0, true)));
        // Halfway up: 1 + (2·2 + 2·2) / 8.
        assert_eq!(values[8], 2.0);
    }
}
