//! Output and exit codes of `validate` and `explain-rule`.

use crate::folder;
use castview::formats::cast::{NodeDraft, NodeKind, write};
use castview_testkit::program::Folder;
use serde_json::json;
use std::ffi::OsStr;

#[test]
fn validate_exits_with_1_for_warnings_and_the_highest_code_wins() {
    let folder = folder();
    let clean = folder.run("validate flag.cast --json");
    // A mesh without vertices is worth a warning.
    assert_eq!(clean.code, 1);
    let report = clean.json().remove(0);
    for key in ["path", "errors", "warnings", "notes", "unlisted", "diagnostics"] {
        assert!(report.get(key).is_some(), "{key}");
    }
    let first = &report["diagnostics"][0];
    assert_eq!((&first["severity"], &first["id"]), (&json!("warning"), &json!("C32")));
    assert!(
        first["node_path"]
            .as_str()
            .is_some_and(|path| path.starts_with("root[0]/model[0]/mesh[1]"))
    );
    assert!(first["offset"].is_u64() && first["message"].is_string());

    for (words, code) in [
        ("validate wave.cast", 0),
        ("validate wave.cast bad.cast", 1),
        ("validate bad.cast wave.cast", 1),
        ("validate bad.cast text.cast wave.cast", 2),
        // Only `validate` speaks of warnings by its exit code.
        ("info bad.cast", 0),
        ("dump bad.cast", 0),
    ] {
        assert_eq!(folder.run(words).code, code, "{words}");
    }
    let text = folder.run("validate wave.cast bad.cast").text();
    assert!(text.contains("wave.cast: no problems\nbad.cast: "), "{text}");
}

#[test]
fn rules_are_explained_by_id_and_below_the_reports() {
    let folder = folder();
    let text = folder.run("explain-rule c6").fine().text();
    assert_eq!(text.matches("C6 (Cast, ").count(), 2, "a warning and an error: {text}");
    assert!(
        text.contains("(Cast, warning)") && text.contains("(Cast, error)") && text.contains("docs/formats/cast.md")
    );
    let rule = folder.run("explain-rule S5 --json").fine().json();
    assert_eq!(
        (&rule[0]["id"], &rule[0]["severity"]),
        (&"S5".into(), &"refused".into())
    );
    assert!(
        folder
            .run("explain-rule")
            .fine()
            .text()
            .contains("X-lost (Converting, warning)")
    );
    folder.run("explain-rule C6 C8").refused("no rule C8");
    let plain = folder.run("validate bad.cast").text();
    let explained = folder.run("validate bad.cast --explain");
    assert_eq!(explained.code, 1);
    let explained = explained.text();
    assert!(
        explained.starts_with(&plain) && !plain.contains("  done:"),
        "{explained}"
    );
    assert!(explained.contains("  done:"), "{explained}");
}

/// Two words for two states, as everywhere: what is missing, and what lies there and cannot be read.
#[test]
fn textures_that_are_not_to_be_had_are_told() {
    let folder = folder();
    let told = |folder: &Folder| {
        let report = folder.run("validate flag.cast --json").json().remove(0);
        let all = report["diagnostics"].as_array().expect("a list").clone();
        let textures = all
            .into_iter()
            .filter(|one| one["id"].as_str().is_some_and(|id| id.starts_with('T')));
        let line = |one: serde_json::Value| {
            let [id, path, message] =
                ["id", "node_path", "message"].map(|key| one[key].as_str().expect("text").to_owned());
            (id, path, message.split(':').next().expect("a word").to_owned())
        };
        textures.map(line).collect::<Vec<_>>()
    };
    let line = |id: &str, path: &str, message: &str| (id.to_owned(), path.to_owned(), message.to_owned());
    let gone = line("T1", "texture gone.png", "it is missing");
    let broken = |name: &str| line("T2", &format!("texture {name}"), "it lies there and cannot be read");
    assert_eq!(told(&folder), [broken("tex\\skin.png"), gone.clone()]);
    // Its beginning says nothing of what is damaged behind it; a whole one is told of no more.
    folder.put("tex/skin.png", &crate::holes::png(&[[255; 4]; 4]));
    assert_eq!(told(&folder), [gone]);
    folder.put("gone.psd", b"8BPS");
    folder.put("gone.png", b"");
    assert_eq!(told(&folder), [broken("gone.png")]);
    assert_eq!(folder.run("validate flag.cast").code, 1);
    // `info` names them as well.
    assert!(folder.run("info flag.cast").fine().text().contains("CANNOT BE READ"));
}

