//! Holds `src/` against the table of rooms: who may import whom, and which third-party crates.
//!
//! In: every Rust file under `src/`, parsed with `syn`; every path in it, `use` trees and macro bodies included.
//! Out: a list of sentences, one per broken rule. The rules themselves are tested with planted violations.

#[path = "layering/circles.rs"]
mod circles;
#[path = "layering/paths.rs"]
mod paths;
#[path = "layering/words.rs"]
mod words;

use paths::{Found, Paths, Target};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A room, its rank, and the third-party crates it may name.
struct Room {
    rank: u8,
    name: &'static str,
    crates: &'static [&'static str],
}

const fn room(rank: u8, name: &'static str, crates: &'static [&'static str]) -> Room {
    Room { rank, name, crates }
}

/// A room imports only rooms of lower rank. ARCHITECTURE.md gives the reasons.
const ROOMS: &[Room] = &[
    room(0, "core", &["glam"]),
    room(1, "scene", &["glam"]),
    room(
        2,
        "formats",
        &[
            "base64",
            "flate2",
            "glam",
            "lz4_flex",
            "percent_encoding",
            "rayon",
            "serde_json",
        ],
    ),
    room(2, "images", &["exr", "image", "image_dds", "png"]),
    room(
        2,
        "animation",
        &["encoding_rs", "glam", "icu_normalizer", "rayon", "strsim"],
    ),
    room(2, "light", &["glam", "rayon"]),
    room(3, "deform", &["glam", "rayon"]),
    room(3, "picture", &["glam"]),
    room(4, "opened", &["rayon"]),
    room(5, "session", &["glam", "rayon"]),
    room(
        6,
        "render",
        &[
            "ab_glyph",
            "wgpu",
            "bytemuck",
            "epaint_default_fonts",
            "glam",
            "pollster",
            "rustc_hash",
        ],
    ),
    room(
        6,
        "ui",
        &[
            "egui",
            "egui_material_icons",
            "fontdb",
            "glam",
            "nucleo_matcher",
            "ttf_parser",
        ],
    ),
    room(5, "files", &["glam", "rayon", "rustix", "same_file"]),
    room(6, "export", &["image", "tempfile"]),
    room(7, "offline", &["pollster", "glam"]),
    room(8, "app", WINDOW_CRATES),
    room(8, "cli", &["clap", "crc32fast", "serde_json", "glam"]),
];

/// Crates for a window: events, drawing, dialogs, fonts, settings.
const WINDOW_CRATES: &[&str] = &[
    "winit",
    "x11rb",
    "egui",
    "egui_winit",
    "egui_wgpu",
    "wgpu",
    "rfd",
    "signal_hook",
    "directories",
    "glam",
    "interprocess",
    "objc2_app_kit",
    "windows_registry",
    "pollster",
    "serde_json",
];

/// Crates without a world of their own: plain-data casts, log lines, derives.
const EVERYWHERE: &[&str] = &["bytemuck", "log", "serde", "thiserror"];

/// `main.rs` chooses between the window and a command.
const MAIN: Room = room(9, "main", &["castview"]);

/// Up to that rank no room sees files, clocks, processes or environment, and `session` does not either.
const LAST_PURE_RANK: u8 = 4;
fn is_pure(room: &Room) -> bool {
    room.rank <= LAST_PURE_RANK || room.name == "session"
}

const OUTSIDE_WORLD: &[&str] = &[
    "std::fs",
    "std::env",
    "std::net",
    "std::process",
    "std::time::Instant",
    "std::time::SystemTime",
    "std::thread::spawn",
    "std::thread::sleep",
    "std::io::stdin",
    "std::io::stdout",
];

/// Rooms that may start a thread which outlives a call.
const STARTS_THREADS: &[&str] = &["files", "offline", "app"];

fn find_room(name: &str) -> Option<&'static Room> {
    ROOMS.iter().find(|room| room.name == name)
}

/// One source file, read and placed.
struct Source<'a> {
    /// As shown in messages, relative to `src/`.
    name: &'a str,
    text: &'a str,
}

/// The module a file is: `formats/cast/mod.rs` and `formats/cast.rs` are both `formats::cast`.
fn module_of(file: &str) -> Vec<String> {
    let stem = file.trim_end_matches(".rs").trim_end_matches("/mod");
    stem.split('/').map(str::to_owned).collect()
}

