//! A matrix taken apart (docs/formats/gltf.md §3; §8 rows 25 and 27).

use glam::{DMat3, DQuat, DVec3, Mat3, Mat4, Quat, Vec3};

/// `R · S · shear`; most matrices have no shear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Parts {
    pub translation: Vec3,
    pub rotation: Quat,
    pub scale: Vec3,
    pub shear: Option<Mat3>,
}

/// How far the product of rotation and scale may lie beside the matrix, as a part of its largest axis, before the rest
/// counts as shear.
const ROUNDING: f64 = 1e-5;

/// `matrix` is finite. Flat axes and mirrored ones give a proper rotation all the same.
pub(crate) fn take_apart(matrix: &Mat4) -> Parts {
    let axes = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(|axis| axis.truncate().as_dvec3());
    let linear = DMat3::from_cols(axes[0], axes[1], axes[2]);
    let lengths = axes.map(DVec3::length);
    let largest = lengths.into_iter().fold(0.0, f64::max);
    let translation = matrix.w_axis.truncate();
    let rotation = rotation_of(axes, lengths, largest);
    let turned = DMat3::from_quat(rotation);
    // Lengths along the rotation's own axes: signs come out by themselves.
    let scale = DVec3::from_array(std::array::from_fn(|i| lengths[i].copysign(turned.col(i).dot(axes[i]))));
    let plain = turned * DMat3::from_diagonal(scale);
    let off = (0..3).map(|i| (plain.col(i) - axes[i]).length()).fold(0.0, f64::max);
    let parts = |rotation: DQuat, scale: DVec3, shear| Parts {
        translation,
        rotation: rotation.as_quat().normalize(),
        scale: scale.as_vec3(),
        shear,
    };
    if off <= largest * ROUNDING {
        return parts(rotation, scale, None);
    }
    let shear = (plain.inverse() * linear).as_mat3();
    match shear.is_finite() {
        true => parts(rotation, scale, Some(shear)),
        false => parts(DQuat::IDENTITY, DVec3::ONE, Some(linear.as_mat3())),
    }
}

/// A right-handed frame along the axes, as far as they have a direction.
fn rotation_of(axes: [DVec3; 3], lengths: [f64; 3], largest: f64) -> DQuat {
    let unit = |i: usize| (lengths[i] > largest * 1e-9).then(|| axes[i] / lengths[i]);
    // One axis of a mirrored frame points the other way: the last, which is made from the others.
    let (x, y) = match [unit(0), unit(1), unit(2)] {
        [Some(x), Some(y), _] => (x, y),
        [Some(x), None, Some(z)] => (x, z.cross(x)),
        [None, Some(y), Some(z)] => (y.cross(z), y),
        [Some(x), None, None] => (x, x.any_orthonormal_vector()),
        [None, Some(y), None] => (y.any_orthonormal_vector(), y),
        [None, None, Some(z)] => {
            let x = z.any_orthonormal_vector();
            (x, z.cross(x))
        }
        [None, None, None] => return DQuat::IDENTITY,
    };
    let y = (y - x * x.dot(y))
        .try_normalize()
        .unwrap_or_else(|| x.any_orthonormal_vector());
    DQuat::from_mat3(&DMat3::from_cols(x, y, x.cross(y))).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn product(parts: &Parts) -> Mat4 {
        let rest = Mat4::from_scale_rotation_translation(parts.scale, parts.rotation, parts.translation);
        rest * Mat4::from_mat3(parts.shear.unwrap_or(Mat3::IDENTITY))
    }

    #[test]
    fn parts_make_the_matrix_again() {
        let turn = Quat::from_axis_angle(Vec3::new(1.0, 2.0, -0.5).normalize(), 2.7);
        let move_ = Vec3::new(3.0, -1.0, 2.0);
        for scale in [
            Vec3::ONE,
            Vec3::new(-2.0, 0.5, 3.0),
            Vec3::splat(-1.0),
            Vec3::splat(1e-6),
            Vec3::new(0.0, 2.0, 1.0),
            Vec3::new(2.0, 0.0, 1.0),
            Vec3::new(2.0, 1.0, 0.0),
            Vec3::new(0.0, 0.0, 5.0),
            Vec3::new(0.0, 5.0, 0.0),
            Vec3::new(5.0, 0.0, 0.0),
            Vec3::ZERO,
        ] {
            let matrix = Mat4::from_scale_rotation_translation(scale, turn, move_);
            let parts = take_apart(&matrix);
            assert_eq!(parts.shear, None, "{scale}");
            assert!(parts.rotation.is_normalized(), "{scale}: {parts:?}");
            let size = scale.abs().max_element().max(1.0);
            assert!(product(&parts).abs_diff_eq(matrix, 1e-5 * size), "{scale}: {parts:?}");
        }
    }

    #[test]
    fn shear_is_kept() {
        let sheared = Mat4::from_cols_array(&[
            1.0, 0.0, 0.0, 0.0, 0.7, 2.0, 0.0, 0.0, 0.0, 0.3, -1.0, 0.0, 1.0, 2.0, 3.0, 1.0,
        ]);
        let flat = Mat4::from_cols_array(&[
            1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.3, 1.0, 0.0, 1.0, 2.0, 3.0, 1.0,
        ]);
        for matrix in [sheared, flat] {
            let parts = take_apart(&matrix);
            assert!(parts.shear.is_some());
            assert!(product(&parts).abs_diff_eq(matrix, 1e-5), "{parts:?}");
        }
    }
}
