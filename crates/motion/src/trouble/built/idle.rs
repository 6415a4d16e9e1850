//! Bones and vertices without weight.

use crate::trouble::found::{FoundTrouble, TroubleOf, Troubles};
use crate::trouble::table::{TroubleKind, TroubleKinds};
use castview_base::core::{BoneIndex, MeshIndex};
use castview_base::scene::{Model, WeightFacts};

/// `facts` are of `model`.
pub(super) fn look(model: &Model, facts: &WeightFacts, kinds: TroubleKinds, out: &mut Troubles) {
    if kinds.has(TroubleKind::IdleBone) {
        idle_bones(model, facts, out);
    }
    for index in (0..model.meshes.len())
        .map(MeshIndex::new)
        .filter(|_| kinds.has(TroubleKind::WrongWeights))
    {
        let Some(weights) = facts.of_mesh(index) else { continue };
        let wrong = weights.weightless + weights.wrong_sums;
        if wrong > 0 {
            out.add(TroubleKind::WrongWeights, || FoundTrouble {
                kind: TroubleKind::WrongWeights,
                of: TroubleOf::Mesh(index),
                frame: None,
                range: None,
                value: wrong as f32,
                message: format!(
                    "{} of its vertices have no weight, and the weights of {} do not sum to 1, the worst to {:.3}",
                    weights.weightless, weights.wrong_sums, weights.worst_sum
                ),
            });
        }
    }
}

/// Bones that a skin lists, that move no vertex, and below which none does.
fn idle_bones(model: &Model, facts: &WeightFacts, out: &mut Troubles) {
    let skeleton = &model.skeleton;
    let mut listed = vec![false; skeleton.len()];
    for bone in model.skins.iter().flat_map(|skin| &skin.bones) {
        listed[bone.get()] = true;
    }
    let mut moves: Vec<bool> = skeleton.bones().map(|bone| facts.total(bone).1 > 0).collect();
    for bone in (0..skeleton.len()).rev().map(BoneIndex::new) {
        if let (true, Some(parent)) = (moves[bone.get()], skeleton.parent(bone)) {
            moves[parent.get()] = true;
        }
    }
    for bone in skeleton.bones().filter(|bone| listed[bone.get()] && !moves[bone.get()]) {
        out.add(TroubleKind::IdleBone, || FoundTrouble {
            kind: TroubleKind::IdleBone,
            of: TroubleOf::Bone(bone),
            frame: None,
            range: None,
            value: 0.0,
            message: "a skin lists it, and neither it nor a bone below it moves a vertex".into(),
        });
    }
}
