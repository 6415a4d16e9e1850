//! Tells the program the commit that it is made from and the versions of its crates, and gives programs for Windows their icon, version and manifest.
//!
//! `CASTVIEW_COMMIT` counts; else a release asks git, and a build for development goes without, as it would be made anew by every commit.
//! Without git or its folder, as in a source archive, the program says that its commit is not recorded.

use std::path::{Path, PathBuf};
use std::process::Command;

const COMMIT: &str = "CASTVIEW_COMMIT";

/// Files and folders that the program is made from. With a change in one of them it is not the program of its commit.
const SOURCES: [&str; 7] = [
    "build.rs",
    "Cargo.toml",
    "Cargo.lock",
    "assets",
    "crates",
    "shaders",
    "src",
];

/// Crates whose versions tell how this program draws and reads.
const TOLD_CRATES: [&str; 7] = ["egui", "image", "naga", "rfd", "wgpu", "winit", "x11rb"];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=Cargo.lock");
    let lock = std::fs::read_to_string("Cargo.lock").expect("the list of locked crates lies beside this file");
    println!("cargo:rustc-env=CASTVIEW_CRATES={}", versions(&lock));
    println!("cargo:rerun-if-env-changed={COMMIT}");
    let given = std::env::var(COMMIT).ok().filter(|commit| !commit.is_empty());
    let is_release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if let Some(commit) = given.or_else(|| is_release.then(commit_of_git).flatten()) {
        println!("cargo:rustc-env={COMMIT}={commit}");
    }
    let is_for_windows = std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "windows");
    if is_release && is_for_windows {
        add_resources();
    }
}

/// `egui 0.37.0, winit 0.30.13` of a list of locked crates.
fn versions(lock: &str) -> String {
    let mut lines = lock.lines();
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        let name = line.strip_prefix("name = \"").and_then(|line| line.strip_suffix('"'));
        if let Some(name) = name.filter(|name| TOLD_CRATES.contains(name)) {
            let version = lines.next().and_then(|line| line.strip_prefix("version = \""));
            found.push(format!("{name} {}", version.unwrap_or_default().trim_end_matches('"')));
        }
    }
    found.join(", ")
}

/// Releases alone have them: making them takes tools that a check of the sources does not need.
fn add_resources() {
    const ICON: &str = "assets/icons/castview.ico";
    const MANIFEST: &str = "packaging/windows/castview.manifest";
    for file in [ICON, MANIFEST] {
        println!("cargo:rerun-if-changed={file}");
    }
    let mut resources = winresource::WindowsResource::new();
    resources.set_icon(ICON).set_manifest_file(MANIFEST);
    resources
        .set("ProductName", "castview")
        .set("FileDescription", "castview");
    resources.set("LegalCopyright", "MIT OR Apache-2.0");
    if let Err(error) = resources.compile() {
        panic!("icon and manifest of the program cannot be made: {error}");
    }
}

/// The commit of the repository that this folder is the top of. A source archive may lie in a repository of somebody else's.
fn commit_of_git() -> Option<String> {
    let top = PathBuf::from(git(&["rev-parse", "--show-toplevel"])?);
    if top.canonicalize().ok()? != Path::new(".").canonicalize().ok()? {
        return None;
    }
    for name in ["HEAD", "logs/HEAD", "index"] {
        let path = git(&["rev-parse", "--git-path", name])?;
        if Path::new(&path).exists() {
            println!("cargo:rerun-if-changed={path}");
        }
    }
    SOURCES
        .iter()
        .for_each(|source| println!("cargo:rerun-if-changed={source}"));
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    let mut status = vec!["status", "--porcelain", "--"];
    status.extend(SOURCES);
    match git(&status)?.is_empty() {
        true => Some(commit),
        false => Some(format!("{commit}, with changes")),
    }
}

fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
