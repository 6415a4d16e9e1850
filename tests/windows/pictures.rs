//! Pictures of the program for Windows, held against those of the program for Linux: same files, same software driver.

use crate::assert_windows;
use crate::program::Folder;
use castview::images::{Image, decode};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Pixels of a picture that may differ by more than [`TOLERANCE`] in a channel: each system brings its own sine and
/// cosine, and an edge may fall on the other side of a sample.
const OUTLIERS: usize = 16;
const TOLERANCE: u8 = 3;

#[test]
#[ignore = "needs the program for Windows: cargo xtask test-windows"]
fn pictures_are_those_of_linux() {
    assert_windows();
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let folder = Folder::new();
    let textures = std::fs::read_dir(assets.join("demo")).expect("the demo has textures");
    let textures = textures.map(|entry| Path::new("demo").join(entry.expect("readable").file_name()));
    for name in ["demo.cast", "demo_idle.cast"]
        .map(PathBuf::from)
        .into_iter()
        .chain(textures)
    {
        let bytes = std::fs::read(assets.join(&name)).expect("the project has a demo");
        folder.put(name, &bytes);
    }
    for (index, words) in [
        "demo.cast",
        "demo.cast demo_idle.cast --frame 47 --bones --grid",
        "demo.cast demo_idle.cast --time 2.5 --shading wireframe --view front",
        "demo.cast demo_idle.cast --frame 98 --samples 1 --background none",
    ]
    .into_iter()
    .enumerate()
    {
        let [ours, theirs] = ["windows", "linux"].map(|system| format!("{index}_{system}.png"));
        let words = |output: &str| format!("render {words} --size 384x256 -o {output}");
        crate::adapters::drawn(&folder.run(&words(&ours)));
        let linux = Command::new(env!("CARGO_BIN_EXE_castview"))
            .args(words(&theirs).split(' '))
            .current_dir(folder.at(""))
            .output()
            .expect("it ends");
        assert!(linux.status.success(), "{}", String::from_utf8_lossy(&linux.stderr));
        let differing = differing(&picture(&folder, &ours), &picture(&folder, &theirs));
        println!("{differing} pixels differ: {}", words(&ours));
        assert!(differing <= OUTLIERS, "{differing} pixels differ: {}", words(&ours));
    }
}

fn picture(folder: &Folder, name: &str) -> Image {
    let bytes = std::fs::read(folder.at(name)).expect("it was written");
    decode(&bytes, name).expect("a PNG")
}

fn differing(a: &Image, b: &Image) -> usize {
    assert_eq!((a.width, a.height), (b.width, b.height));
    let is_far = |(a, b): &(&[u8], &[u8])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > TOLERANCE);
    let pixels = a.rgba.chunks_exact(4).zip(b.rgba.chunks_exact(4));
    pixels.filter(is_far).count()
}
