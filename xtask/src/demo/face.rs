//! Eyes, brows, nose and mouth: thin domes that lie on the skin, and the blend shapes that move them.
//!
//! A dome that is squashed to an arc is a closed eye; a mouth whose lower rim drops is open. All of them stay on the
//! skin, because every target is placed on it again.

use crate::anatomy::Skeleton;
use crate::extras::picture;
use crate::field::{Field, SIDES, Side};
use crate::mesh::{Mesh, Vertex};
use crate::paint::{BLUSH, DARK, PLUM, smoothstep};
use crate::weights::jaw_share;
use glam::{Vec2, Vec3};
use image::RgbImage;
use std::f32::consts::{PI, TAU};

const EYE: Vec2 = Vec2::new(0.188, 1.070);
const EYE_RADII: Vec2 = Vec2::new(0.096, 0.132);

/// A point `height` above the skin, as seen from the front.
fn on_skin(field: &Field, flat: Vec2, height: f32) -> Vec3 {
    let p = field
        .front(flat.x, flat.y)
        .expect("the face lies within the silhouette");
    p + field.normal(p) * height
}

pub fn eyes(field: &Field, skeleton: &Skeleton) -> Mesh {
    let mut mesh = Mesh::new("eyes", "eyes");
    const SPOKES: usize = 48;
    const RINGS: [f32; 12] = [0.0, 0.15, 0.3, 0.45, 0.58, 0.68, 0.76, 0.83, 0.90, 0.935, 0.97, 1.0];
    // Places in the unit disc, in the order of the vertices.
    let mut places: Vec<(Side, Vec2)> = Vec::new();
    for side in SIDES {
        let bone = skeleton.index(&format!("eye_{}", side.suffix()));
        let disc = |column: usize, row: usize| {
            // Clockwise from the rim inwards: columns run to the right with the rim above.
            let angle = -TAU * column as f32 / SPOKES as f32;
            Vec2::new(angle.cos(), angle.sin()) * RINGS[RINGS.len() - 1 - row]
        };
        mesh.push_grid(SPOKES + 1, RINGS.len(), |column, row| {
            let at = disc(column, row);
            let position = eye_point(field, side, at);
            // The dome's slope turns its normals outwards towards the rim.
            let right = eye_point(field, side, at + Vec2::X * 0.02) - eye_point(field, side, at - Vec2::X * 0.02);
            let up = eye_point(field, side, at + Vec2::Y * 0.02) - eye_point(field, side, at - Vec2::Y * 0.02);
            let normal = right.cross(up).normalize();
            let uv = Vec2::new(0.5 + at.x * 0.497, 0.5 - at.y * 0.497);
            Vertex {
                position,
                normal,
                uv,
                influences: vec![(bone, 1.0)],
            }
        });
        for row in 0..RINGS.len() {
            places.extend((0..=SPOKES).map(|column| (side, disc(column, row))));
        }
    }
    // Closed to a line that hangs (a blink) or arches (a laugh). The middle of the eye folds away behind it.
    let closed = |at: Vec2, side: Side, low: f32, bend: f32| {
        let rim = (1.0 - at.x * at.x).max(0.0).sqrt();
        let t = if rim > 1e-3 { (at.y / rim).clamp(-1.0, 1.0) } else { 0.0 };
        let thickness = 0.0165 * (1.0 - at.x.abs().powi(4)).max(0.0).sqrt();
        let y = EYE.y + low + bend * at.x * at.x + thickness * t.signum() * smoothstep(0.90, 0.99, t.abs());
        let flat = Vec2::new(side.place(Vec3::X).x * EYE.x + at.x * EYE_RADII.x * 1.04, y);
        on_skin(field, flat, 0.007 + 0.004 * (1.0 - t.abs()))
    };
    for (name, only) in [("blink_l", Side::Left), ("blink_r", Side::Right)] {
        mesh.add_shape(name, |i| {
            let (side, at) = places[i as usize];
            (side == only).then(|| closed(at, side, -0.050, 0.028))
        });
    }
    mesh.add_shape("laugh", |i| {
        let (side, at) = places[i as usize];
        Some(closed(at, side, 0.030, -0.062))
    });
    mesh
}

