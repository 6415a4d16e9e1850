//! Around a posed model, cheaply enough for every picture.
//!
//! In: a model and a pose. Out: one box in model space.

use super::outline::{Outline, outline_around, telling};
use super::swing::Swing;
use super::{CHUNK, Deformed, Rest, deform, deform_vertex};
use crate::animation::{Pose, rest_pose};
use crate::core::{BoneIndex, Bounds, Identity, MeshIndex};
use crate::scene::{BlendShape, BoneKind, Influences, Mesh, Model, Skinning};
use glam::{Affine3A, Vec3};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelExtend, ParallelIterator};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// Up to this many vertices a model is deformed for every picture to find its exact box; beyond, boxes per slot stand in.
const EXACT_VERTICES: usize = 16_384;
/// Points of an outline, beside eight for each mesh.
const OUTLINE_POINTS: usize = 16_384;
/// Up to this many vertices all are looked at wherever some are.
const FEW_VERTICES: usize = 1024;
/// Up to this many vertices are deformed where a box has to be tight. A file may place one big mesh ten thousand times: the meshes
/// beyond count by their boxes per slot.
const TIGHT_VERTICES: usize = 1 << 24;

/// For each mesh, where the vertices of each slot of its skin are at rest. Made once per model.
///
/// A linearly skinned vertex is a mean of `palette[slot] · x` over its slots, so the box around every slot's moved rest
/// box contains it. For dual quaternions see `swing`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReachBoxes {
    meshes: Vec<MeshReach>,
    /// Small enough to be deformed each time.
    exact: bool,
    /// The rest pose and the outline in it, where the model is not that small.
    rest: Option<Box<(Pose, Arc<Outline>)>>,
    /// For each mesh the vertices that tell how far it reaches in most poses; empty where the model has few vertices.
    telling: Vec<Arc<Vec<u32>>>,
    /// What counts where there is no surface.
    seen_bones: SeenBones,
}

/// The bones at which something is drawn, themselves or a fixture: nodes that only hold others may stand anywhere.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum SeenBones {
    /// Also where nothing is drawn at any.
    #[default]
    All,
    Some(Vec<BoneIndex>),
}

#[derive(Clone, Debug, Default, PartialEq)]
struct MeshReach {
    /// Shared by meshes that share their vertices and what these hang on: a file may place one geometry ten thousand times.
    rest: Arc<RestReach>,
    /// (shape, box around its deltas) of this mesh.
    shapes: Vec<(usize, Bounds)>,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct RestReach {
    /// Of a linearly skinned mesh, one per slot; empty boxes for slots that hold no vertex of this mesh.
    slots: Vec<Bounds>,
    /// Of a dual-quaternion mesh.
    swings: Vec<Swing>,
    /// Vertices without influences.
    still: Bounds,
}

/// What a [`RestReach`] follows from: positions, slots and weights, the size of the skin, and how it moves them.
type Origin = ([Identity; 3], usize, Skinning);

impl ReachBoxes {
    /// The boxes of all meshes of `model` at rest. Time grows with the number of vertices and influences, once for each
    /// stream.
    pub fn of(model: &Model) -> Self {
        let vertices: usize = model.meshes.iter().map(Mesh::vertex_count).sum();
        if vertices <= EXACT_VERTICES {
            return Self {
                exact: true,
                seen_bones: SeenBones::of(model),
                telling: telling_of(model, vertices),
                ..Self::default()
            };
        }
        let mut made = Made::default();
        let rests = model.meshes.iter().map(|mesh| made.of(model, mesh));
        let shapes = vec![Vec::new(); model.meshes.len()];
        let mut meshes: Vec<MeshReach> = rests
            .zip(shapes)
            .map(|(rest, shapes)| MeshReach { rest, shapes })
            .collect();
        for (index, shape) in model.blend_shapes.iter().enumerate() {
            meshes[shape.mesh.get()].shapes.push((index, around_deltas(shape)));
        }
        let (rest, seen_bones) = (rest_pose(model), SeenBones::of(model));
        let outline = Arc::new(outline_around(model, &rest, &seen_bones, OUTLINE_POINTS));
        Self {
            meshes,
            exact: false,
            rest: Some(Box::new((rest, outline))),
            telling: telling_of(model, vertices),
            seen_bones,
        }
    }

