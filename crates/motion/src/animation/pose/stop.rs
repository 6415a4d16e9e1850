//! Poses that are left as one of their steps leaves them.
//!
//! In: a model, its motion, and a step of its [`ladder`](crate::animation::ladder). Out: the pose after the step, by the same functions as
//! [`evaluate`](crate::animation::evaluate). Never here: names, and who asked.

use super::by_hand::pose_by_hand;
use super::evaluate::{follow_bones, start_at_rest};
use super::layer::lay_over;
use super::palette::use_one_slot;
use super::unposed::bind_pose;
use crate::animation::rig::{self, Solver};
use crate::animation::{Layer, Motion, Pose};
use castview_base::core::SkinIndex;
use castview_base::scene::Model;

/// A step of the bones; nothing after it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoseStop {
    /// The pose in which nothing animates.
    Rest,
    /// A part of a layer, over all layers below it.
    Layer {
        /// Position in [`Motion::layers`]; one that is not there stops after all of them, before the rig.
        at: usize,
        /// How much of the layer is done.
        part: LayerPart,
    },
    /// Bones posed by hand, over all layers.
    ByHand,
    /// A handle or a constraint, after those before it.
    Rig(Solver),
}

/// How far a layer goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum LayerPart {
    /// The values of its keys in place of the channels, in the model's axes and scale: without mode, weight and mask.
    Keys,
    /// As their mode lays them over what is below: without weight and mask.
    Mode,
    /// All of the layer.
    Whole,
}

/// A step of the vertices of one skin, after all steps of the bones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkinStop {
    /// Blend shapes as they are, bones in the bind pose.
    Shapes,
    /// One influence alone, at full weight, on every vertex.
    Influence {
        /// The skin.
        skin: SkinIndex,
        /// Position in its bones.
        slot: usize,
    },
}

impl LayerPart {
    /// So much of `layer`.
    pub(super) fn of<'a>(self, layer: &Layer<'a>) -> Layer<'a> {
        match self {
            Self::Whole => *layer,
            Self::Keys | Self::Mode => Layer {
                weight: 1.0,
                mask: None,
                replaces: self == Self::Keys,
                ..*layer
            },
        }
    }
}

/// As [`evaluate`](crate::animation::evaluate), up to `stop` and with it. `out` is overwritten.
///
/// Panics when a binding, a mask or a rig was made for another clip or model.
pub fn evaluate_until(model: &Model, motion: Motion<'_>, stop: PoseStop, out: &mut Pose) {
    start_at_rest(model, out);
    out.origin = motion.origin;
    let (below, last) = match stop {
        PoseStop::Rest => (0, None),
        PoseStop::Layer { at, part } => (at, motion.layers.get(at).map(|layer| part.of(layer))),
        PoseStop::ByHand | PoseStop::Rig(_) => (motion.layers.len(), None),
    };
    for layer in motion.layers.iter().take(below).chain(&last) {
        lay_over(model, layer, out);
    }
    if matches!(stop, PoseStop::ByHand | PoseStop::Rig(_)) {
        pose_by_hand(motion.by_hand, out);
    }
    if let (PoseStop::Rig(solver), Some(prepared)) = (stop, motion.rig) {
        rig::solve_until(model, prepared, solver, &mut out.local, &mut out.rig_room);
    }
    follow_bones(model, out);
}

/// Takes a whole pose back to `stop`: to that step of its vertices. Bones that the step does not move stay.
pub fn stop_in_skin(model: &Model, stop: SkinStop, pose: &mut Pose) {
    match stop {
        SkinStop::Shapes => {
            pose.local = bind_pose(model);
            follow_bones(model, pose);
        }
        SkinStop::Influence { skin, slot } => use_one_slot(model, skin, slot, pose),
    }
}
