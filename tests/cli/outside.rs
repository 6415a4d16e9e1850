//! References of a file to paths outside its folder, through the built program: such a path is never opened, never copied into another
//! file, and told in one line; `--allow` opens it.
//!
//! On Linux the calls of the program are watched by strace, where it is installed and may watch: not one of them names the
//! folder outside.

use castview::formats::cast::{NodeDraft, NodeKind};
use castview_testkit::program;
use castview_testkit::program::Folder;
use serde_json::json;

/// In every file outside. It must not show up anywhere else.
const CANARY: &[u8] = b"-----BEGIN OPENSSH PRIVATE KEY-----";

/// A glTF file of one triangle whose positions lie in `buffer`, with a colour map `image`.
fn gltf(buffer: &str, image: &str) -> Vec<u8> {
    let document = json!({
        "asset": { "version": "2.0" },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "mesh": 0 }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "material": 0 }] }],
        "materials": [{ "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } }],
        "textures": [{ "source": 0 }],
        "images": [{ "uri": image }],
        "accessors": [{ "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                        "min": [0, 0, 0], "max": [1, 1, 1] }],
        "bufferViews": [{ "buffer": 0, "byteLength": 36 }],
        "buffers": [{ "uri": buffer, "byteLength": 36 }],
    });
    document.to_string().into_bytes()
}

/// A Cast model of one triangle with a texture of each of those paths.
fn cast(textures: &[&str]) -> Vec<NodeDraft> {
    let mesh = NodeDraft::new(NodeKind::Mesh)
        .vec3s("vp", &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
        .uints("f", &[0, 1, 2])
        .u64s("m", &[1000]);
    let mut model = NodeDraft::new(NodeKind::Model).string("n", "body").child(mesh);
    for (index, texture) in textures.iter().enumerate() {
        let hash = index as u64;
        model = model.child(
            NodeDraft::new(NodeKind::Material)
                .hash(1000 + hash)
                .string("n", &format!("m{index}"))
                .string("t", "pbr")
                .u64s("albedo", &[hash + 1])
                .child(NodeDraft::new(NodeKind::File).hash(hash + 1).string("p", texture)),
        );
    }
    vec![model]
}

/// A secret beside the model's folder, in files of every kind.
fn folder() -> Folder {
    let folder = Folder::new();
    let positions: Vec<u8> = [0.0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect();
    let secret = [CANARY, &[0; 64]].concat();
    folder
        .put("secret/id_rsa", &secret)
        .put("secret/key.bin", &secret)
        .put("secret/key.png", &[b"\x89PNG\r\n\x1a\n", CANARY].concat())
        .put("model/own.bin", &positions)
        .cast("secret/key.cast", cast(&[]));
    folder
}

/// How many times `needle` is in `bytes`.
fn holds(bytes: &[u8], needle: &[u8]) -> bool {
    bytes.windows(needle.len()).any(|window| window == needle)
}

#[cfg(unix)]
#[test]
fn the_bytes_of_a_key_do_not_get_into_a_converted_file() {
    let folder = folder();
    for (link, target) in [
        ("key.bin", "../secret/id_rsa"),
        ("chain.bin", "key.bin"),
        ("key.png", "../secret/key.png"),
    ] {
        std::os::unix::fs::symlink(target, folder.at("model").join(link)).expect("a link");
    }
    std::os::unix::fs::symlink("../secret", folder.at("model/out")).expect("a link");
    let secret = folder.at("secret").to_string_lossy().into_owned();
    let buffers = [
        "key.bin",
        "chain.bin",
        "out/key.bin",
        "../secret/id_rsa",
        "%2e%2e/secret/id_rsa",
        "..%2Fsecret%2Fid_rsa",
        "..%5csecret%5cid_rsa",
        "./../secret/./id_rsa",
        &format!("{secret}/id_rsa"),
        &format!("file://{secret}/id_rsa"),
        "/proc/self/environ",
        "/dev/zero",
    ];
    for (at, buffer) in buffers.iter().enumerate() {
        let name = format!("model/b{at}.gltf");
        folder.put(&name, &gltf(buffer, ""));
        let _ = std::fs::remove_file(folder.at("out.glb"));
        let ran = folder.run(&format!("convert {name} -o out.glb"));
        let written = std::fs::read(folder.at("out.glb")).unwrap_or_default();
        assert!(!holds(&written, CANARY) && !holds(&ran.stdout, CANARY), "{buffer}");
        assert!(
            !ran.stderr.contains("OPENSSH") && !ran.stderr.contains("panic"),
            "{buffer}: {}",
            ran.stderr
        );
        assert!(ran.code != 0 || !written.is_empty(), "{buffer}");
    }
    let images = [
        "key.png",
        "out/key.png",
        "../secret/key.png",
        "%2e%2e/secret/key.png",
        &format!("{secret}/key.png"),
    ];
    for (at, image) in images.iter().enumerate() {
        let name = format!("model/i{at}.gltf");
        folder.put(&name, &gltf("own.bin", image));
        let ran = folder.run(&format!("convert {name} -o out.glb"));
        assert_eq!(ran.code, 0, "{image}: {}", ran.stderr);
        let written = std::fs::read(folder.at("out.glb")).expect("it was written");
        assert!(!holds(&written, CANARY), "{image}");
        // Wine shows the link beside the model as what it leads to. The real path of the open file tells, and it is closed
        // unread and without a word.
        if program::is_for_windows() {
            continue;
        }
        assert!(
            ran.stderr.contains("1 texture lies outside its folder"),
            "{image}: {}",
            ran.stderr
        );
        assert_eq!(ran.stderr.lines().count(), 1, "{image}: {}", ran.stderr);
    }
    // With leave the very same bytes are embedded.
    let ran = folder.run("convert model/i2.gltf --allow secret -o out.glb");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(holds(
        &std::fs::read(folder.at("out.glb")).expect("it was written"),
        CANARY
    ));
}

#[test]
fn every_command_tells_what_lies_outside_and_allow_opens_it() {
    let folder = folder();
    folder.cast("model/hero.cast", cast(&["../secret/key.png", "..\\secret\\other.png"]));
    for command in ["info", "pose --frame 0"] {
        let ran = folder.run(&format!("{command} model/hero.cast"));
        let wanted = "2 textures lie outside its folder and were not opened: ../secret; --allow ";
        assert!(ran.stderr.contains(wanted), "{command}: {}", ran.stderr);
        assert_eq!(ran.stderr.lines().count(), 1, "{command}: {}", ran.stderr);
        let allowed = folder.run(&format!("{command} model/hero.cast --allow secret"));
        assert_eq!(allowed.stderr, "", "{command}");
    }
    let found = |words: &str| {
        let report = folder.run(words).json().remove(0);
        // As long as nothing is found, every place is null.
        report.to_string().contains("\"found\":\"")
    };
    assert!(!found("info model/hero.cast --json"));
    assert!(found("info model/hero.cast --json --allow secret"));
    // Files named together are as if they were dropped together.
    folder.put("model/hero.gltf", &gltf("../secret/key.bin", ""));
    let commands = ["info", "validate", "pose --frame 0", "curves", "convert -o out.glb"];
    for command in commands {
        let ran = folder.run(&format!("{command} model/hero.gltf"));
        assert_eq!(ran.code, 2, "{command}: {}", ran.stderr);
        let [told, refused] = ran.stderr.lines().collect::<Vec<_>>()[..] else {
            panic!("{command}: {}", ran.stderr);
        };
        let wanted = "1 buffer lies outside its folder and was not opened: ../secret; --allow ";
        assert!(
            told.contains(wanted) && told.ends_with("secret opens it"),
            "{command}: {told}"
        );
        assert!(
            refused.contains("outside the model's folder, in ../secret"),
            "{command}: {refused}"
        );
    }
    folder.run("info model/hero.gltf --allow secret").fine();
}

/// The folder outside is named in files by every kind of reference, and in no call of the program.
#[cfg(target_os = "linux")]
#[test]
fn no_call_of_the_program_names_the_folder_outside() {
    use std::process::Command;
    let folder = folder();
    let can_watch = Command::new("strace")
        .args(["-f", "-o", "/dev/null", "true"])
        .status()
        .is_ok_and(|status| status.success());
    if !can_watch {
        eprintln!(
            "NOT TESTED: strace is missing or may not watch, so nobody has seen which paths the program asks about"
        );
        return;
    }
    std::os::unix::fs::symlink("../secret/key.png", folder.at("model/link.png")).expect("a link");
    std::os::unix::fs::symlink("../secret", folder.at("model/out")).expect("a link");
    let absolute = folder.at("secret/key.png").to_string_lossy().into_owned();
    let instance = |path: &str| {
        NodeDraft::new(NodeKind::Instance)
            .string("n", "prop")
            .u64s("rf", &[7])
            .vec3s("p", &[[0.0; 3]])
            .vec4s("r", &[[0.0, 0.0, 0.0, 1.0]])
            .vec3s("s", &[[1.0; 3]])
            .child(NodeDraft::new(NodeKind::File).hash(7).string("p", path))
    };
    let root = |path: &str| NodeDraft::new(NodeKind::Metadata).string("sr", path);
    folder
        .cast(
            "model/a.cast",
            cast(&[
                "../secret/key.png",
                &absolute,
                "link.png",
                "out/key.png",
                r"out\..\..\secret\key",
            ]),
        )
        .cast(
            "model/b.cast",
            [instance("../secret/key.cast"), instance("out/key.cast")],
        )
        .cast("model/c.cast", [root("../secret"), instance("key.cast")])
        .cast("model/d.cast", [root("out"), instance("key.cast")])
        .put("model/e.gltf", &gltf("own.bin", "%2e%2e/secret/key.png"))
        .put("model/f.gltf", &gltf("out/key.bin", ""));
    let watched = |words: &str| {
        let log = folder.at("log");
        let mut command = Command::new("strace");
        command
            .args(["-f", "-e", "trace=file,network,process", "-s", "4096", "-o"])
            .arg(&log);
        command.arg(env!("CARGO_BIN_EXE_castview")).args(words.split(' '));
        let out = command.current_dir(folder.at("")).output().expect("strace runs");
        assert!(out.status.code().is_some_and(|code| code < 3), "{out:?}");
        std::fs::read_to_string(&log).expect("strace wrote a log")
    };
    // The first text of a call is the path it is about; later ones are what a link says, or the words of the command.
    let names = |log: &str, what: &str| {
        // Where threads call at one time, a line of its own has the answer alone.
        log.lines()
            .filter(|line| !line.contains(" resumed>"))
            .filter(|line| line.split('"').nth(1).is_some_and(|path| path.contains(what)))
            .count()
    };
    for words in [
        "info model/a.cast model/b.cast model/c.cast model/d.cast model/e.gltf model/f.gltf",
        "convert model/a.cast -o out.glb",
        "convert model/e.gltf -o out.glb",
        "pose model/a.cast --frame 0",
    ] {
        let log = watched(words);
        assert!(names(&log, "/model/") > 3, "{words}: the log shows what is read");
        assert_eq!(names(&log, "secret"), 0, "{words}:\n{log}");
        // Nor is anything else started, or anybody called.
        assert_eq!(log.matches("execve(").count(), 1, "{words}:\n{log}");
        assert_eq!(log.matches("AF_INET").count(), 0, "{words}:\n{log}");
    }
    // The trap works: with leave it is named.
    assert!(names(&watched("info model/a.cast --allow secret"), "secret") > 0);
}
