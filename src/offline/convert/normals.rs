//! Normals for a format that draws a mesh without any flat.

use crate::deform::smooth_normals;
use crate::scene::Scene;

/// Gives smooth normals to meshes that have none. Where no two triangles share a corner these would be flat as well: such meshes stay
/// as they are.
pub(super) fn add_smooth(scene: &mut Scene) {
    for mesh in scene.models.iter_mut().flat_map(|model| &mut model.meshes) {
        if mesh.normals.is_empty() && !mesh.is_faceted() {
            let normals = smooth_normals(mesh).into_iter().map(|normal| normal.to_array());
            mesh.normals = normals.collect::<Vec<_>>().into();
        }
    }
}
