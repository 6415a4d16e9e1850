//! How the tracks of a clip play whatever their file says: in another mode, or as differences from a pose.
//!
//! In: tracks that are bound and settled, and what was chosen for each bone. Out: the same tracks, those of a chosen base additive, with
//! the base taken from their values. Settled when a clip is bound: a pose costs no more than before. Never here: other clips.

use super::parts::{AxisFit, BoundShape, BoundTransform, KeyTurn, RotationTurn};
use castview_base::core::{BoneIndex, Transform};
use castview_base::scene::{CurveMode, Model, Property};

/// How tracks play, whatever their file says.
#[derive(Clone, Copy, Debug)]
pub enum PlayedAs<'a> {
    /// The values as they are stored, in this mode.
    Stored(CurveMode),
    /// Additive: the difference between the values, in the mode of the file, and this pose of the model.
    Beyond(BasePose<'a>),
}

/// The pose of a model that differences are taken from.
#[derive(Clone, Copy, Debug)]
pub struct BasePose<'a> {
    /// One per bone in topological order, relative to the parent.
    pub local: &'a [Transform],
    /// One per blend shape.
    pub shape_weights: &'a [f32],
}

/// Takes the chosen poses from the tracks. Both lists are in the order they apply.
pub(super) fn apply<'a>(
    model: &Model,
    (transforms, of_bone): (&mut [BoundTransform], &dyn Fn(BoneIndex) -> Option<PlayedAs<'a>>),
    (shapes, of_shapes): (&mut [BoundShape], Option<PlayedAs<'a>>),
) {
    let rest = model.skeleton.rest();
    for channel in transforms.chunk_by_mut(|a, b| a.bone == b.bone && a.property == b.property) {
        let bone = channel[0].bone;
        if let Some(PlayedAs::Beyond(base)) = of_bone(bone) {
            // Tracks that stack on the first one add the same as before.
            let poses = (&rest[bone.get()], &base.local[bone.get()]);
            channel[0].turn = Some(difference(&channel[0], poses));
            channel.iter_mut().for_each(|bound| bound.mode = CurveMode::Additive);
        }
    }
    for tracks in shapes.chunk_by_mut(|a, b| a.shape == b.shape) {
        let shape = tracks[0].shape.get();
        match of_shapes {
            Some(PlayedAs::Beyond(base)) => {
                let first = &mut tracks[0];
                let base = base.shape_weights[shape];
                first.whole = first.mode != CurveMode::Additive;
                first.lift = match first.whole {
                    true => -base,
                    false => model.blend_shapes[shape].rest_weight - base,
                };
                tracks.iter_mut().for_each(|bound| bound.mode = CurveMode::Additive);
            }
            Some(PlayedAs::Stored(mode)) => tracks.iter_mut().for_each(|bound| bound.mode = mode),
            None => {}
        }
    }
}

/// The change of the first track of a channel: played additive, it adds the difference of its pose from `base`.
fn difference(bound: &BoundTransform, (rest, base): (&Transform, &Transform)) -> KeyTurn {
    let whole = bound.mode != CurveMode::Additive;
    if bound.property == Property::Rotation {
        let turn = bound.rotation_turn();
        let from_base = base.rotation.normalize().inverse();
        let from_base_to_rest = from_base * rest.rotation.normalize();
        return KeyTurn::Rotation(match bound.mode {
            CurveMode::Absolute => RotationTurn {
                before: from_base * turn.before,
                whole,
                ..turn
            },
            CurveMode::Relative => RotationTurn {
                before: from_base_to_rest * turn.before,
                whole,
                ..turn
            },
            CurveMode::Additive => RotationTurn {
                lift: from_base_to_rest,
                ..turn
            },
        });
    }
    let fit = AxisFit {
        whole,
        ..bound.axis_fit()
    };
    let (rest, base, is_scale) = match bound.property {
        Property::TranslationX => (rest.translation.x, base.translation.x, false),
        Property::TranslationY => (rest.translation.y, base.translation.y, false),
        Property::TranslationZ => (rest.translation.z, base.translation.z, false),
        Property::ScaleX => (rest.scale.x, base.scale.x, true),
        Property::ScaleY => (rest.scale.y, base.scale.y, true),
        _ => (rest.scale.z, base.scale.z, true),
    };
    let lift = |lift| AxisFit {
        lift: Some(lift),
        ..fit
    };
    KeyTurn::Axis(match (bound.mode, is_scale) {
        (CurveMode::Absolute, false) => fit.then(1.0, -base),
        (CurveMode::Relative, false) => fit.then(1.0, rest - base),
        (CurveMode::Additive, false) => lift(rest - base),
        (CurveMode::Absolute, true) => fit.then(divided(1.0, base), 0.0),
        (CurveMode::Relative, true) => fit.then(divided(rest, base), 0.0),
        (CurveMode::Additive, true) => lift(divided(rest, base)),
    })
}

/// A division by nothing changes nothing.
fn divided(number: f32, by: f32) -> f32 {
    let quotient = number / by;
    if quotient.is_finite() { quotient } else { number }
}