/// `at` in the unit disc.
fn eye_point(field: &Field, side: Side, at: Vec2) -> Vec3 {
    let center = Vec2::new(side.place(Vec3::X).x * EYE.x, EYE.y);
    let height = 0.036 * (1.0 - at.length_squared()).max(0.0).sqrt() - 0.003;
    on_skin(field, center + at * EYE_RADII, height)
}

pub fn eyes_picture() -> RgbImage {
    picture(256, 256, |u, v| {
        // −1…1, y up.
        let p = Vec2::new(u * 2.0 - 1.0, 1.0 - v * 2.0);
        let r = p.length();
        let soft = |edge: f32, x: f32| smoothstep(edge + 0.03, edge - 0.03, x);
        // From the rim inwards: lash line, iris lit from below, pupil, lights.
        let iris = Vec3::new(0.16, 0.20, 0.33).lerp(Vec3::new(0.24, 0.70, 0.66), smoothstep(0.45, -0.85, p.y));
        let mut color = DARK.lerp(iris, soft(0.83, (p - Vec2::new(0.0, -0.07)).length()));
        let glow = (-((p - Vec2::new(0.0, -0.62)) / Vec2::new(0.42, 0.20)).length_squared()).exp();
        color = color.lerp(Vec3::new(0.66, 0.96, 0.80), glow * 0.7 * soft(0.80, r));
        color = color.lerp(
            DARK,
            soft(0.43, ((p - Vec2::new(0.0, 0.02)) / Vec2::new(0.9, 1.0)).length()),
        );
        for (x, y, rx, ry) in [
            (-0.30, 0.42, 0.27, 0.25),
            (0.34, -0.34, 0.13, 0.12),
            (-0.08, 0.74, 0.07, 0.06),
        ] {
            let light = ((p - Vec2::new(x, y)) / Vec2::new(rx, ry)).length();
            color = color.lerp(Vec3::ONE, smoothstep(1.12, 0.9, light));
        }
        color
    })
}

/// Where the nose, the brows and the mouth lie in their common picture: corner and size.
const NOSE_AREA: (Vec2, Vec2) = (Vec2::new(0.02, 0.02), Vec2::new(0.46, 0.46));
const BROW_AREA: (Vec2, Vec2) = (Vec2::new(0.60, 0.10), Vec2::new(0.30, 0.30));
const MOUTH_AREA: (Vec2, Vec2) = (Vec2::new(0.02, 0.54), Vec2::new(0.96, 0.44));

fn within((corner, size): (Vec2, Vec2), at: Vec2) -> Vec2 {
    corner + size * at
}

/// Movements of the face, as the vertices' functions see them.
#[derive(Clone, Copy, Default)]
struct Mood {
    smile: f32,
    open: f32,
    brows: f32,
    sniff: f32,
}

enum Feature {
    Nose { normal: Vec3 },
    Brow(Side, Vec2),
    Mouth(Vec2),
}

pub fn face(field: &Field, skeleton: &Skeleton) -> Mesh {
    let mut mesh = Mesh::new("face", "face");
    let mut features = Vec::new();
    add_nose(&mut mesh, &mut features, field, skeleton);
    for side in SIDES {
        add_brow(&mut mesh, &mut features, side, field, skeleton);
    }
    add_mouth(&mut mesh, &mut features, field, skeleton);
    let moods = [
        (
            "smile",
            Mood {
                smile: 1.0,
                ..Mood::default()
            },
        ),
        (
            // With a smile in it: two shapes at once would take the lower rim off the skin.
            "mouth_open",
            Mood {
                open: 1.0,
                smile: 0.8,
                ..Mood::default()
            },
        ),
        (
            "brows_up",
            Mood {
                brows: 1.0,
                ..Mood::default()
            },
        ),
        (
            "sniff",
            Mood {
                sniff: 1.0,
                ..Mood::default()
            },
        ),
    ];
    for (name, mood) in moods {
        let rest: Vec<Vec3> = features
            .iter()
            .map(|feature| place(field, feature, Mood::default()))
            .collect();
        let moved: Vec<Vec3> = features.iter().map(|feature| place(field, feature, mood)).collect();
        mesh.add_shape(name, |i| {
            let i = i as usize;
            (rest[i].distance(moved[i]) > 1e-5).then_some(moved[i])
        });
    }
    mesh
}

