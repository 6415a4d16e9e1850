//! The results of loads: files that join the stage, those that cannot be opened, and files that are closed.

use super::opened::{close_files, opened};
use super::resume::resume_loaded;
use crate::browser::remember::remember_stage;
use crate::browser::walk_on;
use crate::stage::load::cancel_load;
use crate::stage::watched;
use crate::undo::Remembers;
use crate::{Action, Change, Effect, Notice, Problem, Session, StageAction};
use castview_picture::opened::{FileKey, OpenedFile, Placement, Retry, Waits};

pub(crate) fn loaded(
    session: &mut Session,
    generation: u64,
    files: Vec<OpenedFile>,
    placement: Placement,
) -> Vec<Effect> {
    if generation != session.opening.generation {
        return Vec::new();
    }
    session.opening.loading = None;
    if !files.is_empty() {
        session.browser.forget_refused();
    }
    session.opening.forget_unopened(&files);
    session.opening.forget_waiting(generation, &files, placement);
    session.note(Change::PICTURE);
    session.browser.remember_opened(&files, placement);
    let mut effects = opened(session, files, placement);
    resume_loaded(session, generation);
    remember_stage(session);
    effects.extend(walk_on(session));
    effects.extend(watched::reload_changed(session));
    effects
}

pub(crate) fn load_failed(
    session: &mut Session,
    generation: u64,
    (name, location): (&str, String),
    (message, details): (&str, String),
    (retry, waits): (Option<Retry>, Option<Box<Waits>>),
) -> Vec<Effect> {
    if generation != session.opening.generation {
        return Vec::new();
    }
    session.opening.waiting.retain(|waiting| waiting.location != location);
    session.browser.refuse(generation, &location);
    if let Some(waits) = waits.filter(|_| session.preferences.files.watches) {
        return vec![
            session
                .opening
                .wait_for(generation, (name, location), (message, details), *waits),
        ];
    }
    // A file that needs leave can be opened, and one that is not there may come back.
    if retry.is_none() && !session.browser.is_gone(&location) {
        session.browser.forget_broken(&location);
    }
    let notice = Notice::error(format!("{name} could not be opened: {message}"));
    let notice = notice.about(Problem::NotOpened(location)).with_details(details);
    vec![Effect::Notify(match retry {
        Some(retry) => notice.with_action(retry.label, Action::Stage(StageAction::OpenAs(retry))),
        None => notice,
    })]
}

pub(crate) fn close_all(session: &mut Session) -> Vec<Effect> {
    // Files that are still being loaded were to join the files that are closed here.
    let mut effects = cancel_load(session);
    effects.extend(session.opening.stop_full_size());
    close_files(session, |_| true);
    session.opening.waiting.clear();
    session.edits = session.edits.of_another_stage().into();
    session.history.clear();
    session.changes.remember_as(Remembers::Nothing);
    session.view.stop_flying();
    session.activate(None, false);
    session.note(Change::PICTURE);
    effects
}

pub(crate) fn close_file(session: &mut Session, key: FileKey) -> Vec<Effect> {
    close_files(session, |file| file.key == key);
    session.bind_active_clip();
    session.stand_in_for_missing_model();
    session.note(Change::PICTURE);
    remember_stage(session);
    Vec::new()
}
