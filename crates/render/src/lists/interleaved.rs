//! Which meshes that blend interleave: no order of them is right, so they are drawn in any order.
//!
//! In: boxes of the meshes that blend. Out: for each item the group it is drawn with. Two meshes interleave if their boxes meet, and so
//! does with itself a mesh that stands in several places, which is one draw.

//!
//! Mean difference from what is right, of 255, at the pixels where something blends (`crates/render/tests/surfaces/blending.rs`, on the CPU). Sorting is by
//! meshes from far to near, sides that face away first; weighted blending has 3 doublings of the weight from far to near.
//!
//! | | sorted | weighted |
//! | --- | --- | --- |
//! | AlphaBlendModeTest, ClearCoatTest (Khronos) | 0 | 0 |
//! | Fox, AnimatedMorphCube, seen through, one mesh each | 0.5, 0.0 | 0.8, 1.3 |
//! | Mage, seen through, six meshes | 2.9 | 1.8 |
//! | a glass ball around a core; around another of glass | 0.0, 5.3 | 0.0, 0.5 |
//! | two panes that cross | 9.3 | 4.1 |
//! | puffs of two meshes, dense and thin | 30.1, 9.1 | 9.6, 1.0 |
//!
//! So meshes by themselves are sorted, and those that interleave are weighted. More doublings are better for dense surfaces only.

use castview_base::core::{Bounds, MeshIndex};
use castview_motion::deform::deform_vertex;
use castview_picture::PlacedModel;
use glam::{Affine3A, Vec3};

/// More are one group: all pairs are compared.
const MOST_COMPARED: usize = 1024;

/// A share of a box's size by which it may reach into another: what merely touches does not interleave.
const TOUCHES: f32 = 0.01;

/// Vertices that are looked at to find a posed mesh. A few are enough to sort it.
const LOOKED_AT: usize = 16;

/// A mesh that blends.
pub struct Blended {
    around: Bounds,
    stands_often: bool,
}

impl Blended {
    /// A mesh of a placed model, `around` it in world space. `None` for what is no surface.
    pub fn of(placed: &PlacedModel, mesh: usize, around: Bounds) -> Option<Self> {
        (!placed.model().meshes[mesh].triangles.is_empty()).then_some(Self {
            around,
            stands_often: placed.places.len() > 1,
        })
    }
}

/// A box around a posed mesh in world space, at the first place of its model. Exact at rest. Bones and shapes move a few of its vertices
/// here; the box reaches as far beyond these as it does at rest. `None` for a mesh without vertices or with numbers beyond all bounds.
pub fn stands(world_from_stage: Affine3A, placed: &PlacedModel, index: usize) -> Option<Bounds> {
    let (model, mesh) = (placed.model(), &placed.model().meshes[index]);
    let rest = mesh.bounds;
    if rest.is_empty() {
        return None;
    }
    let index = MeshIndex::new(index);
    let is_moved = mesh.skin.is_some() || model.blend_shapes.of(index).next().is_some();
    let around = if is_moved {
        let step = mesh.vertex_count().div_ceil(LOOKED_AT).max(1);
        let looked_at = || (0..mesh.vertex_count()).step_by(step);
        let of_rest: Bounds = looked_at()
            .map(|vertex| Vec3::from(mesh.positions.get(vertex)))
            .collect();
        let posed: Bounds = looked_at()
            .map(|vertex| deform_vertex(model, index, &placed.pose, vertex))
            .collect();
        Bounds {
            min: posed.min - (of_rest.min - rest.min),
            max: posed.max + (rest.max - of_rest.max),
        }
    } else {
        rest
    };
    let corner = |at: u8| {
        let part = |axis: u8, low: f32, high: f32| if at >> axis & 1 == 0 { low } else { high };
        let [min, max] = [around.min, around.max];
        Vec3::new(part(0, min.x, max.x), part(1, min.y, max.y), part(2, min.z, max.z))
    };
    let world_from_model = world_from_stage * placed.places.first_place() * placed.stage_from_model;
    let around: Bounds = (0..8).map(|at| world_from_model.transform_point3(corner(at))).collect();
    (around.min.is_finite() && around.max.is_finite()).then_some(around)
}

/// One per item of a draw list; `None` there: it does not blend.
pub fn groups(items: &[Option<Blended>]) -> Vec<Option<u32>> {
    let mut groups = vec![None; items.len()];
    let blended: Vec<(usize, &Blended)> = (items.iter().enumerate())
        .filter_map(|(at, item)| Some((at, item.as_ref()?)))
        .collect();
    if blended.len() > MOST_COMPARED {
        blended.iter().for_each(|(at, _)| groups[*at] = Some(0));
        return groups;
    }
    // The first of those that each is connected with.
    let mut leader: Vec<usize> = (0..blended.len()).collect();
    let mut several = vec![false; blended.len()];
    for (second, (_, one)) in blended.iter().enumerate() {
        several[second] |= one.stands_often;
        for first in 0..second {
            if meet(&blended[first].1.around, &one.around) {
                let (a, b) = (root(&leader, first), root(&leader, second));
                leader[a.max(b)] = a.min(b);
                several[first] = true;
                several[second] = true;
            }
        }
    }
    for (index, (at, _)) in blended.iter().enumerate() {
        groups[*at] = several[index].then(|| root(&leader, index) as u32);
    }
    groups
}

fn root(leader: &[usize], mut of: usize) -> usize {
    while leader[of] != of {
        of = leader[of];
    }
    of
}

fn meet(a: &Bounds, b: &Bounds) -> bool {
    let least = TOUCHES * a.diagonal().min(b.diagonal());
    let reach = a.max.min(b.max) - a.min.max(b.min);
    // A flat box reaches nowhere across.
    let flat = |bounds: &Bounds| Vec3::splat(least).min(bounds.max - bounds.min);
    reach.cmpge(flat(a).min(flat(b))).all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_meet_where_they_reach_into_each_other() {
        let of = |min: [f32; 3], max: [f32; 3]| Bounds {
            min: min.into(),
            max: max.into(),
        };
        let unit = of([0.0; 3], [1.0; 3]);
        for (other, wanted) in [
            (of([0.5; 3], [1.5; 3]), true),
            (of([0.2; 3], [0.4; 3]), true),
            (of([1.0, 0.0, 0.0], [2.0, 1.0, 1.0]), false),
            (of([0.0, 0.0, 3.0], [1.0, 1.0, 4.0]), false),
            // Flat, across the middle and beside.
            (of([0.0, 0.0, 0.5], [1.0, 1.0, 0.5]), true),
            (of([0.0, 0.0, 1.5], [1.0, 1.0, 1.5]), false),
        ] {
            assert_eq!(
                (meet(&unit, &other), meet(&other, &unit)),
                (wanted, wanted),
                "{other:?}"
            );
        }
        let panes = [of([0.0; 3], [1.0, 1.0, 0.0]), of([0.0, 0.0, -0.1], [1.0, 1.0, -0.1])];
        assert!(!meet(&panes[0], &panes[1]), "one behind the other");
    }
}