    /// Around the visible meshes and the hair of `model` in `pose`, in model space; around the bones when there are
    /// neither. Empty for an empty model. `self` must be made of that model.
    ///
    /// As tight as [`posed_bounds`] for models of up to 16 384 vertices and at rest; else loose, never too small.
    pub fn bounds(&self, model: &Model, pose: &Pose) -> Bounds {
        if self.exact {
            return deformed(model, pose, &self.seen_bones, |_, _, _| {});
        }
        if let Some(outline) = self.at_rest(pose) {
            return outline.bounds;
        }
        let mut scratch = Deformed::default();
        around(model, pose, &self.seen_bones, |index| {
            let mesh = &model.meshes[index.get()];
            match pose.skinning(index, mesh) == mesh.skinning {
                true => self.meshes[index.get()].posed(mesh, pose),
                // The boxes are for the method of the file.
                false => around_vertices(model, index, pose, &mut scratch),
            }
        })
    }

    /// Around the vertices of one mesh of `model` in `pose`, in model space, whether or not the mesh is visible; as tight as
    /// [`Self::bounds`] is. Empty without vertices.
    pub fn mesh_bounds(&self, model: &Model, pose: &Pose, index: MeshIndex) -> Bounds {
        let mesh = &model.meshes[index.get()];
        // The boxes are for the method of the file.
        match self.exact || pose.skinning(index, mesh) != mesh.skinning {
            true => around_vertices(model, index, pose, &mut Deformed::default()),
            false => self.meshes[index.get()].posed(mesh, pose),
        }
    }

    /// Whether the box of a mesh is tight in any pose.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// Whether [`Self::bounds`] of `pose` is as tight as [`posed_bounds`].
    pub fn is_tight(&self, pose: &Pose) -> bool {
        self.exact || self.at_rest(pose).is_some()
    }

    /// The outline if `pose` is the rest pose of a big model.
    fn at_rest(&self, pose: &Pose) -> Option<&Arc<Outline>> {
        let (rest, outline) = self.rest.as_deref()?;
        rest.stands_as(pose).then_some(outline)
    }

    /// The outline of `model` in `pose`. Deforms every vertex, but not of a big model at rest.
    pub fn outline(&self, model: &Model, pose: &Pose) -> Arc<Outline> {
        let known = self.at_rest(pose).cloned();
        known.unwrap_or_else(|| Arc::new(outline_around(model, pose, &self.seen_bones, OUTLINE_POINTS)))
    }

