//! Parts that are not skin: tail, sprout, scarf.

use crate::anatomy::{Skeleton, TAIL_BONES, tail_center};
use crate::field::SIDES;
use crate::loft::{self, Section, chain, round_end};
use crate::mesh::Mesh;
use crate::paint::{APRICOT, CREAM, LEAF, PLUM, RUST, smoothstep};
use crate::weights::{Influences, heaviest};
use glam::Vec3;
use image::RgbImage;
use std::f32::consts::{PI, TAU};

/// The bushy tail: dual-quaternion skinning keeps its volume when it twists.
pub fn tail(skeleton: &Skeleton) -> Mesh {
    let mut mesh = Mesh::new("tail", "tail");
    mesh.dual_quaternion = true;
    let bones: Vec<usize> = (1..=TAIL_BONES).map(|i| skeleton.index(&format!("tail_{i}"))).collect();
    let root = skeleton.index("hips");
    let section = |t: f32| {
        let forward = (tail_center(t + 0.01) - tail_center(t - 0.01)).normalize();
        let radius = (0.062 + 0.140 * smoothstep(0.05, 0.66, t)) * round_end(1.0 - t, 0.42);
        Section {
            center: tail_center(t),
            side: Vec3::X * radius,
            up: forward.cross(Vec3::X) * radius,
        }
    };
    loft::add(&mut mesh, (32, 46), section, |t, _| chain(root, &bones, t));
    mesh
}

pub fn tail_picture() -> RgbImage {
    picture(256, 512, |u, t| {
        let angle = u * TAU;
        let mut color = APRICOT.lerp(RUST, 0.45 + 0.35 * angle.sin() + 0.05 * (angle * 3.0 + t * 40.0).sin());
        // Locks: the borders of the bands are zigzags.
        let lock = |n: f32, depth: f32| (((u * n).fract() - 0.5).abs() * 2.0 - 0.5) * depth;
        for (middle, half) in [(0.30, 0.035), (0.47, 0.04), (0.64, 0.04)] {
            let away = (t - middle + lock(9.0, 0.03)).abs();
            color = color.lerp(PLUM, 0.85 * smoothstep(half + 0.008, half - 0.008, away));
        }
        color.lerp(CREAM, smoothstep(0.775, 0.795, t + lock(8.0, 0.045)))
    })
}

/// A stem and two leaves, each on bones of its own.
pub fn sprout(skeleton: &Skeleton) -> Mesh {
    let mut mesh = Mesh::new("sprout", "sprout");
    let bone = |name: &str| skeleton.index(name);
    let stem_bones = [bone("sprout_1"), bone("sprout_2")];
    let stem = |t: f32| {
        let radius = (0.022 - 0.008 * t) * round_end(1.0 - t, 0.1);
        let center = Vec3::new(0.0, 1.44 + 0.205 * t, 0.03);
        Section {
            center,
            side: Vec3::Z * radius,
            up: Vec3::X * radius,
        }
    };
    loft::add(&mut mesh, (12, 12), stem, |t, _| chain(bone("head"), &stem_bones, t));
    for side in SIDES {
        let bones = ["leaf_1_@", "leaf_2_@"].map(|name| bone(&name.replace('@', side.suffix())));
        // An arc that rises and then droops outwards.
        let center = |t: f32| {
            let along = 0.265 * t;
            side.place(Vec3::new(
                0.004 + along * 0.86,
                1.628 + 0.30 * t * (1.0 - t) + 0.065 * t,
                0.03 + 0.035 * t,
            ))
        };
        let section = |t: f32| {
            let forward = (center(t + 0.01) - center(t - 0.01)).normalize();
            let width = 0.088 * (PI * t.powf(0.85)).sin().max(0.0).powf(0.8) + 0.008 * (1.0 - t);
            let across = Vec3::new(0.0, 0.25, 1.0).reject_from(forward).normalize();
            Section {
                center: center(t),
                side: across * width,
                up: forward.cross(across) * (0.006 + width * 0.14) * round_end(1.0 - t, 0.3),
            }
        };
        loft::add(&mut mesh, (20, 18), section, |t, _| chain(stem_bones[1], &bones, t));
    }
    mesh
}

pub fn sprout_picture() -> RgbImage {
    picture(128, 128, |u, t| {
        let across = (u * TAU).cos().abs();
        let vein = smoothstep(0.16, 0.05, across) * smoothstep(0.98, 0.8, t);
        let ribs = smoothstep(0.75, 1.0, (t * 46.0 - across * 9.0).sin()) * 0.18;
        let dark = LEAF * Vec3::new(0.62, 0.78, 0.72);
        dark.lerp(LEAF, 0.35 + 0.65 * t)
            .lerp(Vec3::new(0.80, 0.95, 0.66), vein * 0.75 + ribs * (1.0 - vein))
    })
}

/// A scarf: a ring around the neck and two ends on the chest. Follows what the skin beneath it follows.
pub fn scarf(skin: &Mesh) -> Mesh {
    let mut mesh = Mesh::new("scarf", "scarf");
    // Averaged over the skin around, so that the cloth has no kinks where the heaviest bone changes.
    let beneath = |p: Vec3| -> Influences {
        let mut row: Vec<f32> = Vec::new();
        for (q, influences) in skin.positions.iter().zip(&skin.influences) {
            let nearness = (-q.distance_squared(p) / 0.004).exp();
            for &(bone, weight) in influences.iter().filter(|_| nearness > 1e-4) {
                row.resize(row.len().max(bone + 1), 0.0);
                row[bone] += weight * nearness;
            }
        }
        let sum: f32 = row.iter().sum();
        row.iter_mut().for_each(|weight| *weight /= sum);
        heaviest(&row)
    };
    let ring = |t: f32| {
        let angle = t * TAU;
        let out = Vec3::new(angle.sin(), 0.0, angle.cos());
        let center = Vec3::new(0.0, 0.685 - 0.022 * angle.cos(), 0.012) + out * Vec3::new(0.168, 0.0, 0.158);
        let fold = 1.0 + 0.10 * (angle * 5.0).sin();
        Section {
            center,
            side: out * 0.045 * fold,
            up: -Vec3::Y * 0.062 * fold,
        }
    };
    loft::add(&mut mesh, (14, 48), ring, |_, p| {
        beneath(p * Vec3::new(1.05, 0.97, 1.05))
    });
    for (x, length, lean) in [(0.075, 0.235, 0.035), (0.02, 0.185, -0.03)] {
        let end = |t: f32| {
            let center = Vec3::new(x + lean * t, 0.675 - length * t, 0.188 + 0.075 * (t * 1.9).sin());
            let width = (0.032 + 0.026 * t) * round_end(1.0 - t, 0.05) * round_end(t, 0.05);
            let forward = Vec3::new(lean, -length, 0.14 * (t * 1.9).cos()).normalize();
            let side = -Vec3::X.reject_from(forward).normalize();
            Section {
                center,
                side: side * width,
                up: forward.cross(side) * width * 0.36,
            }
        };
        loft::add(&mut mesh, (12, 14), end, |_, p| beneath(p));
    }
    mesh
}

/// Paints by texture coordinates of the texels' centres.
pub fn picture(width: u32, height: u32, color: impl Fn(f32, f32) -> Vec3) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        crate::atlas::to_pixel(color((x as f32 + 0.5) / width as f32, (y as f32 + 0.5) / height as f32))
    })
}
