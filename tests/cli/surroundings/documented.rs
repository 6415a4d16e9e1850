//! Command lines of the README and the guide: they run as they stand, and every switch that they name is there.

use castview_testkit::program::{Folder, Ran, is_for_windows};
use castview_testkit::shape_file;
use std::path::{Path, PathBuf};

fn page(name: &str) -> String {
    std::fs::read_to_string(at(name)).expect("a page of the project")
}

fn at(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The demo by the names that the README uses.
fn demo() -> Folder {
    let folder = Folder::new();
    let asset = |name: &str| std::fs::read(at("assets").join(name)).expect("an asset of the demo");
    for name in ["pilot.cast", "hero.cast", "models/pilot.cast"] {
        folder.put(name, &asset("demo.cast"));
    }
    folder.put("run.cast", &asset("demo_idle.cast"));
    for image in ["eyes", "face", "fur", "sprout", "tail"] {
        for place in ["demo", "models/demo"] {
            folder.put(format!("{place}/{image}.png"), &asset(&format!("demo/{image}.png")));
        }
    }
    let coach = shape_file::write(&shape_file::samples::three_lods(), &shape_file::Switches::default());
    folder.put("coach.Shape", &coach);
    folder
}

/// The words of a command line, after `castview`, without its comment. A shell would put files in place of `*.cast`.
fn words(line: &str) -> Vec<&str> {
    let line = line.split(" #").next().unwrap_or_default();
    let words = line.split_whitespace().skip(1);
    let expand = |word| match word {
        "*.cast" => vec!["hero.cast", "pilot.cast", "run.cast"],
        // Two versions of a file, of which the newer is the same.
        "old.cast" => vec!["hero.cast"],
        "new.cast" => vec!["pilot.cast"],
        // A bone of the demo stands for one of the README's model.
        "j_spine4" | "hand_r" => vec!["root"],
        // The demo has one clip, which is a layer over itself.
        "walk.cast" => vec!["run.cast"],
        "wave.cast" => Vec::new(),
        "wave:0.5" => vec!["0:0.5"],
        other => vec![other],
    };
    words.flat_map(expand).collect()
}

/// Lines of fenced blocks that start a command. Lines of files alone open a window.
fn commands(text: &str) -> Vec<&str> {
    let mut is_fenced = false;
    let mut out = Vec::new();
    for line in text.lines() {
        is_fenced ^= line.starts_with("```");
        let second = line.strip_prefix("castview ").and_then(|rest| rest.split(' ').next());
        let is_command = second.is_some_and(|word| !word.contains('.') && !word.starts_with('-'));
        if is_fenced && is_command {
            out.push(line);
        }
    }
    out
}

#[test]
fn the_command_lines_of_the_readme_run_with_the_demo() {
    let folder = demo();
    let readme = page("README.md");
    let lines = commands(&readme);
    assert!(lines.len() >= 12, "{lines:?}");
    // Bounds of memory are Linux's, as the page says; elsewhere they are refused.
    let runs = |line: &&str| !(is_for_windows() && line.contains("--max-memory"));
    for line in lines.into_iter().filter(runs) {
        let Ran { code, stderr, .. } = folder.run_with(words(line), &[]);
        if stderr.contains("No graphics adapter") {
            continue;
        }
        assert_eq!(code, 0, "{line}: {stderr}");
    }
    for made in ["run.png", "hero.glb", "out/pilot.glb"] {
        assert!(folder.at(made).is_file(), "{made}");
    }
    // A loop of two seconds, 480 pixels wide, is small enough to be posted anywhere.
    let loop_bytes = std::fs::metadata(folder.at("run.gif")).map_or(0, |file| file.len());
    assert!((1..3_000_000).contains(&loop_bytes), "{loop_bytes} bytes");
}

#[test]
fn the_switches_that_readme_and_guide_name_are_there() {
    let folder = Folder::new();
    let (readme, guide) = (page("README.md"), page("docs/guide.md"));
    let mut lines: Vec<(String, String)> = Vec::new();
    let split = |line: &str| {
        let (command, rest) = line.split_once(' ')?;
        let is_word = command.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        is_word.then(|| (command.to_owned(), rest.to_owned()))
    };
    let of_readme = commands(&readme).into_iter().map(|line| &line["castview ".len()..]);
    lines.extend(of_readme.filter_map(split));
    let mut is_within = false;
    for line in guide.lines() {
        match (line.strip_prefix("    castview "), line.strip_prefix("        ")) {
            (Some(rest), _) => {
                let named = split(rest);
                is_within = named.is_some();
                lines.extend(named);
            }
            (None, Some(more)) if is_within => {
                let (_, rest) = lines.last_mut().expect("a line is begun");
                rest.push(' ');
                rest.push_str(more);
            }
            (None, _) => is_within = false,
        }
    }
    let mut seen = 0;
    for (command, rest) in lines {
        let help = folder.run(&format!("{command} --help")).fine().text();
        let ends = |c: char| !c.is_ascii_lowercase() && c != '-';
        for switch in rest.split(ends).filter(|word| word.starts_with("--") && word.len() > 2) {
            seen += 1;
            let is_there = help.split(ends).any(|word| word == switch);
            assert!(is_there, "castview {command} has no {switch}");
        }
    }
    assert!(seen > 60, "{seen} switches");
}
