//! Broken files through the built program: `validate`, `info` and `render` answer each within memory, with a report or one
//! line, never with a panic.
//!
//! 300 files through each command; without `REQUIRE_GPU=1`, which continuous integration sets, only 60 of them are drawn, and a third of
//! them where a run takes samples.
//! Memory is the highest that `/proc` showed while the program ran, so on Linux only. Time is told and not judged; only a run
//! that hangs for minutes fails.

use castview_testkit::assets;
use castview_testkit::everything;
use castview_testkit::gpu;
use castview_testkit::measured;
use castview_testkit::multiplying;
use castview_testkit::mutate;
use castview_testkit::program;
use castview_testkit::sample;

use castview::formats::cast::{NodeDraft, NodeKind, write};
use measured::{Measured, PATIENCE};
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Files through each command.
const FILES: usize = 300;
/// Files among them that are drawn where no adapter is promised.
const FEW: usize = 60;
/// Bytes of one run beyond those for an empty file: this many times the file's size, and so much more.
const TIMES: u64 = 8;
const PLUS: u64 = 100 << 20;
/// Commands of [`run`] with the format they write.
const TO_GLB: &str = "convert to glb";
const TO_CAST: &str = "convert to cast";
const PLUS_DRAWN: u64 = 200 << 20;

#[test]
fn broken_files_get_an_answer() {
    let folder = program::Folder::new();
    folder.put("empty.cast", &write(&[]));
    let files = broken_files();
    assert!(files.len() >= FILES, "{} files", files.len());
    let paths: Vec<PathBuf> = files
        .iter()
        .enumerate()
        .map(|(index, (_, bytes))| {
            let name = format!("{index}.cast");
            folder.put(&name, bytes);
            folder.at(name)
        })
        .collect();
    for (command, plus) in [("validate", PLUS), ("info", PLUS), ("render", PLUS_DRAWN)] {
        // A program that ends before it was looked at has told nothing of its memory: an empty file may be that fast.
        let empty = || run(&folder, command, &folder.at("empty.cast"));
        let empty = std::iter::repeat_with(empty).take(100).find(|empty| empty.memory > 0);
        let empty = empty.expect("one of a hundred runs is seen");
        if command == "render" && empty.stderr.contains("No graphics adapter") {
            assert!(!requires_gpu(), "REQUIRE_GPU=1, but: {}", empty.stderr);
            eprintln!("skipped: {}", empty.stderr);
            return;
        }
        assert_eq!(empty.code, Some(0), "{command}: {}", empty.stderr);
        let all: Vec<usize> = (0..files.len()).collect();
        let looked_at = match command {
            "render" if !requires_gpu() => all.into_iter().step_by(files.len() / FEW).collect(),
            "render" => sample::drawn(all, 3),
            _ => all,
        };
        let failures = Mutex::new(Vec::new());
        let worst = Mutex::new((0.0f64, 0u64));
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
                scope.spawn(|| {
                    while let Some(&index) = looked_at.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let (name, bytes) = &files[index];
                        let ran = run(&folder, command, &paths[index]);
                        let (seconds, memory) = (ran.seconds - empty.seconds, ran.memory.saturating_sub(empty.memory));
                        {
                            let mut worst = worst.lock().expect("nobody panics with it");
                            *worst = (worst.0.max(seconds), worst.1.max(memory));
                        }
                        let most = bytes.len() as u64 * TIMES + plus;
                        if let Some(complaint) = complaint(command, &ran, memory, most) {
                            failures
                                .lock()
                                .expect("nobody panics with it")
                                .push(format!("{command} {name}: {complaint}"));
                        }
                    }
                });
            }
        });
        let (seconds, memory) = worst.into_inner().expect("nobody panicked with it");
        println!(
            "{command}: {} files; at most {seconds:.2} s and {:.1} MB above an empty file ({:.2} s, {:.1} MB)",
            looked_at.len(),
            memory as f64 / 1e6,
            empty.seconds,
            empty.memory as f64 / 1e6,
        );
        let failures = failures.into_inner().expect("nobody panicked with it");
        assert!(
            failures.is_empty(),
            "{} failures:\n{}",
            failures.len(),
            failures.join("\n")
        );
    }
}

fn requires_gpu() -> bool {
    std::env::var("REQUIRE_GPU").is_ok_and(|value| value == "1")
}

