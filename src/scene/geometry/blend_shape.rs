//! One named shape of a mesh, stored sparsely as deltas.

use crate::core::MeshIndex;

/// A shape of one mesh that a weight blends in.
#[derive(Clone, Debug)]
pub struct BlendShape {
    /// Curves target this name; several shapes of different meshes may share it.
    pub name: String,
    /// The mesh it changes.
    pub mesh: MeshIndex,
    /// Top of the slider; one unit of weight is one full delta. At least 0; animated weights are held to ±this (A11).
    pub max_weight: f32,
    /// Its weight where no curve drives it; within ±`max_weight`.
    pub rest_weight: f32,
    /// The changed vertices, ascending, each once, all below the mesh's vertex count.
    pub vertices: Vec<u32>,
    /// Target minus base, in mesh space; parallel to `vertices`; finite.
    pub deltas: Vec<[f32; 3]>,
    /// What one unit of weight adds to the normals, parallel to `vertices`; empty when the shape leaves them alone.
    pub normal_deltas: Vec<[f32; 3]>,
    /// The same for the directions of tangents.
    pub tangent_deltas: Vec<[f32; 3]>,
}
