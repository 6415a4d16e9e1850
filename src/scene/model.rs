//! One model: what is placed on the stage as a whole.

use super::{BlendShapes, Copies, Fixture, Hair, Hand, Levels, Material, Mesh, Rig, Skeleton, Skin, Volume};
use crate::core::Transform;

#[derive(Clone, Debug, Default)]
pub struct Model {
    pub name: String,
    /// `stage_from_model`: where the model and all its content stand (Model `p`, `r`, `s`).
    pub placement: Transform,
    /// Has no bones when the file gives none.
    pub skeleton: Skeleton,
    pub skins: Vec<Skin>,
    pub rig: Rig,
    /// Every Mesh node in file order; a node that could not be used is here without vertices.
    pub meshes: Vec<Mesh>,
    pub hairs: Vec<Hair>,
    /// Every usable blend shape in file order.
    pub blend_shapes: BlendShapes,
    pub materials: Vec<Material>,
    pub fixtures: Vec<Fixture>,
    /// `None`: all meshes are of one level. Elsewhere, because most models have none and a file may have many models.
    pub levels: Option<Box<Levels>>,
    /// As the file states them.
    pub volumes: Vec<Volume>,
    pub hands: Vec<Hand>,
    /// `None`: the model stands once, as `placement` says.
    pub copies: Option<Box<Copies>>,
}

impl Model {
    /// Without one, bones and fixtures are all there is to see.
    pub fn has_surface(&self) -> bool {
        self.meshes.iter().any(|mesh| mesh.vertex_count() > 0) || self.hairs.iter().any(|h| !h.strands.is_empty())
    }

    /// One flag per mesh: whether the file hides it.
    pub fn hidden_meshes(&self) -> Vec<bool> {
        self.meshes.iter().map(|mesh| mesh.hidden).collect()
    }
}