/// Says what is wrong with a run, if anything.
fn complaint(command: &str, ran: &Measured, memory: u64, most: u64) -> Option<String> {
    let codes: &[i32] = if command == "validate" { &[0, 1, 2] } else { &[0, 2] };
    let one_line = ran.stderr.lines().count() == 1 && ran.stderr.starts_with("castview: ");
    if ran.hung {
        return Some(format!("no end within {PATIENCE:?}"));
    }
    match ran.code {
        Some(code) if !codes.contains(&code) => return Some(format!("exit code {code}: {}", ran.stderr)),
        None => return Some(format!("killed by a signal: {}", ran.stderr)),
        Some(2) if !one_line => return Some(format!("not one line: {:?}", ran.stderr)),
        _ => {}
    }
    if ran.stderr.contains("mistake") || ran.stderr.contains("panicked") {
        return Some(ran.stderr.clone());
    }
    let good = match command {
        "render" => ran.stdout.starts_with(b"\x89PNG"),
        _ => serde_json::from_slice::<serde_json::Value>(&ran.stdout).is_ok(),
    };
    if ran.code != Some(2) && !good {
        return Some(format!(
            "{} bytes of output that are not what was promised",
            ran.stdout.len()
        ));
    }
    (memory > most).then(|| format!("{:.1} MB, allowed are {:.1}", memory as f64 / 1e6, most as f64 / 1e6))
}

/// A file of a million empty models, 24 bytes each.
#[test]
fn a_million_empty_models_are_listed_and_posed_in_proportion() {
    let folder = program::Folder::new();
    let models = (0..1_000_000).map(|_| NodeDraft::new(NodeKind::Model));
    let bytes = write(&[NodeDraft::new(NodeKind::Root).children(models)]);
    folder.put("models.cast", &bytes);
    for command in ["info", "pose"] {
        stays_in_proportion(&folder, command, "models.cast", bytes.len());
    }
}