/// Returns the rules that one file breaks. `dependencies` are the names of all crates that may be imported.
fn check(source: &Source, dependencies: &BTreeSet<String>) -> Vec<String> {
    let module = module_of(source.name);
    if source.name == "lib.rs" {
        return check_map(source);
    }
    let Some(room) = (if source.name == "main.rs" {
        Some(&MAIN)
    } else {
        find_room(&module[0])
    }) else {
        return vec![format!(
            "{}: there is no room {:?} in the table",
            source.name, module[0]
        )];
    };
    let file = match syn::parse_file(source.text) {
        Ok(file) => file,
        Err(error) => return vec![format!("{}: does not parse: {error}", source.name)],
    };
    let module = if source.name == "main.rs" { Vec::new() } else { module };
    let paths = Paths::of(&file, module);
    let mut problems: BTreeSet<String> = paths.odd.iter().map(|odd| format!("{}: {odd}", source.name)).collect();
    for found in &paths.found {
        if let Some(problem) = judge(room, found, dependencies) {
            problems.insert(format!("{}: `{}` {problem}", source.name, found.as_written));
        }
    }
    problems.into_iter().collect()
}

/// `lib.rs` is a map: a doc comment and one `pub mod` per room.
fn check_map(source: &Source) -> Vec<String> {
    let file = syn::parse_file(source.text).expect("lib.rs parses");
    let is_room = |item: &syn::Item| matches!(item, syn::Item::Mod(m) if m.content.is_none() && find_room(&m.ident.to_string()).is_some());
    let strangers = file.items.iter().filter(|item| !is_room(item)).count();
    if strangers == 0 {
        Vec::new()
    } else {
        vec![format!("lib.rs: {strangers} items are no rooms of the table")]
    }
}

/// Why `room` may not name this path, if so.
fn judge(room: &Room, found: &Found, dependencies: &BTreeSet<String>) -> Option<String> {
    match &found.target {
        Target::Inside(path) => {
            let Some(first) = path.first() else {
                return Some("opens the crate's root, where every room is in reach".into());
            };
            let Some(other) = find_room(first) else {
                return Some(format!("reaches {first:?}, which is no room of the table"));
            };
            (other.name != room.name && other.rank >= room.rank).then(|| {
                format!(
                    "reaches `{}` (rank {}) from `{}` (rank {})",
                    other.name, other.rank, room.name, room.rank
                )
            })
        }
        Target::Outside(path) => {
            let full = path.join("::");
            let within =
                |prefix: &str| full == prefix || full.strip_prefix(prefix).is_some_and(|rest| rest.starts_with("::"));
            if found.in_tests {
                // Tests may lay out files and use the development dependencies.
                return None;
            }
            if is_pure(room) && OUTSIDE_WORLD.iter().any(|outside| within(outside)) {
                return Some(format!("meets the outside world, but `{}` is a pure room", room.name));
            }
            if within("std::thread::spawn") && !STARTS_THREADS.contains(&room.name) {
                return Some(format!(
                    "starts a thread that outlives the call, which `{}` does not",
                    room.name
                ));
            }
            let first = path.first()?;
            let allowed = room.crates.contains(&first.as_str()) || EVERYWHERE.contains(&first.as_str());
            (dependencies.contains(first) && !allowed)
                .then(|| format!("uses the crate `{first}`, which is not in the row of `{}`", room.name))
        }
    }
}

/// Names of this package's dependencies as Rust spells them, from the sections of `Cargo.toml`.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut in_section = false;
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            in_section = line.trim_matches(['[', ']']).ends_with("dependencies");
        } else if let Some((name, _)) = line.split_once('=').filter(|_| in_section) {
            names.insert(name.trim().replace('-', "_"));
        }
    }
    names.insert("castview".into());
    names
}

/// Files below `folder` whose names end in `.ENDING`.
fn files_of(ending: &str, folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder is readable")
        .flatten()
        .map(|e| e.path())
        .collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            files_of(ending, &entry, found);
        } else if entry.extension().is_some_and(|extension| extension == ending) {
            found.push(entry);
        }
    }
}

#[test]
fn rooms_import_only_lower_rooms_and_their_own_crates() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let dependencies = dependencies(&std::fs::read_to_string(root.join("Cargo.toml")).expect("Cargo.toml is readable"));
    assert!(dependencies.contains("egui_wgpu") && dependencies.contains("wgpu") && dependencies.contains("syn"));
    let mut files = Vec::new();
    files_of("rs", &root.join("src"), &mut files);
    assert!(files.len() > ROOMS.len());
    let mut problems = Vec::new();
    for file in files {
        let name = file
            .strip_prefix(root.join("src"))
            .expect("inside src")
            .to_string_lossy()
            .replace('\\', "/");
        let text = std::fs::read_to_string(&file).expect("sources are UTF-8");
        problems.extend(check(
            &Source {
                name: &name,
                text: &text,
            },
            &dependencies,
        ));
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    files_of("rs", &source, &mut files);
    let sources: Vec<(Vec<String>, String)> = files
        .iter()
        .filter(|file| !file.ends_with("src/lib.rs") && !file.ends_with("src/main.rs"))
        .map(|file| {
            let name = file
                .strip_prefix(&source)
                .expect("inside src")
                .to_string_lossy()
                .replace('\\', "/");
            (
                module_of(&name),
                std::fs::read_to_string(file).expect("sources are UTF-8"),
            )
        })
        .collect();
    let circles = circles::Files::of(&sources).circles();
    let circles: Vec<String> = circles.iter().map(|circle| circle.join(", ")).collect();
    assert!(circles.is_empty(), "circles of files:\n{}", circles.join("\n"));
}

