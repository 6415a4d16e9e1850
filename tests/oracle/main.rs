//! The program against reference values: stored structure, and Blender's own skinning.
//!
//! A few cases are beside this file (`cases/README.md`); all others are in the shared folder, and are skipped, loudly, where that is
//! absent.

mod reports;

use castview_testkit::assets::shared_assets;
use castview_testkit::program::Folder;
use glam::DVec3;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The cases of the repository itself.
fn own_cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracle/cases")
}

fn json(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).expect("the folder holds it");
    serde_json::from_str(&text).expect("valid JSON")
}

fn words<'a>(words: &[&'a str]) -> Vec<&'a str> {
    words.to_vec()
}

/// Nodes as `structure.json` lists them: depth, id, hash, and of each name the last property, by name.
type Stored = (u64, String, u64, Vec<(String, String, u64, u64)>);

fn last_of_each_name(mut properties: Vec<(String, String, u64, u64)>) -> Vec<(String, String, u64, u64)> {
    let names: Vec<String> = properties.iter().map(|property| property.0.clone()).collect();
    let mut position = 0;
    properties.retain(|property| {
        position += 1;
        !names[position..].contains(&property.0)
    });
    properties.sort();
    properties
}

fn hex(value: &Value) -> u64 {
    u64::from_str_radix(value.as_str().expect("a text"), 16).expect("hexadecimal")
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a whole number")
}

fn flatten(node: &Value, depth: u64, out: &mut Vec<Stored>) {
    let properties = node["properties"].as_array().expect("a list").iter();
    let properties = properties.map(|p| {
        (
            text(&p["name"]),
            text(&p["type"]),
            number(&p["count"]),
            hex(&p["crc32"]),
        )
    });
    out.push((
        depth,
        text(&node["id"]),
        hex(&node["hash"]),
        last_of_each_name(properties.collect()),
    ));
    for child in node["children"].as_array().expect("a list") {
        flatten(child, depth + 1, out);
    }
}

#[test]
fn dump_agrees_with_the_reference_reader() {
    let Some(assets) = shared_assets() else {
        return;
    };
    let folder = Folder::new();
    let structure = json(&assets.join("structure.json"));
    let mut count = 0;
    for (file, stored) in structure.as_object().expect("files by path") {
        let path = assets.join(file);
        let dump = folder
            .run_with(words(&["dump", "--json", path.to_str().expect("Unicode")]), &[])
            .fine();
        let mut got = Vec::new();
        for root in dump.json()[0]["roots"].as_array().expect("a list") {
            flatten(root, 0, &mut got);
        }
        let vector = |word: &str| match word {
            "2v" => "v2".to_owned(),
            "3v" => "v3".to_owned(),
            "4v" => "v4".to_owned(),
            other => other.to_owned(),
        };
        let wanted: Vec<Stored> = stored["nodes"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|node| {
                let properties = node[3].as_array().expect("a list").iter();
                let properties = properties.map(|p| (text(&p[0]), vector(&text(&p[1])), number(&p[2]), number(&p[3])));
                (
                    number(&node[0]),
                    text(&node[1]),
                    number(&node[2]),
                    last_of_each_name(properties.collect()),
                )
            })
            .collect();
        assert_eq!(got, wanted, "{file}");
        count += 1;
    }
    assert!(count > 50, "{count} files");
}

/// One comparison: the files, the frames to ask for, and the reference frames.
struct Run<'a> {
    files: Vec<String>,
    frames: Vec<&'a str>,
}

/// Cases whose `compare` says that the numbers hold: Blender's own, or those of the format's description; with the rig on those
/// that Maya's constraints agree with, and chains by their ends.
fn check_pose(deform: &str) {
    if deform == "gpu" && castview_testkit::gpu::context().is_none() {
        return;
    }
    assert_eq!(check_cases(&own_cases(), deform), [7, 1, 1], "cases of the repository");
    if let Some(assets) = shared_assets() {
        let counts = check_cases(&assets, deform);
        assert!(counts[0] > 30 && counts[1] == 4 && counts[2] == 2, "{counts:?} cases");
    }
}

