//! docs/dependencies.md has one row for each crate that a manifest names, and no other.

use super::tree;
use std::collections::BTreeSet;

/// Names of the third-party crates that a manifest's sections declare.
fn declared(manifest: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut is_open = false;
    for line in manifest.lines() {
        if let Some(section) = line.strip_prefix('[') {
            is_open = section.trim_end_matches(']').ends_with("dependencies");
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
