//! Folders and many files: told in order, summed up.

use castview::formats::cast::{NodeDraft, NodeKind};
use castview_testkit::program::{Folder, clip, is_for_windows, model};

/// `a/` with a large file, a small one, one with warnings and one that is no Cast file; `a/deep/` with one more.
fn folder() -> Folder {
    let folder = Folder::new();
    let bones = (0..30_000).map(|i| castview_testkit::program::bone(&format!("bone {i}"), i - 1, [0.0, 1.0, 0.0]));
    let skeleton = NodeDraft::new(NodeKind::Skeleton).children(bones);
    folder
        .cast("a/1 long.cast", [NodeDraft::new(NodeKind::Model).child(skeleton)])
        .cast("a/2 wave.cast", [clip("wave")])
        .cast("a/10 flag.cast", [model()])
        .put("a/9 text.cast", b"hello, I am plain text")
        .put("a/notes.txt", b"not looked at")
        .cast("a/deep/run.cast", [clip("run")])
        .put("empty/notes.txt", b"not looked at");
    folder
}

const IN_ORDER: [&str; 4] = ["a/1 long.cast", "a/2 wave.cast", "a/9 text.cast", "a/10 flag.cast"];

/// The path of a file that was found in a folder, as it is printed.
fn found(path: &str) -> String {
    match is_for_windows() {
        true => path.replace('/', "\\"),
        false => path.to_owned(),
    }
}

/// As if each file had been given alone, one after the other. The first prints more than is held back, so the others have to wait.
#[test]
fn many_files_are_told_as_if_one_after_the_other() {
    let folder = folder();
    for words in [
        &["dump"][..],
        &["dump", "--json"],
        &["info"],
        &["info", "--json"],
        &["validate"],
    ] {
        let mut wanted = (String::new(), String::new());
        for file in IN_ORDER.map(found) {
            let one = folder.run_with([words, &[&*file]].concat(), &[]);
            wanted.0 += &one.text();
            wanted.1 += &one.stderr;
        }
        let all = folder.run_with([words, &["a"]].concat(), &[]);
        let text = all.text();
        let (text, last) = match words.contains(&"--json") {
            true => (text.as_str(), None),
            false => {
                let at = text.trim_end().rfind('\n').map_or(0, |at| at + 1);
                (&text[..at], Some(text[at..].trim_end()))
            }
        };
        assert!(text == wanted.0, "{words:?}: other text than of the files alone");
        assert_eq!(all.stderr, wanted.1, "{words:?}");
        assert_eq!(all.code, 2, "{words:?}");
        if let Some(last) = last {
            // As it is stored nothing is wrong with it.
            let warnings = if words == ["dump"] { "" } else { ", 1 with warnings" };
            assert_eq!(last, format!("4 files: 1 not read{warnings}"), "{words:?}");
        }
    }
}

#[test]
fn folders_are_read_as_deep_as_is_wished_and_quiet_tells_what_is_wrong() {
    let folder = folder();
    for (words, code, lines) in [
        ("validate --quiet a/deep", 0, &[][..]),
        (
            "validate --quiet --recursive a/deep a/deep/run.cast",
            0,
            &["2 files: no problems"],
        ),
        ("info --quiet a/deep a/deep", 0, &["2 files: no problems"]),
        ("validate -r a --json", 2, &[]),
    ] {
        let ran = folder.run(words);
        let text = ran.text();
        assert_eq!(ran.code, code, "{words}: {}", ran.stderr);
        match words.contains("--json") {
            true => assert_eq!(ran.json().len(), 4, "the one below and all but the text"),
            false => assert_eq!(text.lines().collect::<Vec<_>>(), lines, "{words}"),
        }
    }
    let quiet = folder.run("validate -q a").text();
    assert!(
        quiet.starts_with(&format!("{}: 1 warning", found("a/10 flag.cast"))),
        "{quiet}"
    );
    folder
        .run("validate empty")
        .refused("this folder holds no file that can be opened; --recursive");
    folder
        .run("info -r empty")
        .refused("this folder holds no file that can be opened: empty");
}

