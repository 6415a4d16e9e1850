//! Everything about one vertex: its position at each step, its influences and shapes, and its bytes in the file.
//!
//! In: a placed model in its pose, and which vertex. Out: numbers. The window shows them and `castview pose --vertex` prints them: one
//! computation, the same bits. The lists of a vertex are bounded, however many entries a file gives it.

use super::stored::{self, StoredPart};
use crate::Placed;
use castview_base::core::{BlendShapeIndex, BoneIndex, MaterialIndex, MeshIndex};
use castview_base::scene::Skinning;
use castview_motion::deform::{self, VertexSteps};
use glam::Vec3;

/// Characters of a shape's name that tell which stream is meant.
const LONGEST_NAME: usize = 64;

/// Influences, shapes, UV layers and colour layers that are listed, of each kind.
pub const MOST_LISTED: usize = 64;

/// Which vertex.
#[derive(Clone, Copy, Debug)]
pub struct VertexOf {
    pub mesh: MeshIndex,
    pub vertex: usize,
    /// One that it is a corner of.
    pub triangle: Option<u32>,
    /// Which of the model's places it is asked at.
    pub placement: usize,
    /// [`deform::rest_normal`] of it.
    pub rest_normal: Vec3,
}

impl VertexOf {
    /// Where the model stands first.
    pub fn first(mesh: MeshIndex, vertex: usize, rest_normal: Vec3) -> Self {
        Self {
            mesh,
            vertex,
            triangle: None,
            placement: 0,
            rest_normal,
        }
    }
}

/// How much a bone moves a vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Influence {
    pub bone: BoneIndex,
    /// Slot in the mesh's skin.
    pub slot: usize,
    /// As it is used: those of a vertex sum to 1.
    pub weight: f32,
}

/// Effect of a blend shape on a vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shaped {
    pub shape: BlendShapeIndex,
    /// In the pose.
    pub weight: f32,
    /// At weight 1, in mesh space.
    pub delta: Vec3,
}

/// A vertex in the pose of its model.
#[derive(Clone, Debug)]
pub struct VertexFacts<'a> {
    pub placed: &'a Placed,
    pub of: VertexOf,
    /// `after clip walk`, where the model is shown as one of its steps leaves it.
    pub stopped: Option<String>,
    pub steps: VertexSteps,
    /// On the stage, in the file's own axes, placement and attachment included; finite.
    pub world: Vec3,
    /// The file gives its normal; else it is that of the faces around it.
    pub has_normal: bool,
    pub material: Option<MaterialIndex>,
    /// UVs of the first [`MOST_LISTED`] layers.
    pub uvs: Vec<[f32; 2]>,
    /// Linear RGBA, of the first [`MOST_LISTED`] layers.
    pub colors: Vec<[f32; 4]>,
    /// `None`: the mesh has no skin.
    pub skinning: Option<Skinning>,
    /// The first [`MOST_LISTED`], as the file has them.
    pub influences: Vec<Influence>,
    pub influence_count: usize,
    /// The first [`MOST_LISTED`] that have a delta for it, as the file has them.
    pub shapes: Vec<Shaped>,
    pub shape_count: usize,
    pub stored: Vec<StoredPart<'a>>,
}

impl<'a> VertexFacts<'a> {
    /// `None` if the model has no such mesh, the mesh no such vertex, or the model no such place.
    pub fn of(placed: &'a Placed, of: VertexOf) -> Option<Self> {
        let (model, pose) = (placed.model(), placed.pose());
        let mesh = model.meshes.get(of.mesh.get())?;
        let stage_from_model = *placed.standing().places.get(of.placement)? * placed.stage_from_model();
        if of.vertex >= mesh.vertex_count() {
            return None;
        }
        let mut steps = deform::vertex_steps(model, of.mesh, pose, of.vertex, of.rest_normal);
        let world = finite(stage_from_model.transform_point3(steps.posed.position));
        steps.posed.position += pose.origin;
        let skin = mesh.skin.and_then(|skin| model.skins.get(skin.get()));
        let influence = |(slot, weight): (usize, f32)| {
            let bone = *skin?.bones.get(slot)?;
            Some(Influence { bone, slot, weight })
        };
        let mut influences: Vec<Influence> = Vec::new();
        let mut influence_count = 0;
        if skin.is_some() {
            for found in mesh.influences.of_vertex(of.vertex).filter_map(influence) {
                influence_count += 1;
                if influences.len() < MOST_LISTED {
                    influences.push(found);
                }
            }
        }
        let mut shapes = Vec::new();
        let mut shape_count = 0;
        for (index, shape) in model.blend_shapes.of(of.mesh) {
            if let Ok(row) = shape.vertices.binary_search(&(of.vertex as u32)) {
                shape_count += 1;
                if shapes.len() < MOST_LISTED {
                    shapes.push(Shaped {
                        shape: index,
                        weight: pose.shape_weights.get(index.get()).copied().unwrap_or(0.0),
                        delta: shape.delta(row).position,
                    });
                }
            }
        }
        Some(Self {
            world: world + placed.staging.stage_origin(),
            has_normal: !mesh.normals.is_empty(),
            material: mesh.material,
            uvs: mesh
                .uvs
                .iter()
                .take(MOST_LISTED)
                .map(|layer| layer.get(of.vertex))
                .collect(),
            colors: (mesh.colors.iter().take(MOST_LISTED))
                .map(|layer| layer.get(of.vertex))
                .collect(),
            skinning: skin.map(|_| pose.skinning(of.mesh, mesh)),
            influences,
            influence_count,
            shape_count,
            stored: stored::parts(mesh, of.vertex, of.triangle, MOST_LISTED)
                .into_iter()
                .chain(shapes.iter().filter_map(|shaped| {
                    let shape = model.blend_shapes.get(shaped.shape.get())?;
                    Some(StoredPart {
                        stream: shape.name.chars().take(LONGEST_NAME).collect::<String>(),
                        place: shape.stored(of.vertex).into(),
                    })
                }))
                .collect(),
            shapes,
            placed,
            of,
            stopped: None,
            steps,
        })
    }
}

/// A placement can push what was finite out of range; it stays at the last number there is.
fn finite(point: Vec3) -> Vec3 {
    let number = |number: f32| match number.is_nan() {
        true => 0.0,
        false => number.clamp(f32::MIN, f32::MAX),
    };
    Vec3::from_array(point.to_array().map(number))
}