/// Files that one folder holds at most. Whoever looks for something reads the names of a folder at a glance.
const MOST_FILES: usize = 16;

#[test]
fn no_folder_holds_many_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["src", "tests", "benches", "xtask/src", "fuzz/fuzz_targets"] {
        files_of("rs", &root.join(folder), &mut files);
    }
    files_of("wgsl", &root.join("shaders"), &mut files);
    let mut counts = BTreeMap::new();
    for file in &files {
        *counts.entry(file.parent().expect("a file has a folder")).or_insert(0) += 1;
    }
    counts.retain(|_, count| *count > MOST_FILES);
    assert!(files.len() > 500 && counts.is_empty(), "{counts:?}");
}

#[test]
fn planted_circles_are_found() {
    let file = |module: &str, text: &str| {
        (
            module.split("::").map(str::to_owned).collect::<Vec<_>>(),
            text.to_owned(),
        )
    };
    let found = |sources: &[(Vec<String>, String)]| circles::Files::of(sources).circles();
    let by_a_re_export = [
        file("ui", "mod a; mod b; pub use a::Thing;"),
        file("ui::a", "use super::b::help; pub struct Thing;"),
        file("ui::b", "pub fn help(_: crate::ui::Thing) {}"),
    ];
    assert_eq!(found(&by_a_re_export), [["ui::a", "ui::b"]]);
    let with_what_mod_rs_defines = [
        file("ui", "mod a; pub struct State(a::Thing);"),
        file("ui::a", "use super::State; pub struct Thing;"),
    ];
    assert_eq!(found(&with_what_mod_rs_defines), [["ui", "ui::a"]]);
    let only_in_tests = [
        file("ui::a", "use super::b::help; pub struct Thing;"),
        file(
            "ui::b",
            "pub fn help() {} #[cfg(test)] mod tests { use crate::ui::a::Thing; }",
        ),
    ];
    assert!(found(&only_in_tests).is_empty());
}

/// Every file of the house under its room, and no room without a file.
#[test]
fn every_room_of_the_table_exists() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for room in ROOMS {
        assert!(
            source.join(room.name).join("mod.rs").is_file(),
            "src/{}/mod.rs",
            room.name
        );
    }
}

/// `fuzz/` is a workspace of its own, which no other check compiles.
#[test]
fn every_fuzz_target_is_built() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = std::fs::read_to_string(root.join("fuzz/Cargo.toml")).expect("it is readable");
    let targets = std::fs::read_dir(root.join("fuzz/fuzz_targets")).expect("there are targets");
    for target in targets {
        let name = target
            .expect("an entry")
            .file_name()
            .to_string_lossy()
            .replace(".rs", "");
        let is_built = manifest.contains(&format!("name = \"{name}\""));
        assert!(is_built, "fuzz/Cargo.toml does not build {name}");
    }
}

