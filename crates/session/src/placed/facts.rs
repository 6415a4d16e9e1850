//! Facts about a placed model that no clip and no edit changes, made once: when it is opened, or when they are first asked for.

use super::found::body_parts::{BodyPart, parts_of};
use super::found::rig_parts::RigParts;
use super::found::under_bone::UnderBone;
use castview_base::core::{BlendShapeIndex, BoneIndex, Bounds, MeshIndex};
use castview_base::scene::{Geosets, Model};
use castview_motion::animation::{self, PreparedRig};
use castview_motion::deform::ReachBoxes;
use castview_picture::{Cost, PlacedKey, blended_meshes, most};
use glam::Vec3;
use std::sync::{Arc, OnceLock};

/// Made once for each model; those that are asked for later need the model again. A file may hold very many models of nothing: what
/// only some have costs the others a word.
#[derive(Debug)]
pub(crate) struct ModelFacts {
    rig: PreparedRig,
    /// `None` without meshes.
    under_bone: Option<Box<UnderBone>>,
    /// `None` without skins, where no bone weighs.
    weighing: Option<Box<OnceLock<Vec<bool>>>>,
    /// `None` without handles and constraints.
    rig_parts: Option<Box<OnceLock<RigParts>>>,
    /// `None` without meshes.
    surfaces: Option<Box<SurfaceFacts>>,
    reach: Arc<ReachBoxes>,
    most: (Cost, Cost),
    blended: u64,
}

/// About the meshes of a model, each found when it is first asked for.
#[derive(Debug)]
struct SurfaceFacts {
    /// Reach of each blend shape: how far it moves any vertex.
    shape_reach: Vec<OnceLock<f32>>,
    /// Around each mesh at rest, in model space.
    rest_bounds: OnceLock<Vec<Bounds>>,
    /// Bones of the face and of the hands that move vertices.
    parts: OnceLock<[Vec<BoneIndex>; 2]>,
    /// Groups of meshes by their names.
    geosets: OnceLock<Geosets>,
}

impl SurfaceFacts {
    fn of(model: &Model) -> Self {
        Self {
            shape_reach: model.blend_shapes.iter().map(|_| OnceLock::new()).collect(),
            rest_bounds: OnceLock::new(),
            parts: OnceLock::new(),
            geosets: OnceLock::new(),
        }
    }
}

impl ModelFacts {
    pub(crate) fn of(model: &Model, reach: Arc<ReachBoxes>) -> Self {
        let has_meshes = !model.meshes.is_empty();
        Self {
            rig: PreparedRig::of(model),
            under_bone: has_meshes.then(|| Box::new(UnderBone::of(model))),
            weighing: (!model.skins.is_empty()).then(Box::default),
            rig_parts: (!model.rig.is_empty()).then(Box::default),
            surfaces: has_meshes.then(|| Box::new(SurfaceFacts::of(model))),
            reach,
            most: most(model),
            blended: blended_meshes(model),
        }
    }

    /// The model's handles and constraints, ready to be solved.
    pub(crate) fn rig(&self) -> &PreparedRig {
        &self.rig
    }

    /// Where the model's vertices can be: posed bounds follow from it.
    pub(crate) fn reach(&self) -> &Arc<ReachBoxes> {
        &self.reach
    }

    /// The most that drawing it can cost: once, and for each place it stands at.
    pub(crate) fn most(&self) -> (Cost, Cost) {
        self.most
    }

    /// Its meshes that blend.
    pub(crate) fn blended(&self) -> u64 {
        self.blended
    }

    /// Meshes that `bone` or one below it holds.
    pub(crate) fn held_by(&self, bone: BoneIndex) -> &[MeshIndex] {
        self.under_bone.as_ref().map_or(&[], |under| under.bone(bone))
    }

    /// One flag per bone: whether it weighs at a vertex; empty without skins.
    pub(crate) fn weighing(&self, model: &Model) -> &[bool] {
        let made = self.weighing.as_ref();
        made.map_or(&[], |made| made.get_or_init(|| weighing(model)))
    }

    /// Which bones handles and constraints take, and in what role.
    pub(crate) fn rig_parts(&self, key: PlacedKey, model: &Model) -> &RigParts {
        static NONE: RigParts = RigParts::NONE;
        let parts = self.rig_parts.as_deref();
        parts.map_or(&NONE, |parts| parts.get_or_init(|| RigParts::of(key, model)))
    }

    /// How far blend shape `shape` moves any vertex at weight 1, in units of the model.
    pub(crate) fn reach_of_shape(&self, model: &Model, shape: BlendShapeIndex) -> f32 {
        let (Some(surfaces), Some(content)) = (&self.surfaces, model.blend_shapes.get(shape.get())) else {
            return 0.0;
        };
        let longest = || {
            let lengths = content.deltas.iter().map(|delta| Vec3::from(*delta).length());
            lengths.filter(|length| length.is_finite()).fold(0.0, f32::max)
        };
        *surfaces.shape_reach[shape.get()].get_or_init(longest)
    }

    /// Bones of that part of the body which a mesh hangs on, or is skinned to; by their names.
    pub(crate) fn bones_of_part(&self, model: &Model, part: BodyPart) -> &[BoneIndex] {
        let parts = self.surfaces.as_ref();
        parts.map_or(&[], |surfaces| {
            &surfaces.parts.get_or_init(|| parts_of(model))[part as usize]
        })
    }

    /// Meshes that belong together by their names.
    pub(crate) fn geosets(&self, model: &Model) -> Option<&Geosets> {
        let made = &self.surfaces.as_ref()?.geosets;
        Some(made.get_or_init(|| Geosets::of(model.meshes.iter().map(|mesh| mesh.name.as_str()))))
    }

    /// Around `mesh` as its bones place it at rest, in model space; as tight as [`ReachBoxes::mesh_bounds`].
    pub(crate) fn rest_bounds(&self, model: &Model, mesh: MeshIndex) -> Option<Bounds> {
        let all = self.surfaces.as_ref()?.rest_bounds.get_or_init(|| {
            let rest = animation::rest_pose(model);
            let meshes = (0..model.meshes.len()).map(MeshIndex::new);
            meshes.map(|mesh| self.reach.mesh_bounds(model, &rest, mesh)).collect()
        });
        all.get(mesh.get()).copied()
    }
}

/// Linear in the weights of all vertices.
fn weighing(model: &Model) -> Vec<bool> {
    let mut out = vec![false; model.skeleton.len()];
    for mesh in &model.meshes {
        let Some(skin) = mesh.skin.and_then(|skin| model.skins.get(skin.get())) else {
            continue;
        };
        let mut weighs = vec![false; skin.bones.len()];
        for vertex in 0..mesh.vertex_count() {
            for (slot, _) in mesh.influences.of_vertex(vertex) {
                weighs[slot] = true;
            }
        }
        for (bone, weighs) in skin.bones.iter().zip(weighs) {
            out[bone.get()] |= weighs;
        }
    }
    out
}
