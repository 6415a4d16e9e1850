//! The bounds of a pose.
//!
//! In: a model and a pose. Out: one box in model space.

use super::swing::Swing;
use super::{Deformed, Rest, deform};
use crate::animation::Pose;
use castview_base::core::{BoneIndex, Bounds, Identity, MeshIndex};
use castview_base::scene::{BlendShape, BoneKind, Influences, Mesh, Model, Skinning};
use glam::{Affine3A, Vec3};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// Up to this many vertices are deformed where a box has to be tight. A file may place one big mesh ten thousand times: the meshes
/// beyond count by their boxes per slot.
const TIGHT_VERTICES: usize = 1 << 24;

/// The bones at which something is drawn, themselves or a fixture: nodes that only hold others may stand anywhere.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum SeenBones {
    /// Also where nothing is drawn at any.
    #[default]
    All,
    Some(Vec<BoneIndex>),
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct MeshReach {
    /// Shared by meshes that share their vertices and what these hang on: a file may place one geometry ten thousand times.
    pub(super) rest: Arc<RestReach>,
    /// (shape, box around its deltas) of this mesh.
    pub(super) shapes: Vec<(usize, Bounds)>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RestReach {
    /// Bounds by slot of a linearly skinned mesh: each slot that holds a vertex of it, ascending. A skin may have a thousand times as many.
    slots: Vec<(usize, Bounds)>,
    /// Swings of a dual-quaternion mesh.
    swings: Vec<Swing>,
    /// Vertices without influences.
    still: Bounds,
}

/// Inputs of a [`RestReach`]: positions, slots and weights, the size of the skin, and how it moves them.
type Origin = ([Identity; 3], usize, Skinning);

/// The bounds of a pose: around the vertices of the visible meshes and the hair of `model` as `pose` places them, in model space;
/// around the bones when there are neither. Deforms every vertex, unless one file places its meshes more than 16 million vertices
/// often.
pub fn posed_bounds(model: &Model, pose: &Pose) -> Bounds {
    deformed(model, pose, &SeenBones::of(model), |_, _, _| {})
}

/// [`posed_bounds`]. `each` gets each mesh that counts, its box, and its vertices; these are none where boxes per slot stand for them.
pub(super) fn deformed(
    model: &Model,
    pose: &Pose,
    seen_bones: &SeenBones,
    mut each: impl FnMut(MeshIndex, Bounds, &[Vec3]),
) -> Bounds {
    let mut scratch = Deformed::default();
    let mut has_shapes = vec![false; model.meshes.len()];
    for shape in model.blend_shapes.iter() {
        has_shapes[shape.mesh.get()] = true;
    }
    // A file may have one mesh on one skin at ten thousand nodes.
    let mut seen = HashSet::new();
    let (mut left, mut made) = (TIGHT_VERTICES, Made::default());
    around(model, pose, seen_bones, |index| {
        let mesh = &model.meshes[index.get()];
        let influences = &mesh.influences;
        let streams = [
            mesh.positions.identity(),
            influences.slots.identity(),
            influences.weights.identity(),
        ];
        let method = pose.skinning(index, mesh);
        if !has_shapes[index.get()] && !seen.insert((streams, mesh.skin, method)) {
            return Bounds::EMPTY;
        }
        match left.checked_sub(mesh.vertex_count()) {
            Some(rest) => left = rest,
            None if method == mesh.skinning => {
                let shapes = model.blend_shapes.of(index);
                let shapes = shapes.map(|(shape, content)| (shape.get(), around_deltas(content)));
                let reach = MeshReach {
                    rest: made.of(model, mesh),
                    shapes: shapes.collect(),
                };
                let bounds = reach.posed(mesh, pose);
                each(index, bounds, &[]);
                return bounds;
            }
            // The boxes are for the method of the file.
            None => {}
        }
        let bounds = around_vertices(model, index, pose, &mut scratch);
        each(index, bounds, &scratch.positions);
        bounds
    })
}

pub(super) fn around_vertices(model: &Model, mesh: MeshIndex, pose: &Pose, scratch: &mut Deformed) -> Bounds {
    deform(model, mesh, pose, Rest::default(), scratch);
    scratch.positions.iter().copied().collect()
}

/// The visible meshes by `of_mesh`, and the hair; around the bones when there are neither.
pub(super) fn around(
    model: &Model,
    pose: &Pose,
    seen_bones: &SeenBones,
    mut of_mesh: impl FnMut(MeshIndex) -> Bounds,
) -> Bounds {
    let mut out = Bounds::EMPTY;
    for (index, mesh) in model.meshes.iter().enumerate() {
        if pose.mesh_visible[index] && mesh.vertex_count() > 0 {
            out = out.union(of_mesh(MeshIndex::new(index)));
        }
    }
    for hair in &model.hairs {
        out = out.union(hair.points.iter().map(Vec3::from).collect());
    }
    if out.is_empty() {
        let place = |bone: &Affine3A| Vec3::from(bone.translation);
        out = match seen_bones {
            SeenBones::All => pose.model_from_bone.iter().map(place).collect(),
            SeenBones::Some(bones) => bones
                .iter()
                .map(|bone| place(&pose.model_from_bone[bone.get()]))
                .collect(),
        };
    }
    out
}

impl SeenBones {
    pub(super) fn of(model: &Model) -> Self {
        let skeleton = &model.skeleton;
        let holds: BTreeSet<BoneIndex> = model.fixtures.iter().filter_map(|fixture| fixture.bone).collect();
        let is_seen = |bone: &BoneIndex| skeleton.kind(*bone) == BoneKind::Joint || holds.contains(bone);
        let seen: Vec<BoneIndex> = skeleton.bones().filter(is_seen).collect();
        if seen.is_empty() || seen.len() == skeleton.len() {
            Self::All
        } else {
            Self::Some(seen)
        }
    }
}

/// Boxes of streams that several meshes share, made once.
#[derive(Default)]
pub(super) struct Made(HashMap<Origin, Arc<RestReach>>);

impl Made {
    pub(super) fn of(&mut self, model: &Model, mesh: &Mesh) -> Arc<RestReach> {
        let slots = mesh.skin.map_or(0, |skin| model.skins[skin.get()].bones.len());
        let Influences {
            slots: entries,
            weights,
            ..
        } = &mesh.influences;
        let identities = [mesh.positions.identity(), entries.identity(), weights.identity()];
        let rest = self.0.entry((identities, slots, mesh.skinning));
        rest.or_insert_with(|| Arc::new(RestReach::of(mesh, slots))).clone()
    }
}

pub(super) fn around_deltas(shape: &BlendShape) -> Bounds {
    shape.deltas.iter().map(|delta| Vec3::from(*delta)).collect()
}

impl RestReach {
    /// `slots` are there in the mesh's skin.
    fn of(mesh: &Mesh, slots: usize) -> Self {
        let is_linear = mesh.skinning == Skinning::Linear;
        let mut boxes = SlotBoxes::for_entries(mesh.influences.slots.len(), slots);
        let mut reach = Self {
            swings: match mesh.skin {
                Some(_) if !is_linear => Swing::of(mesh),
                _ => Vec::new(),
            },
            ..Self::default()
        };
        for (vertex, position) in mesh.positions.iter().enumerate() {
            let mut follows = false;
            if mesh.skin.is_some() {
                for (slot, _) in mesh.influences.of_vertex(vertex) {
                    if is_linear {
                        boxes.of(slot).add(position.into());
                    }
                    follows = true;
                }
            }
            if !follows {
                reach.still.add(position.into());
            }
        }
        reach.slots = boxes.seen();
        reach
    }
}

/// Boxes by slot while they are made.
enum SlotBoxes {
    All(Vec<Bounds>),
    /// Boxes of meshes that have fewer influences than their skin has slots.
    Some(BTreeMap<usize, Bounds>),
}

impl SlotBoxes {
    fn for_entries(entries: usize, slots: usize) -> Self {
        match entries < slots {
            true => Self::Some(BTreeMap::new()),
            false => Self::All(vec![Bounds::EMPTY; slots]),
        }
    }

    fn of(&mut self, slot: usize) -> &mut Bounds {
        match self {
            Self::All(boxes) => &mut boxes[slot],
            Self::Some(boxes) => boxes.entry(slot).or_insert(Bounds::EMPTY),
        }
    }

    /// Boxes of slots with vertices, ascending.
    fn seen(self) -> Vec<(usize, Bounds)> {
        match self {
            Self::All(boxes) => boxes
                .into_iter()
                .enumerate()
                .filter(|(_, rest)| !rest.is_empty())
                .collect(),
            Self::Some(boxes) => boxes.into_iter().collect(),
        }
    }
}

impl MeshReach {
    pub(super) fn posed(&self, mesh: &Mesh, pose: &Pose) -> Bounds {
        // How far the shapes may move any vertex, per direction: each shape's box, with zero in it, times its weight.
        let (mut low, mut high) = (Vec3::ZERO, Vec3::ZERO);
        for (shape, deltas) in &self.shapes {
            let weight = pose.shape_weights[*shape];
            let (a, b) = (deltas.min * weight, deltas.max * weight);
            if !deltas.is_empty() && weight != 0.0 {
                low += a.min(b).min(Vec3::ZERO);
                high += a.max(b).max(Vec3::ZERO);
            }
        }
        let morphed = |rest: &Bounds| Bounds {
            min: rest.min + low,
            max: rest.max + high,
        };
        let mut out = Bounds::EMPTY;
        if !self.rest.still.is_empty() {
            out = out.union(morphed(&self.rest.still));
        }
        let Some(skin) = mesh.skin else {
            return out;
        };
        let palette: &[Affine3A] = &pose.palettes[skin.get()];
        for (slot, rest) in &self.rest.slots {
            out = out.union(morphed(rest).transformed(palette[*slot]));
        }
        for swing in &self.rest.swings {
            out = out.union(swing.posed(&pose.motions[skin.get()], morphed));
        }
        out
    }
}
