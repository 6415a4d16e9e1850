//! Texture coordinates ↔ points of the window: u to the right, v down, as textures are stored.

use castview_base::scene::UvBox;
use egui::{Pos2, Rect, Vec2, pos2};

/// Air around what fits, as a share of the side.
const AIR: f64 = 0.06;
/// Points that the least difference of f32 near 1 takes at most.
const MOST_SCALE: f64 = 4e6;
/// Points of one unit at least: all that f32 holds fits.
const LEAST_SCALE: f64 = 1e-38;
/// Logarithm of the zoom by a point of scrolling.
const ZOOM: f32 = 0.004;

/// Part of the plane that is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// In the middle of the canvas.
    pub center: [f64; 2],
    /// Points of one unit.
    pub scale: f64,
}

impl Plane {
    /// All of `bounds` and the unit square on a canvas of `size`.
    pub fn fitting(bounds: Option<UvBox>, size: Vec2) -> Self {
        let [u0, v0, u1, v1] = bounds.unwrap_or([0.0, 0.0, 1.0, 1.0]).map(f64::from);
        let (least, most) = ([u0.min(0.0), v0.min(0.0)], [u1.max(1.0), v1.max(1.0)]);
        let scale = |axis: usize, side: f32| f64::from(side.max(1.0)) * (1.0 - 2.0 * AIR) / (most[axis] - least[axis]);
        Self {
            center: [0, 1].map(|axis| (least[axis] + most[axis]) * 0.5),
            scale: scale(0, size.x).min(scale(1, size.y)),
        }
        .checked()
    }

    /// Where `uv` is on `canvas`.
    pub fn place(&self, canvas: Rect, uv: [f64; 2]) -> Pos2 {
        let [x, y] = [0, 1].map(|axis| ((uv[axis] - self.center[axis]) * self.scale) as f32);
        pos2(canvas.center().x + x, canvas.center().y + y)
    }

    /// Returns the texture coordinates at `at` of `canvas`.
    pub fn uv(&self, canvas: Rect, at: Pos2) -> [f64; 2] {
        let from = at - canvas.center();
        [
            self.center[0] + f64::from(from.x) / self.scale,
            self.center[1] + f64::from(from.y) / self.scale,
        ]
    }

    /// Returns the part of the plane that `canvas` shows: least u, least v, greatest u, greatest v.
    pub fn shown(&self, canvas: Rect) -> [f64; 4] {
        let ([u0, v0], [u1, v1]) = (self.uv(canvas, canvas.min), self.uv(canvas, canvas.max));
        [u0, v0, u1, v1]
    }

    /// Moves what is shown along with a drag.
    pub fn drag(&mut self, by: Vec2) {
        self.center[0] -= f64::from(by.x) / self.scale;
        self.center[1] -= f64::from(by.y) / self.scale;
        *self = self.checked();
    }

    /// Zooms by `points` of scrolling and by the factor of a pinch; what is at `still` stays there.
    pub fn zoom(&mut self, canvas: Rect, still: Pos2, points: f32, pinched: f32) {
        let before = self.uv(canvas, still);
        self.scale *= f64::from((points * ZOOM).exp() * pinched);
        *self = self.checked();
        let after = self.uv(canvas, still);
        for axis in 0..2 {
            self.center[axis] += before[axis] - after[axis];
        }
        *self = self.checked();
    }

    fn checked(self) -> Self {
        let far = f64::from(f32::MAX);
        Self {
            center: self.center.map(|at| at.clamp(-far, far)),
            scale: self.scale.clamp(LEAST_SCALE, MOST_SCALE),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::vec2;
    use proptest::prelude::*;

    const CANVAS: Rect = Rect {
        min: pos2(100.0, 50.0),
        max: pos2(500.0, 350.0),
    };

    proptest! {
        #[test]
        fn zooming_keeps_what_is_under_the_pointer(
            [x, y] in [100f32..500.0, 50f32..350.0], points in -300f32..300.0, pinched in 0.5f32..2.0,
        ) {
            let mut plane = Plane::fitting(None, CANVAS.size());
            let at = pos2(x, y);
            let before = plane.uv(CANVAS, at);
            plane.zoom(CANVAS, at, points, pinched);
            let back = plane.place(CANVAS, before);
            prop_assert!(back.distance(at) < 0.01, "{} {}", back, at);
        }

        #[test]
        fn what_fits_is_shown_with_the_unit_square(
            [a, b, c, d] in [-1e30f32..1e30, -1e30f32..1e30, -1e30f32..1e30, -1e30f32..1e30],
        ) {
            let bounds = [a.min(c), b.min(d), a.max(c), b.max(d)];
            let plane = Plane::fitting(Some(bounds), CANVAS.size());
            for uv in [[bounds[0], bounds[1]], [bounds[2], bounds[3]], [0.0, 0.0], [1.0, 1.0]] {
                prop_assert!(CANVAS.contains(plane.place(CANVAS, uv.map(f64::from))));
            }
        }
    }

    #[test]
    fn v_grows_downwards_and_a_drag_takes_the_plane_along() {
        let mut plane = Plane::fitting(None, CANVAS.size());
        let origin = plane.place(CANVAS, [0.0, 0.0]);
        let below = plane.place(CANVAS, [0.0, 1.0]);
        assert!(below.y > origin.y && below.x == origin.x);
        plane.drag(vec2(30.0, -20.0));
        assert!(plane.place(CANVAS, [0.0, 0.0]).distance(origin + vec2(30.0, -20.0)) < 0.01);
    }

    #[test]
    fn nothing_leaves_the_numbers() {
        let all = [f32::MIN, f32::MIN, f32::MAX, f32::MAX];
        let mut plane = Plane::fitting(Some(all), CANVAS.size());
        for points in [1e9, -1e9, f32::MAX, -f32::MAX] {
            plane.zoom(CANVAS, CANVAS.min, points, 1.0);
            plane.drag(vec2(1e9, 1e9));
            assert!(plane.shown(CANVAS).iter().all(|at| at.is_finite()), "{plane:?}");
        }
    }
}
