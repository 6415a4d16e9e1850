//! How much a surface reflects of light that comes from all around alike: what split sums multiply an environment with.
//!
//! Karis, "Real Shading in Unreal Engine 4", 2013: a surface reflects `f0 * scale + f90 * offset`.

use glam::Vec2;
use std::f32::consts::PI;

/// The table of scale and offset by perceptual roughness and by the cosine to the eye.
#[derive(Clone, Copy, Debug)]
pub struct Reflectance;

/// Scale and offset of a surface of that `alpha` (GGX), `n_v` the cosine to the eye, by `side * side` samples.
///
/// Masking and shadowing are height-correlated (Heitz 2014), Fresnel's term is Schlick's, as in `shaders/shared/light/reflection.wgsl`.
pub fn integrate(alpha: f32, n_v: f32, side: usize) -> Vec2 {
    let a2 = alpha * alpha;
    let across = (1.0 - n_v * n_v).max(0.0).sqrt();
    let mut sum = Vec2::ZERO;
    for row in 0..side {
        // Both halves of the lobe are alike.
        let turn = (PI * (row as f32 + 0.5) / side as f32).cos();
        for column in 0..side {
            let share = (column as f32 + 0.5) / side as f32;
            let squared = (1.0 - share) / (1.0 + (a2 - 1.0) * share);
            let (n_h, sine) = (squared.sqrt(), (1.0 - squared).max(0.0).sqrt());
            let v_h = across * sine * turn + n_v * n_h;
            let n_l = 2.0 * v_h * n_h - n_v;
            if n_l > 0.0 && v_h > 0.0 {
                let eye = n_l * (n_v * n_v * (1.0 - a2) + a2).sqrt();
                let light = n_v * (n_l * n_l * (1.0 - a2) + a2).sqrt();
                let weight = 2.0 * v_h * n_l / (n_h * (eye + light).max(1e-9));
                let fresnel = (1.0 - v_h).max(0.0).powi(5);
                sum += weight * Vec2::new(1.0 - fresnel, fresnel);
            }
        }
    }
    sum / (side * side) as f32
}

impl Reflectance {
    /// Rows of roughness, columns of the cosine's square root, both from 0 to 1.
    pub const SIDE: usize = 32;
    const STORED: &[u8] = include_bytes!("../../../../assets/light/reflectance.bin");

    /// Scale and offset as they are stored: sixteen bits each, 65535 for 1.
    fn stored(row: usize, column: usize) -> u32 {
        let at = 4 * (row * Self::SIDE + column);
        let four = Self::STORED.get(at..at + 4).unwrap_or(&[0; 4]);
        u32::from_le_bytes([four[0], four[1], four[2], four[3]])
    }

    /// For each cell between four entries those four, row by row: `SIDE - 1` cells a row. The scale lies in the lower half of a number.
    pub fn cells() -> Vec<[u32; 4]> {
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
            let terms = integrate((row * row).max(1e-4), (column * column).max(1e-3), 256);
            let [scale, offset] = terms
                .to_array()
                .map(|term| (term.clamp(0.0, 1.0) * 65_535.0).round() as u32);
            scale | offset << 16
        };
        (0..Self::SIDE * Self::SIDE)
            .flat_map(|at| entry(at).to_le_bytes())
            .collect()
    }
}
