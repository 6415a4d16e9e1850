//! Linear skinning of one vertex (docs/formats/cast.md §3.4).

use super::normals::{turned_normal, turned_tangent};
use super::vertex::{Rows, Vertex};
use glam::{Affine3A, Mat3, Vec3};

/// As [`skin_linear`], of a position alone.
pub(super) fn skin_linear_position(palette: &[Affine3A], rows: Rows, position: Vec3) -> Vec3 {
    blended(palette, rows).transform_point3(position)
}

/// `m = Σ weight · palette[slot]`, then `x' = m · x`, `n' = hand · cofactor(m₃ₓ₃) · n` and `t' = m₃ₓ₃ · t`.
pub(super) fn skin_linear(palette: &[Affine3A], rows: Rows, rest: Vertex) -> Vertex {
    let blended = blended(palette, rows);
    let matrix = Mat3::from(blended.matrix3);
    Vertex {
        position: blended.transform_point3(rest.position),
        normal: turned_normal(rest.normal, matrix),
        tangent: turned_tangent(rest.tangent, matrix),
    }
}

/// The matrices of some slots, each by its weight.
fn blended(palette: &[Affine3A], rows: Rows) -> Affine3A {
    let mut blended = Affine3A {
        matrix3: glam::Mat3A::ZERO,
        translation: glam::Vec3A::ZERO,
    };
    for &(slot, weight) in rows {
        let matrix = &palette[slot];
        blended.matrix3 += matrix.matrix3 * weight;
        blended.translation += matrix.translation * weight;
    }
    blended
}
