//! The floor grid: how far apart its lines are, and where they fade. Every tenth is a strong one.

use super::Picture;
use castview_base::core::Projection;
use glam::{Vec2, Vec3, Vec3Swizzles};

/// Between two fine lines, in world units: a power of ten that puts three to thirty of them along `size`, which is above 0.
pub fn grid_step(size: f32) -> f32 {
    10.0f32.powf(size.log10().round() - 1.0)
}

impl Picture {
    /// Grid, axes and signs take their size from this, in world units: the diagonal of the bounds. Without any, half the height that the
    /// camera sees.
    pub fn drawn_size(&self) -> f32 {
        let candidates = [self.bounds.diagonal(), self.camera.half_height()];
        let usable = |size: &f32| size.is_finite() && *size > 0.0;
        candidates.into_iter().find(usable).unwrap_or(1.0)
    }

    /// How far the grid reaches from its middle below the camera's target, in world units.
    pub fn grid_radius(&self) -> f32 {
        (3.0 * self.drawn_size()).max(1.6 * self.camera.distance)
    }

    /// How much of their strength lines have at a `point` of the floor, 0…1: they fade far away, and where the floor is seen from its edge.
    /// As in shaders/overlays/grid.wgsl.
    pub fn grid_fade(&self, point: Vec3) -> f32 {
        let camera = &self.camera;
        let offset: Vec2 = (point - camera.target).xz();
        let towards_eye = match camera.projection {
            Projection::Perspective => (camera.eye() - point).normalize_or_zero(),
            Projection::Orthographic => -camera.forward(),
        };
        let grazing = towards_eye.y.abs();
        (1.0 - smoothstep(0.15, 1.0, offset.length() / self.grid_radius())) * smoothstep(0.0, 0.12, grazing)
    }
}

/// As WGSL has it.
fn smoothstep(low: f32, high: f32, x: f32) -> f32 {
    let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}
