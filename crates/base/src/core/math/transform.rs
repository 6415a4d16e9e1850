//! Translation, rotation and scale of one space inside another.

use glam::{Affine3A, Mat3, Quat, Vec3};

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

    /// The parts of a matrix. Its shear is lost, a mirrored matrix has a negative scale along x, and an axis without length is at right
    /// angles to the others.
    pub fn of_affine(matrix: Affine3A) -> Self {
        let columns: [Vec3; 3] = [matrix.matrix3.x_axis, matrix.matrix3.y_axis, matrix.matrix3.z_axis].map(Vec3::from);
        let mut scale = Vec3::from_array(columns.map(Vec3::length));
        let unit = |axis: usize| columns[axis].try_normalize();
        let [x, y, z] = match [unit(0), unit(1), unit(2)] {
            [Some(x), Some(y), Some(z)] => [x, y, z],
            [None, Some(y), Some(z)] => [y.cross(z), y, z],
            [Some(x), None, Some(z)] => [x, z.cross(x), z],
            [Some(x), Some(y), None] => [x, y, x.cross(y)],
            [Some(x), None, None] => with_two_more(x),
            [None, Some(y), None] => {
                let [y, z, x] = with_two_more(y);
                [x, y, z]
            }
            [None, None, Some(z)] => {
                let [z, x, y] = with_two_more(z);
                [x, y, z]
            }
            [None, None, None] => Vec3::AXES,
        };
        let turned = Mat3::from_cols(x, y, z);
        let mirrored = turned.determinant() < 0.0;
        if mirrored {
            scale.x = -scale.x;
        }
        let turned = if mirrored { Mat3::from_cols(-x, y, z) } else { turned };
        let rotation = Quat::from_mat3(&turned).normalize();
        Self {
            translation: matrix.translation.into(),
            rotation: if rotation.is_finite() { rotation } else { Quat::IDENTITY },
            scale,
        }
    }
}

/// `axis` and two more at right angles to it and to each other, right-handed.
fn with_two_more(axis: Vec3) -> [Vec3; 3] {
    let (second, third) = axis.any_orthonormal_pair();
    [axis, second, third]
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_matrix_make_it_again() {
        let turn = Quat::from_xyzw(0.4, -0.2, 0.7, 0.3).normalize();
        for scale in [
            Vec3::ONE,
            Vec3::new(2.0, 0.5, 3.0),
            Vec3::new(-1.0, 2.0, 1.0),
            Vec3::new(1.0, 1.0, -1.0),
            Vec3::new(0.0, 1.0, 2.0),
            Vec3::new(1.0, 0.0, 0.0),
            Vec3::new(0.0, 3.0, 0.0),
            Vec3::new(0.0, 0.0, 0.5),
            Vec3::ZERO,
        ] {
            let made = Transform {
                translation: Vec3::new(1.0, -2.0, 3.0),
                rotation: turn,
                scale,
            }
            .affine();
            let parts = Transform::of_affine(made);
            assert!(parts.rotation.is_normalized(), "{scale}: {parts:?}");
            assert!(parts.affine().abs_diff_eq(made, 1e-5), "{scale}: {parts:?}");
        }
    }
}
