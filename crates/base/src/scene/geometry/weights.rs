//! Vertices that the bones of a model move, and facts about the weights of its meshes.
//!
//! In: a model. Out: for each bone the meshes it moves vertices of; for each mesh how many influences its vertices have, and what is wrong
//! with its weights. One pass over all weights, linear in them: for the background. Meshes that share their weights are looked at once.

use crate::core::{BoneIndex, Identity, MeshIndex};
use crate::scene::{Influences, Mesh, Model, Skin};
use std::collections::HashMap;
use std::ops::Range;

/// A smaller sum is none.
const SMALLEST_SUM: f32 = 1e-6;

/// Vertices of one mesh that a bone moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    /// The mesh.
    pub mesh: MeshIndex,
    /// Vertices at which the bone weighs more than nothing.
    pub vertices: u32,
    /// The greatest of these weights.
    pub greatest: f32,
}

/// Facts about the weights of one mesh; all empty without a skin.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshWeights {
    /// How many vertices have 0, 1, 2, … influences; the last entry counts those with more, too.
    pub histogram: [u32; MeshWeights::COUNTED],
    /// How many bones of the skin weigh nothing at any vertex.
    pub idle: u32,
    /// The first of these, [`MeshWeights::LISTED`] at most, in the skin's order.
    pub idle_bones: Vec<BoneIndex>,
    /// Vertices that have no usable weight in the file.
    pub weightless: u32,
    /// Vertices that have some, whose sum in the file is not 1.
    pub wrong_sums: u32,
    /// The sum that is farthest from 1; 1 if none is wrong.
    pub worst_sum: f32,
}

impl MeshWeights {
    /// Vertices of as many influences as this or more are counted together.
    pub const COUNTED: usize = 10;
    /// Bones that are listed.
    pub const LISTED: usize = 64;

    /// The vertices of `mesh` that the entry number `influences` of the histogram counts, ascending. `bones`: of its model. One pass over its
    /// weights.
    pub fn vertices_with(mesh: &Mesh, skin: &Skin, bones: usize, influences: usize) -> Vec<u32> {
        // The number of the last vertex that each bone weighs at is kept, from 1 on: two slots may be of one bone.
        let mut last = vec![0; bones];
        let has = |vertex: &usize| {
            let mut count = 0;
            for (slot, _) in mesh.influences.of_vertex(*vertex) {
                let seen = skin.bones.get(slot).and_then(|bone| last.get_mut(bone.get()));
                if let Some(seen) = seen.filter(|seen| **seen != vertex + 1) {
                    *seen = vertex + 1;
                    count += 1;
                }
            }
            count.min(Self::COUNTED - 1) == influences
        };
        let found = (0..mesh.vertex_count()).filter(has);
        found.map(|vertex| vertex as u32).collect()
    }
}

/// Facts about the weights of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WeightFacts {
    /// Position of each mesh in `kinds`; `None` without a skin.
    meshes: Vec<Option<u32>>,
    kinds: Vec<Kind>,
    /// By bone, then by kind: never more of them than there are weights, however many meshes share these.
    moved: Vec<OfKind>,
    /// Run of each bone in `moved`.
    runs: Vec<Range<u32>>,
}

/// Meshes that share their weights.
#[derive(Clone, Debug, Default, PartialEq)]
struct Kind {
    weights: MeshWeights,
    /// In the model's order.
    meshes: Vec<MeshIndex>,
}

/// Vertices that a bone moves of every mesh of a kind.
#[derive(Clone, Copy, Debug, PartialEq)]
struct OfKind {
    bone: BoneIndex,
    kind: u32,
    vertices: u32,
    greatest: f32,
}

/// The skin, the number of vertices and of influences a vertex, slots and weights: meshes that differ in these are of different kinds.
type Shared = (usize, usize, u32, [Identity; 2]);

