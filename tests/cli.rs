//! The commands that need no adapter, run as a user runs them: what they print, and how they fail.

mod common;

#[allow(dead_code)]
#[path = "common/gltf.rs"]
mod gltf;
#[allow(dead_code)]
#[path = "common/mrtk.rs"]
mod recording;
#[allow(dead_code)]
#[path = "common/shape_file/mod.rs"]
mod shape_file;

use castview::formats::cast::{NodeDraft, NodeKind};
use common::program::{Folder, clip, is_for_windows, model};
use serde_json::{Value, json};
use std::process::Stdio;

/// `flag.cast` (a model), `wave.cast` (two clips for it), `skin.png`, `bad.cast` (warnings), `text.cast` (no cast file).
fn folder() -> Folder {
    let folder = Folder::new();
    folder
        .cast(
            "flag.cast",
            [NodeDraft::new(NodeKind::Metadata).string("up", "y"), model()],
        )
        .cast("wave.cast", [clip("wave"), clip("again").uints("lo", &[1])])
        .cast(
            "bad.cast",
            [model().child(
                NodeDraft::new(NodeKind::Mesh)
                    .vec3s("vp", &[[f32::NAN; 3]])
                    .uints("f", &[9, 9, 9]),
            )],
        )
        .put("text.cast", b"hello, I am a text file")
        .put("tex/skin.png", b"not looked into");
    folder
}

#[test]
fn help_shows_examples_and_the_version_is_one_line() {
    let folder = Folder::new();
    let version = folder.run("--version").fine().text();
    assert_eq!(version, concat!("castview ", env!("CARGO_PKG_VERSION"), "\n"));
    for command in ["", "render", "info", "validate", "explain-rule", "dump", "pose"] {
        let help = folder.run(&format!("{command} --help")).fine().text();
        assert!(help.contains("Examples:\n") && help.contains("castview "), "{help}");
    }
}

#[test]
fn wrong_calls_and_unreadable_files_are_one_line_and_exit_with_2() {
    let folder = folder();
    for (words, what) in [
        ("info", "required arguments"),
        ("info --frobnicate flag.cast", "--frobnicate"),
        ("render flag.cast", "--output"),
        ("render flag.cast -o a.png --size 12", "640x480"),
        ("pose flag.cast", "--frame"),
        ("pose flag.cast --frame x", "not a number"),
        ("dump nowhere.cast", "no such file: nowhere.cast"),
        ("info text.cast", "text.cast"),
        ("validate text.cast", "none of what castview opens"),
        ("dump text.cast", "not a Cast file"),
        ("pose nowhere.cast --frame 0", "no such file"),
        ("pose tex --frame 0", "folder"),
        (
            "pose flag.cast wave.cast --frame 0 --clip walk",
            "there are: wave, again",
        ),
        ("pose flag.cast --frame 0 --clip 0", "the files hold no clips"),
        ("render nowhere.cast -o a.png", "no such file"),
        ("render flag.cast -o a.png --clip walk", "no clips"),
    ] {
        folder.run(words).refused(what);
    }
    if !is_for_windows() {
        folder.run("info /dev/zero").refused("regular");
    }
}

#[test]
fn dump_mirrors_the_file() {
    let folder = folder();
    let dump = folder.run("dump --json flag.cast").fine().json().remove(0);
    assert_eq!(dump["path"], "flag.cast");
    assert_eq!(dump["diagnostics"], json!([]));
    let root = &dump["roots"][0];
    let size = std::fs::metadata(folder.at("flag.cast")).expect("it exists").len() - 16;
    let [id, kind, hash] = ["id", "kind", "hash"].map(|key| root[key].as_str().expect("text"));
    assert_eq!([id, kind, hash], ["746f6f72", "Root", "0000000000000000"]);
    assert_eq!((root["offset"].as_u64(), root["size"].as_u64()), (Some(16), Some(size)));
    let up = &root["children"][0]["properties"][0];
    assert_eq!(
        (&up["name"], &up["type"], &up["count"]),
        (&json!("up"), &json!("s"), &json!(1))
    );
    // The text without its zero byte.
    assert_eq!(up["crc32"], format!("{:08x}", crc32fast::hash(b"y")));
    let mesh = &root["children"][1]["children"][2];
    assert_eq!(
        (&mesh["kind"], &mesh["hash"]),
        (&json!("Mesh"), &json!("0000000000000005"))
    );
    let types: Vec<&Value> = mesh["properties"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|p| &p["type"])
        .collect();
    assert_eq!(types, ["s", "v3", "v3", "v2", "b", "b", "b", "f", "b", "l"]);

    let text = folder.run("dump flag.cast").fine().text();
    assert!(
        text.contains("Mesh 0x5 at byte") && text.contains("n: s × 1 = \"quad\""),
        "{text}"
    );
}

