//! The shared assets: every file opens, and poses agree with those of their Cast twins, which another program computed.

use crate::assets::shared_assets;
use crate::{opened, pose_at};
use castview_base::core::MeshIndex;
use castview_base::scene::{Clip, Scene};
use castview_motion::animation::{AxisTurn, Fit, Layer, Motion, Pose, bind_fitted, evaluate};
use castview_motion::deform::deform_vertex;
use glam::Vec3;
use serde_json::Value;

type ToTwin = fn(Vec3) -> Vec3;

/// Reference, source, clip, and how the twin's points lie to the source's.
const TWINS: [(&str, &str, &str, ToTwin); 14] = [
    ("Fox__Run", "Fox.glb", "Run", smaller),
    ("Fox__Walk", "Fox.glb", "Walk", smaller),
    ("Fox__Survey", "Fox.glb", "Survey", smaller),
    ("greenman__0_pose", "greenman.glb", "0_pose", z_up),
    ("greenman__1_idle", "greenman.glb", "1_idle", z_up),
    ("greenman__2_move", "greenman.glb", "2_move", z_up),
    ("greenman__3_attack", "greenman.glb", "3_attack", z_up),
    ("Mage__Idle", "Mage.glb", "Idle", z_up),
    ("Mage__Walking_A", "Mage.glb", "Walking_A", z_up),
    ("Mage__Jump_Full_Long", "Mage.glb", "Jump_Full_Long", z_up),
    ("Mage__Spellcast_Shoot", "Mage.glb", "Spellcast_Shoot", z_up),
    ("RiggedSimple__Anim_0", "RiggedSimple.glb", "stem", without_root),
    ("SimpleSkin__Anim_0", "SimpleSkin.gltf", "stem", z_up),
    ("AnimatedMorphCube__Square", "AnimatedMorphCube.glb", "Square", z_up),
];

/// The twins went through a program whose z points up.
fn z_up(p: Vec3) -> Vec3 {
    Vec3::new(p.x, -p.z, p.y)
}

fn smaller(p: Vec3) -> Vec3 {
    z_up(p) * 0.01
}

/// The root node, which turns z up, was left out of the twin.
fn without_root(p: Vec3) -> Vec3 {
    Vec3::new(p.x, -p.y, -p.z)
}

/// Whether every track has a key here, or none near: the twin's keys were cut to whole frames, so elsewhere they differ.
fn is_keyed(clip: &Clip, frame: f64) -> bool {
    clip.tracks.iter().all(|track| {
        let keys = &track.keys;
        let last = keys.frame(keys.len() - 1);
        frame <= keys.frame(0) || frame >= last || (0..keys.len()).any(|key| (keys.frame(key) - frame).abs() < 1e-2)
    })
}

fn numbers(value: &Value) -> Vec<f64> {
    value
        .as_array()
        .expect("a list")
        .iter()
        .map(|v| v.as_f64().expect("a number"))
        .collect()
}

/// Every vertex that the clip moves the twin's to must be where some vertex of the source is: exporters deal vertices out
/// anew, so their order differs.
#[test]
fn poses_agree_with_their_twins() {
    let Some(assets) = shared_assets() else { return };
    for (case, file, clip, to_twin) in TWINS {
        let text = std::fs::read(assets.join(format!("oracle/{case}.json"))).expect("a reference");
        let case_json: Value = serde_json::from_slice(&text).expect("JSON");
        let import = opened(std::fs::read(assets.join("gltf").join(file)).expect("an asset")).expect("it opens");
        let scene = &import.scene;
        let index = scene
            .clips
            .iter()
            .position(|c: &Clip| c.name == clip)
            .expect("the clip is there");
        let size = case_json["spec_diff"]["size"].as_f64().expect("a number");
        // Keys of the twin stand on whole frames, at which it agrees with the source.
        let tolerance = (2e-4 * size).max(3.0 * case_json["spec_diff"]["verts"].as_f64().expect("a number"));
        let mut worst = (0.0f64, String::new());
        let mut frames = 0;
        for (frame, wanted) in case_json["frames"].as_object().expect("frames") {
            let Ok(number) = frame.parse::<f64>() else { continue };
            if !is_keyed(&scene.clips[index], number) {
                continue;
            }
            frames += 1;
            let points = posed(scene, index, number / 30.0, to_twin);
            for wanted in wanted["mesh"]
                .as_array()
                .expect("meshes")
                .iter()
                .flat_map(|m| m.as_array().expect("points"))
            {
                let wanted = numbers(wanted);
                let wanted = Vec3::new(wanted[0] as f32, wanted[1] as f32, wanted[2] as f32);
                let off = points
                    .iter()
                    .map(|p| f64::from(p.distance(wanted)))
                    .fold(f64::MAX, f64::min);
                if off > worst.0 {
                    worst = (off, frame.clone());
                }
            }
        }
        println!(
            "{case}: {frames} frames, at most {:.2e} off, {tolerance:.2e} allowed",
            worst.0
        );
        assert!(frames > 0, "{case} has no frame to compare");
        assert!(
            worst.0 <= tolerance,
            "{case} frame {}: {:e} off, {tolerance:e} allowed",
            worst.1,
            worst.0
        );
    }
}

