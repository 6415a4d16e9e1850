//! docs/dependencies.md has one row for each crate that a manifest names, and no other.

use super::tree;
use std::collections::BTreeSet;

/// Names of the third-party crates that a manifest's sections declare.
fn declared(manifest: &str) -> BTreeSet<String> {
    declared_in(manifest, |section| section.ends_with("dependencies"))
}

/// The same of the sections that `is_meant` chooses.
fn declared_in(manifest: &str, is_meant: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut is_open = false;
    for line in manifest.lines() {
        if let Some(section) = line.strip_prefix('[') {
            is_open = is_meant(section.trim_end_matches(']'));
        } else if let Some(at) = line.find(['=', '.', ' ']).filter(|_| is_open && !line.starts_with('#')) {
            names.insert(line[..at].to_owned());
        }
    }
    names.retain(|name| !name.starts_with("castview"));
    names
}

/// Names of the rows of a page.
fn listed(page: &str) -> Vec<&str> {
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| Some(row.split_once('`')?.0)).collect()
}

#[test]
fn every_dependency_has_its_row() {
    let manifests = tree::files(&["crates", "xtask"], &["Cargo.toml"]);
    let mut wanted = declared(&tree::read("Cargo.toml"));
    for manifest in &manifests {
        wanted.extend(declared(&manifest.text));
    }
    assert!(manifests.len() > 9 && wanted.len() > 40, "{wanted:?}");
    let page = tree::read("docs/dependencies.md");
    let rows = listed(&page);
    let found: BTreeSet<String> = rows.iter().map(|&name| name.to_owned()).collect();
    assert_eq!(rows.len(), found.len(), "a crate has two rows");
    let missing: Vec<_> = wanted.difference(&found).collect();
    let left_over: Vec<_> = found.difference(&wanted).collect();
    assert!(
        missing.is_empty() && left_over.is_empty(),
        "without a row: {missing:?}; without a crate: {left_over:?}"
    );
}

#[test]
fn all_forms_of_a_dependency_are_seen() {
    let manifest = "[package]\nname = \"x\"\n[dependencies]\na = \"1\"\nb.workspace = true\n# c = \"1\"\ncastview-base.workspace = true\n\
                    [target.'cfg(unix)'.dev-dependencies]\nd = { workspace = true }\n[features]\ne = []\n";
    assert_eq!(declared(manifest), ["a", "b", "d"].map(str::to_owned).into());
}

/// Dependencies of the crates below `crates` that the lock file of `fuzz/` does not know of these crates, as `crate: dependency`.
fn unknown_to_lock(lock: &str, manifests: &[(&str, &str)]) -> Vec<String> {
    let is_built = |section: &str| section.ends_with("dependencies") && !section.ends_with("dev-dependencies");
    let mut unknown = Vec::new();
    for (name, manifest) in manifests {
        let Some((_, block)) = lock.split_once(&format!("name = \"{name}\"\n")) else {
            continue;
        };
        let block = block.split("[[package]]").next().unwrap_or_default();
        let knows = |wanted: &str| {
            let mut known = block.lines().filter_map(|line| line.strip_prefix(" \""));
            // A version follows where the lock has several of one name.
            known.any(|known| known.split(['"', ' ']).next() == Some(wanted))
        };
        let wanted = declared_in(manifest, is_built).into_iter();
        unknown.extend(
            wanted
                .filter(|wanted| !knows(wanted))
                .map(|wanted| format!("{name}: {wanted}")),
        );
    }
    unknown
}

/// The fuzzers are a workspace of their own, which no other test builds: its lock file goes stale unseen.
#[test]
fn the_fuzzers_lock_file_knows_what_the_crates_depend_on() {
    let files = tree::files(&["crates"], &["Cargo.toml"]);
    let named = |text: &str| Some(text.split_once("name = \"")?.1.split_once('"')?.0.to_owned());
    let names: Vec<String> = files.iter().map(|file| named(&file.text).unwrap_or_default()).collect();
    let manifests: Vec<(&str, &str)> = names
        .iter()
        .map(|name| &**name)
        .zip(files.iter().map(|file| &*file.text))
        .collect();
    let lock = tree::read("fuzz/Cargo.lock");
    let known = manifests
        .iter()
        .filter(|(name, _)| lock.contains(&format!("name = \"{name}\"\n")));
    assert!(known.count() > 6);
    let unknown = unknown_to_lock(&lock, &manifests);
    assert!(unknown.is_empty(), "run cargo metadata in fuzz/: {unknown:?}");
}

#[test]
fn a_stale_lock_file_is_seen() {
    let manifest = "[dependencies]\na = \"1\"\nb = \"1\"\n[dev-dependencies]\nc = \"1\"\n";
    let lock = "[[package]]\nname = \"x\"\ndependencies = [\n \"a 0.2.0\",\n]\n\n[[package]]\nname = \"y\"\ndependencies = [\n \"b\",\n]\n";
    assert_eq!(unknown_to_lock(lock, &[("x", manifest), ("z", manifest)]), ["x: b"]);
}
