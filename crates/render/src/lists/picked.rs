//! Result of a pick: a bone or a mesh of a placed model.

use castview_base::core::{BoneIndex, MeshIndex};
use castview_picture::PlacedKey;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Picked {
    pub key: PlacedKey,
    pub what: PickedPart,
    /// Which of the model's instances, 0 where it has none.
    pub placement: u32,
    /// For a mesh: the triangle that was hit, as the scene counts them. `None` for bones, for points, and where the adapter does not number
    /// triangles; [`Renderer::surface_point`](crate::Renderer::surface_point) finds it there.
    pub triangle: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PickedPart {
    Bone(BoneIndex),
    Mesh(MeshIndex),
}
