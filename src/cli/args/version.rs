//! Text about the version of the program.

use crate::render::adapters::interfaces;
use std::sync::LazyLock;

/// The version, the commit and the interfaces that pictures can be drawn by. Follows from the build alone: no driver is loaded and no device
/// is opened, which would take longer than all else that the program does before its first picture.
pub fn long() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(text);
    &TEXT
}

fn text() -> String {
    let commit = match option_env!("CASTVIEW_COMMIT") {
        Some(commit) => format!("commit {commit}"),
        None => "commit not recorded: built without its repository".into(),
    };
    format!(
        "{}\n{commit}\ndraws by {}; castview adapters lists what is here",
        env!("CARGO_PKG_VERSION"),
        interfaces().join(", else "),
    )
}
