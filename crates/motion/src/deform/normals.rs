//! Normals and tangents of the rest mesh, and how normals follow a matrix (docs/formats/cast.md §3.5).

use castview_base::core::{handedness, normal_matrix};
use castview_base::scene::Mesh;
use glam::{DVec3, Mat3, Vec3, Vec4};
use std::sync::Arc;

/// The normal of a vertex that no face gives a direction.
pub(super) const NO_DIRECTION: Vec3 = Vec3::Z;

/// One unit normal per vertex: the stored ones, or [`smooth_normals`] where the mesh has none.
pub fn rest_normals(mesh: &Mesh) -> Vec<Vec3> {
    match mesh.normals.is_empty() {
        true => smooth_normals(mesh),
        false => (0..mesh.normals.len())
            .map(|vertex| stored_normal(mesh, vertex))
            .collect(),
    }
}

/// The same one by one, for whoever needs each of them once: those that the file has are not copied.
#[derive(Clone)]
pub enum RestNormals<'a> {
    /// Those of the mesh itself.
    Stored(&'a Mesh),
    /// One per vertex.
    Made(Arc<Vec<Vec3>>),
}

impl<'a> RestNormals<'a> {
    /// Those of `mesh`.
    pub fn of(mesh: &'a Mesh) -> Self {
        match mesh.normals.is_empty() {
            true => Self::Made(Arc::new(smooth_normals(mesh))),
            false => Self::Stored(mesh),
        }
    }

    /// Panics when there is no such vertex.
    pub fn get(&self, vertex: usize) -> Vec3 {
        match self {
            Self::Stored(mesh) => stored_normal(mesh, vertex),
            Self::Made(normals) => normals[vertex],
        }
    }

    /// Which of its coordinates are below zero: bits 0 to 2 for x, y and z. Panics when there is no such vertex.
    pub fn octant(&self, vertex: usize) -> u32 {
        let direction = match self {
            Self::Stored(mesh) => Vec3::from(mesh.normals.get(vertex)),
            Self::Made(normals) => normals[vertex],
        };
        direction.is_negative_bitmask()
    }
}

fn stored_normal(mesh: &Mesh, vertex: usize) -> Vec3 {
    unit_or(Vec3::from(mesh.normals.get(vertex)), NO_DIRECTION)
}

/// The stored tangents at unit length, with their sides; none where the mesh has none.
pub fn rest_tangents(mesh: &Mesh) -> Vec<Vec4> {
    (0..mesh.tangents.len())
        .map(|vertex| rest_tangent(mesh, vertex))
        .collect()
}

/// One of them. Panics when there is no such vertex, or no tangents.
pub fn rest_tangent(mesh: &Mesh, vertex: usize) -> Vec4 {
    let tangent = Vec4::from(mesh.tangents.get(vertex));
    unit_or(tangent.truncate(), Vec3::X).extend(tangent.w)
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
