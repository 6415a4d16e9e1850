//! The guide's page of switches and choices is what their tables say.

use super::tree;
use castview::session::{Dial, Kept, Switch};
use std::fmt::Write;

/// A row for each switch and for each value of a dial, in the order of the menus.
fn page() -> String {
    let mut page = String::from(
        "# Switches\n\n\
         All that can be turned on and off, by its line in the menu, its key, or its name or any of the words in Ctrl+P. Keys can be changed (Ctrl+,). \
         *View* is kept in view files (*Save view*, `--view-file`), *settings* from run to run and in view files; the rest is forgotten with the window. \
         Made from the table of switches.\n\n\
         | switch | menu | key | at first | kept in | flag of `render` | also found by |\n\
         | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for row in Switch::ALL.iter().map(|switch| switch.row()) {
        let keys: Vec<String> = row.keys.iter().map(|key| format!("`{}`", key.label())).collect();
        let kept = kept(row.kept);
        let at_first = if row.is_on_at_first { "on" } else { "off" };
        let (title, menu, keys, words) = (row.title, row.menu, keys.join(" "), row.words);
        let flag = row.flag_of_render().map_or(String::new(), |flag| match flag.name {
            "" => format!("`--{}`", row.name.replace('_', "-")),
            name => format!("`--{name}`"),
        });
        let line = format!("| {title} | {menu:?} | {keys} | {at_first} | {kept} | {flag} | {words} |");
        writeln!(page, "{line}").expect("a text grows");
    }
    page.push_str(
        "\n## Choices of several\n\n\
         Of these one value holds at a time. Each value is a command of its own, with a key if you give it one.\n\n\
         | choice | value | menu | kept in | also found by |\n\
         | --- | --- | --- | --- | --- |\n",
    );
    for value in Dial::ALL.iter().flat_map(|dial| dial.values()) {
        let (dial, row) = (value.dial().row(), value.row());
        let (choice, menu, kept) = (dial.title, dial.menu, kept(dial.kept));
        let (title, words) = (row.title, row.words);
        writeln!(page, "| {choice} | {title} | {menu:?} | {kept} | {words} |").expect("a text grows");
    }
    page
}

fn kept(kept: Kept) -> &'static str {
    match kept {
        Kept::Run => "",
        Kept::View => "view",
        Kept::Settings => "settings",
    }
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
        "docs/switches.md is not what `switch` and `dial` of crates/session/src/command say; UPDATE_RULES=1 writes it"
    );
}