fn posed(scene: &Scene, clip: usize, seconds: f64, to_twin: ToTwin) -> Vec<Vec3> {
    let model = &scene.models[0];
    let pose = pose_at(scene, clip, seconds);
    let meshes = model.meshes.iter().enumerate();
    let vertices = meshes.flat_map(|(mesh, data)| (0..data.vertex_count()).map(move |vertex| (mesh, vertex)));
    vertices
        .map(|(mesh, vertex)| to_twin(deform_vertex(model, MeshIndex::new(mesh), &pose, vertex)))
        .collect()
}

#[test]
fn every_shared_file_opens_without_a_word() {
    let Some(assets) = shared_assets() else { return };
    let mut count = 0;
    for entry in std::fs::read_dir(assets.join("gltf")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let import =
            opened(std::fs::read(&path).expect("readable")).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let reports: Vec<_> = import
            .diagnostics
            .items()
            .iter()
            .map(|item| format!("{} {}", item.rule.id, item.message))
            .collect();
        assert!(reports.is_empty(), "{}: {reports:?}", path.display());
        assert!(import.scene.models[0].meshes.iter().all(|mesh| mesh.vertex_count() > 0));
        count += 1;
    }
    assert!(count >= 6, "{count} files");
}

/// Clips of the twins, whose z points up whatever their files say, move the source as its own clips do; and the other way round.
#[test]
fn clips_of_another_up_axis_move_a_model_as_its_own() {
    let Some(assets) = shared_assets() else { return };
    for (name, clip, file) in [
        ("Mage", "Idle", "Mage@Idle"),
        ("Mage", "Jump_Full_Long", "Mage@Jump_Full_Long"),
        ("greenman", "2_move", "greenman@2_move"),
        // A root node of this one turns it once more.
        ("RiggedSimple", "stem", "RiggedSimple@Anim_0"),
    ] {
        let read = |path: String| {
            opened(std::fs::read(assets.join(path)).expect("an asset"))
                .expect("it opens")
                .scene
        };
        let source = read(format!("gltf/{name}.glb"));
        let twin = read(format!("models/{name}.cast"));
        let twins = read(format!("models/{file}.cast"));
        let own = source
            .clips
            .iter()
            .position(|c| c.name == clip)
            .expect("the clip is there");
        let own = &source.clips[own];
        let mut frames = 0;
        let last = own.range.end;
        for frame in (0..=60)
            .map(f64::from)
            .filter(|frame| *frame <= last && is_keyed(own, *frame))
        {
            frames += 1;
            for (model, own, other) in [
                (&source, (&source, own), (&twins, &twins.clips[0])),
                (&twin, (&twins, &twins.clips[0]), (&source, own)),
            ] {
                let [wanted, got] = [own, other].map(|(scene, clip)| bones_at(model, scene, clip, frame));
                for (bone, wanted, got) in wanted.iter().zip(&got).map(|(a, b)| (&a.0, a.1, b.1)) {
                    assert!(
                        wanted.distance(got) < 2e-4,
                        "{name} {clip} frame {frame}: {bone} is at {got}, not {wanted}"
                    );
                }
            }
        }
        assert!(frames > 0, "{name} {clip} has {frames} frames to compare");
    }
}

/// Where the bones of the first model of `scene` are that a clip of `other` drives.
fn bones_at(scene: &Scene, other: &Scene, clip: &Clip, frame: f64) -> Vec<(String, Vec3)> {
    let model = &scene.models[0];
    let binding = bind_fitted(
        clip,
        model,
        Fit {
            turn: AxisTurn::between(&other.metadata, &scene.metadata),
            ..Fit::default()
        },
        &mut None,
    );
    let mut pose = Pose::default();
    let layers = [Layer::new(clip, &binding, frame)];
    evaluate(
        model,
        Motion {
            layers: &layers,
            rig: None,
            ..Motion::default()
        },
        &mut pose,
    );
    let names = model.skeleton.bones().map(|bone| model.skeleton.name(bone).to_owned());
    names
        .zip(pose.model_from_bone.iter().map(|m| m.translation.into()))
        .collect()
}
