//! Holds `src/` against the table of rooms: who may import whom, and which third-party crates.
//!
//! In: every Rust file under `src/`, parsed with `syn`; every path in it, `use` trees and macro bodies included.
//! Out: a list of sentences, one per broken rule. The rules themselves are tested with planted violations.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use syn::buffer::{Cursor, TokenBuffer};
use syn::visit::{self, Visit};

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
    room(2, "formats", &["rayon", "glam"]),
    room(2, "images", &["image", "image_dds"]),
    room(2, "animation", &["glam", "rayon"]),
    room(3, "deform", &["glam", "rayon"]),
    room(3, "picture", &["glam"]),
    room(4, "session", &["glam"]),
    room(5, "render", &["wgpu", "bytemuck", "glam", "pollster"]),
    room(
        5,
        "ui",
        &[
            "egui",
            "egui_extras",
            "egui_material_icons",
            "fontdb",
            "glam",
            "ttf_parser",
        ],
    ),
    room(5, "files", &["rayon"]),
    room(5, "export", &["image", "png"]),
    room(6, "offline", &["pollster", "glam"]),
    room(7, "app", WINDOW_CRATES),
    room(7, "cli", &["clap", "crc32fast", "serde_json", "glam"]),
];

/// What a window takes: events, drawing, dialogs, fonts, settings.
const WINDOW_CRATES: &[&str] = &[
    "winit",
    "egui",
    "egui_winit",
    "egui_wgpu",
    "wgpu",
    "rfd",
    "directories",
    "glam",
    "pollster",
    "serde_json",
];

/// Crates without a world of their own: plain-data casts, log lines, derives.
const EVERYWHERE: &[&str] = &["bytemuck", "log", "serde", "thiserror"];

/// `main.rs` chooses between the window and a command.
const MAIN: Room = room(8, "main", &["castview"]);

/// The highest rank that sees no files, clocks, processes or environment.
const LAST_PURE_RANK: u8 = 4;
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

/// What one file breaks. `dependencies` are the names of all crates that may be imported.
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
    let mut paths = Paths {
        module,
        in_tests: 0,
        children: vec![children(&file.items)],
        found: Vec::new(),
        odd: Vec::new(),
    };
    paths.visit_file(&file);
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
            if room.rank <= LAST_PURE_RANK && OUTSIDE_WORLD.iter().any(|outside| within(outside)) {
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

/// A path of the source, resolved as far as layering asks.
struct Found {
    target: Target,
    as_written: String,
    in_tests: bool,
}

enum Target {
    /// Within castview: the segments from the crate's root.
    Inside(Vec<String>),
    /// Another crate's, or a name that is in scope here (which its `use` has accounted for).
    Outside(Vec<String>),
}

/// Collects every path of a file.
struct Paths {
    /// Of the code now visited, from the crate's root.
    module: Vec<String>,
    /// How many `#[cfg(test)]` items we are in.
    in_tests: u32,
    /// Names of the modules declared in each module we are in, innermost last: they hide crates of the same name.
    children: Vec<BTreeSet<String>>,
    found: Vec<Found>,
    /// Constructs the rules cannot see through.
    odd: Vec<String>,
}

fn children(items: &[syn::Item]) -> BTreeSet<String> {
    items
        .iter()
        .filter_map(|item| {
            if let syn::Item::Mod(m) = item {
                Some(m.ident.to_string())
            } else {
                None
            }
        })
        .collect()
}

fn is_test_only(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute
                    .parse_args::<syn::Path>()
                    .is_ok_and(|condition| condition.is_ident("test"))
    })
}

impl Paths {
    /// `segments` as written; `is_import` when a single name is an import rather than a local variable or type.
    fn add(&mut self, segments: &[String], is_import: bool) {
        let Some(first) = segments.first().map(String::as_str) else {
            return;
        };
        let target = match first {
            "crate" | "$crate" => Target::Inside(segments[1..].to_vec()),
            "self" | "super" => {
                if segments.len() == 1 && first == "self" {
                    // A method's receiver.
                    return;
                }
                let ups = segments
                    .iter()
                    .take_while(|segment| *segment == "super" || *segment == "self")
                    .count();
                let levels = segments[..ups].iter().filter(|segment| *segment == "super").count();
                let kept = self.module.len().saturating_sub(levels);
                Target::Inside([&self.module[..kept], &segments[ups..]].concat())
            }
            _ if segments.len() == 1 && !is_import => return,
            _ if self.children.last().is_some_and(|names| names.contains(first)) => return,
            _ => Target::Outside(segments.to_vec()),
        };
        self.found.push(Found {
            target,
            as_written: segments.join("::"),
            in_tests: self.in_tests > 0,
        });
    }