/// Holds the program to all cases in `assets`; how many there are: of all that is posed, of constraints, of chains.
fn check_cases(assets: &Path, deform: &str) -> [usize; 3] {
    let mut cases: Vec<PathBuf> = std::fs::read_dir(assets.join("oracle"))
        .expect("the folder holds it")
        .map(|entry| entry.expect("readable").path())
        .collect();
    cases.sort();
    let mut counts = [0; 3];
    for case in &cases {
        let case = json(case);
        let flags = ["--deform", deform];
        let rigged = ["--deform", deform, "--rig"];
        let (counted, wanted, flags, check): (_, _, &[&str], Check) = match case["compare"].as_str() {
            Some("all") => (0, &case["frames"], &flags, everything),
            Some("spec") => (0, &case["frames_spec"], &flags, everything),
            Some("maya") => (1, &case["frames"], &rigged, as_maya),
            Some("chain_end") => (2, &case["frames"], &rigged, chain_end),
            _ => continue,
        };
        check_case(assets, &case, wanted, flags, check);
        counts[counted] += 1;
    }
    counts
}

/// Panics where `got`, a frame that the program posed, is too far from `wanted`.
type Check = fn(case: &Value, name: &str, wanted: &Value, got: &Value);

/// Vertices and bones, within the reference's own noise.
fn everything(case: &Value, name: &str, wanted: &Value, got: &Value) {
    let noise = &case["spec_diff"];
    let size = noise["size"].as_f64().unwrap_or(1.0);
    let tolerance = |what: &str| (2e-4 * size).max(3.0 * noise[what].as_f64().unwrap_or(0.0));
    within(case, name, wanted, got, [tolerance("verts"), tolerance("bones")]);
}

/// The same where `spec_diff` says how far the rig moved things, not how noisy the reference is.
fn as_maya(case: &Value, name: &str, wanted: &Value, got: &Value) {
    let size = case["spec_diff"]["size"].as_f64().expect("a number");
    within(case, name, wanted, got, [2e-4 * size; 2]);
}

fn within(case: &Value, name: &str, wanted: &Value, got: &Value, [vertices, bones]: [f64; 2]) {
    let far = furthest(case, wanted, got);
    assert!(
        far.0 <= vertices && far.1 <= bones,
        "{} frame {name}: vertices {:e}, bones {:e} off",
        case["case"],
        far.0,
        far.1
    );
}

/// The foot stands on the goal while it is in reach, else the leg is straight and points at it; the reference's solver aims
/// with the tail of a bone 0.0025 long, and stops a little before. The knee stays on its pole's side, where the reference has it wherever it fell.
fn chain_end(case: &Value, name: &str, wanted: &Value, got: &Value) {
    let bones = got["models"][0]["bones"].as_array().expect("a list");
    let place = |bone: &str| {
        let found = bones
            .iter()
            .find(|candidate| candidate["name"] == bone)
            .expect("the bone is there");
        DVec3::from_array([12, 13, 14].map(|i| found["world"][i].as_f64().expect("a number")))
    };
    let [thigh, shin, foot, goal, pole] = ["thigh", "shin", "foot", "goal", "pole"].map(place);
    let reach = thigh.distance(shin) + shin.distance(foot);
    let line = (goal - thigh).normalize();
    let target = thigh + line * goal.distance(thigh).min(reach);
    let place = format!("{} frame {name}", case["case"]);
    assert!(foot.distance(target) < 1e-4, "{place}: the foot stands at {foot}");
    if goal.distance(thigh) < reach {
        let across = |p: DVec3| (p - thigh).reject_from_normalized(line).normalize();
        assert!(
            across(shin).distance(across(pole)) < 1e-3,
            "{place}: the knee points to {shin}"
        );
        let names = case["bones"].as_array().expect("a list");
        let at = names
            .iter()
            .position(|bone| bone["name"] == "foot")
            .expect("the foot is listed");
        let theirs = &wanted["bone"][at];
        let theirs = DVec3::from_array([3, 7, 11].map(|i| theirs[i].as_f64().expect("a number")));
        assert!(
            foot.distance(theirs) < 2.8e-3,
            "{place}: {foot}, the reference has {theirs}"
        );
    }
}