impl WeightFacts {
    /// Looks at all weights of `model`.
    pub fn of(model: &Model) -> Self {
        let mut known: HashMap<Shared, u32> = HashMap::new();
        let mut out = Self::default();
        let mut scratch = Scratch::new(model.skeleton.len());
        for (index, mesh) in model.meshes.iter().enumerate() {
            let skin = mesh
                .skin
                .and_then(|skin| Some((skin.get(), model.skins.get(skin.get())?)));
            let Some((at, skin)) = skin else {
                out.meshes.push(None);
                continue;
            };
            let streams = [mesh.influences.slots.identity(), mesh.influences.weights.identity()];
            let shared = (at, mesh.vertex_count(), mesh.influences.stride, streams);
            let kind = *known.entry(shared).or_insert_with(|| {
                let kind = out.kinds.len() as u32;
                let weights = scratch.pass(mesh, skin, kind, &mut out.moved);
                let meshes = Vec::new();
                out.kinds.push(Kind { weights, meshes });
                kind
            });
            out.kinds[kind as usize].meshes.push(MeshIndex::new(index));
            out.meshes.push(Some(kind));
        }
        out.moved.sort_by_key(|of| (of.bone, of.kind));
        out.runs = vec![0..0; model.skeleton.len()];
        for (at, of) in out.moved.iter().enumerate() {
            let run: &mut Range<u32> = &mut out.runs[of.bone.get()];
            let start = if run.end == 0 { at as u32 } else { run.start };
            *run = start..at as u32 + 1;
        }
        out
    }

    fn run(&self, bone: BoneIndex) -> &[OfKind] {
        let run = self.runs.get(bone.get()).cloned().unwrap_or_default();
        &self.moved[run.start as usize..run.end as usize]
    }

    /// Counts the vertices that `bone` moves, mesh by mesh.
    pub fn of_bone(&self, bone: BoneIndex) -> impl Iterator<Item = Moved> + '_ {
        self.run(bone).iter().flat_map(|of| {
            let meshes = self.kinds[of.kind as usize].meshes.iter();
            meshes.map(|mesh| Moved {
                mesh: *mesh,
                vertices: of.vertices,
                greatest: of.greatest,
            })
        })
    }

    /// How many meshes `bone` moves, how many vertices of them all, and the greatest weight; cheap however many meshes there are of
    /// one kind.
    pub fn total(&self, bone: BoneIndex) -> (usize, u64, f32) {
        let none = (0, 0, 0.0_f32);
        self.run(bone).iter().fold(none, |(meshes, vertices, greatest), of| {
            let count = self.kinds[of.kind as usize].meshes.len();
            let more = u64::from(of.vertices).saturating_mul(count as u64);
            (meshes + count, vertices.saturating_add(more), greatest.max(of.greatest))
        })
    }

    /// One flag per mesh: whether one of `bones`, a flag per bone, moves a vertex of it.
    pub fn moved_by(&self, bones: &[bool]) -> Vec<bool> {
        let mut kinds = vec![false; self.kinds.len()];
        for of in &self.moved {
            kinds[of.kind as usize] |= bones.get(of.bone.get()) == Some(&true);
        }
        let is_moved = |kind: &Option<u32>| kind.is_some_and(|kind| kinds[kind as usize]);
        self.meshes.iter().map(is_moved).collect()
    }

    /// Facts about the weights of `mesh`; `None` without a skin.
    pub fn of_mesh(&self, mesh: MeshIndex) -> Option<&MeshWeights> {
        let kind = (*self.meshes.get(mesh.get())?)?;
        self.kinds.get(kind as usize).map(|kind| &kind.weights)
    }
}

/// By bone, used for one mesh after another.
struct Scratch {
    vertices: Vec<u32>,
    greatest: Vec<f32>,
    /// Weight of a bone at the vertex that is looked at.
    here: Vec<f32>,
    touched: Vec<BoneIndex>,
}

impl Scratch {
    fn new(bones: usize) -> Self {
        Self {
            vertices: vec![0; bones],
            greatest: vec![0.0; bones],
            here: vec![0.0; bones],
            touched: Vec::new(),
        }
    }

