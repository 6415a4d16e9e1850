//! The floor grid: how far apart its lines are. Every tenth is a strong one.

use super::Picture;

/// Between two fine lines, in world units: a power of ten that puts three to thirty of them along `size`, which is above 0.
pub fn grid_step(size: f32) -> f32 {
    10.0f32.powf(size.log10().round() - 1.0)
}

impl Picture {
    /// The size everything but the meshes is made to: that of what is drawn, or of what the camera sees if that is nothing or a point.
    pub fn drawn_size(&self) -> f32 {
        let candidates = [self.bounds.diagonal(), self.camera.half_height()];
        let usable = |size: &f32| size.is_finite() && *size > 0.0;
        candidates.into_iter().find(usable).unwrap_or(1.0)
    }
}
