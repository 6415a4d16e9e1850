//! The browser: the files of a folder, and the walk from one to the next.
//!
//! In: a folder, and lists of what it holds. Out: loads. A step waits until the one before has arrived, so that a held key shows every file
//! it has time for; of the steps that wait only the last counts.

use self::order::FileFilter;
use self::state::Then;
use crate::browser::remember::remember_stage;
use crate::effect::quiet;
use crate::{Browser, BrowserAction, Effect, Notice, Problem, Session};
use castview_picture::opened::{FolderNews, ListedFile, ListedKind};
use std::sync::Arc;

pub(crate) mod action;
pub(crate) mod dialog;
pub(crate) mod hung;
pub(crate) mod order;
pub(crate) mod preferences;
pub(crate) mod recent;
pub(crate) mod remember;
pub(crate) mod resume;
pub(crate) mod shown;
pub(crate) mod state;
pub(crate) mod walk;

pub use dialog::file_dialog;
pub use remember::{remember_resume, with_recent};
pub use walk::walked_location;

use walk::{folder_of, walk_to};

/// A load has arrived; the walk goes on to the file that was asked for meanwhile.
pub(crate) fn walk_on(session: &mut Session) -> Vec<Effect> {
    if session.browser.walking != Some(session.opening.generation) {
        return Vec::new();
    }
    session.browser.walking = None;
    match session.browser.next.take() {
        Some(next) => walk_to(session, next),
        None => Vec::new(),
    }
}

pub(crate) fn apply_browser(session: &mut Session, action: BrowserAction) -> Vec<Effect> {
    match action {
        BrowserAction::ChooseFolder => vec![Effect::ChooseFolder],
        BrowserAction::OpenFolder(location) => walk::browse(session, location, Then::Nothing),
        BrowserAction::Refresh => session.browser.list_again(),
        BrowserAction::ToggleDeep => {
            session.browser.is_deep ^= true;
            session.browser.list_again()
        }
        BrowserAction::Search(query) => quiet(|| shown::search_files(session, query)),
        BrowserAction::Open(location) => walk_to(session, location),
        BrowserAction::Step { forward } => step_file(session, forward),
        BrowserAction::Restore => remember::restore(session),
        BrowserAction::Dialog(action) => dialog::apply_dialog(session, action),
        BrowserAction::SetPrefetch(megabytes) => quiet(|| session.preferences.memory.prefetch_megabytes = megabytes),
        BrowserAction::ForgetRecent => quiet(|| {
            session.browser.forget_recent(|_| true);
            Arc::make_mut(&mut session.browser.recent).folders.clear();
        }),
        BrowserAction::ForgetOne(one) => quiet(|| session.browser.forget_recent(|location| location == one)),
        BrowserAction::ForgetGone => {
            let gone = std::mem::take(&mut session.browser.gone);
            quiet(|| session.browser.forget_recent(|location| gone.contains(location)))
        }
        BrowserAction::HangAgain => hung::hang_newest(session),
    }
}

/// A folder was dropped. `opens`: its files are opened with it.
pub(crate) fn folder_dropped(session: &mut Session, location: String, opens: bool) -> Vec<Effect> {
    walk::browse(session, location, if opens { Then::Nothing } else { Then::First })
}

pub(crate) fn folder_news(session: &mut Session, generation: u64, news: FolderNews) -> Vec<Effect> {
    let browser = &mut session.browser;
    if generation != browser.generation {
        return Vec::new();
    }
    match news {
        FolderNews::Listed(list) => {
            browser.awaited = None;
            if let Some(error) = &list.error {
                let text = format!("The folder cannot be listed: {error}: {}", list.location);
                let problem = Problem::NotListed(list.location.clone());
                browser.then = Then::Nothing;
                browser.asked = None;
                if browser.recent.folders.contains(&list.location) {
                    let folders = &mut Arc::make_mut(&mut browser.recent).folders;
                    folders.retain(|folder| *folder != list.location);
                }
                return vec![Effect::Notify(Notice::warning(text).about(problem))];
            }
            let listed = list.location.clone();
            if browser.asked.take_if(|asked| *asked == listed).is_some() {
                Arc::make_mut(&mut browser.recent).add_folder(&listed);
            }
            let is_other = (browser.list.as_ref()).is_none_or(|before| before.location != list.location);
            browser.list = Some(list);
            if is_other {
                session.browser.show_all_files();
            }
            shown::arrange_files(session);
            session
                .opening
                .solve(|problem| *problem == Problem::NotListed(listed.clone()));
            remember_stage(session);
            let browser = &mut session.browser;
            match std::mem::take(&mut browser.then) {
                Then::Nothing => Vec::new(),
                Then::Step { forward } => {
                    let in_list = step_in_list(session, forward);
                    in_list
                        .or_else(|| step_into_browsed(session, forward))
                        .unwrap_or_default()
                }
                Then::First => {
                    session.browser.then = Then::First;
                    open_first(session)
                }
            }
        }
        FolderNews::Kinds(from, kinds) => {
            if let Some(list) = &mut browser.list {
                let files = Arc::make_mut(&mut list.files).iter_mut().skip(from);
                files.zip(kinds).for_each(|(file, kind)| file.kind = kind);
            }
            shown::arrange_files(session);
            match session.browser.then {
                Then::First => open_first(session),
                _ => Vec::new(),
            }
        }
        FolderNews::Targets(found) => {
            if let Some(list) = &mut browser.list {
                let files = Arc::make_mut(&mut list.files);
                for (at, targets) in found {
                    if let Some(file) = files.get_mut(at) {
                        file.targets = Some(targets);
                    }
                }
            }
            shown::arrange_files(session);
            Vec::new()
        }
    }
}

