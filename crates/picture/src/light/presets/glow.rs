//! The sun: a round light without a rim.

use glam::Vec3;

/// One of them.
#[derive(Clone, Copy, Debug)]
pub struct Glow {
    /// Towards its middle, of any length.
    pub toward: Vec3,
    /// Distance at which it has fallen to a third, as a tangent.
    pub radius: f32,
    /// How steeply it falls there: 2 as a Gaussian does, more like a disc.
    pub steepness: f32,
    /// Radiance of its middle, added to what is behind.
    pub light: [f32; 3],
}

impl Glow {
    /// Returns the radiance that it adds in `direction`, of unit length.
    pub fn seen(&self, direction: Vec3) -> Vec3 {
        let ahead = direction.dot(self.toward.normalize());
        if ahead <= 1e-3 {
            return Vec3::ZERO;
        }
        let away = (1.0 / (ahead * ahead) - 1.0).max(0.0).sqrt() / self.radius;
        // Nothing of it is left there.
        if away > 4.0 {
            return Vec3::ZERO;
        }
        Vec3::from(self.light) * (-away.powf(self.steepness)).exp()
    }
}