/// A cube map of blocks of one colour: the first face stands for all.
#[test]
fn textures_of_several_images_are_told() {
    let folder = folder();
    let mut words = vec![0u32; 32];
    words[0] = u32::from_le_bytes(*b"DDS ");
    (words[1], words[2], words[3], words[4], words[5]) = (124, 0x8_1007, 4, 4, 8);
    (words[19], words[20], words[21]) = (32, 4, u32::from_le_bytes(*b"DXT1"));
    (words[27], words[28]) = (0x1008, 0xfe00);
    let mut cube: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
    cube.extend([0x00, 0xf8, 0x00, 0xf8, 0, 0, 0, 0].repeat(6));
    folder.put("tex/skin.png", &cube);
    let report = folder.run("validate flag.cast --json").json().remove(0);
    let told: Vec<&str> = report["diagnostics"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|one| one["id"] == "T4")
        .filter_map(|one| one["message"].as_str())
        .collect();
    assert_eq!(told, ["it is a cube map; its first face is shown"], "{report}");
    let info = folder.run("info flag.cast").fine().text();
    assert!(info.contains("skin.png, a cube map; its first face is shown"), "{info}");
    // Written as PNG it is the first face alone, which is a loss of its own.
    let losses = folder.run("convert flag.cast -o flag.glb").fine().text();
    assert!(
        losses.contains("X-first") && losses.contains("its first face is written"),
        "{losses}"
    );
}

/// The ids of what is told of a file.
fn ids(folder: &Folder, name: &str) -> Vec<String> {
    let report = folder.run(&format!("validate {name} --json")).json().remove(0);
    let all = report["diagnostics"].as_array().expect("a list").iter();
    all.map(|one| one["id"].as_str().expect("an id").to_owned()).collect()
}

/// One rule for every format: signs that turn over and rotations that jump.
#[test]
fn rotations_that_stand_out_are_told_alike_of_each_format() {
    let folder = Folder::new();
    // A slow turn about x; at the fifth key the sign turns over, at the eighth it jumps by a third of a turn.
    let mut keys: Vec<[f32; 4]> = Vec::new();
    for key in 0..12 {
        let angle = (key as f32 + if key >= 8 { 120.0 } else { 0.0 }).to_radians() / 2.0;
        let sign = if key == 5 { -1.0 } else { 1.0 };
        keys.push([angle.sin() * sign, 0.0, 0.0, angle.cos() * sign]);
    }
    let mut file = crate::gltf::Gltf::new();
    file.add("nodes", json!({"name": "arm"}));
    let times: Vec<f32> = (0..12).map(|key| key as f32 / 30.0).collect();
    let (input, output) = (file.scalars(&times), file.floats(&keys));
    file.animation(0, "rotation", "LINEAR", input, output);
    folder.put("turn.glb", &file.glb());
    let frames: Vec<u32> = (0..12).collect();
    let curve = NodeDraft::new(NodeKind::Curve)
        .string("nn", "arm")
        .string("kp", "rq")
        .string("m", "absolute")
        .uints("kb", &frames)
        .vec4s("kv", &keys);
    folder.cast(
        "turn.cast",
        [NodeDraft::new(NodeKind::Animation).floats("fr", &[30.0]).child(curve)],
    );
    for name in ["turn.glb", "turn.cast"] {
        let ran = folder.run(&format!("validate {name}"));
        assert_eq!(ran.code, 0, "notes: {}", ran.stderr);
        let text = ran.text();
        assert!(
            text.contains("note K1: 2 quaternions with the opposite sign of the key before, the first at frame 5"),
            "{text}"
        );
        assert!(
            text.contains("note K2: 1 jump, the widest by 121° at frame 8"),
            "{text}"
        );
    }
    for name in ["turn.glb", "turn.cast"] {
        assert_eq!(ids(&folder, name), ["K1", "K2"], "{name}");
    }
    assert_eq!(folder.run("validate turn.glb --strict").code, 1);
    // A turn that is as fast everywhere has none.
    folder.cast("even.cast", [castview_testkit::program::clip("even")]);
    assert!(folder.run("validate even.cast").text().contains("no problems"));
}

