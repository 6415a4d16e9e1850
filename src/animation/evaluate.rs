//! A clip at a frame → a pose (spec/cast.md 3.18): rest → tracks → hierarchy → palettes.
//!
//! In: a model, and a clip bound to it with a frame. Out: one [`Pose`], whatever was in it before.
//! Never here: names, clocks, memory of earlier frames. Nothing is allocated once the pose has the model's size.

use super::bind::{Binding, SwitchTarget};
use super::palette::build_palettes;
use super::{Pose, mode, sample_rotation, sample_scalar, sample_switch};
use crate::core::Transform;
use crate::scene::{Clip, Model, Property, model_from_bone};
use glam::Affine3A;

/// The pose in which nothing animates: every palette matrix is the identity, up to rounding.
pub fn rest_pose(model: &Model) -> Pose {
    let mut pose = Pose::default();
    evaluate(model, None, &mut pose);
    pose
}

/// Evaluates `clip`, bound to `model`, at a frame of its own timeline (any number; outside its keys the first and last
/// hold); without a clip the rest pose. `out` is overwritten.
///
/// Panics when the binding was made for another clip or model.
pub fn evaluate(model: &Model, clip: Option<(&Clip, &Binding, f64)>, out: &mut Pose) {
    start_at_rest(model, out);
    if let Some((clip, binding, frame)) = clip {
        apply(model, clip, binding, frame, out);
    }
    model_from_bone(&model.skeleton, &out.local, &mut out.model_from_bone);
    hold_finite(model, &mut out.model_from_bone);
    build_palettes(model, out);
}

/// Local transforms at rest, no shape, everything visible.
fn start_at_rest(model: &Model, out: &mut Pose) {
    out.local.clear();
    out.local.extend_from_slice(model.skeleton.rest());
    out.shape_weights.clear();
    out.shape_weights.resize(model.blend_shapes.len(), 0.0);
    out.mesh_visible.clear();
    out.mesh_visible.resize(model.meshes.len(), true);
    out.bone_visible.clear();
    out.bone_visible.resize(model.skeleton.len(), true);
    out.model_visible = true;
}

/// Lays one clip over what `out` holds: that is `current` for additive tracks (A14: rest, when nothing lies below).
fn apply(model: &Model, clip: &Clip, binding: &Binding, frame: f64, out: &mut Pose) {
    let rest = model.skeleton.rest();
    for bound in &binding.transforms {
        let track = &clip.tracks[bound.track as usize];
        let (rest, local) = (&rest[bound.bone.get()], &mut out.local[bound.bone.get()]);
        let weight = track.additive_weight;
        if bound.property == Property::Rotation {
            if let Some(value) = sample_rotation(track, frame) {
                local.rotation = mode::rotation(bound.mode, rest.rotation, local.rotation, value, weight);
            }
            continue;
        }
        let (Some(value), Some((rest, channel, is_scale))) =
            (sample_scalar(track, frame), axis(bound.property, rest, local))
        else {
            continue;
        };
        *channel = if is_scale {
            mode::scale(bound.mode, rest, *channel, value, weight)
        } else {
            mode::translation(bound.mode, rest, *channel, value, weight)
        };
    }
    for (local, rest) in out.local.iter_mut().zip(rest) {
        *local = finite_or_rest(*local, rest);
    }
    apply_shapes(model, clip, binding, frame, &mut out.shape_weights);
    apply_switches(clip, binding, frame, out);
}

/// The rest value and the place of one scalar channel, and whether it is a scale; `None` for the others.
fn axis<'a>(property: Property, rest: &Transform, local: &'a mut Transform) -> Option<(f32, &'a mut f32, bool)> {
    Some(match property {
        Property::TranslationX => (rest.translation.x, &mut local.translation.x, false),
        Property::TranslationY => (rest.translation.y, &mut local.translation.y, false),
        Property::TranslationZ => (rest.translation.z, &mut local.translation.z, false),
        Property::ScaleX => (rest.scale.x, &mut local.scale.x, true),
        Property::ScaleY => (rest.scale.y, &mut local.scale.y, true),
        Property::ScaleZ => (rest.scale.z, &mut local.scale.z, true),
        Property::Rotation | Property::BlendWeight | Property::Visibility => return None,
    })
}

/// Finite keys can still add or multiply to infinity; such a bone keeps its rest value there.
fn finite_or_rest(local: Transform, rest: &Transform) -> Transform {
    Transform {
        translation: if local.translation.is_finite() {
            local.translation
        } else {
            rest.translation
        },
        rotation: if local.rotation.is_finite() {
            local.rotation
        } else {
            rest.rotation
        },
        scale: if local.scale.is_finite() {
            local.scale
        } else {
            rest.scale
        },
    }
}

/// Weights of animated shapes, held to ±the shape's maximum (A11).
fn apply_shapes(model: &Model, clip: &Clip, binding: &Binding, frame: f64, weights: &mut [f32]) {
    for bound in &binding.shapes {
        let track = &clip.tracks[bound.track as usize];
        if let Some(value) = sample_scalar(track, frame) {
            let weight = &mut weights[bound.shape.get()];
            *weight = mode::blend_weight(bound.mode, *weight, value, track.additive_weight);
        }
    }
    for bound in &binding.shapes {
        let limit = model.blend_shapes[bound.shape.get()].max_weight;
        let weight = &mut weights[bound.shape.get()];
        *weight = weight.clamp(-limit, limit);
    }
}

fn apply_switches(clip: &Clip, binding: &Binding, frame: f64, out: &mut Pose) {
    for bound in &binding.switches {
        let Some(on) = sample_switch(&clip.tracks[bound.track as usize], frame) else {
            continue;
        };
        match bound.target {
            SwitchTarget::Mesh(mesh) => out.mesh_visible[mesh.get()] = on,
            SwitchTarget::Model => out.model_visible = on,
            SwitchTarget::Bone(bone) => out.bone_visible[bone.get()] = on,
        }
    }
}

/// A chain of huge scales can overflow; from there on bones stand where their parent does.
fn hold_finite(model: &Model, model_from_bone: &mut [Affine3A]) {
    for (bone, parent) in model.skeleton.parents().iter().enumerate() {
        if !model_from_bone[bone].is_finite() {
            model_from_bone[bone] = parent.map_or(Affine3A::IDENTITY, |parent| model_from_bone[parent.get()]);
        }
    }
}
