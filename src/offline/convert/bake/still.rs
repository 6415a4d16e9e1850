//! A pose → models that rest in it.
//!
//! In: a session that stands at the pose. Out: the models of the written scene, at rest as they are posed: bones, weights of blend shapes and
//! what is hidden. Meshes keep the pose in which they were bound.

use super::stage::BakedStage;
use crate::animation::Locals;
use crate::core::Diagnostics;
use crate::formats::rules::convert as rule;
use crate::offline::convert::gather::Gathered;
use crate::offline::convert::plain;
use crate::scene::Skeleton;
use glam::Affine3A;

/// `compensates`: the written format has segment scale compensation.
pub fn rest_as_posed(stage: &BakedStage, gathered: &mut Gathered, compensates: bool, losses: &mut Diagnostics) {
    let mut locals = Locals::default();
    for (index, placed) in stage.placed() {
        let (posed, pose) = (placed.model(), placed.pose());
        locals.take(&posed.skeleton, pose, Affine3A::IDENTITY, compensates);
        let model = &mut gathered.scene.models[index];
        let mut bones = model.skeleton.to_bones();
        for (bone, local) in posed.skeleton.bones().zip(&locals.local) {
            bones[posed.skeleton.file_index(bone)].rest = *local;
        }
        if let Ok(skeleton) = Skeleton::new(bones) {
            model.skeleton = skeleton;
        }
        for (shape, weight) in model.blend_shapes.iter_mut().zip(&pose.shape_weights) {
            shape.rest_weight = *weight;
        }
        for (mesh, visible) in model.meshes.iter_mut().zip(&pose.mesh_visible) {
            mesh.hidden |= !visible || !pose.model_visible;
            mesh.absent_at_rest &= !visible;
        }
        if locals.leaning > 0 {
            losses.report(
                rule::X_SHEAR,
                || plain::place_in("model", &model.name),
                || format!("axes of bones lean in this pose; such bones: {}", locals.leaning),
            );
        }
    }
}