#[test]
fn layers_of_colors_that_nothing_shows_are_told() {
    let Some(assets) = crate::assets::shared_assets() else {
        return;
    };
    let folder = Folder::new();
    let file = assets.join("authored/layers.cast");
    let text_of = |command: &str| folder.run_with([OsStr::new(command), file.as_os_str()], &[]).text();
    // Its meshes have no materials, so that the first layer of each is seen.
    let text = text_of("validate");
    assert!(
        text.contains("V1: 1 of 2 layers of vertex colors are shown by nothing"),
        "{text}"
    );
    let text = text_of("info");
    assert!(text.contains("nothing shows any but the first"), "{text}");
    assert!(!text.contains("nothing shows them"), "{text}");
    // Colors beside an image are data.
    let image = NodeDraft::new(NodeKind::File).hash(8).string("p", "skin.png");
    let material = NodeDraft::new(NodeKind::Material)
        .hash(7)
        .u64s("albedo", &[8])
        .child(image);
    let mesh = NodeDraft::new(NodeKind::Mesh)
        .vec3s("vp", &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
        .uints("cl", &[1])
        .u32s("c0", &[0xff00_ff40; 3])
        .uints("f", &[0, 1, 2])
        .u64s("m", &[7]);
    folder.cast(
        "masks.cast",
        [NodeDraft::new(NodeKind::Model).children([material, mesh])],
    );
    let text = folder.run("validate masks.cast").text();
    assert!(
        text.contains("V1: its layer of vertex colors is shown by nothing"),
        "{text}"
    );
    let text = folder.run("info masks.cast").text();
    assert!(text.contains("nothing shows them"), "{text}");
    // Built in code: one layer tints, the one behind it is seen by nobody.
    let mut file = crate::gltf::Gltf::new();
    let mut triangle = file.triangle();
    for layer in ["COLOR_0", "COLOR_1"] {
        triangle[layer] = file.floats(&[[1.0, 0.5, 0.25, 1.0]; 3]).into();
    }
    let mesh = file.mesh(triangle);
    file.add("materials", json!({}));
    file.json["meshes"][mesh]["primitives"][0]["material"] = json!(0);
    file.add("nodes", json!({"mesh": mesh}));
    folder.put("two.glb", &file.glb());
    let text = folder.run("validate two.glb").text();
    assert!(
        text.contains("V1: 1 of 2 layers of vertex colors are shown by nothing"),
        "{text}"
    );
    assert_eq!(ids(&folder, "two.glb"), ["V1"]);
    // It has no place among the bytes.
    assert!(!folder.run("validate two.glb").text().contains("at byte"));
    let text = folder.run("info two.glb").fine().text();
    assert!(
        text.contains("2 color layers (nothing shows any but the first)"),
        "{text}"
    );
}

/// Nothing of them is seen in a picture, and `render` writes none.
#[test]
fn models_without_area_and_placements_of_scale_0_are_noted() {
    let folder = Folder::new();
    let root = |node: NodeDraft| write(&[NodeDraft::new(NodeKind::Root).child(node)]);
    // The second is skinned to a bone.
    for is_skinned in [false, true] {
        let mesh = NodeDraft::new(NodeKind::Mesh)
            .vec3s("vp", &[[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]])
            .u8s("f", &[0, 1, 2]);
        let mesh = match is_skinned {
            true => mesh.u8s("mi", &[1]).u8s("wb", &[0; 3]).floats("wv", &[1.0; 3]),
            false => mesh,
        };
        let skeleton = NodeDraft::new(NodeKind::Skeleton).child(NodeDraft::new(NodeKind::Bone).string("n", "hip"));
        let model = NodeDraft::new(NodeKind::Model).string("n", "Line").child(skeleton);
        folder.put("line.cast", &root(model.child(mesh)));
        let report = folder.run("validate line.cast");
        assert_eq!(report.code, 0, "notes");
        let told = report.text();
        let wanted = "at rest no triangle of its meshes has an area (model Line)";
        assert!(told.contains(wanted), "{told}");
        assert_eq!(ids(&folder, "line.cast"), ["D1"]);
        assert_eq!(folder.run("validate line.cast --strict").code, 1);
        let drawn = folder.run("render line.cast -o out.png --size 64x64 --bones=off");
        if !drawn.stderr.contains("No graphics adapter") {
            assert_eq!(drawn.code, 2, "{}", drawn.stderr);
            let wanted = "the picture is empty: line.cast holds 1 model of which no triangle has an area.";
            assert!(drawn.stderr.contains(wanted), "{}", drawn.stderr);
        }
    }
    for (scale, wanted) in [
        ([0.0, 1.0, 1.0], Some("scale of 0 along x: it is flat (instance Door)")),
        (
            [0.0; 3],
            Some("scale of 0 along x, y, z: nothing of it is seen (instance Door)"),
        ),
        ([-1.0, 1.0, 1.0], None),
    ] {
        let file = NodeDraft::new(NodeKind::File).hash(7).string("p", "door.cast");
        let instance = NodeDraft::new(NodeKind::Instance).string("n", "Door").u64s("rf", &[7]);
        let instance = instance.vec3s("p", &[[0.0; 3]]).vec4s("r", &[[0.0, 0.0, 0.0, 1.0]]);
        folder.put("placed.cast", &root(instance.vec3s("s", &[scale]).child(file)));
        let told = folder.run("validate placed.cast").text();
        let is_told = ids(&folder, "placed.cast").iter().any(|id| id == "D2");
        assert_eq!(is_told, wanted.is_some(), "{told}");
        assert!(told.contains(wanted.unwrap_or_default()), "{told}");
    }
}

/// Nothing of the name that the file gives lies there, and two files would do.
#[test]
fn every_command_tells_which_of_several_files_is_taken() {
    let folder = Folder::new();
    let root = |nodes: Vec<NodeDraft>| write(&[NodeDraft::new(NodeKind::Root).children(nodes)]);
    let image = NodeDraft::new(NodeKind::File).hash(9).string("p", "skin.tga");
    let material = NodeDraft::new(NodeKind::Material)
        .hash(8)
        .u64s("albedo", &[9])
        .child(image);
    let mesh = NodeDraft::new(NodeKind::Mesh)
        .vec3s("vp", &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
        .u8s("f", &[0, 1, 2])
        .u64s("m", &[8]);
    let model = NodeDraft::new(NodeKind::Model).child(material).child(mesh);
    folder.put("model.cast", &root(vec![model]));
    for name in ["skin.png", "skin.dds"] {
        folder.put(name, b"");
    }
    assert!(ids(&folder, "model.cast").iter().any(|id| id == "T3"));
    for (command, is_drawn) in [
        ("info model.cast", false),
        ("validate model.cast", false),
        ("convert model.cast -o out.glb", false),
        ("render model.cast -o out.png --size 64x64", true),
    ] {
        let ran = folder.run(command);
        if is_drawn && ran.stderr.contains("No graphics adapter") {
            continue;
        }
        let told = format!("{}{}", String::from_utf8_lossy(&ran.stdout), ran.stderr);
        let wanted = "skin.png is taken for it; skin.dds lies beside it";
        assert!(told.contains(wanted), "{command}: {told}");
        assert!(told.contains("skin.tga"), "{command}: {told}");
    }
}

/// `tip` stands still for thirty frames, and is one unit higher at frame 15; the model is 2 units wide.
fn popping() -> NodeDraft {
    let frames: Vec<u32> = (0..30).collect();
    let places: Vec<f32> = (0..30).map(|frame| if frame == 15 { 1.0 } else { 0.0 }).collect();
    let curve = NodeDraft::new(NodeKind::Curve)
        .string("nn", "tip")
        .string("kp", "ty")
        .string("m", "relative")
        .uints("kb", &frames)
        .floats("kv", &places);
    let clip = NodeDraft::new(NodeKind::Animation).string("n", "pops");
    clip.floats("fr", &[30.0]).child(curve)
}

#[test]
fn deep_validation_tells_what_is_wrong_with_a_clip() {
    let folder = folder();
    folder.cast("pops.cast", [popping()]);
    let plain = folder.run("validate pops.cast --json").json().remove(0);
    assert!(plain.get("trouble").is_none(), "{plain}");
    let found = folder
        .run("validate --deep pops.cast wave.cast --on flag.cast --json")
        .json();
    let pop = json!([{
        "kind": "move-pop",
        "model": found[0]["trouble"][0]["model"],
        "clip": "pops",
        "part": "bone",
        "name": "tip",
        "frame": 15.0,
        "range": [15.0, 15.0],
        "value": 1.0,
        "unit": "units",
        "message": "its place is 1.000 units off the frames beside 15, with a step of 1.000",
    }]);
    assert_eq!((&found[0]["trouble"], &found[0]["trouble_unlisted"]), (&pop, &json!(0)));
    assert_eq!(found[1]["trouble"], json!([]));
    // Troubles are notes, and its own bones do where no model is named.
    let text = folder.run("validate --deep pops.cast");
    assert_eq!(text.code, 0);
    let text = text.text();
    assert!(
        text.contains("no problems, 1 trouble\n  trouble move-pop: its place is 1.000 units off"),
        "{text}"
    );
    assert!(text.contains("(clip pops, bone tip)"), "{text}");
    assert_eq!(folder.run("validate --deep --strict pops.cast").code, 1);
    let other = folder.run("validate --deep pops.cast --kinds flip,turn-pop --strict");
    assert_eq!((other.code, other.text()), (0, "pops.cast: no problems\n".into()));
    folder
        .run("validate --deep pops.cast --kinds wobble")
        .refused("write all or one of turn-pop, move-pop");
    folder.run("validate pops.cast --kinds flip").refused("--deep");
    folder
        .run("validate --deep pops.cast --on nowhere.cast")
        .refused("no such file");
}
