//! Textures of open files: images in place of others, images of other places, and what cannot be shown.

pub mod elsewhere;
pub mod lost;
pub mod relink;
