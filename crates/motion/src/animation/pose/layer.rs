//! Clips stacked on one model: what each layer makes of the layers below it (docs/formats/cast.md §3.9).
//!
//! In: a clip bound to a model, with its own frame, weight and mask, and what lies below. Out: the same pose, changed.
//! Never here: clocks, names, the order of layers.

use super::mode;
use crate::animation::bind::bound::Binding;
use crate::animation::bind::parts::SwitchTarget;
use crate::animation::bind::plan::Uses;
use crate::animation::keys::Group;
use crate::animation::sample::{held_rotation, held_scalar};
use crate::animation::{Pose, Setting, sample_rotation, sample_scalar, sample_switch};
use castview_base::core::{BoneIndex, Transform};
use castview_base::scene::{Clip, CurveMode, Model, Property, Skeleton, Track};
use glam::{Quat, Vec3};

/// A layer this light leaves hidden and shown as it found them: half a switch does not exist.
const SWITCHES_FROM: f32 = 0.5;

/// One clip at one instant.
#[derive(Clone, Copy, Debug)]
pub struct Layer<'a> {
    /// The clip that plays.
    pub clip: &'a Clip,
    /// Made for this clip and the model that is evaluated.
    pub binding: &'a Binding,
    /// In the clip's own frames, any number; outside its keys the first and last hold.
    pub frame: f64,
    /// 0…1: how far each channel goes from what lies below to what this clip makes of it.
    pub weight: f32,
    /// Only these bones; shapes and switches of meshes and models stay as they are. `None`: everything.
    pub mask: Option<&'a BoneMask>,
    /// Every curve stays at its last key until the next one, whatever the file says of the way between them: the blocking of an animation.
    pub stepped: bool,
    /// Every value stands in place of what lies below, whatever its mode says: the keys as they are.
    pub replaces: bool,
}

impl<'a> Layer<'a> {
    /// The whole clip at full weight.
    pub fn new(clip: &'a Clip, binding: &'a Binding, frame: f64) -> Self {
        Self {
            clip,
            binding,
            frame,
            weight: 1.0,
            mask: None,
            stepped: false,
            replaces: false,
        }
    }

    /// The mode in which a value counts.
    fn mode(&self, mode: CurveMode) -> CurveMode {
        match self.replaces {
            true => CurveMode::Absolute,
            false => mode,
        }
    }

    fn scalar(&self, track: &Track) -> Option<f32> {
        match self.stepped {
            true => held_scalar(track, self.frame),
            false => sample_scalar(track, self.frame),
        }
    }

    fn rotation(&self, track: &Track) -> Option<Quat> {
        match self.stepped {
            true => held_rotation(track, self.frame),
            false => sample_rotation(track, self.frame),
        }
    }
}

/// A set of bones of one skeleton.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoneMask {
    /// One per bone.
    covers: Vec<bool>,
}

impl BoneMask {
    /// `root` and everything below it.
    pub fn subtree(skeleton: &Skeleton, root: BoneIndex) -> Self {
        let mut covers = vec![false; skeleton.len()];
        for bone in skeleton.bones() {
            // Parents come first.
            let inherited = skeleton.parent(bone).is_some_and(|parent| covers[parent.get()]);
            covers[bone.get()] = bone == root || inherited;
        }
        Self { covers }
    }

    /// No bone at all: what a mask means whose root the skeleton does not have.
    pub fn nothing(skeleton: &Skeleton) -> Self {
        Self {
            covers: vec![false; skeleton.len()],
        }
    }

    /// Whether `bone` is in the set. Panics for a bone that the skeleton does not have.
    pub fn covers(&self, bone: BoneIndex) -> bool {
        self.covers[bone.get()]
    }
}

