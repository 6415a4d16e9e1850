//! Another file, placed in this scene.

use crate::core::Transform;
use std::sync::Arc;

/// A reference to another file, which stands somewhere in this one.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The file's own name of it; may be empty.
    pub name: Arc<str>,
    /// As the file spells it; resolved by whoever may open files. Shared by all instances of one file.
    pub path: Arc<str>,
    /// `stage_from_instance`.
    pub placement: Transform,
    /// Where the file says so, in bytes from its start: for diagnostics.
    pub offset: u64,
}

/// Where the other files lie that a file names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum References {
    /// Instances from the scene root on, which may be anywhere, and always Cast files; textures by their paths or beside it.
    #[default]
    SceneRoot,
    /// Instances in its own folder or below, always shapes as it is one itself; textures by their paths or beside it, and
    /// those that are bare names in the folder above, too.
    OwnFolder,
}
