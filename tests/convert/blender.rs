//! Blender opens what is written: its vertices stand where those of the sources do.
//!
//! Needs Blender as a module of Python (`pip install bpy`), in the folder that `CASTVIEW_BPY` names or where Python finds it; else the test says
//! that it was skipped. Figures of a run are in docs/formats/gltf.md §9.

use super::bake::{bake, folder, playing};
use castview::offline::{
    Arrangement, AttachmentWish, BakedPart, Beside, Deformer, FileSet, MergeWish, PoseTime, Poser,
};
use castview_testkit::assets::shared_assets;
use castview_testkit::program::{Folder, is_for_windows};
use glam::Vec3;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Allowed distance, as a share of the size of what is shown.
const TOLERANCE: f32 = 1e-4;

/// Python with Blender in it; `None`: there is none.
fn python() -> Option<Command> {
    let mut python = Command::new("python3");
    if let Some(place) = std::env::var_os("CASTVIEW_BPY") {
        python.env("PYTHONPATH", place);
    }
    let mut asked = Command::new("python3");
    asked.envs(python.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let has_blender = asked.args(["-c", "import bpy"]).output();
    has_blender.is_ok_and(|ran| ran.status.success()).then_some(python)
}

/// All vertices at each of these times, in world space.
fn shown(paths: &[PathBuf], arrangement: &Arrangement, secs: &[f64]) -> Vec<Vec<Vec3>> {
    let set = FileSet::open(paths, Beside::default()).expect("files of ours");
    let mut poser = Poser::new(set, arrangement).expect("they can be laid out");
    let at = |secs: &f64| {
        let poses = poser
            .evaluate(PoseTime::Seconds(*secs), Some(1), &mut Deformer::Cpu)
            .expect("they pose");
        let meshes = poses.models.iter().flat_map(|model| &model.meshes);
        meshes
            .flat_map(|mesh| mesh.positions.clone().expect("asked for"))
            .collect()
    };
    secs.iter().map(at).collect()
}

/// The same as Blender has them.
fn in_blender(path: &Path, secs: &[f64]) -> Option<Vec<Vec<Vec3>>> {
    let (script, out) = (path.with_extension("py"), path.with_extension("points"));
    std::fs::write(&script, include_str!("blender.py")).expect("a temporary folder");
    let mut python = python()?;
    python.args([&script, path, &out].map(|path| path.as_os_str()));
    let ran = python
        .args(secs.iter().map(f64::to_string))
        .output()
        .expect("it was started");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let bytes = std::fs::read(&out).expect("written by Blender");
    let mut words = bytes
        .chunks_exact(4)
        .map(|word| <[u8; 4]>::try_from(word).expect("four"));
    let next = |_: &f64| {
        let count = words.next().map_or(0, u32::from_le_bytes);
        let mut number = || f32::from_le_bytes(words.next().expect("as many as it says"));
        (0..count).map(|_| Vec3::new(number(), number(), number())).collect()
    };
    Some(secs.iter().map(next).collect())
}

/// How far the farthest of `points` is from its nearest among `others`; those farther than `most` are not told apart.
fn farthest(points: &[Vec3], others: &[Vec3], most: f32) -> f32 {
    let mut sorted = others.to_vec();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x));
    let nearest = |point: &Vec3| {
        let first = sorted.partition_point(|other| other.x < point.x - most);
        let near = sorted[first..].iter().take_while(|other| other.x <= point.x + most);
        near.map(|other| other.distance(*point)).fold(most, f32::min)
    };
    points.iter().map(nearest).fold(0.0, f32::max)
}

/// The outermost points along each axis.
fn outermost(points: &[Vec3]) -> Vec<Vec3> {
    let along = |axis: usize, sign: f32| {
        let order = |a: &&Vec3, b: &&Vec3| (sign * a[axis]).total_cmp(&(sign * b[axis]));
        points.iter().max_by(order).copied()
    };
    (0..6)
        .filter_map(|at| along(at / 2, if at % 2 == 0 { 1.0 } else { -1.0 }))
        .collect()
}

