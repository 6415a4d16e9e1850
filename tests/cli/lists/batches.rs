//! Many files by one command: bounds for each, what an earlier run has done, each file drawn by itself.

use castview::formats::cast::{NodeDraft, NodeKind};
use castview_testkit::program::{Folder, Ran, clip, is_for_windows, model};
use std::io::Write;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::SystemTime;

/// `all/` with a hundred files, each tenth of which is none that can be read.
fn hundred() -> Folder {
    let folder = Folder::new();
    folder.cast("whole.cast", [model()]);
    let whole = std::fs::read(folder.at("whole.cast")).expect("just written");
    for index in 0..100 {
        let name = format!("all/{index:02}.cast");
        match index {
            9 => folder.put(&name, b""),
            19 => folder.put(&name, b"hello, I am a text file"),
            29 => folder.put(&name, &whole[..15]),
            39 => folder.put(&name, &[0xFF; 4096]),
            49 => folder.put(&name, b"\x7FELF\x02\x01\x01"),
            _ if index % 10 == 9 => folder.put(&name, &whole[..12]),
            _ if index % 3 == 0 => folder.cast(&name, [clip(&format!("clip {index}"))]),
            _ => folder.cast(&name, [model()]),
        };
    }
    folder
}

fn is_same(a: &Ran, b: &Ran, what: &str) {
    assert_eq!(a.code, b.code, "{what}: {} {}", a.stderr, b.stderr);
    assert!(a.stdout == b.stdout, "{what}: {} {}", a.text(), b.text());
    assert_eq!(a.stderr, b.stderr, "{what}");
}

/// Ten hostile files cost themselves: ninety results in order, ten complaints, at any number of jobs and by processes of their own.
#[test]
fn ten_hostile_files_of_a_hundred_cost_themselves() {
    let folder = hundred();
    let first = folder.run("info --json all --jobs 1");
    assert_eq!(first.code, 2);
    let results = first.json();
    let paths: Vec<&str> = results.iter().filter_map(|result| result["path"].as_str()).collect();
    assert!(paths.is_sorted() && paths.len() == 90, "{paths:?}");
    let complaints: Vec<&str> = first.stderr.lines().collect();
    assert_eq!(complaints.len(), 10, "{complaints:?}");
    for (at, complaint) in complaints.iter().enumerate() {
        assert!(complaint.ends_with(&format!("{at}9.cast")), "{complaint}");
    }
    for options in ["", "--jobs 7", "--timeout 600 --jobs 3"] {
        let ran = folder.run(&format!("info --json all {options}"));
        is_same(&first, &ran, options);
    }
    // Warnings count alike, whoever reads the file.
    let here = folder.run("validate all");
    is_same(&here, &folder.run("validate all --timeout 600"), "validate");
    assert!(
        here.text().ends_with("100 files: 10 not read, 60 with warnings\n"),
        "{}",
        here.text()
    );
    let converted = folder.run("convert all -o out --to cast --timeout 600 --quiet");
    assert_eq!(
        (converted.code, converted.stderr.lines().count()),
        (2, 10),
        "{}",
        converted.stderr
    );
    assert_eq!(std::fs::read_dir(folder.at("out")).expect("a folder").count(), 90);
    assert!(!converted.text().contains("replaced"), "{}", converted.text());
    for options in ["", "--timeout 600"] {
        let again = folder.run(&format!("convert all -o out --to cast --quiet {options}"));
        let wanted = "; 90 files that were there are replaced\n";
        assert!(again.text().ends_with(wanted), "{options}: {}", again.text());
    }
}