/// A file that ends too early: every command says how much of it is here.
#[test]
fn cut_files_are_told_by_every_command() {
    let folder = folder();
    let whole = std::fs::read(folder.at("flag.cast")).expect("just written");
    folder.put("cut.cast", &whole[..whole.len() - 9]);
    let report = folder.run("validate cut.cast --json");
    assert_eq!(report.code, 1);
    let report = report.json().remove(0);
    assert_eq!(report["errors"], json!(1));
    assert_eq!(report["diagnostics"][0]["severity"], json!("error"));
    let info = folder.run("info cut.cast").fine().text();
    assert!(
        info.contains("1 error") && info.contains("the file is cut off: "),
        "{info}"
    );
}

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

#[test]
fn validate_looks_at_the_file_alone_and_info_beside_it() {
    let folder = folder();
    let missing = |text: String| text.contains("gone.png");
    assert!(!missing(folder.run("validate flag.cast").text()));
    assert!(missing(folder.run("info flag.cast").fine().text()));
}

/// A shape that is there at rest moves the box.
#[test]
fn info_measures_models_at_rest() {
    let folder = folder();
    let mut file = gltf::Gltf::new();
    let attributes = file.triangle();
    let far = file.floats(&[[10.0, 0.0, 0.0]; 3]);
    let primitive = json!({"attributes": attributes, "targets": [{"POSITION": far}]});
    let mesh = file.add("meshes", json!({"primitives": [primitive], "weights": [0.5]}));
    file.add("nodes", json!({"mesh": mesh}));
    folder.put("far.glb", &file.glb());
    let [info] = <[Value; 1]>::try_from(folder.run("info far.glb --json").fine().json()).expect("one line");
    assert_eq!(
        info["models"][0]["bounds"],
        json!({"min": [5.0, 0.0, 0.0], "max": [6.0, 1.0, 0.0]})
    );
}

#[test]
fn info_lists_what_is_inside() {
    let folder = folder();
    let [flag, wave] =
        <[Value; 2]>::try_from(folder.run("info flag.cast wave.cast --json").fine().json()).expect("two lines");
    assert_eq!(
        (&flag["path"], &wave["path"]),
        (&json!("flag.cast"), &json!("wave.cast"))
    );
    assert_eq!(
        flag["metadata"],
        json!({"author": null, "software": null, "up": "y", "scene_root": null})
    );
    let model = &flag["models"][0];
    assert_eq!(
        (&model["name"], &model["vertices"], &model["triangles"]),
        (&json!("flag"), &json!(4), &json!(2))
    );
    assert_eq!(
        model["bounds"],
        json!({"min": [10.0, 0.0, 0.0], "max": [12.0, 2.0, 0.0]})
    );
    assert_eq!(model["placement"]["translation"], json!([10.0, 0.0, 0.0]));
    assert_eq!(
        model["bones"],
        json!([{"name": "hip", "parent": -1}, {"name": "tip", "parent": 0}])
    );
    let mesh = &model["meshes"][0];
    assert_eq!(
        (&mesh["skinning"], &mesh["material"], &mesh["uv_layers"]),
        (&json!("linear"), &json!("skin"), &json!(1))
    );
    assert_eq!(
        model["blend_shapes"],
        json!([{"name": "puff", "mesh": "quad", "vertices": 1, "max_weight": 1.0}])
    );
    let slots = &model["materials"][0]["slots"];
    assert_eq!(
        (&slots[0]["slot"], &slots[0]["source"], &slots[0]["path"]),
        (&json!("albedo"), &json!("texture"), &json!("tex\\skin.png"))
    );
    assert!(
        slots[0]["found"]
            .as_str()
            .is_some_and(|found| found.ends_with("skin.png"))
    );
    assert_eq!(slots[1]["found"], Value::Null);

    let clip = &wave["clips"][0];
    assert_eq!(
        (&clip["name"], &clip["frames_per_second"], &clip["range"]),
        (&json!("wave"), &json!(20.0), &json!([0.0, 10.0]))
    );
    assert_eq!(
        (&clip["duration_secs"], &clip["looping"], &clip["keys"]),
        (&json!(0.5), &json!(false), &json!(4))
    );
    assert_eq!(
        clip["curves_by_property"],
        json!({"bs": {"absolute": 1}, "ty": {"relative": 1}})
    );
    assert_eq!(clip["notifications"], json!([{"name": "step", "frames": [5.0]}]));
    assert_eq!(wave["clips"][1]["looping"], true);

    let text = folder.run("info flag.cast wave.cast").fine().text();
    for wanted in [
        "model flag: 2 meshes, 4 vertices",
        "bone tip under hip",
        "gone.png is MISSING",
        "clip wave: frames 0 to 10",
    ] {
        assert!(text.contains(wanted), "{wanted} in {text}");
    }
}

