//! Straight lines as they are: what replaces what is there needs no pose of the whole model.
//!
//! In: the tracks of one thing, all of them lines. Out: its values at any frames. Never here: additive tracks, except for the
//! maximum of shapes.

use crate::animation::{Channel, sample_rotation, sample_scalar};
use crate::core::BoneIndex;
use crate::formats::{PlainChannel, PlainTarget};
use crate::scene::{BlendShape, Clip, CurveMode, Model, Property, Track};

/// Whether each of them says alone what its property is.
pub(super) fn replace(group: &[Channel], clip: &Clip) -> bool {
    let property = |channel: &Channel| clip.tracks[channel.track].property;
    let is_alone = |channel: &Channel| {
        group
            .iter()
            .filter(|other| property(other) == property(channel))
            .count()
            == 1
    };
    let replaces = |channel: &Channel| channel.mode == CurveMode::Absolute && is_alone(channel);
    group.iter().all(replaces)
}

/// The values at the channel's frames, of tracks that [`replace`]; axes without one are at rest.
pub(super) fn fill(channel: &mut PlainChannel, group: &[Channel], clip: &Clip, model: &Model) {
    let tracks: Vec<&Track> = group.iter().map(|channel| &clip.tracks[channel.track]).collect();
    let rest = |bone: BoneIndex| &model.skeleton.rest()[bone.get()];
    use Property::{ScaleX, ScaleY, ScaleZ, TranslationX, TranslationY, TranslationZ};
    match channel.target {
        PlainTarget::Translation(bone) => {
            let properties = [TranslationX, TranslationY, TranslationZ];
            fill_axes(channel, &tracks, properties, rest(bone).translation.to_array());
        }
        PlainTarget::Scale(bone) => {
            fill_axes(channel, &tracks, [ScaleX, ScaleY, ScaleZ], rest(bone).scale.to_array());
        }
        PlainTarget::Rotation(bone) => {
            let at = |frame: &f64| sample_rotation(tracks[0], *frame).unwrap_or(rest(bone).rotation);
            channel.values = channel.frames.iter().flat_map(|frame| at(frame).to_array()).collect();
        }
        PlainTarget::Shape(shape) => {
            let rest = model.blend_shapes[shape.get()].rest_weight;
            let at = |frame: &f64| sample_scalar(tracks[0], *frame).unwrap_or(rest);
            channel.values = channel.frames.iter().map(at).collect();
        }
    }
}

fn fill_axes(channel: &mut PlainChannel, tracks: &[&Track], properties: [Property; 3], rest: [f32; 3]) {
    let of_axis = properties.map(|property| tracks.iter().find(|track| track.property == property));
    for frame in &channel.frames {
        for (track, rest) in of_axis.iter().zip(rest) {
            let value = track.and_then(|track| sample_scalar(track, *frame));
            channel.values.push(value.unwrap_or(rest));
        }
    }
}

/// Brings the weights of a shape to where the viewer holds them.
pub(super) fn hold(channel: &mut PlainChannel, model: &Model) {
    if let PlainTarget::Shape(shape) = channel.target {
        let most = model.blend_shapes[shape.get()].max_weight;
        channel
            .values
            .iter_mut()
            .for_each(|value| *value = value.clamp(-most, most));
    }
}

/// Times between `frames` at which the weight reaches the maximum of the shape, or leaves it. All keys are among `frames`.
pub(super) fn meetings(frames: &[f64], group: &[Channel], clip: &Clip, shape: &BlendShape) -> Vec<f64> {
    let weight = |frame: &f64| {
        group.iter().fold(f64::from(shape.rest_weight), |below, channel| {
            let track = &clip.tracks[channel.track];
            let value = sample_scalar(track, *frame).map_or(0.0, f64::from);
            match channel.mode {
                CurveMode::Absolute | CurveMode::Relative => value,
                CurveMode::Additive => below + f64::from(track.additive_weight) * value,
            }
        })
    };
    let weights: Vec<f64> = frames.iter().map(weight).collect();
    let mut meetings = Vec::new();
    for (frames, weights) in frames.windows(2).zip(weights.windows(2)) {
        for most in [-f64::from(shape.max_weight), f64::from(shape.max_weight)] {
            let [before, after] = [weights[0] - most, weights[1] - most];
            if before * after < 0.0 {
                meetings.push(frames[0] + (frames[1] - frames[0]) * before / (before - after));
            }
        }
    }
    meetings
}
