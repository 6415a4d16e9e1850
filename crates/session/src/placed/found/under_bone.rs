//! Which meshes each bone holds. A rigid mesh belongs to its node, a skinned one to the lowest bone whose subtree has more than
//! half of its weight. All ancestors of that bone hold it, too.
//!
//! In: a model. Out: runs of one list, for the tree asks for them row by row. Made once per model.

use castview_base::core::{BoneIndex, MeshIndex};
use castview_base::scene::{Mesh, Model, Skeleton, Skin};
use std::collections::BTreeMap;
use std::ops::Range;

/// Vertices of a mesh that are asked what moves them, evenly spread.
const ASKED: usize = 1024;
/// Bones that are tried as holders of all meshes together: enough for any rig, and few for a chain of all bones a file can have.
const TRIED: usize = 4_000_000;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct UnderBone {
    /// Depth first by the bones that hold them, then in the model's order.
    meshes: Vec<MeshIndex>,
    /// Each bone's run of `meshes`.
    runs: Vec<Range<u32>>,
}

impl UnderBone {
    pub fn of(model: &Model) -> Self {
        let spans = spans(&model.skeleton);
        let mut by_place: Vec<BoneIndex> = model.skeleton.bones().collect();
        by_place.sort_by_key(|bone| spans[bone.get()].start);
        let mut tries = TRIED;
        let held = model
            .meshes
            .iter()
            .enumerate()
            .filter_map(|(index, mesh): (usize, &Mesh)| {
                let by_skin = || {
                    let skin = model.skins.get(mesh.skin?.get())?;
                    holder(
                        &model.skeleton,
                        (&spans, &by_place),
                        &weights(mesh, skin, &spans),
                        &mut tries,
                    )
                };
                let bone = mesh.node.or_else(by_skin)?;
                Some((spans[bone.get()].start, MeshIndex::new(index)))
            });
        let mut held: Vec<(u32, MeshIndex)> = held.collect();
        held.sort();
        let from = |place: u32| held.partition_point(|(at, _)| *at < place) as u32;
        Self {
            runs: spans.iter().map(|span| from(span.start)..from(span.end)).collect(),
            meshes: held.into_iter().map(|(_, mesh)| mesh).collect(),
        }
    }

    pub fn bone(&self, bone: BoneIndex) -> &[MeshIndex] {
        let run = self.runs.get(bone.get()).cloned().unwrap_or_default();
        &self.meshes[run.start as usize..run.end as usize]
    }
}

/// Depth-first places of each bone and all its descendants.
fn spans(skeleton: &Skeleton) -> Vec<Range<u32>> {
    let parents = skeleton.parents();
    let mut sizes = vec![1u32; parents.len()];
    for (bone, parent) in parents.iter().enumerate().rev() {
        if let Some(parent) = parent {
            sizes[parent.get()] += sizes[bone];
        }
    }
    // Where the next child of each bone begins; the last one is that of the roots.
    let mut next = vec![0; parents.len() + 1];
    let mut spans = Vec::with_capacity(parents.len());
    for (bone, parent) in parents.iter().enumerate() {
        let above = parent.map_or(parents.len(), BoneIndex::get);
        let start = next[above];
        next[above] += sizes[bone];
        next[bone] = start + 1;
        spans.push(start..start + sizes[bone]);
    }
    spans
}

/// Weights of the bones that move a mesh, by the bones' depth-first places. A mesh without weights is moved by all bones of the skin alike.
fn weights(mesh: &Mesh, skin: &Skin, spans: &[Range<u32>]) -> Vec<(u32, f64)> {
    let mut out: BTreeMap<u32, f64> = BTreeMap::new();
    let place = |bone: &BoneIndex| Some(spans.get(bone.get())?.start);
    let count = mesh.vertex_count();
    for vertex in (0..count).step_by(count.div_ceil(ASKED).max(1)) {
        for (slot, weight) in mesh.influences.of_vertex(vertex) {
            if let Some(place) = skin.bones.get(slot).and_then(place) {
                *out.entry(place).or_default() += f64::from(weight);
            }
        }
    }
    if out.is_empty() {
        out.extend(skin.bones.iter().filter_map(place).map(|place| (place, 1.0)));
    }
    out.into_iter().collect()
}

