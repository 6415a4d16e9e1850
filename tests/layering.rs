//! Holds the sources against the walls that `Cargo.toml` cannot state: worlds that a crate does not meet, ranks within a crate, circles
//! of files.
//!
//! In: every Rust file of the workspace's libraries, parsed with `syn`; every path in it, `use` trees and macro bodies included.
//! Out: a list of sentences, one per broken rule. The rules themselves are tested with planted violations.

#[path = "layering/circles.rs"]
mod circles;
#[path = "layering/paths.rs"]
mod paths;
#[path = "layering/planted.rs"]
mod planted;
#[path = "layering/words.rs"]
mod words;

use paths::{Found, Paths, Target};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A folder of a crate: it imports only folders of lower rank.
struct Room {
    /// The crate's folder of sources, from the workspace's.
    source: &'static str,
    /// Its first module; empty for all modules without a row, those of the crate's root among them.
    name: &'static str,
    rank: u8,
    /// Sees no files, clocks, processes or environment.
    is_pure: bool,
    /// May start a thread that outlives a call.
    starts_threads: bool,
    /// The third-party crates it may name, where its `Cargo.toml` has more; `None`: all of them.
    crates: Option<&'static [&'static str]>,
}

const fn pure(source: &'static str, name: &'static str, rank: u8) -> Room {
    Room {
        source,
        name,
        rank,
        is_pure: true,
        starts_threads: false,
        crates: None,
    }
}

const fn worldly(source: &'static str, name: &'static str, rank: u8) -> Room {
    Room {
        is_pure: false,
        ..pure(source, name, rank)
    }
}

/// One row a crate, and one for each folder of it that has a rank of its own. ARCHITECTURE.md gives the reasons.
const ROOMS: &[Room] = &[
    pure("crates/base/src", "core", 0),
    pure("crates/base/src", "scene", 1),
    pure("crates/formats/src", "", 0),
    pure("crates/images/src", "", 0),
    pure("crates/motion/src", "animation", 0),
    pure("crates/motion/src", "deform", 1),
    pure("crates/motion/src", "trouble", 2),
    pure("crates/picture/src", "light", 0),
    pure("crates/picture/src", "", 1),
    pure("crates/picture/src", "opened", 2),
    pure("crates/picture/src", "compare", 3),
    Room {
        starts_threads: true,
        ..worldly("crates/files/src", "", 0)
    },
    Room {
        starts_threads: true,
        ..worldly("crates/files/src", "export", 1)
    },
    pure("crates/session/src", "", 0),
    worldly("crates/render/src", "cost", 0),
    worldly("crates/render/src", "gpu", 1),
    worldly("crates/render/src", "upload", 2),
    worldly("crates/render/src", "lists", 3),
    worldly("crates/render/src", "labels", 4),
    worldly("crates/render/src", "passes", 5),
    // The job, the renderer and what is asked of them.
    worldly("crates/render/src", "", 6),
    worldly("crates/ui/src", "", 0),
    // For tests and measurements alone.
    worldly("crates/gpu_report/src", "", 0),
    Room {
        starts_threads: true,
        ..worldly("crates/testkit/src", "", 0)
    },
    worldly("crates/hostile/src", "", 0),
    Room {
        starts_threads: true,
        crates: Some(&["glam", "pollster"]),
        ..worldly("src", "offline", 0)
    },
    Room {
        starts_threads: true,
        crates: Some(WINDOW_CRATES),
        ..worldly("src", "app", 1)
    },
    Room {
        crates: Some(&[
            "base64",
            "clap",
            "clap_complete",
            "clap_mangen",
            "crc32fast",
            "glam",
            "rustix",
            "serde_json",
            "signal_hook",
            "strsim",
            "tempfile",
        ]),
        ..worldly("src", "cli", 1)
    },
    // It chooses between the window and a command.
    Room {
        crates: Some(&["castview"]),
        ..worldly("src", "main", 2)
    },
];

/// Crates for a window: events, drawing, dialogs, settings.
const WINDOW_CRATES: &[&str] = &[
    "winit",
    "x11rb",
    "egui",
    "egui_winit",
    "egui_wgpu",
    "wgpu",
    "open",
    "directories",
    "glam",
    "interprocess",
    "objc2_app_kit",
    "pollster",
    "rfd",
    "serde_json",
    "signal_hook",
    "tempfile",
    "windows_registry",
];

/// Crates without a world of their own: plain-data casts, log lines, derives.
const EVERYWHERE: &[&str] = &["bytemuck", "log", "serde", "thiserror"];

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

