//! Where a bone stands, in the space that was asked for.
//!
//! In: a placed model with its pose. Out: matrices, their parts, the bone's length.
//! Never here: text, rounding.

use crate::stage::up_axis::world_from_stage;
use crate::{BoneSpace, Placed, Session};
use castview_base::core::{BoneIndex, Transform};
use glam::{Affine3A, Mat4, Vec3};

/// How long a bone is, in units of its model; heads are where bones begin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BoneLength {
    /// From its head to those of its children: the least and the greatest distance, and the only child if it has one.
    ToChildren {
        nearest: f32,
        farthest: f32,
        count: usize,
        only: Option<BoneIndex>,
    },
    /// A leaf: from its parent's head to its own.
    FromParent(f32, BoneIndex),
    /// A root without children.
    Unknown,
}

/// `world_from_bone` with y up, as pictures are drawn; all numbers finite.
pub fn upright_from_bone(session: &Session, placed: &Placed, bone: BoneIndex) -> Affine3A {
    finite(world_from_stage(session) * placed.stage_from_bone(bone))
}

impl Placed {
    /// Where `bone` stands on the stage as it is drawn, the first time if its model stands at many places; all numbers finite. Panics for a
    /// bone that the model does not have.
    pub fn stage_from_bone(&self, bone: BoneIndex) -> Affine3A {
        finite(self.first_stage_from_model() * self.pose().model_from_bone[bone.get()])
    }

    /// The matrix of `bone` in `space`, in the numbers of the files. Panics for a bone that the model does not have.
    pub fn bone_matrix(&self, bone: BoneIndex, space: BoneSpace) -> Affine3A {
        match space {
            BoneSpace::Model => self.filed_in_model(self.pose().model_from_bone[bone.get()]),
            BoneSpace::World => self.filed_on_stage(self.stage_from_bone(bone)),
            BoneSpace::Local | BoneSpace::Offset | BoneSpace::Rest => self.bone_transform(bone, space).affine(),
        }
    }

    /// The parts of [`Placed::bone_matrix`].
    pub fn bone_transform(&self, bone: BoneIndex, space: BoneSpace) -> Transform {
        let (local, rest) = (self.pose().local[bone.get()], self.model().skeleton.rest()[bone.get()]);
        match space {
            BoneSpace::Local => local,
            BoneSpace::Rest => rest,
            BoneSpace::Offset => offset(&rest, &local),
            BoneSpace::Model | BoneSpace::World => Transform::of_affine(self.bone_matrix(bone, space)),
        }
    }

    /// From head to head as they are posed, in model space.
    pub fn bone_length(&self, bone: BoneIndex) -> BoneLength {
        let skeleton = &self.model().skeleton;
        let head = |bone: BoneIndex| Vec3::from(self.pose().model_from_bone[bone.get()].translation);
        let (mut nearest, mut farthest, mut count, mut only) = (f32::INFINITY, 0.0_f32, 0, None);
        for child in skeleton.bones().filter(|child| skeleton.parent(*child) == Some(bone)) {
            let length = head(bone).distance(head(child));
            (nearest, farthest) = (nearest.min(length), farthest.max(length));
            count += 1;
            only = (count == 1).then_some(child);
        }
        match skeleton.parent(bone) {
            _ if count > 0 => BoneLength::ToChildren {
                nearest,
                farthest,
                count,
                only,
            },
            Some(parent) => BoneLength::FromParent(head(parent).distance(head(bone)), parent),
            None => BoneLength::Unknown,
        }
    }
}

/// `rest⁻¹ · local`, part by part: exact unless the rest scale is uneven. An axis that rests without length counts as it is.
fn offset(rest: &Transform, local: &Transform) -> Transform {
    let divided = |value: Vec3| {
        let by = |value: f32, rest: f32| if rest == 0.0 { value } else { value / rest };
        Vec3::new(
            by(value.x, rest.scale.x),
            by(value.y, rest.scale.y),
            by(value.z, rest.scale.z),
        )
    };
    let back = rest.rotation.inverse();
    Transform {
        translation: divided(back * (local.translation - rest.translation)),
        rotation: (back * local.rotation).normalize(),
        scale: divided(local.scale),
    }
}

/// A placement can push what was finite out of range; it stays at the last number there is.
pub(super) fn finite(matrix: Affine3A) -> Affine3A {
    let number = |number: f32| {
        if number.is_nan() {
            0.0
        } else {
            number.clamp(f32::MIN, f32::MAX)
        }
    };
    if matrix.is_finite() {
        return matrix;
    }
    Affine3A::from_mat4(Mat4::from_cols_array(&Mat4::from(matrix).to_cols_array().map(number)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Quat;

    #[test]
    fn an_offset_laid_on_rest_is_the_pose() {
        let rest = Transform {
            translation: Vec3::new(1.0, 2.0, 3.0),
            rotation: Quat::from_xyzw(0.3, 0.1, -0.5, 0.8).normalize(),
            scale: Vec3::splat(2.0),
        };
        let local = Transform {
            translation: Vec3::new(-4.0, 0.5, 3.5),
            rotation: Quat::from_rotation_y(1.1),
            scale: Vec3::new(1.0, 3.0, 0.5),
        };
        let made = rest.affine() * offset(&rest, &local).affine();
        assert!(made.abs_diff_eq(local.affine(), 1e-5), "{made:?}");
        assert_eq!(offset(&rest, &rest).scale, Vec3::ONE);
    }

    #[test]
    fn a_matrix_beyond_all_numbers_is_held() {
        let far = Affine3A::from_translation(Vec3::new(f32::INFINITY, f32::NAN, 1.0));
        assert_eq!(Vec3::from(finite(far).translation), Vec3::new(f32::MAX, 0.0, 1.0));
    }
}