/// Opens the first model, as soon as it is known which file that is; without any the first file that can be opened.
fn open_first(session: &mut Session) -> Vec<Effect> {
    let files = session.browser.listed_files();
    let first = match files
        .iter()
        .find(|file| !matches!(file.kind, ListedKind::Clips | ListedKind::Unreadable))
    {
        Some(file) if file.kind == ListedKind::Unknown => return Vec::new(),
        Some(model) => Some(model),
        None => files.iter().find(|file| file.kind == ListedKind::Clips),
    };
    let first = first.map(|file| file.location.clone());
    session.browser.then = Then::Nothing;
    // The user may have opened something meanwhile.
    let is_bare = session.stage.files().iter().all(|file| file.is_demo);
    match first.filter(|_| is_bare) {
        Some(first) => walk_to(session, first),
        None => Vec::new(),
    }
}

/// The files that the next step may open, the likeliest first; none while something is loaded.
pub fn neighbours(session: &Session) -> Vec<String> {
    let Some(open) = walked_location(session).filter(|_| session.opening.loading.is_none()) else {
        return Vec::new();
    };
    let is_new = |file: &&ListedFile| {
        let is_open = session.stage.files().iter().any(|open| open.location == file.location);
        !is_open && file.kind != ListedKind::Unreadable
    };
    let beside = [true, false]
        .into_iter()
        .filter_map(|forward| session.browser.beside(open, forward)?);
    beside.filter(is_new).map(|file| file.location.clone()).collect()
}

fn step_file(session: &mut Session, forward: bool) -> Vec<Effect> {
    let in_list = step_in_list(session, forward);
    if let Some(effects) = in_list.or_else(|| step_into_browsed(session, forward)) {
        return effects;
    }
    // The folder of the open file is listed first. The tab that is shown stays.
    match walked_location(session).and_then(folder_of) {
        Some(folder) => {
            let folder = folder.to_owned();
            session.browser.list(folder, Then::Step { forward })
        }
        None => Vec::new(),
    }
}

/// `None` if the open file is not in the list.
fn step_in_list(session: &mut Session, forward: bool) -> Option<Vec<Effect>> {
    let open = walked_location(session)?;
    let next = session.browser.beside(open, forward)?.map(|file| file.location.clone());
    Some(match next {
        Some(location) => walk_to(session, location),
        None => {
            let end = if forward { "last" } else { "first" };
            let name = open.rsplit(['/', '\\']).next().unwrap_or(open);
            let all = session.browser.listed_files().len() == session.browser.shown_files().len();
            let of = if all { "of its folder" } else { "that is listed" };
            let text = format!("{name} is the {end} file {of}.");
            vec![Effect::Notify(Notice::info(text))]
        }
    })
}

/// The step from a file that was open before a folder was asked for leads to the beginning of the folder's list, or to its end. `None`
/// if something else was opened since.
fn step_into_browsed(session: &mut Session, forward: bool) -> Option<Vec<Effect>> {
    let (folder, from) = session.browser.browsed_from.as_ref()?;
    if walked_location(session) != from.as_deref() {
        return None;
    }
    if session.browser.awaited.as_ref() == Some(folder) {
        session.browser.then = Then::Step { forward };
        return Some(Vec::new());
    }
    session.browser.list.as_ref().filter(|list| list.location == *folder)?;
    let shown = session.browser.shown_files();
    let end = if forward { shown.first() } else { shown.last() };
    let end = session.browser.listed_files()[*end? as usize].location.clone();
    Some(walk_to(session, end))
}

impl Browser {
    /// Lists a folder without showing the list.
    pub(crate) fn list_quietly(&mut self, location: String) -> Vec<Effect> {
        self.list(location, Then::Nothing)
    }

    fn list(&mut self, location: String, then: Then) -> Vec<Effect> {
        let browser = self;
        browser.generation += 1;
        browser.awaited = Some(location.clone());
        browser.then = then;
        vec![Effect::ListFolder {
            generation: browser.generation,
            location,
            is_deep: browser.is_deep,
            has_targets: browser.filter == FileFilter::Fitting,
        }]
    }

    pub(crate) fn list_again(&mut self) -> Vec<Effect> {
        let listed = self.list.as_ref().map(|list| list.location.clone());
        match self.awaited.clone().or(listed) {
            Some(location) => self.list(location, Then::Nothing),
            None => Vec::new(),
        }
    }

    /// The files of the folder that is browsed.
    pub fn listed_files(&self) -> &[ListedFile] {
        self.list.as_ref().map_or(&[], |list| &list.files)
    }
}
