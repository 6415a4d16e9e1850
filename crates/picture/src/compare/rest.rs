//! Placements: translation, rotation and scale.

use super::difference::{DifferenceKind, DifferencePart, Differences, FileDifference, OwnerName, short};
use castview_base::core::Transform;
use glam::{DQuat, Quat, Vec3};

/// Tells in which of its three parts a place differs.
pub fn compare(out: &mut Differences, about: (DifferencePart, &OwnerName, &str), places: [&Transform; 2]) {
    let (part, of, name) = about;
    let tolerance = out.tolerance;
    let translations = places.map(|place| place.translation);
    let by = distance(translations);
    if by > tolerance.number {
        let moved = out.add(part, of, name, DifferenceKind::Moved);
        told(moved, by, translations.map(triple));
    }
    let rotations = places.map(|place| place.rotation);
    let by = degrees(rotations);
    if by > tolerance.degrees {
        let turned = out.add(part, of, name, DifferenceKind::Turned);
        told(turned, by, rotations.map(|q| numbers(&q.to_array())));
    }
    let scales = places.map(|place| place.scale);
    let by = f64::from((scales[1] - scales[0]).abs().max_element());
    if by > tolerance.number {
        let scaled = out.add(part, of, name, DifferenceKind::Scaled);
        told(scaled, by, scales.map(triple));
    }
}

fn told(difference: &mut FileDifference, by: f64, [before, after]: [String; 2]) {
    difference.greatest = Some(by);
    difference.show([&before, &after]);
}

/// Between two points.
pub fn distance([a, b]: [Vec3; 2]) -> f64 {
    a.as_dvec3().distance(b.as_dvec3())
}

/// The angle between two rotations, 0…180. A quaternion and its negative are the same rotation.
pub fn degrees([a, b]: [Quat; 2]) -> f64 {
    if a == b || a == -b {
        // Rounding of the product is no angle.
        return 0.0;
    }
    let [a, b]: [DQuat; 2] = [a.as_dquat(), b.as_dquat()];
    let between = a.conjugate() * b;
    2.0 * between.xyz().length().atan2(between.w.abs()).to_degrees()
}

pub fn triple(vector: Vec3) -> String {
    numbers(&vector.to_array())
}

/// `1, 0.5, 0`.
pub fn numbers(numbers: &[f32]) -> String {
    let numbers: Vec<String> = numbers.iter().map(|number| short((*number).into())).collect();
    numbers.join(", ")
}
