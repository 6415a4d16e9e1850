//! Scenes written in another format and read again: the same pictures at any time, and nothing lost in silence.

mod common;

#[path = "common/assets.rs"]
mod assets;
#[path = "common/everything.rs"]
mod everything;

use assets::shared_assets;
use castview::animation::{Layer, Motion, Pose, bind, evaluate};
use castview::core::MeshIndex;
use castview::deform::{Deformed, deform};
use castview::formats::{Request, import};
use castview::offline::{Converted, Target, Textures, convert};
use castview::scene::{Clip, Model, Scene, Skinning};
use common::rigs::Dice;
use glam::Vec3;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Of the model's size.
const TOLERANCE: f32 = 1e-5;
/// glTF counts seconds in f32: what a pose does within that much of a moment is not told apart.
const MOMENT_SECS: f64 = 2.5e-7;
const TIMES: usize = 10;

fn read(path: &Path) -> Scene {
    let bytes = std::fs::read(path).expect("a file that was written");
    let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
    import(bytes.into(), &Request::alone(&name))
        .expect("a file of ours")
        .scene
}

fn write(sources: &[PathBuf], target: Target, to: &Path) -> Converted {
    let stem = to.file_stem().expect("a name").to_string_lossy().into_owned();
    let done = convert(sources, target, Textures::Embedded, &stem).expect("readable sources");
    std::fs::write(to, &done.bytes).expect("a temporary folder");
    done
}

/// All vertices of the model at `secs` of the clip, in the file's own space.
fn posed(model: &Model, clip: Option<&Clip>, secs: f64) -> Vec<Vec3> {
    let mut pose = Pose::default();
    let binding = clip.map(|clip| bind(clip, model));
    let layers: Vec<Layer> = clip
        .zip(binding.as_ref())
        .map(|(clip, binding)| Layer::new(clip, binding, secs * clip.frames_per_second))
        .into_iter()
        .collect();
    let motion = Motion {
        layers: &layers,
        rig: None,
    };
    evaluate(model, motion, &mut pose);
    let mut all = Vec::new();
    for mesh in 0..model.meshes.len() {
        let mut out = Deformed::default();
        deform(model, MeshIndex::new(mesh), &pose, &[], &mut out);
        let placement = model.placement.affine();
        all.extend(
            out.positions
                .into_iter()
                .map(|position| placement.transform_point3(position)),
        );
    }
    all
}

fn size(model: &Model) -> f32 {
    let bounds = model.meshes.iter().map(|mesh| mesh.bounds);
    bounds.map(|bounds| bounds.diagonal()).fold(0.0, f32::max).max(1e-6)
}

/// Compares model by model and clip by clip, at rest and at random times.
fn assert_same(before: &Scene, after: &Scene, what: &str) {
    assert_eq!(before.models.len(), after.models.len(), "{what}");
    assert_eq!(before.clips.len(), after.clips.len(), "{what}");
    let mut dice = Dice::new(7);
    let clips = before.clips.iter().zip(&after.clips).map(|(a, b)| (Some(a), Some(b)));
    for (a_clip, b_clip) in std::iter::once((None, None)).chain(clips) {
        for (a, b) in before.models.iter().zip(&after.models) {
            for _ in 0..if a_clip.is_some() { TIMES } else { 1 } {
                let end = a_clip.map_or(0.0, |clip| clip.range.end / clip.frames_per_second);
                let secs = f64::from(dice.between(0.0, 1.1)) * end;
                let (wanted, got) = (posed(a, a_clip, secs), posed(b, b_clip, secs));
                assert_eq!(wanted.len(), got.len(), "{what}");
                let (earlier, later) = (
                    posed(a, a_clip, secs - MOMENT_SECS),
                    posed(a, a_clip, secs + MOMENT_SECS),
                );
                for vertex in 0..wanted.len() {
                    let error = wanted[vertex].distance(got[vertex]);
                    let allowed = TOLERANCE * size(a) + earlier[vertex].distance(later[vertex]);
                    assert!(
                        error <= allowed,
                        "{what}, {:?} at {secs} s, vertex {vertex}: {error} of {}",
                        a_clip.map(|clip| &clip.name),
                        size(a)
                    );
                }
            }
        }
    }
}

/// glTF has one way of skinning; what another way makes of a pose is lost, and reported.
fn linear(mut scene: Scene) -> Scene {
    let meshes = scene.models.iter_mut().flat_map(|model| &mut model.meshes);
    meshes.for_each(|mesh| mesh.skinning = Skinning::Linear);
    scene
}

/// Source → other → the source's format again.
fn round_trip(sources: &[PathBuf], first: Target) -> (Scene, Scene, Converted) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [one, two] = match first {
        Target::Cast => ["one.cast", "two.glb"],
        Target::Glb => ["one.glb", "two.cast"],
    }
    .map(|name| folder.path().join(name));
    let done = write(sources, first, &one);
    let second = match first {
        Target::Cast => Target::Glb,
        Target::Glb => Target::Cast,
    };
    write(std::slice::from_ref(&one), second, &two);
    (read(&one), read(&two), done)
}

