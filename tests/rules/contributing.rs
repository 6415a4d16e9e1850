//! CONTRIBUTING.md and ARCHITECTURE.md lead somewhere: every path and every item of the code that they name exists.

use super::tree;
use std::collections::BTreeSet;

const PAGES: [&str; 2] = ["CONTRIBUTING.md", "ARCHITECTURE.md"];

/// Words that stand for whatever somebody adds.
const STAND_INS: [&str; 5] = ["NAME", "PLACE", "PART", "SUBJECT", "GROUP"];

/// Words in code font that are neither paths nor items, but parts of other programs and spelled-out code; variables of the environment are left
/// out by their first letters.
const OTHERS: [&str; 7] = [
    "a_from_b",
    "clippy",
    "egui_kittest",
    "from_le_bytes",
    "main",
    "unsafe",
    "false",
];

/// Everything between backquotes that stands on one line.
fn quoted(page: &str) -> impl Iterator<Item = &str> {
    let outside_of_blocks = page.split("```").step_by(2);
    outside_of_blocks.flat_map(|text| text.split('`').skip(1).step_by(2))
}

/// Whether `words` is a path of the repository: it has a slash and no blank, or an ending of a file.
fn is_path(words: &str) -> bool {
    let is_plain = words.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
    let has_ending = [".rs", ".md", ".toml", ".wgsl"]
        .iter()
        .any(|ending| words.ends_with(ending));
    is_plain && (words.contains('/') || has_ending)
}

/// Whether a file or folder of the repository is called so; a stand-in fits any name.
fn exists(path: &str, files: &BTreeSet<String>) -> bool {
    let wanted: Vec<&str> = path.trim_end_matches('/').split('/').collect();
    let fits = |(wanted, found): (&&str, &str)| {
        let (stem, ending) = wanted.split_once('.').unwrap_or((wanted, ""));
        match STAND_INS.contains(&stem) {
            true => found.ends_with(ending),
            false => *wanted == found,
        }
    };
    let begins = |file: &String| {
        let found: Vec<&str> = file.split('/').collect();
        found.len() >= wanted.len() && wanted.iter().zip(found).all(fits)
    };
    // A bare name is a file beside the one that was named before it.
    let ends = |file: &String| wanted.len() == 1 && file.rsplit('/').next() == Some(wanted[0]);
    tree::root().join(path).exists() || files.iter().any(|file| begins(file) || ends(file))
}

/// The item that `words` name, as `thing`, `part::thing`, `Thing::member` or `struct Thing`; `None`: they name none.
fn item(words: &str) -> Option<&str> {
    let (head, rest) = words.split_once(' ').unwrap_or(("", words));
    let is_code = head.is_empty() || ["struct", "enum", "fn", "trait", "mod"].contains(&head);
    let name = rest.rsplit(':').next()?.trim_end_matches("()");
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let starts_well = name.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_told =
        words.contains("::") || !head.is_empty() || name.contains('_') || name.starts_with(|c: char| c.is_uppercase());
    let is_item = is_code && is_name && starts_well && is_told && !name.starts_with("CASTVIEW_");
    (is_item && !OTHERS.contains(&name)).then_some(name)
}

fn is_declared(name: &str, code: &str) -> bool {
    let heads = [
        "fn",
        "struct",
        "enum",
        "trait",
        "const",
        "static",
        "mod",
        "type",
        "macro_rules!",
    ];
    heads.iter().any(|head| {
        let line = format!("{head} {name}");
        code.match_indices(&line).any(|(at, _)| {
            let next = code[at + line.len()..].chars().next();
            next.is_none_or(|next| !next.is_ascii_alphanumeric() && next != '_')
        })
    })
}

/// Names that the page spells and nothing in the repository bears.
fn lost(page: &str, files: &BTreeSet<String>, code: &str) -> Vec<String> {
    let is_lost = |words: &&str| match is_path(words) {
        true => !exists(words, files),
        false => item(words).is_some_and(|name| !is_declared(name, code)),
    };
    quoted(page).filter(is_lost).map(str::to_owned).collect()
}

#[test]
fn every_path_and_item_that_is_named_exists() {
    let folders = [
        "crates", "src", "shaders", "tests", "benches", "fuzz", "xtask", "docs", "examples",
    ];
    let read = tree::files(&folders, &[".rs", ".wgsl", ".md", ".toml"]);
    let beside = [
        "Cargo.toml",
        "CONTRIBUTING.md",
        "ARCHITECTURE.md",
        "README.md",
        "CHANGELOG.md",
        "deny.toml",
        ".ci/run",
    ];
    let files = read.iter().map(|file| file.path.clone());
    let files: BTreeSet<String> = files.chain(beside.map(str::to_owned)).collect();
    let code = read.iter().filter(|file| file.path.ends_with(".rs"));
    let code: String = code.map(|file| file.text.as_str()).collect();
    for page in PAGES {
        let text = tree::read(page);
        assert!(quoted(&text).count() > 40, "{page} names too little");
        assert_eq!(lost(&text, &files, &code), [""; 0], "{page} names what is not there");
    }
}

#[test]
fn names_that_lead_nowhere_are_found() {
    let files = ["crates/formats/src/cast/read.rs", "src/cli/mod.rs"]
        .map(str::to_owned)
        .into();
    let code = "pub fn import() {} struct Passes; enum Command { A }";
    let page = "`crates/formats/src/NAME/read.rs` `src/cli/` `mod.rs` `struct Passes` `formats::import` `Command` `cargo test`";
    assert_eq!(lost(page, &files, code), [""; 0]);
    let page = "`crates/formats/src/NAME/write.rs` `src/gui/` `args.rs` `struct Pass` `formats::export` `Commands`";
    let all: Vec<String> = quoted(page).map(str::to_owned).collect();
    assert_eq!(lost(page, &files, code), all);
}

/// A row of the table of formats has everything that "A format" of CONTRIBUTING.md asks for.
#[test]
fn each_format_has_its_page_its_rules_its_tests_and_its_hostile_body() {
    for format in &castview::formats::FORMATS {
        let name = format.name;
        for path in [
            format!("docs/formats/{name}.md"),
            format!("crates/formats/src/{name}/read.rs"),
            format!("crates/formats/src/{name}/lower"),
            format!("crates/formats/src/rules/{name}.rs"),
            format!("crates/formats/tests/{name}/main.rs"),
            format!("crates/hostile/src/{name}.rs"),
            format!("fuzz/fuzz_targets/{name}.rs"),
        ] {
            assert!(tree::root().join(&path).exists(), "{name} lacks {path}");
        }
    }
}
