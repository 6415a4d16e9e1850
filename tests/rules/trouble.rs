//! The guide's page of troubles is what their table says.

use super::tree;
use castview::trouble::TROUBLE_ROWS;
use std::fmt::Write;

fn page() -> String {
    let mut page = String::from(
        "# Troubles\n\n\
         Rules (rules.md) tell what is wrong with a file. Troubles tell what is wrong with the work in it: `castview validate --deep` looks for \
         them. A bound in units is a share of the size of the skeleton, the diagonal of the box around its bones at rest. Kinds with a reason in the \
         last column are looked for only on demand (`--kinds NAME`, `--kinds all`). Made from the table of troubles.\n\n\
         | name | trouble | number | bound | how it is found | only on demand, because |\n\
         | --- | --- | --- | --- | --- | --- |\n",
    );
    for row in &TROUBLE_ROWS {
        let (name, title, unit, bound) = (row.name, row.title, row.unit.word(), row.bound);
        let (found_by, off_because) = (row.found_by, row.off_because);
        writeln!(
            page,
            "| `{name}` | {title} | {unit} | {bound} | {found_by} | {off_because} |"
        )
        .expect("a text grows");
    }
    page
}

/// `UPDATE_RULES=1 cargo test --test rules` writes the page.
#[test]
fn the_page_of_troubles_is_what_their_table_says() {
    let wanted = page();
    if std::env::var("UPDATE_RULES").is_ok_and(|value| value == "1") {
        std::fs::write(tree::root().join("docs/trouble.md"), &wanted).expect("docs/trouble.md can be written");
    }
    assert!(
        tree::read("docs/trouble.md") == wanted,
        "docs/trouble.md is not what crates/motion/src/trouble/table.rs says; UPDATE_RULES=1 writes it"
    );
}
