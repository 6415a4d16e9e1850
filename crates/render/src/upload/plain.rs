//! Stands for `software` where that is left out: maps of shadows are drawn by all triangles.

use castview_base::scene::Mesh;
use castview_motion::deform::RestNormals;

/// Cells along the longest side of a mesh. No mesh is divided into any.
pub const CELLS: f32 = 1.0;

/// No mesh has sparse triangles.
pub fn sparse_corners(_: &Mesh, _: &RestNormals<'_>, _: f32) -> Option<Vec<u32>> {
    None
}
