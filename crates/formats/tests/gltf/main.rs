//! glTF files: the rows of docs/formats/gltf.md §8, the skins of §2, clips, and real files against reference values.

mod clips;
mod copies;
mod key_places;
mod many_nodes;
mod meshes;
mod nodes;
mod opening;
mod packed;
mod pointers;
mod real_files;
mod skins;
mod surfaces;

use castview_base::core::{MeshIndex, Options, SharedBytes};
use castview_base::scene::{Model, Scene};
use castview_formats::{Import, ImportError, NoSideFiles, Request, import};
use castview_motion::animation::{Layer, Motion, Pose, bind, evaluate, rest_pose};
use castview_motion::deform::deform_vertex;
use castview_testkit::{assets, gltf as writer};
use glam::Vec3;
use writer::Gltf;

pub fn opened_with(bytes: Vec<u8>, options: &Options) -> Result<Import, ImportError> {
    let request = Request {
        name: "stem",
        options,
        side_files: &NoSideFiles,
    };
    import(SharedBytes::from(bytes), &request)
}

pub fn opened(bytes: Vec<u8>) -> Result<Import, ImportError> {
    opened_with(bytes, &Options::NONE)
}

/// The scene, and the ids of the reports, each once, in order.
pub fn lowered(file: &Gltf) -> (Scene, Vec<&'static str>) {
    let import = opened(file.glb()).expect("it opens");
    let mut ids: Vec<&'static str> = Vec::new();
    for item in import.diagnostics.items() {
        if !ids.contains(&item.rule.id) {
            ids.push(item.rule.id);
        }
    }
    (import.scene, ids)
}

/// [`lowered`], its first model.
pub fn model(file: &Gltf) -> (Model, Vec<&'static str>) {
    let (mut scene, ids) = lowered(file);
    (scene.models.remove(0), ids)
}

/// The pose of the scene's first model in clip `clip`, this many seconds in.
pub fn pose_at(scene: &Scene, clip: usize, seconds: f64) -> Pose {
    let (model, clip) = (&scene.models[0], &scene.clips[clip]);
    let binding = bind(clip, model);
    let mut pose = Pose::default();
    let motion = Motion {
        layers: &[Layer::new(clip, &binding, seconds * clip.frames_per_second)],
        ..Motion::default()
    };
    evaluate(model, motion, &mut pose);
    pose
}

/// Where a vertex of a mesh is at rest.
pub fn at_rest(model: &Model, mesh: usize, vertex: usize) -> Vec3 {
    deform_vertex(model, MeshIndex::new(mesh), &rest_pose(model), vertex)
}

#[track_caller]
pub fn near(found: Vec3, wanted: [f32; 3]) {
    assert!(found.distance(wanted.into()) < 1e-5, "{found} instead of {wanted:?}");
}
