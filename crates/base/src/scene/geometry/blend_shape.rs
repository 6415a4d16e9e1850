//! One named shape of a mesh, stored sparsely as deltas.

use crate::core::{MeshIndex, Stored, ValueSource};
use glam::Vec3;
use std::sync::Arc;

/// A shape of one mesh that a weight blends in.
#[derive(Clone, Debug)]
pub struct BlendShape {
    /// Curves target this name; several shapes of different meshes may share it.
    pub name: String,
    /// The mesh it changes.
    pub mesh: MeshIndex,
    /// Top of the slider; one unit of weight is one full delta. At least 0; animated weights are held to ±this (cast.md A11).
    pub max_weight: f32,
    /// Its weight where no curve drives it; within ±`max_weight`.
    pub rest_weight: f32,
    /// The changed vertices, ascending, each once, all below the mesh's vertex count.
    pub vertices: Vec<u32>,
    /// Target minus base, in mesh space; parallel to `vertices`; finite.
    pub deltas: Vec<[f32; 3]>,
    /// Deltas that one unit of weight adds to the normals, parallel to `vertices`; empty when the shape leaves them alone.
    pub normal_deltas: Vec<[f32; 3]>,
    /// The same for the directions of tangents.
    pub tangent_deltas: Vec<[f32; 3]>,
    /// Where the deltas of positions come from, if that is known; of [`ValueSource::Spread`] vertex `v` is element `v`.
    pub source: Option<Arc<ValueSource>>,
}

/// Delta that a shape adds to one vertex at weight 1, in mesh space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Delta {
    /// Added to the position.
    pub position: Vec3,
    /// Added to the normal; zero where the shape leaves normals alone.
    pub normal: Vec3,
    /// Added to the direction of the tangent; zero where the shape leaves tangents alone.
    pub tangent: Vec3,
}

impl BlendShape {
    /// Where the file has what moves `vertex`.
    pub fn stored(&self, vertex: usize) -> Stored<'_> {
        let source = self.source.as_deref();
        source.map_or(Stored::Made(None), |source| {
            source.stored(vertex..vertex + 1, size_of::<[f32; 3]>())
        })
    }

    /// Delta that it adds to the vertex `vertices[row]`. Panics when `row` is not below the number of changed vertices.
    #[inline]
    pub fn delta(&self, row: usize) -> Delta {
        let direction = |deltas: &[[f32; 3]]| deltas.get(row).map_or(Vec3::ZERO, |delta| Vec3::from(*delta));
        Delta {
            position: Vec3::from(self.deltas[row]),
            normal: direction(&self.normal_deltas),
            tangent: direction(&self.tangent_deltas),
        }
    }
}
