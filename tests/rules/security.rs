//! docs/security.md: every line of its tables names tests, and every test that it names exists.

use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Whether `source` has a test of that name.
fn has_test(source: &str, name: &str) -> bool {
    let head = format!("fn {name}(");
    source.match_indices(&head).any(|(at, _)| {
        // Attributes and comments may stand between.
        let before = source[..at].rsplit("\n\n").next().unwrap_or_default();
        before.contains("#[test]") || before.contains("proptest!")
    })
}

/// The tests that a row names: `` `path::name` ``.
fn tests_of(row: &str) -> impl Iterator<Item = (&str, &str)> {
    row.split('`').filter_map(|quoted| quoted.split_once(".rs::"))
}

#[test]
fn every_line_names_tests_that_exist() {
    let page = read("docs/security.md");
    let is_head = |row: &&str| row.starts_with("| what |") || row.starts_with("| --- |");
    let rows: Vec<&str> = page
        .lines()
        .filter(|line| line.starts_with('|'))
        .filter(|row| !is_head(row))
        .collect();
    assert!(rows.len() > 15, "{} rows", rows.len());
    for row in rows {
        let mut tests = 0;
        for (path, name) in tests_of(row) {
            tests += 1;
            assert!(
                has_test(&read(&format!("{path}.rs")), name),
                "no test {name} in {path}.rs"
            );
        }
        assert!(tests > 0, "no test holds this line: {row}");
    }
}

#[test]
fn a_test_that_is_not_there_is_missed() {
    let source = "#[test]\nfn there() {}\n\nfn helper() {}\n";
    assert!(has_test(source, "there") && !has_test(source, "helper") && !has_test(source, "gone"));
}

#[test]
fn unsafe_code_is_forbidden() {
    assert!(read("Cargo.toml").contains("unsafe_code = \"forbid\""));
    assert!(read("Cargo.toml").contains("[lints]\nworkspace = true"));
    assert!(read("xtask/Cargo.toml").contains("[lints]\nworkspace = true"));
}
