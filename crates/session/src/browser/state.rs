//! State of the folder that is browsed.

use super::order::{FileFilter, Shown};
use super::recent::{HungOffers, Recent};
use super::resume::Resume;
use castview_base::core::{MeshIndex, TextureIndex};
use castview_picture::PlacedKey;
use castview_picture::opened::{FileKey, FolderList, Places};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The folder that is browsed, and the walk through it.
#[derive(Debug, Default)]
pub struct Browser {
    /// List of the folder; `None` before the first folder.
    pub(super) list: Option<FolderList>,
    /// The folder whose list is on its way.
    pub(super) awaited: Option<String>,
    /// The folder that the user asked for, until it is listed.
    pub(super) asked: Option<String>,
    /// The folder that the user asked for last, and the file whose neighbours were walked then: until another is opened, the walk goes on in
    /// that folder.
    pub(super) browsed_from: Option<(String, Option<String>)>,
    /// Folders below the next one are listed, too.
    pub(super) is_deep: bool,
    /// Text that is searched in the list.
    pub(super) query: String,
    pub(super) filter: FileFilter,
    pub(super) shown: Shown,
    /// The file that was asked for last.
    pub(super) at: Option<String>,
    /// The file that a step of the walk led to and that could not be opened: its neighbours are the next ones all the same.
    pub(super) refused: Option<String>,
    /// Counts lists and what becomes known of them: an equal number means that the same files are shown.
    pub(super) revision: u64,
    /// Files that were opened lately, kept from one run to the next.
    pub(super) recent: Arc<Recent>,
    /// Which of them were not there when they were last looked for.
    pub(super) gone: BTreeSet<String>,
    /// Files that hung on bones of open models before.
    pub(super) hung_offers: HungOffers,
    /// Counts changes of them.
    pub(super) hung_revision: u64,
    /// Recent files that an earlier run has left.
    pub(super) previous: Recent,
    /// State that is taken up when the load of this generation arrives.
    pub(super) resumes: Option<(u64, Resume)>,
    /// Counts questions for lists; answers to older ones are ignored.
    pub(super) generation: u64,
    /// The built-in file dialog, as it was last.
    pub(super) dialog: Option<FileDialog>,
    /// Step that follows when the list is there.
    pub(super) then: Then,
    /// The load that walks: its generation.
    pub(super) walking: Option<u64>,
    /// The file that is loaded when the walk has arrived.
    pub(super) next: Option<String>,
    /// Files of clips that the last step has opened: the next clips take their place.
    pub(super) walked: Vec<FileKey>,
}

impl Browser {
    /// List of the folder; `None` before the first folder.
    pub fn folder(&self) -> Option<&FolderList> {
        self.list.as_ref()
    }

    /// The folder whose list is on its way.
    pub fn awaited(&self) -> Option<&str> {
        self.awaited.as_deref()
    }

    /// Whether folders below the next one are listed, too.
    pub fn is_deep(&self) -> bool {
        self.is_deep
    }

    /// Text that is searched in the list.
    pub fn query(&self) -> &str {
        &self.query
    }

    /// Files that are listed.
    pub fn filter(&self) -> FileFilter {
        self.filter
    }

    /// Counts lists and what becomes known of them: an equal number means that the same files are shown.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Takes in which of the recent files are not there.
    pub(crate) fn take_gone(&mut self, gone: Vec<String>) {
        self.gone = gone.into_iter().collect();
    }

    /// Something was opened: the walk goes on from there.
    pub(crate) fn forget_refused(&mut self) {
        self.refused = None;
    }

    /// The load of that generation could not open the file at `location`. If it was a step of the walk, the walk goes on from there.
    pub(crate) fn refuse(&mut self, generation: u64, location: &str) {
        if self.walking == Some(generation) {
            self.refused = Some(location.to_owned());
        }
    }

    /// Files of clips that a step of the walk leaves: those of `fit_none` if it brings a model, else all that the step before has opened.
    pub(crate) fn leave_walked(&mut self, brings_model: bool, fit_none: &[FileKey]) -> Vec<FileKey> {
        match brings_model {
            true => self.walked.extract_if(.., |file| fit_none.contains(file)).collect(),
            false => std::mem::take(&mut self.walked),
        }
    }

    /// A step of the walk has opened these files of clips: the next clips take their place.
    pub(crate) fn came_by_walk(&mut self, files: &[FileKey]) {
        self.walked = files.to_vec();
    }

    /// The question for a list that is answered next.
    #[cfg(test)]
    pub(crate) fn question(&self) -> u64 {
        self.generation
    }
}

/// Step that follows when a list is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Then {
    #[default]
    Nothing,
    /// Open the file after or before the one that is open.
    Step { forward: bool },
    /// Open the first model, if nothing is open; without any the first file.
    First,
}

/// Purpose of the choice in a file dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DialogFor {
    /// A file to open.
    File,
    /// A folder to browse.
    Folder,
    /// Where a picture is saved.
    Picture,
    /// An image in place of a texture.
    Image(FileKey, TextureIndex),
    /// Where the diagnostics bundle is saved.
    Diagnostics,
    /// Where pictures are exported to.
    Export,
    /// Where the vertices of a mesh are saved as a table.
    Vertices(PlacedKey, MeshIndex),
    /// Where a pose is saved.
    Pose,
}

impl DialogFor {
    /// Whether a file is written: its name is typed.
    pub fn saves(self) -> bool {
        matches!(
            self,
            Self::Picture | Self::Diagnostics | Self::Export | Self::Vertices(..) | Self::Pose
        )
    }
}

/// A dialog that is open.
#[derive(Clone, Debug, PartialEq)]
pub struct FileDialog {
    /// Purpose of the choice.
    pub(super) wants: DialogFor,
    /// The name that a picture has unless another is typed.
    pub(super) name: String,
    /// Content of the folder; `None` until it is listed.
    pub(super) places: Option<Places>,
    /// Locations of files in the folder that are to be opened together, in the order of choice.
    pub(super) chosen: Vec<String>,
    /// The folder was typed. A typed file is meant itself, not its folder.
    pub(super) is_typed: bool,
    /// Counts lists: answers to older questions are ignored.
    pub(super) generation: u64,
}

impl FileDialog {
    /// Purpose of the choice.
    pub fn wants(&self) -> DialogFor {
        self.wants
    }

    /// The name that a picture has unless another is typed.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Content of the folder; `None` until it is listed.
    pub fn places(&self) -> Option<&Places> {
        self.places.as_ref()
    }

    /// Locations of files in the folder that are to be opened together, in the order of choice.
    pub fn chosen(&self) -> &[String] {
        &self.chosen
    }

    /// The question for a list that is answered next.
    #[cfg(test)]
    pub(crate) fn question(&self) -> u64 {
        self.generation
    }
}
