//! Runs that take half of what takes long, another half for each commit: `CASTVIEW_SAMPLE` is the word they are drawn by. Tests draw their own
//! cases by it in `crates/testkit/src/sample.rs`.
//!
//! `.ci/run` sets it to the commit, so that a commit is judged alike each time, and the next commits look at the other halves.
//! Without it, and in `cargo xtask test-long`, nothing is left out.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::Command;

/// Names the word that tests are drawn by.
pub const VARIABLE: &str = "CASTVIEW_SAMPLE";

/// The word of this run, if it takes a sample.
pub fn word() -> Option<String> {
    std::env::var(VARIABLE).ok().filter(|word| !word.is_empty())
}

/// Half of `cases` by the word of this run; all where it takes no sample.
pub fn of<T: Hash + Copy>(cases: &[T]) -> Vec<T> {
    match word() {
        Some(word) => drawn(cases, &word),
        None => cases.to_vec(),
    }
}

/// Arguments behind those of `tests`, a `cargo test`: the drawn tests by their names; none where all of them run.
pub fn arguments(tests: &mut Command) -> Result<Vec<String>, String> {
    let Some(word) = word() else { return Ok(Vec::new()) };
    let listed = tests.args(["--", "--list", "--format", "terse"]).output();
    let listed = listed.map_err(|error| format!("cargo does not start: {error}"))?;
    if !listed.status.success() {
        return Err(String::from_utf8_lossy(&listed.stderr).into_owned());
    }
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let names = listed.lines().filter_map(|line| line.strip_suffix(": test"));
    let names: Vec<&str> = names.collect();
    let drawn = drawn(&names, &word);
    println!("\n== {} of {} tests, drawn by {word}", drawn.len(), names.len());
    let dashes = ["--", "--exact"].map(String::from);
    Ok(dashes.into_iter().chain(drawn.into_iter().map(String::from)).collect())
}

/// Half of `cases`, rounded up, by `word`. Never none of many, and each of them by some word.
fn drawn<T: Hash + Copy>(cases: &[T], word: &str) -> Vec<T> {
    let mut cases = cases.to_vec();
    cases.sort_by_cached_key(|case| {
        let mut hasher = DefaultHasher::new();
        (word, case).hash(&mut hasher);
        hasher.finish()
    });
    cases.truncate(cases.len().div_ceil(2));
    cases
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_test_is_drawn_by_some_commit_and_the_same_by_the_same() {
        let names = ["a", "b::c", "d", "e", "f::g::h"];
        assert_eq!(drawn(&names, "0123"), drawn(&names, "0123"));
        let halves: Vec<_> = (0..32).map(|n| drawn(&names, &n.to_string())).collect();
        assert!(halves.iter().all(|half| half.len() == 3));
        let all: BTreeSet<_> = halves.iter().flatten().copied().collect();
        assert_eq!(all, BTreeSet::from(names));
    }
}
