//! Remembers which files are opened and how they are looked at, and opens those of an earlier run again.

use crate::browser::resume;
use crate::{Browser, Effect, OpenFile, Recent, Session};
use castview_picture::opened::{OpenedFile, Placement};
use std::sync::Arc;

/// Files of a session that are remembered.
const MOST_LAST: usize = 200;

impl Session {
    /// With what an earlier run has remembered.
    #[must_use]
    pub fn with_recent(mut self, mut recent: Recent) -> Self {
        recent.bound_hung();
        self.browser.previous = Recent {
            files: Vec::new(),
            ..recent.clone()
        };
        self.browser.recent = Arc::new(recent);
        self
    }

    /// Remembers the open files, so that the next run can open them again. An empty stage is nothing to come back to.
    pub(crate) fn remember_stage(&mut self) {
        let files = self.stage.files().iter();
        let files = files.filter(|file| !file.is_demo && !file.location.is_empty());
        let last: Vec<String> = files.take(MOST_LAST).map(|file| file.location.clone()).collect();
        let folder = self.browser.list.as_ref().map(|list| list.location.clone());
        let recent = &self.browser.recent;
        if !last.is_empty() && (recent.last != last || recent.folder != folder) {
            let recent = Arc::make_mut(&mut self.browser.recent);
            (recent.last, recent.folder) = (last, folder);
        }
    }

    /// The load of `generation` has arrived: if it is the one of [`restore`], what was open stands as it stood.
    pub(crate) fn resume_loaded(&mut self, generation: u64) {
        let resumes = self.browser.resumes.take_if(|(of, _)| *of <= generation);
        if let Some((of, resume)) = resumes
            && of == generation
        {
            resume::take_up(self, &resume);
        }
    }
}

/// Opens what was open when an earlier run ended.
pub(crate) fn restore(session: &mut Session) -> Vec<Effect> {
    let previous = std::mem::take(&mut session.browser.previous);
    let mut effects = match previous.folder {
        Some(folder) => session.browser.list_quietly(folder),
        None => Vec::new(),
    };
    effects.extend(session.open_or_reload(previous.last, Placement::Replace));
    session.browser.resumes = previous.resume.map(|resume| (session.opening.generation, resume));
    effects
}

/// Where the user is in what is open, for the next run. Asked for when nothing moves, and at the end. The demo is nothing to come back
/// to, nor is an empty stage.
pub fn remember_resume(session: &mut Session) {
    let is_kept = |file: &OpenFile| !file.is_demo && !file.location.is_empty();
    if !session.stage.files().iter().any(is_kept) {
        return;
    }
    let resume = resume::resume_point(session);
    if session.browser.recent.resume.as_ref() != Some(&resume) {
        Arc::make_mut(&mut session.browser.recent).resume = Some(resume);
    }
}

impl Browser {
    pub fn recent(&self) -> &Arc<Recent> {
        &self.recent
    }

    /// Whether an earlier run has left files that can be opened again.
    pub fn has_previous(&self) -> bool {
        !self.previous.last.is_empty()
    }

    /// These files were opened by the user, or walked through.
    pub(crate) fn remember_opened(&mut self, files: &[OpenedFile], placement: Placement) {
        let chosen = files.iter().filter(|file| !file.is_demo && !file.location.is_empty());
        let locations: Vec<&str> = chosen.map(|file| &file.location[..]).collect();
        if !locations.is_empty() && !matches!(placement, Placement::Reload | Placement::Walk) {
            let with_model = files
                .iter()
                .find(|file| file.has_models() && locations.contains(&&file.location[..]));
            let lead = with_model.map_or(locations[0], |file| &file.location[..]);
            Arc::make_mut(&mut self.recent).add(lead, &locations);
            self.gone.retain(|gone| !locations.contains(&&gone[..]));
        }
    }

    /// That file cannot be opened: it is no longer among those that were opened lately, alone or in a drop.
    pub(crate) fn forget_broken(&mut self, location: &str) {
        let recent = &self.recent;
        if recent
            .hung
            .iter()
            .flat_map(|on| &on.files)
            .any(|one| one.location == location)
        {
            Arc::make_mut(&mut self.recent).forget_hung(|known| known == location);
        }
        let recent = &self.recent;
        let mut together = recent.together.values().flatten();
        if recent.files.iter().chain(&mut together).any(|known| known == location) {
            let recent = Arc::make_mut(&mut self.recent);
            recent.files.retain(|known| known != location);
            recent.forget_unlisted();
            for all in recent.together.values_mut() {
                all.retain(|known| known != location);
            }
        }
    }

    /// The image at that location lights the models, or none does.
    pub(crate) fn remember_environment(&mut self, location: Option<String>) {
        if self.recent.environment != location {
            Arc::make_mut(&mut self.recent).environment = location;
        }
    }

    pub(crate) fn forget_recent(&mut self, is_meant: impl Fn(&str) -> bool) {
        let recent = Arc::make_mut(&mut self.recent);
        recent.files.retain(|location| !is_meant(location));
        recent.forget_unlisted();
        recent.forget_hung(is_meant);
    }

    /// Whether the file that was opened lately was not there when it was last looked for.
    pub fn is_gone(&self, location: &str) -> bool {
        self.gone.contains(location)
    }
}
