//! Weights of vertices and bind poses of skins, by bone.

use super::difference::{DifferenceKind, DifferencePart, Differences, OwnerName, Tally};
use super::matched::Matched;
use super::skeleton::BoneMap;
use super::streams::apart;
use castview_base::core::BoneIndex;
use castview_base::scene::{Influences, Mesh, Skin};
use std::collections::HashMap;

/// Bones that only the first skeleton has are counted from here.
const ALONE: usize = usize::MAX / 2;

/// Both meshes have as many vertices. Says nothing where one of them has no skin.
pub fn compare(out: &mut Differences, of: &OwnerName, meshes: [&Mesh; 2], matched: &mut Matched) {
    let [Some(a), Some(b)] = meshes.map(|mesh| mesh.skin) else {
        return;
    };
    let name = &*meshes[0].name;
    let tolerance = out.tolerance.number;
    let skins = [&matched.skins[0][a.get()], &matched.skins[1][b.get()]];
    let bones = &matched.bones;
    let influences = meshes.map(|mesh| &mesh.influences);
    let [[s, w], [t, v]] = influences.map(|influences| [influences.slots.identity(), influences.weights.identity()]);
    let known = matched.weights.entry(([a, b], [s, w, t, v]));
    let other = *known.or_insert_with(|| weights(influences, skins, bones, tolerance));
    if other.count > 0 {
        out.add(DifferencePart::Mesh, of, name, DifferenceKind::Weights)
            .measure(&other);
    }
    let known = matched.bind_poses.entry([a, b]);
    let bind = *known.or_insert_with(|| bind_poses(skins, bones, tolerance));
    if bind.count > 0 {
        let difference = out
            .add(DifferencePart::Mesh, of, name, DifferenceKind::BindPose)
            .measure(&bind);
        difference.at = None;
    }
}

fn weights(influences: [&Influences; 2], skins: [&Skin; 2], bones: &BoneMap, tolerance: f64) -> Tally {
    let vertices = influences.map(|influences| match influences.stride {
        0 => 0,
        stride => influences.weights.len() / stride as usize,
    });
    let mut tally = Tally::default();
    let mut sides: [Vec<(usize, f32)>; 2] = [Vec::new(), Vec::new()];
    for vertex in 0..vertices[0].min(vertices[1]) {
        for (side, list) in sides.iter_mut().enumerate() {
            list.clear();
            let of_vertex = influences[side].of_vertex(vertex);
            list.extend(of_vertex.map(|(slot, weight)| (number(skins[side].bones[slot], side, bones), weight)));
            list.sort_by_key(|(bone, _)| *bone);
            list.dedup_by(|next, kept| {
                let is_same = next.0 == kept.0;
                if is_same {
                    kept.1 += next.1;
                }
                is_same
            });
        }
        tally.add(vertex, greatest(&sides[0], &sides[1]), tolerance);
    }
    tally
}

/// The number of a bone in the second skeleton.
fn number(bone: BoneIndex, side: usize, bones: &BoneMap) -> usize {
    match side {
        0 => bones.get(bone).map_or(ALONE + bone.get(), BoneIndex::get),
        _ => bone.get(),
    }
}

/// The greatest difference of weights of one bone; both lists ascend.
fn greatest(a: &[(usize, f32)], b: &[(usize, f32)]) -> f64 {
    let (mut at, mut greatest) = ([0, 0], 0.0f64);
    loop {
        let (left, right) = (a.get(at[0]), b.get(at[1]));
        let by = match (left, right) {
            (None, None) => return greatest,
            (Some((x, weight)), Some((y, other))) if x == y => {
                at = [at[0] + 1, at[1] + 1];
                f64::from(*weight) - f64::from(*other)
            }
            (Some((x, weight)), other) if other.is_none_or(|(y, _)| x < y) => {
                at[0] += 1;
                f64::from(*weight)
            }
            (_, Some((_, weight))) => {
                at[1] += 1;
                f64::from(*weight)
            }
            (Some(_), None) => unreachable!("the arm before takes it"),
        };
        greatest = greatest.max(by.abs());
    }
}

/// Bones of both skins whose matrices differ; of a bone with several slots the last counts.
fn bind_poses([a, b]: [&Skin; 2], bones: &BoneMap, tolerance: f64) -> Tally {
    let mut known: HashMap<BoneIndex, usize> = HashMap::new();
    known.extend(b.bones.iter().enumerate().map(|(slot, bone)| (*bone, slot)));
    let mut last: HashMap<BoneIndex, usize> = HashMap::new();
    last.extend(a.bones.iter().enumerate().map(|(slot, bone)| (*bone, slot)));
    let mut tally = Tally::default();
    for (slot, bone) in a.bones.iter().enumerate() {
        let other = bones.get(*bone).and_then(|bone| known.get(&bone));
        let (Some(other), true) = (other, last.get(bone) == Some(&slot)) else {
            continue;
        };
        match (a.bone_from_mesh[slot], b.bone_from_mesh[*other]) {
            (Some(x), Some(y)) => tally.add(slot, apart(&x.to_cols_array(), &y.to_cols_array()), tolerance),
            (None, None) => {}
            _ => tally.add(slot, f64::INFINITY, tolerance),
        }
    }
    tally
}
