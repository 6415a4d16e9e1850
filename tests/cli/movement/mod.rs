//! Clips and what they make of models: names, numbers, files of public reports.

mod names;
mod play_as;
mod rebuilt;
mod reports;
mod stand_in;

use castview::offline::{Arrangement, Beside, Deformer, FileSet, PoseTime, Poser, PosesAtTime};
use glam::{Vec3, Vec4Swizzles};
use std::path::PathBuf;

/// A value, and the place where it has to stand.
pub enum Wanted {
    /// A bone: model, bone, position.
    Bone(&'static str, &'static str, [f32; 3]),
    /// Its x axis.
    Axis(&'static str, &'static str, [f32; 3]),
    /// A vertex: model, mesh, vertex, position.
    Vertex(usize, usize, usize, [f32; 3]),
}
impl Wanted {
    fn hold(&self, pose: &PosesAtTime, case: &str) {
        let bone = |model: &str, bone: &str| {
            let model = pose
                .models
                .iter()
                .find(|one| one.name == model)
                .expect("the model is there");
            let bone = model
                .bones
                .iter()
                .find(|one| one.name == bone)
                .expect("the bone is there");
            bone.world
        };
        let (found, wanted) = match self {
            Self::Bone(model, name, wanted) => (bone(model, name).w_axis.xyz(), wanted),
            Self::Axis(model, name, wanted) => (bone(model, name).x_axis.xyz(), wanted),
            Self::Vertex(model, mesh, vertex, wanted) => {
                let mesh = &pose.models[*model].meshes[*mesh];
                (mesh.positions.as_ref().expect("asked for")[*vertex], wanted)
            }
        };
        assert!(
            found.abs_diff_eq(Vec3::from(*wanted), 2e-3),
            "{case}: {found}, not {wanted:?}"
        );
    }
}

/// Opens `paths` together, and holds what is posed against what is `wanted`.
fn check(paths: &[PathBuf], arrangement: &Arrangement, time: PoseTime, wanted: &[Wanted]) {
    let batch = FileSet::open(paths, Beside::default()).unwrap_or_else(|error| panic!("{paths:?}: {error}"));
    let mut poser = Poser::new(batch, arrangement).unwrap_or_else(|error| panic!("{paths:?}: {error}"));
    let pose = poser.evaluate(time, Some(1), &mut Deformer::Cpu).expect("it poses");
    for wanted in wanted {
        wanted.hold(&pose, &format!("{paths:?} {time:?}"));
    }
}