fn check_case(assets: &Path, case: &Value, wanted: &Value, flags: &[&str], check: Check) {
    let file = |value: &Value| {
        value
            .as_str()
            .map(|name| assets.join(name).to_string_lossy().into_owned())
    };
    let model = file(&case["model"]).expect("every case has a model");
    let animation = file(&case["anim_file"]);
    let reference = wanted.as_object().expect("frames by name");
    let frames: Vec<&str> = reference
        .keys()
        .map(String::as_str)
        .filter(|name| *name != "rest")
        .collect();
    let mut runs = Vec::new();
    if let (Some(animation), false) = (animation, frames.is_empty()) {
        runs.push(Run {
            files: vec![model.clone(), animation],
            frames,
        });
    }
    if reference.contains_key("rest") {
        runs.push(Run {
            files: vec![model],
            frames: vec!["rest"],
        });
    }
    for run in &runs {
        let asked = run.frames.join(",").replace("rest", "0");
        let mut words: Vec<&str> = vec!["pose", "--frame", &asked, "--vertices", "--json"];
        words.extend(flags);
        words.extend(run.files.iter().map(String::as_str));
        let pose = Folder::new().run_with(words, &[]).fine().json().remove(0);
        for (name, got) in run.frames.iter().zip(pose["frames"].as_array().expect("a list")) {
            check(case, name, &reference[*name], got);
        }
    }
}

/// The largest distance of a vertex, and of a bone's position along one axis.
fn furthest(case: &Value, wanted: &Value, got: &Value) -> (f64, f64) {
    let list = |value: &Value| value.as_array().expect("a list").clone();
    let mut far = (0.0f64, 0.0f64);
    for (mesh, wanted) in list(&case["meshes"]).iter().zip(list(&wanted["mesh"])) {
        let model = &got["models"][number(&mesh["model"]) as usize];
        let positions = &model["meshes"][number(&mesh["mesh"]) as usize]["positions"];
        for (vertex, wanted) in list(&mesh["index"])
            .iter()
            .zip(list(&wanted))
            .filter(|(_, wanted)| !wanted.is_null())
        {
            let position = &positions[number(vertex) as usize];
            let off: f64 = (0..3)
                .map(|axis| {
                    (position[axis].as_f64().expect("a number") - wanted[axis].as_f64().expect("a number")).powi(2)
                })
                .sum();
            far.0 = far.0.max(off.sqrt());
        }
    }
    for (bone, wanted) in list(&case["bones"])
        .iter()
        .zip(list(&wanted["bone"]))
        .filter(|(_, wanted)| !wanted.is_null())
    {
        let model = &got["models"][bone["model"].as_u64().unwrap_or(0) as usize];
        let bones = list(&model["bones"]);
        let found = bones
            .iter()
            .find(|candidate| candidate["name"] == bone["name"])
            .expect("the bone is there");
        for axis in 0..3 {
            let (got, wanted) = (&found["world"][12 + axis], &wanted[4 * axis + 3]);
            far.1 = far
                .1
                .max((got.as_f64().expect("a number") - wanted.as_f64().expect("a number")).abs());
        }
    }
    far
}

#[test]
fn pose_agrees_with_blender_on_the_cpu() {
    check_pose("cpu");
}

#[test]
fn pose_agrees_with_blender_on_the_gpu() {
    check_pose("gpu");
}

#[test]
fn every_shared_file_opens() {
    let Some(assets) = shared_assets() else {
        return;
    };
    let folder = Folder::new();
    let structure = json(&assets.join("structure.json"));
    for file in structure.as_object().expect("files by path").keys() {
        let path = assets.join(file).to_string_lossy().into_owned();
        folder.run_with(words(&["info", &path]), &[]).fine();
        folder
            .run_with(words(&["pose", &path, "--frame", "0,3.5", "--vertices"]), &[])
            .fine();
    }
}
