//! Files of a folder that can be opened: plain data.

use std::sync::Arc;

/// The files of one folder, and of the folders below it if they were asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FolderList {
    /// Location of the folder.
    pub location: String,
    /// The folders below it are listed, too.
    pub is_deep: bool,
    /// Sorted as people count: the files of a folder before those of the folders below it, `run2` before `run10`.
    pub files: Arc<Vec<ListedFile>>,
    /// The targets of the clips of each file are told, too.
    pub has_targets: bool,
    /// There are more files or folders than are listed.
    pub is_cut: bool,
    /// Why nothing could be listed.
    pub error: Option<String>,
}

/// One file of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedFile {
    /// File name, for people.
    pub name: String,
    /// Path of the file, spelled so that it can be opened.
    pub location: String,
    /// The way from the listed folder to the file's own; empty for files directly in it.
    pub below: String,
    /// Its length.
    pub bytes: u64,
    /// When it was last changed, in seconds since 1970; 0 where nobody can tell.
    pub changed_secs: u64,
    /// Its content, as far as somebody has looked.
    pub kind: ListedKind,
    /// Targets of its clips, for files with clips alone; `None` until somebody has looked.
    pub targets: Option<Arc<Targets>>,
}

/// Names of bones, meshes and blend shapes that clips have curves for, each once. Files of the same names share one set.
pub type Targets = Vec<String>;

/// Content of a file, by its first bytes and topmost nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ListedKind {
    /// Nobody has looked yet.
    #[default]
    Unknown,
    /// At least one model.
    Model,
    /// Clips and nothing to show them on.
    Clips,
    /// It cannot be opened here.
    Unreadable,
}

/// News of a folder while it is listed, in this order.
#[derive(Clone, Debug, PartialEq)]
pub enum FolderNews {
    /// The names of the files.
    Listed(FolderList),
    /// Kinds of the files from this position on.
    Kinds(usize, Vec<ListedKind>),
    /// Targets of the clips of these files, by the files' positions.
    Targets(Vec<(usize, Arc<Targets>)>),
}

/// Content of a folder for somebody who looks for a place in it. Sorted as people count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Location of the folder.
    pub location: String,
    /// The folder above.
    pub parent: Option<String>,
    /// File of this folder, if one was asked for.
    pub named: Option<Place>,
    /// The folders in it.
    pub folders: Vec<Place>,
    /// The files in it.
    pub files: Vec<Place>,
    /// There is more than is listed.
    pub is_cut: bool,
    /// Why nothing could be listed.
    pub error: Option<String>,
}

/// A file or a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its own name, for people.
    pub name: String,
    /// Its path, spelled so that it can be opened.
    pub location: String,
    /// A picture, which is saved over and not opened.
    pub is_picture: bool,
}
