//! Comments cite the pages of `docs/formats` by section (`§3.12`), row (`row 35`) and choice (`A6`). All of these exist.
//!
//! A page stands before its sections: `docs/formats/cast.md §3.12 and §4 row 78`, or `cast.md row 78`. Each comment names it, so that nobody
//! has to know from where a number comes. Rows are those of the page's table of malformed files.

use super::tree::{self, File};
use std::collections::BTreeSet;

/// A page, the section of its table of malformed files, and the section of its choices.
const PAGES: [(&str, &str, Option<&str>); 6] = [
    ("cast", "4", Some("5")),
    ("gltf", "8", None),
    ("shape", "7", Some("4")),
    ("mrtk", "10", None),
    ("semodel", "5", None),
    ("seanim", "5", None),
];

/// Headings, rows and choices of a page that can be cited.
pub struct Page {
    pub name: &'static str,
    pub headings: BTreeSet<String>,
    pub rows: BTreeSet<u32>,
    /// `A6`.
    pub choices: BTreeSet<String>,
}

impl Page {
    fn parse(name: &'static str, table: &str, choices_in: Option<&str>, text: &str) -> Self {
        let mut page = Self {
            name,
            headings: BTreeSet::new(),
            rows: BTreeSet::new(),
            choices: BTreeSet::new(),
        };
        let mut section = String::new();
        for line in text.lines() {
            if line.starts_with("##") {
                let title = line.trim_start_matches('#').trim_start();
                let number: String = title.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
                number.trim_end_matches('.').clone_into(&mut section);
                assert!(
                    page.headings.insert(section.clone()) && !section.is_empty(),
                    "{name}.md: {line}"
                );
            } else if let Some(first) = line.strip_prefix("| ").and_then(|line| line.split(" |").next()) {
                if section == table && !first.starts_with('#') {
                    let row = first.parse().unwrap_or_else(|_| panic!("{name}.md §{section}: {line}"));
                    assert!(page.rows.insert(row), "{name}.md §{section} has row {row} twice");
                } else if Some(section.as_str()) == choices_in && first.starts_with('A') {
                    let is_new = page.choices.insert(first.to_owned());
                    assert!(is_new, "{name}.md §{section} has {first} twice");
                }
            }
        }
        page
    }

    pub fn all() -> Vec<Self> {
        let read = |name| tree::read(&format!("docs/formats/{name}.md"));
        PAGES
            .iter()
            .map(|&(name, table, choices)| Self::parse(name, table, choices, &read(name)))
            .collect()
    }
}

/// The page that the files of a folder mean where they name none.
fn page_of(path: &str) -> Option<&'static str> {
    let is = |folders: &[&str]| folders.iter().any(|folder| path.starts_with(folder));
    if is(&[
        "crates/formats/src/gltf/",
        "crates/formats/tests/gltf/",
        "docs/formats/gltf.md",
    ]) {
        Some("gltf")
    } else if is(&[
        "crates/formats/src/shape/",
        "crates/formats/tests/shape/",
        "docs/formats/shape.md",
    ]) {
        Some("shape")
    } else if is(&[
        "crates/formats/src/mrtk/",
        "crates/formats/tests/mrtk/",
        "docs/formats/mrtk.md",
    ]) {
        Some("mrtk")
    } else if is(&[
        "crates/formats/src/semodel/",
        "crates/formats/tests/semodel/",
        "docs/formats/semodel.md",
    ]) {
        Some("semodel")
    } else if is(&[
        "crates/formats/src/seanim/",
        "crates/formats/tests/seanim/",
        "docs/formats/seanim.md",
    ]) {
        Some("seanim")
    } else if is(&[
        "crates/formats/src/cast/",
        "crates/motion/src/animation/",
        "crates/formats/tests/cast/",
        "tests/decisions.rs",
        "tests/instances_files.rs",
        "crates/files/src/instancing/",
        "docs/formats/cast.md",
    ]) {
        Some("cast")
    } else {
        None
    }
}

