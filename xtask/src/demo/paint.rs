//! The creature's colours, as functions of the place on its body (display-referred sRGB, 0…1).

use crate::anatomy::{EAR_LENGTH, EAR_ROOT, ear_turn};
use crate::field::Part;
use glam::Vec3;
use std::f32::consts::PI;

pub const APRICOT: Vec3 = Vec3::new(0.957, 0.639, 0.353);
pub const RUST: Vec3 = Vec3::new(0.878, 0.478, 0.259);
pub const CREAM: Vec3 = Vec3::new(1.0, 0.945, 0.867);
pub const PLUM: Vec3 = Vec3::new(0.392, 0.208, 0.278);
pub const DARK: Vec3 = Vec3::new(0.176, 0.094, 0.157);
pub const BLUSH: Vec3 = Vec3::new(0.965, 0.490, 0.467);
pub const LEAF: Vec3 = Vec3::new(0.353, 0.757, 0.541);

pub fn smoothstep(low: f32, high: f32, x: f32) -> f32 {
    let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Soft value noise in −1…1, made of a few incommensurate waves: brush strokes, not grain.
fn brush(p: Vec3) -> f32 {
    let wave = |d: [f32; 3], f: f32| (p.dot(Vec3::from(d)) * f).sin();
    (wave([0.8, 0.3, 0.5], 17.0) * wave([-0.4, 0.9, 0.2], 23.0)
        + wave([0.2, -0.5, 0.8], 31.0) * wave([0.9, 0.1, -0.4], 13.0))
        * 0.5
}

/// 1 inside an ellipsoid, 0 outside, over a rim of `soft` (in units of its radii).
fn spot(p: Vec3, center: [f32; 3], radii: [f32; 3], soft: f32) -> f32 {
    1.0 - smoothstep(
        1.0 - soft,
        1.0 + soft,
        ((p - Vec3::from(center)) / Vec3::from(radii)).length(),
    )
}

pub fn fur(p: Vec3, n: Vec3, part: Part, openness: f32) -> Vec3 {
    // Mirrored: the painting is the same on both sides.
    let m = Vec3::new(p.x.abs(), p.y, p.z);
    let back = smoothstep(0.35, -0.9, n.z) * 0.65 + smoothstep(0.2, 1.0, n.y) * 0.25;
    let mut color = APRICOT.lerp(RUST, (back + brush(p) * 0.10).clamp(0.0, 1.0));
    // Belly and bib are painted across the joints, so that no border between parts shows.
    if !matches!(part, Part::Head | Part::Ear(_)) {
        let belly = spot(m, [0.0, 0.42, 0.24], [0.185, 0.25, 0.22], 0.10);
        let bib = spot(m, [0.0, 0.66, 0.16], [0.16, 0.14, 0.14], 0.2);
        color = color.lerp(CREAM, belly.max(bib));
    }
    match part {
        Part::Torso => {}
        Part::Head => color = head(m, color),
        Part::Ear(_) => {
            let local = ear_turn(crate::field::Side::Left).inverse() * (m - EAR_ROOT);
            let along = local.y / EAR_LENGTH;
            let facing = (ear_turn(crate::field::Side::Left).inverse() * Vec3::new(n.x * p.x.signum(), n.y, n.z)).z;
            let inner = spot(
                Vec3::new(local.x, local.y, 0.0),
                [0.0, 0.240, 0.0],
                [0.076, 0.175, 1.0],
                0.18,
            ) * smoothstep(-0.1, 0.2, facing);
            let tip = smoothstep(0.74, 0.86, along + brush(p * 1.6) * 0.02);
            color = color.lerp(CREAM.lerp(BLUSH, 0.62), inner);
            color = color.lerp(PLUM, tip);
        }
        Part::Arm(_) => {
            let along = (m - Vec3::new(0.165, 0.597, 0.01)).dot(Vec3::new(0.756, -0.563, 0.335));
            // Never on what the arm shares with the body's side.
            let sleeve = smoothstep(0.20, 0.27, along + brush(p) * 0.012) * smoothstep(0.275, 0.305, m.x);
            color = color.lerp(PLUM, sleeve);
        }
        Part::Leg(_) => color = color.lerp(PLUM, smoothstep(0.135, 0.095, p.y + brush(p) * 0.008)),
    }
    color * (0.80 + 0.20 * openness.clamp(0.0, 1.0))
}

fn head(m: Vec3, fur: Vec3) -> Vec3 {
    let mut color = fur;
    // A mask of two lobes under the eyes and the muzzle between them.
    let lobe = spot(m, [0.25, 0.845, 0.26], [0.27, 0.155, 0.36], 0.10);
    let muzzle = spot(m, [0.0, 0.93, 0.44], [0.165, 0.125, 0.24], 0.12);
    let chin = spot(m, [0.0, 0.80, 0.22], [0.24, 0.13, 0.26], 0.15);
    let tuft = smoothstep(0.40, 0.50, m.x) * smoothstep(1.02, 0.93, m.y);
    color = color.lerp(CREAM, lobe.max(muzzle).max(chin).max(tuft * 0.9));
    // The blaze on the forehead: a drop, point down.
    let t = ((m.y - 1.165) / 0.185).clamp(0.0, 1.0);
    let width = 0.056 * (PI * t.powf(1.6)).sin().max(0.0).powf(0.8);
    if m.z > 0.1 {
        color = color.lerp(
            CREAM,
            smoothstep(width + 0.007, width - 0.007, m.x) * smoothstep(0.0, 0.012, width),
        );
    }
    let blush = (-((m - Vec3::new(0.325, 0.935, 0.29)) / Vec3::new(0.075, 0.055, 0.12)).length_squared()).exp();
    color.lerp(BLUSH, blush * 0.75)
}
