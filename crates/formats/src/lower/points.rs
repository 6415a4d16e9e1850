//! The law of positions. A vertex whose position is not finite is put onto another vertex of its mesh: bounds stay as they are without
//! it, and a cloud of points hides it behind the other point. Triangles and lines with such a vertex are not drawn.

use castview_base::core::Bounds;
use glam::Vec3;

/// Puts points that are not finite on the one before, the first ones on the first that is finite; at 0 where none is. Returns their
/// vertices, ascending.
pub(crate) fn settle(points: &mut [[f32; 3]]) -> Vec<u32> {
    let mut last = points
        .iter()
        .copied()
        .find(|point| is_finite(*point))
        .unwrap_or_default();
    let mut wild = Vec::new();
    for (vertex, point) in points.iter_mut().enumerate() {
        if is_finite(*point) {
            last = *point;
        } else {
            *point = last;
            wild.push(vertex as u32);
        }
    }
    wild
}

/// The box around settled points, of which `wild` were not finite; empty where all were.
pub(crate) fn bounds(points: impl ExactSizeIterator<Item = [f32; 3]>, wild: &[u32]) -> Bounds {
    match points.len() == wild.len() {
        true => Bounds::EMPTY,
        false => points.map(Vec3::from).collect(),
    }
}

/// Whether all numbers are finite.
pub(crate) fn is_finite<const N: usize>(numbers: [f32; N]) -> bool {
    numbers.iter().all(|number| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_that_are_not_finite_lie_on_others_and_are_named() {
        let mut points = [
            [0.0, f32::NAN, 0.0],
            [1.0; 3],
            [1.0, f32::NAN, 2.0],
            [3.0; 3],
            [f32::INFINITY, 0.0, 0.0],
        ];
        let wild = settle(&mut points);
        assert_eq!(wild, [0, 2, 4]);
        assert_eq!(points, [[1.0; 3], [1.0; 3], [1.0; 3], [3.0; 3], [3.0; 3]]);
        let bounds = bounds(points.into_iter(), &wild);
        assert_eq!([bounds.min, bounds.max], [Vec3::ONE, Vec3::splat(3.0)]);
    }

    #[test]
    fn without_any_finite_point_there_are_no_bounds() {
        let mut points = [[f32::NAN; 3]; 2];
        let wild = settle(&mut points);
        assert_eq!(points, [[0.0; 3]; 2]);
        assert!(bounds(points.into_iter(), &wild).is_empty());
    }
}