#[test]
fn strict_fails_for_less() {
    let folder = folder();
    for (words, code) in [
        ("info a/deep", 0),
        ("info --strict a/deep", 0),
        ("dump --strict --quiet a/deep", 0),
        ("validate --strict a/deep", 0),
    ] {
        assert_eq!(folder.run(words).code, code, "{words}");
    }
    for command in ["info", "dump"] {
        let run = |strict: &[&str]| {
            folder
                .run_with([&[command, "a/10 flag.cast"][..], strict].concat(), &[])
                .code
        };
        assert_eq!(
            (run(&[]), run(&["--strict"])),
            (0, i32::from(command == "info")),
            "{command}"
        );
    }
}

/// A reader that has enough ends it, whichever file it is at.
#[test]
fn a_reader_that_has_enough_ends_many_files() {
    let folder = folder();
    let mut command = folder.command();
    command
        .args(["dump", "a", "a", "a"])
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null());
    let mut child = command.spawn().expect("the program is built");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

/// Each file of a folder by itself: whole or not at all, in order, at the place that it has.
#[test]
fn convert_takes_folders() {
    let folder = folder();
    let lines = |text: &str| {
        let lines = text.lines().filter(|line| !line.starts_with(' '));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let ran = folder.run("convert a -o out --to glb");
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    let told = lines(&ran.text());
    let wanted = [
        "out/1 long.glb: 1 model, 0 clips, ",
        // The clip has no skeleton: bones stand in for it.
        "out/2 wave.glb: 1 model, 1 clip, ",
        "out/10 flag.glb: 1 model, 0 clips, ",
        "4 files: 1 not read",
    ];
    assert_eq!(told.len(), wanted.len(), "{told:?}");
    for (line, wanted) in told.iter().zip(wanted) {
        assert!(line.starts_with(&found(wanted)), "{line}");
    }
    let complaints: Vec<&str> = ran.stderr.lines().collect();
    assert!(
        complaints[0].contains("plain text") && complaints.len() == 1,
        "{complaints:?}"
    );
    assert!(folder.at("out/2 wave.glb").exists() && !folder.at("out/9 text.glb").exists());
    // Written files can be read, and converted back to the other format; those in subfolders, too.
    folder.cast("a/deep/flag.cast", [model()]);
    let ran = folder.run("convert -r a/deep out -o again --to cast --quiet");
    // A clip without a model is written to Cast as it is.
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for name in ["again/1 long.cast", "again/10 flag.cast", "again/flag.cast"] {
        let ran = folder.run_with(["info", name], &[]);
        assert_eq!(ran.code, 0, "{name}: {}", ran.stderr);
    }
    let ran = folder.run("convert -r a -o tree --to glb");
    assert!(folder.at("tree/deep/flag.glb").exists(), "{}", ran.stderr);
}

#[test]
fn convert_overwrites_no_source_and_nothing_twice() {
    let folder = folder();
    folder.cast("b/x.cast", [model()]).cast("c/X.cast", [model()]);
    let before = std::fs::read(folder.at("b/x.cast")).expect("a file");
    folder
        .run("convert b -o b --to cast")
        .refused("this file would be overwritten: ");
    assert_eq!(std::fs::read(folder.at("b/x.cast")).expect("a file"), before);
    let ran = folder.run("convert b c -o out --to glb");
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    assert!(ran.stderr.contains("is written from "), "{}", ran.stderr);
    assert!(
        ran.text().ends_with("2 files: 1 not read, 1 with warnings\n"),
        "{}",
        ran.text()
    );
    folder.run("convert b -o out.glb").refused("with --to cast or --to glb");
    folder
        .run("convert b/x.cast -o out.glb --recursive")
        .refused("--recursive is for folders");
    folder
        .run("convert b -o out --to glb --fps 30")
        .refused("--fps is for .cast and .seanim files");
    // A loss is a warning: one of the textures is missing.
    assert_eq!(folder.run("convert b -o out --to glb").code, 0);
    assert_eq!(folder.run("convert b -o out --to glb --strict").code, 1);
    assert_eq!(folder.run("convert b/x.cast -o one.glb --strict").code, 1);
}
