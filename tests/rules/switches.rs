//! The guide's page of switches is what their table says.

use super::tree;
use castview::session::{Kept, Switch};
use std::fmt::Write;

/// A row for each switch, in the order of the menus.
fn page() -> String {
    let mut page = String::from(
        "# Switches\n\n\
         All that can be turned on and off, by its line in the menu, its key, or its name or any of the words in Ctrl+P. Keys can be changed (Ctrl+,). \
         *View* is kept in view files (*Save view*, `--view-file`), *settings* from run to run and in view files; the rest is forgotten with the window. \
         Made from the table of switches.\n\n\
         | switch | menu | key | at first | kept in | also found by |\n\
         | --- | --- | --- | --- | --- | --- |\n",
    );
    for row in Switch::ALL.iter().map(|switch| switch.row()) {
        let keys: Vec<String> = row.keys.iter().map(|key| format!("`{}`", key.label())).collect();
        let kept = match row.kept {
            Kept::Run => "",
            Kept::View => "view",
            Kept::Settings => "settings",
        };
        let at_first = if row.is_on_at_first { "on" } else { "off" };
        let (title, menu, keys, words) = (row.title, row.menu, keys.join(" "), row.words);
        writeln!(page, "| {title} | {menu:?} | {keys} | {at_first} | {kept} | {words} |").expect("a text grows");
    }
    page
}

/// `UPDATE_RULES=1 cargo test --test rules` writes the page.
#[test]
fn the_page_of_switches_is_what_their_table_says() {
    let wanted = page();
    if std::env::var("UPDATE_RULES").is_ok_and(|value| value == "1") {
        std::fs::write(tree::root().join("docs/switches.md"), &wanted).expect("docs/switches.md can be written");
    }
    assert!(
        tree::read("docs/switches.md") == wanted,
        "docs/switches.md is not what crates/session/src/command/switch says; UPDATE_RULES=1 writes it"
    );
}
