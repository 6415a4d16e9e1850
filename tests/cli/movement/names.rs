//! How names of clips meet names of models, in every command: what is told, and what can be switched off.

use castview::formats::cast::{NodeDraft, NodeKind, write};
use castview_testkit::gltf::Gltf;
use castview_testkit::program::{Folder, Ran, bone};
use serde_json::{Value, json};

/// A clip that moves the bone `name` along x from 0 to 1 within 30 frames.
fn slide(name: &str) -> NodeDraft {
    let curve = NodeDraft::new(NodeKind::Curve)
        .string("nn", name)
        .string("kp", "tx")
        .string("m", "absolute")
        .uints("kb", &[0, 30])
        .floats("kv", &[0.0, 1.0]);
    NodeDraft::new(NodeKind::Animation)
        .string("n", "slide")
        .floats("fr", &[30.0])
        .child(curve)
}

/// Where bones that are called so stand along x, from their parents, at one second.
fn x_of(ran: &Ran, is_wanted: impl Fn(&str) -> bool) -> Vec<f64> {
    let mut found = Vec::new();
    for model in ran.json()[0]["frames"][0]["models"].as_array().expect("models") {
        for bone in model["bones"].as_array().expect("bones") {
            if is_wanted(bone["name"].as_str().expect("a name")) {
                found.push(bone["local"]["translation"][0].as_f64().expect("a number"));
            }
        }
    }
    found
}

/// `twice.glb`: two nodes called `arm`, each with a triangle, below nodes of other names; `slide.cast`, which moves `arm`.
fn twice() -> Folder {
    let mut file = Gltf::new();
    let triangle = file.triangle();
    let mesh = file.mesh(triangle);
    file.json["scenes"] = json!([{"nodes": [0, 2]}]);
    for (node, at) in [("left", 1), ("right", 3)] {
        file.add("nodes", json!({"name": node, "children": [at]}));
        file.add("nodes", json!({"name": "arm", "mesh": mesh}));
    }
    let folder = Folder::new();
    folder.put("twice.glb", &file.glb()).cast("slide.cast", [slide("arm")]);
    folder
}

#[test]
fn a_clip_moves_every_copy_unless_the_first_only_is_asked_for() {
    let folder = twice();
    let still = "castview: clip slide: 1 bone has the name of one that moves, and stands still\n";
    let is_arm = |name: &str| name.starts_with("arm");
    for (switch, wanted, told) in [("", [1.0, 1.0], ""), ("--first-only", [1.0, 0.0], still)] {
        let ran = folder.run(&format!("pose twice.glb slide.cast --time 1 {switch}"));
        assert_eq!((ran.code, ran.stderr.as_str()), (0, told), "{switch}");
        assert_eq!(x_of(&ran, is_arm), wanted, "pose {switch}");
        // Whichever file comes first.
        for files in ["twice.glb slide.cast", "slide.cast twice.glb"] {
            for output in ["out.glb", "out.cast"] {
                let case = format!("convert {files} -o {output} {switch}");
                let ran = folder.run(&case);
                assert_eq!((ran.code, ran.stderr.as_str()), (0, told), "{case}: {}", ran.text());
                let posed = folder.run(&format!("pose {output} --time 1")).fine();
                // Meshes are nodes of their own there, by the same name.
                let moving = |all: &[f64]| all.iter().filter(|x| **x == 1.0).count();
                assert_eq!(moving(&x_of(&posed, is_arm)), moving(&wanted), "{case}");
            }
        }
        for command in ["info", "curves"] {
            let ran = folder.run(&format!("{command} twice.glb slide.cast {switch}"));
            assert_eq!((ran.code, ran.stderr.as_str()), (0, told), "{command} {switch}");
        }
    }
}

/// `arm.cast` with a bone of a name in Unicode, `old.cast` with a clip that has the same name in Shift-JIS.
fn in_two_encodings() -> Folder {
    let folder = Folder::new();
    let skeleton = NodeDraft::new(NodeKind::Skeleton).child(bone("左腕", -1, [0.0; 3]));
    folder.cast("arm.cast", [NodeDraft::new(NodeKind::Model).child(skeleton)]);
    let mut bytes = write(&[NodeDraft::new(NodeKind::Root).child(slide("WXYZ"))]);
    let at = bytes.windows(4).position(|four| four == b"WXYZ").expect("the name");
    bytes[at..at + 4].copy_from_slice(&[0x8d, 0xb6, 0x98, 0x72]);
    folder.put("old.cast", &bytes);
    folder
}

#[test]
fn the_encoding_that_fits_is_told_and_can_be_switched_off() {
    let folder = in_two_encodings();
    let read = "clip slide: names of 1 curve are read as Shift-JIS, which fits the models; --names-as-stored leaves them as they are";
    let nothing = "clip slide moves nothing: its curve names no part of the models";
    for (switch, x, told) in [("", 1.0, read), ("--names-as-stored", 0.0, nothing)] {
        let told = format!("castview: {told}\n");
        let ran = folder.run(&format!("pose arm.cast old.cast --frame 30 {switch}"));
        assert_eq!((ran.code, ran.stderr.as_str()), (0, told.as_str()), "{switch}");
        assert_eq!(x_of(&ran, |name| name == "左腕"), [x], "{switch}");
        for command in ["info", "curves"] {
            let ran = folder.run(&format!("{command} arm.cast old.cast {switch}"));
            assert_eq!(
                (ran.code, ran.stderr.as_str()),
                (0, told.as_str()),
                "{command} {switch}"
            );
        }
    }
    let ran = folder.run("convert arm.cast old.cast -o out.glb");
    assert_eq!(ran.stderr, format!("castview: {read}\n"));
    let posed = folder.run("pose out.glb --time 1").fine();
    assert_eq!(x_of(&posed, |name| name == "左腕"), [1.0]);
    let ran = folder.run("convert arm.cast old.cast -o out.glb --names-as-stored");
    assert!(ran.text().contains("X-unmatched"), "{}", ran.text());
}

