//! Numbers of any bone, for tests of laws.

use castview_base::core::Transform;
use glam::{Quat, Vec3};
use proptest::prelude::*;
use std::ops::Range;

pub fn any_vector(reach: f32) -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-reach..reach).prop_map(Vec3::from)
}

pub fn any_rotation() -> impl Strategy<Value = Quat> {
    (any_vector(1.0), -3.0_f32..3.0).prop_map(|(axis, angle)| {
        let axis = axis.try_normalize().unwrap_or(Vec3::X);
        Quat::from_axis_angle(axis, angle)
    })
}

/// With an even scale.
pub fn any_transform(reach: f32, scales: Range<f32>) -> impl Strategy<Value = Transform> {
    (any_vector(reach), any_rotation(), scales).prop_map(|(translation, rotation, scale)| Transform {
        translation,
        rotation,
        scale: Vec3::splat(scale),
    })
}
