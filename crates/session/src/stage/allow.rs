//! References of files to places outside the folders that may be read: asked for, allowed, taken back (`castview_picture::opened::outside`).

use crate::{Action, Effect, Notice, OpenFile, Opening, Problem, Session, Stage, StageAction};
use castview_picture::opened::{Consent, FileKey, Outside, Placement, Wish, told, wishes};
use std::sync::Arc;

/// Begins with what was allowed in earlier runs.
pub fn with_consents(mut session: Session, consents: Vec<Consent>) -> Session {
    session.opening.consents = Arc::new(consents);
    session
}

/// Reads `files` again with leave for what they asked for.
pub(crate) fn allow(session: &mut Session, wishes: Vec<Wish>, files: &[FileKey]) -> Vec<Effect> {
    let files = files.iter().filter_map(|key| session.stage.file(*key));
    let (locations, keys) = files.map(|file| (file.location.clone(), file.key)).unzip();
    let mut effects = vec![Effect::Allow(wishes)];
    effects.extend(session.opening.open(locations, keys, Placement::Reload));
    effects
}

impl Opening {
    /// The user's consents, as they are stored: another pointer when they changed.
    pub fn all_consents(&self) -> &Arc<Vec<Consent>> {
        &self.consents
    }

    /// The user's leave, as the loader could give it.
    pub(crate) fn allowed(&mut self, given: Vec<Consent>) -> Vec<Effect> {
        let consents = Arc::make_mut(&mut self.consents);
        for consent in given {
            consents.retain(|old| (&old.of, &old.folder) != (&consent.of, &consent.folder));
            consents.push(consent);
        }
        Vec::new()
    }

    /// Takes leave back. Data already read stays until its file is read again.
    pub(crate) fn revoke(&mut self, consent: &Consent) -> Vec<Effect> {
        Arc::make_mut(&mut self.consents).retain(|old| old != consent);
        vec![Effect::SetConsents(self.consents.clone())]
    }
}

impl Stage {
    /// One line about what those of `files` name outside, with the button that allows it.
    pub(crate) fn outside_notice(&self, files: &[FileKey]) -> Option<Effect> {
        let (text, allow) = self.outside_of(files)?;
        let notice = Notice::warning(text).with_action("Allow", allow);
        Some(Effect::Notify(notice.about(Problem::Outside)))
    }

    /// References of `files` to places outside their folders, as one line, and the action that allows them; `None` if there are none.
    pub fn outside_of(&self, files: &[FileKey]) -> Option<(String, Action)> {
        let files = files.iter().filter_map(|key| self.file(*key));
        // Standard input cannot be read again.
        let asks = |file: &&OpenFile| !file.outside.is_empty() && !file.location.is_empty();
        let asking: Vec<&OpenFile> = files.filter(asks).collect();
        let outside: Vec<Outside> = asking.iter().flat_map(|file| file.outside.iter().cloned()).collect();
        let (what, folders) = told(&outside)?;
        let lie = if outside.len() == 1 { "lies" } else { "lie" };
        let place = match asking[..] {
            [one] => format!("the folder of {}", one.name),
            _ => "their models' folders".into(),
        };
        let allow = Action::Stage(StageAction::Allow {
            wishes: wishes(&outside),
            files: asking.iter().map(|file| file.key).collect(),
        });
        Some((format!("{what} {lie} outside {place}: {folders}"), allow))
    }
}
