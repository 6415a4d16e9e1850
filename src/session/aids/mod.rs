//! Drawn aids: trails, ghosts, camera paths, pictures of the filmstrip.

pub mod action;
pub mod film;
pub mod ghosts;
pub mod moment;
pub mod state;
pub mod trails;
pub mod wakes;