/// The row of the module that begins with `first`, in the crate of that folder.
fn find_room(source: &str, first: Option<&str>) -> Option<&'static Room> {
    let rows = || ROOMS.iter().filter(|room| room.source == source);
    let own = rows().find(|room| first.is_some_and(|first| room.name == first));
    own.or_else(|| rows().find(|room| room.name.is_empty()))
}

/// One source file, read and placed.
struct Source<'a> {
    /// Folder of the crate's sources, from the workspace's.
    crate_source: &'a str,
    /// As shown in messages, relative to that.
    name: &'a str,
    text: &'a str,
}

/// The module a file is: `cast/mod.rs` and `cast.rs` are both `cast`; `lib.rs` is the root.
fn module_of(file: &str) -> Vec<String> {
    let stem = file.trim_end_matches(".rs").trim_end_matches("/mod");
    let names = stem.split('/').filter(|name| !matches!(*name, "lib" | "main"));
    names.map(str::to_owned).collect()
}

/// Returns the rules that one file breaks. `dependencies` are the names of all crates that may be imported.
fn check(source: &Source, dependencies: &BTreeSet<String>) -> Vec<String> {
    let told = |problem: String| format!("{}/{}: {problem}", source.crate_source, source.name);
    let file = match syn::parse_file(source.text) {
        Ok(file) => file,
        Err(error) => return vec![told(format!("does not parse: {error}"))],
    };
    if source.name == "lib.rs" {
        return check_root(&file).map(told).into_iter().collect();
    }
    let module = module_of(source.name);
    let first = if source.name == "main.rs" {
        Some("main")
    } else {
        module.first().map(String::as_str)
    };
    let Some(room) = find_room(source.crate_source, first) else {
        return vec![told(format!("there is no room {first:?} in the table"))];
    };
    let paths = Paths::of(&file, module);
    let mut problems: BTreeSet<String> = paths.odd.iter().map(|odd| told(odd.clone())).collect();
    for found in &paths.found {
        if let Some(problem) = judge(room, found, dependencies) {
            problems.insert(told(format!("`{}` {problem}", found.as_written)));
        }
    }
    problems.into_iter().collect()
}

/// `lib.rs` of the program is a map: modules, and what the crates are called here.
fn check_root(file: &syn::File) -> Option<String> {
    let is_map = |item: &&syn::Item| match item {
        syn::Item::Mod(item) => item.content.is_none(),
        syn::Item::Use(_) => true,
        _ => false,
    };
    let strangers = file.items.iter().filter(|item| !is_map(item)).count();
    (strangers > 0).then(|| format!("{strangers} items are neither modules nor re-exports"))
}

/// Why `room` may not name this path, if so.
fn judge(room: &Room, found: &Found, dependencies: &BTreeSet<String>) -> Option<String> {
    match &found.target {
        Target::Inside(path) => {
            let first = path.first().map(String::as_str);
            // The names of other crates lie at the program's root, below all of its rooms.
            let other = find_room(room.source, first)?;
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
            if room.is_pure && OUTSIDE_WORLD.iter().any(|outside| within(outside)) {
                return Some(format!("meets the outside world, but {} is pure", room.source));
            }
            if within("std::thread::spawn") && !room.starts_threads {
                return Some(format!(
                    "starts a thread that outlives the call, which {} does not",
                    room.source
                ));
            }
            let first = path.first()?.as_str();
            let allowed = room.crates?;
            let is_allowed = allowed.contains(&first) || EVERYWHERE.contains(&first);
            (dependencies.contains(first) && !is_allowed)
                .then(|| format!("uses the crate `{first}`, which is not in the row of `{}`", room.name))
        }
    }
}

/// Names of a package's dependencies as Rust spells them, from the sections of its `Cargo.toml`; not the workspace's own crates.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut in_section = false;
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            in_section = line.trim_matches(['[', ']']).ends_with("dependencies");
        } else if let Some((name, _)) = line.split_once(['=', '.']).filter(|_| in_section) {
            let name = name.trim().replace('-', "_");
            if !name.starts_with("castview_") {
                names.insert(name);
            }
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

/// Folders of sources of all crates that the program is made of, from the workspace's: `src`, `crates/base/src`, …
fn sources() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = std::fs::read_dir(root.join("crates")).expect("crates/ is readable");
    let names = crates.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let mut sources: Vec<String> = names.map(|name| format!("crates/{name}/src")).collect();
    sources.push("src".into());
    sources.sort();
    sources
}

/// Files of one crate: their names from its folder of sources, and their text.
fn files_in(source: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(source);
    let mut files = Vec::new();
    files_of("rs", &folder, &mut files);
    let read = |file: &PathBuf| {
        let name = file.strip_prefix(&folder).expect("inside").to_string_lossy();
        let text = std::fs::read_to_string(file).expect("sources are UTF-8");
        (name.replace('\\', "/"), text)
    };
    files.iter().map(read).collect()
}

