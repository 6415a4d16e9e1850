//! Posed bones → local transforms that make the same pose in the written file.
//!
//! In: the pose of a model. Out: one transform per bone. Where a bone stands otherwise than its local transform says (it follows
//! another model, or the format has no segment scale compensation) the transform follows from where it stands. Never here: time.

use crate::animation::Pose;
use castview_base::core::{BoneIndex, Transform};
use castview_base::scene::Skeleton;
use glam::{Affine3A, DAffine3, DMat3, DVec3};

/// Greatest distance of a bone from its local transform, as a share of the size, at which the two agree.
const ALIKE: f32 = 2e-6;
/// Lengths below this share are no shear but rounding.
const LEANS: f64 = 1e-4;

/// Local transforms of all bones of one model.
#[derive(Debug, Default)]
pub struct Locals {
    /// In the skeleton's order.
    pub local: Vec<Transform>,
    /// Bones whose axes lean, so that no transform says where they stand.
    pub leaning: usize,
    /// Where the written file places the bones, counted as the pose does.
    model_from_bone: Vec<Affine3A>,
}

impl Locals {
    /// Overwrites them with those of `pose`. `carry`: what moves the model as a whole, counted as the
    /// pose does. `compensates`: the written format has segment scale compensation.
    pub fn take(&mut self, skeleton: &Skeleton, pose: &Pose, carry: Affine3A, compensates: bool) {
        self.local.clear();
        self.model_from_bone.clear();
        self.leaning = 0;
        for bone in skeleton.bones() {
            let wanted = carry * pose.model_from_bone[bone.get()];
            let above = skeleton.parent(bone).map(|parent| self.model_from_bone[parent.get()]);
            let above = above.unwrap_or_else(|| pose.model_from_file());
            self.local.push(pose.local[bone.get()]);
            let stands = above * self.joint(skeleton, bone, compensates);
            if is_alike(stands, wanted) {
                self.model_from_bone.push(stands);
                continue;
            }
            if let Some((made, leans)) = self.solved(skeleton, bone, (above, wanted), compensates) {
                self.local[bone.get()] = made;
                self.leaning += usize::from(leans);
            }
            let stands = above * self.joint(skeleton, bone, compensates);
            self.model_from_bone.push(stands);
        }
    }

    /// `parent_from_bone` as a reader of the written file makes it.
    fn joint(&self, skeleton: &Skeleton, bone: BoneIndex, compensates: bool) -> Affine3A {
        if compensates || !skeleton.compensates_scale()[bone.get()] {
            return skeleton.joint(&self.local, bone);
        }
        let mut joint = self.local[bone.get()].affine();
        if let Some(shear) = skeleton.shear(bone) {
            joint.matrix3 *= shear;
        }
        joint
    }

    /// The local transform that places the bone at `wanted` below `above`, and whether its axes lean; `None` where none does.
    fn solved(
        &self,
        skeleton: &Skeleton,
        bone: BoneIndex,
        (above, wanted): (Affine3A, Affine3A),
        compensates: bool,
    ) -> Option<(Transform, bool)> {
        let mut from_parent = double(above).inverse() * double(wanted);
        if let Some(parent) = skeleton.parent(bone)
            && compensates
            && skeleton.compensates_scale()[bone.get()]
        {
            // A reader divides the rows by the parent's scale.
            let scale = self.local[parent.get()].scale.as_dvec3();
            from_parent.matrix3 = DMat3::from_diagonal(scale) * from_parent.matrix3;
        }
        if let Some(shear) = skeleton.shear(bone) {
            from_parent.matrix3 *= glam::Mat3::from(shear).as_dmat3().inverse();
        }
        let single = Affine3A::from_mat3_translation(from_parent.matrix3.as_mat3(), from_parent.translation.as_vec3());
        if !single.is_finite() {
            return None;
        }
        let made = Transform::of_affine(single);
        Some((made, leans(&made, &from_parent)))
    }
}

fn is_alike(a: Affine3A, b: Affine3A) -> bool {
    let size = b.matrix3.x_axis.length().max(b.translation.length()).max(1.0);
    a.abs_diff_eq(b, ALIKE * size)
}

fn double(matrix: Affine3A) -> DAffine3 {
    DAffine3 {
        matrix3: glam::Mat3::from(matrix.matrix3).as_dmat3(),
        translation: glam::Vec3::from(matrix.translation).as_dvec3(),
    }
}

/// Whether the axes of `matrix` are not those of `made`.
fn leans(made: &Transform, matrix: &DAffine3) -> bool {
    let made = double(made.affine()).matrix3;
    let lengths = DVec3::new(
        matrix.matrix3.x_axis.length(),
        matrix.matrix3.y_axis.length(),
        matrix.matrix3.z_axis.length(),
    );
    let off = made - matrix.matrix3;
    let off = off.x_axis.length().max(off.y_axis.length()).max(off.z_axis.length());
    off > LEANS * lengths.max_element().max(1e-12)
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::scene::{Bone, model_from_bone_beside};
    use glam::{Quat, Vec3};

    /// A pose far away counts from a point beside it; files do not.
    #[test]
    fn locals_of_a_pose_that_counts_from_elsewhere_are_those_of_the_file() {
        let origin = Vec3::new(2e6, -5e5, 1e6);
        let bone = |translation, parent| Bone {
            parent,
            rest: Transform {
                translation,
                rotation: Quat::from_xyzw(0.4, -0.2, 0.7, 0.3).normalize(),
                scale: Vec3::ONE,
            },
            ..Bone::default()
        };
        let near = Vec3::new(0.5, -0.25, 0.125);
        let bones = vec![bone(origin + Vec3::ONE, None), bone(near, Some(0)), bone(near, Some(1))];
        let skeleton = Skeleton::new(bones).expect("parents come first");
        let mut pose = Pose {
            local: skeleton.rest().to_vec(),
            origin,
            ..Pose::default()
        };
        model_from_bone_beside(&skeleton, &pose.local, origin, &mut pose.model_from_bone);
        let mut locals = Locals::default();
        locals.take(&skeleton, &pose, Affine3A::IDENTITY, true);
        for (local, rest) in locals.local.iter().zip(skeleton.rest()) {
            assert!(
                local.translation.abs_diff_eq(rest.translation, 1e-5),
                "{local:?} {rest:?}"
            );
            assert!(local.rotation.abs_diff_eq(rest.rotation, 1e-5));
        }
    }
}
