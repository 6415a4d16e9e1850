//! Steps from a bone's rest transform to the one that a pose has.
//!
//! In: a model and what moves it. Out: the [`Rung`]s of one bone, the last of which has the bits of [`evaluate`](crate::animation::evaluate). Each
//! rung has the numbers that its change follows from. Never here: names, bytes of files.

use super::by_hand::pose_by_hand;
use super::evaluate::start_at_rest;
use super::layer::{axis, lay_over};
use super::mode;
use super::stop::LayerPart;
use crate::animation::bind::parts::BoundTransform;
use crate::animation::bind::plan::Uses;
use crate::animation::keys::Group;
use crate::animation::rig::{self, Solver};
use crate::animation::sample::{held_rotation, held_scalar, keys_around};
use crate::animation::{Binding, Layer, Motion, Pose, sample_rotation, sample_scalar};
use castview_base::core::{BoneIndex, Transform};
use castview_base::scene::{CurveMode, Model, Property};
use glam::Quat;
use std::collections::BTreeMap;

/// A step, and where it leaves the bone.
#[derive(Clone, Debug, PartialEq)]
pub struct Rung {
    /// The change.
    pub step: RungStep,
    /// The bone relative to its parent, after the step.
    pub local: Transform,
}

/// Change of a bone by one of those that move it.
#[derive(Clone, Debug, PartialEq)]
pub enum RungStep {
    /// The pose in which nothing animates.
    Rest,
    /// A layer that has curves for the bone.
    Layer {
        /// Position in [`Motion::layers`].
        at: usize,
        /// Whether the layer's mask leaves the bone to it.
        is_covered: bool,
        /// By channel, in the order they apply.
        curves: Vec<CurveUse>,
        /// The bone after a part of the layer that leaves it elsewhere than the one after it, in their order; not the whole layer.
        parts: Vec<(LayerPart, Transform)>,
    },
    /// The change that the user made by hand.
    ByHand(Transform),
    /// A handle or a constraint.
    Rig(Solver),
}

/// One curve at one frame, and the channel that it changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurveUse {
    /// Position in the clip's tracks.
    pub track: usize,
    /// The channel; of a clip with another up axis not always the track's own.
    pub property: Property,
    /// After overrides and what the user chose.
    pub mode: CurveMode,
    /// The keys before and after the frame; the same one twice where no value lies between keys.
    pub keys: [usize; 2],
    /// 0…1 on the way from the first of `keys` to the second, in time.
    pub along: f64,
    /// The curve at the frame.
    pub value: CurveValue,
    /// The value as it meets the channel: in the model's axes and scale, retargeted, the pose that the clip plays over taken away.
    pub used: CurveValue,
    /// The channel before, as the value meets it.
    pub current: CurveValue,
    /// How much an additive value counts; other modes do not use it.
    pub additive_weight: f32,
    /// The channel after, before the layer's own weight.
    pub made: CurveValue,
}

/// A number, or a rotation of unit length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CurveValue {
    /// One axis of a translation, or of a scale.
    Number(f32),
    /// Where a quaternion is driven as a whole.
    Rotation(Quat),
}

/// The way of `bone` in the pose that [`evaluate`](crate::animation::evaluate) makes of `motion`.
///
/// Panics when a binding, a mask or a rig was made for another clip or model, or the model has no such bone.
pub fn ladder(model: &Model, motion: Motion<'_>, bone: BoneIndex) -> Vec<Rung> {
    let mut pose = Pose::default();
    start_at_rest(model, &mut pose);
    let at = bone.get();
    let rest = model.skeleton.rest()[at];
    let mut rungs = vec![Rung {
        step: RungStep::Rest,
        local: pose.local[at],
    }];
    for (number, layer) in motion.layers.iter().enumerate() {
        let below = pose.local[at];
        let drives = layer.binding.bone_tracks(bone).next().is_some();
        let before = drives.then(|| pose.clone());
        lay_over(model, layer, &mut pose);
        let Some(before) = before else { continue };
        let is_covered = layer.mask.is_none_or(|mask| mask.covers(bone));
        rungs.push(Rung {
            step: RungStep::Layer {
                at: number,
                is_covered,
                curves: curves(layer, bone, (&rest, &below)),
                parts: parts(model, layer, &before, (at, &pose.local[at])),
            },
            local: pose.local[at],
        });
    }
    pose_by_hand(motion.by_hand, &mut pose);
    if let Some(change) = motion.by_hand.and_then(|by_hand| by_hand.get(&bone)) {
        rungs.push(Rung {
            step: RungStep::ByHand(*change),
            local: pose.local[at],
        });
    }
    if let Some(prepared) = motion.rig {
        let changes = rig::solve_watching(model, prepared, &mut pose.local, bone);
        rungs.extend(changes.into_iter().map(|(solver, local)| Rung {
            step: RungStep::Rig(solver),
            local,
        }));
    }
    rungs
}

