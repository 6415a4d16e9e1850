//! The window's icon: a bone, drawn by the few lines below so that no image has to be decoded at start.

const SIDE: usize = 64;
/// The accent and the panel colour of the dark theme, sRGB.
const BONE: [f32; 3] = [106.0, 169.0, 255.0];
const GROUND: [f32; 3] = [27.0, 30.0, 35.0];

/// `None` only if the system refuses its size.
pub fn window_icon() -> Option<winit::window::Icon> {
    winit::window::Icon::from_rgba(pixels(), SIDE as u32, SIDE as u32).ok()
}

/// Straight-alpha RGBA, rows from the top.
fn pixels() -> Vec<u8> {
    let mut pixels = Vec::with_capacity(SIDE * SIDE * 4);
    for y in 0..SIDE {
        for x in 0..SIDE {
            // Centres of pixels, −1…1, y up.
            let at = |i: usize| (i as f32 + 0.5) / SIDE as f32 * 2.0 - 1.0;
            let (x, y) = (at(x), -at(y));
            let bone = coverage(bone_distance(x, y));
            let ground = coverage(rounded_square_distance(x, y));
            let mixed = |channel: usize| GROUND[channel] + (BONE[channel] - GROUND[channel]) * bone;
            pixels.extend([mixed(0) as u8, mixed(1) as u8, mixed(2) as u8, (ground * 255.0) as u8]);
        }
    }
    pixels
}

/// How much of a pixel lies inside a shape whose edge is `distance` away (negative inside).
fn coverage(distance: f32) -> f32 {
    (0.5 - distance * SIDE as f32 * 0.5).clamp(0.0, 1.0)
}

fn rounded_square_distance(x: f32, y: f32) -> f32 {
    const HALF: f32 = 0.96;
    const RADIUS: f32 = 0.3;
    let (dx, dy) = (x.abs() - (HALF - RADIUS), y.abs() - (HALF - RADIUS));
    dx.max(0.0).hypot(dy.max(0.0)) + dx.max(dy).min(0.0) - RADIUS
}

/// The glyph of the viewport: a long octahedron from the joint at its lower left to the upper right.
fn bone_distance(x: f32, y: f32) -> f32 {
    // Along the bone 0…1 and across it.
    let along = ((x + y) * std::f32::consts::FRAC_1_SQRT_2 + 0.8) / 1.6;
    let across = ((x - y) * std::f32::consts::FRAC_1_SQRT_2).abs();
    const WIDEST: f32 = 0.2;
    let half_width = 0.42
        * if along < WIDEST {
            along / WIDEST
        } else {
            (1.0 - along) / (1.0 - WIDEST)
        };
    across - half_width
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_is_a_bone_on_a_rounded_square() {
        assert!(window_icon().is_some());
        let pixels = pixels();
        let at = |x: usize, y: usize| &pixels[(y * SIDE + x) * 4..][..4];
        assert_eq!(at(0, 0)[3], 0, "corners are clear");
        assert_eq!(at(32, 32), [106, 169, 255, 255], "the bone crosses the middle");
        assert_eq!(at(8, 8), [27, 30, 35, 255], "ground beside it");
    }
}
