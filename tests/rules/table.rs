//! The table of rules, the code that reports by it, the tests and the pages: none has what another lacks.

use super::citations::Page;
use super::tree;
use castview::formats::rules::{CHAPTERS, find, page};
use std::collections::BTreeSet;

/// The constants of one file of tables: `(C_SIZE, C-size)`.
fn constants(module: &str) -> Vec<(String, String)> {
    let text = tree::read(&format!("crates/formats/src/rules/{module}.rs"));
    let entry = |line: &str| {
        let mut parts = line.strip_suffix("\":")?.splitn(3, ", ");
        let (name, _, id) = (parts.next()?, parts.next()?, parts.next()?);
        Some((name.trim().to_owned(), id.trim_start_matches('"').to_owned()))
    };
    text.lines().filter_map(entry).collect()
}

const MODULES: [&str; 8] = [
    "cast", "gltf", "shape", "mrtk", "semodel", "seanim", "common", "convert",
];

/// Returns the code before the tests of a file.
fn code(text: &str) -> &str {
    text.split("#[cfg(test)]").next().unwrap_or_default()
}

fn is_word_end(text: &str) -> bool {
    !text.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

#[test]
fn rules_are_sentences_and_told_apart() {
    let mut seen = BTreeSet::new();
    let mut chapter_of = BTreeSet::new();
    for chapter in CHAPTERS {
        let ids: BTreeSet<&str> = chapter.rules.iter().map(|rule| rule.id).collect();
        for id in ids {
            assert!(chapter_of.insert(id), "{id} is in two chapters");
        }
        for rule in chapter.rules {
            assert!(
                seen.insert((rule.id, rule.word())),
                "{} {} is there twice",
                rule.id,
                rule.word()
            );
            for sentence in [rule.finding, rule.treatment] {
                assert!(
                    sentence.ends_with('.') && !sentence.contains(['\n', '|']),
                    "{}: {sentence}",
                    rule.id
                );
            }
        }
    }
    let (chapter, rules) = find("c6").expect("ids in any letter case");
    assert_eq!((chapter.title, rules.len()), ("Cast", 2));
    assert!(find("C8").is_none() && find("").is_none());
}

/// The constant of a rule has the name of its id, so that whoever reads code knows the row.
#[test]
fn constants_are_called_by_their_ids() {
    let mut count = 0;
    for module in MODULES {
        for (name, id) in constants(module) {
            let wanted = id.replace(['-', '.'], "_").to_uppercase();
            let suffix = name.strip_prefix(&wanted);
            assert!(
                matches!(suffix, Some("" | "_NOTE" | "_CUT" | "_REFUSED")),
                "{module}: {name} is {id}"
            );
            count += 1;
        }
    }
    assert_eq!(count, CHAPTERS.iter().map(|chapter| chapter.rules.len()).sum::<usize>());
}

/// `C35` is a row, `A2` and `SA5` are choices, `M6.5` is a section, and what has a word is named on the page.
#[test]
fn every_id_is_on_its_formats_page() {
    let pages = Page::all();
    for chapter in CHAPTERS {
        let Some(path) = chapter.page else { continue };
        let text = tree::read(path);
        let page = pages.iter().find(|page| path.ends_with(&format!("/{}.md", page.name)));
        let page = page.expect("a page of a format");
        for rule in chapter.rules {
            let rest = rule.id.trim_start_matches(['C', 'G', 'S', 'M', 'N']);
            let is_there = match rest.parse() {
                Ok(row) => page.rows.contains(&row),
                Err(_) if rest.contains('.') => page.headings.contains(rest),
                Err(_) if rest.starts_with('A') => page.choices.contains(rest),
                Err(_) => text.contains(&format!("`{}`", rule.id)),
            };
            assert!(is_there, "{path} does not have {}", rule.id);
        }
    }
}

/// Nothing reports by a rule of its own making, and no rule is there that nothing reports by.
#[test]
fn every_rule_is_used_and_none_is_made_elsewhere() {
    let files = tree::files(&["crates", "src"], &[".rs"]);
    let outside = files
        .iter()
        .filter(|file| !file.path.starts_with("crates/formats/src/rules/"));
    let outside: Vec<_> = outside.filter(|file| !file.path.contains("/tests")).collect();
    for file in &outside {
        let makes = [
            "Rule::note(",
            "Rule::warning(",
            "Rule::error(",
            "Rule::refused(",
            "Rule {",
        ];
        // That of a function that gives a rule is no new one.
        let code = code(&file.text).replace("'static Rule {", "");
        let made = makes.iter().find(|make| code.contains(&format!(" {make}")));
        let is_declared = file.path == "crates/base/src/core/rule.rs";
        assert!(made.is_none() || is_declared, "{} makes a rule", file.path);
    }
    let mut unused = Vec::new();
    for module in MODULES {
        for (name, _) in constants(module) {
            let is_used = outside.iter().any(|file| {
                let code = code(&file.text);
                let alias = code.contains(&format!("rules::{module} as rule;"));
                let paths = [format!("rules::{module}::{name}"), format!("rule::{name}")];
                let reach = if alias { 2 } else { 1 };
                let mut found = paths[..reach].iter().flat_map(|path| {
                    let after = path.len();
                    code.match_indices(path.as_str())
                        .map(move |(at, _)| &code[at + after..])
                });
                found.any(is_word_end)
            });
            if !is_used {
                unused.push(format!("{module}::{name}"));
            }
        }
    }
    assert!(unused.is_empty(), "nothing reports by {unused:?}");
}

/// A test names the id, as `"C35"` or before a place, `"C35 mesh[0].f"`.
#[test]
fn every_id_has_a_test_that_names_it() {
    let mut tests = String::new();
    for file in tree::files(&["crates", "src", "tests"], &[".rs"]) {
        if file.path.starts_with("tests/rules/") {
            continue;
        }
        let is_test = file.path.starts_with("tests/") || file.path.contains("/tests");
        let begin = if is_test { 0 } else { code(&file.text).len() };
        tests.push_str(&file.text[begin..]);
    }
    let ids: BTreeSet<&str> = CHAPTERS
        .iter()
        .flat_map(|chapter| chapter.rules)
        .map(|rule| rule.id)
        .collect();
    let is_named = |id: &&&str| {
        [format!("\"{id}\""), format!("\"{id} ")]
            .iter()
            .any(|name| tests.contains(name))
    };
    let nameless: Vec<_> = ids.iter().filter(|id| !is_named(id)).collect();
    assert!(nameless.is_empty(), "no test names {nameless:?}");
}

/// `UPDATE_RULES=1 cargo test --test rules` writes the page.
#[test]
fn the_page_is_what_the_table_says() {
    let wanted = page();
    if std::env::var("UPDATE_RULES").is_ok_and(|value| value == "1") {
        std::fs::write(tree::root().join("docs/rules.md"), &wanted).expect("docs/rules.md can be written");
    }
    assert!(
        tree::read("docs/rules.md") == wanted,
        "docs/rules.md is not what crates/formats/src/rules says; UPDATE_RULES=1 writes it"
    );
}
