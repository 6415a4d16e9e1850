//! Another file, placed in this scene.

use crate::core::Transform;

#[derive(Clone, Debug)]
pub struct Instance {
    pub name: String,
    /// As the file spells it; resolved by whoever may open files.
    pub path: String,
    /// `stage_from_instance`.
    pub placement: Transform,
}
