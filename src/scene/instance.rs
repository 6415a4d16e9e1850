//! Another file, placed in this scene.

use crate::core::Transform;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Instance {
    pub name: Arc<str>,
    /// As the file spells it; resolved by whoever may open files. Shared by all instances of one file.
    pub path: Arc<str>,
    /// `stage_from_instance`.
    pub placement: Transform,
    /// Where the file says so, in bytes from its start: for diagnostics.
    pub offset: u64,
}