#[test]
fn pose_evaluates_in_stage_space() {
    let folder = folder();
    let pose = folder
        .run("pose flag.cast wave.cast --frame 0,5,99.5 --vertices --json")
        .fine()
        .json()
        .remove(0);
    let frames = pose["frames"].as_array().expect("a list");
    for (frame, number, rise, puff) in [
        (&frames[0], 0.0, 0.0, 0.0),
        (&frames[1], 5.0, 2.0, 0.5),
        (&frames[2], 99.5, 4.0, 1.0),
    ] {
        assert_eq!(frame["frame"], number);
        let model = &frame["models"][0];
        assert_eq!(
            (&model["name"], &model["blend_weights"]),
            (&json!("flag"), &json!({"puff": puff}))
        );
        let tip = &model["bones"][1];
        assert_eq!((&tip["name"], &tip["parent"]), (&json!("tip"), &json!(0)));
        assert_eq!(
            tip["local"],
            json!({"translation": [2.0, rise, 0.0], "rotation": [0.0, 0.0, 0.0, 1.0], "scale": [1.0, 1.0, 1.0]})
        );
        // Column-major, after the model's own placement.
        assert_eq!(
            tip["world"].as_array().expect("a matrix")[12..],
            [json!(12.0), json!(rise), json!(0.0), json!(1.0)]
        );
        let quad = &model["meshes"][0];
        assert_eq!((&quad["visible"], &quad["vertex_count"]), (&json!(true), &json!(4)));
        assert_eq!(
            quad["positions"],
            json!([
                [10.0, 0.0, 0.0],
                [12.0, rise, 0.0],
                [12.0, 2.0 + rise, puff],
                [10.0, 2.0, 0.0]
            ])
        );
        // A mesh that could not be used keeps its place.
        assert_eq!(
            model["meshes"][1],
            json!({"name": "nothing", "visible": true, "vertex_count": 0, "positions": []})
        );
    }
}

/// Of steps, because they show on which side of a key one is. None of these times is a number in binary.
#[test]
fn times_name_keys_and_so_do_the_frames_they_lie_on() {
    let mut file = gltf::Gltf::new();
    file.add("nodes", json!({"name": "stair"}));
    let input = file.scalars(&[0.0, 0.1, 0.333, 0.7]);
    let output = file.floats(&[0.0, 1.0, 2.0, 3.0].map(|x| [x, 0.0, 0.0]));
    file.animation(0, "translation", "STEP", input, output);
    let folder = Folder::new();
    folder.put("stairs.glb", &file.glb());
    for (moments, name, wanted) in [
        (
            "--time 0,0.1,0.333,0.6999,0.7,-1,9",
            "time",
            [0, 1, 2, 2, 3, 0, 3].as_slice(),
        ),
        ("--frame 0,3,9.98,9.991,20.999,21", "frame", &[0, 1, 1, 2, 2, 3]),
    ] {
        let pose = folder
            .run(&format!("pose stairs.glb {moments}"))
            .fine()
            .json()
            .remove(0);
        let frames = pose["frames"].as_array().expect("a list");
        let x = |frame: &Value| frame["models"][0]["bones"][0]["local"]["translation"][0].as_f64();
        let steps: Vec<_> = frames.iter().map(|frame| x(frame).expect("a number") as i32).collect();
        assert_eq!(steps, wanted, "{moments}");
        let asked = moments
            .split([' ', ','])
            .skip(1)
            .map(|text| text.parse().expect("a number"));
        let named: Vec<_> = frames
            .iter()
            .map(|frame| frame[name].as_f64().expect("a number"))
            .collect();
        assert_eq!(named, asked.collect::<Vec<f64>>());
    }
}

