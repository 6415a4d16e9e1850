//! A day of clouds over yards: soft light from above.

use super::noise::{fractal, warped};
use super::sky::{layer, mix, ridge, rise, yard};
use glam::Vec3;

const SUN: Vec3 = Vec3::new(-0.42, 0.78, 0.46);

fn sky(toward: Vec3) -> Vec3 {
    let at = layer(toward);
    let far = rise(2.0, 11.0, at.length());
    let thick = warped(at * 0.6, 0.7, 7);
    let fine = warped(at * 2.1 + 40.0, 0.5, 6);
    let cover = thick * 0.72 + fine * 0.28;
    // Lit from behind: thin is bright. From below the billows have dark bellies.
    let folds = warped(at * 1.3 + 11.0, 0.9, 6) - 0.5;
    let bright = mix(1.05, 0.3, rise(0.36, 0.64, cover)) * (1.0 + 0.9 * folds * rise(0.4, 0.6, cover));
    let up = toward.y.max(0.0);
    let overhead = (1.0 + 2.0 * up) / 3.0;
    let sun = SUN.normalize();
    let near = (toward.dot(sun)).max(0.0);
    let glow = 0.5 * near.powi(4) + 2.6 * near.powi(24) * mix(1.4, 0.4, rise(0.35, 0.62, cover));
    let color = Vec3::new(0.86, 0.95, 1.08).lerp(Vec3::new(1.0, 0.99, 0.97), rise(0.7, 0.35, cover));
    let cloud = color * (bright * mix(0.75, 1.0, overhead) + glow);
    let haze = Vec3::new(0.86, 0.89, 0.93) * (0.78 + 0.3 * near.powi(3));
    cloud.lerp(haze, far * 0.85)
}

/// Radiance in a direction of unit length.
pub fn radiance(toward: Vec3) -> Vec3 {
    seen(toward) * EXPOSED
}

/// Times which everything is brighter.
const EXPOSED: f32 = 1.18;

fn seen(toward: Vec3) -> Vec3 {
    let haze = Vec3::new(0.8, 0.84, 0.88);
    // Three ridges, the farther the paler.
    for (of, height, trees, pale, color) in [
        (3.0, 0.02, 0.085, 0.1, Vec3::new(0.045, 0.055, 0.035)),
        (11.0, 0.06, 0.03, 0.45, Vec3::new(0.06, 0.08, 0.06)),
        (23.0, 0.13, 0.008, 0.75, Vec3::new(0.09, 0.11, 0.11)),
    ] {
        let top = ridge(toward, of, height, trees) - 0.004;
        if toward.y < top && toward.y > -0.02 {
            let leaves = fractal(toward * 260.0 + of, 3) * 0.7 + fractal(toward * 60.0 + of, 3) * 0.3;
            let lit = color * (0.35 + 1.5 * leaves * rise(-0.01, top.max(0.01), toward.y));
            let mist = pale + 0.25 * rise(top, -0.01, toward.y);
            return ground(toward).unwrap_or_else(|| lit.lerp(haze * 0.8, mist.min(1.0)));
        }
    }
    ground(toward).unwrap_or_else(|| sky(toward))
}

fn ground(toward: Vec3) -> Option<Vec3> {
    let horizon = -0.006 + 0.004 * (fractal(Vec3::new(toward.x, 0.0, toward.z) * 5.0, 3) - 0.5);
    if toward.y >= horizon {
        return None;
    }
    let away = 1.6 / -toward.y;
    let at = toward * away;
    // The sky lights it, less under the eye.
    let lit = yard(at, away) * 1.35 * mix(0.7, 1.0, rise(0.4, 3.0, away));
    let mist = 1.0 - (-away / 420.0).exp();
    Some(lit.lerp(Vec3::new(0.62, 0.66, 0.68), mist))
}
