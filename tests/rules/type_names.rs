//! A public type has a name of its own: whoever reads `Source` in a signature should not have to ask which of five is meant.
//!
//! The documents of formats and the testkit, which writes them, are whole by their modules: `cast::Document`, `shape_file::Bone`. Others that are
//! defined more than once stand in a list, from which rows go and to which none is added.

use super::tree::{self, File};
use std::collections::BTreeMap;

/// Folders whose name makes a type's name whole.
const WHOLE_BY_MODULE: [&str; 8] = [
    "crates/formats/src/cast/",
    "crates/formats/src/gltf/",
    "crates/formats/src/mrtk/",
    "crates/formats/src/seanim/",
    "crates/formats/src/semodel/",
    "crates/formats/src/shape/",
    // It stands for `software`, and has the names of that.
    "crates/render/src/passes/plain.rs",
    "crates/testkit/",
];

/// Names, and how often each is defined at most.
const REPEATED: &[(&str, usize)] = &[
    ("Allowance", 2),
    ("Answer", 3),
    ("Asked", 2),
    ("Background", 2),
    ("Batch", 2),
    ("Beside", 2),
    ("Binding", 2),
    ("Bone", 2),
    ("Bound", 3),
    ("Camera", 2),
    ("Channel", 3),
    ("Coarse", 2),
    ("Command", 2),
    ("Copies", 2),
    ("Draws", 2),
    ("Drops", 2),
    ("Hold", 2),
    ("Instances", 3),
    ("Keys", 2),
    ("Kind", 2),
    ("Light", 2),
    ("Lookup", 2),
    ("Maps", 2),
    ("Metadata", 2),
    ("Mix", 2),
    ("Motion", 2),
    ("Moved", 2),
    ("News", 2),
    ("Opened", 2),
    ("Packing", 2),
    ("Pixels", 2),
    ("Place", 2),
    ("Places", 2),
    ("Plan", 2),
    ("Pointer", 2),
    ("Progress", 2),
    ("Report", 2),
    ("Server", 2),
    ("Shadows", 2),
    ("Sink", 2),
    ("Standing", 2),
    ("Start", 2),
    ("Target", 2),
    ("Texels", 2),
    ("Textures", 2),
    ("Theme", 2),
    ("Thumbnails", 3),
    ("Together", 2),
    ("Trial", 2),
    ("Turn", 2),
    ("Values", 2),
    ("View", 3),
    ("Work", 2),
];

/// The public type that a line defines.
fn defined(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub ")?;
    let rest = ["struct ", "enum ", "trait ", "type "]
        .iter()
        .find_map(|word| rest.strip_prefix(word))?;
    let end = rest
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(rest.len());
    (end > 0).then(|| &rest[..end])
}

/// The names that `files` define more than once, each with the files that do.
fn repeated(files: &[File]) -> BTreeMap<&str, Vec<&str>> {
    let mut all: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for file in files {
        let in_sources = file.path.starts_with("src/") || file.path.contains("/src/");
        if !in_sources || WHOLE_BY_MODULE.iter().any(|folder| file.path.starts_with(folder)) {
            continue;
        }
        for name in file.text.lines().filter_map(defined) {
            all.entry(name).or_default().push(&file.path);
        }
    }
    all.retain(|_, files| files.len() > 1);
    all
}

#[test]
fn a_public_type_name_is_defined_once() {
    let files = tree::files(&["crates", "src"], &[".rs"]);
    let known: BTreeMap<&str, usize> = REPEATED.iter().copied().collect();
    let more = repeated(&files).into_iter().filter_map(|(name, files)| {
        let most = known.get(name).copied().unwrap_or(1);
        (files.len() > most).then(|| format!("{name} is defined in {}", files.join(", ")))
    });
    let more: Vec<String> = more.collect();
    assert!(
        more.is_empty(),
        "give these a name that says it whole:\n{}",
        more.join("\n")
    );
    assert!(
        REPEATED.is_sorted_by(|a, b| a.0 < b.0),
        "the list is in the order of names"
    );
}

/// The judge itself.
#[test]
fn planted_types_are_judged() {
    let file = |path: &str, text: &str| File {
        path: path.into(),
        text: text.into(),
    };
    let files = [
        file(
            "crates/base/src/a.rs",
            "pub struct One;\npub enum Two<T> {\nstruct Own;\n",
        ),
        file(
            "crates/ui/src/b.rs",
            "    pub struct Two {\n// pub struct One\npub(crate) struct Own;\n",
        ),
        file("crates/formats/src/cast/c.rs", "pub struct One;\n"),
        file("crates/ui/tests/d.rs", "pub struct One;\n"),
    ];
    let found = repeated(&files);
    assert_eq!(found.len(), 1);
    assert_eq!(found["Two"], ["crates/base/src/a.rs", "crates/ui/src/b.rs"]);
}
