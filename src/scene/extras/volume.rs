//! What a file says that its parts take up: boxes and spheres, shown as they are.

use crate::core::{BoneIndex, Bounds};
use glam::Vec3;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Volume {
    pub of: VolumeOf,
    /// Whose space it is in; `None`: the model's own.
    pub bone: Option<BoneIndex>,
    pub bounds: Bounds,
    /// Of the sphere.
    pub center: Vec3,
    /// 0: there is no sphere.
    pub radius: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VolumeOf {
    Model,
    Node,
    Mesh,
}