/// Runs of comment lines as one line each, with the line they begin at. A page of Markdown: each of its lines.
fn comments(file: &File) -> Vec<(usize, String)> {
    let mut blocks: Vec<(usize, String)> = Vec::new();
    let mut is_open = false;
    for (at, line) in file.text.lines().enumerate() {
        if file.path.ends_with(".md") {
            blocks.push((at + 1, line.to_owned()));
            continue;
        }
        let start = line.find("//").filter(|&start| !line[..start].ends_with(':'));
        let Some(start) = start else {
            is_open = false;
            continue;
        };
        let text = line[start..].trim_start_matches(['/', '!']).trim();
        let alone = line[..start].trim().is_empty();
        match blocks.last_mut() {
            Some((_, block)) if is_open && alone => {
                block.push(' ');
                block.push_str(text);
            }
            _ => blocks.push((at + 1, text.to_owned())),
        }
        is_open = true;
    }
    blocks
}

/// The number that `text` begins with.
fn number(text: &str) -> Option<(u32, usize)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    text[..digits].parse().ok().map(|value| (value, digits))
}

/// `10, 13, 17 and 19`, `14 to 16`, `43–47`: each number, of a range its ends.
fn numbers(mut text: &str) -> Vec<u32> {
    let mut all = Vec::new();
    while let Some((value, digits)) = number(text) {
        all.push(value);
        text = &text[digits..];
        let between = [", and ", ", ", " and ", " to ", "–"];
        match between.iter().find_map(|between| text.strip_prefix(between)) {
            Some(rest) => text = rest,
            None => break,
        }
    }
    all
}

/// Standards that have sections of their own.
const STANDARDS: [&str; 4] = ["ECMA-", "EN ", "ISO ", "RFC "];

/// Whether a row, a choice or a section is cited at the beginning of `text`.
fn is_citation(text: &str) -> bool {
    let rest = ["row ", "rows ", "Row ", "Rows ", "A", "§"]
        .iter()
        .find_map(|word| text.strip_prefix(word));
    let digits = rest.and_then(number);
    digits.is_some_and(|(_, digits)| {
        let after = rest.and_then(|rest| rest[digits..].chars().next());
        !after.is_some_and(|c| c.is_alphabetic() || c == '_')
    })
}

/// Complains about the first citation of `text` that stands before any page or standard.
fn bare(text: &str) -> Option<String> {
    for (at, _) in text.char_indices() {
        let rest = &text[at..];
        let is_word_start = !text[..at].ends_with(|c: char| c.is_alphanumeric() || "_`-".contains(c));
        let names_page = PAGES.iter().any(|page| rest.starts_with(&format!("{}.md", page.0)));
        if names_page
            || STANDARDS
                .iter()
                .any(|standard| is_word_start && rest.starts_with(standard))
        {
            return None;
        }
        if is_word_start && is_citation(rest) {
            let cited: String = rest.chars().take(12).collect();
            return Some(format!("\"{cited}…\" names no page"));
        }
    }
    None
}