#[test]
fn pose_chooses_clips_and_vertices() {
    let folder = folder();
    let rise = |words: &str| {
        let pose = folder
            .run(&format!("pose {words} --frame 10 --json"))
            .fine()
            .json()
            .remove(0);
        pose["frames"][0]["models"][0]["bones"][1]["local"]["translation"][1].clone()
    };
    folder.cast(
        "still.cast",
        [NodeDraft::new(NodeKind::Animation)
            .string("n", "still")
            .floats("fr", &[30.0])],
    );
    for (words, wanted) in [
        ("flag.cast wave.cast", 4.0),
        ("flag.cast", 0.0),
        ("flag.cast wave.cast --clip rest", 0.0),
        ("flag.cast wave.cast --clip again", 4.0),
        // The first clip of the last file that has one.
        ("flag.cast wave.cast still.cast", 0.0),
        ("still.cast wave.cast flag.cast", 4.0),
        ("flag.cast wave.cast still.cast --clip 1", 4.0),
        ("flag.cast wave.cast still.cast --clip 2", 0.0),
    ] {
        assert_eq!(rise(words), wanted, "{words}");
    }
    let mesh = |words: &str| {
        let pose = folder
            .run(&format!("pose flag.cast --frame 0 {words}"))
            .fine()
            .json()
            .remove(0);
        pose["frames"][0]["models"][0]["meshes"][0].clone()
    };
    assert_eq!(mesh("").get("positions"), None);
    assert_eq!(
        mesh("--vertices=3")["positions"],
        json!([[10.0, 0.0, 0.0], [10.0, 2.0, 0.0]])
    );
}

#[test]
fn json_holds_no_infinity() {
    let folder = Folder::new();
    let far = model().vec3s("p", &[[f32::MAX; 3]]).vec3s("s", &[[f32::MAX; 3]]);
    folder.cast("far.cast", [far]);
    for words in ["pose far.cast --frame 0 --vertices", "info far.cast --json"] {
        let text = folder.run(words).fine().text();
        for word in ["NaN", "Infinity", ":inf", "null,null"] {
            assert!(!text.contains(word), "{word} in {text}");
        }
    }
}

#[test]
fn a_dash_reads_standard_input() {
    let folder = folder();
    let flag = std::fs::read(folder.at("flag.cast")).expect("it exists");
    for words in [vec!["dump", "-", "--json"], vec!["info", "--json", "-"]] {
        let ran = folder.run_with(&words, &flag).fine();
        assert_eq!(ran.json()[0]["path"], "-");
    }
    let ran = folder.run_with(["validate", "-", "wave.cast"], &flag);
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    let ran = folder
        .run_with(["pose", "-", "wave.cast", "--frame", "10"], &flag)
        .fine();
    assert_eq!(
        ran.json()[0]["frames"][0]["models"][0]["bones"][1]["local"]["translation"][1],
        4.0
    );
    folder.run_with(["info", "-"], b"").refused("empty");
}

#[test]
fn one_bad_file_does_not_stop_the_others() {
    let folder = folder();
    let ran = folder.run("info --json wave.cast nowhere.cast text.cast flag.cast");
    assert_eq!((ran.code, ran.json().len(), ran.stderr.lines().count()), (2, 2, 2));
}

#[test]
fn a_reader_that_has_enough_is_no_error() {
    let folder = Folder::new();
    let bones = (0..20_000).map(|i| common::program::bone(&format!("bone {i}"), i - 1, [0.0, 1.0, 0.0]));
    let skeleton = NodeDraft::new(NodeKind::Skeleton).children(bones);
    folder.cast("long.cast", [NodeDraft::new(NodeKind::Model).child(skeleton)]);
    for words in [
        "dump long.cast --json",
        "dump long.cast",
        "info long.cast --json",
        "pose long.cast --frame 0",
    ] {
        let mut command = folder.command();
        command
            .args(words.split(' '))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program is built");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{words}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let folder = folder();
    let full = std::fs::File::create("/dev/full").expect("Linux has it");
    let output = folder
        .command()
        .args(["dump", "flag.cast"])
        .stdout(full)
        .output()
        .expect("it ends");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        message.starts_with("castview: cannot write to standard output"),
        "{message}"
    );
}

