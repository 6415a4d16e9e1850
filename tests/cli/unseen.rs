//! `render` says what was asked for and is not in the picture, as the files hold nothing for it.

use crate::gltf::Gltf;
use crate::render::{self, drawn};
use crate::views::eye;
use castview::formats::cast::{NodeDraft, NodeKind};
use castview_testkit::program::{Folder, Ran};
use serde_json::json;

/// A triangle and nothing else.
fn plain() -> Folder {
    let folder = Folder::new();
    let mesh = NodeDraft::new(NodeKind::Mesh)
        .vec3s("vp", &[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
        .uints("f", &[0, 1, 2]);
    folder.cast("plain.cast", [NodeDraft::new(NodeKind::Model).child(mesh)]);
    folder
}

const SMALL: &str = "--size 48x32 -o out.png";

/// The lines on standard error of a picture that is drawn all the same.
fn told(folder: &Folder, words: &str) -> Vec<String> {
    let Ran { code, stderr, .. } = folder.run(&format!("render {words} {SMALL} --allow-empty"));
    assert_eq!(code, 0, "{words}: {stderr}");
    let lines = stderr
        .lines()
        .map(|line| line.trim_start_matches("castview: ").to_owned());
    lines.collect()
}

#[test]
fn layers_that_have_nothing_to_show_say_why() {
    let folder = plain();
    if drawn(&folder, &format!("render plain.cast {SMALL}")).is_none() {
        return;
    }
    let none = "no bones are drawn: the files have none";
    for (words, wanted) in [
        ("--bones", none),
        ("--names", none),
        (
            "--fixtures",
            "no cameras, lights or other signs are drawn: the files have none",
        ),
        (
            "--file-lights",
            "the environment lights the picture: the files have no lights",
        ),
        (
            "--rig",
            "nothing is solved: the files have no IK handles and no constraints",
        ),
        ("--lod 2", "all is drawn: the files have no levels of detail"),
        ("--frame 3", "nothing moves at that time: no clip plays"),
        ("--time 0.5", "nothing moves at that time: no clip plays"),
    ] {
        assert_eq!(told(&folder, &format!("plain.cast {words}")), [wanted], "{words}");
    }
    // A clip by itself.
    let curve = NodeDraft::new(NodeKind::Curve)
        .string("nn", "hip")
        .string("kp", "tx")
        .string("m", "absolute")
        .uints("kb", &[0, 9])
        .floats("kv", &[0.0, 1.0]);
    folder.cast("run.cast", [NodeDraft::new(NodeKind::Animation).child(curve)]);
    assert_eq!(
        told(&folder, "run.cast"),
        [
            "the clip comes without a model and without bones: bones that its curves name stand in, with parents by their names"
        ]
    );
    folder.cast("empty.cast", [NodeDraft::new(NodeKind::Model)]);
    assert_eq!(
        told(&folder, "empty.cast"),
        ["the picture is empty: the models of the files hold nothing that can be drawn"]
    );
    for (scale, wanted) in [
        (1e20, "1e20 units across, and nothing larger than 5e18 can be drawn"),
        (1e-20, "1e-20 units across, and nothing smaller than 4e-7 can be drawn"),
    ] {
        let mesh = NodeDraft::new(NodeKind::Mesh)
            .vec3s("vp", &[[0.0; 3], [scale, 0.0, 0.0], [0.0, scale, 0.0]])
            .uints("f", &[0, 1, 2]);
        folder.cast("scaled.cast", [NodeDraft::new(NodeKind::Model).child(mesh)]);
        assert_eq!(
            told(&folder, "scaled.cast"),
            [format!("the picture is empty: the models are {wanted}")]
        );
    }
    folder.put("eye.glb", &eye().glb());
    let through = "no signs of cameras are drawn: the picture is what one of them sees";
    assert_eq!(told(&folder, "eye.glb --fixtures --view camera:eye"), [through]);
    assert!(told(&folder, "eye.glb --fixtures").is_empty());
    // An overlay that is off is not asked for, and boxes have a mesh.
    let quiet = "plain.cast --bones=off --fixtures=off --file-lights=off --rig=off --bounds --grid --xray";
    assert_eq!(told(&folder, quiet), [""; 0]);
}

#[test]
fn nodes_of_gltf_files_are_no_bones() {
    let folder = plain();
    let mut file = Gltf::new();
    let triangle = file.triangle();
    let mesh = file.mesh(triangle);
    file.json["nodes"] = json!([{"children": [1]}, {"mesh": mesh}]);
    folder.put("nodes.glb", &file.glb());
    if drawn(&folder, &format!("render nodes.glb {SMALL}")).is_none() {
        return;
    }
    let wanted = "no bones are drawn: none of the 2 nodes of the files is a bone of a skin";
    assert_eq!(told(&folder, "nodes.glb --bones --names"), [wanted]);
}

#[test]
fn modes_that_tell_nothing_say_why() {
    let folder = plain();
    if drawn(&folder, &format!("render plain.cast {SMALL}")).is_none() {
        return;
    }
    for (mode, why) in [
        ("clearcoat", "no material has the input clearcoat"),
        ("sheen-color", "no material has the input sheen color"),
        ("occlusion", "no material has the input occlusion"),
        ("normal-map", "no material has a normal map"),
        ("influences", "no mesh is skinned"),
        ("tangents", "no mesh has tangents"),
        ("uv:1", "no mesh has a UV layer 1"),
        ("colors", "no mesh has a layer 0 of vertex colors"),
        ("density", "no material has an image"),
    ] {
        let wanted = format!("{why}, so --mode tells nothing");
        assert_eq!(told(&folder, &format!("plain.cast --mode {mode}")), [wanted], "{mode}");
    }
    for mode in ["normals", "faces", "depth", "overdraw", "unlit", "matcap"] {
        assert_eq!(told(&folder, &format!("plain.cast --mode {mode}")), [""; 0], "{mode}");
    }
    for background in ["none", "ffffff", "blurred"] {
        let words = format!("plain.cast --mode overdraw --background {background}");
        let wanted = "the background is black: --mode overdraw counts surfaces from there";
        assert_eq!(told(&folder, &words), [wanted], "{background}");
    }
}

/// Overlays and modes for which the files have data are drawn without a message.
#[test]
fn what_is_there_is_shown_without_a_word() {
    let folder = render::folder();
    let words = "flag.cast wave.cast --bones --names --bounds --frame 3";
    if drawn(&folder, &format!("render {words} {SMALL}")).is_none() {
        return;
    }
    for mode in ["influences", "uv", "density", "base-color", "normal-map"] {
        let words = format!("render {words} --mode {mode} {SMALL}");
        folder.run(&words).fine();
    }
}

/// A script that makes pictures sees by the exit code that one of them shows nothing.
#[test]
fn a_picture_in_which_nothing_is_drawn_is_no_result() {
    let folder = plain();
    if drawn(&folder, &format!("render plain.cast {SMALL}")).is_none() {
        return;
    }
    let whole = std::fs::read(folder.at("plain.cast")).expect("written");
    // All of the file but the end of its only mesh: 0 of 1 mesh is here.
    folder.put("cut.cast", &whole[..whole.len() - 8]);
    folder.cast("flag.cast", [castview_testkit::program::model()]);
    folder.cast("empty.cast", [NodeDraft::new(NodeKind::Model)]);
    let bone = castview_testkit::program::bone("hip", -1, [0.0; 3]);
    let skeleton = NodeDraft::new(NodeKind::Skeleton).child(bone);
    folder.cast("bones.cast", [NodeDraft::new(NodeKind::Model).child(skeleton)]);
    let flat = NodeDraft::new(NodeKind::Mesh)
        .vec3s("vp", &[[0.0; 3], [1.0; 3], [2.0; 3]])
        .uints("f", &[0, 1, 2]);
    folder.cast("flat.cast", [NodeDraft::new(NodeKind::Model).child(flat)]);
    for words in [
        "cut.cast",
        "flat.cast",
        "empty.cast",
        "bones.cast",
        "bones.cast --grid",
        "flag.cast --hide quad",
    ] {
        let _ = std::fs::remove_file(folder.at("out.png"));
        let ran = folder.run(&format!("render {words} {SMALL}"));
        assert_eq!(ran.code, 2, "{words}: {}", ran.stderr);
        let last = ran.stderr.lines().last().unwrap_or_default();
        assert!(
            last.contains("nothing is drawn") && last.contains("--allow-empty"),
            "{words}: {last}"
        );
        assert!(!folder.at("out.png").exists(), "{words}");
        let ran = folder.run(&format!("render {words} {SMALL} --allow-empty"));
        assert_eq!(
            (ran.code, folder.at("out.png").exists()),
            (0, true),
            "{words}: {}",
            ran.stderr
        );
    }
    assert_eq!(folder.run(&format!("render bones.cast --bones {SMALL}")).code, 0);
}
