//! One model: what is placed on the stage as a whole.

use super::{BlendShapes, Copies, Fixture, Hair, Hand, Levels, Material, Mesh, Rig, Skeleton, Skin, Volume};
use crate::core::Transform;

/// Skeleton, meshes and all that belongs to them; indices of its parts point into these tables.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The file's own name, or the one that the import was asked to use.
    pub name: String,
    /// `stage_from_model`: where the model and all its content stand (Model `p`, `r`, `s`).
    pub placement: Transform,
    /// Has no bones when the file gives none.
    pub skeleton: Skeleton,
    /// Those of the meshes, in no order that matters.
    pub skins: Vec<Skin>,
    /// Inverse kinematics and constraints; empty when the file has none.
    pub rig: Rig,
    /// Every Mesh node in file order; a node that could not be used is here without vertices.
    pub meshes: Vec<Mesh>,
    /// In file order.
    pub hairs: Vec<Hair>,
    /// Every usable blend shape in file order.
    pub blend_shapes: BlendShapes,
    /// In file order.
    pub materials: Vec<Material>,
    /// Cameras, lights and what else has no surface, in file order.
    pub fixtures: Vec<Fixture>,
    /// `None`: all meshes are of one level. Elsewhere, because most models have none and a file may have many models.
    pub levels: Option<Box<Levels>>,
    /// As the file states them.
    pub volumes: Vec<Volume>,
    /// Tracked hands; only recordings have any.
    pub hands: Vec<Hand>,
    /// `None`: the model stands once, as `placement` says.
    pub copies: Option<Box<Copies>>,
}

impl Model {
    /// Without one, bones and fixtures are all there is to see.
    pub fn has_surface(&self) -> bool {
        self.meshes.iter().any(|mesh| mesh.vertex_count() > 0) || self.hairs.iter().any(|h| !h.strands.is_empty())
    }

    /// How many color layers of `mesh` tint its surface: none, or the first. A mesh without a material has no other color.
    pub fn shown_colors(&self, mesh: &Mesh) -> usize {
        let material = mesh.material.and_then(|material| self.materials.get(material.get()));
        usize::from(!mesh.colors.is_empty() && material.is_none_or(|material| material.surface.vertex_colors))
    }

    /// One flag per mesh: whether the file hides it.
    pub fn hidden_meshes(&self) -> Vec<bool> {
        self.meshes.iter().map(|mesh| mesh.hidden).collect()
    }
}
