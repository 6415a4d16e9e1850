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
    pub list: Option<FolderList>,
    /// The folder whose list is on its way.
    pub awaited: Option<String>,
    /// The folder that the user asked for, until it is listed.
    pub(crate) asked: Option<String>,
    /// The folder that the user asked for last, and the file whose neighbours were walked then: until another is opened, the walk goes on in
    /// that folder.
    pub(crate) browsed_from: Option<(String, Option<String>)>,
    /// Folders below the next one are listed, too.
    pub is_deep: bool,
    /// Text that is searched in the list.
    pub query: String,
    pub filter: FileFilter,
    pub(crate) shown: Shown,
    /// The file that was asked for last.
    pub at: Option<String>,
    /// The file that a step of the walk led to and that could not be opened: its neighbours are the next ones all the same.
    pub(crate) refused: Option<String>,
    /// Counts lists and what becomes known of them: an equal number means that the same files are shown.
    pub revision: u64,
    /// Files that were opened lately, kept from one run to the next.
    pub(crate) recent: Arc<Recent>,
    /// Which of them were not there when they were last looked for.
    pub(crate) gone: BTreeSet<String>,
    /// Files that hung on bones of open models before.
    pub(crate) hung_offers: HungOffers,
    /// Counts changes of them.
    pub(crate) hung_revision: u64,
    /// Recent files that an earlier run has left.
    pub(crate) previous: Recent,
    /// State that is taken up when the load of this generation arrives.
    pub(crate) resumes: Option<(u64, Resume)>,
    /// Counts questions for lists; answers to older ones are ignored.
    pub(crate) generation: u64,
    /// The built-in file dialog, as it was last.
    pub(crate) dialog: Option<FileDialog>,
    /// Step that follows when the list is there.
    pub(crate) then: Then,
    /// The load that walks: its generation.
    pub(crate) walking: Option<u64>,
    /// The file that is loaded when the walk has arrived.
    pub(crate) next: Option<String>,
    /// Files of clips that the last step has opened: the next clips take their place.
    pub(crate) walked: Vec<FileKey>,
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
    pub wants: DialogFor,
    /// The name that a picture has unless another is typed.
    pub name: String,
    /// Content of the folder; `None` until it is listed.
    pub places: Option<Places>,
    /// Locations of files in the folder that are to be opened together, in the order of choice.
    pub chosen: Vec<String>,
    /// The folder was typed. A typed file is meant itself, not its folder.
    pub(crate) is_typed: bool,
    /// Counts lists: answers to older questions are ignored.
    pub(crate) generation: u64,
}
