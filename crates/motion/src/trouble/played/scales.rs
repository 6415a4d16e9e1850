//! Bones that are scaled unevenly while meshes hang on them by dual quaternions.
//!
//! In: pose after pose. Out: for each bone the worst frame, and the first and the last one. Only bones that weigh in such a mesh are looked
//! at, found before the sweep: without one there is nothing to see.

use super::sweep::{Swept, WorstFrame, widen};
use crate::animation::Pose;
use crate::trouble::found::{FoundTrouble, TroubleOf, Troubles};
use crate::trouble::looked_at::LookedAt;
use crate::trouble::table::TroubleKind;
use castview_base::core::BoneIndex;
use castview_base::scene::{Model, Skinning};
use glam::{Affine3A, Mat3A};

/// A bone with the matrix of its slot.
struct ScaledBone {
    bone: BoneIndex,
    bone_from_mesh: Affine3A,
    uneven: Option<WorstFrame>,
}

/// All such bones of a model.
pub(super) struct UnevenScales {
    bones: Vec<ScaledBone>,
    seen: usize,
}

impl UnevenScales {
    /// `None`: no mesh is skinned by dual quaternions. Linear in the influences of those that are.
    pub fn new(at: LookedAt<'_>) -> Option<Self> {
        let model = at.model;
        let mut weighs: Vec<Option<Affine3A>> = vec![None; model.skeleton.len()];
        for mesh in model
            .meshes
            .iter()
            .filter(|mesh| mesh.skinning == Skinning::DualQuaternion)
        {
            let Some(skin) = mesh.skin.and_then(|skin| model.skins.get(skin.get())) else {
                continue;
            };
            for (slot, _) in (0..mesh.vertex_count()).flat_map(|vertex| mesh.influences.of_vertex(vertex)) {
                let known = &mut weighs[skin.bones[slot].get()];
                *known = known.or(skin.bone_from_mesh[slot]);
            }
        }
        let bones: Vec<ScaledBone> = (weighs.into_iter().enumerate())
            .filter_map(|(bone, matrix)| {
                Some(ScaledBone {
                    bone: BoneIndex::new(bone),
                    bone_from_mesh: matrix?,
                    uneven: None,
                })
            })
            .collect();
        (!bones.is_empty()).then_some(Self { bones, seen: 0 })
    }

    /// The next pose of the sweep.
    pub fn see(&mut self, pose: &Pose) {
        let at = self.seen;
        self.seen += 1;
        let bound = TroubleKind::UnevenScale.row().bound;
        for scaled in &mut self.bones {
            let percent = unevenness(pose.model_from_bone[scaled.bone.get()].matrix3 * scaled.bone_from_mesh.matrix3);
            widen(&mut scaled.uneven, at, percent, bound);
        }
    }

    /// Adds what was found, the topmost bones alone.
    pub fn tell(self, model: &Model, swept: Swept, out: &mut Troubles) {
        let skeleton = &model.skeleton;
        let mut is_told = vec![false; skeleton.len()];
        for scaled in &self.bones {
            is_told[scaled.bone.get()] = scaled.uneven.is_some();
        }
        for ScaledBone { bone, uneven, .. } in &self.bones {
            let Some(uneven) = uneven else { continue };
            if skeleton
                .ancestors_and_self(*bone)
                .skip(1)
                .any(|above| is_told[above.get()])
            {
                continue;
            }
            let percent = uneven.value;
            out.add(TroubleKind::UnevenScale, || FoundTrouble {
                kind: TroubleKind::UnevenScale,
                of: TroubleOf::Bone(*bone),
                frame: Some(swept.frame(uneven.worst)),
                range: Some(swept.range(*uneven)),
                value: percent,
                message: format!("its scale differs by {percent:.1} % along its axes, under dual quaternions"),
            });
        }
    }
}

/// How far the matrix is from a turn with one scale: for a scale along one axis the share by which that axis is longer, in hundredths.
fn unevenness(matrix: Mat3A) -> f32 {
    let squares = matrix.transpose() * matrix;
    let mean = (squares.x_axis.x + squares.y_axis.y + squares.z_axis.z) / 3.0;
    let off = squares * mean.recip() - Mat3A::IDENTITY;
    let sum = off.x_axis.length_squared() + off.y_axis.length_squared() + off.z_axis.length_squared();
    // A scale of 1 + e along one axis is off by 2e, spread over the three axes.
    (sum * 1.5).sqrt() * 50.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, Vec3};

    #[test]
    fn a_scale_along_one_axis_is_its_own_measure_whatever_it_is_turned_by() {
        let turn = Mat3A::from_quat(Quat::from_rotation_x(0.7) * Quat::from_rotation_z(2.1));
        for (scale, percent) in [
            (Vec3::ONE, 0.0),
            (Vec3::splat(3.0), 0.0),
            (Vec3::new(1.01, 1.0, 1.0), 1.0),
        ] {
            let measured = unevenness(turn * Mat3A::from_diagonal(scale) * turn.transpose());
            assert!((measured - percent).abs() < 0.02, "{scale}: {measured}");
        }
        assert!(unevenness(Mat3A::from_diagonal(Vec3::new(2.0, 1.0, 1.0))) > 50.0);
    }
}
