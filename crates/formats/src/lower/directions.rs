//! The law of directions: normals, and tangents beside them.
//!
//! A direction is finite and longer than nothing. One whose length single precision cannot square is brought to unit length; a vector without direction
//! points nowhere, and its format says what stands for it.

use castview_base::core::{Stream, UintStream};
use glam::{DVec3, DVec4, Quat, Vec3, Vec4};
use std::ops::Range;

/// Normals and rotations whose squared length lies outside cannot be normalised in single precision.
pub(crate) const USABLE_SQUARED_LENGTH: Range<f32> = 1e-24..1e24;

/// Whether a vector or quaternion of this squared length can be normalised in single precision.
pub(crate) fn is_usable_length(squared: f32) -> bool {
    USABLE_SQUARED_LENGTH.contains(&squared)
}

/// Whether `v` can be normalised as it is.
pub(crate) fn is_usable(v: [f32; 3]) -> bool {
    is_usable_length(v.iter().map(|c| c * c).sum())
}

/// `v` at unit length; `None`: it points nowhere. In double precision no finite length overflows or vanishes.
pub(crate) fn unit(v: [f32; 3]) -> Option<[f32; 3]> {
    let wide = DVec3::from(v.map(f64::from));
    (wide.is_finite() && wide != DVec3::ZERO).then(|| wide.normalize().as_vec3().to_array())
}

/// `v` with its bits if it is usable, else at unit length; `None`: it points nowhere.
pub(crate) fn kept(v: [f32; 3]) -> Option<[f32; 3]> {
    if is_usable(v) { Some(v) } else { unit(v) }
}

/// The quaternion normalised; `None` when its length is zero or not finite. A unit quaternion comes back bit for bit.
pub(crate) fn rotation(raw: Vec4) -> Option<Quat> {
    let squared = raw.length_squared();
    if (squared - 1.0).abs() <= 4.0 * f32::EPSILON {
        return Some(Quat::from_vec4(raw));
    }
    if !raw.is_finite() || raw == Vec4::ZERO {
        return None;
    }
    // In double precision no finite length overflows or vanishes.
    Some(Quat::from_vec4(DVec4::from(raw).normalize().as_vec4()))
}

/// The normals of a mesh with a direction each: one that points nowhere is made of the faces around its vertex. Also how many those are.
pub(crate) fn settle(
    mut normals: Vec<[f32; 3]>,
    positions: &Stream<[f32; 3]>,
    triangles: &UintStream,
) -> (Vec<[f32; 3]>, usize) {
    // Where the list of lost vertices says which sum belongs to a vertex; the others need none.
    let mut lost = Vec::new();
    for (vertex, normal) in normals.iter_mut().enumerate() {
        match kept(*normal) {
            Some(kept) => *normal = kept,
            None => lost.push(vertex as u32),
        }
    }
    let mut sums = vec![DVec3::ZERO; lost.len()];
    if !lost.is_empty() {
        for first in (0..triangles.len()).step_by(3) {
            let corners = [0, 1, 2].map(|corner| triangles.get(first + corner));
            let [a, b, c] = corners.map(|vertex| DVec3::from(positions.get(vertex as usize).map(f64::from)));
            for vertex in corners {
                if let Ok(at) = lost.binary_search(&vertex) {
                    // Its length is twice the area: larger faces count for more.
                    sums[at] += (b - a).cross(c - a);
                }
            }
        }
    }
    let count = lost.len();
    for (vertex, sum) in lost.into_iter().zip(sums) {
        normals[vertex as usize] = sum.normalize_or(DVec3::Z).as_vec3().into();
    }
    (normals, count)
}

/// Whether a tangent has a direction and a side: its last number is 1 or −1.
pub(crate) fn is_tangent([x, y, z, w]: [f32; 4]) -> bool {
    is_usable([x, y, z]) && (w == 1.0 || w == -1.0)
}

/// A tangent with a direction, across `normal` if it has none of its own, and with the usual side if it has none.
pub(crate) fn tangent([x, y, z, w]: [f32; 4], normal: [f32; 3]) -> [f32; 4] {
    let direction = match kept([x, y, z]) {
        Some(direction) => Vec3::from(direction),
        None => Vec3::from(normal).normalize().any_orthonormal_vector(),
    };
    direction.extend(if w < 0.0 { -1.0 } else { 1.0 }).to_array()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direction_of_any_finite_length_is_kept() {
        for (stored, wanted) in [
            ([0.0, 2.0, 0.0], Some([0.0, 2.0, 0.0])),
            ([0.0, 3e38, 0.0], Some([0.0, 1.0, 0.0])),
            ([0.0, 0.0, -1e-40], Some([0.0, 0.0, -1.0])),
            ([0.0; 3], None),
            ([f32::NAN, 1.0, 0.0], None),
            ([f32::INFINITY, 1.0, 0.0], None),
        ] {
            assert_eq!(kept(stored), wanted, "{stored:?}");
        }
        assert_eq!(unit([0.0, 2.0, 0.0]), Some([0.0, 1.0, 0.0]));
    }

    #[test]
    fn tangents_get_the_direction_and_the_side_that_they_lack() {
        let normal = [0.0, 0.0, 1.0];
        for (stored, wanted) in [
            ([2.0, 0.0, 0.0, -1.0], Some([2.0, 0.0, 0.0, -1.0])),
            ([1.0, 0.0, 0.0, -0.5], Some([1.0, 0.0, 0.0, -1.0])),
            ([1.0, 0.0, 0.0, f32::NAN], Some([1.0, 0.0, 0.0, 1.0])),
            ([0.0, 3e38, 0.0, 1.0], Some([0.0, 1.0, 0.0, 1.0])),
            ([0.0, 0.0, 0.0, 1.0], None),
        ] {
            let tangent = tangent(stored, normal);
            if let Some(wanted) = wanted {
                assert_eq!(tangent, wanted, "{stored:?}");
            }
            assert!(is_tangent(tangent), "{stored:?}");
        }
        let across = Vec3::from_slice(&tangent([0.0, 0.0, 0.0, 1.0], normal)[..3]);
        assert_eq!(across.dot(Vec3::from(normal)), 0.0);
    }
}
