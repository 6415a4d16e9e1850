//! Which axis is up: as the user chose for a file, else as the file tells.
//!
//! A choice belongs to a file, whether it is open or not: the app stores them beside the settings.

use super::{OpenFile, Session};
use crate::core::UpAxis;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What was chosen, by the file's location.
pub type UpAxes = BTreeMap<String, UpAxis>;

impl Session {
    /// The user's choice, else what is known of the first file that says anything, else z: exporters without metadata are z-up engines
    /// (A40).
    pub fn up_axis(&self) -> UpAxis {
        let known = || self.stage.files.iter().find_map(|file| file.scene.metadata.up_axis());
        self.edits.up.or_else(known).unwrap_or(UpAxis::Z)
    }

    /// Those of all files, as they are stored: another pointer when they changed.
    pub fn all_up_axes(&self) -> &Arc<UpAxes> {
        &self.edits.ups
    }

    /// Begins with the choices of earlier runs.
    pub fn with_up_axes(mut self, ups: UpAxes) -> Self {
        self.edits.ups = Arc::new(ups);
        self
    }

    /// For this stage, and for the file whose model stands on it first, whenever that is opened again.
    pub(super) fn choose_up_axis(&mut self, up: Option<UpAxis>) {
        self.edits.up = up;
        let files = &self.stage.files;
        let standing = files.iter().find(|file| !file.scene.models.is_empty());
        let first = standing.or(files.first()).map(place);
        let Some(place) = first.filter(|place| !place.is_empty()) else {
            return;
        };
        let ups = Arc::make_mut(&mut self.edits.ups);
        match up {
            Some(axis) => _ = ups.insert(place.to_owned(), axis),
            None => _ = ups.remove(place),
        }
    }

    /// What was chosen for the first file of the stage that anything was chosen for.
    pub(super) fn recall_up_axis(&mut self) {
        let mut files = self.stage.files.iter();
        self.edits.up = files.find_map(|file| self.edits.ups.get(place(file)).copied());
    }
}

/// Standard input and the demo have none: nothing is remembered of them.
fn place(file: &OpenFile) -> &str {
    &file.location
}
