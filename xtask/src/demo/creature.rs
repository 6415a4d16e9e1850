//! Everything Sprig is made of, in the rest pose.

use crate::anatomy::{Skeleton, body};
use crate::field::Part;
use crate::mesh::Mesh;
use crate::{atlas, extras, face, paint, surface, weights};
use glam::Vec3;
use image::RgbImage;

pub struct Creature {
    pub skeleton: Skeleton,
    pub meshes: Vec<Mesh>,
    /// Material name → picture; the scarf's material has a plain colour instead.
    pub pictures: Vec<(&'static str, RgbImage)>,
}

pub const SCARF: Vec3 = Vec3::new(0.19, 0.60, 0.62);

pub fn build() -> Creature {
    let skeleton = Skeleton::new();
    let field = body();
    let skin = surface::extract(&field);
    let weights = weights::of_surface(&skin, &field, &skeleton);
    let normals: Vec<Vec3> = skin.positions.iter().map(|&p| field.normal(p)).collect();
    let parts: Vec<Part> = skin.positions.iter().map(|&p| field.part_at(p)).collect();
    let paint = |p: Vec3, n: Vec3, part: Part| paint::fur(p, n, part, field.openness(p, n));
    let (mut body, fur) = atlas::unwrap(&skin, &normals, &parts, &weights, &paint);
    add_body_shapes(&mut body);
    let scarf = extras::scarf(&body);
    let meshes = vec![
        body,
        face::eyes(&field, &skeleton),
        face::face(&field, &skeleton),
        extras::tail(&skeleton),
        extras::sprout(&skeleton),
        scarf,
    ];
    let pictures = vec![
        ("fur", fur),
        ("eyes", face::eyes_picture()),
        ("face", face::face_picture()),
        ("tail", extras::tail_picture()),
        ("sprout", extras::sprout_picture()),
    ];
    Creature {
        skeleton,
        meshes,
        pictures,
    }
}

/// Swellings of the skin: along the normal, strongest at a center.
fn add_body_shapes(body: &mut Mesh) {
    type Swelling = (&'static str, Vec3, Vec3, Vec3);
    let swellings: [Swelling; 3] = [
        // Cheeks that a smile pushes up.
        (
            "cheeks",
            Vec3::new(0.31, 0.90, 0.30),
            Vec3::new(0.13, 0.10, 0.16),
            Vec3::new(0.0, 0.030, 0.012),
        ),
        // A breath.
        (
            "breathe",
            Vec3::new(0.0, 0.47, 0.14),
            Vec3::new(0.24, 0.20, 0.22),
            Vec3::new(0.0, 0.012, 0.040),
        ),
        // Air held in the cheeks.
        (
            "puff",
            Vec3::new(0.34, 0.87, 0.20),
            Vec3::new(0.18, 0.13, 0.22),
            Vec3::new(0.055, -0.004, 0.025),
        ),
    ];
    for (name, center, radii, push) in swellings {
        let positions = body.positions.clone();
        body.add_shape(name, |i| {
            let p = positions[i as usize];
            let side = if p.x < 0.0 { -1.0 } else { 1.0 };
            let strength = (-((Vec3::new(p.x.abs(), p.y, p.z) - center) / radii).length_squared()).exp();
            (strength > 0.02).then(|| p + push * Vec3::new(side, 1.0, 1.0) * (strength - 0.02))
        });
    }
}
