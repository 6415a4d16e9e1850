//! The law of positions: one that is not finite lies at 0, and nothing is drawn with it.

/// Puts points that are not finite at 0. Returns their vertices, ascending.
pub(crate) fn settle(points: &mut [[f32; 3]]) -> Vec<u32> {
    let mut wild = Vec::new();
    for (vertex, point) in points.iter_mut().enumerate() {
        if !is_finite(*point) {
            *point = [0.0; 3];
            wild.push(vertex as u32);
        }
    }
    wild
}

/// Whether all numbers are finite.
pub(crate) fn is_finite<const N: usize>(numbers: [f32; N]) -> bool {
    numbers.iter().all(|number| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_that_are_not_finite_lie_at_0_and_are_named() {
        let mut points = [[1.0; 3], [1.0, f32::NAN, 2.0], [3.0; 3], [f32::INFINITY, 0.0, 0.0]];
        assert_eq!(settle(&mut points), [1, 3]);
        assert_eq!(points, [[1.0; 3], [0.0; 3], [3.0; 3], [0.0; 3]]);
    }
}
