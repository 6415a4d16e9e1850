//! Linear skinning of one vertex (spec/cast.md 3.4).

use super::normals::unit_or;
use super::{Rows, Vertex, cofactor};
use glam::{Affine3A, Mat3, Vec3};

/// `m = Σ weight · palette[slot]`, then `x' = m · x` and `n' = cofactor(m₃ₓ₃) · n`.
pub(super) fn skin_linear(palette: &[Affine3A], rows: Rows, rest: Vertex) -> Vertex {
    let mut blended = Affine3A {
        matrix3: glam::Mat3A::ZERO,
        translation: glam::Vec3A::ZERO,
    };
    for &(slot, weight) in rows {
        let matrix = &palette[slot];
        blended.matrix3 += matrix.matrix3 * weight;
        blended.translation += matrix.translation * weight;
    }
    let normal = if rest.normal == Vec3::ZERO {
        Vec3::ZERO
    } else {
        unit_or(cofactor(Mat3::from(blended.matrix3)) * rest.normal, rest.normal)
    };
    Vertex {
        position: blended.transform_point3(rest.position),
        normal,
    }
}
