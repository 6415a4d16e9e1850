//! A pose → the surfaces that it shows, for formats without bones.
//!
//! In: a session that stands at the pose. Out: vertices and normals of each visible mesh at each of its places, y up. They are those of the
//! deformation's CPU twin.

use super::stage::BakedStage;
use super::take::written_meshes;
use crate::core::{Diagnostics, MeshIndex, handedness, normal_matrix};
use crate::deform::{Deformed, Rest, deform, rest_normals};
use crate::formats::rules::convert as rule;
use crate::offline::convert::gather::Gathered;
use crate::offline::convert::plain;
use crate::session::Selected;
use crate::session::stage;
use glam::{Mat3, Vec3};

/// A mesh of the written scene at one place.
pub struct SolidMesh {
    /// Position of its model, and its own in that.
    pub at: (usize, usize),
    /// One per vertex.
    pub positions: Vec<Vec3>,
    /// One per vertex, unit length; none for lines and points.
    pub normals: Vec<Vec3>,
    /// Its front is its back there.
    pub is_mirrored: bool,
}

/// Visible meshes of all models.
pub fn surfaces(stage: &BakedStage, gathered: &Gathered, losses: &mut Diagnostics) -> Vec<SolidMesh> {
    let session = &stage.arranged.session;
    let world_from_stage = stage::up_axis(session).world_from_stage();
    let [most_meshes, most_vertices, _] = gathered.room.of_copies();
    let (mut meshes, mut vertices) = (0, 0);
    let mut solid = Vec::new();
    for (index, placed) in stage.placed() {
        let (model, pose) = (placed.model(), placed.pose());
        let mut left_out = 0;
        for (written, mesh_index) in written_meshes(model).enumerate() {
            let (at, mesh) = (MeshIndex::new(mesh_index), &model.meshes[mesh_index]);
            let is_seen = pose.model_visible && pose.mesh_visible[mesh_index];
            if !is_seen || !stage::is_shown(session, Selected::Mesh(placed.key, at)) {
                continue;
            }
            let normals = match mesh.triangles.is_empty() {
                true => Vec::new(),
                false => rest_normals(mesh),
            };
            let mut deformed = Deformed::default();
            let rest = Rest {
                normals: &normals,
                ..Rest::default()
            };
            deform(model, at, pose, rest, &mut deformed);
            for (count, place) in placed.standing().places.iter().enumerate() {
                // The first place is the file's own; each other one is written in full.
                let is_copy = count > 0;
                if is_copy && (meshes >= most_meshes || vertices + mesh.vertex_count() > most_vertices) {
                    left_out += 1;
                    continue;
                }
                meshes += usize::from(is_copy);
                vertices += usize::from(is_copy) * mesh.vertex_count();
                let world_from_model = world_from_stage * *place * placed.stage_from_model();
                let linear = Mat3::from(world_from_model.matrix3);
                let turned = normal_matrix(linear);
                let point = |p: &Vec3| world_from_model.transform_point3(*p).clamp(Vec3::MIN, Vec3::MAX);
                solid.push(SolidMesh {
                    at: (index, written),
                    positions: deformed.positions.iter().map(point).collect(),
                    normals: (deformed.normals.iter())
                        .map(|normal| (turned * *normal).try_normalize().unwrap_or(Vec3::Y))
                        .collect(),
                    is_mirrored: handedness(linear) < 0.0,
                });
            }
        }
        if left_out > 0 {
            losses.report(
                rule::X_LOST,
                || plain::place_in("model", &model.name),
                || format!("every copy is written in full; copies of meshes left out: {left_out}"),
            );
        }
    }
    solid
}
