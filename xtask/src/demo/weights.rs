//! Bone weights of the fused skin.
//!
//! Each vertex starts with the nearest bone of its own part, so that an arm never pulls at the belly beside it. Then weights
//! diffuse along the surface and round every joint.

use crate::anatomy::Skeleton;
use crate::field::{Field, Part, SIDES};
use crate::surface::Surface;
use glam::Vec3;

/// (bone, weight), heaviest first; weights sum to 1.
pub type Influences = Vec<(usize, f32)>;

/// More than four, as a viewer must cope with.
pub const MOST_INFLUENCES: usize = 6;

const ROUNDS: usize = 26;

fn bones_of(part: Part) -> &'static [&'static str] {
    match part {
        Part::Torso => &["hips", "spine", "chest", "neck"],
        Part::Head => &["head"],
        Part::Ear(_) => &["ear_1_@", "ear_2_@", "ear_3_@"],
        Part::Arm(_) => &["clavicle_@", "upper_arm_@", "forearm_@", "hand_@"],
        Part::Leg(_) => &["thigh_@", "shin_@", "foot_@", "toe_@"],
    }
}

pub fn of_surface(surface: &Surface, field: &Field, skeleton: &Skeleton) -> Vec<Influences> {
    let n = skeleton.bones.len();
    let mut weights: Vec<Vec<f32>> = (surface.positions.iter())
        .map(|&p| {
            let mut row = vec![0.0; n];
            row[nearest_bone(p, field.part_at(p), skeleton)] = 1.0;
            row
        })
        .collect();
    let neighbours = surface.neighbours();
    for _ in 0..ROUNDS {
        weights = (weights.iter().zip(&neighbours))
            .map(|(row, around)| {
                let mut mixed: Vec<f32> = row.iter().map(|weight| weight * 0.5).collect();
                let share = 0.5 / around.len() as f32;
                for &other in around {
                    for (sum, weight) in mixed.iter_mut().zip(&weights[other as usize]) {
                        *sum += weight * share;
                    }
                }
                mixed
            })
            .collect();
    }
    // The jaw is a soft region of the head, not a part of its own.
    let (head, jaw) = (skeleton.index("head"), skeleton.index("jaw"));
    (weights.into_iter().zip(&surface.positions))
        .map(|(mut row, &p)| {
            let share = row[head] * jaw_share(p);
            row[head] -= share;
            row[jaw] += share;
            heaviest(&row)
        })
        .collect()
}

/// How much of a point of the head follows the jaw: the underside of the muzzle.
pub fn jaw_share(p: Vec3) -> f32 {
    let away = ((p - Vec3::new(0.0, 0.855, 0.40)) / Vec3::new(0.17, 0.075, 0.20)).length();
    (1.3 - away).clamp(0.0, 1.0)
}

fn nearest_bone(p: Vec3, part: Part, skeleton: &Skeleton) -> usize {
    let side = match part {
        Part::Ear(side) | Part::Arm(side) | Part::Leg(side) => side,
        Part::Torso | Part::Head => SIDES[0],
    };
    let bones = bones_of(part)
        .iter()
        .map(|name| skeleton.index(&name.replace('@', side.suffix())));
    let distance = |bone: usize| {
        let (from, to) = (skeleton.bones[bone].position, skeleton.end(bone));
        let axis = to - from;
        let t = ((p - from).dot(axis) / axis.length_squared().max(1e-12)).clamp(0.0, 1.0);
        p.distance(from + axis * t)
    };
    bones
        .min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
        .expect("every part has bones")
}

/// The heaviest few of a dense row, summing to 1.
pub fn heaviest(row: &[f32]) -> Influences {
    let mut influences: Influences = row
        .iter()
        .copied()
        .enumerate()
        .filter(|&(_, weight)| weight > 0.004)
        .collect();
    influences.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    influences.truncate(MOST_INFLUENCES);
    let sum: f32 = influences.iter().map(|influence| influence.1).sum();
    influences.iter_mut().for_each(|influence| influence.1 /= sum);
    influences
}
