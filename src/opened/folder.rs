//! What a folder holds that can be opened: plain data.

use std::sync::Arc;

/// The files of one folder, and of the folders below it if they were asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FolderList {
    /// Of the folder.
    pub location: String,
    /// The folders below it are listed, too.
    pub is_deep: bool,
    /// Sorted as people count: the files of a folder before those of the folders below it, `run2` before `run10`.
    pub files: Arc<Vec<ListedFile>>,
    /// What the clips of each file move is told, too.
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
    pub location: String,
    /// The way from the listed folder to the file's own; empty for files directly in it.
    pub below: String,
    pub bytes: u64,
    /// When it was last changed, in seconds since 1970; 0 where nobody can tell.
    pub changed_secs: u64,
    pub kind: ListedKind,
    /// What its clips move, of files with clips alone; `None` until somebody has looked.
    pub targets: Option<Arc<Targets>>,
}

/// Names of bones, meshes and blend shapes that clips have curves for, each once. Files of the same names share one set.
pub type Targets = Vec<String>;

/// What a file holds, by its first bytes and topmost nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ListedKind {
    /// Nobody has looked yet.
    #[default]
    Unknown,
    Model,
    /// Clips and nothing to show them on.
    Clips,
    /// It cannot be opened here.
    Unreadable,
}

/// What is told about a folder while it is listed, in this order.
#[derive(Clone, Debug, PartialEq)]
pub enum FolderNews {
    Listed(FolderList),
    /// Of the files from this position on.
    Kinds(usize, Vec<ListedKind>),
    /// What the clips of these files move, by their positions.
    Targets(Vec<(usize, Arc<Targets>)>),
}

/// What a folder shows to whoever looks for a place in it. Sorted as people count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Of the folder.
    pub location: String,
    /// The folder above.
    pub parent: Option<String>,
    /// What was asked for is a file of this folder.
    pub named: Option<Place>,
    pub folders: Vec<Place>,
    pub files: Vec<Place>,
    /// There is more than is listed.
    pub is_cut: bool,
    /// Why nothing could be listed.
    pub error: Option<String>,
}

/// A file or a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub name: String,
    pub location: String,
    /// A picture, which is saved over and not opened.
    pub is_picture: bool,
}
