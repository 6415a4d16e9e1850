//! Layers of clips → a pose (docs/formats/cast.md §3.18): rest → layers → by hand → rig → hierarchy → palettes.
//!
//! In: a model, and what moves it at one instant. Out: one [`Pose`], whatever was in it before.
//! Never here: names, clocks, memory of earlier frames. Nothing is allocated once the pose has the model's size.

use super::by_hand::{HandPose, pose_by_hand};
use super::layer::lay_over;
use super::palette::build_palettes;
use crate::animation::rig;
use crate::animation::{Binding, Layer, Pose, PreparedRig};
use castview_base::scene::{Clip, Model, model_from_bone_beside};
use glam::Vec3;

/// Everything that moves one model at one instant.
#[derive(Clone, Copy, Debug, Default)]
pub struct Motion<'a> {
    /// From the bottom up; none is the rest pose.
    pub layers: &'a [Layer<'a>],
    /// The model's handles and constraints, made for this model; `None` leaves them off, which is how a pose begins (cast.md A30).
    pub rig: Option<&'a PreparedRig>,
    /// Bones that are posed by hand over what the layers make, before the rig is solved.
    pub by_hand: Option<&'a HandPose>,
    /// [`Pose::origin`] of the pose that is made.
    pub origin: Vec3,
}

/// The pose in which nothing animates: every palette matrix is the identity, up to rounding.
pub fn rest_pose(model: &Model) -> Pose {
    let mut pose = Pose::default();
    evaluate(model, Motion::default(), &mut pose);
    pose
}

/// Lays the layers over the rest pose and follows from that to matrices. `out` is overwritten.
///
/// Panics when a binding, a mask or a rig was made for another clip or model.
pub fn evaluate(model: &Model, motion: Motion<'_>, out: &mut Pose) {
    start_at_rest(model, out);
    out.origin = motion.origin;
    for layer in motion.layers {
        lay_over(model, layer, out);
    }
    pose_by_hand(motion.by_hand, out);
    if let Some(prepared) = motion.rig {
        rig::solve(model, prepared, &mut out.local, &mut out.rig_room);
    }
    follow_bones(model, out);
}

/// Matrices and palettes of the local transforms.
pub(super) fn follow_bones(model: &Model, out: &mut Pose) {
    model_from_bone_beside(&model.skeleton, &out.local, out.origin, &mut out.model_from_bone);
    build_palettes(model, out);
}

/// The rest pose with `clip` at `frame` laid over it: local transforms and weights, without rig, matrices and palettes.
pub fn local_pose(model: &Model, clip: &Clip, binding: &Binding, frame: f64) -> Pose {
    let mut pose = Pose::default();
    start_at_rest(model, &mut pose);
    lay_over(model, &Layer::new(clip, binding, frame), &mut pose);
    pose
}

/// Local transforms and shapes at rest, everything visible.
pub(super) fn start_at_rest(model: &Model, out: &mut Pose) {
    out.local.clear();
    out.local.extend_from_slice(model.skeleton.rest());
    out.methods.clear();
    out.clip_weights.clear();
    out.clip_local.clear();
    out.shape_weights.clear();
    let rest_weights = model.blend_shapes.iter().map(|shape| shape.rest_weight);
    out.shape_weights.extend(rest_weights);
    out.mesh_visible.clear();
    out.mesh_visible
        .extend(model.meshes.iter().map(|mesh| !mesh.absent_at_rest));
    out.bone_visible.clear();
    out.bone_visible.resize(model.skeleton.len(), true);
    out.model_visible = true;
    out.settings.clear();
}
