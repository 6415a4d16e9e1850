//! The font of icons has those that the panels name.

use super::tree::{files, read};
use std::collections::BTreeSet;

/// A font that lacks an icon shows a box in its place. `crates/ui/assets/icons.py` makes it anew.
#[test]
fn the_font_has_every_icon_that_the_window_shows() {
    let mut named = BTreeSet::new();
    for file in files(&["crates/ui/src"], &[".rs"]) {
        let words = file.text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        named.extend(words.filter(|word| word.starts_with("ICON_")).map(str::to_owned));
    }
    assert!(!named.is_empty());
    let listed: BTreeSet<String> = read("crates/ui/assets/icons.txt").lines().map(str::to_owned).collect();
    let lacks: Vec<_> = named.difference(&listed).collect();
    assert!(
        lacks.is_empty(),
        "run crates/ui/assets/icons.py: the font lacks {lacks:?}"
    );
    let unused: Vec<_> = listed.difference(&named).collect();
    assert!(
        unused.is_empty(),
        "run crates/ui/assets/icons.py: nobody shows {unused:?}"
    );
}
