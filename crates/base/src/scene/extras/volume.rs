//! Room that parts of a model take up, as the file says: boxes and spheres, shown as they are.

use crate::core::{BoneIndex, Bounds};
use glam::Vec3;

/// A box, and maybe a sphere, that the file states about a part of the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Volume {
    /// Which kind of part states it.
    pub of: VolumeOf,
    /// Whose space it is in; `None`: the model's own.
    pub bone: Option<BoneIndex>,
    /// The box; one without size stands for none.
    pub bounds: Bounds,
    /// Center of the sphere.
    pub center: Vec3,
    /// 0: there is no sphere.
    pub radius: f32,
}

/// The kind of part that a volume is stated of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VolumeOf {
    /// The whole model.
    Model,
    /// A node with what hangs on it.
    Node,
    /// One mesh.
    Mesh,
}
