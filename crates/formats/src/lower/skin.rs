//! The law of skins that are bound in the rest pose: the bones that have a slot, and their inverse bind matrices.
//!
//! In: a skeleton, and the slots of its meshes. Out: a skin, and counts of bones that the rest pose flattens.

use super::slots::Slots;
use crate::counts;
use castview_base::scene::{Skeleton, Skin, model_from_bone};
use glam::{Affine3A, DAffine3, DMat3, Vec3};

/// Bones that are flat in the rest pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Flat {
    /// They hold their vertices as if scales of 0 were 1.
    pub upright: usize,
    /// They move no vertex.
    pub lost: usize,
}

/// The bind pose is the rest pose. Without `slots` nothing hangs on it: bones alone, as in a file of a million of them, need no inverse of each.
pub(crate) fn at_rest(skeleton: &Skeleton, slots: Option<&Slots>) -> (Option<Skin>, Flat) {
    let at_rest = skeleton.rest_model_from_bone();
    let mut skin = slots.map(|slots| {
        let bones = slots.bones(skeleton);
        let bone_from_mesh = bones.iter().map(|bone| inverse(&at_rest[bone.get()])).collect();
        Skin { bones, bone_from_mesh }
    });
    let is_flat = |matrix: &&Affine3A| inverse(matrix).is_none();
    let flat = at_rest.iter().filter(is_flat).count();
    let mut lost = 0;
    if flat > 0 {
        let upright = without_zero_scales(skeleton);
        if let Some(Skin { bones, bone_from_mesh }) = &mut skin {
            for (bone, matrix) in bones.iter().zip(bone_from_mesh) {
                *matrix = matrix.or_else(|| inverse(&upright[bone.get()]));
            }
        }
        let both = at_rest.iter().zip(&upright);
        lost = both.filter(|(flat, upright)| is_flat(flat) && is_flat(upright)).count();
    }
    let upright = flat - lost;
    (skin, Flat { upright, lost })
}

impl Flat {
    /// In a sentence; `None`: no bone is flat.
    pub fn told(self) -> Option<String> {
        let parts = [
            (
                self.upright,
                "bone is flat in the rest pose; it holds its vertices as if scales of 0 were 1",
                "bones are flat in the rest pose; they hold their vertices as if scales of 0 were 1",
            ),
            (
                self.lost,
                "bone is flattened to nothing in the rest pose; it moves no vertex",
                "bones are flattened to nothing in the rest pose; they move no vertex",
            ),
        ];
        (self.upright + self.lost > 0).then(|| counts::told(&parts))
    }
}

/// `model_from_bone` at rest, with 1 for each part of a scale that is 0: how a mesh was bound to a bone that is hidden until a clip scales it
/// up.
fn without_zero_scales(skeleton: &Skeleton) -> Vec<Affine3A> {
    let mut rest = skeleton.rest().to_vec();
    for bone in &mut rest {
        bone.scale = Vec3::select(bone.scale.cmpeq(Vec3::ZERO), Vec3::ONE, bone.scale);
    }
    let mut out = Vec::with_capacity(skeleton.len());
    model_from_bone(skeleton, &rest, &mut out);
    out
}

/// Below this part of the box its columns span, a matrix counts as flat: single precision has lost the rest.
const FLAT: f64 = 1e-6;

/// The inverse, computed in double precision; `None` if the matrix is singular or the inverse is beyond all numbers.
pub(crate) fn inverse(matrix: &Affine3A) -> Option<Affine3A> {
    let axes = [matrix.matrix3.x_axis, matrix.matrix3.y_axis, matrix.matrix3.z_axis].map(|axis| axis.as_dvec3());
    let wide = DAffine3 {
        matrix3: DMat3::from_cols(axes[0], axes[1], axes[2]),
        translation: matrix.translation.as_dvec3(),
    };
    let volume: f64 = axes.iter().map(|axis| axis.length()).product();
    if wide.matrix3.determinant().abs() <= volume * FLAT {
        return None;
    }
    let inverse = wide.inverse().as_affine3a();
    inverse.is_finite().then_some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Mat3A, Quat, Vec3A};

    #[test]
    fn only_flat_matrices_have_no_inverse() {
        let turn = Quat::from_axis_angle(Vec3::new(1.0, 2.0, -0.5).normalize(), 0.7);
        for (scale, wanted) in [
            (Vec3::ONE, true),
            (Vec3::splat(1e-7), true),
            (Vec3::new(-4.0, 0.1, 2.0), true),
            (Vec3::new(1.0, 0.0, 1.0), false),
            (Vec3::ZERO, false),
        ] {
            let matrix = Affine3A::from_scale_rotation_translation(scale, turn, Vec3::new(3.0, -1.0, 2.0));
            let inverse = inverse(&matrix);
            assert_eq!(inverse.is_some(), wanted, "{scale}");
            if let Some(inverse) = inverse {
                let product = matrix * inverse;
                assert!(product.abs_diff_eq(Affine3A::IDENTITY, 1e-5), "{scale}: {product:?}");
            }
        }
        // Flattened first and turned afterwards: rounding leaves a determinant that is almost zero.
        let flat = Affine3A {
            matrix3: Mat3A::from_diagonal(Vec3::new(1.0, 0.0, 1.0)) * Mat3A::from_quat(turn),
            translation: Vec3A::ZERO,
        };
        assert!(super::inverse(&flat).is_none());
    }
}
