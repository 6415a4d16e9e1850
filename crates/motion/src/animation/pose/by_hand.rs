//! Bones posed by hand: changes of local transforms over the pose that the clips make.
//!
//! In: a change of some bones. Out: the same pose, changed, before the rig solves it. Never here: who posed them, and in which space.

use crate::animation::Pose;
use castview_base::core::{BoneIndex, Transform};
use glam::{Quat, Vec3};
use std::collections::BTreeMap;

/// The change of each bone posed by hand, in the bone's own axes; see [`over`].
pub type HandPose = BTreeMap<BoneIndex, Transform>;

/// `local` with the change `by` of the bone's own axes: the matrix `local · by`. A bone has no shear: a local scale that is not uniform
/// stays along the bone's axes while these turn.
///
/// A result that is not finite is `local`.
pub fn over(local: &Transform, by: &Transform) -> Transform {
    let rotation = match by.rotation == Quat::IDENTITY {
        true => local.rotation,
        false => (local.rotation * by.rotation).normalize(),
    };
    let changed = Transform {
        translation: local.translation + local.rotation * (local.scale * by.translation),
        rotation,
        scale: local.scale * by.scale,
    };
    match is_finite(&changed) {
        true => changed,
        false => *local,
    }
}

/// The change that makes `wanted` of `local`; `None` where a local scale of 0 hides the difference.
pub fn change_between(local: &Transform, wanted: &Transform) -> Option<Transform> {
    let way = local.rotation.inverse() * (wanted.translation - local.translation);
    let mut change = Transform {
        translation: Vec3::ZERO,
        rotation: (local.rotation.inverse() * wanted.rotation).normalize(),
        scale: Vec3::ONE,
    };
    for axis in 0..3 {
        let (scale, wanted) = (local.scale[axis], wanted.scale[axis]);
        if scale != 0.0 {
            change.translation[axis] = way[axis] / scale;
            change.scale[axis] = wanted / scale;
        } else if wanted != 0.0 || way[axis] != 0.0 {
            return None;
        }
    }
    is_finite(&change).then_some(change)
}

/// Changes the bones of `out`, and keeps what they were there.
pub(super) fn pose_by_hand(by_hand: Option<&HandPose>, out: &mut Pose) {
    for (bone, change) in by_hand.into_iter().flatten() {
        if let Some(local) = out.local.get_mut(bone.get()) {
            out.clip_local.push((*bone, *local));
            *local = over(local, change);
        }
    }
}

fn is_finite(transform: &Transform) -> bool {
    transform.translation.is_finite() && transform.rotation.is_finite() && transform.scale.is_finite()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::pose::any::{any_transform, any_vector};
    use glam::Affine3A;
    use proptest::prelude::*;

    fn any_local() -> impl Strategy<Value = Transform> {
        any_transform(10.0, 0.2..4.0)
    }

    proptest! {
        /// A change is a matrix on the bone's side, and is found again from the two poses.
        #[test]
        fn a_change_is_the_product_of_matrices(local in any_local(), by in any_local(), scale in any_vector(2.0)) {
            let by = Transform { scale, ..by };
            let changed = over(&local, &by);
            prop_assert!(changed.affine().abs_diff_eq(local.affine() * by.affine(), 1e-3));
            let found = change_between(&local, &changed).expect("no scale is 0");
            prop_assert!(over(&local, &found).affine().abs_diff_eq(changed.affine(), 1e-3));
        }
    }

    #[test]
    fn no_change_keeps_the_bits() {
        let local = Transform {
            translation: Vec3::new(0.1, 0.2, 0.3),
            rotation: Quat::from_xyzw(0.1, 0.2, 0.3, 0.9).normalize(),
            scale: Vec3::new(1.0, 0.3, 0.7),
        };
        assert_eq!(over(&local, &Transform::IDENTITY), local);
    }

    #[test]
    fn a_flat_bone_cannot_reach_what_its_scale_hides() {
        let flat = Transform {
            scale: Vec3::new(1.0, 0.0, 1.0),
            ..Transform::IDENTITY
        };
        assert_eq!(change_between(&flat, &flat), Some(Transform::IDENTITY));
        assert_eq!(change_between(&flat, &Transform::IDENTITY), None);
        let moved = Transform {
            translation: Vec3::Y,
            ..flat
        };
        assert_eq!(change_between(&flat, &moved), None);
    }

    #[test]
    fn a_change_beyond_all_numbers_changes_nothing() {
        let far = Transform {
            translation: Vec3::splat(f32::MAX),
            ..Transform::IDENTITY
        };
        assert_eq!(over(&far, &far), far);
        assert!(Affine3A::is_finite(&over(&far, &far).affine()));
    }
}
