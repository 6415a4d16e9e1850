//! Light that a surface gets from all around, by its normal: spherical harmonics of the second order.

use super::Cube;
use glam::Vec3;

/// Factors of 1, y, z, x, xy, yz, 3z² − 1, xz and x² − y² of the normal.
///
/// Ramamoorthi and Hanrahan, "An Efficient Representation for Irradiance Environment Maps", 2001; divided by π, so that a radiance
/// of 1 from everywhere gives 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Irradiance(pub [Vec3; 9]);

fn terms(n: Vec3) -> [f32; 9] {
    [
        1.0,
        n.y,
        n.z,
        n.x,
        n.x * n.y,
        n.y * n.z,
        3.0 * n.z * n.z - 1.0,
        n.x * n.z,
        n.x * n.x - n.y * n.y,
    ]
}

/// Squares of what makes the terms above unit functions on the sphere, times what a cosine leaves of each order.
const FACTORS: [f32; 9] = {
    const PI: f32 = std::f32::consts::PI;
    const FIRST: f32 = 3.0 / (4.0 * PI) * 2.0 / 3.0;
    const SECOND: f32 = 15.0 / (4.0 * PI) / 4.0;
    const LEVEL: f32 = 5.0 / (16.0 * PI) / 4.0;
    const CROSS: f32 = 15.0 / (16.0 * PI) / 4.0;
    [
        1.0 / (4.0 * PI),
        FIRST,
        FIRST,
        FIRST,
        SECOND,
        SECOND,
        LEVEL,
        SECOND,
        CROSS,
    ]
};

impl Irradiance {
    /// Returns the irradiance of all that `cube` shows.
    pub fn of(cube: &Cube) -> Self {
        let mut sums = [Vec3::ZERO; 9];
        for (radiance, direction, angle) in cube.directions() {
            for (sum, term) in sums.iter_mut().zip(terms(direction)) {
                *sum += radiance * (angle * term);
            }
        }
        Self(std::array::from_fn(|at| sums[at] * FACTORS[at]))
    }

    /// Returns the light that falls on a surface of that normal, of unit length.
    pub fn at(&self, normal: Vec3) -> Vec3 {
        let sum: Vec3 = self
            .0
            .iter()
            .zip(terms(normal))
            .map(|(factor, term)| *factor * term)
            .sum();
        sum.max(Vec3::ZERO)
    }
}
