//! How far a model reaches in any pose, cheaply enough for every picture.
//!
//! In: a model, once; then its poses. Out: boxes, outlines and some vertices in model space.

use super::bounds::{Made, MeshReach, SeenBones, around, around_deltas, around_vertices, deformed};
use super::outline::{Outline, outline_around, telling};
use super::{CHUNK, Deformed, deform_vertex};
use crate::animation::{Pose, rest_pose};
use castview_base::core::{Bounds, MeshIndex};
use castview_base::scene::{Influences, Mesh, Model};
use glam::Vec3;
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelExtend, ParallelIterator};
use std::collections::HashMap;
use std::sync::Arc;

/// Up to this many vertices a model is deformed for every picture to find its exact box; beyond, boxes per slot stand in.
const EXACT_VERTICES: usize = 16_384;
/// Points of an outline, beside eight for each mesh.
const OUTLINE_POINTS: usize = 16_384;
/// Up to this many vertices all are looked at wherever some are.
const FEW_VERTICES: usize = 1024;

/// For each mesh, where the vertices of each slot of its skin are at rest. Made once per model.
///
/// A linearly skinned vertex is a mean of `palette[slot] · x` over its slots, so the box around every slot's moved rest
/// box contains it. For dual quaternions see `swing`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReachBoxes {
    /// `None`: the model is small enough to be deformed each time. A file may hold a million of those.
    big: Option<Box<Big>>,
    /// For each mesh the vertices that tell how far it reaches in most poses; empty where the model has few vertices.
    telling: Vec<Arc<Vec<u32>>>,
    /// The bones that count where a model has no surface.
    seen_bones: SeenBones,
}

/// A model that is not deformed for every picture.
#[derive(Clone, Debug, PartialEq)]
struct Big {
    meshes: Vec<MeshReach>,
    rest: Pose,
    /// In the rest pose.
    outline: Arc<Outline>,
}

impl ReachBoxes {
    /// The boxes of all meshes of `model` at rest. Time grows with the number of vertices and influences, once for each
    /// stream.
    pub fn of(model: &Model) -> Self {
        let vertices: usize = model.meshes.iter().map(Mesh::vertex_count).sum();
        if vertices <= EXACT_VERTICES {
            return Self {
                big: None,
                seen_bones: SeenBones::of(model),
                telling: telling_of(model, vertices),
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
            big: Some(Box::new(Big { meshes, rest, outline })),
            telling: telling_of(model, vertices),
            seen_bones,
        }
    }

    /// Around the visible meshes and the hair of `model` in `pose`, in model space; around the bones when there are
    /// neither. Empty for an empty model. `self` must be made of that model.
    ///
    /// As tight as [`super::posed_bounds`] for models of up to 16 384 vertices and at rest; else loose, never too small.
    pub fn bounds(&self, model: &Model, pose: &Pose) -> Bounds {
        let Some(big) = &self.big else {
            return deformed(model, pose, &self.seen_bones, |_, _, _| {});
        };
        if let Some(outline) = self.at_rest(pose) {
            return outline.bounds;
        }
        let mut scratch = Deformed::default();
        around(model, pose, &self.seen_bones, |index| {
            let mesh = &model.meshes[index.get()];
            match pose.skinning(index, mesh) == mesh.skinning {
                true => big.meshes[index.get()].posed(mesh, pose),
                // The boxes are for the method of the file.
                false => around_vertices(model, index, pose, &mut scratch),
            }
        })
    }

    /// Around the vertices of one mesh of `model` in `pose`, in model space, whether or not the mesh is visible; as tight as
    /// [`Self::bounds`] is. Empty without vertices.
    pub fn mesh_bounds(&self, model: &Model, pose: &Pose, index: MeshIndex) -> Bounds {
        let mesh = &model.meshes[index.get()];
        match &self.big {
            Some(big) if pose.skinning(index, mesh) == mesh.skinning => big.meshes[index.get()].posed(mesh, pose),
            // The boxes are for the method of the file.
            _ => around_vertices(model, index, pose, &mut Deformed::default()),
        }
    }

    /// Whether the box of a mesh is tight in any pose.
    pub fn is_exact(&self) -> bool {
        self.big.is_none()
    }

    /// Whether [`Self::bounds`] of `pose` is as tight as [`super::posed_bounds`].
    pub fn is_tight(&self, pose: &Pose) -> bool {
        self.is_exact() || self.at_rest(pose).is_some()
    }

    /// The outline if `pose` is the rest pose of a big model.
    fn at_rest(&self, pose: &Pose) -> Option<&Arc<Outline>> {
        let big = self.big.as_deref()?;
        big.rest.stands_as(pose).then_some(&big.outline)
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
