//! Which axis of a file points up, and the one rotation that makes it the world's +Y.

use glam::{Affine3A, Mat3A, Vec3, Vec3A};
use serde::{Deserialize, Serialize};

/// Which axis of a file points up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UpAxis {
    /// +X.
    X,
    /// +Y, as in world space.
    Y,
    /// +Z.
    Z,
}

impl UpAxis {
    /// Turns the stage's up axis to the world's +Y (docs/formats/cast.md §3.1): `z`: (x, y, z) → (x, z, −y), `x`: →
    /// (−y, x, z).
    pub fn world_from_stage(self) -> Affine3A {
        let columns = match self {
            Self::Y => [Vec3A::X, Vec3A::Y, Vec3A::Z],
            Self::Z => [Vec3A::X, Vec3A::NEG_Z, Vec3A::Y],
            Self::X => [Vec3A::Y, Vec3A::NEG_X, Vec3A::Z],
        };
        Affine3A::from_mat3(Mat3A::from_cols(columns[0], columns[1], columns[2]).into())
    }

    /// The axis as a unit vector in the file's own space.
    pub fn vector(self) -> Vec3 {
        match self {
            Self::X => Vec3::X,
            Self::Y => Vec3::Y,
            Self::Z => Vec3::Z,
        }
    }

    /// `x`, `y` or `z`.
    pub fn letter(self) -> &'static str {
        match self {
            Self::X => "x",
            Self::Y => "y",
            Self::Z => "z",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn up_becomes_plus_y() {
        let p = Vec3::new(1.0, 2.0, 3.0);
        for (axis, wanted) in [
            (UpAxis::Y, Vec3::new(1.0, 2.0, 3.0)),
            (UpAxis::Z, Vec3::new(1.0, 3.0, -2.0)),
            (UpAxis::X, Vec3::new(-2.0, 1.0, 3.0)),
        ] {
            let world = axis.world_from_stage();
            assert_eq!(world.transform_point3(p), wanted, "{axis:?}");
            assert_eq!(world.transform_vector3(axis.vector()), Vec3::Y, "{axis:?}");
            assert!((world.matrix3.determinant() - 1.0).abs() < 1e-6);
        }
    }
}
