//! The icon: Sprig's face from the front, flat, on a rounded square.

use crate::paint::{APRICOT, BLUSH, CREAM, DARK, LEAF, PLUM};
use glam::{Mat2, Vec2, Vec3, Vec4};
use image::{Rgba, RgbaImage};

const SIZE: u32 = 256;
const GROUND: Vec3 = Vec3::new(0.106, 0.180, 0.216);

/// Colours are painted over each other, back to front; four samples a side smooth the edges.
pub fn picture() -> RgbaImage {
    const SAMPLES: u32 = 4;
    RgbaImage::from_fn(SIZE, SIZE, |x, y| {
        let mut sum = Vec4::ZERO;
        for i in 0..SAMPLES * SAMPLES {
            let sub = Vec2::new((i % SAMPLES) as f32 + 0.5, (i / SAMPLES) as f32 + 0.5) / SAMPLES as f32;
            let p = (Vec2::new(x as f32, y as f32) + sub) / SIZE as f32 * 2.0 - Vec2::ONE;
            if let Some(color) = color(Vec2::new(p.x, -p.y)) {
                sum += color.extend(1.0);
            }
        }
        let color = if sum.w > 0.0 {
            sum.truncate() / sum.w
        } else {
            Vec3::ZERO
        };
        let straight = color.extend(sum.w / (SAMPLES * SAMPLES) as f32);
        Rgba(straight.to_array().map(|v| (v.clamp(0.0, 1.0) * 255.0).round() as u8))
    })
}

/// `p` in −1…1, y up; `None` outside the square.
fn color(p: Vec2) -> Option<Vec3> {
    let corner = (p.abs() - Vec2::splat(0.66)).max(Vec2::ZERO).length();
    if corner > 0.30 {
        return None;
    }
    let mut color = GROUND;
    let mut over = |inside: bool, paint: Vec3| {
        if inside {
            color = paint;
        }
    };
    let m = Vec2::new(p.x.abs(), p.y);
    let ellipse = |center: [f32; 2], radii: [f32; 2], turn: f32| {
        (Mat2::from_angle(-turn) * (m - Vec2::from(center)) / Vec2::from(radii)).length() < 1.0
    };
    // The leaves, the ears, the head with its cheeks.
    over((p.x).abs() < 0.022 && (0.40..0.66).contains(&p.y), LEAF * 0.8);
    over(ellipse([0.17, 0.71], [0.18, 0.075], 0.5), LEAF);
    let ear = ellipse([0.50, 0.50], [0.17, 0.36], -0.5);
    over(ear, APRICOT);
    over(ear && m.y > 0.66, PLUM);
    over(ellipse([0.48, 0.45], [0.085, 0.22], -0.5), CREAM.lerp(BLUSH, 0.6));
    let head = ellipse([0.0, -0.10], [0.66, 0.56], 0.0) || ellipse([0.47, -0.30], [0.27, 0.18], -0.35);
    over(head, APRICOT);
    let mask = ellipse([0.36, -0.42], [0.42, 0.26], 0.25) || ellipse([0.0, -0.34], [0.26, 0.22], 0.0);
    over(head && mask, CREAM);
    over(
        head && ellipse([0.46, -0.27], [0.11, 0.075], 0.0),
        CREAM.lerp(BLUSH, 0.7),
    );
    over(ellipse([0.0, 0.20], [0.075, 0.13], 0.0), CREAM);
    // Eyes, nose and mouth.
    let eye = |radii| ellipse([0.27, -0.09], radii, 0.0);
    over(eye([0.135, 0.18]), DARK);
    over(eye([0.105, 0.145]) && p.y < -0.10, Vec3::new(0.24, 0.70, 0.66));
    over(eye([0.105, 0.145]) && ellipse([0.27, -0.07], [0.07, 0.09], 0.0), DARK);
    for side in [-1.0, 1.0] {
        let light = (p - Vec2::new(0.27 * side - 0.045, -0.01)) / Vec2::new(0.05, 0.055);
        over(light.length() < 1.0, Vec3::ONE);
    }
    over(ellipse([0.0, -0.235], [0.075, 0.05], 0.0), DARK);
    let arc = (m - Vec2::new(0.062, -0.335)).length();
    over((arc - 0.062).abs() < 0.014 && m.y < -0.335, DARK);
    Some(color)
}
