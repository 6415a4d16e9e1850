//! The browser: the files of a folder, and the walk from one to the next.
//!
//! In: a folder, and lists of what it holds. Out: loads. A step waits until the one before has arrived, so that a held key shows every file
//! it has time for; of the steps that wait only the last counts.

use self::order::FileFilter;
use self::state::Then;
use crate::effect::quiet;
use crate::{Browser, BrowserAction, Effect, LeftTab, Notice, Problem, Session};
use castview_picture::opened::{FolderNews, ListedFile, ListedKind, Placement};
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

pub use remember::remember_resume;

impl Session {
    pub(crate) fn apply_browser(&mut self, action: BrowserAction) -> Vec<Effect> {
        match action {
            BrowserAction::ChooseFolder => vec![Effect::ChooseFolder],
            BrowserAction::OpenFolder(location) => self.browse(location, Then::Nothing),
            BrowserAction::Refresh => self.browser.list_again(),
            BrowserAction::ToggleDeep => {
                self.browser.is_deep ^= true;
                self.browser.list_again()
            }
            BrowserAction::Search(query) => quiet(|| shown::search_files(self, query)),
            BrowserAction::Open(location) => walk_to(self, location),
            BrowserAction::Step { forward } => step_file(self, forward),
            BrowserAction::Restore => remember::restore(self),
            BrowserAction::Dialog(action) => self.apply_dialog(action),
            BrowserAction::SetPrefetch(megabytes) => quiet(|| self.preferences.memory.prefetch_megabytes = megabytes),
            BrowserAction::ForgetRecent => quiet(|| {
                self.browser.forget_recent(|_| true);
                Arc::make_mut(&mut self.browser.recent).folders.clear();
            }),
            BrowserAction::ForgetOne(one) => quiet(|| self.browser.forget_recent(|location| location == one)),
            BrowserAction::ForgetGone => {
                let gone = std::mem::take(&mut self.browser.gone);
                quiet(|| self.browser.forget_recent(|location| gone.contains(location)))
            }
            BrowserAction::HangAgain => hung::hang_newest(self),
        }
    }

    /// A folder was dropped. `opens`: its files are opened with it.
    pub(crate) fn folder_dropped(&mut self, location: String, opens: bool) -> Vec<Effect> {
        self.browse(location, if opens { Then::Nothing } else { Then::First })
    }

    /// Lists a folder and shows the list.
    fn browse(&mut self, location: String, then: Then) -> Vec<Effect> {
        self.browser.asked = Some(location.clone());
        let from = self.walked_location().map(str::to_owned);
        self.browser.browsed_from = Some((location.clone(), from));
        self.preferences.window.left_tab = LeftTab::Files;
        self.preferences.window.tree_open = true;
        self.window.panels_hidden = false;
        self.browser.show_all_files();
        shown::arrange_files(self);
        let mut effects = self.browser.list(location, then);
        effects.push(Effect::ShowBrowser);
        effects
    }

    pub(crate) fn folder_news(&mut self, generation: u64, news: FolderNews) -> Vec<Effect> {
        let browser = &mut self.browser;
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
                    self.browser.show_all_files();
                }
                shown::arrange_files(self);
                self.opening
                    .solve(|problem| *problem == Problem::NotListed(listed.clone()));
                self.remember_stage();
                let browser = &mut self.browser;
                match std::mem::take(&mut browser.then) {
                    Then::Nothing => Vec::new(),
                    Then::Step { forward } => {
                        let in_list = step_in_list(self, forward);
                        in_list.or_else(|| step_into_browsed(self, forward)).unwrap_or_default()
                    }
                    Then::First => {
                        self.browser.then = Then::First;
                        open_first(self)
                    }
                }
            }
            FolderNews::Kinds(from, kinds) => {
                if let Some(list) = &mut browser.list {
                    let files = Arc::make_mut(&mut list.files).iter_mut().skip(from);
                    files.zip(kinds).for_each(|(file, kind)| file.kind = kind);
                }
                shown::arrange_files(self);
                match self.browser.then {
                    Then::First => open_first(self),
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
                shown::arrange_files(self);
                Vec::new()
            }
        }
    }

    /// The location of the file whose neighbours are the next and the previous one: the last that was opened.
    pub fn walked_location(&self) -> Option<&str> {
        let is_open = |location: &str| self.stage.files.iter().any(|file| file.location == location);
        // While it loads it is not open yet, and one that cannot be opened does not end the walk.
        let at = self.browser.at.as_deref();
        let at = at.filter(|at| walks(self) || is_open(at) || self.browser.refused.as_deref() == Some(*at));
        at.or_else(|| {
            let mut files = self.stage.files.iter().rev();
            let with_model = files.clone().find(|file| !file.scene.models.is_empty());
            let file = with_model.or_else(|| files.next())?;
            (!file.is_demo && !file.location.is_empty()).then_some(&file.location[..])
        })
    }

    /// A load has arrived; the walk goes on to the file that was asked for meanwhile.
    pub(crate) fn walk_on(&mut self) -> Vec<Effect> {
        if self.browser.walking != Some(self.opening.generation) {
            return Vec::new();
        }
        self.browser.walking = None;
        match self.browser.next.take() {
            Some(next) => walk_to(self, next),
            None => Vec::new(),
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
    let is_bare = session.stage.files.iter().all(|file| file.is_demo);
    match first.filter(|_| is_bare) {
        Some(first) => walk_to(session, first),
        None => Vec::new(),
    }
}

/// The files that the next step may open, the likeliest first; none while something is loaded.
pub fn neighbours(session: &Session) -> Vec<String> {
    let Some(open) = session.walked_location().filter(|_| session.opening.loading.is_none()) else {
        return Vec::new();
    };
    let is_new = |file: &&ListedFile| {
        let is_open = session.stage.files.iter().any(|open| open.location == file.location);
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
    match session.walked_location().and_then(folder_of) {
        Some(folder) => {
            let folder = folder.to_owned();
            session.browser.list(folder, Then::Step { forward })
        }
        None => Vec::new(),
    }
}

/// `None` if the open file is not in the list.
fn step_in_list(session: &mut Session, forward: bool) -> Option<Vec<Effect>> {
    let open = session.walked_location()?;
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
    if session.walked_location() != from.as_deref() {
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

/// Whether a step of the walk is being loaded.
fn walks(session: &Session) -> bool {
    session.browser.walking == Some(session.opening.generation) && session.opening.loading.is_some()
}

pub(crate) fn walk_to(session: &mut Session, location: String) -> Vec<Effect> {
    session.browser.at = Some(location.clone());
    session.browser.refused = None;
    if walks(session) {
        session.browser.next = Some(location);
        return Vec::new();
    }
    session.browser.next = None;
    let effects = session.open_or_reload(vec![location], Placement::Walk);
    session.browser.walking = Some(session.opening.generation);
    effects
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

/// The folder of the file at `location`; `None` for a location that is no path as it stands.
fn folder_of(location: &str) -> Option<&str> {
    let (folder, _) = location.rsplit_once(['/', '\\']).unwrap_or((".", location));
    match folder {
        _ if location.starts_with('\0') => None,
        "" => Some("/"),
        folder => Some(folder),
    }
}
