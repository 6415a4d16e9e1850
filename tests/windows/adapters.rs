//! Wine 8 lists an adapter of Direct3D 12 before the one of Vulkan, and loses its device while the pipelines are made: the
//! program has to pass it over by itself. No test in this folder chooses an adapter for the program, but for the ones here.

use crate::assert_windows;
use crate::program::{Folder, Ran};
use serde_json::Value;
use std::process::Command;

/// How the one line on standard error begins.
const TOLD: &str = "castview: the graphics adapter ";

/// Asserts that a command drew, and said nothing but which adapter it passed over.
#[track_caller]
pub fn drawn(ran: &Ran) {
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for line in ran.stderr.lines() {
        assert!(
            line.starts_with(TOLD) && line.contains(" (Direct3D 12) was passed over: "),
            "{line}"
        );
    }
}

/// Whether this is a Wine whose Direct3D 12 is known to fail. Says so where it is not: newer ones may have one that draws.
pub fn direct3d_fails() -> bool {
    let loader = std::env::var_os("CASTVIEW_PROGRAM_LOADER").expect("cargo xtask test-windows sets it");
    let version = Command::new(loader).arg("--version").output().expect("Wine starts");
    let version = String::from_utf8_lossy(&version.stdout).trim().to_owned();
    let is_known = version.starts_with("wine-8.");
    if !is_known {
        eprintln!("NOT TESTED: nobody has looked at whether Direct3D 12 has to be passed over under {version}");
    }
    is_known
}

#[test]
#[ignore = "needs the program for Windows: cargo xtask test-windows"]
fn direct3d_that_fails_is_passed_over_for_vulkan() {
    assert_windows();
    let folder = Folder::new();
    folder.cast("flag.cast", [crate::program::model()]);
    if !direct3d_fails() {
        return;
    }
    let rows = folder.run("adapters --json").fine().json();
    let row = |backend: &str| rows.iter().find(|row| row["backend"] == backend).expect(backend);
    let (direct3d, vulkan) = (row("Direct3D 12"), row("Vulkan"));
    let number = |row: &Value| row["index"].as_u64().expect("a number");
    assert!(number(direct3d) < number(vulkan), "hardware goes before software");
    assert!(
        direct3d["failure"].as_str().is_some_and(|why| !why.is_empty()),
        "{direct3d}"
    );
    assert_eq!((&vulkan["works"], &vulkan["chosen"]), (&true.into(), &true.into()));

    // Asked for, it is not replaced; the other one is taken without a word about it.
    let render = "render flag.cast --size 64x64 --bones -o";
    let name = direct3d["name"].as_str().expect("a text");
    folder
        .run(&format!("{render} none.png --gpu {}", number(direct3d)))
        .refused(&format!("No graphics adapter works. {name} (Direct3D 12): "));
    assert!(!folder.at("none.png").exists());
    let picture = |name: &str| std::fs::read(folder.at(name)).expect("a picture");
    let missing = "2 of 2 textures are missing";
    let asked = folder.run(&format!("{render} asked.png --gpu {}", number(vulkan)));
    assert_eq!(asked.code, 0, "{}", asked.stderr);
    assert!(
        !asked.stderr.contains(TOLD) && asked.stderr.contains(missing),
        "{}",
        asked.stderr
    );
    // Without a wish it is tried, told and passed over.
    let free = folder.run(&format!("{render} free.png"));
    assert_eq!(free.code, 0, "{}", free.stderr);
    let told = format!("{TOLD}{name} (Direct3D 12) was passed over: ");
    assert_eq!(free.stderr.matches(&told).count(), 1, "{}", free.stderr);
    assert!(picture("free.png") == picture("asked.png"), "another picture");
    // The same for vertices.
    let pose = "pose flag.cast --frame 0 --vertices --deform gpu";
    let free = folder.run(pose);
    assert_eq!(free.code, 0, "{}", free.stderr);
    assert!(free.stderr.contains(&told), "{}", free.stderr);
    let asked = folder.run(&format!("{pose} --gpu {}", number(vulkan))).fine();
    assert_eq!(free.stdout, asked.stdout);
}
