//! Unit dual quaternions: a rigid motion as eight numbers that blend well.
//!
//! Source: Kavan, Collins, Žára, O'Sullivan, "Geometric Skinning with Approximate Dual Quaternion Blending", 2008.

use glam::{Quat, Vec3};

/// `real + ε · dual`. As a rigid motion: `real` is the rotation, `dual = ½ · (t, 0) ⊗ real` for the translation `t`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DualQuat {
    /// The rotation, of unit length where this is a rigid motion.
    pub real: Quat,
    /// Half the translation times the rotation.
    pub dual: Quat,
}

impl DualQuat {
    /// Rotates by the unit quaternion `rotation`, then moves by `translation`.
    pub fn from_rotation_translation(rotation: Quat, translation: Vec3) -> Self {
        let t = Quat::from_xyzw(translation.x, translation.y, translation.z, 0.0);
        Self {
            real: rotation,
            dual: (t * rotation) * 0.5,
        }
    }

    /// `2 · (dual ⊗ conj(real)).xyz`, for a unit `real`.
    pub fn translation(&self) -> Vec3 {
        let t = self.dual * self.real.conjugate();
        Vec3::new(t.x, t.y, t.z) * 2.0
    }

    /// Applies the rigid motion to a point; `real` must have unit length.
    pub fn transform_point(&self, point: Vec3) -> Vec3 {
        self.real * point + self.translation()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_points_like_rotation_and_translation() {
        let rotation = Quat::from_rotation_z(1.1) * Quat::from_rotation_x(-0.4);
        let translation = Vec3::new(3.0, -2.0, 0.5);
        let point = Vec3::new(0.2, 7.0, -1.0);
        let moved = DualQuat::from_rotation_translation(rotation, translation).transform_point(point);
        assert!((moved - (rotation * point + translation)).length() < 1e-5);
    }
}
