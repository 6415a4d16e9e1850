//! Which meshes each bone holds: those that hang on nothing but it and what is below it.
//!
//! In: a model. Out: runs of one list, for the tree asks for them row by row. Made once per model.

use crate::core::{BoneIndex, MeshIndex};
use crate::scene::{Mesh, Model, Skeleton};
use std::ops::Range;

#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::session) struct UnderBone {
    /// Depth first by the bones that hold them, then in the model's order.
    meshes: Vec<MeshIndex>,
    /// Of each bone: its run of `meshes`.
    runs: Vec<Range<u32>>,
}

impl UnderBone {
    pub fn of(model: &Model) -> Self {
        let spans = spans(&model.skeleton);
        let of_skin = model
            .skins
            .iter()
            .map(|skin| holder(&model.skeleton, &spans, &skin.bones));
        let of_skin: Vec<Option<BoneIndex>> = of_skin.collect();
        let held = model
            .meshes
            .iter()
            .enumerate()
            .filter_map(|(index, mesh): (usize, &Mesh)| {
                let bone = mesh.node.or_else(|| of_skin[mesh.skin?.get()])?;
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

/// Of each bone the places that it and all below it have depth first.
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

/// The lowest bone that all of `bones` are, or are below; `None`: there is none.
fn holder(skeleton: &Skeleton, spans: &[Range<u32>], bones: &[BoneIndex]) -> Option<BoneIndex> {
    let place = |bone: &&BoneIndex| spans[bone.get()].start;
    let first = *bones.iter().min_by_key(place)?;
    let last = *bones.iter().max_by_key(place)?;
    let last = spans[last.get()].start;
    skeleton
        .ancestors_and_self(first)
        .find(|bone| spans[bone.get()].contains(&last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::SkinIndex;
    use crate::scene::{Bone, Skin};

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
    fn a_bone_holds_what_hangs_on_it_and_below_it_alone() {
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
        assert_eq!(of(0), [0, 1, 2, 3]);
        assert_eq!(of(1), [1]);
        assert_eq!(of(2), [0, 2]);
        assert_eq!(of(3), [0]);
        assert_eq!(of(4), [5]);
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
