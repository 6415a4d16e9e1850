//! Tubes along a line: tail, leaves, stem, scarf.

use crate::mesh::{Mesh, Vertex};
use crate::weights::Influences;
use glam::{Vec2, Vec3};
use std::f32::consts::TAU;

/// The cross-section at one place of the line: an ellipse.
#[derive(Clone, Copy)]
pub struct Section {
    pub center: Vec3,
    /// Half axes; `side`, `up` and the line's direction are right-handed.
    pub side: Vec3,
    pub up: Vec3,
}

impl Section {
    fn at(&self, angle: f32) -> Vec3 {
        self.center + self.side * angle.cos() + self.up * angle.sin()
    }
}

/// Adds a tube of `around` columns and `along` rows. `section` and `influences` take the place on the line, 0…1.
/// Texture coordinates: u once around, v along the line.
pub fn add(
    mesh: &mut Mesh,
    (around, along): (usize, usize),
    section: impl Fn(f32) -> Section,
    influences: impl Fn(f32, Vec3) -> Influences,
) -> u32 {
    // The rows crowd towards both ends, where tubes are rounded off.
    let place = |row: usize| {
        let t = row as f32 / (along - 1) as f32;
        t + 0.6 * (t * (1.0 - t) * (2.0 * t - 1.0))
    };
    mesh.push_grid(around + 1, along, |column, row| {
        let t = place(row);
        // Against the turn of `angle`, so that columns run to the right seen from outside.
        let angle = -TAU * column as f32 / around as f32;
        let here = section(t);
        let position = here.at(angle);
        const H: f32 = 0.004;
        let (t0, t1) = ((t - H).max(0.0), (t + H).min(1.0));
        // Just off the ends, where the ring has a size.
        let ring = section(t.clamp(0.002, 0.998));
        let turning = ring.side * -angle.sin() + ring.up * angle.cos();
        let lengthwise = section(t1).at(angle) - section(t0).at(angle);
        let normal = turning.cross(lengthwise).normalize_or(ring.at(angle) - ring.center);
        let influences = influences(t, position);
        Vertex {
            position,
            normal,
            uv: Vec2::new(column as f32 / around as f32, t),
            influences,
        }
    })
}

/// How a rounded end closes: 1 well inside, 0 at the end; `length` in units of the line's parameter.
pub fn round_end(distance_from_end: f32, length: f32) -> f32 {
    let t = (distance_from_end / length).clamp(0.0, 1.0);
    (1.0 - (1.0 - t) * (1.0 - t)).sqrt()
}

/// Weights of a chain of bones along a line: quadratic B-splines, so three bones share every place and their motion
/// never kinks. `root` holds the line's beginning.
pub fn chain(root: usize, bones: &[usize], t: f32) -> Influences {
    let x = t * bones.len() as f32;
    let spline = |d: f32| {
        let d = d.abs();
        if d < 0.5 {
            0.75 - d * d
        } else {
            0.5 * (1.5 - d).max(0.0).powi(2)
        }
    };
    let mut influences: Influences = Vec::new();
    let mut sum = 0.0;
    for i in -1..=bones.len() as i32 {
        let weight = spline(x - (i as f32 + 0.5));
        if weight <= 0.0 {
            continue;
        }
        sum += weight;
        // Past the last bone the last one goes on.
        let bone = if i < 0 {
            root
        } else {
            bones[(i as usize).min(bones.len() - 1)]
        };
        match influences.iter_mut().find(|influence| influence.0 == bone) {
            Some(influence) => influence.1 += weight,
            None => influences.push((bone, weight)),
        }
    }
    influences.iter_mut().for_each(|influence| influence.1 /= sum);
    influences.sort_by(|a, b| b.1.total_cmp(&a.1));
    influences
}
