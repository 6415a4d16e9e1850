//! The icon: Sprig's face from the front, flat, on a rounded square. In pixels of any size, as an SVG, and as an ICO of several sizes.

use crate::paint::{APRICOT, BLUSH, CREAM, DARK, LEAF, PLUM};
use glam::{Mat2, Vec2, Vec3, Vec4};
use image::{Rgba, RgbaImage};
use std::fmt::Write;

const GROUND: Vec3 = Vec3::new(0.106, 0.180, 0.216);

/// Half the straight part of the square's side, and the radius of its corners.
const SQUARE: [f32; 2] = [0.66, 0.30];

/// A part of the plane, −1…1 on each axis, y up.
#[derive(Clone, Copy)]
enum Solid {
    /// On both sides of the face: the one at `center` and its mirror image. Turned counter-clockwise.
    Ellipse {
        center: [f32; 2],
        radii: [f32; 2],
        turn: f32,
    },
    /// On one side alone.
    Light {
        center: [f32; 2],
    },
    Stem,
    Above(f32),
    Below(f32),
    Mouth,
}

const LIGHT_RADII: [f32; 2] = [0.05, 0.055];
const STEM: [f32; 3] = [0.022, 0.40, 0.66];
/// Middle, radius and half the width of the line.
const MOUTH: ([f32; 2], f32, f32) = ([0.062, -0.335], 0.062, 0.014);

impl Solid {
    fn holds(self, p: Vec2) -> bool {
        let m = Vec2::new(p.x.abs(), p.y);
        match self {
            Self::Ellipse { center, radii, turn } => {
                (Mat2::from_angle(-turn) * (m - Vec2::from(center)) / Vec2::from(radii)).length() < 1.0
            }
            Self::Light { center } => ((p - Vec2::from(center)) / Vec2::from(LIGHT_RADII)).length() < 1.0,
            Self::Stem => m.x < STEM[0] && (STEM[1]..STEM[2]).contains(&p.y),
            Self::Above(y) => p.y > y,
            Self::Below(y) => p.y < y,
            Self::Mouth => {
                let (center, radius, half) = MOUTH;
                let arc = (m - Vec2::from(center)).length();
                (arc - radius).abs() < half && m.y < center[1]
            }
        }
    }

    /// Outlines, counter-clockwise and convex: one, or one on each side of the face.
    fn outlines(self) -> Vec<Vec<Vec2>> {
        const CORNERS: usize = 64;
        let ellipse = |center: [f32; 2], radii: [f32; 2], turn: f32| {
            let corner = |i| {
                let around = Vec2::from_angle(i as f32 / CORNERS as f32 * std::f32::consts::TAU);
                Vec2::from(center) + Mat2::from_angle(turn) * (around * Vec2::from(radii))
            };
            (0..CORNERS).map(corner).collect::<Vec<_>>()
        };
        let rectangle = |[left, right]: [f32; 2], [bottom, top]: [f32; 2]| {
            [(left, bottom), (right, bottom), (right, top), (left, top)]
                .map(Vec2::from)
                .to_vec()
        };
        match self {
            Self::Ellipse { center, radii, turn } if center[0] == 0.0 => vec![ellipse(center, radii, turn)],
            Self::Ellipse { center, radii, turn } => {
                let other = ellipse([-center[0], center[1]], radii, -turn);
                vec![ellipse(center, radii, turn), other]
            }
            Self::Light { center } => vec![ellipse(center, LIGHT_RADII, 0.0)],
            Self::Stem => {
                let [half, from, to] = STEM;
                vec![rectangle([-half, half], [from, to])]
            }
            Self::Above(y) => vec![rectangle([-1.0, 1.0], [y, 1.0])],
            Self::Below(y) => vec![rectangle([-1.0, 1.0], [-1.0, y])],
            // A bow is not convex: quarters of the ring are cut into pieces that are.
            Self::Mouth => {
                let ([x, y], radius, half) = MOUTH;
                let at = |side: f32, step: usize, r: f32| {
                    let turn = (1.0 + step as f32 / CORNERS as f32) * std::f32::consts::PI;
                    Vec2::new(side * x, y) + Vec2::from_angle(turn) * r
                };
                let piece = |side: f32, step: usize| {
                    let [outer, inner] = [radius + half, radius - half];
                    vec![
                        at(side, step, outer),
                        at(side, step + 1, outer),
                        at(side, step + 1, inner),
                        at(side, step, inner),
                    ]
                };
                let sides = [-1.0, 1.0].into_iter();
                sides
                    .flat_map(|side| (0..CORNERS).map(move |step| (side, step)))
                    .map(|(side, step)| piece(side, step))
                    .collect()
            }
        }
    }
}