fn everything_file() -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("convert_everything.cast");
    std::fs::write(&path, everything::everything()).expect("a temporary folder");
    path
}

#[test]
fn our_own_file_goes_there_and_back() {
    let path = everything_file();
    let before = linear(read(&path));
    let (glb, cast, done) = round_trip(&[path], Target::Glb);
    // In motion it scales bones whose children do not follow, which is lost.
    let at_rest = |scene: &Scene| Scene {
        clips: Vec::new(),
        ..scene.clone()
    };
    assert_same(&at_rest(&before), &at_rest(&glb), "cast → glb");
    assert_same(&glb, &cast, "glb → cast");
    let lost: Vec<&str> = done.losses.items().iter().map(|item| item.message.as_str()).collect();
    for word in [
        "IK handles",
        "constraints",
        "hair",
        "notifications",
        "dual-quaternion",
        "segment scale",
    ] {
        assert!(
            lost.iter().any(|line| line.contains(word)),
            "{word} is not reported: {lost:#?}"
        );
    }
}

#[test]
fn the_demo_goes_there_and_back() {
    let files =
        ["demo.cast", "demo_idle.cast"].map(|name| Path::new(env!("CARGO_MANIFEST_DIR")).join("assets").join(name));
    let (glb, cast, _) = round_trip(&files, Target::Glb);
    let mut before = linear(read(&files[0]));
    before.clips.extend(read(&files[1]).clips);
    assert_same(&before, &glb, "cast → glb");
    assert_same(&glb, &cast, "glb → cast");
}

#[test]
fn real_files_go_there_and_back() {
    let Some(folder) = shared_assets() else { return };
    for name in ["greenman", "Fox", "AnimatedMorphCube", "Mage", "RiggedSimple"] {
        let path = folder.join("gltf").join(format!("{name}.glb"));
        let before = read(&path);
        let (cast, glb, _) = round_trip(&[path], Target::Cast);
        assert_same(&before, &cast, &format!("{name}: glb → cast"));
        assert_same(&cast, &glb, &format!("{name}: cast → glb"));
    }
}

/// Prints each error the Khronos validator finds in the file whose path it is given. Images beside it are not looked at.
const VALIDATE: &str = "const v = require('gltf-validator'), fs = require('fs');
v.validateBytes(new Uint8Array(fs.readFileSync(process.argv[1])))
  .then(r => r.issues.messages.filter(m => m.severity === 0 && m.code !== 'IO_ERROR').forEach(m => console.log(m.code, m.pointer, m.message)))
  .catch(e => { console.error(e); process.exit(3); });";
const VALIDATOR: &str = "gltf-validator@2.0.0-dev.3.10";

/// A folder with the validator, installed on first use; else why there is none.
fn validator() -> Result<PathBuf, String> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("gltf_validator");
    let run = |program: &str, arguments: &[&str]| {
        let done = Command::new(program).args(arguments).output();
        let done = done.map_err(|error| format!("{program} cannot be run ({error})"))?;
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        done.status
            .success()
            .then_some(())
            .ok_or(format!("{program} failed: {said}"))
    };
    run("node", &["--version"])?;
    if !folder.join("node_modules/gltf-validator").is_dir() {
        let prefix = folder.to_str().ok_or("the target folder has no Unicode name")?;
        run(
            "npm",
            &["install", "--no-audit", "--no-fund", "--prefix", prefix, VALIDATOR],
        )?;
    }
    Ok(folder)
}

#[test]
fn the_khronos_validator_finds_no_error_in_what_we_write() {
    let folder = match validator() {
        Ok(folder) => folder,
        Err(reason) => {
            println!("SKIPPED: no glTF validator, {reason}");
            return;
        }
    };
    let mut sources = vec![
        everything_file(),
        Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo.cast"),
    ];
    if let Some(assets) = shared_assets() {
        for name in ["AnimatedMorphCube", "Mage", "RiggedSimple"] {
            sources.push(assets.join("gltf").join(format!("{name}.glb")));
        }
        let authored = std::fs::read_dir(assets.join("authored")).expect("a folder").flatten();
        sources.extend(
            authored
                .map(|entry| entry.path())
                .filter(|path| path.extension().is_some_and(|is| is == "cast")),
        );
    }
    sources.sort();
    let written = folder.join("written.glb");
    for source in sources {
        write(std::slice::from_ref(&source), Target::Glb, &written);
        let done = Command::new("node")
            .current_dir(&folder)
            .args(["-e", VALIDATE, written.to_str().expect("a Unicode name")])
            .output()
            .expect("node runs");
        let (errors, trouble) = (
            String::from_utf8_lossy(&done.stdout),
            String::from_utf8_lossy(&done.stderr),
        );
        assert!(done.status.success(), "{}: {trouble}", source.display());
        assert_eq!(errors, "", "{}", source.display());
    }
}
