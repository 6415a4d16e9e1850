//! Where dual quaternions can take vertices: boxes that hold them in any pose.
//!
//! In: a mesh, once; then the motions of its slots, per pose. Out: one box.
//!
//! Dual quaternions swing vertices on arcs that leave the box around where each slot alone would take them. How far follows
//! from the formula (letters as in `dual_quat`; `pᵢ` is where the motion of slot `i` alone takes the stretched vertex, and
//! `c` is any point). Moving the origin of both spaces changes nothing about the blend, so with `r̂ = r / |r|` and
//! `signᵢ · realᵢ ⊗ conj(r̂) = (cos αᵢ, nᵢ sin αᵢ)` the vertex goes to
//!
//! `p' − c = Σ weightᵢ · (cos αᵢ · (pᵢ − c) + sin αᵢ · (pᵢ − c) × nᵢ) / |r|`, where `Σ weightᵢ · cos αᵢ = |r|`.
//!
//! * No slot turns by more than 45° from the pivot on the sphere of quaternions (a rotation of 90°): no cosine is negative,
//!   so the first part lies among the `pᵢ`. The second is at most `ρ · √(1 − |r|²) / |r|` long (Jensen), where `ρ` is the
//!   largest `|pᵢ − c|`.
//! * In any case `|p' − c| ≤ ρ / |r|`.
//! * Seen from the pivot no signed rotation points backwards, so `|r| ≥ w + (1 − w) · m`: the pivot's own weight `w`, and the
//!   least `|dot|` of a rotation and the pivot's, `m`. It never vanishes.

use crate::animation::SlotMotion;
use castview_base::core::{Bounds, DualQuat};
use castview_base::scene::Mesh;
use glam::{Affine3A, Mat3, Vec3};
use std::collections::BTreeMap;

/// The vertices whose largest weight is one slot's.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Swing {
    pivot: usize,
    /// The least that the pivot weighs at any of them.
    least_weight: f32,
    /// Around them at rest.
    rest: Bounds,
    /// Every slot that pulls at any of them, the pivot too, and the rest box of those it pulls at.
    slots: Vec<(usize, Bounds)>,
}

impl Swing {
    /// All of a mesh: one for each slot that is a pivot, by slot.
    pub(super) fn of(mesh: &Mesh) -> Vec<Self> {
        let mut weights: BTreeMap<usize, f32> = BTreeMap::new();
        let mut boxes: BTreeMap<(usize, usize), Bounds> = BTreeMap::new();
        let mut rows = Vec::new();
        for (vertex, position) in mesh.positions.iter().enumerate() {
            rows.clear();
            rows.extend(mesh.influences.of_vertex(vertex));
            if rows.is_empty() {
                continue;
            }
            let pivot = super::dual_quat::pivot(&rows);
            let total: f32 = rows.iter().map(|(_, weight)| weight).sum();
            for &(slot, weight) in &rows {
                boxes.entry((pivot, slot)).or_insert(Bounds::EMPTY).add(position.into());
                if slot == pivot {
                    let least = weights.entry(pivot).or_insert(f32::INFINITY);
                    *least = least.min(weight / total);
                }
            }
        }
        let mut out: Vec<Self> = Vec::with_capacity(weights.len());
        for ((pivot, slot), rest) in boxes {
            if out.last().is_none_or(|last| last.pivot != pivot) {
                out.push(Self {
                    pivot,
                    least_weight: weights[&pivot],
                    rest: Bounds::EMPTY,
                    slots: Vec::new(),
                });
            }
            let last = out.last_mut().expect("just pushed, if there was none");
            last.rest = last.rest.union(rest);
            last.slots.push((slot, rest));
        }
        out
    }

    /// Around the vertices as `motions` blend them. `morphed` widens a rest box by what blend shapes do.
    pub(super) fn posed(&self, motions: &[SlotMotion], morphed: impl Fn(&Bounds) -> Bounds) -> Bounds {
        let pivot = motions[self.pivot].real;
        let stretches = || self.slots.iter().map(|(slot, _)| motions[*slot].stretch);
        // `h` is a mean of the stretches, so it takes a box into the union of what each makes of it.
        let stretched = stretches().any(|stretch| stretch != Mat3::IDENTITY).then(|| {
            let rest = morphed(&self.rest);
            stretches().fold(Bounds::EMPTY, |all, stretch| {
                all.union(rest.transformed(Affine3A::from_mat3(stretch)))
            })
        });
        let (mut among, mut least_dot) = (Bounds::EMPTY, 1.0f32);
        for (slot, rest) in &self.slots {
            let SlotMotion { real, dual, .. } = motions[*slot];
            let motion = Affine3A::from_rotation_translation(real, DualQuat { real, dual }.translation());
            among = among.union(stretched.unwrap_or_else(|| morphed(rest)).transformed(motion));
            least_dot = least_dot.min(real.dot(pivot).abs());
        }
        let length = (self.least_weight + (1.0 - self.least_weight) * least_dot).min(1.0);
        let reach = among.diagonal() * 0.5;
        if least_dot >= std::f32::consts::FRAC_1_SQRT_2 {
            return widened(among, reach * (1.0 - length * length).max(0.0).sqrt() / length);
        }
        let center = among.center();
        widened(
            Bounds {
                min: center,
                max: center,
            },
            reach / length,
        )
    }
}

fn widened(bounds: Bounds, by: f32) -> Bounds {
    Bounds {
        min: bounds.min - Vec3::splat(by),
        max: bounds.max + Vec3::splat(by),
    }
}
