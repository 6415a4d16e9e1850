//! Holds comments against the rule that no sentence begins with "What" or "Of" to name a thing.

use super::files_of;
use std::path::Path;

/// Beginnings of sentences that name a thing by a question.
const BANNED: [&str; 2] = ["What ", "Of "];

/// The first sentence of the comment in `line` that begins so, if it is no question.
fn banned(line: &str) -> Option<&str> {
    let comment = line.trim_start().strip_prefix("//")?;
    let text = comment.trim_start_matches(['/', '!']).trim_start();
    let ends = text.match_indices(['.', '!', '?', ':', ';', '…']);
    let starts = ends
        .map(|(at, end)| at + end.len())
        .filter(|at| text[*at..].starts_with(' '));
    let mut sentences = std::iter::once(0).chain(starts).map(|at| text[at..].trim_start());
    sentences.find(|sentence| BANNED.iter().any(|word| sentence.starts_with(word)) && !sentence.contains('?'))
}

#[test]
fn comments_name_things_plainly() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["crates", "src", "tests", "benches", "xtask/src"] {
        files_of("rs", &root.join(folder), &mut files);
    }
    assert!(files.len() > 1000, "{} files are not all", files.len());
    let mut broken = Vec::new();
    for file in &files {
        let text = std::fs::read_to_string(file).expect("readable");
        let lines = text.lines().enumerate();
        let lines = lines.filter_map(|(at, line)| Some((at + 1, banned(line)?)));
        broken.extend(lines.map(|(at, sentence)| format!("{}:{at}: {sentence}", file.display())));
    }
    assert!(broken.is_empty(), "name the thing:\n{}", broken.join("\n"));
}

#[test]
fn a_sentence_that_names_a_thing_by_a_question_is_found() {
    for (line, wanted) in [
        ("/// What a picture may cost.", true),
        ("    // Room for them. Of each, a byte.", true),
        ("//! Bounds of a picture: what it may cost.", false),
        ("// What is left? Nothing.", false),
        ("let what = \"What it is\";", false),
    ] {
        assert_eq!(banned(line).is_some(), wanted, "{line}");
    }
}