/// The lowest bone that has more than half of the weight, itself and below it; `None`: there is none.
///
/// All below a bone lie side by side depth first, so that such a bone has the one in the middle of the weight below it.
fn holder(
    skeleton: &Skeleton,
    (spans, by_place): (&[Range<u32>], &[BoneIndex]),
    weights: &[(u32, f64)],
    tries: &mut usize,
) -> Option<BoneIndex> {
    let sums: Vec<f64> = weights
        .iter()
        .scan(0.0, |sum, (_, weight)| {
            *sum += weight;
            Some(*sum)
        })
        .collect();
    let half = sums.last()? * 0.5;
    let (middle, _) = *weights.get(sums.partition_point(|sum| *sum < half))?;
    let before = |place: u32| match weights.partition_point(|(at, _)| *at < place) {
        0 => 0.0,
        count => sums[count - 1],
    };
    let has_most = |bone: &BoneIndex| {
        let span = &spans[bone.get()];
        before(span.end) - before(span.start) > half
    };
    let mut chain = skeleton.ancestors_and_self(by_place[middle as usize]).take(*tries);
    chain.find(|bone| {
        *tries -= 1;
        has_most(bone)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::core::SkinIndex;
    use castview_base::core::UintStream;
    use castview_base::scene::{Bone, Influences};

    /// Bones by their parents, and meshes by the bones of their skins.
    fn model(parents: &[Option<usize>], skins: &[&[usize]]) -> Model {
        let bone = |(index, parent): (usize, &Option<usize>)| Bone {
            name: index.to_string(),
            parent: *parent,
            ..Bone::default()
        };
        let skin = |bones: &&[usize]| Skin {
            bones: bones.iter().map(|bone| BoneIndex::new(*bone)).collect(),
            ..Skin::default()
        };
        let mesh = |index| Mesh {
            skin: Some(SkinIndex::new(index)),
            ..Mesh::default()
        };
        Model {
            skeleton: Skeleton::new(parents.iter().enumerate().map(bone).collect()).expect("parents come first"),
            skins: skins.iter().map(skin).collect(),
            meshes: (0..skins.len()).map(mesh).collect(),
            ..Model::default()
        }
    }

    #[test]
    fn a_bone_holds_what_it_and_what_is_below_it_move_most_of() {
        //   0       4
        //  1 2
        //    3
        let parents = [None, Some(0), Some(0), Some(2), None];
        let model = model(&parents, &[&[3], &[1], &[2, 3], &[1, 3], &[0, 4], &[4], &[]]);
        let below = UnderBone::of(&model);
        let of = |bone| {
            let mut meshes: Vec<usize> = below.bone(BoneIndex::new(bone)).iter().map(|m| m.get()).collect();
            meshes.sort();
            meshes
        };
        // Bones weigh alike where no vertex says otherwise. Half is not most.
        assert_eq!(of(0), [0, 1, 2, 3]);
        assert_eq!(of(1), [1]);
        assert_eq!(of(2), [0, 2]);
        assert_eq!(of(3), [0]);
        assert_eq!(of(4), [5]);
    }

    #[test]
    fn vertices_say_which_of_a_skins_bones_count() {
        // Every mesh is skinned to all bones, as exporters write it: 0 above 1, 2 and 3, 3 below 2.
        let parents = [None, Some(0), Some(0), Some(2)];
        let mut model = model(&parents, &[&[0, 1, 2, 3], &[0, 1, 2, 3]]);
        let weigh = |mesh: &mut Mesh, slots: Vec<u16>| {
            mesh.positions = vec![[0.0; 3]; slots.len()].into();
            mesh.influences = Influences {
                stride: 1,
                weights: vec![1.0; slots.len()].into(),
                slots: UintStream::U16(slots.into()),
                ..Default::default()
            };
        };
        weigh(&mut model.meshes[0], vec![3, 2, 3, 1]);
        weigh(&mut model.meshes[1], [vec![1; 5000], vec![3; 4000]].concat());
        let below = UnderBone::of(&model);
        let of = |bone| below.bone(BoneIndex::new(bone)).len();
        assert_eq!([of(0), of(1), of(2), of(3)], [2, 1, 1, 0]);
    }

    /// Meshes that the end of a long chain and another child of its root move alike.
    #[test]
    fn meshes_of_long_chains_are_given_up_rather_than_searched_for_ever() {
        let chain = (0..65_534_usize).map(|bone| bone.checked_sub(1));
        let parents: Vec<Option<usize>> = chain.chain([Some(0)]).collect();
        let skins = vec![&[65_533_usize, 65_534][..]; 2000];
        let model = model(&parents, &skins);
        let below = UnderBone::of(&model);
        let held = below.bone(BoneIndex::new(0)).len();
        assert!(held > 0 && held < 2000, "{held}");
    }

    #[test]
    fn the_node_that_names_a_mesh_holds_it_wherever_its_bones_are() {
        let mut model = model(&[None, Some(0), Some(0)], &[&[1]]);
        model.meshes[0].node = Some(BoneIndex::new(2));
        let below = UnderBone::of(&model);
        let count = |bone| below.bone(BoneIndex::new(bone)).len();
        assert_eq!([count(0), count(1), count(2)], [1, 0, 1]);
        assert!(UnderBone::of(&Model::default()).bone(BoneIndex::new(0)).is_empty());
    }
}
