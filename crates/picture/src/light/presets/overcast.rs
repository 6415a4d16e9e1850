//! A day of clouds over yards: soft light from above.

use super::noise::{fractal, warped};
use super::sky::{layer, mix, rise, yard};
use super::wood::Ridge;
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
    if let Some(ground) = ground(toward) {
        return ground;
    }
    // The farther the paler.
    for (ridge, pale, color) in [
        (
            Ridge {
                of: 3.0,
                height: 0.02,
                trees: 0.075,
            },
            0.08,
            Vec3::new(0.085, 0.105, 0.05),
        ),
        (
            Ridge {
                of: 11.0,
                height: 0.06,
                trees: 0.022,
            },
            0.42,
            Vec3::new(0.08, 0.11, 0.07),
        ),
        (
            Ridge {
                of: 23.0,
                height: 0.13,
                trees: 0.007,
            },
            0.72,
            Vec3::new(0.09, 0.11, 0.11),
        ),
    ] {
        if let Some(seen) = ridge.seen(toward) {
            let color = if seen.is_trunk {
                Vec3::new(0.08, 0.07, 0.055)
            } else {
                color
            };
            // The sky lights it from above, brighter where the sun is behind the clouds.
            let from = 0.55 + 0.45 * seen.normal.y + 0.25 * seen.normal.dot(SUN.normalize()).max(0.0);
            let lit = color * (2.3 * seen.open * from + 0.12);
            let mist = pale + 0.22 * (1.0 - seen.up);
            return lit.lerp(haze * 0.8, mist.min(1.0));
        }
    }
    sky(toward)
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