fn place(field: &Field, feature: &Feature, mood: Mood) -> Vec3 {
    match *feature {
        Feature::Nose { normal } => {
            let center = on_skin(field, Vec2::new(0.0, 0.998), 0.004) + Vec3::new(0.0, 0.020, -0.012) * mood.sniff;
            let radii = Vec3::new(0.056, 0.038, 0.036) * (Vec3::ONE + Vec3::new(0.16, -0.10, 0.0) * mood.sniff);
            // Wider above than below.
            let x = normal.x * (1.0 + 0.28 * normal.y);
            center + radii * Vec3::new(x, normal.y, normal.z)
        }
        Feature::Brow(side, at) => {
            let x = 0.105 + 0.165 * (at.x * 0.5 + 0.5);
            let y = 1.272 + 0.030 * (1.0 - at.x * at.x) - 0.022 * (at.x * 0.5 + 0.5) + mood.brows * 0.045;
            let half = 0.0145 * (1.0 - at.x * at.x).max(0.0).powf(0.4);
            let flat = Vec2::new(x, y + half * at.y);
            side.place(on_skin(field, flat, 0.010 * (1.0 - at.y * at.y) - 0.002))
        }
        Feature::Mouth(at) => {
            let s = at.x;
            let width = 0.088 * (1.0 + 0.22 * mood.smile - 0.14 * mood.open);
            // The upper rim: two small arcs that meet under the nose; a smile lifts their corners.
            let arcs = -0.022 * (PI * s.abs()).sin().max(0.0).powf(0.8) * (1.0 - 0.9 * at.y * mood.open);
            let upper =
                0.934 + arcs + (0.030 * mood.smile - 0.004 * mood.open) * s.abs().powf(1.7) - 0.010 * mood.smile;
            // Closed, only the dark rims have a height; the inside folds away between them.
            let rim = |t: f32| (t / 0.12).min(1.0) + ((t - 0.88) / 0.12).max(0.0);
            let line = 0.0060 * (1.0 - s.abs().powi(6)).max(0.0).sqrt() * rim(at.y);
            let drop = 0.088 * (1.0 - s * s).max(0.0).powf(0.62) * mood.open + 0.020 * (1.0 - s * s) * mood.smile;
            // Lifted where the jaw, which the mouth itself hardly follows, swells beneath it.
            let height = 0.007 + 0.017 * mood.open * smoothstep(0.0, 0.3, at.y);
            on_skin(
                field,
                Vec2::new(s * width, upper - line - drop * at.y * (mood.open + 0.2 * mood.smile)),
                height,
            )
        }
    }
}

fn add_nose(mesh: &mut Mesh, features: &mut Vec<Feature>, field: &Field, skeleton: &Skeleton) {
    let bone = skeleton.index("nose");
    let (columns, rows) = (25, 15);
    let normal = |column: usize, row: usize| {
        let (turn, tilt) = (TAU * column as f32 / 24.0, PI * row as f32 / 14.0);
        Vec3::new(-turn.cos() * tilt.sin(), tilt.cos(), turn.sin() * tilt.sin())
    };
    mesh.push_grid(columns, rows, |column, row| {
        let normal = normal(column, row);
        let uv = within(NOSE_AREA, Vec2::new(0.5 + 0.49 * normal.x, 0.5 - 0.49 * normal.y));
        let position = place(field, &Feature::Nose { normal }, Mood::default());
        Vertex {
            position,
            normal,
            uv,
            influences: vec![(bone, 1.0)],
        }
    });
    for row in 0..rows {
        features.extend((0..columns).map(|column| Feature::Nose {
            normal: normal(column, row),
        }));
    }
}

