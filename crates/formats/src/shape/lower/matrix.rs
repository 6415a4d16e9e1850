//! A matrix as translation, rotation, scale and what is left of it (docs/formats/shape.md §5).

use castview_base::core::Transform;
use glam::{DMat3, DQuat, DVec3, Mat3, Mat4};

/// Greatest difference from the identity that still counts as no shear.
const SHEARLESS: f64 = 1e-5;
/// A column may be longer than the numbers in it.
const MOST: DVec3 = DVec3::splat(f32::MAX as f64);

/// `T · R · S · shear`: Gram–Schmidt on the columns, x first. A negative determinant becomes the sign of x's scale.
/// The shear is `None` where there is none, and where a scale of 0 leaves nothing to shear.
pub fn take_apart(matrix: &Mat4) -> (Transform, Option<Mat3>) {
    let linear = glam::Mat3::from_mat4(*matrix).as_dmat3();
    let x = axis(linear.x_axis, DVec3::X);
    let across = |v: DVec3| axis(v - x * x.dot(v), x.any_orthonormal_vector());
    // A column that all but lies along x leaves only rounding, which need not stand across x: twice is enough.
    let y = across(across(linear.y_axis));
    let z = x.cross(y);
    let is_flipped = linear.determinant() < 0.0;
    let x = if is_flipped { -x } else { x };
    let z = if is_flipped && z.dot(linear.z_axis) < 0.0 {
        -z
    } else {
        z
    };
    // Three axes of which one was turned over: the third follows from the others.
    let z = if x.cross(y).dot(z) < 0.0 { x.cross(y) } else { z };
    let rotation = DMat3::from_cols(x, y, z);
    let upper = rotation.transpose() * linear;
    let scale = DVec3::new(upper.x_axis.x, upper.y_axis.y, upper.z_axis.z);
    let divide = |value: f64, by: f64| if by.abs() < 1e-12 { 0.0 } else { value / by };
    let shear = DMat3::from_cols(
        DVec3::X,
        DVec3::new(divide(upper.y_axis.x, scale.x), 1.0, 0.0),
        DVec3::new(divide(upper.z_axis.x, scale.x), divide(upper.z_axis.y, scale.y), 1.0),
    );
    let transform = Transform {
        translation: matrix.w_axis.truncate(),
        rotation: DQuat::from_mat3(&rotation).normalize().as_quat(),
        scale: scale.clamp(-MOST, MOST).as_vec3(),
    };
    let is_sheared = !shear.abs_diff_eq(DMat3::IDENTITY, SHEARLESS);
    let within = |column: DVec3| column.clamp(-MOST, MOST);
    let shear = DMat3::from_cols(within(shear.x_axis), within(shear.y_axis), within(shear.z_axis));
    (transform, is_sheared.then(|| shear.as_mat3()))
}

fn axis(column: DVec3, otherwise: DVec3) -> DVec3 {
    column.try_normalize().unwrap_or(otherwise)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, Vec3};

    fn together((transform, shear): &(Transform, Option<Mat3>)) -> Mat4 {
        Mat4::from(transform.affine()) * Mat4::from_mat3(shear.unwrap_or(Mat3::IDENTITY))
    }

    #[test]
    fn parts_make_the_matrix_again() {
        let turn = Quat::from_euler(glam::EulerRot::YXZ, 0.7, -1.2, 2.1);
        let at = Vec3::new(1.0, -2.0, 3.0);
        for scale in [
            Vec3::ONE,
            Vec3::new(2.0, 0.5, 3.0),
            Vec3::new(-1.0, 1.0, 1.0),
            Vec3::new(1.0, -2.0, 1.0),
            Vec3::new(1.0, 1.0, -2.0),
            Vec3::splat(-1.5),
        ] {
            let matrix = Mat4::from_scale_rotation_translation(scale, turn, at);
            let parts = take_apart(&matrix);
            assert_eq!(parts.1, None, "{scale}");
            assert!(together(&parts).abs_diff_eq(matrix, 1e-5), "{scale}");
        }
        let sheared = Mat4::from_quat(turn)
            * Mat4::from_cols_array(&[
                2.0, 0.0, 0.0, 0.0, 0.5, 1.0, 0.0, 0.0, 0.25, -0.5, 3.0, 0.0, 4.0, 5.0, 6.0, 1.0,
            ]);
        let parts = take_apart(&sheared);
        assert!(parts.1.is_some());
        assert!(together(&parts).abs_diff_eq(sheared, 1e-5));
    }

    #[test]
    fn parts_of_huge_matrices_stay_finite() {
        let huge = Mat4::from_cols_array(&[f32::MAX; 16]);
        let mut leaning = Mat4::IDENTITY;
        (leaning.x_axis.x, leaning.y_axis.x) = (1e-11, f32::MAX);
        for matrix in [huge, leaning] {
            let (transform, shear) = take_apart(&matrix);
            assert!(transform.scale.is_finite() && transform.rotation.is_normalized());
            assert!(shear.is_some_and(|shear| shear.is_finite()), "{shear:?}");
        }
    }

    #[test]
    fn columns_along_each_other_and_beyond_numbers_are_still_turned_and_scaled() {
        for columns in [
            [Vec3::splat(3.5e9); 3],
            [Vec3::new(1.0, 2.0, 3.0), Vec3::new(1.0, 2.0, 3.000_000_2), Vec3::Z],
            [Vec3::splat(3e38), Vec3::new(3e38, -3e38, 0.0), Vec3::Z],
            [Vec3::splat(1e-30), Vec3::splat(3e38), Vec3::splat(-3e38)],
            [Vec3::new(1e-38, 1e-38, 0.0), Vec3::new(1e-38, 1.1e-38, 0.0), Vec3::Y],
        ] {
            let [x, y, z] = columns;
            let (transform, shear) = take_apart(&Mat4::from_mat3(Mat3::from_cols(x, y, z)));
            assert!(transform.rotation.is_normalized(), "{columns:?}: {transform:?}");
            assert!(transform.scale.is_finite(), "{columns:?}: {transform:?}");
            assert!(shear.is_none_or(|shear| shear.is_finite()), "{columns:?}: {shear:?}");
        }
    }

    #[test]
    fn singular_matrices_stay_finite() {
        for scale in [Vec3::ZERO, Vec3::X, Vec3::new(0.0, 1.0, 1.0), Vec3::new(1.0, 1.0, 0.0)] {
            let matrix = Mat4::from_scale(scale);
            let parts = take_apart(&matrix);
            assert!(parts.0.rotation.is_normalized());
            assert!(together(&parts).abs_diff_eq(matrix, 1e-6), "{scale}");
        }
    }
}