#[cfg(unix)]
#[test]
fn paths_need_not_be_unicode() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    let name = OsStr::from_bytes(b"fl\xffag.cast");
    folder.cast(name, [model()]);
    let ran = folder
        .run_with([OsStr::new("info"), OsStr::new("--json"), name], &[])
        .fine();
    assert_eq!(ran.json()[0]["path"], "fl\u{fffd}ag.cast");
}

/// A glTF file of one triangle, with a string as long as images in data URIs are.
fn triangle_gltf() -> Vec<u8> {
    let long = "x".repeat(5000);
    json!({
        "asset": {"version": "2.0", "generator": long},
        "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "leaf", "translation": [1, 2, 3]}],
        "accessors": [{"componentType": 5126, "type": "VEC3", "count": 3}],
        "buffers": [{"uri": "nowhere.bin", "byteLength": 36}],
        "ACME": {"kept": (0..40).collect::<Vec<u32>>()},
    })
    .to_string()
    .into_bytes()
}

#[test]
fn dump_lists_gltf_files_as_they_are_stored() {
    let folder = folder();
    let text = triangle_gltf();
    folder.put("leaf.gltf", &text);
    let dumped = folder.run("dump leaf.gltf").fine().text();
    let at = text
        .windows(10)
        .position(|window| window == b"{\"name\":\"l")
        .expect("the node is there");
    for line in [
        format!("  JSON: {} bytes at byte 0x0\n", text.len()),
        format!("    nodes[0]: at byte {at:#x}\n"),
        "      translation: 1, 2, 3\n".into(),
        "      componentType: 5126 (f32)\n".into(),
        "    kept: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, and 24 more\n".into(),
    ] {
        assert!(dumped.contains(&line), "{line:?} is not in\n{dumped}");
    }
    assert!(dumped.len() < 2500, "{} bytes", dumped.len());
    let json = folder.run("dump --json leaf.gltf").fine().json().remove(0);
    let nodes = json["content"]
        .as_array()
        .expect("a list")
        .iter()
        .find(|fact| fact["name"] == "nodes");
    assert_eq!(nodes.expect("nodes")["children"][0]["name"], "nodes[0]");
    folder.put(
        "broken.gltf",
        br#"{"asset": {"version": "2.0"}, "nodes": [{"name": "a"}} , {"name": "b"}]}"#,
    );
    folder.run("dump broken.gltf").refused("line 1");
    // What is whole of a cut file is listed, and that it is cut.
    folder.put("cut.gltf", &text[..text.len() - 9]);
    let cut = folder.run("dump cut.gltf").fine().text();
    assert!(cut.contains("nodes[0]: at byte") && cut.contains("cut off"), "{cut}");
}

#[test]
fn dump_lists_recordings_curve_by_curve() {
    let folder = folder();
    folder.put("session.bin", &recording::wave().bytes());
    let dumped = folder.run("dump session.bin").fine().text();
    assert!(dumped.contains("  version: 1.1\n"), "{dumped}");
    assert!(dumped.contains("  curves: "), "{dumped}");
}

#[test]
fn dump_lists_shapes_section_by_section() {
    let folder = folder();
    folder.put(
        "coach.shape",
        &shape_file::write(&shape_file::samples::everything(), &shape_file::Switches::default()),
    );
    let dumped = folder.run("dump coach.shape").fine().text();
    for word in [
        "  geometries: ",
        "  nodes: ",
        "    node \"",
        " at byte 0x",
        "positions: ",
    ] {
        assert!(dumped.contains(word), "{word:?} is not in\n{dumped}");
    }
    assert!(!folder.run("dump --json coach.shape").fine().json()[0]["content"].is_null());
}

