//! Orders and filters of the files of a folder, and the files that they leave.

use castview_base::scene::Scene;
use serde::{Deserialize, Serialize};
use std::sync::Weak;

/// In what order files are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FileOrder {
    /// As people count, the files of a folder before those of the folders below it.
    #[default]
    Name,
    /// The file that was changed last first.
    Newest,
    /// The largest first.
    Largest,
    /// Models, clips, then files that cannot be opened.
    Kind,
}

impl FileOrder {
    pub const ALL: [Self; 4] = [Self::Name, Self::Newest, Self::Largest, Self::Kind];
}

/// Which files are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FileFilter {
    #[default]
    All,
    Models,
    Clips,
    /// Clips that move a model that is open.
    Fitting,
}

impl FileFilter {
    pub const ALL: [Self; 4] = [Self::All, Self::Models, Self::Clips, Self::Fitting];
}

/// The files that are listed, as positions among those of the folder.
#[derive(Debug, Default)]
pub struct Shown {
    /// All files, in order.
    pub(super) order: Vec<u32>,
    /// By position in `order`.
    pub(super) is_listed: Vec<bool>,
    /// Listed files, in order.
    pub files: Vec<u32>,
    /// The models that `files` was made for, if they decide anything.
    pub(super) fitted_to: Vec<Weak<Scene>>,
}
