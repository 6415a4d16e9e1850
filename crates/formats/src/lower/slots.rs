//! The law of slots where a model has one skin (docs/formats/cast.md §3.4): all bones in file order, so that stored bone indices are slots.
//!
//! A skeleton of very many bones, most of which move no vertex, gives slots only to the bones that meshes list: a matrix for each of
//! the others takes more memory than the file itself.

use castview_base::core::{BoneIndex, UintStream};
use castview_base::scene::{Influences, Skeleton};

/// Skeletons with fewer bones have a slot for each: far more than any rig has.
const MANY_BONES: usize = 1 << 16;

pub(crate) struct Slots {
    /// Bones that have a slot, by their place in the file, ascending; `None`: all of them.
    listed: Option<Vec<u32>>,
}

impl Slots {
    /// `listed`: the bones that each mesh lists.
    pub(crate) fn of(listed: impl Iterator<Item = UintStream>, bone_count: usize) -> Self {
        Self::from(listed, bone_count, MANY_BONES)
    }

    fn from(listed: impl Iterator<Item = UintStream>, bone_count: usize, many: usize) -> Self {
        if bone_count < many {
            return Self { listed: None };
        }
        let mut is_listed = vec![false; bone_count];
        // Influences of bones that do not exist are given slot 0.
        is_listed[0] = true;
        for bones in listed {
            bones.for_each(|bone| {
                if let Some(is_listed) = is_listed.get_mut(bone as usize) {
                    *is_listed = true;
                }
            });
        }
        let count = is_listed.iter().filter(|is_listed| **is_listed).count();
        let listed = (0..bone_count as u32).filter(|bone| is_listed[*bone as usize]);
        Self {
            // With most of them listed a renumbered copy of all influences saves nothing.
            listed: (count <= bone_count / 2).then(|| listed.collect()),
        }
    }

    /// The bone of each slot.
    pub(crate) fn bones(&self, skeleton: &Skeleton) -> Vec<BoneIndex> {
        match &self.listed {
            Some(listed) => listed
                .iter()
                .filter_map(|bone| skeleton.from_file(*bone as usize))
                .collect(),
            None => (0..skeleton.len())
                .filter_map(|bone| skeleton.from_file(bone))
                .collect(),
        }
    }

    /// `influences` with slots where they have bone indices.
    pub(crate) fn numbered(&self, influences: Influences) -> Influences {
        let Some(listed) = &self.listed else {
            return influences;
        };
        let slot = |bone: u32| listed.partition_point(|other| *other < bone) as u32;
        let slots: Vec<u32> = influences.slots.iter().map(slot).collect();
        Influences {
            slots: UintStream::remade(&influences.slots, slots, "numbered among the bones that meshes list"),
            ..influences
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cast::{NodeDraft, NodeKind, write};
    use crate::{Request, import};
    use castview_base::scene::Model;

    /// A mesh of three vertices, each on one bone of `bones`, whose skeleton has `count`.
    fn model(count: usize, bones: [u32; 3]) -> Model {
        let mesh = NodeDraft::new(NodeKind::Mesh)
            .vec3s("vp", &[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
            .u8s("f", &[0, 1, 2])
            .u8s("mi", &[1])
            .u32s("wb", &bones)
            .floats("wv", &[1.0; 3]);
        let all = (0..count).map(|_| NodeDraft::new(NodeKind::Bone));
        let skeleton = NodeDraft::new(NodeKind::Skeleton).children(all);
        let model = NodeDraft::new(NodeKind::Model).child(skeleton).child(mesh);
        let bytes = write(&[NodeDraft::new(NodeKind::Root).child(model)]);
        let imported = import(bytes.into(), &Request::alone("many")).expect("a lawful file");
        imported.scene.models.into_iter().next().expect("one model")
    }

    /// Place in the file of the bone that holds each vertex.
    fn held_by(model: &Model) -> Vec<usize> {
        let slots = model.meshes[0].influences.slots.iter();
        let bones = slots.map(|slot| model.skins[0].bones[slot as usize]);
        bones.map(|bone| model.skeleton.file_index(bone)).collect()
    }

    #[test]
    fn of_very_many_bones_those_that_meshes_list_have_slots() {
        let last = MANY_BONES as u32 - 1;
        for (count, slots) in [(MANY_BONES - 1, MANY_BONES - 1), (MANY_BONES, 4)] {
            let model = model(count, [7, last - 1, 3]);
            assert_eq!(model.skins[0].bones.len(), slots);
            assert_eq!(model.skins[0].bone_from_mesh.len(), slots);
            assert_eq!(held_by(&model), [7, MANY_BONES - 2, 3]);
        }
        // One of no bone is held by slot 0, without weight.
        let model = model(MANY_BONES, [7, last + 1, 7]);
        assert_eq!(held_by(&model), [7, 0, 7]);
        assert_eq!(model.meshes[0].influences.weights.to_vec(), [1.0, 0.0, 1.0]);
    }
}