    fn add_use(&mut self, tree: &syn::UseTree, prefix: &mut Vec<String>) {
        match tree {
            syn::UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                self.add_use(&path.tree, prefix);
                prefix.pop();
            }
            syn::UseTree::Group(group) => group.items.iter().for_each(|item| self.add_use(item, prefix)),
            syn::UseTree::Glob(_) => self.add(prefix, true),
            syn::UseTree::Name(name) => self.add_imported(&name.ident, prefix),
            syn::UseTree::Rename(rename) => self.add_imported(&rename.ident, prefix),
        }
    }

    fn add_imported(&mut self, name: &syn::Ident, prefix: &[String]) {
        let mut segments = prefix.to_vec();
        // `use a::b::{self}` imports `a::b`.
        if name != "self" || segments.is_empty() {
            segments.push(name.to_string());
        }
        self.add(&segments, true);
    }

    /// Paths in a macro's body, which is not parsed: every run of names joined by `::`.
    fn add_tokens(&mut self, mut cursor: Cursor) {
        while !cursor.eof() {
            if let Some((inside, _, _, after)) = cursor.any_group() {
                self.add_tokens(inside);
                cursor = after;
            } else if let Some((first, mut after)) = cursor.ident() {
                let mut segments = vec![first.to_string()];
                while let Some((segment, next)) = colons(after).and_then(Cursor::ident) {
                    segments.push(segment.to_string());
                    after = next;
                }
                self.add(&segments, false);
                cursor = after;
            } else if let Some((_, after)) = cursor.token_tree() {
                cursor = after;
            } else {
                break;
            }
        }
    }
}

/// What follows a `::`.
fn colons(cursor: Cursor) -> Option<Cursor> {
    let (first, after) = cursor.punct()?;
    let (second, after) = after.punct()?;
    (first.as_char() == ':' && second.as_char() == ':').then_some(after)
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let attributes: &[syn::Attribute] = match item {
            syn::Item::Mod(item) => &item.attrs,
            syn::Item::Fn(item) => &item.attrs,
            syn::Item::Use(item) => &item.attrs,
            syn::Item::Impl(item) => &item.attrs,
            syn::Item::Struct(item) => &item.attrs,
            syn::Item::Const(item) => &item.attrs,
            _ => &[],
        };
        let in_tests = u32::from(is_test_only(attributes));
        self.in_tests += in_tests;
        visit::visit_item(self, item);
        self.in_tests -= in_tests;
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if item.attrs.iter().any(|attribute| attribute.path().is_ident("path")) {
            self.odd
                .push(format!("module {} is put elsewhere with #[path]", item.ident));
        }
        let Some((_, items)) = &item.content else { return };
        self.module.push(item.ident.to_string());
        self.children.push(children(items));
        visit::visit_item_mod(self, item);
        self.children.pop();
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.add_use(&item.tree, &mut Vec::new());
    }

    fn visit_item_extern_crate(&mut self, item: &'ast syn::ItemExternCrate) {
        self.odd
            .push(format!("`extern crate {}` hides where the crate is used", item.ident));
    }

    // `pub(crate)` and `pub(in …)` grant access; they import nothing.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.add(&segments, path.leading_colon.is_some());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        if item.path.is_ident("include") {
            self.odd.push("`include!` brings code that is not looked at".into());
        }
        self.visit_path(&item.path);
        self.add_tokens(TokenBuffer::new2(item.tokens.clone()).begin());
    }

    fn visit_meta_list(&mut self, list: &'ast syn::MetaList) {
        self.visit_path(&list.path);
        self.add_tokens(TokenBuffer::new2(list.tokens.clone()).begin());
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

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("src is readable")
        .flatten()
        .map(|e| e.path())
        .collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            rust_files(&entry, found);
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
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
    rust_files(&root.join("src"), &mut files);
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
        ("render/a.rs", "use crate::files::load;", "reaches `files`"),
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