    /// Collects the facts about the weights of `mesh`; adds the vertices that each bone moves to `moved`.
    fn pass(&mut self, mesh: &Mesh, skin: &Skin, kind: u32, moved: &mut Vec<OfKind>) -> MeshWeights {
        let mut weights = MeshWeights {
            worst_sum: 1.0,
            ..MeshWeights::default()
        };
        let mut weighing: Vec<BoneIndex> = Vec::new();
        for vertex in 0..mesh.vertex_count() {
            self.touched.clear();
            // Two slots may be of one bone.
            for (slot, weight) in mesh.influences.of_vertex(vertex) {
                let Some(bone) = skin.bones.get(slot) else { continue };
                if self.here[bone.get()] == 0.0 {
                    self.touched.push(*bone);
                }
                self.here[bone.get()] += weight;
            }
            weights.histogram[self.touched.len().min(MeshWeights::COUNTED - 1)] += 1;
            for bone in &self.touched {
                let at = bone.get();
                if self.vertices[at] == 0 {
                    weighing.push(*bone);
                }
                self.vertices[at] += 1;
                self.greatest[at] = self.greatest[at].max(self.here[at]);
                self.here[at] = 0.0;
            }
        }
        self.sums(mesh, &mut weights);
        let mut idle: Vec<BoneIndex> = Vec::new();
        for bone in &skin.bones {
            // Marked, so that a bone of two slots counts once.
            if self.vertices[bone.get()] == 0 && self.here[bone.get()] == 0.0 {
                self.here[bone.get()] = 1.0;
                idle.push(*bone);
            }
        }
        idle.iter().for_each(|bone| self.here[bone.get()] = 0.0);
        weights.idle = idle.len() as u32;
        idle.truncate(MeshWeights::LISTED);
        weights.idle_bones = idle;
        moved.extend(weighing.into_iter().map(|bone| OfKind {
            bone,
            kind,
            vertices: std::mem::take(&mut self.vertices[bone.get()]),
            greatest: std::mem::take(&mut self.greatest[bone.get()]),
        }));
        weights
    }