fn add_brow(mesh: &mut Mesh, features: &mut Vec<Feature>, side: Side, field: &Field, skeleton: &Skeleton) {
    let bone = skeleton.index(&format!("brow_{}", side.suffix()));
    let (columns, rows) = (15, 5);
    // Mirrored, columns run the other way.
    let sign = side.place(Vec3::X).x;
    let at = |column: usize, row: usize| Vec2::new((column as f32 / 7.0 - 1.0) * sign, 1.0 - row as f32 * 0.5);
    mesh.push_grid(columns, rows, |column, row| {
        let at = at(column, row);
        let position = place(field, &Feature::Brow(side, at), Mood::default());
        let normal = (field.normal(field.project(position)) + Vec3::Y * at.y * 0.7).normalize();
        Vertex {
            position,
            normal,
            uv: within(BROW_AREA, Vec2::splat(0.5) + at * 0.5),
            influences: vec![(bone, 1.0)],
        }
    });
    for row in 0..rows {
        features.extend((0..columns).map(|column| Feature::Brow(side, at(column, row))));
    }
}

fn add_mouth(mesh: &mut Mesh, features: &mut Vec<Feature>, field: &Field, skeleton: &Skeleton) {
    let (head, jaw) = (skeleton.index("head"), skeleton.index("jaw"));
    const ROWS: [f32; 11] = [0.0, 0.06, 0.12, 0.25, 0.38, 0.5, 0.62, 0.75, 0.88, 0.94, 1.0];
    const COLUMNS: usize = 41;
    let at = |column: usize, row: usize| Vec2::new(column as f32 / 20.0 - 1.0, ROWS[row]);
    mesh.push_grid(COLUMNS, ROWS.len(), |column, row| {
        let at = at(column, row);
        let position = place(field, &Feature::Mouth(at), Mood::default());
        let share = jaw_share(position);
        let influences = if share > 0.0 {
            vec![(head, 1.0 - share), (jaw, share)]
        } else {
            vec![(head, 1.0)]
        };
        let uv = within(MOUTH_AREA, Vec2::new(0.5 + at.x * 0.5, at.y));
        Vertex {
            position,
            normal: field.normal(field.project(position)),
            uv,
            influences,
        }
    });
    for row in 0..ROWS.len() {
        features.extend((0..COLUMNS).map(|column| Feature::Mouth(at(column, row))));
    }
}

pub fn face_picture() -> RgbImage {
    let inside = |area: (Vec2, Vec2), p: Vec2| {
        let at = (p - area.0) / area.1;
        (at.cmpge(Vec2::splat(-0.03)).all() && at.cmple(Vec2::splat(1.03)).all()).then_some(at)
    };
    picture(256, 256, |u, v| {
        let p = Vec2::new(u, v);
        if let Some(at) = inside(MOUTH_AREA, p) {
            let s = at.x * 2.0 - 1.0;
            let rim = smoothstep(0.16, 0.10, at.y.min(1.0 - at.y));
            let tongue = smoothstep(1.08, 0.95, (Vec2::new(s, at.y - 0.98) / Vec2::new(0.62, 0.46)).length());
            let inside = Vec3::new(0.42, 0.13, 0.20).lerp(BLUSH, tongue);
            return inside.lerp(DARK, rim);
        }
        if let Some(at) = inside(NOSE_AREA, p) {
            let light = (Vec2::new(at.x - 0.40, at.y - 0.27) / Vec2::new(0.20, 0.11)).length();
            return DARK.lerp(Vec3::new(0.80, 0.70, 0.76), smoothstep(1.1, 0.4, light) * 0.8);
        }
        PLUM
    })
}
