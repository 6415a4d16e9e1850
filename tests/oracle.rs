//! Poses and deformed vertices held to the reference values of `../shared/assets/oracle`.
//!
//! Those are Blender's own skinning through the reference importer (`compare: all`), or the numbers of the format's
//! text where the importer departs from it (`compare: spec`). Tolerances are those of the folder's README. The whole way is
//! walked: bytes → scene → binding → pose → CPU deformation → stage space. Skipped, loudly, where the folder is absent.

use castview::animation::{Pose, bind, evaluate};
use castview::core::{MeshIndex, SharedBytes};
use castview::deform::{Deformed, deform};
use castview::formats::import;
use castview::scene::Scene;
use glam::{Affine3A, Vec3};
use serde_json::{Map, Value};
use std::fs;
use std::path::{Path, PathBuf};

/// Cases of kind `all` and `spec` in the folder; a run that held fewer would prove less than it says.
const CASES: usize = 37;

/// One model on the stage, posed.
struct Placed {
    /// Positions per mesh, in stage space.
    meshes: Vec<Vec<Vec3>>,
    /// (name, origin in stage space), in file order.
    bones: Vec<(String, Vec3)>,
}

#[test]
fn poses_agree_with_the_reference() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/assets");
    if !root.join("oracle").is_dir() {
        eprintln!(
            "SKIPPED: {} is not there, so no pose was held to the reference",
            root.display()
        );
        return;
    }
    let mut files: Vec<PathBuf> = fs::read_dir(root.join("oracle"))
        .expect("the folder can be listed")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort();
    let (mut held, mut short) = (0, Vec::new());
    for file in files {
        let case: Value = serde_json::from_slice(&fs::read(&file).expect("readable")).expect("JSON");
        let wanted = match text(&case["compare"]) {
            "all" => &case["frames"],
            "spec" => &case["frames_spec"],
            _ => continue,
        };
        held += 1;
        let (vertices, bones) = worst_distances(&root, &case, wanted.as_object().expect("frames by name"));
        let (vertex_limit, bone_limit) = (tolerance(&case, "verts"), tolerance(&case, "bones"));
        let name = text(&case["case"]);
        println!("{name}: vertices {vertices:.2e} of {vertex_limit:.1e}, bones {bones:.2e} of {bone_limit:.1e}");
        if vertices > vertex_limit || bones > bone_limit {
            short.push(format!("{name}: vertices off by {vertices:.2e}, bones by {bones:.2e}"));
        }
    }
    assert!(
        short.is_empty(),
        "{} of {held} cases fall short:\n{}",
        short.len(),
        short.join("\n")
    );
    assert_eq!(held, CASES, "the reference cases in {}", root.display());
}

/// max(2e-4 × size, 3 × the oracle's own noise). The text's own numbers have no noise: there, `spec_diff` says how far
/// the importer departs from them.
fn tolerance(case: &Value, of: &str) -> f64 {
    let noise = &case["spec_diff"];
    let share = 2e-4 * noise["size"].as_f64().unwrap_or(1.0);
    if text(&case["compare"]) == "spec" {
        return share;
    }
    share.max(3.0 * noise[of].as_f64().unwrap_or(0.0))
}

/// The largest distance of any vertex and of any bone in any frame.
fn worst_distances(root: &Path, case: &Value, frames: &Map<String, Value>) -> (f64, f64) {
    let model = load(&root.join(text(&case["model"])));
    let animation = case["anim_file"].as_str().map(|file| load(&root.join(file)));
    let (mut vertices, mut bones) = (0.0f64, 0.0f64);
    for (frame, wanted) in frames {
        let placed = match frame.as_str() {
            "rest" => pose_all(&model, None),
            frame => {
                let clips = animation
                    .as_ref()
                    .map(|scene| &scene.clips)
                    .expect("a case with frames has a clip");
                pose_all(&model, Some((clips, frame.parse().expect("a frame number"))))
            }
        };
        for (mesh, positions) in array(&case["meshes"]).iter().zip(array(&wanted["mesh"])) {
            let got = &placed[index(&mesh["model"])].meshes[index(&mesh["mesh"])];
            for (vertex, position) in array(&mesh["index"]).iter().zip(array(positions)) {
                if let Some(position) = vec3(position) {
                    vertices = vertices.max(f64::from(got[index(vertex)].distance(position)));
                }
            }
        }
        for (bone, matrix) in array(&case["bones"]).iter().zip(array(&wanted["bone"])) {
            if matrix.is_null() {
                continue;
            }
            let named = &placed[index(&bone["model"])].bones;
            let got = named
                .iter()
                .find(|(name, _)| name == text(&bone["name"]))
                .expect("the bone is there")
                .1;
            for (row, got) in got.to_array().into_iter().enumerate() {
                let wanted = matrix[4 * row + 3].as_f64().expect("a number");
                bones = bones.max((f64::from(got) - wanted).abs());
            }
        }
    }
    (vertices, bones)
}

fn load(path: &Path) -> Scene {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let imported = import(SharedBytes::from(bytes), "file");
    imported
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        .scene
}

/// Every model of the scene at rest, or at a frame of the first clip.
fn pose_all(scene: &Scene, clip: Option<(&Vec<castview::scene::Clip>, f64)>) -> Vec<Placed> {
    let mut pose = Pose::default();
    let mut deformed = Deformed::default();
    let mut out = Vec::new();
    for model in &scene.models {
        let binding = clip.map(|(clips, frame)| (&clips[0], bind(&clips[0], model), frame));
        evaluate(
            model,
            binding.as_ref().map(|(clip, binding, frame)| (*clip, binding, *frame)),
            &mut pose,
        );
        let stage_from_model: Affine3A = model.placement.affine();
        let meshes = (0..model.meshes.len()).map(|mesh| {
            deform(model, MeshIndex::new(mesh), &pose, &[], &mut deformed);
            deformed
                .positions
                .iter()
                .map(|p| stage_from_model.transform_point3(*p))
                .collect()
        });
        let meshes = meshes.collect();
        let file_order = (0..model.skeleton.len()).filter_map(|i| model.skeleton.from_file(i));
        let bones = file_order.map(|bone| {
            let origin = Vec3::from(pose.model_from_bone[bone.get()].translation);
            (
                model.skeleton.name(bone).to_owned(),
                stage_from_model.transform_point3(origin),
            )
        });
        let bones = bones.collect();
        out.push(Placed { meshes, bones });
    }
    out
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn array(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn index(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("an index")).expect("fits")
}

fn vec3(value: &Value) -> Option<Vec3> {
    let [x, y, z] = array(value) else {
        return None;
    };
    let number = |value: &Value| value.as_f64().expect("a number") as f32;
    Some(Vec3::new(number(x), number(y), number(z)))
}
