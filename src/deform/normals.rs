//! Normals and tangents of the rest mesh, and how normals follow a matrix (docs/formats/cast.md §3.5).

use crate::core::{handedness, normal_matrix};
use crate::scene::Mesh;
use glam::{DVec3, Mat3, Vec3, Vec4};

/// The normal of a vertex that no face gives a direction.
pub(super) const NO_DIRECTION: Vec3 = Vec3::Z;

/// One unit normal per vertex: the stored ones, or [`smooth_normals`] where the mesh has none.
pub fn rest_normals(mesh: &Mesh) -> Vec<Vec3> {
    if mesh.normals.is_empty() {
        return smooth_normals(mesh);
    }
    mesh.normals
        .iter()
        .map(|normal| unit_or(Vec3::from(normal), NO_DIRECTION))
        .collect()
}

/// The stored tangents at unit length, with their sides; none where the mesh has none.
pub fn rest_tangents(mesh: &Mesh) -> Vec<Vec4> {
    let tangents = mesh.tangents.iter().map(Vec4::from);
    let unit = |tangent: Vec4| unit_or(tangent.truncate(), Vec3::X).extend(tangent.w);
    tangents.map(unit).collect()
}

/// One unit normal per vertex from the faces around it, weighted by their area (cross products are summed as they
/// are); +Z where they cancel out or there are none.
pub fn smooth_normals(mesh: &Mesh) -> Vec<Vec3> {
    // f64: the squares of large coordinates overflow f32, and small faces beside large ones keep their say.
    let mut sums = vec![DVec3::ZERO; mesh.vertex_count()];
    let position = |vertex: u32| Vec3::from(mesh.positions.get(vertex as usize)).as_dvec3();
    for triangle in 0..mesh.triangle_count() {
        let [a, b, c] = [0, 1, 2].map(|corner| mesh.triangles.get(3 * triangle + corner));
        let origin = position(a);
        let normal = (position(b) - origin).cross(position(c) - origin);
        for vertex in [a, b, c] {
            sums[vertex as usize] += normal;
        }
    }
    sums.iter()
        .map(|sum| sum.try_normalize().map_or(NO_DIRECTION, |normal| normal.as_vec3()))
        .collect()
}

/// `vector` at unit length, or `otherwise` where it is too short to have a direction or is not finite. Scaled by its largest
/// component first, so that neither tiny nor huge vectors lose their squares.
pub(super) fn unit_or(vector: Vec3, otherwise: Vec3) -> Vec3 {
    let largest = vector.abs().max_element();
    if largest > 1e-30 && largest.is_finite() {
        (vector / largest).normalize()
    } else {
        otherwise
    }
}

/// The unit `normal` of the surface after `matrix`; unchanged if the surface collapsed. Zero, which is none, stays.
pub(super) fn turned_normal(normal: Vec3, matrix: Mat3) -> Vec3 {
    if normal == Vec3::ZERO {
        return normal;
    }
    unit_or(normal_matrix(matrix) * normal, normal)
}

/// The same for a unit tangent and its side.
pub(super) fn turned_tangent(tangent: Vec4, matrix: Mat3) -> Vec4 {
    if tangent == Vec4::ZERO {
        return tangent;
    }
    let direction = tangent.truncate();
    unit_or(matrix * direction, direction).extend(handedness(matrix) * tangent.w)
}
