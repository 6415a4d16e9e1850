//! Golden hour: a low sun, lit clouds, hills that fade into the haze.

use super::noise::{fractal, warped};
use super::sky::{Air, layer, mix, rise, yard};
use super::wood::Ridge;
use glam::Vec3;

/// Towards the sun.
pub const SUN: Vec3 = Vec3::new(-0.78, 0.155, 0.6);

pub struct Sunset {
    air: Air,
    sun: Vec3,
    light: Vec3,
}

const SCALE: f32 = 17.0;

impl Sunset {
    pub fn new() -> Self {
        let air = Air::new(SUN);
        let light = air.sunlight();
        Self {
            air,
            sun: SUN.normalize(),
            light,
        }
    }

    /// The cloudless sky; dust near the horizon glows.
    fn clear(&self, toward: Vec3) -> Vec3 {
        let air = self.air.radiance(toward) * SCALE;
        // Moist air is paler than clear air.
        let air = air.lerp(
            Vec3::splat(air.dot(Vec3::new(0.2126, 0.7152, 0.0722))) * Vec3::new(1.06, 1.0, 0.98),
            0.4,
        );
        let flat = Vec3::new(toward.x, 0.0, toward.z).normalize_or(Vec3::X);
        let near = 0.5 + 0.5 * flat.dot(Vec3::new(self.sun.x, 0.0, self.sun.z).normalize());
        let low = (1.0 - toward.y.max(0.0)).powi(5);
        air + Vec3::new(0.95, 0.52, 0.3) * (low * (0.3 + 1.1 * near * near)) + Vec3::new(0.5, 0.33, 0.4) * (0.12 * low)
    }

    fn sky(&self, toward: Vec3) -> Vec3 {
        let air = self.clear(toward);
        let at = layer(toward);
        let far = rise(3.0, 13.0, at.length());
        let sunward = Vec3::new(self.sun.x, 0.0, self.sun.z).normalize();
        let near = toward.dot(self.sun).max(0.0);
        // High veils.
        let veil = warped(
            Vec3::new(at.x * 0.35 + at.z * 0.2, 0.0, at.z * 1.1 - at.x * 0.3),
            0.5,
            7,
        );
        let veil = rise(0.5, 0.8, veil) * 0.6;
        let veil_light = self.light * (1.6 + 5.0 * near.powi(6)) + air * 0.6;
        let mut seen = air.lerp(veil_light, veil * (1.0 - far * 0.6));
        // Billows below them: thickness here, and towards the sun.
        let dense = |at: Vec3| rise(0.52, 0.68, warped(at * 0.5 + 7.0, 0.45, 8));
        let cover = dense(at) * (1.0 - far * 0.75);
        if cover > 0.0 {
            let toward_sun = dense(at + sunward * 0.22) * 0.6 + dense(at + sunward * 0.6) * 0.4;
            let lit = (-(toward_sun * 2.6)).exp();
            let silver = near.powi(10) * (1.0 - cover) * 7.0;
            let shade = Vec3::new(0.36, 0.36, 0.46) * 0.62 + air * 0.22;
            let cloud = shade + self.light * (2.3 * lit + silver + 0.5 * near.powi(3));
            seen = seen.lerp(cloud, (cover * 1.25).min(0.96));
        }
        seen
    }

    fn haze(&self, toward: Vec3) -> Vec3 {
        let flat = Vec3::new(toward.x, 0.02, toward.z).normalize();
        self.clear(flat)
    }

    pub fn radiance(&self, toward: Vec3) -> Vec3 {
        let near = toward.dot(self.sun).max(0.0);
        if let Some(ground) = self.ground(toward) {
            return ground;
        }
        for (ridge, pale, color) in [
            (
                Ridge {
                    of: 5.0,
                    height: 0.015,
                    trees: 0.065,
                },
                0.05,
                Vec3::new(0.075, 0.085, 0.035),
            ),
            (
                Ridge {
                    of: 13.0,
                    height: 0.06,
                    trees: 0.02,
                },
                0.38,
                Vec3::new(0.07, 0.085, 0.05),
            ),
            (
                Ridge {
                    of: 31.0,
                    height: 0.1,
                    trees: 0.007,
                },
                0.7,
                Vec3::new(0.07, 0.07, 0.08),
            ),
            (
                Ridge {
                    of: 47.0,
                    height: 0.17,
                    trees: 0.0,
                },
                0.88,
                Vec3::new(0.09, 0.09, 0.11),
            ),
        ] {
            if let Some(seen) = ridge.seen(toward) {
                let color = if seen.is_trunk {
                    Vec3::new(0.075, 0.06, 0.045)
                } else {
                    color
                };
                // Crowns with the sun behind them glow at their edges.
                let facing = seen.normal.dot(self.sun).max(0.0) + 0.35 * near.powi(8) * seen.open;
                let above = 0.5 + 0.5 * seen.normal.y;
                let lit = color
                    * (self.light * (6.5 * facing) + Vec3::new(0.6, 0.66, 0.82) * above)
                    * (0.15 + 0.85 * seen.open);
                let mist = pale + 0.18 * (1.0 - seen.up);
                return lit.lerp(self.haze(toward) * 0.85, mist.min(1.0));
            }
        }
        self.sky(toward) + self.light * (1.5 * near.powi(160) + 0.5 * near.powi(18))
    }

    fn ground(&self, toward: Vec3) -> Option<Vec3> {
        let horizon = -0.006 + 0.004 * (fractal(Vec3::new(toward.x, 0.0, toward.z) * 5.0, 3) - 0.5);
        if toward.y >= horizon {
            return None;
        }
        let away = 1.6 / -toward.y;
        let at = toward * away;
        let color = yard(at, away);
        // Low light grazes: slopes by noise are lit or dark.
        let sunward = Vec3::new(self.sun.x, 0.0, self.sun.z).normalize();
        let fine = (1.0 - away / 60.0).clamp(0.0, 1.0);
        let high = |at: Vec3| fractal(at * 0.35, 4) * 1.4 + fractal(at * 3.0, 3) * 0.25 * fine;
        let slope = (high(at) - high(at + sunward * 0.3)) / 0.3;
        let grazing = rise(-0.35, 0.75, slope * 0.9 + 0.1);
        let through = 1.0 + 1.6 * toward.dot(self.sun).max(0.0).powi(3);
        let lit = color * (self.light * mix(0.95, 2.1, grazing) * through + Vec3::new(0.5, 0.56, 0.72));
        let mist = 1.0 - (-away / 500.0).exp();
        Some(lit.lerp(self.haze(toward) * 0.7, mist))
    }
}
