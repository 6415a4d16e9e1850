//! The fused skin → charts side by side in one texture.
//!
//! Every triangle belongs to the chart of its body part and of the axis it faces most; a chart is its triangles seen
//! along that axis. Colours are a function of the place on the body, so neighbouring charts meet without a seam.

use crate::field::Part;
use crate::mesh::Mesh;
use crate::surface::Surface;
use crate::weights::Influences;
use glam::{UVec2, Vec2, Vec3};
use image::{Rgb, RgbImage};
use std::collections::BTreeMap;

/// Edge of the square texture, in texels.
pub const SIZE: u32 = 1024;
/// Texels around a chart that repeat its rim, for filtering and the first mip levels.
const PADDING: u32 = 6;

type ChartKey = (Part, u8);

struct Chart {
    key: ChartKey,
    triangles: Vec<usize>,
    low: Vec2,
    high: Vec2,
    corner: UVec2,
}

/// Looking along one axis: ±x sees (z, y), ±y sees (x, z), ±z sees (x, y).
fn flatten(p: Vec3, axis: u8) -> Vec2 {
    match axis / 2 {
        0 => Vec2::new(p.z, p.y),
        1 => Vec2::new(p.x, p.z),
        _ => Vec2::new(p.x, p.y),
    }
}

fn facing(n: Vec3) -> u8 {
    let magnitude = n.abs();
    let axis = if magnitude.z >= magnitude.x && magnitude.z >= magnitude.y {
        2
    } else if magnitude.x >= magnitude.y {
        0
    } else {
        1
    };
    axis * 2 + u8::from(n[axis as usize] < 0.0)
}

/// The face deserves more texels than the soles.
fn density(part: Part) -> f32 {
    match part {
        Part::Head => 1.5,
        Part::Ear(_) => 1.2,
        _ => 1.0,
    }
}

/// Function that colours a point by its place, normal and part.
pub type Paint<'a> = &'a dyn Fn(Vec3, Vec3, Part) -> Vec3;

pub fn unwrap(
    surface: &Surface,
    normals: &[Vec3],
    parts: &[Part],
    weights: &[Influences],
    paint: Paint,
) -> (Mesh, RgbImage) {
    let mut charts = charts(surface, parts);
    let texels_per_unit = pack(&mut charts);

    let mut mesh = Mesh::new("body", "fur");
    let mut image = RgbImage::new(SIZE, SIZE);
    let mut painted = vec![false; (SIZE * SIZE) as usize];
    for chart in &charts {
        let scale = texels_per_unit * density(chart.key.0);
        let texel = |p: Vec3| {
            let flat = (flatten(p, chart.key.1) - chart.low) * scale;
            chart.corner.as_vec2() + Vec2::splat(PADDING as f32) + flat
        };
        let mut copies: BTreeMap<u32, u32> = BTreeMap::new();
        for &triangle in &chart.triangles {
            let corners = surface.triangles[triangle];
            let indices = corners.map(|v| {
                let i = v as usize;
                let p = surface.positions[i];
                *copies
                    .entry(v)
                    .or_insert_with(|| mesh.push(p, normals[i], texel(p) / SIZE as f32, weights[i].clone()))
            });
            mesh.triangles.push(indices);
            let points = corners.map(|v| surface.positions[v as usize]);
            let flat = points.map(texel);
            fill(flat, |x, y, at| {
                let mix = |values: [Vec3; 3]| values[0] * at.x + values[1] * at.y + values[2] * at.z;
                let n = mix(corners.map(|v| normals[v as usize])).normalize();
                image.put_pixel(x, y, to_pixel(paint(mix(points), n, chart.key.0)));
                painted[(y * SIZE + x) as usize] = true;
            });
        }
    }
    grow(&mut image, painted);
    (mesh, image)
}