/// Times of keys of the clip that was written: the first, the last, and some between.
fn times(path: &Path) -> Vec<f64> {
    let scene = super::read(path);
    let clip = &scene.clips[0];
    let keys = clip
        .tracks
        .iter()
        .map(|track| &track.keys)
        .max_by_key(|keys| keys.len());
    let keys = keys.expect("the clip has keys");
    let last = keys.len() - 1;
    let secs = [0, last / 3, last * 2 / 3, last].map(|key| keys.frame(key) / clip.frames_per_second);
    secs.to_vec()
}

fn cases() -> Vec<(&'static str, Vec<PathBuf>, Arrangement, Folder)> {
    let mut cases = Vec::new();
    let mut add = |name: &'static str, files: &[&str], arrangement: Arrangement| {
        let folder = folder();
        let paths = files.iter().map(|file| folder.at(file)).collect();
        cases.push((name, paths, arrangement, folder));
    };
    let solved = Arrangement {
        rig: Some(true),
        ..playing("walk")
    };
    add("modes and shapes", &["man.cast", "walk.cast"], playing("walk"));
    add("IK", &["man.cast", "walk.cast"], solved.clone());
    add("constraints", &["led.cast", "walk.cast"], solved);
    let held = Arrangement {
        attachments: vec![AttachmentWish {
            model: "sword".into(),
            bone: "hand".into(),
        }],
        ..playing("walk")
    };
    add("attached", &["man.cast", "sword.cast", "walk.cast"], held);
    let worn = Arrangement {
        merges: vec![MergeWish {
            model: "glove".into(),
            leader: "man".into(),
        }],
        ..playing("walk")
    };
    add("merged", &["man.cast", "glove.cast", "walk.cast"], worn);
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let demo = ["demo.cast", "demo_idle.cast"].map(|name| assets.join(name));
    cases.push(("demo", demo.to_vec(), playing("0"), Folder::new()));
    if let Some(shared) = shared_assets() {
        for name in ["greenman", "Fox", "AnimatedMorphCube", "Mage", "RiggedSimple"] {
            let path = shared.join("gltf").join(format!("{name}.glb"));
            cases.push((name, vec![path], playing("0"), Folder::new()));
        }
    }
    cases
}

#[test]
fn vertices_in_blender_stand_where_those_of_the_sources_do() {
    if is_for_windows() || python().is_none() {
        eprintln!("skipped: no Python with Blender is here (pip install bpy)");
        return;
    }
    for (name, paths, arrangement, folder) in cases() {
        let to = folder.at("out.glb");
        let done = bake(&paths, &arrangement, BakedPart::Clips, &to);
        let times = times(&to);
        // glTF skins in one way; the written file is compared where a source skins in another, which is told.
        let skins_otherwise = done
            .losses
            .items()
            .iter()
            .any(|item| item.message.contains("dual-quaternion"));
        let wanted = match skins_otherwise {
            true => shown(std::slice::from_ref(&to), &playing("0"), &times),
            false => shown(&paths, &arrangement, &times),
        };
        let found = in_blender(&to, &times).expect("Blender was there before");
        let mut worst: f32 = 0.0;
        for (wanted, found) in wanted.iter().zip(&found) {
            let outer = outermost(wanted);
            let size = outer.iter().flat_map(|a| outer.iter().map(|b| a.distance(*b)));
            let size = size.fold(1e-6, f32::max);
            assert!(!found.is_empty(), "{name}: Blender shows nothing");
            // Blender leaves vertices out that no triangle has, so what it shows is looked for, and the outermost points the other way round.
            let off = farthest(found, wanted, 0.01 * size).max(farthest(&outer, found, 0.01 * size));
            worst = worst.max(off / size);
        }
        println!(
            "{name}: {} times, {} vertices, {worst:.1e} of the size",
            times.len(),
            found[0].len()
        );
        assert!(worst <= TOLERANCE, "{name}: {worst} of the size at most");
    }
}
