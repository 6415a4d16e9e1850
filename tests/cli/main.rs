//! The commands, run as a user runs them: what they print, and how they fail.

mod diff;
mod dump;
mod explain;
mod generated;
mod holes;
mod info;
mod lists;
mod movement;
mod moving;
mod outside;
mod pictures;
mod pose;
mod render;
mod slips;
mod surroundings;
mod threads;
mod unseen;
mod validate;
mod vertex;
mod views;
mod writing;

use castview::formats::cast::{NodeDraft, NodeKind};
use castview_testkit::program::{Folder, clip, is_for_windows, model};
use castview_testkit::{assets, gltf, mrtk as recording, shape_file};
use serde_json::json;
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
fn help_shows_examples_and_the_version_says_what_was_built() {
    let folder = Folder::new();
    let short = folder.run("-V").fine().text();
    assert_eq!(short, concat!("castview ", env!("CARGO_PKG_VERSION"), "\n"));
    let long = folder.run("--version").fine().text();
    let lines: Vec<&str> = long.lines().collect();
    let [version, commit, draws] = lines[..] else {
        panic!("{long}");
    };
    assert_eq!(version, short.trim_end());
    assert!(commit.starts_with("commit "), "{commit}");
    let interface = if is_for_windows() { "Direct3D 12" } else { "Vulkan" };
    assert!(draws.starts_with("draws by ") && draws.contains(interface), "{draws}");
    for command in [
        "",
        "render",
        "sheet",
        "info",
        "validate",
        "diff",
        "explain",
        "explain-rule",
        "dump",
        "pose",
        "curves",
        "convert",
        "adapters",
        "diagnostics",
        "completions",
        "man",
    ] {
        let help = folder.run(&format!("{command} --help")).fine().text();
        let (_, examples) = help.split_once("Examples:\n").expect("it has examples");
        assert!(examples.contains(&format!("castview {command}")), "{help}");
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
        (
            "validate text.cast",
            "this is plain text, not a Cast file; castview opens",
        ),
        ("dump text.cast", "this is plain text, not a Cast file"),
        ("render text.cast -o a.png", "this is plain text, not a Cast file"),
        ("pose nowhere.cast --frame 0", "no such file"),
        ("pose tex --frame 0", "folder"),
        (
            "pose flag.cast wave.cast --frame 0 --clip walk",
            "there are: wave, again",
        ),
        ("pose flag.cast --frame 0 --clip 0", "the files hold no clips"),
        ("render nowhere.cast -o a.png", "no such file"),
        ("render flag.cast -o a.png --clip walk", "no clips"),
        ("render flag.cast -o a.png --pixels-per-point 9", "from 0.5 to 8"),
        ("render flag.cast -o a.tga", "written as PNG"),
        ("render flag.cast -o a.png --distance -2", "a number above 0"),
        (
            "render flag.cast wave.cast -o a.png --layer again:0.5:tpi",
            "no bone named tpi; near to it are: tip",
        ),
        (
            "pose flag.cast wave.cast --frame 1 --layer again:0.5:tpi",
            "no bone named tpi; near to it are: tip",
        ),
        (
            "curves wave.cast --bone tpi",
            "wave has no curve for tpi; near to it are: tip",
        ),
        ("convert flag.cast -o a.cast --textures embed", "is for .glb files"),
        ("convert flag.cast -o a.glb --fps 30", "is for .cast and .seanim files"),
    ] {
        folder.run(words).refused(what);
    }
    if !is_for_windows() {
        folder.run("info /dev/zero").refused("regular");
    }
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

/// Bytes and rules are for those who ask for them.
#[test]
fn a_refusal_is_plain_and_verbose_adds_the_details() {
    let folder = folder();
    let folder = folder.put("cut.cast", b"cast\x01\0");
    let told = "this is only the beginning of a Cast file: it was not written or copied to its end";
    let details = "(rule C1: at byte 0x0: not a Cast file: it has 6 bytes, the header alone needs 16)";
    for command in ["info", "validate", "dump", "render -o a.png"] {
        let plain = folder.run(&format!("{command} cut.cast"));
        plain.refused(told);
        assert!(plain.stderr.trim_end().ends_with(": cut.cast"), "{}", plain.stderr);
        let verbose = folder.run(&format!("{command} cut.cast --verbose"));
        verbose.refused(told);
        assert!(verbose.stderr.trim_end().ends_with(details), "{}", verbose.stderr);
    }
    folder
        .run("cut.cast --verbose")
        .refused("--verbose belongs to commands");
}

/// The bundle has facts that help to look into a problem, and nothing of the user's files; it is written whole or not at all.
#[test]
fn a_diagnostics_bundle_is_one_text() {
    let folder = folder();
    let settings = r#"{"gpu":"radeon","preferences":{"theme":"Light"}}"#;
    let folder = folder.put("settings/settings.json", settings.as_bytes());
    let folder = folder.put("settings/panics.log", b"castview 0.0.0\nthe last mistake\n");
    let run = |words: &str| {
        let mut command = folder.command();
        command
            .env("CASTVIEW_CONFIG_DIR", "settings")
            .args(words.split_whitespace());
        command.output().expect("it runs")
    };
    let ran = run("diagnostics -o report.txt");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let text = std::fs::read_to_string(folder.at("report.txt")).expect("a text");
    for wanted in [
        "castview ",
        "## System\n",
        "wgpu ",
        "## Graphics adapters\n",
        "## Settings\n",
        "\"theme\": \"Light\"",
        "\"gpu\": \"radeon\"",
        "## Panics\n",
        "the last mistake",
    ] {
        assert!(text.contains(wanted), "{wanted:?} in {text}");
    }
    let to_stdout = run("diagnostics -o -");
    assert!(String::from_utf8_lossy(&to_stdout.stdout).contains("## Settings\n"));
    let refused = run("diagnostics -o nowhere/report.txt");
    assert_eq!(refused.status.code(), Some(2));
    let why = String::from_utf8_lossy(&refused.stderr);
    assert!(why.contains("cannot write") && !why.contains(".castview"), "{why}");
    assert!(!folder.at("nowhere").exists());
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
    let bones = (0..20_000).map(|i| castview_testkit::program::bone(&format!("bone {i}"), i - 1, [0.0, 1.0, 0.0]));
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