    /// Notes the file's own sums, as they were before they were brought to 1.
    fn sums(&self, mesh: &Mesh, weights: &mut MeshWeights) {
        let off = |sum: f32| (f64::from(sum) - 1.0).abs();
        let sums = mesh.influences.wrong_sums.iter();
        for (_, sum) in sums.filter(|(vertex, _)| (*vertex as usize) < mesh.vertex_count()) {
            if *sum <= SMALLEST_SUM {
                weights.weightless += 1;
            } else if off(*sum) > Influences::LISTED_FROM {
                weights.wrong_sums += 1;
                if off(*sum) > off(weights.worst_sum) {
                    weights.worst_sum = sum.min(f32::MAX);
                }
            }
        }
        // A file may leave vertices without weight where nothing had to be mended.
        weights.weightless = weights.weightless.max(weights.histogram[0]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// The lists of all numbers hold every vertex once, as many each as the histogram counts.
        #[test]
        fn the_histogram_counts_what_is_listed(
            vertices in prop::collection::vec(prop::collection::vec((0_u32..14, 0_u8..3), 12), 1..12),
        ) {
            let slots = vertices.iter().flatten().map(|(slot, _)| *slot).collect();
            let weights = vertices.iter().flatten().map(|(_, weight)| f32::from(*weight)).collect();
            let mut model = Model {
                skeleton: Skeleton::new(vec![Bone::default(); 12]).expect("bones"),
                skins: vec![Skin {
                    // Two slots of one bone, and one slot without a bone.
                    bones: (0..13).map(|bone| BoneIndex::new(bone % 12)).collect(),
                    bone_from_mesh: vec![None; 13],
                }],
                ..Model::default()
            };
            model.meshes = vec![mesh(slots, weights, 12)];
            let facts = WeightFacts::of(&model);
            let counted = facts.of_mesh(MeshIndex::new(0)).expect("it has a skin").histogram;
            let listed: Vec<Vec<u32>> = (0..MeshWeights::COUNTED)
                .map(|count| MeshWeights::vertices_with(&model.meshes[0], &model.skins[0], 12, count))
                .collect();
            for (list, count) in listed.iter().zip(counted) {
                prop_assert_eq!(list.len(), count as usize);
            }
            let mut all: Vec<u32> = listed.concat();
            all.sort_unstable();
            let whole: Vec<u32> = (0..vertices.len() as u32).collect();
            prop_assert_eq!(all, whole);
        }
    }
    use crate::core::SkinIndex;
    use crate::scene::{Bone, Skeleton};

    fn mesh(slots: Vec<u32>, weights: Vec<f32>, stride: u32) -> Mesh {
        let count = weights.len() / stride as usize;
        Mesh {
            positions: vec![[0.0; 3]; count].into(),
            skin: Some(SkinIndex::new(0)),
            influences: Influences {
                stride,
                slots: slots.into(),
                weights: weights.into(),
                ..Influences::default()
            },
            ..Mesh::default()
        }
    }

    fn model(meshes: Vec<Mesh>, slots: &[usize]) -> Model {
        let bone = |index: usize| Bone {
            name: format!("b{index}"),
            ..Bone::default()
        };
        Model {
            skeleton: Skeleton::new((0..5).map(bone).collect()).expect("roots"),
            skins: vec![Skin {
                bones: slots.iter().map(|bone| BoneIndex::new(*bone)).collect(),
                bone_from_mesh: vec![None; slots.len()],
            }],
            meshes,
            ..Model::default()
        }
    }

    #[test]
    fn bones_know_what_they_move_and_meshes_what_is_wrong() {
        let mut body = mesh(
            vec![0, 1, 1, 2, 2, 0, 0, 1],
            vec![1.0, 0.0, 0.25, 0.75, 0.5, 0.5, 0.0, 0.0],
            2,
        );
        body.influences.wrong_sums = vec![(1, 2.5), (2, 0.9), (3, 0.0)].into();
        let hat = mesh(vec![2, 2], vec![1.0, 1.0], 1);
        let facts = WeightFacts::of(&model(vec![body, hat, Mesh::default()], &[0, 3, 4, 1]));
        let moved = |bone: usize| facts.of_bone(BoneIndex::new(bone)).collect::<Vec<_>>();
        let of = |mesh: usize, vertices, greatest| Moved {
            mesh: MeshIndex::new(mesh),
            vertices,
            greatest,
        };
        assert_eq!(moved(0), [of(0, 2, 1.0)]);
        assert_eq!(moved(3), [of(0, 1, 0.25)]);
        assert_eq!(moved(4), [of(0, 2, 0.75), of(1, 2, 1.0)]);
        assert_eq!((moved(1), moved(2), moved(99)), (vec![], vec![], vec![]));
        let weights = facts.of_mesh(MeshIndex::new(0)).expect("a mesh");
        assert_eq!(weights.histogram[..3], [1, 1, 2]);
        assert_eq!((weights.idle, &weights.idle_bones[..]), (1, &[BoneIndex::new(1)][..]));
        assert_eq!((weights.weightless, weights.wrong_sums, weights.worst_sum), (1, 2, 2.5));
        assert_eq!(facts.total(BoneIndex::new(4)), (2, 4, 1.0));
        assert_eq!(facts.moved_by(&[true, false, false, true]), [true, false, false]);
        assert_eq!(facts.moved_by(&[false, true]), [false; 3]);
        assert_eq!(facts.of_mesh(MeshIndex::new(2)), None, "it has no skin");
        assert_eq!(facts.of_mesh(MeshIndex::new(3)), None);
    }

    /// Two slots of one bone are one influence, and many influences are counted together.
    #[test]
    fn slots_of_one_bone_are_one_influence() {
        let twice = mesh(vec![0, 1], vec![0.25, 0.75], 2);
        let facts = WeightFacts::of(&model(vec![twice], &[2, 2]));
        let weights = facts.of_mesh(MeshIndex::new(0)).expect("a mesh");
        assert_eq!((weights.histogram[1], weights.idle), (1, 0));
        assert_eq!(facts.total(BoneIndex::new(2)), (1, 1, 1.0));
    }

    /// A file may let very many meshes share one list of weights: it is looked at once.
    #[test]
    fn shared_weights_are_looked_at_once() {
        let (slots, weights) = ((0..100_000).map(|i| i % 5).collect(), vec![1.0; 100_000]);
        let shared = mesh(slots, weights, 1);
        let meshes = vec![shared; 20_000];
        let facts = WeightFacts::of(&model(meshes, &[0, 1, 2, 3, 4]));
        assert_eq!(facts.total(BoneIndex::new(1)), (20_000, 20_000 * 20_000, 1.0));
        assert_eq!(facts.of_bone(BoneIndex::new(1)).count(), 20_000);
        assert_eq!(
            (facts.kinds.len(), facts.moved.len()),
            (1, 5),
            "one answer for all of them"
        );
    }
}