/// Bones of 24 bytes, which have no name and no place of their own: alone, and with a mesh that three of them move.
#[test]
fn many_bones_are_listed_and_posed_in_proportion() {
    const BONES: u32 = 1_000_000;
    let folder = program::Folder::new();
    let mesh = NodeDraft::new(NodeKind::Mesh)
        .vec3s("vp", &[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
        .u8s("f", &[0, 1, 2])
        .u32s("wb", &[0, 5, BONES - 1])
        .floats("wv", &[1.0; 3])
        .u8s("mi", &[1]);
    for meshes in [vec![], vec![mesh]] {
        let is_skinned = !meshes.is_empty();
        let bones = (0..BONES).map(|_| NodeDraft::new(NodeKind::Bone));
        let skeleton = NodeDraft::new(NodeKind::Skeleton).children(bones);
        let model = NodeDraft::new(NodeKind::Model).child(skeleton).children(meshes);
        let bytes = write(&[NodeDraft::new(NodeKind::Root).child(model)]);
        folder.put("bones.cast", &bytes);
        // The pose of the bones alone is less than that with a mesh, and takes long to write.
        let commands = if is_skinned {
            &["info", "validate", "pose", TO_GLB, TO_CAST][..]
        } else {
            &["info", "validate", TO_GLB, "render"]
        };
        for command in commands {
            stays_in_proportion(&folder, command, "bones.cast", bytes.len());
        }
    }
}

/// A curve with one key for each of three properties of many bones: each becomes a channel of its own.
#[test]
fn many_curves_are_converted_in_proportion() {
    const BONES: usize = 60_000;
    let folder = program::Folder::new();
    let name = |bone: usize| format!("b{bone}");
    let bones = (0..BONES).map(|bone| NodeDraft::new(NodeKind::Bone).string("n", &name(bone)));
    let curve = |bone: usize, property: &str| {
        let curve = NodeDraft::new(NodeKind::Curve)
            .string("nn", &name(bone))
            .string("kp", property)
            .u8s("kb", &[0]);
        match property {
            "rq" => curve.vec4s("kv", &[[0.0, 0.0, 0.0, 1.0]]),
            _ => curve.floats("kv", &[1.5]),
        }
    };
    let curves = (0..BONES).flat_map(|bone| ["tx", "sy", "rq"].map(|property| curve(bone, property)));
    let skeleton = NodeDraft::new(NodeKind::Skeleton).children(bones);
    let model = NodeDraft::new(NodeKind::Model).child(skeleton);
    let clip = NodeDraft::new(NodeKind::Animation)
        .floats("fr", &[30.0])
        .children(curves);
    let bytes = write(&[NodeDraft::new(NodeKind::Root).child(model).child(clip)]);
    folder.put("curves.cast", &bytes);
    for target in [TO_CAST, TO_GLB] {
        stays_in_proportion(&folder, target, "curves.cast", bytes.len());
    }
}

/// Each skin lists the same thousand joints, which are held once, or lists them in an order of its own: then some find no room.
#[test]
fn skins_of_many_joints_are_listed_and_posed_in_proportion() {
    const JOINTS: usize = 1000;
    const SKINS: usize = 2500;
    let folder = program::Folder::new();
    let mut nodes = vec![serde_json::json!({}); JOINTS];
    nodes.extend((0..SKINS).map(|skin| serde_json::json!({"mesh": 0, "skin": skin})));
    let attributes = serde_json::json!({"POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2});
    let accessor =
        |component: u32, kind: &str| serde_json::json!({"componentType": component, "type": kind, "count": 3});
    for differ in [false, true] {
        let skin = |skin: usize| {
            // From another joint on, with another step.
            let (first, step) = if differ { (skin, 1 + skin / JOINTS) } else { (0, 1) };
            let joints = (0..JOINTS).map(|joint| (first + joint * step) % JOINTS);
            serde_json::json!({"joints": joints.collect::<Vec<_>>()})
        };
        let text = serde_json::json!({
            "asset": {"version": "2.0"},
            "scenes": [{"nodes": (0..nodes.len()).collect::<Vec<_>>()}],
            "nodes": nodes,
            "skins": (0..SKINS).map(skin).collect::<Vec<_>>(),
            "meshes": [{"primitives": [{"attributes": attributes}]}],
            "accessors": [accessor(5126, "VEC3"), accessor(5121, "VEC4"), accessor(5126, "VEC4")],
        });
        let text = text.to_string();
        folder.put("skins.gltf", text.as_bytes());
        for command in ["info", "validate", "pose", "dump"] {
            let ran = stays_in_proportion(&folder, command, "skins.gltf", text.len());
            if command == "validate" {
                let told = String::from_utf8_lossy(&ran.stdout);
                assert_eq!(told.contains("the rest is left out"), differ, "{told}");
            }
        }
    }
}

#[track_caller]
fn stays_in_proportion(folder: &program::Folder, command: &str, file: &str, bytes: usize) -> Measured {
    let ran = run(folder, command, &folder.at(file));
    if command == "render" && ran.stderr.contains("No graphics adapter") {
        assert!(!requires_gpu(), "REQUIRE_GPU=1, but: {}", ran.stderr);
        return ran;
    }
    let answers = matches!(ran.code, Some(0 | 1));
    assert!(answers, "{command}: {:?}: {}", ran.code, ran.stderr);
    // The program itself takes some, and with a driver more.
    let most = TIMES * bytes as u64
        + match command {
            "render" => PLUS_DRAWN + (160 << 20),
            _ => PLUS + (32 << 20),
        };
    assert!(
        ran.memory <= most,
        "{command}: {} bytes, {most} are allowed",
        ran.memory
    );
    ran
}

/// Elements of three bytes, and trees of values: nothing that is kept of them grows beyond the bound for whole files.
#[test]
fn json_of_many_small_things_takes_memory_in_proportion() {
    let folder = program::Folder::new();
    let list = |list: &str, element: &str, count: usize| format!("\"{list}\":[{}]", vec![element; count].join(","));
    let deep = format!("{}{}", "[".repeat(100), "]".repeat(100));
    for (name, body, refused) in [
        ("materials", list("materials", "{}", 330_000), Some("330000 materials")),
        (
            "materials with maps",
            list("materials", "{\"normalTexture\":{}}", 120_000),
            Some("120000 materials"),
        ),
        ("nodes", list("nodes", "{}", 330_000), Some("330000 nodes")),
        ("nodes without their mesh", list("nodes", "{\"mesh\":7}", 272_000), None),
        ("nodes of one name", list("nodes", "{\"name\":\"a\"}", 230_000), None),
        ("fewer materials", list("materials", "{}", 100_000), None),
        (
            "animations",
            list("animations", "{}", 660_000),
            Some("660000 animations"),
        ),
        (
            "lists in extras",
            list("extras", &deep, 15_000),
            Some("lists and objects"),
        ),
        (
            "objects in extras",
            list("extras", "{\"a\":0}", 375_000),
            Some("lists and objects"),
        ),
        ("numbers in extras", list("extras", "0", 1_500_000), None),
        (
            "keys that stand twice",
            list("nodes", "{\"name\":0,\"name\":\"\"}", 200_000),
            Some("lists and objects"),
        ),
    ] {
        let text = format!("{{\"asset\":{{\"version\":\"2.0\"}},{body}}}");
        folder.put("many.gltf", text.as_bytes());
        for command in ["info", "validate"] {
            let ran = run(&folder, command, &folder.at("many.gltf"));
            let most = TIMES * text.len() as u64 + PLUS + (32 << 20);
            assert!(
                ran.memory <= most,
                "{command} {name}: {} bytes, {most} are allowed",
                ran.memory
            );
            match refused {
                Some(what) => assert!(
                    ran.code == Some(2) && ran.stderr.contains(what),
                    "{name}: {}",
                    ran.stderr
                ),
                None => assert_eq!(ran.stderr, "", "{command} {name}"),
            }
        }
    }
}

fn run(folder: &program::Folder, command: &str, file: &std::path::Path) -> Measured {
    let mut program = folder.command();
    let mut words = command.split(" to ");
    let (command, ending) = (words.next().unwrap_or_default(), words.next());
    program.arg(command).arg(file);
    match command {
        "render" => program.args(["-o", "-", "--size", "48x32", "--allow-empty"]),
        "pose" => program.args(["--time", "0"]),
        "convert" => program
            .arg("-o")
            .arg(folder.at(format!("out.{}", ending.unwrap_or_default()))),
        _ => program.arg("--json"),
    };
    measured::run(program)
}

/// [`FILES`] broken files, spread over the fixtures and over the kinds of damage.
fn broken_files() -> Vec<(String, Vec<u8>)> {
    let fixtures = fixtures();
    let each = FILES.div_ceil(fixtures.len());
    let mut seen = HashSet::new();
    let mut out = Vec::new();
    for (index, (name, file)) in fixtures.iter().enumerate() {
        let mutants = mutate::mutants(file, 1, (each * 2).max(120));
        // Another start for each fixture: the first of a list are always the same kinds.
        let order = (0..mutants.len()).map(|i| (i * 37 + index * 11) % mutants.len());
        let fresh = order
            .filter(|&i| seen.insert(mutants[i].bytes.clone()))
            .take(each)
            .collect::<Vec<_>>();
        out.extend(
            fresh
                .into_iter()
                .map(|i| (format!("{name}: {} ({i})", mutants[i].kind), mutants[i].bytes.clone())),
        );
    }
    out.truncate(FILES);
    out
}

/// Good files: those built in code, then those of the shared folder where it is there.
fn fixtures() -> Vec<(String, Vec<u8>)> {
    let root = |nodes: Vec<NodeDraft>| write(&[NodeDraft::new(NodeKind::Root).children(nodes)]);
    let mut all = vec![
        ("everything".into(), everything::everything()),
        ("flag".into(), root(vec![program::model()])),
        (
            "flag and wave".into(),
            root(vec![program::model(), program::clip("wave")]),
        ),
    ];
    let Some(assets) = assets::shared_assets() else {
        return all;
    };
    for folder in ["models", "authored"] {
        let mut paths: Vec<PathBuf> = std::fs::read_dir(assets.join(folder))
            .expect("a folder of shared assets")
            .map(|entry| entry.expect("a folder entry").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "cast"))
            .collect();
        paths.sort();
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            all.push((name, std::fs::read(&path).expect("a shared asset")));
        }
    }
    all
}

/// Each file through the built program: a picture, one line where it is reduced, and memory within the budget.
#[test]
fn greedy_files_are_drawn_within_memory() {
    let Some(_) = gpu::context() else { return };
    let folder = program::Folder::new();
    for (name, bytes) in multiplying::nested(7, 20, 400) {
        folder.put(&name, &bytes);
    }
    for (name, bytes) in [
        ("skin.glb", multiplying::nodes_on_one_skin(5000, 64)),
        ("apart.glb", multiplying::nodes_on_one_mesh(50_000, true)),
        ("together.glb", multiplying::nodes_on_one_mesh(50_000, false)),
        ("primitives.glb", multiplying::primitives(100_000)),
        ("geometries.Shape", multiplying::shape(257, 255, false)),
        ("far.Shape", multiplying::shape(257, 255, true)),
    ] {
        folder.put(name, &bytes);
    }
    // Name, whether it is drawn in part, and the most bytes.
    let mut failures = Vec::new();
    for (name, reduced, most) in [
        ("skin.glb", false, 600 << 20),
        ("together.glb", false, 1 << 30),
        ("apart.glb", true, 2 << 30),
        ("primitives.glb", false, 1 << 30),
        ("geometries.Shape", false, 1 << 30),
        ("far.Shape", false, 1 << 30),
        ("0.cast", true, 2 << 30),
    ] {
        let mut command = folder.command();
        command.args(["render", name, "-o", "out.png", "--size", "64x64"]);
        let ran = measured::run(command);
        println!(
            "{name}: {:.0} MB, {:.1} s of the processor",
            ran.memory as f64 / 1e6,
            ran.seconds
        );
        let tells = |line: &&str| line.contains("Shows ") || line.contains("its instances are too many");
        let tells = ran.stderr.lines().filter(tells).count();
        if ran.code != Some(0) || tells != usize::from(reduced) || ran.memory > most {
            failures.push(format!("{name}: {:?}, {} bytes: {}", ran.code, ran.memory, ran.stderr));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
