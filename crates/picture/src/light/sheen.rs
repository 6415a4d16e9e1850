//! How much fibres that stand up from a surface reflect of light from all around alike.
//!
//! Estevez and Kulla, "Production Friendly Microfacet Sheen BRDF", 2017: their distribution and their fit of masking and shadowing,
//! as in `shaders/shared/light/sheen.wgsl`.

use glam::Vec3;
use std::f32::consts::PI;

/// The table by perceptual roughness and by the cosine to the eye.
#[derive(Clone, Copy, Debug)]
pub struct Sheen;

/// Distribution times visibility: what goes from one direction to another, by the cosines between normal, half vector, light and eye.
pub fn reflection(roughness: f32, n_h: f32, n_l: f32, n_v: f32) -> f32 {
    let alpha = roughness.max(LEAST_ROUGHNESS).powi(2);
    let sine = (1.0 - n_h * n_h).max(0.0).sqrt();
    let distribution = (2.0 + 1.0 / alpha) * sine.powf(1.0 / alpha) / (2.0 * PI);
    let masked = 1.0 + lambda(n_v, alpha) + lambda(n_l, alpha);
    distribution / (masked * 4.0 * (n_v * n_l).max(1e-4))
}

/// Perceptual: what is smoother reflects at no angle that a pixel shows.
const LEAST_ROUGHNESS: f32 = 0.1;

fn curve(x: f32, alpha: f32) -> f32 {
    let t = (1.0 - alpha).powi(2);
    let between = |rough: f32, smooth: f32| rough + (smooth - rough) * t;
    let (a, b, c) = (
        between(21.5473, 25.3245),
        between(3.829_87, 3.324_35),
        between(0.198_23, 0.168_01),
    );
    let (d, e) = (between(-1.977_60, -1.273_93), between(-4.320_54, -4.859_67));
    a / (1.0 + b * x.powf(c)) + d * x + e
}

fn lambda(cosine: f32, alpha: f32) -> f32 {
    match cosine < 0.5 {
        true => curve(cosine, alpha).exp(),
        false => (2.0 * curve(0.5, alpha) - curve(1.0 - cosine, alpha)).exp(),
    }
}

/// The share of light that comes back to an eye at that cosine, by `side * side` directions.
pub fn integrate(roughness: f32, n_v: f32, side: usize) -> f32 {
    let v = Vec3::new((1.0 - n_v * n_v).max(0.0).sqrt(), 0.0, n_v);
    let mut sum = 0.0;
    for row in 0..side {
        let turn = PI * (row as f32 + 0.5) / side as f32;
        for column in 0..side {
            // As many at grazing angles as anywhere: most comes from there.
            let n_l = (column as f32 + 0.5) / side as f32;
            let across = (1.0 - n_l * n_l).sqrt();
            let l = Vec3::new(across * turn.cos(), across * turn.sin(), n_l);
            sum += reflection(roughness, (l + v).normalize().z, n_l, n_v) * n_l;
        }
    }
    sum * 2.0 * PI / (side * side) as f32
}

impl Sheen {
    /// Rows of roughness, columns of the cosine's square root, both from 0 to 1.
    pub const SIDE: usize = 16;
    const STORED: &[u8] = include_bytes!("../../../../assets/light/sheen.bin");

    /// As it is stored: sixteen bits, 65535 for 1.
    fn stored(row: usize, column: usize) -> f32 {
        let at = 2 * (row * Self::SIDE + column);
        let two = Self::STORED.get(at..at + 2).unwrap_or(&[0; 2]);
        f32::from(u16::from_le_bytes([two[0], two[1]])) / 65_535.0
    }

    /// For each cell between four entries those four, row by row: `SIDE - 1` cells a row.
    pub fn cells() -> Vec<[f32; 4]> {
        let cells = Self::SIDE - 1;
        let cell = |at: usize| {
            let (row, column) = (at / cells, at % cells);
            [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(down, right)| Self::stored(row + down, column + right))
        };
        (0..cells * cells).map(cell).collect()
    }

    /// Makes the bytes of the stored table.
    pub fn make() -> Vec<u8> {
        let entry = |at: usize| {
            let [row, column] = [at / Self::SIDE, at % Self::SIDE].map(|at| at as f32 / (Self::SIDE - 1) as f32);
            let share = integrate(row, (column * column).max(1e-3), 256);
            (share.clamp(0.0, 1.0) * 65_535.0).round() as u16
        };
        (0..Self::SIDE * Self::SIDE)
            .flat_map(|at| entry(at).to_le_bytes())
            .collect()
    }
}
