//! The floor grid: how far apart its lines are. Every tenth is a strong one.

use super::Picture;

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
}
