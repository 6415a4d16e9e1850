//! The place in the walk from one file to the next, the step to another file, and the folder that is walked through.

use super::shown;
use super::state::Then;
use crate::stage::load::open_or_reload;
use crate::{Effect, LeftTab, Session};
use castview_picture::opened::Placement;

/// The location of the file whose neighbours are the next and the previous one: the last that was opened.
pub fn walked_location(session: &Session) -> Option<&str> {
    let is_open = |location: &str| session.stage.files().iter().any(|file| file.location == location);
    // While it loads it is not open yet, and one that cannot be opened does not end the walk.
    let at = session.browser.at.as_deref();
    let at = at.filter(|at| walks(session) || is_open(at) || session.browser.refused.as_deref() == Some(*at));
    at.or_else(|| {
        let mut files = session.stage.files().iter().rev();
        let with_model = files.clone().find(|file| !file.scene.models.is_empty());
        let file = with_model.or_else(|| files.next())?;
        (!file.is_demo && !file.location.is_empty()).then_some(&file.location[..])
    })
}

/// Whether a step of the walk is being loaded.
pub(super) fn walks(session: &Session) -> bool {
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
    let effects = open_or_reload(session, vec![location], Placement::Walk);
    session.browser.walking = Some(session.opening.generation);
    effects
}

/// The folder of the file at `location`; `None` for a location that is no path as it stands.
pub(super) fn folder_of(location: &str) -> Option<&str> {
    let (folder, _) = location.rsplit_once(['/', '\\']).unwrap_or((".", location));
    match folder {
        _ if location.starts_with('\0') => None,
        "" => Some("/"),
        folder => Some(folder),
    }
}

/// Lists a folder and shows the list.
pub(super) fn browse(session: &mut Session, location: String, then: Then) -> Vec<Effect> {
    session.browser.asked = Some(location.clone());
    let from = walked_location(session).map(str::to_owned);
    session.browser.browsed_from = Some((location.clone(), from));
    session.preferences.window.left_tab = LeftTab::Files;
    session.preferences.window.tree_open = true;
    session.window.show_panels(true);
    session.browser.show_all_files();
    shown::arrange_files(session);
    let mut effects = session.browser.list(location, then);
    effects.push(Effect::ShowBrowser);
    effects
}
