//! Trees on hills at the horizon: each stands by itself, with a crown that is lit as a round thing is.

use super::noise::{fractal, hash, value};
use super::sky::{mix, rise};
use glam::Vec3;
use std::f32::consts::TAU;

/// A row of hills with trees on them.
#[derive(Clone, Copy)]
pub struct Ridge {
    /// The number of its noise.
    pub of: f32,
    /// How high hills stand over the horizon, as a sine.
    pub height: f32,
    /// The same of a grown tree; 0: it is too far away for trees.
    pub trees: f32,
}

/// The place of a ridge that is seen in a direction.
#[derive(Clone, Copy, Debug)]
pub struct Slope {
    /// Away from the crown or the hill.
    pub normal: Vec3,
    /// How much of the light from above comes there: less between leaves and below crowns.
    pub open: f32,
    /// From 0 at the foot to 1 at the top.
    pub up: f32,
    /// Wood of a trunk, not leaves.
    pub is_trunk: bool,
}

impl Ridge {
    /// `None`: it does not reach as high there.
    pub fn seen(&self, toward: Vec3) -> Option<Slope> {
        let flat = Vec3::new(toward.x, 0.0, toward.z).normalize_or(Vec3::X);
        let hills = (fractal(flat * 1.7 + self.of, 4) - 0.32).max(0.0) * 2.2 * self.height - 0.004;
        let slope = |normal: Vec3, open: f32, up: f32| Slope {
            normal: normal.normalize_or(Vec3::Y),
            open,
            up: up.clamp(0.0, 1.0),
            is_trunk: false,
        };
        if self.trees > 0.0 && toward.y < hills + self.trees * 1.15 {
            if let Some(tree) = self.tree(toward, flat, hills) {
                return Some(tree);
            }
            // Undergrowth closes the gaps between trunks.
            let hedge = self.trees * self.grown(flat) * (0.1 + 0.22 * fractal(flat * (1.3 / self.trees) + self.of, 3));
            if toward.y < hills + hedge {
                let leaves = fractal(toward * (7.0 / self.trees) + self.of, 3);
                let up = ((toward.y - hills) / hedge.max(1e-4)).clamp(0.0, 1.0);
                return Some(slope(Vec3::Y * 0.7 - flat, 0.12 + 0.5 * leaves * up, 0.25 * up));
            }
        }
        (toward.y < hills).then(|| {
            let folds = fractal(toward * Vec3::new(14.0, 40.0, 14.0) + self.of, 4) - 0.5;
            let across = Vec3::new(-flat.z, 0.0, flat.x);
            slope(
                Vec3::Y - flat * 0.5 + across * folds * 2.0,
                0.75 + 0.5 * folds,
                toward.y / hills.max(1e-3),
            )
        })
    }

    /// How tall trees have grown there: groves and open land between them.
    fn grown(&self, flat: Vec3) -> f32 {
        mix(0.12, 1.0, rise(0.36, 0.58, fractal(flat * 4.0 + self.of * 7.0, 3)))
    }

    /// The foremost tree.
    fn tree(&self, toward: Vec3, flat: Vec3, hills: f32) -> Option<Slope> {
        let cells = (TAU / (self.trees * 0.34)).round();
        let width = TAU / cells;
        let turn = flat.z.atan2(flat.x).rem_euclid(TAU) / width;
        let across = Vec3::new(-flat.z, 0.0, flat.x);
        let mut foremost: Option<(f32, Slope)> = None;
        for beside in -3..=3 {
            let cell = turn.floor() as i32 + beside;
            let number = cell.rem_euclid(cells as i32);
            let draw = |of: i32| hash(number, of, self.of as i32);
            let middle = cell as f32 + 0.5 + 0.9 * (draw(1) - 0.5);
            let at = middle * width;
            let stands = Vec3::new(at.cos(), 0.0, at.sin());
            let tall = self.trees * self.grown(stands) * (0.55 + 0.5 * draw(2));
            // Farther ones stand a little higher on the hill.
            let near = draw(3);
            let foot = hills + (1.0 - near) * 0.1 * self.trees - 0.03 * tall;
            let v = (toward.y - foot) / tall;
            let u = (turn - middle) * width / tall;
            if !(0.0..=1.1).contains(&v) || foremost.is_some_and(|(other, _)| other > near) {
                continue;
            }
            let is_fir = draw(4) < 0.28;
            if let Some(mut seen) = crown(u, v, is_fir, (number as f32 * 1.7 + self.of * 31.0, draw(5))) {
                let [right, up, back] = seen.normal.to_array();
                seen.normal = (across * right + Vec3::Y * up - flat * back).normalize_or(Vec3::Y);
                foremost = Some((near, seen));
            }
        }
        foremost.map(|(_, slope)| slope)
    }
}

/// The surface of a tree of height 1 at `u`, `v`, with its normal as right, up and towards the eye; `None` beside the tree. `seed` chooses
/// the noise, `broad` the width.
fn crown(u: f32, v: f32, is_fir: bool, (seed, broad): (f32, f32)) -> Option<Slope> {
    let clumps = fractal(Vec3::new(u * 5.5, v * 5.5, seed), 3);
    let leaves = fractal(Vec3::new(u * 17.0, v * 17.0, seed + 5.0), 3);
    let of_crown = |right: f32, up: f32, round: f32, open: f32| Slope {
        normal: Vec3::new(right + 0.9 * (clumps - 0.5), up + 0.9 * (leaves - 0.5), round),
        open,
        up: v.clamp(0.0, 1.0),
        is_trunk: false,
    };
    if is_fir {
        // Whorls of branches, each wider below.
        let whorl = (v * 9.0 + 0.6 * value(Vec3::new(u.signum() * 3.0, v * 4.0, seed))).fract();
        let half = (0.13 + 0.1 * broad) * (1.0 - v).max(0.0).powf(0.8) * (1.15 - 0.45 * whorl) * (0.7 + 0.6 * leaves);
        if v > 0.07 && u.abs() < half {
            let right = u / half.max(1e-4);
            let round = (1.0 - right * right).max(0.0).sqrt();
            return Some(of_crown(
                right,
                0.35,
                round,
                0.25 + 0.45 * leaves * (1.0 - 0.6 * whorl) + 0.3 * v,
            ));
        }
    } else {
        let half = 0.26 + 0.17 * broad;
        let low = 0.18 + 0.14 * broad;
        let middle = (low + 1.0) / 2.0;
        let (right, up) = (u / half, (v - middle) / (1.0 - middle));
        let away = (right * right + up * up).sqrt();
        let edge = away + (clumps - 0.5) * 0.75 + (leaves - 0.5) * 0.35;
        // Twigs end in the air, and leave gaps near the edge.
        if edge < 0.9 && !(leaves < 0.34 && edge > 0.62) {
            let round = (1.0 - (away * away).min(1.0)).sqrt();
            let hollow = rise(0.3, 0.55, clumps);
            return Some(of_crown(
                right,
                up,
                round,
                (0.12 + 0.88 * hollow) * (0.4 + 0.75 * leaves) * mix(0.5, 1.0, v),
            ));
        }
    }
    let half = 0.022 * (1.3 - v);
    (u.abs() < half && v < 0.6).then(|| Slope {
        normal: Vec3::new(u / half, 0.0, 0.6),
        open: 0.45,
        up: v,
        is_trunk: true,
    })
}
