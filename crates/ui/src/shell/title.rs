//! The window's title.

use castview_session::Session;
use castview_session::stage;

/// The window's title: what is open, and where.
pub fn title(session: &Session) -> String {
    let stage = session.stage();
    // The file whose model is on the stage; clips of earlier ones may wait in the library before it.
    let shown = stage.models().iter().find_map(|placed| stage.file(placed.file));
    match shown.or(stage.files().first()) {
        None => "castview".to_owned(),
        Some(first) if first.is_demo => "castview".to_owned(),
        Some(first) => {
            let gone = if stage::is_deleted(session, first.key) {
                " (deleted)"
            } else {
                ""
            };
            match stage.files().len() {
                1 => format!("{}{gone} — castview", first.name),
                n => format!("{}{gone} and {} more — castview", first.name, n - 1),
            }
        }
    }
}