#[test]
fn rooms_import_only_lower_rooms_and_pure_ones_meet_no_world() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).expect("Cargo.toml is readable");
    let dependencies = dependencies(&manifest);
    assert!(dependencies.contains("egui_wgpu") && dependencies.contains("wgpu") && dependencies.contains("syn"));
    let mut problems = Vec::new();
    let mut count = 0;
    for crate_source in sources() {
        for (name, text) in files_in(&crate_source) {
            count += 1;
            // The root of a crate names its modules; that of the program is held to be a map.
            if name == "lib.rs" && crate_source != "src" {
                continue;
            }
            let source = Source {
                crate_source: &crate_source,
                name: &name,
                text: &text,
            };
            problems.extend(check(&source, &dependencies));
        }
    }
    assert!(count > 900, "{count} files are not all");
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn neither_files_nor_folders_use_each_other_in_a_circle() {
    let mut told = Vec::new();
    for crate_source in sources() {
        let files = circles::Files::of(&modules_of(&crate_source));
        for (kind, circles) in [("files", files.circles()), ("folders", files.circles_of_folders())] {
            let sentences = circles
                .iter()
                .map(|circle| format!("{crate_source}: {kind} {}", circle.join(", ")));
            told.extend(sentences);
        }
    }
    assert!(told.is_empty(), "circles:\n{}", told.join("\n"));
}

/// The files of one crate as the search for circles takes them.
fn modules_of(crate_source: &str) -> Vec<(Vec<String>, String)> {
    let files = files_in(crate_source).into_iter();
    // The program's names for its crates are no use of its own files.
    let files = files.filter(|(name, _)| crate_source != "src" || !matches!(name.as_str(), "lib.rs" | "main.rs"));
    files.map(|(name, text)| (module_of(&name), text)).collect()
}

/// Files that one folder holds at most. Whoever looks for something reads the names of a folder at a glance.
const MOST_FILES: usize = 16;

