//! Normals for a format that draws a mesh without any flat.

use crate::core::UintStream;
use crate::deform::smooth_normals;
use crate::scene::Scene;

/// Gives smooth normals to meshes that have none. Where no two triangles share a corner these would be flat as well: such meshes stay
/// as they are.
pub(super) fn add_smooth(scene: &mut Scene) {
    for mesh in scene.models.iter_mut().flat_map(|model| &mut model.meshes) {
        if mesh.normals.is_empty() && shares_corners(&mesh.triangles, mesh.vertex_count()) {
            let normals = smooth_normals(mesh).into_iter().map(|normal| normal.to_array());
            mesh.normals = normals.collect::<Vec<_>>().into();
        }
    }
}

fn shares_corners(triangles: &UintStream, vertices: usize) -> bool {
    let mut seen = vec![false; vertices];
    triangles
        .iter()
        .any(|vertex| std::mem::replace(&mut seen[vertex as usize], true))
}
