//! Which bones a clip moves, and how much.
//!
//! In: a clip bound to a model. Out: which tracks ever change, and the way each bone goes. Both look at the whole clip: for the background.

use crate::animation::{Binding, Layer, Motion, Pose, Timeline, evaluate};
use castview_base::scene::{Clip, Model, Track, Values};
use glam::Vec3A;

/// Values closer than this are the same: exporters round.
const SAME: f32 = 1e-5;

/// Poses that [`speeds`] looks at: at most, and at least in a clip of many bones.
const POSES: [usize; 2] = [65, 9];
/// Bones posed by [`speeds`], all poses together, unless the least number of poses takes more.
const POSED: usize = 4_000_000;

/// Whether no key of `track` differs from its first one. A quaternion and its negative are the same rotation.
pub fn is_still(track: &Track) -> bool {
    match &track.values {
        Values::Scalar(values) => {
            let mut all = values.iter();
            let first = all.next().unwrap_or_default();
            let room = SAME * first.abs().max(1.0);
            all.all(|value| (value - first).abs() <= room)
        }
        Values::Rotation(values) => {
            let mut all = values.iter();
            let first = all.next().unwrap_or_default();
            let close = |sign: f32, value: [f32; 4]| (0..4).all(|i| (value[i] * sign - first[i]).abs() <= SAME);
            all.all(|value| close(1.0, value) || close(-1.0, value))
        }
        Values::Switch(values) => values.iter().all(|on| Some(on) == values.first()),
    }
}

/// The mean speed of each bone's origin in model space over the clip, in units of the model per second: the way between poses spread over
/// the clip, so that a shake between two of them counts for less than it is. 0 for a clip of one frame. `is_wanted` is asked before each
/// pose; `None` as soon as it says no.
pub fn speeds(model: &Model, clip: &Clip, binding: &Binding, is_wanted: impl Fn() -> bool) -> Option<Vec<f32>> {
    let bones = model.skeleton.len();
    let secs = Timeline::of(clip).duration_secs() as f32;
    let poses = (POSED / bones.max(1)).clamp(POSES[1], POSES[0]);
    let mut ways = vec![0.0_f32; bones];
    if !(secs > 0.0 && secs.is_finite()) {
        return Some(ways);
    }
    let mut before: Vec<Vec3A> = Vec::new();
    let mut pose = Pose::default();
    for index in 0..poses {
        if !is_wanted() {
            return None;
        }
        let frame = clip.range.start + clip.range.length() * index as f64 / (poses - 1) as f64;
        let layers = [Layer::new(clip, binding, frame)];
        let motion = Motion {
            layers: &layers,
            ..Motion::default()
        };
        evaluate(model, motion, &mut pose);
        for (way, (now, before)) in ways.iter_mut().zip(pose.model_from_bone.iter().zip(&before)) {
            *way += now.translation.distance(*before);
        }
        before.clear();
        before.extend(pose.model_from_bone.iter().map(|matrix| matrix.translation));
    }
    ways.iter_mut().for_each(|way| *way = (*way / secs).min(f32::MAX));
    Some(ways)
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::core::FrameRange;
    use castview_base::scene::{CurveMode, Keys, Property};

    fn track(values: Values) -> Track {
        Track {
            target: "bone".into(),
            property: Property::Rotation,
            mode: CurveMode::Absolute,
            additive_weight: 1.0,
            keys: Keys::Whole(vec![0, 10].into()),
            values,
            interpolation: Default::default(),
            beyond: Default::default(),
        }
    }

    #[test]
    fn a_track_moves_if_any_key_differs() {
        let turned = [0.1_f32.sin(), 0.0, 0.0, 0.1_f32.cos()];
        let flipped = turned.map(|part| -part);
        for (values, still) in [
            (Values::Scalar(vec![1.0, 1.0].into()), true),
            (Values::Scalar(vec![1.0, 1.001].into()), false),
            (Values::Rotation(vec![turned, flipped].into()), true),
            (Values::Rotation(vec![turned, [0.0, 0.0, 0.0, 1.0]].into()), false),
            (Values::Switch(vec![true, true]), true),
            (Values::Switch(vec![true, false]), false),
        ] {
            assert_eq!(is_still(&track(values.clone())), still, "{values:?}");
        }
    }

    #[test]
    fn a_bone_that_goes_ten_units_in_a_third_of_a_second_has_that_speed() {
        let bone = castview_base::scene::Bone {
            name: "bone".into(),
            ..castview_base::scene::Bone::default()
        };
        let model = Model {
            skeleton: castview_base::scene::Skeleton::new(vec![bone]).expect("one root"),
            ..Model::default()
        };
        let clip = Clip {
            root: None,
            name: String::new(),
            frames_per_second: 30.0,
            looping: false,
            mode: None,
            tracks: vec![Track {
                property: Property::TranslationX,
                ..track(Values::Scalar(vec![0.0, 10.0].into()))
            }],
            overrides: Vec::new(),
            notifications: Vec::new(),
            range: FrameRange { start: 0.0, end: 10.0 },
            skeleton: None,
        };
        let binding = crate::animation::bind(&clip, &model);
        let found = speeds(&model, &clip, &binding, || true).expect("it is wanted");
        assert!((found[0] - 30.0).abs() < 1e-3, "{found:?}");
        // Nobody wants it any more after three poses: there is no fourth.
        let asked = std::cell::Cell::new(0);
        let is_wanted = || asked.replace(asked.get() + 1) < 3;
        assert_eq!(speeds(&model, &clip, &binding, is_wanted), None);
        assert_eq!(asked.get(), 4);
    }
}
