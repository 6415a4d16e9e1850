//! The bones of two skeletons: missing, new, renamed, re-parented, moved.

use super::difference::{DifferenceKind, DifferencePart, Differences, OwnerName};
use super::pairs::by_name;
use super::rest;
use castview_base::core::{BoneIndex, Transform};
use castview_base::scene::{BoneKind, Skeleton};
use std::collections::HashMap;

/// Bones below one parent that are tried as one renamed bone.
const TRIED: usize = 64;
/// A bone that stands elsewhere is the same under another name if its name is at least so much alike.
const LEAST_LIKENESS: f64 = 0.6;

/// For each bone of the first skeleton the one of the second.
#[derive(Clone, Debug, Default)]
pub struct BoneMap(Vec<Option<BoneIndex>>);

impl BoneMap {
    pub fn get(&self, bone: BoneIndex) -> Option<BoneIndex> {
        self.0.get(bone.get()).copied().flatten()
    }
}

/// Tells the differences, and which bones belong together.
pub fn compare(out: &mut Differences, of: &OwnerName, [before, after]: [&Skeleton; 2]) -> BoneMap {
    let pairs = by_name(
        before.bones().map(|bone| before.name(bone)),
        (0..after.len()).map(|at| after.name(BoneIndex::new(at))),
    );
    let mut map = vec![None; before.len()];
    for (a, b) in &pairs.both {
        map[*a] = Some(BoneIndex::new(*b));
    }
    let mut new = vec![false; after.len()];
    // Leftovers of the second skeleton by their parent, the last ones first.
    let mut waiting: HashMap<Option<BoneIndex>, Vec<BoneIndex>> = HashMap::new();
    for bone in pairs.only_after.iter().rev().map(|at| BoneIndex::new(*at)) {
        new[bone.get()] = true;
        waiting.entry(after.parent(bone)).or_default().push(bone);
    }
    for bone in pairs.only_before.iter().map(|at| BoneIndex::new(*at)) {
        let name = before.name(bone);
        // Parents come before their children: that of this bone is settled.
        let parent = before.parent(bone).map(|parent| map[parent.get()]);
        let siblings = match parent {
            Some(None) => None,
            Some(parent) => waiting.get_mut(&parent),
            None => waiting.get_mut(&None),
        };
        let found = siblings.and_then(|siblings| {
            let rest = before.rest()[bone.get()];
            let first = siblings.len().saturating_sub(TRIED);
            let (tolerance, tries) = (out.tolerance.number, &mut out.tries);
            let mut like = |other: BoneIndex| {
                let is_there = is_same_place(&rest, &after.rest()[other.get()], tolerance);
                let alike = tries.likeness(name, after.name(other));
                (is_there || alike >= LEAST_LIKENESS).then(|| f64::from(u8::from(is_there)) + alike)
            };
            let scored = (first..siblings.len()).filter_map(|at| Some((like(siblings[at])?, at)));
            let (_, at) = scored.max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))?;
            Some(siblings.remove(at))
        });
        match found {
            Some(other) => {
                new[other.get()] = false;
                map[bone.get()] = Some(other);
                let names = [name, after.name(other)];
                out.add(DifferencePart::Bone, of, name, DifferenceKind::Renamed)
                    .show(names);
            }
            None => {
                out.add(DifferencePart::Bone, of, name, DifferenceKind::Missing);
            }
        }
    }
    for bone in after.bones().filter(|bone| new[bone.get()]) {
        out.add(DifferencePart::Bone, of, after.name(bone), DifferenceKind::Extra);
    }
    let map = BoneMap(map);
    for bone in before.bones() {
        if let Some(other) = map.get(bone) {
            compare_bone(out, of, [(before, bone), (after, other)], &map);
        }
    }
    map
}

fn is_same_place(a: &Transform, b: &Transform, tolerance: f64) -> bool {
    rest::distance([a.translation, b.translation]) <= tolerance
        && a.rotation.dot(b.rotation).abs() > 0.9999
        && rest::distance([a.scale, b.scale]) <= tolerance
}

fn compare_bone(out: &mut Differences, of: &OwnerName, sides: [(&Skeleton, BoneIndex); 2], map: &BoneMap) {
    let [(before, bone), (after, other)] = sides;
    let name = before.name(bone);
    let about = (DifferencePart::Bone, of, name);
    let parents = [before.parent(bone), after.parent(other)];
    let is_same = match parents {
        [Some(a), b] => map.get(a) == b && b.is_some(),
        [None, b] => b.is_none(),
    };
    if !is_same {
        let names = [0, 1].map(|side| parents[side].map_or("the model", |parent| sides[side].0.name(parent)));
        out.add(DifferencePart::Bone, of, name, DifferenceKind::Reparented)
            .show(names);
    }
    rest::compare(out, about, sides.map(|(skeleton, bone)| &skeleton.rest()[bone.get()]));
    let on = |yes: bool| if yes { "on" } else { "off" };
    let compensates = sides.map(|(skeleton, bone)| on(skeleton.compensates_scale()[bone.get()]));
    out.set(about, "segment scale compensate", compensates);
    let kinds = sides.map(|(skeleton, bone)| match skeleton.kind(bone) {
        BoneKind::Joint => "joint",
        BoneKind::Node => "node",
    });
    out.set(about, "kind", kinds);
    let shears = sides.map(|(skeleton, bone)| {
        let shear = skeleton.shear(bone).map(|shear| shear.to_cols_array());
        shear.map(|shear| rest::numbers(&shear)).unwrap_or_default()
    });
    out.set(about, "shear", [&shears[0], &shears[1]]);
}
