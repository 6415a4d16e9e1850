//! The pictures of README and guide: each can be made anew, and each is shown.

use super::moving::frames::frames;
use super::render::{drawn, folder};
use castview::formats::cast::{NodeDraft, NodeKind};
use castview_testkit::program::{Folder, clip, command, is_for_windows, model};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// File and words of `castview render`, as `cargo xtask pictures` reads them.
fn listed() -> Vec<(String, Vec<String>)> {
    let list = std::fs::read_to_string(root().join("docs/pictures/pictures.txt")).expect("the list is there");
    let lines = list
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines
        .map(|line| {
            let (name, words) = line.split_once(':').expect("a file, a colon, words");
            (name.to_owned(), words.split_whitespace().map(str::to_owned).collect())
        })
        .collect()
}

/// Turns a loop into its first picture, because drawing all of them again would take minutes.
fn still(mut words: Vec<String>) -> Vec<String> {
    if let Some(at) = words.iter().position(|word| word == "--loop") {
        words.drain(at..at + "--loop --fps N".split(' ').count());
        words.extend(["--frame", "0", "--frame-clip"].map(str::to_owned));
    }
    words
}

fn decoded(path: &Path) -> image::RgbaImage {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{error}: {}", path.display()));
    if path.extension().is_some_and(|ending| ending == "gif") {
        let first = frames(&bytes, "gif").swap_remove(0).image;
        return image::RgbaImage::from_raw(first.width, first.height, first.rgba).expect("all texels");
    }
    image::load_from_memory(&bytes).expect("a picture").into_rgba8()
}

/// Adapters round differently; another view, mode or model is far from that.
const MOST_APART: f64 = 3.0;

#[test]
fn the_pictures_of_the_readme_can_be_made_anew() {
    // Paths of this system are written here.
    if is_for_windows() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder for the test");
    for (name, words) in listed() {
        let words = still(words);
        let made = folder.path().join("made.png");
        let ran = command()
            .current_dir(root())
            .arg("render")
            .args(&words)
            .arg("-o")
            .arg(&made)
            .output()
            .expect("it runs");
        if !ran.status.success() {
            let said = String::from_utf8_lossy(&ran.stderr);
            let is_required = std::env::var("REQUIRE_GPU").is_ok_and(|value| value == "1");
            assert!(said.contains("adapter") && !is_required, "{name}: {said}");
            eprintln!("skipped: {said}");
            return;
        }
        let (made, kept) = (decoded(&made), decoded(&root().join("docs/pictures").join(&name)));
        assert_eq!(made.dimensions(), kept.dimensions(), "{name}");
        let apart: u64 = made
            .as_raw()
            .iter()
            .zip(kept.as_raw())
            .map(|(a, b)| u64::from(a.abs_diff(*b)))
            .sum();
        let mean = apart as f64 / made.as_raw().len() as f64;
        assert!(
            mean < MOST_APART,
            "{name} is {mean:.2} of 255 apart: cargo xtask pictures"
        );
    }
}

#[test]
fn every_picture_is_shown_and_every_shown_one_is_there() {
    let mut shown = Vec::new();
    for (page, folder) in [("README.md", ""), ("docs/guide.md", "docs/")] {
        let text = std::fs::read_to_string(root().join(page)).expect("the page is there");
        for part in text.split("![").skip(1) {
            let path = part.split_once("](").and_then(|(_, path)| path.split_once(')'));
            let path = path.unwrap_or_else(|| panic!("{page}: a picture without a path")).0;
            let path = format!("{folder}{path}");
            assert!(root().join(&path).is_file(), "{page} shows {path}");
            shown.push(path);
        }
    }
    for (name, _) in listed() {
        let path = format!("docs/pictures/{name}");
        assert!(shown.contains(&path), "{path} is shown nowhere");
    }
}

/// Sizes and whether the outermost rows and columns show anything.
fn tight(folder: &Folder, name: &str) -> [u32; 2] {
    let picture = decoded(&folder.at(name));
    let (width, height) = picture.dimensions();
    let shows = |x, y| picture.get_pixel(x, y).0[3] > 0;
    assert!(
        (0..width).any(|x| shows(x, 0)) && (0..width).any(|x| shows(x, height - 1)),
        "{name} has empty rows"
    );
    assert!(
        (0..height).any(|y| shows(0, y)) && (0..height).any(|y| shows(width - 1, y)),
        "{name} has empty columns"
    );
    assert!(picture.pixels().any(|pixel| pixel.0[3] == 0), "{name} has a background");
    [width, height]
}

#[test]
fn a_thumbnail_is_tight_and_as_large_as_asked() {
    let folder = folder();
    // As file managers call it: another name than a PNG's.
    if drawn(&folder, "render --thumbnail 128 flag.cast -o thumb.tmp").is_none() {
        return;
    }
    let [width, height] = tight(&folder, "thumb.tmp");
    assert!((120..=128).contains(&width.max(height)), "{width}x{height}");
    // Thin as seen from there: the longer side counts.
    drawn(&folder, "render --thumbnail 200 --view 88,0 flag.cast -o thin.png");
    let [width, height] = tight(&folder, "thin.png");
    assert!(width < 40 && (187..=200).contains(&height), "{width}x{height}");
    // A clip by itself shows its own bones.
    folder
        .cast("alone.cast", [clip("wave")])
        .cast("both.cast", [model(), clip("wave")]);
    drawn(&folder, "render --thumbnail 64 both.cast -o both.png");
    drawn(&folder, "render --thumbnail 64 both.cast --clip rest -o rest.png");
    assert_eq!(
        tight(&folder, "both.png"),
        tight(&folder, "rest.png"),
        "nothing has moved at the first key"
    );
    // Bones that only turn lie on one spot: their axes fill the picture.
    let turned = |bone: &str| {
        NodeDraft::new(NodeKind::Curve)
            .string("nn", bone)
            .string("kp", "rq")
            .string("m", "absolute")
            .uints("kb", &[0, 9])
            .vec4s("kv", &[[0.0, 0.0, 0.0, 1.0], [0.38, 0.0, 0.0, 0.92]])
    };
    let turns = NodeDraft::new(NodeKind::Animation)
        .string("n", "turns")
        .floats("fr", &[30.0])
        .child(turned("hip"))
        .child(turned("knee"));
    folder.cast("turns.cast", [turns]);
    // It says which bones are shown.
    assert_eq!(folder.run("render --thumbnail 128 turns.cast -o turns.png").code, 0);
    let [width, height] = tight(&folder, "turns.png");
    assert!((100..=128).contains(&width.max(height)), "{width}x{height}");
    folder
        .run("render --thumbnail 64 flag.cast --size 64x64 -o a.png")
        .refused("cannot be used with");
    folder
        .run("render --thumbnail 9999 flag.cast -o a.png")
        .refused("1 to 2048");
    folder
        .run("render --thumbnail 64 nowhere.cast -o a.png")
        .refused("no such file");
}
