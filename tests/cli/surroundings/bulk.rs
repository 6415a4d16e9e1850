//! Folders and many files: told in order, summed up.

use crate::common::program::{Folder, clip, is_for_windows, model};
use castview::formats::cast::{NodeDraft, NodeKind};

/// `a/` with a large file, a small one, one with warnings and one that is no Cast file; `a/deep/` with one more.
fn folder() -> Folder {
    let folder = Folder::new();
    let bones = (0..30_000).map(|i| crate::common::program::bone(&format!("bone {i}"), i - 1, [0.0, 1.0, 0.0]));
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
