//! Skies: clouds by noise, air by scattering, ridges at the horizon, ground under the eye.

use super::noise::{fractal, grains, warped};
use glam::Vec3;
use std::f32::consts::PI;

pub fn mix(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}

/// From 0 at `a` to 1 at `b` without corners.
pub fn rise(a: f32, b: f32, x: f32) -> f32 {
    let t = ((x - a) / (b - a)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// The place at which a direction above the horizon meets a layer of clouds, in heights of that layer over a round earth.
pub fn layer(toward: Vec3) -> Vec3 {
    const RADIUS: f32 = 90.0;
    let up = toward.y.max(0.0);
    let way = (RADIUS * RADIUS * up * up + 2.0 * RADIUS + 1.0).sqrt() - RADIUS * up;
    Vec3::new(toward.x, 0.0, toward.z) * way
}

/// Sunlight that clear air scatters towards the eye: Nishita et al., "Display of The Earth Taking into Account Atmospheric Scattering",
/// 1993; once scattered, with a share of what is scattered again. Lengths in kilometres.
pub struct Air {
    sun: Vec3,
    /// Radiance by height and by the cosine of the turn away from the sun.
    rows: Vec<Vec3>,
}

const HIGH: usize = 96;
const WIDE: usize = 64;
const EARTH: f32 = 6360.0;
const TOP: f32 = 6440.0;
const RAYLEIGH: Vec3 = Vec3::new(5.8e-3, 13.5e-3, 33.1e-3);
const MIE: f32 = 6.0e-3;
const OZONE: Vec3 = Vec3::new(0.65e-3, 1.88e-3, 0.085e-3);

fn leave(from: Vec3, toward: Vec3) -> f32 {
    let along = from.dot(toward);
    (along * along - from.length_squared() + TOP * TOP).max(0.0).sqrt() - along
}

/// The share of light that is left after a way through the air.
fn left(from: Vec3, toward: Vec3, most: f32) -> Vec3 {
    const STEPS: u32 = 24;
    let length = leave(from, toward).min(most);
    let mut depth = Vec3::ZERO;
    for step in 0..STEPS {
        let at = from + toward * (length * (step as f32 + 0.5) / STEPS as f32);
        depth += thickness(at.length() - EARTH) * (length / STEPS as f32);
    }
    (-depth).exp()
}

fn thickness(height: f32) -> Vec3 {
    let height = height.max(0.0);
    RAYLEIGH * (-height / 8.0).exp()
        + MIE * 1.1 * (-height / 1.2).exp()
        + OZONE * (1.0 - (height - 25.0).abs() / 15.0).max(0.0)
}

impl Air {
    pub fn new(sun: Vec3) -> Self {
        let sun = sun.normalize();
        let mut rows = Vec::with_capacity(HIGH * WIDE);
        let across = Vec3::new(sun.x, 0.0, sun.z).normalize();
        let side = Vec3::Y.cross(across);
        for row in 0..HIGH {
            let share = row as f32 / (HIGH - 1) as f32;
            let up = share * share;
            for column in 0..WIDE {
                let turn = PI * column as f32 / (WIDE - 1) as f32;
                let flat = (1.0 - up * up).sqrt();
                let toward = (across * turn.cos() + side * turn.sin()) * flat + Vec3::Y * up;
                rows.push(Self::scattered(sun, toward));
            }
        }
        Self { sun, rows }
    }

    fn scattered(sun: Vec3, toward: Vec3) -> Vec3 {
        const STEPS: u32 = 48;
        let eye = Vec3::new(0.0, EARTH + 0.05, 0.0);
        let length = leave(eye, toward).min(600.0);
        let cosine = toward.dot(sun);
        let rayleigh = 3.0 / (16.0 * PI) * (1.0 + cosine * cosine);
        const G: f32 = 0.76;
        let mie = 3.0 / (8.0 * PI) * (1.0 - G * G) * (1.0 + cosine * cosine)
            / ((2.0 + G * G) * (1.0 + G * G - 2.0 * G * cosine).powf(1.5));
        let mut sum = Vec3::ZERO;
        let mut before = 0.0;
        for step in 0..STEPS {
            // Steps become longer with the distance.
            let end = length * ((step + 1) as f32 / STEPS as f32).powi(2);
            let (middle, long) = ((before + end) / 2.0, end - before);
            before = end;
            let at = eye + toward * middle;
            let height = (at.length() - EARTH).max(0.0);
            let (r, m) = (RAYLEIGH * (-height / 8.0).exp(), MIE * (-height / 1.2).exp());
            let lit = left(at, sun, f32::INFINITY);
            let seen = left(eye, toward, middle);
            // Light that was scattered before comes from all around, bluer.
            let again =
                (RAYLEIGH * 8.0 + Vec3::splat(MIE)) * 0.9 * left(at, (sun + Vec3::Y * 0.35).normalize(), f32::INFINITY);
            sum += (lit * (r * rayleigh + m * mie) + again * (r + m) / (4.0 * PI) * 4.0) * seen * long;
        }
        sum
    }

    /// Radiance for a sun that would light a white surface with π outside of the air.
    pub fn radiance(&self, toward: Vec3) -> Vec3 {
        let flat = Vec3::new(toward.x, 0.0, toward.z).normalize_or(Vec3::X);
        let across = Vec3::new(self.sun.x, 0.0, self.sun.z).normalize();
        let turn = flat.dot(across).clamp(-1.0, 1.0).acos() / PI * (WIDE - 1) as f32;
        let up = toward.y.clamp(0.0, 1.0).sqrt() * (HIGH - 1) as f32;
        let (row, column) = ((up as usize).min(HIGH - 2), (turn as usize).min(WIDE - 2));
        let (down, right) = (up - row as f32, turn - column as f32);
        let at = |row: usize, column: usize| self.rows[row * WIDE + column];
        let line = |row: usize| at(row, column).lerp(at(row, column + 1), right);
        line(row).lerp(line(row + 1), down)
    }

    /// The sun's own light after its way through the air.
    pub fn sunlight(&self) -> Vec3 {
        left(Vec3::new(0.0, EARTH + 0.05, 0.0), self.sun, f32::INFINITY)
    }
}

/// The ground at a place: a yard of old asphalt, dry grass around it. `away`: how far off, in metres, by which fine detail fades.
pub fn yard(at: Vec3, away: f32) -> Vec3 {
    let fine = (1.0 - away / 14.0).clamp(0.0, 1.0);
    let middle = (1.0 - away / 90.0).clamp(0.0, 1.0);
    let tufts = fractal(at * 1.4, 4);
    let blades = grains(Vec3::new(at.x * 16.0, 0.0, at.z * 16.0), 3);
    let shade = 1.0 + (tufts - 0.5) * 0.8 * middle + (blades - 0.5) * 1.1 * fine;
    let broad = warped(at * 0.045, 0.5, 5);
    let grass =
        Vec3::new(0.105, 0.115, 0.06).lerp(Vec3::new(0.2, 0.175, 0.115), rise(0.36, 0.62, broad)) * shade.max(0.15);
    // Asphalt: stones, stains, patches, cracks where two noises meet.
    let stones = 0.5 + 1.5 * (grains(at * 61.0, 3) - 0.5);
    let stains = fractal(at * 0.33 + 5.0, 5);
    let crack = (fractal(at * 0.5 + 31.0, 6) - 0.5).abs();
    let dust = rise(0.45, 0.7, warped(at * 0.16, 0.6, 5));
    let tone =
        (0.135 + 0.07 * (stains - 0.5)) * (1.0 + (stones - 0.5) * 0.9 * fine) * if crack < 0.0022 { 0.72 } else { 1.0 };
    let asphalt = Vec3::new(tone, tone * 0.98, tone * 0.95).lerp(Vec3::new(0.26, 0.235, 0.195), dust * 0.7);
    let edge = (Vec3::new(at.x, 0.0, at.z) / Vec3::new(13.0, 1.0, 24.0)).length() - 1.0
        + (fractal(at * 0.4, 5) - 0.5) * 0.3
        + (tufts - 0.5) * 0.12;
    asphalt.lerp(grass, rise(-0.015, 0.03, edge))
}