/// Lays one clip over what `out` holds: that is `current` for its additive tracks (cast.md A14: rest, when nothing lies below).
pub(crate) fn lay_over(model: &Model, layer: &Layer<'_>, out: &mut Pose) {
    let weight = layer.weight;
    // Not a number is not a weight either.
    if weight > 0.0 {
        let rest = model.skeleton.rest();
        if weight >= 1.0 && layer.mask.is_none() && !layer.replaces {
            packed::<true>(rest, layer, &mut out.local);
        } else {
            packed::<false>(rest, layer, &mut out.local);
        }
        chains(rest, layer, &mut out.local);
        if layer.mask.is_none() {
            shapes(model, layer, &mut out.shape_weights);
            settings(layer, &mut out.settings);
        }
        if weight >= SWITCHES_FROM {
            switches(layer, out);
        }
    }
}

/// Channels of one packed track each. `WHOLE`: at full weight, without a mask, each value in its own mode.
fn packed<const WHOLE: bool>(rest: &[Transform], layer: &Layer<'_>, local: &mut [Transform]) {
    let Binding { keys, plan, .. } = layer.binding;
    for (rows, uses) in keys.rows.iter().zip(&plan.groups) {
        lay_group::<WHOLE>(rows, uses, rest, layer, local);
    }
    if let Some(uses) = plan.groups.last() {
        lay_group::<WHOLE>(&keys.blocks, uses, rest, layer, local);
    }
}

#[inline]
fn lay_group<const WHOLE: bool>(
    group: &impl Group,
    uses: &Uses,
    rest: &[Transform],
    layer: &Layer<'_>,
    local: &mut [Transform],
) {
    let covered = |bone: &usize| WHOLE || layer.mask.is_none_or(|mask| mask.covers[*bone]);
    let mut rotate = |at: usize, value: Quat| {
        let used = &uses.rotations[at];
        let Some(bone) = used.bone().filter(covered) else {
            return;
        };
        let turn = used.turn().map(|turn| &uses.turns[turn]);
        let value = turn.map_or(value, |turn| turn.apply(value));
        let channel = &mut local[bone].rotation;
        if WHOLE && used.mode == CurveMode::Absolute {
            *channel = value;
            return;
        }
        let (below, rest) = (*channel, rest[bone].rotation);
        let weight = layer.clip.tracks[used.track as usize].additive_weight;
        let (current, weight) = match turn {
            Some(turn) => (below * turn.lift, turn.weight(weight)),
            None => (below, weight),
        };
        let mode = if WHOLE { used.mode } else { layer.mode(used.mode) };
        let made = mode::rotation(mode, rest, current, value, weight);
        let mixed = if WHOLE {
            made
        } else {
            mixed_rotation(below, made, layer.weight)
        };
        *channel = if mixed.is_finite() { mixed } else { rest };
    };
    match layer.stepped {
        true => held_rotations(layer, uses, &mut rotate),
        false => group.rotations(layer.clip, layer.frame, rotate),
    }
    let mut shift = |at: usize, value: Vec3| {
        let used = &uses.vectors[at];
        let Some(bone) = used.bone().filter(covered) else {
            return;
        };
        let fit = used.fit().map(|fit| &uses.fits[fit]);
        let value = fit.map_or(value, |fit| fit.apply(value));
        let (channel, rest) = if used.is_scale {
            (&mut local[bone].scale, rest[bone].scale)
        } else {
            (&mut local[bone].translation, rest[bone].translation)
        };
        if WHOLE && used.replaces {
            *channel = value;
            return;
        }
        let below = *channel;
        let mut made = below;
        let lifted = fit.map_or(below, |fit| fit.lifted(below, used.is_scale));
        for (axis, driven) in used.axes.iter().enumerate() {
            let Some((mode, track)) = *driven else { continue };
            let mode = if WHOLE { mode } else { layer.mode(mode) };
            let is_whole = fit.is_some_and(|fit| fit.whole[axis]);
            let weight = if is_whole {
                1.0
            } else {
                layer.clip.tracks[track as usize].additive_weight
            };
            let (rest, current, value) = (rest[axis], lifted[axis], value[axis]);
            made[axis] = if used.is_scale {
                mode::scale(mode, rest, current, value, weight)
            } else {
                mode::translation(mode, rest, current, value, weight)
            };
        }
        let mixed = if WHOLE {
            made
        } else {
            mixed_axes(below, made, layer.weight)
        };
        *channel = if mixed.is_finite() { mixed } else { rest };
    };
    match layer.stepped {
        true => held_vectors(layer, uses, &mut shift),
        false => group.vectors(layer.clip, layer.frame, shift),
    }
}