#[test]
fn converting_overwrites_no_image_and_offers_what_opens_odd_files() {
    let folder = folder();
    let mut png = std::io::Cursor::new(Vec::new());
    image::write_buffer_with_format(
        &mut png,
        &[7; 16],
        2,
        2,
        image::ColorType::Rgba8,
        image::ImageFormat::Png,
    )
    .expect("to memory");
    folder.put("tex/skin.png", png.get_ref());
    let told = folder.run("convert flag.cast -o inside.glb").fine().text();
    assert!(told.contains("embeds ") && told.contains("skin.png"), "{told}");
    // What lies inside a GLB file is laid beside a Cast file; nothing of another content is overwritten.
    folder.put("out_0.png", b"somebody else's");
    folder.run("convert inside.glb -o out.cast").refused("out_0.png");
    assert!(!folder.at("out.cast").exists());
    assert_eq!(
        std::fs::read(folder.at("out_0.png")).expect("it stays"),
        b"somebody else's"
    );
    std::fs::remove_file(folder.at("out_0.png")).expect("it is there");
    for _ in 0..2 {
        folder.run("convert inside.glb -o out.cast").fine();
        assert_eq!(
            std::fs::read(folder.at("out_0.png")).expect("laid there"),
            *png.get_ref()
        );
    }
    let odd = json!({"asset": {"version": "2.0"}, "extensionsRequired": ["ACME_x"], "extensionsUsed": ["ACME_x"]});
    folder.put("odd.gltf", odd.to_string().as_bytes());
    for command in ["info odd.gltf", "convert odd.gltf -o x.glb", "pose odd.gltf --frame 0"] {
        folder.run(command).refused("--import extensions=ignore");
    }
    folder.run("info odd.gltf --import extensions=ignore").fine();
    folder
        .run("convert odd.gltf -o x.glb --import extensions=ignore")
        .fine();
}

/// Runs the program where no file may grow past 512 or 1024 bytes, as on a disk that is full by then. A shell that ignores the signal
/// leaves the program an error; otherwise the signal ends it in the middle of its work.
#[cfg(unix)]
fn run_on_a_full_disk(folder: &Folder, words: &str, ignores_signal: bool) -> std::process::Output {
    let trap = if ignores_signal { "trap '' XFSZ; " } else { "" };
    let mut shell = std::process::Command::new("sh");
    shell
        .current_dir(folder.at(""))
        .args(["-c", &format!("{trap}ulimit -c 0; ulimit -f 1; exec \"$0\" {words}")])
        .arg(folder.command().get_program());
    shell.output().expect("a shell")
}

#[cfg(unix)]
#[test]
fn a_full_disk_or_a_signal_leaves_what_was_there() {
    if is_for_windows() {
        eprintln!("skipped: the limit on the size of files is one of Unix");
        return;
    }
    let folder = folder();
    folder.put("out.glb", b"what was there");
    let names = || {
        let entries = std::fs::read_dir(folder.at("")).expect("a folder");
        let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
        names.sort();
        names
    };
    let before = names();
    let full = run_on_a_full_disk(&folder, "convert flag.cast -o out.glb", true);
    let said = String::from_utf8(full.stderr).expect("UTF-8");
    assert!(full.status.code() == Some(2) && said.contains("cannot write"), "{said}");
    assert_eq!(names(), before, "nothing unfinished stays");
    let killed = run_on_a_full_disk(&folder, "convert flag.cast -o out.glb", false);
    assert_eq!(killed.status.code(), None, "the signal ended it");
    let content = || std::fs::read(folder.at("out.glb")).expect("it is there");
    assert_eq!(content(), b"what was there");
    folder.run("convert flag.cast -o out.glb").fine();
    assert!(content().starts_with(b"glTF") && content().len() > 1024);
}

#[cfg(unix)]
#[test]
fn a_pipe_as_output_gets_the_bytes() {
    if is_for_windows() {
        eprintln!("skipped: on Windows no path of a folder names a pipe");
        return;
    }
    let folder = folder();
    folder.run("convert flag.cast -o file.glb").fine();
    let mut shell = std::process::Command::new("sh");
    let script = "mkfifo pipe.glb && { cat pipe.glb > got.glb & } && \"$0\" convert flag.cast -o pipe.glb && wait";
    shell.current_dir(folder.at("")).args(["-c", script]);
    let ran = shell.arg(folder.command().get_program()).output().expect("a shell");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let read = |name: &str| std::fs::read(folder.at(name)).expect("written");
    assert_eq!(read("got.glb"), read("file.glb"));
}
