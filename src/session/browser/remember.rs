//! Remembers which files are opened, and opens those of an earlier run again.

use crate::opened::{OpenedFile, Placement};
use crate::session::{Effect, Recent, Session};
use std::sync::Arc;

/// Files of a session that are remembered.
const MOST_LAST: usize = 200;

impl Session {
    /// With what an earlier run has remembered.
    #[must_use]
    pub fn with_recent(mut self, recent: Recent) -> Self {
        self.browser.previous = Recent {
            files: Vec::new(),
            ..recent.clone()
        };
        self.browser.recent = Arc::new(recent);
        self
    }

    pub fn recent(&self) -> &Arc<Recent> {
        &self.browser.recent
    }

    /// Whether an earlier run has left files that can be opened again.
    pub fn has_previous(&self) -> bool {
        !self.browser.previous.last.is_empty()
    }

    /// Opens what was open when an earlier run ended.
    pub(in crate::session) fn restore(&mut self) -> Vec<Effect> {
        let previous = std::mem::take(&mut self.browser.previous);
        let mut effects = match previous.folder {
            Some(folder) => self.list_quietly(folder),
            None => Vec::new(),
        };
        effects.extend(self.open_or_reload(previous.last, Placement::Replace));
        effects
    }

    /// These files were opened by the user, or walked through.
    pub(in crate::session) fn remember_opened(&mut self, files: &[OpenedFile], placement: Placement) {
        let chosen = files.iter().filter(|file| !file.is_demo && !file.location.is_empty());
        let locations: Vec<&str> = chosen.map(|file| &file.location[..]).collect();
        if !locations.is_empty() && !matches!(placement, Placement::Reload | Placement::Walk) {
            let recent = Arc::make_mut(&mut self.browser.recent);
            locations.iter().rev().for_each(|location| recent.add(location));
        }
    }

    /// What is open is what the next run can open again. An empty stage is nothing to come back to.
    pub(in crate::session) fn remember_stage(&mut self) {
        let files = self.stage.files.iter();
        let files = files.filter(|file| !file.is_demo && !file.location.is_empty());
        let last: Vec<String> = files.take(MOST_LAST).map(|file| file.location.clone()).collect();
        let folder = self.browser.list.as_ref().map(|list| list.location.clone());
        let recent = &self.browser.recent;
        if !last.is_empty() && (recent.last != last || recent.folder != folder) {
            let recent = Arc::make_mut(&mut self.browser.recent);
            (recent.last, recent.folder) = (last, folder);
        }
    }

    pub(in crate::session) fn forget_recent(&mut self) {
        Arc::make_mut(&mut self.browser.recent).files.clear();
    }
}
