//! Translation, rotation and scale of one space inside another.

use glam::{Affine3A, Quat, Vec3};

/// `T · R · S`: scale first, then rotation, then translation. Column vectors, right-handed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// In units of the outer space.
    pub translation: Vec3,
    /// Unit length.
    pub rotation: Quat,
    /// Along the axes before the rotation; may be negative or 0.
    pub scale: Vec3,
}

impl Transform {
    /// The inner space is the outer one.
    pub const IDENTITY: Self = Self {
        translation: Vec3::ZERO,
        rotation: Quat::IDENTITY,
        scale: Vec3::ONE,
    };

    /// Outer space ← inner space, as a matrix.
    pub fn affine(&self) -> Affine3A {
        Affine3A::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}
