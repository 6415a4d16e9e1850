//! Names that would drive a terminal: no command prints them as they are.

use castview::formats::cast::{NodeDraft, NodeKind};
use castview_testkit::program::{Folder, Ran, bone, is_for_windows, model};
use serde_json::{Value, json};

/// Sets the title, rings, clears the screen by C1, deletes, turns the direction of text, and begins a line of its own.
const EVIL: &str = "x\u{1b}]0;evil\u{7}\u{9b}2J\u{7f}\u{202e}\u{2066}\u{85}\u{2028}\r\nFORGED\ty";

fn curve(target: &str, property: &str) -> NodeDraft {
    NodeDraft::new(NodeKind::Curve)
        .string("nn", target)
        .string("kp", property)
        .string("m", "relative")
        .uints("kb", &[0, 10])
        .floats("kv", &[0.0, 4.0])
}

/// Everything in it that can have a name has that one: the file itself, its model, bones, mesh, shape, material, texture, clip, notification,
/// author and instance.
fn evil() -> (Folder, String) {
    let folder = Folder::new();
    let mesh = NodeDraft::new(NodeKind::Mesh)
        .hash(5)
        .string("n", EVIL)
        .vec3s("vp", &[[0.0; 3], [2.0, 0.0, 0.0], [2.0, 2.0, f32::NAN]])
        .uints("f", &[0, 1, 2])
        .u64s("m", &[7]);
    let shape = NodeDraft::new(NodeKind::BlendShape)
        .string("n", EVIL)
        .u64s("b", &[5])
        .uints("vi", &[2])
        .vec3s("vp", &[[2.0, 2.0, 1.0]]);
    let material = NodeDraft::new(NodeKind::Material)
        .hash(7)
        .string("n", EVIL)
        .string("t", "pbr")
        .u64s("albedo", &[8])
        .u64s("normal", &[9])
        .children([
            NodeDraft::new(NodeKind::File).hash(8).string("p", EVIL),
            NodeDraft::new(NodeKind::File)
                .hash(9)
                .string("p", &format!("../{EVIL}.d/{EVIL}.png")),
        ]);
    let skeleton = NodeDraft::new(NodeKind::Skeleton)
        .child(bone(EVIL, -1, [0.0; 3]))
        .child(bone(&format!("{EVIL}2"), 0, [1.0, 0.0, 0.0]));
    let evil = NodeDraft::new(NodeKind::Model)
        .string("n", EVIL)
        .children([skeleton, material, mesh, shape]);
    let notification = NodeDraft::new(NodeKind::NotificationTrack)
        .string("n", EVIL)
        .uints("kb", &[5]);
    let clip = NodeDraft::new(NodeKind::Animation)
        .string("n", EVIL)
        .floats("fr", &[20.0])
        .child(curve(EVIL, "ty"))
        .child(curve(EVIL, EVIL))
        .child(notification);
    let metadata = NodeDraft::new(NodeKind::Metadata).string("a", EVIL).string("s", EVIL);
    let instance = NodeDraft::new(NodeKind::Instance).string("n", EVIL).u64s("rf", &[3]);
    let file = format!("{EVIL}.cast");
    folder.cast(
        &file,
        [
            metadata,
            evil,
            clip,
            instance,
            NodeDraft::new(NodeKind::File).hash(3).string("p", EVIL),
        ],
    );
    folder.put(format!("{EVIL}.txt.cast"), b"hello, I am plain text");
    let gltf = json!({
        "asset": {"version": "2.0", "generator": EVIL},
        "nodes": [{"name": EVIL, "extras": {(EVIL): EVIL}}, {"name": EVIL, "mesh": 99}],
        "scenes": [{"name": EVIL, "nodes": [0, 1]}, {"name": EVIL, "nodes": [0]}],
        "images": [{"uri": EVIL}],
        "textures": [{"source": 0}],
        "materials": [{"name": EVIL, "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
        "extensionsUsed": [EVIL],
    });
    folder.put(format!("{EVIL}.gltf"), gltf.to_string().as_bytes());
    folder.cast("flag.cast", [model()]);
    (folder, file)
}

#[track_caller]
fn is_clean(ran: &Ran, what: &str) {
    for printed in [&String::from_utf8_lossy(&ran.stdout), ran.stderr.as_str()] {
        let unseen = printed.chars().find(|c| castview::core::is_unseen(*c) && *c != '\n');
        assert_eq!(unseen, None, "{what}: {printed:?}");
        let forged = printed.lines().find(|line| line.starts_with("FORGED"));
        assert_eq!(forged, None, "{what}: {printed:?}");
    }
}

#[test]
fn no_command_prints_what_drives_a_terminal() {
    if is_for_windows() {
        eprintln!("skipped: Windows has no such names");
        return;
    }
    let (folder, file) = evil();
    let (gltf, text, nowhere) = (format!("{EVIL}.gltf"), format!("{EVIL}.txt.cast"), format!("{EVIL}/no"));
    let (gltf, text, nowhere, file) = (gltf.as_str(), text.as_str(), nowhere.as_str(), file.as_str());
    let renders = ["render", "flag.cast", file, "-o"];
    let mut calls: Vec<Vec<&str>> = Vec::new();
    for command in ["info", "validate", "dump"] {
        for one in [file, gltf, text, nowhere] {
            calls.extend([
                vec![command, one],
                vec![command, one, "--json"],
                vec![command, one, "--verbose"],
            ]);
        }
        calls.push(vec![command, file, "--import", EVIL]);
        calls.push(vec![command, gltf, "--import", "scene=nope"]);
    }
    for words in [
        &["validate", "--explain", file][..],
        &["explain-rule", EVIL],
        &["explain", "flag.cast", file, "--frame", "0", "--bone", EVIL],
        &["explain", "flag.cast", file, "--frame", "0", "--bone", "tip"],
        &["explain", "flag.cast", file, "--frame", "0", "--bone", "tip", "--json"],
        &["pose", file, "--frame", "0", "--vertices"],
        &["pose", file, "--frame", "0", "--clip", EVIL],
        &["pose", file, "--frame", "0", "--clip", "nope"],
        &["pose", file, "--frame", "0", "--vertex", EVIL],
        &["pose", file, "--frame", EVIL],
        &["curves", file],
        &["curves", file, "--csv"],
        &["curves", file, "--json"],
        &["curves", file, "--bone", "nope"],
        &["curves", file, "--bone", EVIL, "--clip", EVIL],
        &["curves", "flag.cast", "--clip", EVIL],
        &["convert", file, "-o", EVIL],
        &["convert", file, "-o", "out.glb"],
        &["convert", file, "-o", file],
        &["convert", file, "-o", "x\u{1b}[2J.glb"],
        &["convert", text, "-o", "out.glb"],
        &[&renders[..], &["a.png", "--size", "32x24"]].concat(),
        &[&renders[..], &["a.png", "--gpu", EVIL]].concat(),
        &[&renders[..], &[nowhere]].concat(),
        &[&renders[..], &[EVIL]].concat(),
        &[&renders[..], &["a.png", "--view-file", EVIL]].concat(),
        &[&renders[..], &["a.png", "--layer", EVIL]].concat(),
        &[&renders[..], &["a.png", "--hide", EVIL, "--blend", EVIL]].concat(),
        &[&renders[..], &["a.png", "--weights", EVIL]].concat(),
        &[&renders[..], &["a.png", "--view", EVIL]].concat(),
        &["diagnostics", "-o", nowhere],
        &[EVIL],
        &["--send", EVIL],
        &["--import", EVIL],
        &["--help", EVIL],
        &["info", "--help", EVIL],
        &["help", EVIL],
    ] {
        calls.push(words.to_vec());
    }
    for words in calls {
        let ran = folder.run_with(&words, &[]);
        is_clean(&ran, &format!("{words:?}"));
    }
    let mut renamed = std::process::Command::new("bash");
    renamed
        .args(["-c", "exec -a $'c\\e[2J' \"$0\" --help"])
        .arg(castview_testkit::program::command().get_program());
    let help = renamed.output().expect("bash runs");
    assert!(
        help.status.success() && !help.stdout.contains(&0x1b),
        "the help names the program by its own name"
    );
}

/// JSON writes them out in its own way: whoever parses it gets the name back.
#[test]
fn json_keeps_the_names_that_it_writes_out() {
    if is_for_windows() {
        return;
    }
    let (folder, file) = evil();
    let info = folder.run_with(["info", &file, "--json"], &[]).json().remove(0);
    let [model, clip] = ["models", "clips"].map(|list| info[list][0].clone());
    for name in [
        &info["path"],
        &model["name"],
        &model["bones"][0]["name"],
        &model["meshes"][0]["name"],
        &clip["name"],
    ] {
        let name = name.as_str().map(|name| name.strip_suffix(".cast").unwrap_or(name));
        assert_eq!(name, Some(EVIL));
    }
    let pose = folder.run_with(["pose", &file, "--frame", "0"], &[]).json().remove(0);
    assert_eq!(pose["frames"][0]["models"][0]["bones"][0]["name"], Value::from(EVIL));
}