/// The bone `at` after the parts of `layer` over `below`, as long as they differ from `after`, the whole layer.
fn parts(
    model: &Model,
    layer: &Layer<'_>,
    below: &Pose,
    (at, after): (usize, &Transform),
) -> Vec<(LayerPart, Transform)> {
    let mut above = *after;
    let mut parts = Vec::new();
    for part in [LayerPart::Mode, LayerPart::Keys] {
        let mut pose = below.clone();
        lay_over(model, &part.of(layer), &mut pose);
        let local = pose.local[at];
        if local != above {
            parts.push((part, local));
        }
        above = local;
    }
    parts.reverse();
    parts
}

/// Curves of `layer` for `bone`, over the bone as `below` has it.
fn curves(layer: &Layer<'_>, bone: BoneIndex, (rest, below): (&Transform, &Transform)) -> Vec<CurveUse> {
    let packed = packed_values(layer, bone);
    let mut made = *below;
    let of_bone = layer.binding.of_bone(bone).iter();
    let uses = of_bone.filter_map(|bound| {
        let track = &layer.clip.tracks[bound.track as usize];
        let value = match (packed.get(&bound.track), layer.stepped) {
            (Some(value), _) => *value,
            (None, true) => value_of(held_scalar(track, layer.frame), held_rotation(track, layer.frame))?,
            (None, false) => value_of(sample_scalar(track, layer.frame), sample_rotation(track, layer.frame))?,
        };
        let step = Step {
            bound,
            rest,
            weight: track.additive_weight,
        };
        let around = keys_around(track, layer.frame);
        let (keys, along) = match layer.stepped {
            true => ([around.0[0]; 2], 0.0),
            false => around,
        };
        let met = step.meet(value, &mut made)?;
        Some(CurveUse {
            track: bound.track as usize,
            property: bound.property,
            mode: bound.mode,
            keys,
            along,
            value,
            ..met
        })
    });
    uses.collect()
}

fn value_of(number: Option<f32>, rotation: Option<Quat>) -> Option<CurveValue> {
    number
        .map(CurveValue::Number)
        .or_else(|| rotation.map(CurveValue::Rotation))
}

/// By track: the values of packed keys, which are laid out for speed and differ from the curve by their rounding.
fn packed_values(layer: &Layer<'_>, bone: BoneIndex) -> BTreeMap<u32, CurveValue> {
    let mut values = BTreeMap::new();
    let Binding { keys, plan, .. } = layer.binding;
    if layer.stepped {
        return values;
    }
    for (rows, uses) in keys.rows.iter().zip(&plan.groups) {
        collect(rows, uses, (layer, bone), &mut values);
    }
    if let Some(uses) = plan.groups.last() {
        collect(&keys.blocks, uses, (layer, bone), &mut values);
    }
    values
}

/// The values of one group that move the bone.
fn collect(
    group: &impl Group,
    uses: &Uses,
    (layer, bone): (&Layer<'_>, BoneIndex),
    values: &mut BTreeMap<u32, CurveValue>,
) {
    group.rotations(layer.clip, layer.frame, |at, value| {
        if let Some(used) = uses.rotations.get(at).filter(|used| used.bone() == Some(bone.get())) {
            values.insert(used.track, CurveValue::Rotation(value));
        }
    });
    group.vectors(layer.clip, layer.frame, |at, value| {
        if let Some(used) = uses.vectors.get(at).filter(|used| used.bone() == Some(bone.get())) {
            for (axis, driven) in used.axes.iter().enumerate() {
                if let Some((_, track)) = *driven {
                    values.insert(track, CurveValue::Number(value[axis]));
                }
            }
        }
    });
}

/// One track that meets its channel.
struct Step<'a> {
    bound: &'a BoundTransform,
    rest: &'a Transform,
    /// The track's own.
    weight: f32,
}

impl Step<'_> {
    /// Changes `made` as the layer does. `None` where value and channel are of different kinds. The fields about keys are empty.
    fn meet(&self, value: CurveValue, made: &mut Transform) -> Option<CurveUse> {
        let Self { bound, rest, weight } = self;
        let met = |used, current, additive_weight, made| CurveUse {
            track: 0,
            property: bound.property,
            mode: bound.mode,
            keys: [0; 2],
            along: 0.0,
            value,
            used,
            current,
            additive_weight,
            made,
        };
        if let CurveValue::Rotation(value) = value {
            let (used, current, weight) = match bound.turn {
                None => (value, made.rotation, *weight),
                Some(_) => {
                    let turn = bound.rotation_turn();
                    (turn.apply(value), made.rotation * turn.lift, turn.weight(*weight))
                }
            };
            made.rotation = mode::rotation(bound.mode, rest.rotation, current, used, weight);
            let [used, current, after] = [used, current, made.rotation].map(CurveValue::Rotation);
            return Some(met(used, current, weight, after));
        }
        let CurveValue::Number(value) = value else { return None };
        let (rest, channel, is_scale) = axis(bound.property, rest, made)?;
        let fit = bound.axis_fit();
        let (used, current, weight) = match bound.turn {
            None => (value, *channel, *weight),
            Some(_) => (fit.apply(value), fit.lifted(*channel, is_scale), fit.weight(*weight)),
        };
        *channel = match is_scale {
            true => mode::scale(bound.mode, rest, current, used, weight),
            false => mode::translation(bound.mode, rest, current, used, weight),
        };
        let [used, current, after] = [used, current, *channel].map(CurveValue::Number);
        Some(met(used, current, weight, after))
    }
}
