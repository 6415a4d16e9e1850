//! A soft box: a flat rectangle that shines, seen from where the model stands.

use glam::{Vec2, Vec3};

/// One rectangle. Sizes are tangents: a half width of 1 reaches 45° to either side.
#[derive(Clone, Copy, Debug)]
pub struct Panel {
    /// Towards its middle, of any length.
    pub toward: [f32; 3],
    /// Half its width and half its height.
    pub half: [f32; 2],
    /// Radiance of its middle.
    pub light: [f32; 3],
    /// Share of the light that its corners lose, 0 to 1: lamps behind cloth are brightest in the middle.
    pub falloff: f32,
    /// How far its rim fades, as a tangent.
    pub rim: f32,
}

impl Panel {
    /// Its radiance in `direction`, of unit length; how much of what is behind stays is one minus the second.
    pub fn seen(&self, direction: Vec3) -> (Vec3, f32) {
        let forward = Vec3::from(self.toward).normalize();
        let ahead = direction.dot(forward);
        if ahead <= 1e-3 {
            return (Vec3::ZERO, 0.0);
        }
        let level = match forward.y.abs() > 0.999 {
            true => Vec3::X,
            false => Vec3::Y.cross(forward).normalize(),
        };
        let up = forward.cross(level);
        let at = Vec2::new(direction.dot(level), direction.dot(up)) / ahead;
        let half = Vec2::from(self.half);
        // How far inside of the nearer rims.
        let inside = (half - at.abs()).min_element();
        let cover = smooth(inside / self.rim + 0.5);
        let middle = 1.0 - self.falloff * ((at / half).length_squared() * 0.5).min(1.0);
        (Vec3::from(self.light) * middle, cover)
    }
}

/// A round light without a rim: the sun, and the sky around it.
#[derive(Clone, Copy, Debug)]
pub struct Glow {
    /// Towards its middle, of any length.
    pub toward: [f32; 3],
    /// Where it has fallen to a third, as a tangent.
    pub radius: f32,
    /// How steeply it falls there: 2 as a Gaussian does, more like a disc.
    pub steepness: f32,
    /// Radiance of its middle, added to what is behind.
    pub light: [f32; 3],
}

impl Glow {
    /// Returns the radiance that it adds in `direction`, of unit length.
    pub fn seen(&self, direction: Vec3) -> Vec3 {
        let forward = Vec3::from(self.toward).normalize();
        let ahead = direction.dot(forward);
        if ahead <= 1e-3 {
            return Vec3::ZERO;
        }
        let away = (1.0 / (ahead * ahead) - 1.0).max(0.0).sqrt() / self.radius;
        Vec3::from(self.light) * (-away.powf(self.steepness)).exp()
    }
}

/// From 0 to 1 without corners.
pub fn smooth(t: f32) -> f32 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}
