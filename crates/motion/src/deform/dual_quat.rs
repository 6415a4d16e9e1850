//! Dual-quaternion skinning of one vertex, with its stretch part (docs/formats/cast.md §3.4).
//!
//! Source: Kavan et al. 2008. Letters: `h` the blended stretch, `r` and `d` the blended real and dual parts.

use super::linear::skin_linear;
use super::normals::{turned_normal, turned_tangent};
use super::vertex::{Rows, Vertex};
use crate::animation::SlotMotion;
use castview_base::core::DualQuat;
use glam::{Affine3A, Mat3, Quat};

/// Below this length the blended rotations cancel out and say nothing.
const VANISHING: f32 = 1e-6;

/// Stretch first, then the blended rigid motion; linear where the rotations cancel out.
pub(super) fn skin_dual_quaternion(palette: &[Affine3A], motions: &[SlotMotion], rows: Rows, rest: Vertex) -> Vertex {
    let pivot = motions[pivot(rows)].real;
    let mut h = Mat3::ZERO;
    let mut r = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    let mut d = r;
    for &(slot, weight) in rows {
        let motion = &motions[slot];
        // q and −q are one rotation: all are taken on the pivot's side.
        let signed = if motion.real.dot(pivot) < 0.0 { -weight } else { weight };
        h += motion.stretch * weight;
        r += motion.real * signed;
        d += motion.dual * signed;
    }
    let length = r.length();
    if length < VANISHING {
        return skin_linear(palette, rows, rest);
    }
    let blended = DualQuat {
        real: r / length,
        dual: d / length,
    };
    let tangent = turned_tangent(rest.tangent, h);
    Vertex {
        position: blended.transform_point(h * rest.position),
        normal: blended.real * turned_normal(rest.normal, h),
        tangent: (blended.real * tangent.truncate()).extend(tangent.w),
    }
}

/// The slot of the largest weight, the first of equals.
pub(super) fn pivot(rows: Rows) -> usize {
    let mut best = rows[0];
    for &row in rows {
        if row.1 > best.1 {
            best = row;
        }
    }
    best.0
}