/// Returns complaints about places that `text` cites and nobody wrote.
fn unresolved(pages: &[Page], text: &str, own: Option<&str>) -> Vec<String> {
    let find = |name: &str| pages.iter().find(|page| page.name == name);
    let mut page = own.and_then(find);
    let mut complaints = Vec::new();
    for (at, c) in text.char_indices() {
        let rest = &text[at..];
        let is_word_start = !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '`');
        if let Some(path) = rest.strip_prefix("docs/formats/") {
            let name: String = path.chars().take_while(char::is_ascii_lowercase).collect();
            page = find(&name);
            if page.is_none() && !name.is_empty() {
                complaints.push(format!("there is no docs/formats/{name}.md"));
            }
        } else if let (Some(named), true) = (
            pages.iter().find(|page| rest.starts_with(&format!("{}.md", page.name))),
            is_word_start,
        ) {
            page = Some(named);
        } else if c == '§' {
            let section: String = rest
                .chars()
                .skip(1)
                .take_while(|c| c.is_ascii_digit() || *c == '.')
                .collect();
            let section = section.trim_end_matches('.');
            match page {
                Some(page) if page.headings.contains(section) => {}
                Some(page) => complaints.push(format!("{}.md has no §{section}", page.name)),
                None => complaints.push(format!("§{section} of no page")),
            }
        } else if let (Some(list), Some(page), true) = (
            rest.strip_prefix("row ").or_else(|| rest.strip_prefix("rows ")),
            page,
            is_word_start,
        ) {
            let missing = numbers(list).into_iter().filter(|row| !page.rows.contains(row));
            complaints.extend(missing.map(|row| format!("{}.md has no row {row}", page.name)));
        } else if let (Some((value, digits)), Some(page), true) =
            (rest.strip_prefix('A').and_then(number), page, is_word_start)
        {
            let is_alone = !rest[1 + digits..].starts_with(|c: char| c.is_alphanumeric());
            let name = format!("A{value}");
            if is_alone && !page.choices.is_empty() && !page.choices.contains(&name) {
                complaints.push(format!("{}.md has no choice {name}", page.name));
            }
        } else if rest.starts_with("spec/") && is_word_start {
            complaints.push("a path below spec/, which is not in the repository".into());
        }
    }
    complaints
}

#[test]
fn every_citation_resolves() {
    let pages = Page::all();
    let folders = ["crates", "src", "shaders", "tests", "benches", "fuzz", "xtask", "docs"];
    let mut complaints = Vec::new();
    let mut cited = BTreeSet::new();
    for file in tree::files(&folders, &[".rs", ".wgsl", ".md"]) {
        if file.path.starts_with("tests/rules/") {
            continue;
        }
        for (line, text) in comments(&file) {
            let mut found = unresolved(&pages, &text, page_of(&file.path));
            if file.path.ends_with(".rs") {
                found.extend(bare(&text));
            }
            complaints.extend(found.into_iter().map(|what| format!("{}:{line}: {what}", file.path)));
            let named = PAGES.iter().map(|page| page.0);
            cited.extend(named.filter(|name| text.contains(&format!("docs/formats/{name}.md §"))));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert_eq!(cited.len(), PAGES.len(), "pages that code cites: {cited:?}");
}

/// The judge itself: planted faults are found, and only these.
#[test]
fn planted_citations_are_judged() {
    let page = Page::parse(
        "cast",
        "4",
        Some("5"),
        "## 1. One\n### 1.2 Two\n## 4. Rows\n| # | x |\n| 7 | y |\n## 5. Why\n| A6 | z |\n",
    );
    let pages = [page];
    for (text, wanted) in [
        ("docs/formats/cast.md §1.2 and §4 row 7, A6.", 0),
        ("the rows of docs/formats/cast.md §4.", 0),
        ("docs/formats/cast.md §1.3", 1),
        ("docs/formats/cast.md §1, §4 rows 6 to 8", 2),
        ("docs/formats/cast.md A6, A7", 1),
        ("docs/formats/blend.md §1", 2),
        ("as §1 says", 1),
        ("spec/cast.md 1", 1),
        ("an arrow 3, A6M", 0),
    ] {
        assert_eq!(unresolved(&pages, text, None).len(), wanted, "{text}");
    }
    assert_eq!(unresolved(&pages, "row 8 and A7", Some("cast")).len(), 2);
    assert_eq!(unresolved(&pages, "cast.md row 8 and A6", None).len(), 1);
    for (text, is_bare) in [
        ("Row 7: the file ends here.", true),
        ("UVs as they are (A8).", true),
        ("as §3.4 says", true),
        ("cast.md row 7, A8 and §3.4", false),
        ("docs/formats/gltf.md §2", false),
        ("RFC 3986 §5.2", false),
        ("the row that has 7, A4F0, an `A6`", false),
    ] {
        assert_eq!(bare(text).is_some(), is_bare, "{text}");
    }
}