    /// Up to some `most` vertices of the visible meshes of `model` in `pose`, in model space: those that tell how far the meshes reach,
    /// and others evenly chosen in the order of the file.
    pub fn some_vertices(&self, model: &Model, pose: &Pose, most: usize) -> Vec<Vec3> {
        let mut out = some_vertices(model, pose, most);
        let visible = self
            .telling
            .iter()
            .enumerate()
            .filter(|(mesh, _)| pose.mesh_visible[*mesh]);
        let telling = || {
            visible
                .clone()
                .flat_map(|(mesh, of_mesh)| of_mesh.iter().map(move |vertex| (mesh, *vertex)))
        };
        let step = telling().count().div_ceil(most.max(1)).max(1);
        let chosen: Vec<(usize, u32)> = telling().step_by(step).collect();
        let posed = |(mesh, vertex): (usize, u32)| deform_vertex(model, MeshIndex::new(mesh), pose, vertex as usize);
        out.par_extend(chosen.into_par_iter().with_min_len(CHUNK).map(posed));
        out
    }
}

/// [`ReachBoxes::telling`] of a model of so many vertices.
fn telling_of(model: &Model, vertices: usize) -> Vec<Arc<Vec<u32>>> {
    if vertices <= FEW_VERTICES {
        return Vec::new();
    }
    let mut made: HashMap<_, Arc<Vec<u32>>> = HashMap::new();
    let of_mesh = |mesh: &Mesh| {
        let Influences { slots, weights, .. } = &mesh.influences;
        let streams = [mesh.positions.identity(), slots.identity(), weights.identity()];
        let known = made.entry((streams, mesh.skin.is_some()));
        known.or_insert_with(|| Arc::new(telling(mesh))).clone()
    };
    model.meshes.iter().map(of_mesh).collect()
}

/// The bounds of a pose: around the vertices of the visible meshes and the hair of `model` as `pose` places them, in model space;
/// around the bones when there are neither. Deforms every vertex, unless one file places its meshes more than 16 million vertices
/// often.
pub fn posed_bounds(model: &Model, pose: &Pose) -> Bounds {
    deformed(model, pose, &SeenBones::of(model), |_, _, _| {})
}

/// Up to `most` vertices of the visible meshes of `model` in `pose`, in model space, evenly chosen in the order of the file.
fn some_vertices(model: &Model, pose: &Pose, most: usize) -> Vec<Vec3> {
    let visible = || {
        let meshes = model.meshes.iter().enumerate();
        meshes.filter(|(index, _)| pose.mesh_visible[*index])
    };
    let count: usize = visible().map(|(_, mesh)| mesh.vertex_count()).sum();
    let step = count.div_ceil(most.max(1)).max(1);
    let (mut out, mut skipped) = (Vec::with_capacity(count / step + 1), 0);
    for (index, mesh) in visible() {
        let posed = |vertex| deform_vertex(model, MeshIndex::new(index), pose, vertex);
        let chosen = (skipped..mesh.vertex_count()).into_par_iter().step_by(step);
        out.par_extend(chosen.with_min_len(CHUNK).map(posed));
        // Every so many vertices, over the borders of meshes too.
        skipped = (skipped + step - mesh.vertex_count() % step) % step;
    }
    out
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

fn around_vertices(model: &Model, mesh: MeshIndex, pose: &Pose, scratch: &mut Deformed) -> Bounds {
    deform(model, mesh, pose, Rest::default(), scratch);
    scratch.positions.iter().copied().collect()
}

/// The visible meshes by `of_mesh`, and the hair; around the bones when there are neither.
fn around(model: &Model, pose: &Pose, seen_bones: &SeenBones, mut of_mesh: impl FnMut(MeshIndex) -> Bounds) -> Bounds {
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
struct Made(HashMap<Origin, Arc<RestReach>>);

impl Made {
    fn of(&mut self, model: &Model, mesh: &Mesh) -> Arc<RestReach> {
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

fn around_deltas(shape: &BlendShape) -> Bounds {
    shape.deltas.iter().map(|delta| Vec3::from(*delta)).collect()
}

impl RestReach {
    /// `slots` are there in the mesh's skin.
    fn of(mesh: &Mesh, slots: usize) -> Self {
        let is_linear = mesh.skinning == Skinning::Linear;
        let mut reach = Self {
            slots: vec![Bounds::EMPTY; if is_linear { slots } else { 0 }],
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
                        reach.slots[slot].add(position.into());
                    }
                    follows = true;
                }
            }
            if !follows {
                reach.still.add(position.into());
            }
        }
        reach
    }
}

impl MeshReach {
    fn posed(&self, mesh: &Mesh, pose: &Pose) -> Bounds {
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
        for (slot, rest) in self.rest.slots.iter().enumerate().filter(|(_, rest)| !rest.is_empty()) {
            out = out.union(morphed(rest).transformed(palette[slot]));
        }
        for swing in &self.rest.swings {
            out = out.union(swing.posed(&pose.motions[skin.get()], morphed));
        }
        out
    }
}