/// A file that is never done, as nobody ends standard input: it is told, and the next one is done.
#[test]
fn a_file_that_takes_too_long_is_told_and_the_next_goes_on() {
    let folder = hundred();
    let mut command = folder.command();
    command
        .args(["info", "--json", "all/01.cast", "-", "all/02.cast", "--timeout", "8"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program is built");
    let mut stdin = child.stdin.take().expect("piped");
    stdin.write_all(b"cast").expect("it is read");
    let output = child.wait_with_output().expect("it ends");
    drop(stdin);
    let (printed, said) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert_eq!((output.status.code(), printed.lines().count()), (Some(2), 2), "{said}");
    assert_eq!(
        said,
        "castview: this file takes longer than the 8 s that --timeout gives it: -\n"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_needs_too_much_memory_is_told_and_the_next_goes_on() {
    let folder = hundred();
    if is_for_windows() {
        folder
            .run("info --json all/01.cast --max-memory 100M")
            .refused("--max-memory is for Linux");
        return;
    }
    let long = NodeDraft::new(NodeKind::Model).string("nobody reads it", &"x".repeat(200 << 20));
    folder.cast("all/005.cast", [long]);
    let words = "info --json all/01.cast all/005.cast all/02.cast";
    assert_eq!(folder.run(words).fine().json().len(), 3);
    let ran = folder.run(&format!("{words} --max-memory 100M"));
    assert_eq!((ran.code, ran.json().len()), (2, 2), "{}", ran.stderr);
    assert_eq!(
        ran.stderr,
        "castview: this file needs more than the 100 MiB that --max-memory gives it: all/005.cast\n"
    );
    folder
        .run("info all/01.cast --max-memory lots")
        .refused("such as 500M or 2G");
}

fn written_at(folder: &Folder) -> Vec<(PathBuf, SystemTime)> {
    let entries = std::fs::read_dir(folder.at("out")).expect("a folder").flatten();
    let mut all: Vec<_> = entries
        .map(|entry| {
            (
                entry.path(),
                entry.metadata().and_then(|there| there.modified()).expect("a time"),
            )
        })
        .collect();
    all.sort();
    all
}

/// A result that is there is left alone, and told as before; one that has changed, or is gone, is made again, and no other.
#[test]
fn what_is_done_is_not_done_again() {
    let folder = hundred();
    let words = "convert all -o out --to cast --resume done";
    let first = folder.run(words);
    let before = written_at(&folder);
    assert_eq!((first.code, before.len()), (2, 90), "{}", first.stderr);
    is_same(&first, &folder.run(words), "again");
    assert_eq!(written_at(&folder), before);
    is_same(
        &first,
        &folder.run(&format!("{words} --jobs 1 --timeout 600")),
        "others bounds",
    );
    assert_eq!(written_at(&folder), before);

    std::fs::remove_file(folder.at("out/10.cast")).expect("there");
    folder.put("out/20.cast", b"not as it was written");
    folder.cast(
        "all/30.cast",
        [model(), NodeDraft::new(NodeKind::Metadata).string("up", "y")],
    );
    let again = folder.run(words);
    assert_eq!(again.code, 2);
    let after = written_at(&folder);
    let names = |all: &[(PathBuf, SystemTime)]| all.iter().map(|(path, _)| path.clone()).collect::<Vec<_>>();
    assert_eq!(names(&before), names(&after));
    let changed = before.iter().zip(&after).filter(|(before, after)| before.1 != after.1);
    let changed: Vec<_> = changed.filter_map(|(_, after)| after.0.file_stem()).collect();
    assert_eq!(changed, ["10", "20", "30"]);
    // Another option is another result.
    let other = folder.run(&format!("{words} --fps 60"));
    assert_eq!(other.code, 2);
    assert!(
        written_at(&folder)
            .iter()
            .zip(&after)
            .all(|(now, before)| now.1 != before.1)
    );

    let report = "validate --json all --resume done";
    let first = folder.run(report);
    is_same(&first, &folder.run(report), "reports");
    is_same(&first, &folder.run("validate --json all"), "reports without records");
}

/// Runs that share a list, and one that is killed: in the end each file is there, once and whole.
#[test]
fn runs_that_share_a_list_and_are_killed_do_no_harm() {
    let folder = hundred();
    let words = "convert all -o out --to glb --resume done --jobs 2";
    let begin = || {
        let mut command = folder.command();
        command.args(words.split(' ')).stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().expect("the program is built")
    };
    let mut killed = begin();
    let mut others = [begin(), begin()];
    while !folder.at("out/13.glb").exists() {
        std::thread::yield_now();
    }
    killed.kill().expect("ours");
    killed.wait().expect("ended");
    for other in &mut others {
        assert_eq!(other.wait().expect("it ends").code(), Some(2));
    }
    let last = folder.run(words);
    let alone = folder.run("convert all -o alone --to glb");
    // The separator is that of the system for which the program was built.
    let elsewhere = last.text().replace("out/", "alone/").replace("out\\", "alone\\");
    assert_eq!(elsewhere, alone.text());
    for entry in std::fs::read_dir(folder.at("alone")).expect("a folder").flatten() {
        let one = std::fs::read(entry.path()).expect("readable");
        let other = std::fs::read(folder.at("out").join(entry.file_name())).expect("there");
        assert!(one == other, "{}", entry.path().display());
    }
}

/// Files of one list are drawn by one adapter: each as if it were alone.
#[test]
fn each_file_of_a_folder_is_drawn_by_itself() {
    let folder = Folder::new();
    let flag = |at: f32| {
        model().child(
            NodeDraft::new(NodeKind::Mesh)
                .vec3s("vp", &[[at; 3], [0.0; 3], [1.0, at, 0.0]])
                .uints("f", &[0, 1, 2]),
        )
    };
    folder
        .cast("in/a.cast", [flag(3.0)])
        .cast("in/b.cast", [flag(-2.0)])
        .put("in/broken.cast", b"hello, I am a text file")
        .cast("in/deep/a.cast", [flag(9.0)])
        .cast("in/deep/{index}.cast", [flag(5.0)]);
    let ran = folder.run("render in -r -o out/{name}.png --size 64x48");
    let gone = |line: &&str| !line.contains("texture");
    let complaints: Vec<&str> = ran.stderr.lines().filter(gone).collect();
    assert_eq!((ran.code, complaints.len()), (2, 1), "{}", ran.stderr);
    assert!(complaints[0].contains("plain text"), "{complaints:?}");
    let shown = |path: &str| match is_for_windows() {
        true => path.replace('/', "\\"),
        false => path.to_owned(),
    };
    let names = ["a", "b", "deep/a", "deep/{index}"];
    for name in names {
        let printed = format!("{}.png", shown(name));
        assert!(ran.text().contains(&printed), "{printed} in {}", ran.text());
        let alone = folder.run_with(
            [
                "render",
                &format!("in/{name}.cast"),
                "-o",
                "alone.png",
                "--size",
                "64x48",
            ],
            &[],
        );
        assert_eq!(alone.code, 0, "{}", alone.stderr);
        let [one, other] =
            ["alone.png".to_owned(), format!("out/{name}.png")].map(|path| std::fs::read(folder.at(path)));
        assert!(one.expect("alone") == other.expect("in the list"), "{name} differs");
    }
    let all: Vec<_> = names.iter().map(|name| folder.at(format!("out/{name}.png"))).collect();
    let first = all
        .iter()
        .map(|path| std::fs::read(path).expect("there"))
        .collect::<Vec<_>>();
    let again = folder.run("render in -r -o out/{name}.png --size 64x48");
    let wanted = "; 4 files that were there are replaced\n";
    assert!(again.text().ends_with(wanted), "{}", again.text());
    std::fs::remove_dir_all(folder.at("out")).expect("ours");
    is_same(
        &ran,
        &folder.run("render in -r -o out/{name}.png --size 64x48 --timeout 600 --resume done"),
        "processes",
    );
    is_same(
        &ran,
        &folder.run("render in -r -o out/{name}.png --size 64x48 --resume done"),
        "resumed",
    );
    assert!(
        all.iter()
            .zip(&first)
            .all(|(path, first)| std::fs::read(path).expect("there") == *first)
    );
    let twice = folder.run("render in/a.cast in/deep/a.cast -o {name}.png --size 8x8");
    assert!(
        twice.code == 2 && twice.stderr.contains("is drawn from in/a.cast already"),
        "{}",
        twice.stderr
    );
    folder
        .run("render in/a.cast -o a.png --jobs 2")
        .refused("write {name} in the name of the output");
    folder
        .run("convert in/a.cast -o a.glb --resume done")
        .refused("each of which --to converts");
    let moving = folder.run("render in/deep -o {name}.webp --turntable 1 --fps 2 --size 16x16");
    assert_eq!(moving.code, 0, "{}", moving.stderr);
    assert!(folder.at("a.webp").exists() && folder.at("{index}.webp").exists());
}
