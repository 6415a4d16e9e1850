//! A drop that hung files on a bone, taken back, or opened in place of what was there.

use crate::stage::load::open_or_reload;
use crate::undoing::undo_or_redo;
use crate::{Effect, OpenFile, Session};
use castview_picture::opened::Placement;

/// Whether the last drop hung files on a bone, and that can be taken back.
pub(crate) fn can_take_back_hung(session: &Session) -> bool {
    hung_files(session).next().is_some()
}

/// Takes the drop back, and whatever was changed since.
pub(crate) fn take_back_hung(session: &mut Session) -> Vec<Effect> {
    let mut effects = Vec::new();
    while can_take_back_hung(session) {
        effects.extend(undo_or_redo(session, true));
    }
    effects
}

/// Opens them as any other drop does.
pub(crate) fn open_instead(session: &mut Session) -> Vec<Effect> {
    let locations: Vec<String> = hung_files(session).map(|file| file.location.clone()).collect();
    let mut effects = take_back_hung(session);
    if !locations.is_empty() {
        effects.extend(open_or_reload(session, locations, Placement::Replace));
    }
    effects
}

/// The files that the last drop hung on a bone; none once that is taken back or something else was opened.
fn hung_files(session: &Session) -> impl Iterator<Item = &OpenFile> {
    let step = session.history.last_open().filter(|step| step.hung);
    let is_new = move |file: &&OpenFile| step.is_some_and(|step| step.there.stage.file(file.key).is_none());
    session.stage.files().iter().filter(is_new)
}
