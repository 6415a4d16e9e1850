//! Result of a pick: a bone or a mesh of a placed model.

use castview_base::core::{BoneIndex, MeshIndex};
use castview_picture::PlacedKey;

/// A bone or a mesh at a pixel, of a model at one of its places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Picked {
    /// The placed model.
    pub key: PlacedKey,
    /// Which part of it.
    pub what: PickedPart,
    /// Which of the model's instances, 0 where it has none.
    pub placement: u32,
    /// For a mesh: the triangle that was hit, as the scene counts them. `None` for bones, for points, and where the adapter does not number
    /// triangles; [`Renderer::surface_point`](crate::Renderer::surface_point) finds it there.
    pub triangle: Option<u32>,
}

/// Part of a model that a pick can hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PickedPart {
    /// A bone of the model's skeleton, hit at its glyph.
    Bone(BoneIndex),
    /// A mesh of the model, hit at a triangle or a point.
    Mesh(MeshIndex),
}