#[test]
fn planted_violations_are_found() {
    let broken = [
        ("scene/a.rs", "use crate::render::Thing;", "reaches `render`"),
        ("scene/a.rs", "use crate::{core::Bounds, formats};", "reaches `formats`"),
        ("scene/a.rs", "use super::super::ui as panels;", "reaches `ui`"),
        (
            "scene/a/b.rs",
            "mod c { use super::super::super::super::app::run; }",
            "reaches `app`",
        ),
        ("scene/mod.rs", "use super::animation::Pose;", "reaches `animation`"),
        (
            "formats/cast/read.rs",
            "fn f() -> crate::animation::Pose { todo() }",
            "reaches `animation`",
        ),
        (
            "formats/cast/read.rs",
            "fn f() { let x = crate::images::decode(); }",
            "reaches `images`",
        ),
        (
            "core/a.rs",
            "fn f<T: Into<Vec<crate::scene::Mesh>>>() {}",
            "reaches `scene`",
        ),
        ("core/a.rs", "impl crate::scene::Has for u8 {}", "reaches `scene`"),
        (
            "core/a.rs",
            "fn f(x: u8) { match x { crate::scene::ONE => {} _ => {} } }",
            "reaches `scene`",
        ),
        (
            "core/a.rs",
            "fn f() { println!(\"{}\", (1, [crate::scene::one()])); }",
            "reaches `scene`",
        ),
        (
            "core/a.rs",
            "macro_rules! m { () => { $crate::scene::one() }; }",
            "reaches `scene`",
        ),
        ("core/a.rs", "use crate::*;", "opens the crate's root"),
        ("scene/mod.rs", "use super as root;", "opens the crate's root"),
        ("export/a.rs", "use crate::render::Context;", "reaches `render`"),
        ("files/a.rs", "use crate::session::Session;", "reaches `session`"),
        ("ui/a.rs", "use crate::render::Context;", "reaches `render`"),
        ("app/a.rs", "use crate::cli::run;", "reaches `cli`"),
        ("app/a.rs", "use crate::helpers::run;", "no room of the table"),
        ("helpers/a.rs", "", "no room \"helpers\""),
        ("session/a.rs", "use wgpu::Device;", "uses the crate `wgpu`"),
        (
            "session/a.rs",
            "use {glam::Vec3, egui::{self, Ui}};",
            "uses the crate `egui`",
        ),
        ("session/a.rs", "fn f(ui: &mut egui::Ui) {}", "uses the crate `egui`"),
        (
            "session/a.rs",
            "fn f() { log::warn!(\"{:?}\", ::rfd::version()); }",
            "uses the crate `rfd`",
        ),
        (
            "session/a.rs",
            "#[derive(clap::Parser)] struct S;",
            "uses the crate `clap`",
        ),
        ("scene/a.rs", "extern crate wgpu;", "extern crate"),
        ("scene/a.rs", "#[path = \"../render/mod.rs\"] mod r;", "#[path]"),
        ("scene/a.rs", "include!(\"../render/mod.rs\");", "include!"),
        ("session/a.rs", "fn f() { std::fs::read(\"x\"); }", "pure room"),
        ("animation/a.rs", "use std::time::{Duration, Instant};", "pure room"),
        (
            "render/a.rs",
            "fn f() { std::thread::spawn(|| ()); }",
            "starts a thread",
        ),
        (
            "core/a.rs",
            "#[cfg(test)] mod tests { use crate::scene::Mesh; }",
            "reaches `scene`",
        ),
        ("main.rs", "use clap::Parser;", "uses the crate `clap`"),
        ("lib.rs", "pub mod core; pub fn shortcut() {}", "no rooms of the table"),
    ];
    for (name, text, expected) in broken {
        let problems = check_planted(name, text);
        assert!(
            problems.iter().any(|problem| problem.contains(expected)),
            "{name}: {text}\n{problems:?}"
        );
    }
}

#[test]
fn what_is_allowed_is_left_alone() {
    let fine = [
        (
            "formats/cast/read.rs",
            "use crate::core::Place; use super::document::Document; use crate::formats::sniff;",
        ),
        (
            "formats/cast/lower/mesh.rs",
            "use super::super::super::super::scene::Mesh;",
        ),
        (
            "core/a.rs",
            "use core::mem::swap; use std::sync::Arc; pub(crate) fn f() { self::g(); core::hint::black_box(1); }",
        ),
        (
            "core/a.rs",
            "pub(in crate::scene) struct S; impl S { fn f(&self) -> &Self { self } }",
        ),
        (
            "ui/mod.rs",
            "mod image; use image::Thing; fn f(wgpu: u8) -> u8 { wgpu + wgpu }",
        ),
        (
            "session/a.rs",
            "fn f() { log::warn!(\"crate::render::x and wgpu::y\"); } // crate::render",
        ),
        (
            "core/a.rs",
            "#[cfg(test)] mod tests { use super::*; use proptest::prelude::*; fn f() { std::fs::read(\"x\"); } }",
        ),
        (
            "files/a.rs",
            "use std::fs; fn f() { std::thread::spawn(|| fs::read(\"x\")); }",
        ),
        (
            "main.rs",
            "fn main() -> std::process::ExitCode { castview::cli::main() }",
        ),
    ];
    for (name, text) in fine {
        assert_eq!(check_planted(name, text), Vec::<String>::new(), "{name}: {text}");
    }
}

fn check_planted(name: &str, text: &str) -> Vec<String> {
    let manifest = "[dependencies]\nwgpu = \"1\"\negui = \"1\"\nrfd = \"1\"\nclap = \"1\"\nglam = \"1\"\nlog = \"1\"\n\
                    image = \"1\"\n[dev-dependencies]\nproptest = \"1\"\n";
    check(&Source { name, text }, &dependencies(manifest))
}
