//! Textures and instances of open files: files in place of others, files of other places, and what cannot be shown.

pub mod elsewhere;
pub mod folders;
pub mod found;
pub mod instances;
pub mod lost;
pub mod relink;