/// Calls `put` with the rotations that the packed tracks hold at the layer's frame. Packed keys of several axes, and those that were filled
/// up, are no keys of the file, so each track is asked by itself.
fn held_rotations(layer: &Layer<'_>, uses: &Uses, put: &mut impl FnMut(usize, Quat)) {
    for (at, used) in uses
        .rotations
        .iter()
        .enumerate()
        .filter(|(_, used)| used.bone().is_some())
    {
        if let Some(value) = layer.rotation(&layer.clip.tracks[used.track as usize]) {
            put(at, value);
        }
    }
}

/// As [`held_rotations`]; 0 on axes without a track.
fn held_vectors(layer: &Layer<'_>, uses: &Uses, put: &mut impl FnMut(usize, Vec3)) {
    for (at, used) in uses
        .vectors
        .iter()
        .enumerate()
        .filter(|(_, used)| used.bone().is_some())
    {
        let value = used.axes.map(|driven| {
            let track = driven.map(|(_, track)| &layer.clip.tracks[track as usize]);
            track.and_then(|track| layer.scalar(track)).unwrap_or(0.0)
        });
        put(at, Vec3::from(value));
    }
}

/// Channels that several tracks build, one after another, and those of another up axis.
fn chains(rest: &[Transform], layer: &Layer<'_>, local: &mut [Transform]) {
    // The tracks of one bone are neighbours: what lies below it is kept until its last track has been laid over it.
    for tracks in layer.binding.plan.chains.chunk_by(|a, b| a.bone == b.bone) {
        let bone = tracks[0].bone;
        if layer.mask.is_some_and(|mask| !mask.covers(bone)) {
            continue;
        }
        let rest = &rest[bone.get()];
        let below = local[bone.get()];
        let mut made = below;
        for bound in tracks {
            let track = &layer.clip.tracks[bound.track as usize];
            let (weight, mode) = (track.additive_weight, layer.mode(bound.mode));
            if bound.property == Property::Rotation {
                if let Some(value) = layer.rotation(track) {
                    let turn = bound.rotation_turn();
                    let (value, current) = (turn.apply(value), made.rotation * turn.lift);
                    made.rotation = mode::rotation(mode, rest.rotation, current, value, turn.weight(weight));
                }
                continue;
            }
            let (Some(value), Some((rest, channel, is_scale))) =
                (layer.scalar(track), axis(bound.property, rest, &mut made))
            else {
                continue;
            };
            let fit = bound.axis_fit();
            let (value, current, weight) = (fit.apply(value), fit.lifted(*channel, is_scale), fit.weight(weight));
            *channel = if is_scale {
                mode::scale(mode, rest, current, value, weight)
            } else {
                mode::translation(mode, rest, current, value, weight)
            };
        }
        local[bone.get()] = finite_or_rest(mixed(&below, &made, layer.weight), rest);
    }
}

/// From `below` to `made` by `weight`; at 1 exactly `made`, and what did not change keeps its bits.
pub(super) fn mixed(below: &Transform, made: &Transform, weight: f32) -> Transform {
    Transform {
        translation: mixed_axes(below.translation, made.translation, weight),
        rotation: mixed_rotation(below.rotation, made.rotation, weight),
        scale: mixed_axes(below.scale, made.scale, weight),
    }
}

fn mixed_rotation(below: Quat, made: Quat, weight: f32) -> Quat {
    if weight >= 1.0 || below == made {
        made
    } else {
        mode::mixed_rotation(below, made, weight)
    }
}

fn mixed_axes(below: Vec3, made: Vec3, weight: f32) -> Vec3 {
    if weight >= 1.0 {
        made
    } else {
        below + (made - below) * weight
    }
}