#[test]
fn no_folder_holds_many_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["crates", "src", "tests", "benches", "xtask/src", "fuzz/fuzz_targets"] {
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

#[test]
fn planted_circles_of_folders_are_found() {
    let file = |module: &str, text: &str| (module.split("::").map(str::to_owned).collect(), text.to_owned());
    let found = |sources: &[(Vec<String>, String)]| circles::Files::of(sources).circles_of_folders();
    let by_different_files = [
        file("a::x", "use crate::b::y::Y; pub struct X;"),
        file("a::z", "pub struct Z;"),
        file("b::y", "pub struct Y;"),
        file("b::w", "use crate::a::z::Z;"),
    ];
    assert_eq!(found(&by_different_files), [["a", "b"]]);
    let below_a_folder = [
        file("a::b::x", "use crate::a::c::Y; pub struct X;"),
        file("a::c", "pub struct Y;"),
        file("a::c::d", "use super::super::b::x::X;"),
    ];
    assert_eq!(found(&below_a_folder), [["a::b", "a::c"]]);
    let a_folder_and_what_lies_in_it = [
        file("a::x", "use super::b::y::Y; pub struct X;"),
        file("a::b::y", "pub struct Y;"),
        file("a::b::z", "use super::super::w::W;"),
        file("a::w", "pub struct W;"),
    ];
    assert!(found(&a_folder_and_what_lies_in_it).is_empty());
}

/// No row without its folder, and no crate without a row.
#[test]
fn every_room_of_the_table_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for room in ROOMS.iter().filter(|room| !room.name.is_empty() && room.name != "main") {
        let folder = root.join(room.source).join(room.name);
        assert!(folder.join("mod.rs").is_file(), "{}", folder.display());
    }
    for source in sources() {
        assert!(ROOMS.iter().any(|room| room.source == source), "{source} has no row");
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

/// Methods of `Session` at most. A part, or a function of the folder that asks, has the others: the number only shrinks.
const METHODS_OF_SESSION: usize = 38;
/// Blocks in which they stand.
const BLOCKS_OF_SESSION: usize = 12;

/// Blocks and methods of `impl Session` in a file, tests left out.
fn methods_of_session(text: &str) -> (usize, usize) {
    let file = syn::parse_file(text).expect("layering has parsed it");
    let blocks = file.items.iter().filter_map(|item| match item {
        syn::Item::Impl(block) if block.trait_.is_none() => Some(block),
        _ => None,
    });
    let is_of_session = |block: &&syn::ItemImpl| match &*block.self_ty {
        syn::Type::Path(of) => of.path.segments.last().is_some_and(|last| last.ident == "Session"),
        _ => false,
    };
    let methods = |block: &syn::ItemImpl| {
        let items = block.items.iter();
        items.filter(|item| matches!(item, syn::ImplItem::Fn(_))).count()
    };
    let counted = blocks.filter(is_of_session).map(methods);
    counted.fold((0, 0), |(blocks, all), methods| (blocks + 1, all + methods))
}

#[test]
fn the_session_has_few_methods_of_its_own() {
    let files = files_in("crates/session/src").into_iter();
    let files = files.filter(|(name, _)| !module_of(name).iter().any(|part| part == "tests"));
    let counted: Vec<(usize, usize)> = files.map(|(_, text)| methods_of_session(&text)).collect();
    let blocks: usize = counted.iter().map(|(blocks, _)| blocks).sum();
    let methods: usize = counted.iter().map(|(_, methods)| methods).sum();
    assert!(
        methods <= METHODS_OF_SESSION && blocks <= BLOCKS_OF_SESSION,
        "{methods} methods in {blocks} blocks of `impl Session`: more belong to a part, or to the folder that asks"
    );
}

#[test]
fn planted_methods_are_counted() {
    let planted = "impl Session { fn a(&self) {} fn b(&self) {} } impl Clone for Session { fn clone(&self) -> Self { loop {} } } \
        impl crate::Session { const C: u8 = 1; fn d(&self) {} } impl Stage { fn e(&self) {} }";
    assert_eq!(methods_of_session(planted), (2, 3));
}

/// Structs of `state.rs` that are no parts, so that anybody may read their fields: rows of lists, values that are handed out whole,
/// choices that settings or view files keep.
const OPEN_STRUCTS: &[&str] = &[
    "CameraKey",
    "ClipEntry",
    "EventKey",
    "EventTrack",
    "ExportMeasure",
    "ExportProgress",
    "Fired",
    "Flight",
    "Front",
    "GhostChoice",
    "LookThrough",
    "Matches",
    "OpenFile",
    "PartShown",
    "Pin",
    "ShownPose",
    "Spot",
];

/// Structs of a file, each with the fields that are seen beyond its folder.
fn open_fields(text: &str) -> BTreeMap<String, Vec<String>> {
    let file = syn::parse_file(text).expect("layering has parsed it");
    let is_open = |seen: &syn::Visibility| match seen {
        syn::Visibility::Inherited => false,
        syn::Visibility::Restricted(within) => !within.path.is_ident("super") && !within.path.is_ident("self"),
        syn::Visibility::Public(_) => true,
    };
    let structs = file.items.iter().filter_map(|item| match item {
        syn::Item::Struct(item) => Some(item),
        _ => None,
    });
    let fields = structs.map(|item| {
        let open = item.fields.iter().filter(|field| is_open(&field.vis));
        let name = |field: &syn::Field| field.ident.as_ref().map_or("0".to_owned(), ToString::to_string);
        (item.ident.to_string(), open.map(name).collect())
    });
    fields.collect()
}

/// A part's fields are seen in its folder alone: others ask it and tell it by methods, so that a change of it has one place.
#[test]
fn parts_own_their_state() {
    let files = files_in("crates/session/src").into_iter();
    let states = files.filter(|(name, _)| name.ends_with("/state.rs"));
    let structs: Vec<_> = states.map(|(name, text)| (name, open_fields(&text))).collect();
    assert!(structs.len() >= 11, "{structs:?}");
    let all = structs
        .iter()
        .flat_map(|(name, structs)| structs.iter().map(move |(of, open)| (name, of, open)));
    let (listed, parts): (Vec<_>, Vec<_>) = all.partition(|(_, of, _)| OPEN_STRUCTS.contains(&of.as_str()));
    let open: Vec<_> = parts.iter().filter(|(_, _, open)| !open.is_empty()).collect();
    assert!(open.is_empty(), "fields of parts that other folders see: {open:?}");
    let idle: Vec<_> = listed.iter().filter(|(_, _, open)| open.is_empty()).collect();
    assert!(
        idle.is_empty() && listed.len() == OPEN_STRUCTS.len(),
        "listed in vain: {idle:?}, {listed:?}"
    );
}

#[test]
fn planted_open_fields_are_found() {
    let planted = "pub struct Part { pub a: u8, pub(crate) b: u8, pub(in crate::x) c: u8, pub(super) d: u8, pub(self) e: u8, f: u8 } \
        struct Own { a: u8 } pub struct Key(pub u8);";
    let found = open_fields(planted);
    assert_eq!(found["Part"], ["a", "b", "c"]);
    assert!(found["Own"].is_empty());
    assert_eq!(found["Key"], ["0"]);
}
