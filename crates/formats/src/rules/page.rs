//! All rules as one page for people.

use super::chapters::CHAPTERS;
use std::fmt::Write;

const HEAD: &str = "# What castview reports\n
Every report has an id, and every id has a rule: what a file does wrong, and what castview does then. `castview validate` lists the reports of a
file, `castview explain-rule C37` prints one rule, and in the window a click on a report shows its rule.\n
A *note* is worth knowing, and nothing was lost. A *warning* says that something was dropped, repaired or guessed. An *error* says that the file
ends too early; what is whole in it is shown. A file that is *refused* shows nothing.\n
`castview` makes this page from its own tables (`crates/formats/src/rules`); a test holds the two together.\n";

/// `docs/rules.md`, in Markdown.
pub fn page() -> String {
    let mut out = HEAD.to_owned();
    for chapter in CHAPTERS {
        let _ = write!(out, "\n## {}\n\n", chapter.title);
        if let Some(page) = chapter.page {
            let name = page.trim_start_matches("docs/");
            let _ = write!(out, "The reasons are in [{name}]({name}).\n\n");
        }
        out.push_str("| id | severity | what was found | what is done |\n| --- | --- | --- | --- |\n");
        for rule in chapter.rules {
            let (id, word) = (rule.id, rule.word());
            let _ = writeln!(out, "| `{id}` | {word} | {} | {} |", rule.finding, rule.treatment);
        }
    }
    out
}
