//! Whether a clip is one of differences, although nobody says so.

use super::Binding;
use super::sample::{sample_rotation, sample_scalar};
use castview_base::core::BoneIndex;
use castview_base::scene::{Clip, CurveMode, Model, Property, Track};
use glam::Vec3;

/// First keys this near to nothing are differences: in model units for translations, as a part of one for scales.
const NEAR_NOTHING: f32 = 1e-3;
/// A rotation this near to none: the cosine of a quarter of a degree, of which a quaternion holds half.
const NEAR_NO_TURN: f32 = 0.999_997;

/// Guesses that the keys of `clip` are differences although its file says absolute: its first frame is near zero everywhere, and would move
/// bones from their rest pose. `binding` binds the clip as its file has it. Returns how many bones would move; `None`: no such clip.
pub fn looks_additive(clip: &Clip, model: &Model, binding: &Binding) -> Option<usize> {
    let rest = model.skeleton.rest();
    let mut away: Vec<BoneIndex> = Vec::new();
    for bound in &binding.transforms {
        let track = &clip.tracks[bound.track as usize];
        if bound.mode != CurveMode::Absolute || !is_nothing(track, clip.range.start) {
            return None;
        }
        let rest = &rest[bound.bone.get()];
        let is_away = match bound.property {
            Property::Rotation => rest.rotation.normalize().w.abs() < NEAR_NO_TURN,
            Property::TranslationX => rest.translation.x.abs() > NEAR_NOTHING,
            Property::TranslationY => rest.translation.y.abs() > NEAR_NOTHING,
            Property::TranslationZ => rest.translation.z.abs() > NEAR_NOTHING,
            _ => (rest.scale - Vec3::ONE).abs().max_element() > NEAR_NOTHING,
        };
        if is_away && away.last() != Some(&bound.bone) {
            away.push(bound.bone);
        }
    }
    (!away.is_empty()).then_some(away.len())
}

/// Whether the track's value at `frame` changes nothing when it is added.
fn is_nothing(track: &Track, frame: f64) -> bool {
    match track.property {
        Property::Rotation => sample_rotation(track, frame).is_some_and(|value| value.w.abs() >= NEAR_NO_TURN),
        Property::TranslationX | Property::TranslationY | Property::TranslationZ => {
            sample_scalar(track, frame).is_some_and(|value| value.abs() <= NEAR_NOTHING)
        }
        _ => sample_scalar(track, frame).is_some_and(|value| (value - 1.0).abs() <= NEAR_NOTHING),
    }
}