/// The rest value and the place of one scalar channel, and whether it is a scale; `None` for the others.
pub(super) fn axis<'a>(
    property: Property,
    rest: &Transform,
    local: &'a mut Transform,
) -> Option<(f32, &'a mut f32, bool)> {
    Some(match property {
        Property::TranslationX => (rest.translation.x, &mut local.translation.x, false),
        Property::TranslationY => (rest.translation.y, &mut local.translation.y, false),
        Property::TranslationZ => (rest.translation.z, &mut local.translation.z, false),
        Property::ScaleX => (rest.scale.x, &mut local.scale.x, true),
        Property::ScaleY => (rest.scale.y, &mut local.scale.y, true),
        Property::ScaleZ => (rest.scale.z, &mut local.scale.z, true),
        Property::Rotation | Property::BlendWeight | Property::Visibility | Property::Parameter(_) => return None,
    })
}

/// Finite keys can still add or multiply to infinity; such a bone keeps its rest value there.
fn finite_or_rest(local: Transform, rest: &Transform) -> Transform {
    let vector = |value: Vec3, rest: Vec3| if value.is_finite() { value } else { rest };
    let rotation = |value: Quat, rest: Quat| if value.is_finite() { value } else { rest };
    Transform {
        translation: vector(local.translation, rest.translation),
        rotation: rotation(local.rotation, rest.rotation),
        scale: vector(local.scale, rest.scale),
    }
}

/// Weights of animated shapes, held to ±the shape's maximum (cast.md A11).
fn shapes(model: &Model, layer: &Layer<'_>, weights: &mut [f32]) {
    for tracks in layer.binding.shapes.chunk_by(|a, b| a.shape == b.shape) {
        let shape = tracks[0].shape.get();
        let below = weights[shape];
        let mut made = below;
        for bound in tracks {
            let track = &layer.clip.tracks[bound.track as usize];
            if let Some(value) = layer.scalar(track) {
                let weight = if bound.whole { 1.0 } else { track.additive_weight };
                made = mode::blend_weight(layer.mode(bound.mode), made + bound.lift, value, weight);
            }
        }
        let limit = model.blend_shapes[shape].max_weight;
        let mixed = if layer.weight >= 1.0 {
            made
        } else {
            below + (made - below) * layer.weight
        };
        weights[shape] = mixed.clamp(-limit, limit);
    }
}

fn switches(layer: &Layer<'_>, out: &mut Pose) {
    for bound in &layer.binding.switches {
        let Some(on) = sample_switch(&layer.clip.tracks[bound.track as usize], layer.frame) else {
            continue;
        };
        match (bound.target, layer.mask) {
            (SwitchTarget::Bone(bone), mask) => {
                if mask.is_none_or(|mask| mask.covers(bone)) {
                    out.bone_visible[bone.get()] = on;
                }
            }
            (SwitchTarget::Mesh(mesh), None) => out.mesh_visible[mesh.get()] = on,
            (SwitchTarget::Model, None) => out.model_visible = on,
            (SwitchTarget::Mesh(_) | SwitchTarget::Model, Some(_)) => {}
        }
    }
}

/// Numbers of materials and fixtures, from what lies below towards what the tracks say.
fn settings(layer: &Layer<'_>, settings: &mut Vec<Setting>) {
    for bound in &layer.binding.settings {
        let Some(made) = layer.scalar(&layer.clip.tracks[bound.track as usize]) else {
            continue;
        };
        let at = settings.binary_search_by_key(&(bound.of, bound.parameter), |s| (s.of, s.parameter));
        let from = at.map_or(bound.rest, |at| settings[at].value);
        let value = if layer.weight >= 1.0 {
            made
        } else {
            from + (made - from) * layer.weight
        };
        match at {
            Ok(at) => settings[at].value = value,
            Err(at) => settings.insert(
                at,
                Setting {
                    of: bound.of,
                    parameter: bound.parameter,
                    value,
                },
            ),
        }
    }
}