/// The part of `outline` within `other`; both convex and counter-clockwise (Sutherland and Hodgman, 1974).
fn clipped(outline: &[Vec2], other: &[Vec2]) -> Vec<Vec2> {
    let mut left: Vec<Vec2> = outline.to_vec();
    for (i, &from) in other.iter().enumerate() {
        let along = other[(i + 1) % other.len()] - from;
        let inside = |p: Vec2| along.perp_dot(p - from);
        let corners = std::mem::take(&mut left);
        for (k, &b) in corners.iter().enumerate() {
            let a = corners[(k + corners.len() - 1) % corners.len()];
            let (at_a, at_b) = (inside(a), inside(b));
            if (at_a < 0.0) != (at_b < 0.0) {
                left.push(a.lerp(b, at_a / (at_a - at_b)));
            }
            if at_b >= 0.0 {
                left.push(b);
            }
        }
    }
    left
}

/// One colour, over what was painted before it.
struct Layer {
    /// All that has this colour, as far as each of `within` goes.
    parts: Vec<Solid>,
    within: Vec<Vec<Solid>>,
    color: Vec3,
}

/// Back to front.
fn layers() -> Vec<Layer> {
    let ellipse = |center, radii, turn| Solid::Ellipse { center, radii, turn };
    let mut layers = Vec::new();
    let mut over = |parts: &[Solid], within: &[&[Solid]], color: Vec3| {
        layers.push(Layer {
            parts: parts.to_vec(),
            within: within.iter().map(|solids| solids.to_vec()).collect(),
            color,
        });
    };
    // The leaves, the ears, the head with its cheeks.
    over(&[Solid::Stem], &[], LEAF * 0.8);
    over(&[ellipse([0.17, 0.71], [0.18, 0.075], 0.5)], &[], LEAF);
    let ear = ellipse([0.50, 0.50], [0.17, 0.36], -0.5);
    over(&[ear], &[], APRICOT);
    over(&[ear], &[&[Solid::Above(0.66)]], PLUM);
    over(
        &[ellipse([0.48, 0.45], [0.085, 0.22], -0.5)],
        &[],
        CREAM.lerp(BLUSH, 0.6),
    );
    let head = [
        ellipse([0.0, -0.10], [0.66, 0.56], 0.0),
        ellipse([0.47, -0.30], [0.27, 0.18], -0.35),
    ];
    over(&head, &[], APRICOT);
    let mask = [
        ellipse([0.36, -0.42], [0.42, 0.26], 0.25),
        ellipse([0.0, -0.34], [0.26, 0.22], 0.0),
    ];
    over(&mask, &[&head], CREAM);
    let cheek = ellipse([0.46, -0.27], [0.11, 0.075], 0.0);
    over(&[cheek], &[&head], CREAM.lerp(BLUSH, 0.7));
    over(&[ellipse([0.0, 0.20], [0.075, 0.13], 0.0)], &[], CREAM);
    // Eyes, nose and mouth.
    let eye = |radii| ellipse([0.27, -0.09], radii, 0.0);
    let iris = eye([0.105, 0.145]);
    over(&[eye([0.135, 0.18])], &[], DARK);
    over(&[iris], &[&[Solid::Below(-0.10)]], Vec3::new(0.24, 0.70, 0.66));
    over(&[ellipse([0.27, -0.07], [0.07, 0.09], 0.0)], &[&[iris]], DARK);
    let lights = [-1.0, 1.0].map(|side| Solid::Light {
        center: [0.27 * side - 0.045, -0.01],
    });
    over(&lights, &[], Vec3::ONE);
    over(&[ellipse([0.0, -0.235], [0.075, 0.05], 0.0)], &[], DARK);
    over(&[Solid::Mouth], &[], DARK);
    layers
}

