//! Linear skinning of one vertex (docs/formats/cast.md §3.4).

use super::normals::{turned_normal, turned_tangent};
use super::vertex::{Rows, Vertex};
use glam::{Affine3A, Mat3};

/// `m = Σ weight · palette[slot]`, then `x' = m · x`, `n' = hand · cofactor(m₃ₓ₃) · n` and `t' = m₃ₓ₃ · t`.
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
    let matrix = Mat3::from(blended.matrix3);
    Vertex {
        position: blended.transform_point3(rest.position),
        normal: turned_normal(rest.normal, matrix),
        tangent: turned_tangent(rest.tangent, matrix),
    }
}
