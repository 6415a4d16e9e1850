//! How normals and lengths follow a matrix.

use glam::{Affine3A, Mat3};

/// The cofactor matrix: `cofactor(m) · (a × b) = (m · a) × (m · b)`. The inverse transpose times the determinant.
pub fn cofactor(matrix: Mat3) -> Mat3 {
    let (x, y, z) = (matrix.x_axis, matrix.y_axis, matrix.z_axis);
    Mat3::from_cols(y.cross(z), z.cross(x), x.cross(y))
}

/// A matrix that leaves less of a cube is flat, not a mirror: rounding would say now this, now that.
const FLAT: f32 = 1e-5;

/// −1 if `matrix` is a mirror, turning left hands into right ones, else 1.
pub fn handedness(matrix: Mat3) -> f32 {
    let (x, y, z) = (matrix.x_axis, matrix.y_axis, matrix.z_axis);
    let volume = x.cross(y).dot(z);
    if volume < -FLAT * x.length() * y.length() * z.length() {
        -1.0
    } else {
        1.0
    }
}

/// The inverse transpose times some number above 0: normals stay on the outside, also under a mirror, and no scale of 0 divides.
pub fn normal_matrix(matrix: Mat3) -> Mat3 {
    cofactor(matrix) * handedness(matrix)
}

/// Factor by which `matrix` multiplies lengths, the mean of all directions: the cube root of its factor for volumes. At least 0.
pub fn mean_scale(matrix: Affine3A) -> f32 {
    matrix.matrix3.determinant().abs().cbrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    #[test]
    fn normals_stay_outside_under_a_mirror() {
        // A face to the right, its mirror image to the left.
        let mirror = Mat3::from_diagonal(Vec3::new(-2.0, 1.0, 3.0));
        assert_eq!(handedness(mirror), -1.0);
        assert_eq!((normal_matrix(mirror) * Vec3::X).normalize(), Vec3::NEG_X);
        assert_eq!((normal_matrix(mirror) * Vec3::Y).normalize(), Vec3::Y);
        let turned = Mat3::from_diagonal(Vec3::new(-1.0, -1.0, 1.0));
        assert_eq!(handedness(turned), 1.0);
    }

    #[test]
    fn what_is_flat_is_no_mirror() {
        for beside in [0.0, -1e-7, 1e-7] {
            // The third column is the sum of the others, but for rounding.
            let matrix = Mat3::from_cols(Vec3::X, Vec3::Y, Vec3::new(1.0, 1.0, beside));
            assert_eq!(handedness(matrix), 1.0, "{beside}");
        }
        assert_eq!(
            handedness(Mat3::from_diagonal(Vec3::new(-1e-4, 1e-3, 1e-3))),
            -1.0,
            "small is not flat"
        );
    }
}