/// `side` × `side` pixels. Several samples a pixel smooth the edges, more of them where pixels are few.
pub fn picture(side: u32) -> RgbaImage {
    let samples = if side < 128 { 8 } else { 4 };
    let layers = layers();
    RgbaImage::from_fn(side, side, |x, y| {
        let mut sum = Vec4::ZERO;
        for i in 0..samples * samples {
            let sub = Vec2::new((i % samples) as f32 + 0.5, (i / samples) as f32 + 0.5) / samples as f32;
            let p = (Vec2::new(x as f32, y as f32) + sub) / side as f32 * 2.0 - Vec2::ONE;
            if let Some(color) = color(&layers, Vec2::new(p.x, -p.y)) {
                sum += color.extend(1.0);
            }
        }
        let color = if sum.w > 0.0 {
            sum.truncate() / sum.w
        } else {
            Vec3::ZERO
        };
        let straight = color.extend(sum.w / (samples * samples) as f32);
        Rgba(bytes(straight.to_array()))
    })
}

fn bytes<const N: usize>(color: [f32; N]) -> [u8; N] {
    color.map(|v| (v.clamp(0.0, 1.0) * 255.0).round() as u8)
}

/// `None` outside the square.
fn color(layers: &[Layer], p: Vec2) -> Option<Vec3> {
    let [straight, corner] = SQUARE;
    if (p.abs() - Vec2::splat(straight)).max(Vec2::ZERO).length() > corner {
        return None;
    }
    let any = |solids: &[Solid]| solids.iter().any(|solid| solid.holds(p));
    let covers = |layer: &&Layer| any(&layer.parts) && layer.within.iter().all(|solids| any(solids));
    Some(layers.iter().rfind(covers).map_or(GROUND, |layer| layer.color))
}

/// The same shapes, for any size: plain paths, as some desktops draw nothing else.
pub fn svg() -> String {
    const HALF: f32 = 128.0;
    let hex = |color: Vec3| {
        let [r, g, b] = bytes(color.to_array());
        format!("#{r:02x}{g:02x}{b:02x}")
    };
    let path = |outline: &[Vec2]| {
        let points = outline
            .iter()
            .map(|p| format!("{:.2} {:.2}", HALF + p.x * HALF, HALF - p.y * HALF));
        format!("M{}Z", points.collect::<Vec<_>>().join(" "))
    };
    let mut shapes = String::new();
    for layer in layers() {
        let mut outlines: Vec<Vec<Vec2>> = layer.parts.iter().flat_map(|solid| solid.outlines()).collect();
        for solids in &layer.within {
            let others: Vec<Vec<Vec2>> = solids.iter().flat_map(|solid| solid.outlines()).collect();
            let pieces = outlines
                .iter()
                .flat_map(|outline| others.iter().map(|other| clipped(outline, other)));
            outlines = pieces.filter(|piece| piece.len() > 2).collect();
        }
        let paths: String = outlines.iter().map(|outline| path(outline)).collect();
        _ = writeln!(shapes, "<path fill=\"{}\" d=\"{paths}\"/>", hex(layer.color));
    }
    let [straight, corner] = SQUARE;
    let (from, side) = ((1.0 - straight - corner) * HALF, (straight + corner) * 2.0 * HALF);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 256 256\" width=\"256\" height=\"256\">\n<rect x=\"{from:.2}\" y=\"{from:.2}\" \
         width=\"{side:.2}\" height=\"{side:.2}\" rx=\"{:.2}\" fill=\"{}\"/>\n{shapes}</svg>\n",
        corner * HALF,
        hex(GROUND)
    )
}

/// PNGs of these sides in the container that Windows takes icons from.
pub fn ico(pictures: &[(u32, Vec<u8>)]) -> Vec<u8> {
    const HEADER: usize = 6;
    const ENTRY: usize = 16;
    let mut ico = vec![0, 0, 1, 0];
    ico.extend((pictures.len() as u16).to_le_bytes());
    let mut offset = HEADER + ENTRY * pictures.len();
    for (side, png) in pictures {
        // 256 is written as 0. No palette, 1 plane, 32 bits a pixel.
        let side = u8::try_from(*side).unwrap_or(0);
        ico.extend([side, side, 0, 0, 1, 0, 32, 0]);
        ico.extend((png.len() as u32).to_le_bytes());
        ico.extend((offset as u32).to_le_bytes());
        offset += png.len();
    }
    pictures.iter().for_each(|(_, png)| ico.extend(png));
    ico
}
