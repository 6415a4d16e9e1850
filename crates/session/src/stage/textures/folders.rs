//! Folders of images, as sentences name them.

use std::collections::BTreeSet;

/// Folders that a sentence names.
const MOST_NAMED: usize = 2;

/// `old, new and 2 more`: the folders of images, for people.
pub(crate) fn folders_told<'a>(images: impl Iterator<Item = &'a str>) -> String {
    let folders: BTreeSet<String> = images.map(folder_told).collect();
    let more = folders.len().saturating_sub(MOST_NAMED);
    let named: Vec<String> = folders.into_iter().take(MOST_NAMED).collect();
    let named = named.join(", ");
    match more {
        0 => named,
        more => format!("{named} and {more} more folders"),
    }
}

/// The last two folders that lead to the image at `location`.
pub fn folder_told(location: &str) -> String {
    let mut parts: Vec<&str> = location.split(['/', '\\']).collect();
    parts.pop();
    let from = parts.len().saturating_sub(2);
    parts[from..].join("/")
}