fn charts(surface: &Surface, parts: &[Part]) -> Vec<Chart> {
    let mut by_key: BTreeMap<ChartKey, Chart> = BTreeMap::new();
    for (i, corners) in surface.triangles.iter().enumerate() {
        let [a, b, c] = corners.map(|v| surface.positions[v as usize]);
        let key = (parts[corners[0] as usize], facing((b - a).cross(c - a)));
        let chart = by_key.entry(key).or_insert_with(|| Chart {
            key,
            triangles: Vec::new(),
            low: Vec2::MAX,
            high: Vec2::MIN,
            corner: UVec2::ZERO,
        });
        chart.triangles.push(i);
        for p in [a, b, c] {
            let flat = flatten(p, key.1);
            chart.low = chart.low.min(flat);
            chart.high = chart.high.max(flat);
        }
    }
    by_key.into_values().collect()
}

/// Lays the charts out on shelves, the tallest first, as large as fits. Returns texels per unit of length.
fn pack(charts: &mut [Chart]) -> f32 {
    let mut scale = 600.0;
    while !fits(charts, scale) {
        scale *= 0.98;
    }
    scale
}

fn fits(charts: &mut [Chart], scale: f32) -> bool {
    let size = |chart: &Chart| {
        let texels = (chart.high - chart.low) * scale * density(chart.key.0);
        texels.ceil().as_uvec2() + UVec2::splat(2 * PADDING + 1)
    };
    charts.sort_by_key(|chart| (std::cmp::Reverse(size(chart).y), chart.key));
    let (mut corner, mut shelf) = (UVec2::ZERO, 0);
    for chart in charts {
        let size = size(chart);
        if corner.x + size.x > SIZE {
            corner = UVec2::new(0, corner.y + shelf);
            shelf = 0;
        }
        if size.x > SIZE || corner.y + size.y > SIZE {
            return false;
        }
        chart.corner = corner;
        corner.x += size.x;
        shelf = shelf.max(size.y);
    }
    true
}

/// Visits every texel whose centre lies in the triangle (or within half a texel of it) with its barycentric
/// coordinates.
fn fill(t: [Vec2; 3], mut visit: impl FnMut(u32, u32, Vec3)) {
    let area = (t[1] - t[0]).perp_dot(t[2] - t[0]);
    if area.abs() < 1e-9 {
        return;
    }
    let low = t[0].min(t[1]).min(t[2]).floor().max(Vec2::ZERO).as_uvec2();
    let high = t[0].max(t[1]).max(t[2]).ceil().as_uvec2().min(UVec2::splat(SIZE - 1));
    for y in low.y..=high.y {
        for x in low.x..=high.x {
            let p = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
            let at = Vec3::new(
                (t[1] - p).perp_dot(t[2] - p) / area,
                (t[2] - p).perp_dot(t[0] - p) / area,
                (t[0] - p).perp_dot(t[1] - p) / area,
            );
            if at.min_element() >= -0.02 {
                visit(x, y, at);
            }
        }
    }
}

/// Repeats the rim of every chart into its padding, one texel a round.
fn grow(image: &mut RgbImage, mut painted: Vec<bool>) {
    for _ in 0..PADDING {
        let (before, done) = (image.clone(), painted.clone());
        for y in 0..SIZE {
            for x in 0..SIZE {
                if done[(y * SIZE + x) as usize] {
                    continue;
                }
                let mut sum = Vec3::ZERO;
                let mut count = 0.0;
                for (dx, dy) in [(-1i32, 0i32), (1, 0), (0, -1), (0, 1)] {
                    let (Some(nx), Some(ny)) = (x.checked_add_signed(dx), y.checked_add_signed(dy)) else {
                        continue;
                    };
                    if nx < SIZE && ny < SIZE && done[(ny * SIZE + nx) as usize] {
                        sum += Vec3::from(before.get_pixel(nx, ny).0.map(f32::from));
                        count += 1.0;
                    }
                }
                if count > 0.0 {
                    image.put_pixel(x, y, Rgb((sum / count).to_array().map(|v| v.round() as u8)));
                    painted[(y * SIZE + x) as usize] = true;
                }
            }
        }
    }
}

/// From display-referred (sRGB) 0…1.
pub fn to_pixel(color: Vec3) -> Rgb<u8> {
    Rgb(color.to_array().map(|v| (v.clamp(0.0, 1.0) * 255.0).round() as u8))
}
