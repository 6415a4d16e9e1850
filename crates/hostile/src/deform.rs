//! The body of the deformation: whatever any reader makes of the bytes, bent by the CPU.

use super::laws::request;
use castview_base::core::MeshIndex;
use castview_base::scene::Model;
use castview_formats::import;
use castview_motion::animation::{Layer, Motion, Pose, bind, evaluate};
use castview_motion::deform::{Deformed, Rest, deform, deform_vertex, rest_normals, rest_tangents};

/// Vertices of one mesh, and models and clips of one file.
const MOST_VERTICES: usize = 1 << 11;
const FEW: usize = 3;

/// A whole mesh and its vertices one by one go to the same place, and what turns with them stays a direction.
pub fn opens(bytes: &[u8]) -> bool {
    let Ok(import) = import(bytes.to_vec().into(), &request()) else {
        return false;
    };
    let scene = &import.scene;
    for model in scene.models.iter().take(FEW) {
        let mut pose = Pose::default();
        let nothing = Motion {
            layers: &[],
            rig: None,
            ..Motion::default()
        };
        evaluate(model, nothing, &mut pose);
        is_deformed_alike(model, &pose);
        for clip in scene.clips.iter().take(FEW) {
            let bound = bind(clip, model);
            let middle = (clip.range.start + clip.range.end) / 2.0;
            let layers = [Layer::new(clip, &bound, middle)];
            let motion = Motion {
                layers: &layers,
                rig: None,
                ..Motion::default()
            };
            evaluate(model, motion, &mut pose);
            is_deformed_alike(model, &pose);
        }
    }
    true
}

fn is_deformed_alike(model: &Model, pose: &Pose) {
    let mut out = Deformed::default();
    for (index, mesh) in model.meshes.iter().enumerate() {
        if mesh.vertex_count() > MOST_VERTICES {
            continue;
        }
        let (normals, tangents) = (rest_normals(mesh), rest_tangents(mesh));
        let rest = Rest {
            normals: &normals,
            tangents: &tangents,
        };
        let index = MeshIndex::new(index);
        deform(model, index, pose, rest, &mut out);
        assert_eq!(out.positions.len(), mesh.vertex_count());
        for (vertex, position) in out.positions.iter().enumerate() {
            let alone = deform_vertex(model, index, pose, vertex);
            assert_eq!(
                position.to_array().map(f32::to_bits),
                alone.to_array().map(f32::to_bits),
                "vertex {vertex} of mesh {}",
                index.get()
            );
        }
        assert!(out.normals.iter().all(|normal| normal.is_finite()), "normals");
        assert!(out.tangents.iter().all(|tangent| tangent.is_finite()), "tangents");
    }
}