/// All commands print the same message. None is printed for a file of clips alone, or where one of several models fits.
#[test]
fn a_clip_that_moves_nothing_is_told_by_every_command() {
    let folder = twice();
    folder.cast("other.cast", [slide("leg")]);
    let nothing = "castview: clip slide moves nothing: its curve names no part of the models\n";
    let commands = [
        "info",
        "info --json",
        "validate",
        "validate --json",
        "curves",
        "curves --json",
        "pose --frame 0",
    ];
    for command in commands {
        let run = |files: &str| folder.run(&format!("{command} {files}"));
        let ran = run("twice.glb other.cast");
        assert_eq!((ran.code, ran.stderr.as_str()), (0, nothing), "{command}");
        assert!(!ran.text().is_empty(), "{command}");
        run("other.cast").fine();
        run("twice.glb slide.cast").fine();
    }
    let ran = folder.run("render twice.glb other.cast --size 8x8 -o drawn.png");
    let is_skipped = ran.stderr.contains("No graphics adapter");
    assert!(is_skipped || ran.stderr.contains(nothing), "{}", ran.stderr);
    let ran = folder.run("info --json twice.glb other.cast");
    assert!(ran.json().iter().all(Value::is_object));
}

/// One clip moves every model whose names it has, those that cannot be seen, too; a file of one model more has one channel more.
#[test]
fn a_clip_moves_every_model_of_the_file_that_is_written() {
    let folder = Folder::new();
    let model = |name: &str, is_seen: bool| {
        let skeleton = NodeDraft::new(NodeKind::Skeleton).child(bone("arm", -1, [0.0; 3]));
        let mesh = NodeDraft::new(NodeKind::Mesh)
            .vec3s("vp", &[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
            .uints("f", &[0, 1, 2]);
        let model = NodeDraft::new(NodeKind::Model).string("n", name).child(skeleton);
        if is_seen { model.child(mesh) } else { model }
    };
    folder
        .cast("bones.cast", [model("bones", false), slide("arm")])
        .cast("one.cast", [model("one", true)])
        .cast("two.cast", [model("two", true)]);
    let moved = |folder: &Folder, name: &str| {
        let posed = folder.run("pose out.glb --time 1");
        let models = posed.json()[0]["frames"][0]["models"].clone();
        let models = models.as_array().expect("models").iter();
        let of_name = models.flat_map(|model| model["bones"].as_array().expect("bones"));
        let at = |bone: &&Value| bone["name"].as_str().is_some_and(|bone| bone.starts_with(name));
        let xs: Vec<f64> = of_name
            .filter(at)
            .map(|bone| bone["local"]["translation"][0].as_f64().expect("x"))
            .collect();
        xs
    };
    folder.cast("three.cast", [model("three", true), slide("leg")]);
    for (files, wanted) in [
        ("bones.cast one.cast", &[1.0; 2][..]),
        ("bones.cast one.cast two.cast", &[1.0; 3]),
        // The other clip moves nothing, and no model loses its movement to it.
        ("one.cast bones.cast three.cast two.cast", &[1.0; 4]),
    ] {
        let ran = folder.run(&format!("convert {files} -o out.glb")).fine();
        assert!(!ran.text().contains("stand still"), "{}", ran.text());
        assert_eq!(moved(&folder, "arm"), wanted, "{files}");
    }
}

/// Two parts of a body that one clip moves, each with bones of its own: the curves of both are written.
#[test]
fn a_clip_of_several_models_keeps_the_curves_of_each() {
    let folder = Folder::new();
    let model = |name: &str, bones: &[&str]| {
        let skeleton = NodeDraft::new(NodeKind::Skeleton);
        let skeleton = skeleton.children(bones.iter().map(|name| bone(name, -1, [0.0; 3])));
        NodeDraft::new(NodeKind::Model).string("n", name).child(skeleton)
    };
    let curve = |target: &str| {
        NodeDraft::new(NodeKind::Curve)
            .string("nn", target)
            .string("kp", "tx")
            .string("m", "absolute")
            .uints("kb", &[0, 30])
            .floats("kv", &[0.0, 1.0])
    };
    let clip = NodeDraft::new(NodeKind::Animation)
        .string("n", "walk")
        .floats("fr", &[30.0])
        .children(["arm", "hand", "jaw", "tail"].map(curve));
    folder
        .cast("body.cast", [model("body", &["arm", "hand"])])
        .cast("head.cast", [model("head", &["jaw", "arm"])])
        .cast("walk.cast", [clip]);
    for output in ["out.glb", "out.cast"] {
        let ran = folder
            .run(&format!("convert body.cast head.cast walk.cast -o {output}"))
            .fine();
        let text = ran.text();
        let left: Vec<&str> = text.lines().filter(|line| line.contains("is called")).collect();
        assert!(left.len() == 1 && left[0].contains("\"tail\""), "{left:?}");
        let posed = folder.run(&format!("pose {output} --time 1"));
        let models = posed.json()[0]["frames"][0]["models"].clone();
        let models = models.as_array().expect("models").iter();
        let bones = models.flat_map(|model| model["bones"].as_array().expect("bones").clone());
        let xs: Vec<f64> = bones
            .map(|bone| bone["local"]["translation"][0].as_f64().expect("x"))
            .filter(|x| *x != 0.0)
            .collect();
        assert_eq!(xs, [1.0; 4], "{output}");
    }
}
